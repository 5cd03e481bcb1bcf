package explore_test

import (
	"fmt"
	"maps"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/gmecheck/gmecheck/algorithms/paper/papertest"
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
)

// states is how many states a site of a random protocol has besides its fuel.
const states = 3

// local is a site of a random protocol; every message costs it fuel, so that there are finitely many states.
type local struct{ At, Fuel int }

// row is what an event makes of a site.
type row struct {
	Next, Choices int
	To            []int // destinations of messages
	Message       int
	Restarts      []string // timers that it sets anew
}

// timers of a random protocol, the shortest first: not in the order of their names.
var timers = []string{"short", "long"}

// random is a protocol of tables, one for each kind of event.
type random struct {
	Sites                  int
	Requests, Exits, Inner [states]row
	Timeout                [states]map[string]row // of the timers that run
	Receives               [states][2]row
	May, In, Enabled       [states]bool
	Refuses                [states][2]bool // messages, which wait
	Patient, Optional      bool
	Forgets                bool         // a crash sets a site back
	Recovers               *[states]row // nil: nothing is done then
	Fuel                   int
	Watch                  model.Watch  // what handlers read where it runs; see [clocked]
	Runs                   [states]bool // it does
	Seats                  []model.Site // where the sites sit, among others that do nothing; nil: they are all there are
}

func (p *random) seat(k int) model.Site {
	if p.Seats != nil {
		return p.Seats[k%len(p.Seats)]
	}
	return model.Site(1 + k%p.Sites)
}

func (p *random) sits(i model.Site) bool { return p.Seats == nil || slices.Contains(p.Seats, i) }

func (p *random) run(v *local, r row, out *model.Outbox[int]) {
	z := out.Choose("z", 0, r.Choices)
	if p.Runs[v.At] {
		z += out.Elapsed(p.Watch.Name, 0, p.Watch.Most)
	}
	v.At = (r.Next + z) % states
	for _, timer := range r.Restarts {
		out.Restart(timer)
	}
	for _, to := range r.To {
		if v.Fuel > 0 {
			v.Fuel--
			out.Send(p.seat(to+z), r.Message)
		}
	}
}

func (p *random) Start(model.Site) local                { return local{0, p.Fuel} }
func (p *random) MayRequest(i model.Site, v local) bool { return p.sits(i) && p.May[v.At] }
func (p *random) InCS(i model.Site, v local) bool       { return p.sits(i) && p.In[v.At] }
func (p *random) Exit(_ model.Site, v *local, out *model.Outbox[int]) {
	p.run(v, p.Exits[v.At], out)
}

func (p *random) Request(_ model.Site, v *local, _ model.Demand, out *model.Outbox[int]) {
	p.run(v, p.Requests[v.At], out)
}

func (p *random) Receive(_ model.Site, v *local, m int, out *model.Outbox[int]) {
	p.run(v, p.Receives[v.At][m], out)
}

func (p *random) Accepts(i model.Site, v local, m int) bool { return !p.Refuses[v.At][m] }

func (p *random) Crash(_ model.Site, v *local) {
	if p.Forgets {
		v.At = 0
	}
}

func (p *random) Recover(_ model.Site, v *local, out *model.Outbox[int]) {
	if p.Recovers != nil {
		p.run(v, p.Recovers[v.At], out)
	}
}

func (p *random) Timers(i model.Site, v local) []string {
	if !p.sits(i) {
		return nil
	}
	return slices.Sorted(maps.Keys(p.Timeout[v.At]))
}

func (p *random) Durations() []string { return timers }

func (p *random) Expire(_ model.Site, v *local, timer string, out *model.Outbox[int]) {
	p.run(v, p.Timeout[v.At][timer], out)
}

func (p *random) Internals(i model.Site, v local) []model.Inner {
	if p.sits(i) && p.Enabled[v.At] {
		return []model.Inner{{Name: "inner", Patient: p.Patient, Optional: p.Optional}}
	}
	return nil
}

func (p *random) Do(_ model.Site, v *local, _ string, out *model.Outbox[int]) {
	p.run(v, p.Inner[v.At], out)
}

func (p *random) Look(_ model.Site, v local, inbox []int) model.View {
	sum := 0
	for _, m := range inbox {
		sum += m
	}
	return model.View{InCS: p.In[v.At], Holds: v.At, Coming: sum}
}

