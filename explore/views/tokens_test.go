package views_test

import (
	"testing"

	"github.com/gmecheck/gmecheck/explore/views"
	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/system"
)

// purse is two sites, of which the first gives the other its coins, one by one. What a site shows of coins that come to it is what counts says.
type purse struct {
	coins  []int // in each initial state
	counts func(v purseful, coming int) int
}

type purseful struct{ holds int }

type coinage struct{}

func (p purse) Start(model.Site) purseful { return purseful{} }
func (p purse) Starts() (all []model.Start[purseful]) {
	for _, n := range p.coins {
		all = append(all, model.Start[purseful]{Name: model.Text(n), Vars: []purseful{{n}, {}}})
	}
	return all
}
func (purse) MayRequest(model.Site, purseful) bool                                   { return false }
func (purse) InCS(model.Site, purseful) bool                                         { return false }
func (purse) Request(model.Site, *purseful, model.Demand, *model.Outbox[coinage])    {}
func (purse) Exit(model.Site, *purseful, *model.Outbox[coinage])                     {}
func (purse) Receive(_ model.Site, v *purseful, _ coinage, _ *model.Outbox[coinage]) { v.holds++ }

// Accepts keeps the closure small: a purse has room for two.
func (purse) Accepts(_ model.Site, v purseful, _ coinage) bool { return v.holds < 2 }

func (purse) Internals(i model.Site, v purseful) []model.Inner {
	if i == 1 && v.holds > 0 {
		return []model.Inner{{Name: "give"}}
	}
	return nil
}
func (purse) Do(_ model.Site, v *purseful, _ string, out *model.Outbox[coinage]) {
	v.holds--
	out.Send(2, coinage{})
}
func (p purse) Look(_ model.Site, v purseful, inbox []coinage) model.View {
	return model.View{Holds: v.holds, Coming: p.counts(v, len(inbox))}
}

// TestTokenCounts: that there are always so many tokens is proved where it is so, and where it is not, nowhere: a loss or a crash takes some, initial states have
// others, or what is shown is not the sum.
func TestTokenCounts(t *testing.T) {
	sum := func(_ purseful, coming int) int { return coming }
	for _, x := range []struct {
		name   string
		p      purse
		tokens int
		faults model.Config
		proved bool
	}{
		{"one", purse{[]int{1}, sum}, 1, model.Config{}, true},
		{"two", purse{[]int{2}, sum}, 2, model.Config{}, true},
		{"one or none", purse{[]int{1, 0}, sum}, 1, model.Config{}, false},
		{"none or one", purse{[]int{0, 1}, sum}, 1, model.Config{}, false},
		{"one or two", purse{[]int{1, 2}, sum}, 1, model.Config{}, false},
		{"two, and it is said to be one", purse{[]int{2}, sum}, 1, model.Config{}, false},
		{"a loss", purse{[]int{1}, sum}, 1, model.Config{Loss: 1}, false},
		{"a duplicate", purse{[]int{1}, sum}, 1, model.Config{Duplicate: 1}, false},
		{"a crash", purse{[]int{1}, sum}, 1, model.Config{Crash: 1}, false},
		{"not shown to one that has some", purse{[]int{2}, func(v purseful, coming int) int {
			if v.holds > 0 {
				return 0
			}
			return coming
		}}, 2, model.Config{}, false},
		{"two that come are shown as three", purse{[]int{2}, func(_ purseful, coming int) int { return coming + coming/2 }}, 2, model.Config{}, false},
	} {
		x.faults.Processes, x.faults.Requests = 2, []int{0, 0}
		sys := system.Compose[purseful, coinage](x.p, x.faults)
		for entities := 1; entities <= 2; entities++ {
			r, err := views.Of(t.Context(), sys, views.Options{Entities: entities, MaxWork: 10_000, Questions: []views.Question{{Name: "tokens", Tokens: x.tokens}}})
			if err != nil || r.Limit != "" {
				t.Fatal(x.name, err, r.Limit)
			}
			if r.Answers[0].Proved != x.proved && !(x.proved && entities == 1) {
				t.Errorf("%s, views of %d: proved: %v (%s)", x.name, entities, r.Answers[0].Proved, r.Answers[0].Why)
			}
		}
	}
}
