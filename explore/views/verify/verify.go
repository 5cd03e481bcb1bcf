// Package verify reads the certificate of a proof by views and checks it: that it has the initial states, that no step leads out of it,
// and that nothing forbidden is in it. It is dumb on purpose: it shares only the handlers with what wrote the certificate, and looks
// every pair up.
package verify

import (
	"context"
	"fmt"
	"slices"

	"github.com/gmecheck/gmecheck/explore/views"
	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/direct"
)

// Report is what has been checked.
type Report struct{ Things, Pairs, Steps int }

// checker knows the values of things once a step has made them.
type checker struct {
	sites  direct.Sites
	config model.Config
	c      *views.Certificate
	of     map[views.Thing]int
	values []any // nil: nothing has made it yet
	queue  []int
	steps  int
	most   int // of views of one: what an initial state weighs, the heaviest if there are several
}

// mostWeight is the largest weight of a thing: no sum of what takes part in a step is too large.
const mostWeight = 1 << 30

// Check checks a certificate, and that no two sites in it are a bad pair. The error says what is wrong; that of the context, that there was no time
// to find out.
func Check(ctx context.Context, c *views.Certificate, sites direct.Sites, config model.Config, bad func(v, w *model.View) bool) (r Report, err error) {
	if _, limited := config.TotalRequests(); sites.Ticketed() && !limited {
		return r, fmt.Errorf("requests carry time stamps, which grow without end: without budgets there are more steps than can be looked at")
	}
	x := &checker{sites: sites, config: config, c: c, of: map[views.Thing]int{}, values: make([]any, len(c.Things))}
	if rows := len(c.Beside) + len(c.Weights); rows != len(c.Things) || len(c.Beside) > 0 && x.weighs() {
		return r, fmt.Errorf("it has %d rows and %d weights for %d things; allowed are as many rows, or as many weights", len(c.Beside), len(c.Weights), len(c.Things))
	}
	for k, thing := range c.Things {
		_, twice := x.of[thing]
		switch {
		case twice:
			return r, fmt.Errorf("thing %d is there twice", k)
		case x.weighs() && (c.Weights[k] < 0 || c.Weights[k] > mostWeight):
			return r, fmt.Errorf("thing %d weighs %d; allowed is 0 to %d", k, c.Weights[k], mostWeight)
		case !x.weighs() && len(c.Beside[k]) != k/8+1:
			return r, fmt.Errorf("the row of thing %d has not the right length", k)
		case !x.weighs() && c.Beside[k][k/8]>>(k%8)>>1 != 0:
			return r, fmt.Errorf("the row of thing %d has things after it", k)
		}
		x.of[thing] = k
	}
	if err := x.starts(); err != nil {
		return r, err
	}
	// A thing's steps are looked at when its value is known; a delivery when those of both are.
	for at := 0; at < len(x.queue); at++ {
		if err := ctx.Err(); err != nil {
			return r, err
		}
		if err := x.look(x.queue[at], x.queue[:at]); err != nil {
			return r, err
		}
	}
	if r, err = x.safe(bad); err == nil && r.Things != len(c.Things) {
		err = fmt.Errorf("it has %d things, and only %d come about", len(c.Things), r.Things)
	}
	return r, err
}

// weighs reports that the certificate is of views of one.
func (x *checker) weighs() bool { return len(x.c.Weights) > 0 }

// beside reports that two things can stand side by side. Those of views of one can if they are not heavier together than the whole: there are no
// weights below nothing, and no step makes the whole heavier. Two states of one site never do.
func (x *checker) beside(a, b int) bool {
	if x.weighs() {
		apart := x.c.Things[a].Message || x.c.Things[b].Message || x.c.Things[a].Site != x.c.Things[b].Site
		return apart && x.c.Weights[a]+x.c.Weights[b] <= x.most
	}
	a, b = max(a, b), min(a, b)
	return x.c.Beside[a][b/8]>>(b%8)&1 != 0
}

