package views_test

import (
	"slices"
	"testing"

	"github.com/gmecheck/gmecheck/explore/views"
	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/system"
)

// bank is sites that each enter when they have got their price, and stay. The last site has the coins, and gives them away.
type bank struct {
	prices []int // of the others
	coins  int
}

type account struct {
	holds  int
	inside bool
}

type payment int

func (b bank) Start(i model.Site) account {
	if int(i) > len(b.prices) {
		return account{holds: b.coins}
	}
	return account{}
}
func (bank) MayRequest(model.Site, account) bool                                { return false }
func (bank) InCS(_ model.Site, v account) bool                                  { return v.inside }
func (bank) Request(model.Site, *account, model.Demand, *model.Outbox[payment]) {}
func (bank) Exit(_ model.Site, v *account, _ *model.Outbox[payment])            {}
func (bank) Accepts(_ model.Site, v account, _ payment) bool                    { return !v.inside }
func (bank) Receive(_ model.Site, v *account, m payment, _ *model.Outbox[payment]) {
	v.holds, v.inside = int(m), true
}
func (b bank) Internals(i model.Site, v account) (all []model.Inner) {
	if int(i) <= len(b.prices) {
		return nil
	}
	for k, price := range b.prices {
		if price <= v.holds {
			all = append(all, model.Inner{Name: model.Text(k + 1)})
		}
	}
	return all
}
func (b bank) Do(_ model.Site, v *account, name string, out *model.Outbox[payment]) {
	for k, price := range b.prices {
		if name == model.Text(k+1) {
			v.holds -= price
			out.Send(model.Site(k+1), payment(price))
		}
	}
}
func (bank) Look(_ model.Site, v account, inbox []payment) model.View {
	look := model.View{InCS: v.inside, Holds: v.holds}
	for _, m := range inbox {
		look.Coming += int(m)
	}
	return look
}

// TestInside: that no more than so many are inside is proved where the coins are not enough for one more of the cheapest, and not where they are.
func TestInside(t *testing.T) {
	for _, x := range []struct {
		bank
		inside int
		proved bool
	}{
		{bank{[]int{1, 1, 1}, 2}, 2, true}, {bank{[]int{1, 1, 1}, 3}, 2, false}, {bank{[]int{1, 1, 1}, 3}, 3, true},
		{bank{[]int{3, 1, 1, 1}, 3}, 2, false}, {bank{[]int{1, 1, 3, 1}, 3}, 2, false}, {bank{[]int{3, 1, 1, 1}, 2}, 2, true},
	} {
		n := len(x.prices) + 1
		sys := system.Compose[account, payment](x.bank, model.Config{Processes: n, Requests: make([]int, n)})
		for entities := 1; entities <= 2; entities++ {
			r, err := views.Of(t.Context(), sys, views.Options{Entities: entities, Questions: []views.Question{{Name: "inside", Inside: x.inside}}})
			if err != nil {
				t.Fatal(err)
			}
			a := r.Answers[0]
			if a.Proved != x.proved || !a.Proved && len(a.View) != x.inside+1 {
				t.Errorf("prices %v, %d coins, views of %d: at most %d inside: %+v", x.prices, x.coins, entities, x.inside, a)
			}
		}
	}
	// Who is inside may become lighter there: it counts for what it weighs then.
	c := model.Config{Processes: 3, Requests: slices.Repeat([]int{model.Unlimited}, 3)}
	sys := system.Compose[stop, token](ring{3, "passes the token while inside"}, c)
	for entities := 1; entities <= 2; entities++ {
		r, err := views.Of(t.Context(), sys, views.Options{Entities: entities, Questions: []views.Question{{Name: "inside", Inside: 2}}})
		if err != nil || r.Answers[0].Proved {
			t.Errorf("views of %d: who passes the token while inside: %+v %v", entities, r.Answers, err)
		}
	}
}

// spending is a purse that keeps nothing of what comes.
type spending struct{ purse }

func (spending) Receive(model.Site, *purseful, coinage, *model.Outbox[coinage]) {}

// TestSpent: where a step makes fewer tokens, their number is not proved, and the step is shown.
func TestSpent(t *testing.T) {
	p := purse{[]int{1}, func(_ purseful, coming int) int { return coming }}
	sys := system.Compose[purseful, coinage](spending{p}, model.Config{Processes: 2, Requests: []int{0, 0}})
	for entities := 1; entities <= 2; entities++ {
		r, err := views.Of(t.Context(), sys, views.Options{Entities: entities, MaxWork: 10_000, Questions: []views.Question{{Name: "tokens", Tokens: 1}}})
		if err != nil || r.Limit != "" {
			t.Fatal(err, r.Limit)
		}
		a := r.Answers[0]
		if a.Proved || len(a.View) != 2 || len(a.Steps) != 2 || a.Steps[1].Takes == nil {
			t.Errorf("views of %d: %+v", entities, a)
		}
	}
}
