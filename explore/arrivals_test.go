package explore_test

import (
	"testing"

	"github.com/gmecheck/gmecheck/explore/internal/stubborn"
	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/system"
)

// talk is how far a site of a [talking] protocol is: the steps of site 2, the messages that site 1 has got, and what it saw when it looked.
type talk struct{ Steps, Got, Saw int }

// talking is a protocol in which site 2 takes some steps in silence and sends messages then, and site 1 looks once whether it has got
// enough of them. Looking may go first if and only if there cannot be enough.
type talking struct {
	silent, sends int  // steps of site 2
	kinds         int  // of messages, which come in turn
	enough        int  // messages that change what site 1 sees
	short         bool // site 2 may also send one message and be done
	aside         bool // site 2 may first go aside, for two steps, and come back
	forever       bool // site 2 begins anew after its last message
}

func (talking) Start(model.Site) (v talk)                                   { return v }
func (talking) MayRequest(model.Site, talk) bool                            { return false }
func (talking) Request(model.Site, *talk, model.Demand, *model.Outbox[int]) {}
func (talking) InCS(model.Site, talk) bool                                  { return false }
func (talking) Exit(model.Site, *talk, *model.Outbox[int])                  {}
func (talking) Receive(_ model.Site, v *talk, _ int, _ *model.Outbox[int])  { v.Got++ }
func (talking) Look(_ model.Site, v talk, _ []int) model.View               { return model.View{Holds: v.Saw} }
func (p talking) end() int                                                  { return p.silent + p.sends }
func (p talking) Internals(i model.Site, v talk) (all []model.Inner) {
	switch {
	case i == 1 && v.Saw == 0:
		return []model.Inner{{Name: "look"}}
	case i == 2 && v.Steps < p.end():
		if p.aside && v.Steps == 0 {
			all = append(all, model.Inner{Name: "aside"})
		}
		if all = append(all, model.Inner{Name: "step"}); p.short && v.Steps == p.silent {
			all = append(all, model.Inner{Name: "short"})
		}
	}
	return all
}

func (p talking) Do(_ model.Site, v *talk, name string, out *model.Outbox[int]) {
	switch name {
	case "look":
		if v.Saw = 1; v.Got >= p.enough {
			v.Saw = 2
		}
	case "aside":
		v.Steps = -2
	default:
		if v.Steps >= p.silent {
			out.Send(1, v.Steps%p.kinds)
		}
		switch v.Steps++; {
		case name == "short":
			v.Steps = p.end()
		case p.forever && v.Steps == p.end():
			v.Steps = 0
		}
	}
}

// TestChoicesAndWhatArrives: a site chooses to look before anything arrives where not enough can, however much that is, in whatever order,
// and whatever the others do on the way; and it does not where enough can, nor where more can than is kept track of.
func TestChoicesAndWhatArrives(t *testing.T) {
	const never = 1 << 20
	first := func(p talking, n model.Network) bool {
		c := model.Config{Processes: 2, Requests: []int{0, 0}, Network: n}
		g := chooseAll(system.Compose[talk, int](p, c), 2000, keptEnds(stubborn.AllRules))
		if g == nil {
			t.Fatalf("%+v: too many states", p)
		}
		if wrong := g.mistake(nil); wrong != "" {
			t.Errorf("%+v, %v: %s", p, n, wrong)
		}
		return g.choice[0].Set != nil && g.choice[0].site == 0
	}
	for _, x := range []struct {
		p      talking
		chosen bool // if that is never enough
	}{
		{talking{sends: 1, kinds: 1}, true},
		{talking{sends: 6, kinds: 1}, true},
		{talking{sends: 7, kinds: 1}, false},
		{talking{sends: 9, kinds: 1}, false},
		{talking{sends: 4, kinds: 2}, true},
		{talking{sends: 6, kinds: 2}, false},
		{talking{sends: 2, kinds: 1, short: true}, true},
		{talking{sends: 4, kinds: 2, short: true}, true},
		{talking{sends: 2, kinds: 1, silent: 3, aside: true}, true},
		{talking{sends: 3, kinds: 2, silent: 3, aside: true, short: true}, true},
		{talking{sends: 1, kinds: 1, silent: 250}, true},
		{talking{sends: 1, kinds: 1, silent: 300}, false},
	} {
		for _, n := range []model.Network{model.Bag, model.FIFO} {
			for _, x.p.enough = range []int{1, x.p.sends} {
				if first(x.p, n) {
					t.Errorf("%+v, %v: site 1 looks, though %d messages can arrive", x.p, n, x.p.sends)
				}
			}
			if x.p.enough = never; first(x.p, n) != x.chosen {
				t.Errorf("%+v, %v: site 1 chooses to look: %t", x.p, n, !x.chosen)
			}
		}
	}
	for kinds := 11; kinds < 15; kinds++ { // as many different ones, one after the other
		x := talking{sends: kinds, kinds: kinds, enough: kinds}
		if first(x, model.FIFO) {
			t.Errorf("%+v: site 1 looks, though %d messages can arrive", x, kinds)
		}
	}
}

// TestChoicesAndArrivalsWithoutEnd: nothing goes before messages that come again and again, if enough of them do; there are no bounds to the states.
func TestChoicesAndArrivalsWithoutEnd(t *testing.T) {
	for _, p := range []talking{{silent: 2, sends: 1, kinds: 1}, {sends: 1, kinds: 1}, {sends: 2, kinds: 2}, {silent: 1, sends: 2, kinds: 1, aside: true}} {
		p.enough, p.forever = 9, true
		sys := system.Compose[talk, int](p, model.Config{Processes: 2, Requests: []int{0, 0}, Network: model.Bag})
		choose, free := choosesAt(sys, keptEnds(stubborn.AllRules))
		if c := choose(append(sys.Starts()[0], sys.StartBudget())); c.Set != nil && c.site == 0 {
			t.Errorf("%+v: site 1 looks, though there is no end to what arrives", p)
		}
		free()
	}
}