// thing finds a thing with its value in the certificate.
func (x *checker) thing(t views.Thing, value any) (int, error) {
	k, known := x.of[t]
	switch {
	case !known:
		return 0, fmt.Errorf("it has not %s at site %d", t.Text, t.Site)
	case x.values[k] == nil:
		x.values[k] = value
		x.queue = append(x.queue, k)
	case x.values[k] != value:
		return 0, fmt.Errorf("two different things are written alike: %s", t.Text)
	}
	return k, nil
}

func (x *checker) site(i model.Site, vars any, down bool) (int, error) {
	return x.thing(views.Thing{Site: int(i), Text: views.TextOf(vars), Down: down}, vars)
}

// together demands that two stand side by side.
func (x *checker) together(a, b int, after string) error {
	if !x.beside(a, b) {
		return fmt.Errorf("it has not %s at site %d beside %s at site %d, after %s", x.c.Things[a].Text, x.c.Things[a].Site, x.c.Things[b].Text, x.c.Things[b].Site, after)
	}
	return nil
}

func (x *checker) starts() error {
	for start := range x.sites.Starts() {
		x.sites.Begin(start)
		var all []int
		for i := range x.sites.Places() {
			k, err := x.site(model.Site(i+1), x.sites.Vars(model.Site(i+1)), false)
			if err != nil {
				return err
			}
			if all = append(all, k); x.weighs() {
				continue
			}
			for _, other := range all[:len(all)-1] {
				if err := x.together(k, other, "nothing"); err != nil {
					return err
				}
			}
		}
		x.most = max(x.most, x.weight(all...))
	}
	return nil
}

// look looks at the steps of a thing alone, and with those before it in the queue.
func (x *checker) look(k int, before []int) error {
	t := x.c.Things[k]
	if !t.Message {
		if err := x.own(k); err != nil {
			return err
		}
	} else if x.config.Duplicate > 0 && x.weighs() && x.c.Weights[k] > 0 {
		return fmt.Errorf("%s to site %d weighs something, and may come twice", t.Text, t.Site)
	} else if x.config.Duplicate > 0 && !x.weighs() {
		if err := x.together(k, k, "a duplicate"); err != nil {
			return err
		}
	}
	for _, other := range before {
		if o := x.c.Things[other]; o.Site != t.Site || o.Message == t.Message || !x.beside(k, other) {
			continue
		}
		site, message := k, other
		if t.Message {
			site, message = other, k
		}
		if err := x.deliver(site, message); err != nil {
			return err
		}
	}
	return nil
}

func (x *checker) deliver(site, message int) error {
	t := x.c.Things[site]
	i := model.Site(t.Site)
	x.sites.Put(i, x.values[site])
	if t.Down || !x.sites.Accepts(i, x.values[message]) {
		return nil
	}
	return x.all(site, message, direct.Event{Kind: model.DeliverEvent, Site: i, Message: x.values[message]}, false)
}

// own looks at all that a site may do by itself.
func (x *checker) own(k int) error {
	t, c := x.c.Things[k], x.config
	i := model.Site(t.Site)
	if t.Down {
		return x.all(k, -1, direct.Event{Kind: model.RecoverEvent, Site: i}, false)
	}
	x.sites.Put(i, x.values[k])
	var events []direct.Event
	if process := int(i) <= c.Processes; process && c.Requests[i-1] != 0 && x.sites.MayRequest(i) {
		total, _ := c.TotalRequests()
		for _, d := range x.sites.Demands(i) {
			if !x.sites.Ticketed() {
				events = append(events, direct.Event{Kind: model.RequestEvent, Site: i, Demand: &d})
				continue
			}
			for ticket := 1; ticket <= total; ticket++ {
				e := d
				e.Ticket = ticket
				events = append(events, direct.Event{Kind: model.RequestEvent, Site: i, Demand: &e})
			}
		}
	}
	if x.sites.InCS(i) {
		events = append(events, direct.Event{Kind: model.ExitEvent, Site: i})
	}
	if c.Timeouts != model.Off {
		for _, timer := range slices.Clone(x.sites.Timers(i)) {
			events = append(events, direct.Event{Kind: model.TimeoutEvent, Site: i, Name: timer})
		}
	}
	for _, e := range slices.Clone(x.sites.Internals(i)) {
		events = append(events, direct.Event{Kind: model.InternalEvent, Site: i, Name: e.Name})
	}
	for _, e := range events {
		if err := x.all(k, -1, e, false); err != nil {
			return err
		}
	}
	if c.Crash > 0 && (c.Crashing.Empty() || c.Crashing.Has(i)) {
		return x.all(k, -1, direct.Event{Kind: model.CrashEvent, Site: i}, true)
	}
	return nil
}

