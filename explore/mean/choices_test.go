package mean_test

import (
	"math"
	"testing"

	"github.com/gmecheck/gmecheck/explore/mean"
	"github.com/gmecheck/gmecheck/explore/measures"
	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/system"
)

// tossing is a process that enters once, and a place that is none; they toss as what says, and send as many papers.
type tossing struct{ what string }

type tossed struct{ wants, in, done bool }

type (
	mail  any
	paper struct{ copy int }
	heads struct{}
	tails struct{}
)

func (tossing) Start(model.Site) tossed                { return tossed{} }
func (tossing) MayRequest(i model.Site, v tossed) bool { return i == 1 && !v.wants && !v.in }
func (tossing) InCS(_ model.Site, v tossed) bool       { return v.in }
func (tossing) Look(_ model.Site, v tossed, _ []mail) model.View {
	return model.View{Waits: v.wants, InCS: v.in}
}
func (tossing) Exit(_ model.Site, v *tossed, _ *model.Outbox[mail]) { v.in = false }

// papers sends so many to the other site.
func papers(i model.Site, n int, out *model.Outbox[mail]) {
	for k := range n {
		out.Send(3-i, paper{k})
	}
}

func (p tossing) Request(i model.Site, v *tossed, d model.Demand, out *model.Outbox[mail]) {
	switch p.what {
	case "by event":
		v.wants = true
		return
	case "by message":
		out.Send(2, heads{})
		out.Send(2, tails{})
	case "by demand":
		papers(i, out.Choose("n", 1, 2*int(d.Group)), out)
	case "one after another":
		if out.Choose("first", 1, 2) == 1 {
			papers(i, out.Choose("second", 1, 3), out)
		} else if out.Choose("second", 5, 6) == 6 {
			papers(i, out.Choose("third", 1, 5), out)
		}
	}
	v.in = true
	out.Enter()
}

func (p tossing) Receive(i model.Site, v *tossed, m mail, out *model.Outbox[mail]) {
	if _, is := m.(paper); is || v.done {
		return
	}
	v.done = true
	n := 2
	if m == (tails{}) {
		n = 4
	}
	papers(i, out.Choose("n", 1, n), out)
}

func (p tossing) Internals(_ model.Site, v tossed) []model.Inner {
	if v.wants {
		return []model.Inner{{Name: "one"}, {Name: "other"}}
	}
	return nil
}

func (p tossing) Do(i model.Site, v *tossed, name string, out *model.Outbox[mail]) {
	v.wants, v.in = false, true
	papers(i, out.Choose("n", 1, map[string]int{"one": 2, "other": 4}[name]), out)
	out.Enter()
}

// TestChoices: each choice is equally likely, among those of the same event, message and demand, and after the same choices.
func TestChoices(t *testing.T) {
	for what, want := range map[string]float64{
		"by event": 0.75*1.5 + 0.25*2.5, "by message": 2 + (1.5+2.5)/2, "by demand": (1.5 + 2.5) / 2, "one after another": 2./2 + 3./4,
	} {
		c := model.Config{Processes: 2, Groups: 1, Requests: []int{1, 0}}
		if what == "by demand" {
			c.Groups = 2
		}
		r, err := mean.Of(t.Context(), system.Compose[tossed, mail](tossing{what}, c), mean.Options{Clocks: mean.Clocks{
			Latency: 1, CS: 1, Think: 1, Events: map[string]float64{"one": 1, "other": 3},
		}})
		if err != nil || r.Limit != "" || !r.Chooses {
			t.Fatal(what, r, err)
		}
		for _, m := range r.Measures {
			if m.Name == measures.MessagesPerEntry && math.Abs(m.Value-want) > 1e-9 {
				t.Errorf("%s: %v messages, want %v", what, m.Value, want)
			}
		}
	}
}
