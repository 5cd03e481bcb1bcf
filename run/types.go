package run

import (
	"errors"
	"math/rand/v2"
	"reflect"
	"slices"

	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/direct"
	"github.com/gmecheck/gmecheck/model/system"
)

// trial is how many events the trial has before the start, and trialMail how many messages are on their way in it.
const (
	trial     = 5000
	trialMail = 100
)

// newCodec makes a codec that knows the types of a system's messages: those that are listed, and those that come up when the
// handlers run at random for a while, always in the same way: so all sites know the same.
func newCodec(sys *system.System, listed []any) (*codec, error) {
	c := &codec{types: map[string]reflect.Type{}}
	random := rand.New(rand.NewPCG(1, 1))
	sites := sys.Direct(random)
	for _, m := range slices.Concat(listed, sites.Messages()) {
		if m == nil {
			return nil, errors.New("Options.Messages has nil, which is no message")
		}
		if err := c.know(reflect.TypeOf(m)); err != nil {
			return nil, err
		}
	}
	if _, m := sites.Types(); m.Kind() != reflect.Interface {
		return c, nil
	}
	return c, c.try(sites, random)
}

// try notes the types that come up when handlers run at random. A panic ends the trial: whoever comes there is told.
func (c *codec) try(sites direct.Sites, random *rand.Rand) error {
	defer func() { recover() }()
	sites.Begin(0)
	var mail []direct.Send
	for range trial {
		e, is := possible(sites, &mail, random)
		if !is {
			break
		}
		f, err := sites.Run(e)
		if err != nil {
			break // as after a panic
		}
		for _, s := range f.Sends {
			if err := c.know(reflect.TypeOf(s.Message)); err != nil {
				return err
			}
			if len(mail) < trialMail {
				mail = append(mail, s)
			}
		}
	}
	return nil
}

// possible is something that can happen; false if nothing can.
func possible(sites direct.Sites, mail *[]direct.Send, random *rand.Rand) (direct.Event, bool) {
	var all []direct.Event
	for k := range sites.Places() {
		i := model.Site(k + 1)
		if sites.Places()[k].Process {
			if sites.InCS(i) {
				all = append(all, direct.Event{Kind: model.ExitEvent, Site: i})
			}
			if demands := sites.Demands(i); len(demands) > 0 && sites.MayRequest(i) && !sites.InCS(i) {
				all = append(all, direct.Event{Kind: model.RequestEvent, Site: i, Demand: &demands[random.IntN(len(demands))]})
			}
		}
		for _, timer := range sites.Timers(i) {
			all = append(all, direct.Event{Kind: model.TimeoutEvent, Site: i, Name: timer})
		}
		for _, x := range sites.Internals(i) {
			all = append(all, direct.Event{Kind: model.InternalEvent, Site: i, Name: x.Name})
		}
	}
	local := len(all)
	var of []int
	for k, m := range *mail {
		if sites.Accepts(m.To, m.Message) {
			all = append(all, direct.Event{Kind: model.DeliverEvent, Site: m.To, Message: m.Message})
			of = append(of, k)
		}
	}
	if len(all) == 0 {
		return direct.Event{}, false
	}
	pick := random.IntN(len(all))
	if pick >= local {
		k := of[pick-local]
		*mail = slices.Delete(*mail, k, k+1)
	}
	return all[pick], true
}