// all runs an event with every sequence of choices.
func (x *checker) all(site, message int, e direct.Event, down bool) error {
	var chosen, most []int
	for {
		at := 0
		x.sites.Choose(func(_ string, lo, hi int) int {
			if at == len(chosen) {
				chosen, most = append(chosen, lo), append(most, hi)
			}
			at++
			return chosen[at-1]
		})
		x.sites.Put(e.Site, x.values[site])
		effect, err := x.sites.Run(e)
		if err != nil {
			return err
		}
		if err := x.step(site, message, e, effect, down); err != nil {
			return err
		}
		for at = len(chosen); at > 0 && chosen[at-1] == most[at-1]; at-- {
		}
		if at == 0 {
			return nil
		}
		chosen, most = chosen[:at], most[:at]
		chosen[at-1]++
	}
}

// step demands that what an event makes is there: side by side, and beside all that stood beside what took part.
func (x *checker) step(site, message int, e direct.Event, effect *direct.Effect, down bool) error {
	x.steps++
	after := fmt.Sprintf("%s at site %d", e.Kind, e.Site)
	k, err := x.site(e.Site, x.sites.Vars(e.Site), down)
	if err != nil {
		return fmt.Errorf("after %s: %w", after, err)
	}
	made := []int{k}
	for _, m := range effect.Sends {
		k, err := x.thing(views.Thing{Site: int(m.To), Text: model.Text(m.Message), Message: true}, m.Message)
		if err != nil {
			return fmt.Errorf("after %s: %w", after, err)
		}
		made = append(made, k)
	}
	if x.weighs() {
		before := []int{site}
		if message >= 0 {
			before = append(before, message)
		}
		if x.weight(made...) > x.weight(before...) {
			return fmt.Errorf("%s at %s makes it heavier: %d, and %d before", after, x.c.Things[site].Text, x.weight(made...), x.weight(before...))
		}
		return nil
	}
	for at, a := range made {
		for _, b := range made[:at] {
			if err := x.together(a, b, after); err != nil {
				return err
			}
		}
		for b := range x.c.Things {
			if x.beside(site, b) && (message < 0 || x.beside(message, b)) {
				if err := x.together(a, b, after); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// weight is that of some things together, in a certificate that has weights.
func (x *checker) weight(things ...int) (total int) {
	if x.weighs() {
		for _, k := range things {
			total += x.c.Weights[k]
		}
	}
	return total
}

// safe looks at every pair of sites.
func (x *checker) safe(bad func(v, w *model.View) bool) (r Report, err error) {
	looks := make([]model.View, len(x.values))
	for k, t := range x.c.Things {
		if x.values[k] != nil && !t.Message {
			x.sites.Put(model.Site(t.Site), x.values[k])
			looks[k] = x.sites.View(model.Site(t.Site), nil)
		}
	}
	for k, t := range x.c.Things {
		if x.values[k] == nil {
			continue
		}
		r.Things++
		for l, u := range x.c.Things[:k+1] {
			if !x.beside(k, l) {
				continue
			}
			r.Pairs++
			if !t.Message && !u.Message && x.values[l] != nil && (bad(&looks[k], &looks[l]) || bad(&looks[l], &looks[k])) {
				return r, fmt.Errorf("it has %s at site %d beside %s at site %d, which must not be", t.Text, t.Site, u.Text, u.Site)
			}
		}
	}
	r.Steps = x.steps
	return r, nil
}