func drawRow(t *rapid.T, name string, sites int) row {
	return row{
		Next:    rapid.IntRange(0, states-1).Draw(t, name),
		Choices: rapid.SampledFrom([]int{0, 0, 0, 1}).Draw(t, name+" choices"),
		To:      rapid.SliceOfN(rapid.IntRange(0, sites-1), 0, 2).Draw(t, name+" sends to"),
		Message: rapid.IntRange(0, 1).Draw(t, name+" message"),
	}
}

func drawProtocol(t *rapid.T) *random {
	p := &random{Sites: rapid.IntRange(2, 3).Draw(t, "sites"), Patient: rapid.Bool().Draw(t, "patient"), Optional: rapid.Bool().Draw(t, "optional"), Forgets: rapid.Bool().Draw(t, "forgets"), Fuel: 1}
	if rapid.Bool().Draw(t, "recovers") {
		p.Recovers = new([states]row)
	}
	for k := range states {
		name := fmt.Sprint(k, " ")
		p.Requests[k] = drawRow(t, name+"request", p.Sites)
		p.Exits[k] = drawRow(t, name+"exit", p.Sites)
		p.Timeout[k] = map[string]row{}
		for _, timer := range timers {
			if rapid.Bool().Draw(t, name+timer) {
				p.Timeout[k][timer] = drawRow(t, name+"timeout "+timer, p.Sites)
			}
		}
		if p.Recovers != nil {
			p.Recovers[k] = drawRow(t, name+"recovery", p.Sites)
		}
		p.Inner[k] = drawRow(t, name+"inner", p.Sites)
		for m := range p.Receives[k] {
			p.Receives[k][m] = drawRow(t, fmt.Sprint(name, "receive ", m), p.Sites)
			p.Refuses[k][m] = rapid.IntRange(0, 4).Draw(t, fmt.Sprint(name, "refuses ", m)) == 0
		}
		p.May[k] = k == 0 || rapid.Bool().Draw(t, name+"may")
		p.In[k], p.Enabled[k] = rapid.Bool().Draw(t, name+"in"), rapid.Bool().Draw(t, name+"enabled")
	}
	return p
}

var randomProperties = []invariants.Property{
	{Name: "exclusion", State: func(vs invariants.Views) invariants.Opinion {
		inside := 0
		for _, v := range vs {
			if v.InCS {
				inside++
			}
		}
		return invariants.If(inside > 0, inside < 2)
	}},
	{Name: "sum", State: func(vs invariants.Views) invariants.Opinion {
		return invariants.That(vs[0].Holds+vs[1].Coming < 4)
	}},
	{Name: "end", End: func(vs invariants.Views) invariants.Opinion {
		return invariants.That(vs[0].Holds > 0 && !vs[1].Down)
	}},
}

func TestRandomProtocols(t *testing.T) { rapid.Check(t, randomProtocols) }

func randomProtocols(t *rapid.T) {
	p := drawProtocol(t)
	c := model.Config{
		Processes: p.Sites, Requests: rapid.SliceOfN(rapid.IntRange(0, 1), p.Sites, p.Sites).Draw(t, "requests"),
		Network:  rapid.SampledFrom([]model.Network{model.Bag, model.FIFO}).Draw(t, "network"),
		Timeouts: rapid.SampledFrom([]model.Timeouts{model.Off, model.Patient}).Draw(t, "timeouts"), OrderedTimers: rapid.Bool().Draw(t, "ordered timers"),
	}
	if p.Sites == 2 {
		fault := rapid.SampledFrom([]*int{nil, &c.Loss, &c.Duplicate, &c.Crash, &c.Early}).Draw(t, "fault")
		if fault != nil {
			*fault = 1
			c.Final, c.Crashing = rapid.Bool().Draw(t, "final"), rapid.SampledFrom([]model.Sites{{}, model.SetOf[model.Site](1), model.SetOf[model.Site](2)}).Draw(t, "crashing")
			c.Lossy = rapid.SampledFrom([][]string{nil, {"0"}, {"1"}, {"2"}}).Draw(t, "lossy")
		} else {
			p.Fuel = 2
		}
	}
	papertest.Agree[local, int](t, p, c, randomProperties)
}
