package views_test

import (
	"slices"
	"testing"

	"github.com/gmecheck/gmecheck/algorithms/studies/proofs"
	"github.com/gmecheck/gmecheck/explore/views"
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/system"
)

// reversal is path reversal on a tree, with a mistake that shows only where there are many processes, or by their numbers.
type reversal struct {
	n       int
	fathers model.PerSite[model.Site]
	wrong   string
}

type knot struct {
	waits, inside, token bool
	father, next         model.Site
}

type ask struct {
	who  model.Site // 0: it is the token
	hops int
}

func (p reversal) Start(i model.Site) knot {
	depth := 0
	for at := i; p.fathers.At(at) != 0; at = p.fathers.At(at) {
		depth++
	}
	father := p.fathers.At(i)
	return knot{father: father, token: father == 0 || p.wrong == "a second token at depth 4" && depth == 4}
}
func (reversal) MayRequest(_ model.Site, v knot) bool { return !v.waits && !v.inside }
func (reversal) InCS(_ model.Site, v knot) bool       { return v.inside }

func (p reversal) Request(i model.Site, v *knot, _ model.Demand, out *model.Outbox[ask]) {
	if v.father == 0 || v.token ||
		p.wrong == "the last of at least 4 enters at once" && p.n >= 4 && int(i) == p.n ||
		p.wrong == "where there are 5 everybody enters at once" && p.n >= 5 {
		v.inside = true
		out.Enter()
		return
	}
	v.waits = true
	out.Send(v.father, ask{who: i})
	v.father = 0
}

func (p reversal) Receive(i model.Site, v *knot, m ask, out *model.Outbox[ask]) {
	switch {
	case m.who == 0:
		v.token, v.waits, v.inside = true, false, true
		out.Enter()
		return
	case p.wrong == "the fourth of those who ask gets a copy" && m.who == 4:
		out.Send(m.who, ask{})
		return
	case p.wrong == "a request that was handed on four times is granted" && m.hops == 4:
		out.Send(m.who, ask{})
		return
	case v.father != 0:
		hops := 0
		if p.wrong == "a request that was handed on four times is granted" {
			hops = min(m.hops+1, 4)
		}
		out.Send(v.father, ask{m.who, hops})
	case v.waits || v.inside:
		v.next = m.who
	case p.wrong == "the token goes back to smaller numbers only in copy" && m.who < i:
		out.Send(m.who, ask{})
	default:
		v.token = false
		out.Send(m.who, ask{})
	}
	v.father = m.who
}

func (reversal) Exit(_ model.Site, v *knot, out *model.Outbox[ask]) {
	if v.inside = false; v.next != 0 {
		v.token = false
		out.Send(v.next, ask{})
		v.next = 0
	}
}

func (reversal) Look(_ model.Site, v knot, inbox []ask) model.View {
	look := model.View{Waits: v.waits, InCS: v.inside}
	if v.token {
		look.Holds = 1
	}
	for _, m := range inbox {
		if m.who == 0 {
			look.Coming++
		}
	}
	return look
}

// TestEveryPeeking: protocols that use the number of processes, or theirs, are not proved for every n, be they right for all n that are
// closed: either a condition is not met, or mutual exclusion is not proved.
func TestEveryPeeking(t *testing.T) {
	for _, wrong := range []string{
		"a second token at depth 4", "the last of at least 4 enters at once", "where there are 5 everybody enters at once",
		"the fourth of those who ask gets a copy", "a request that was handed on four times is granted", "the token goes back to smaller numbers only in copy",
	} {
		family := func(n int) (all []*system.System) {
			for _, tree := range proofs.Trees(n) {
				parents, err := model.ParseTree(tree, n)
				if err != nil {
					t.Fatal(err)
				}
				c := model.Config{Processes: n, Requests: slices.Repeat([]int{model.Unlimited}, n)}
				all = append(all, system.Compose[knot, ask](reversal{n, parents, wrong}, c))
			}
			return all
		}
		r, err := views.Every(t.Context(), family, views.Options{MaxWork: 300_000, Questions: []views.Question{{Name: "mutex", Deaf: true, Pair: invariants.Mutex.Few.Pair}}})
		if err != nil {
			t.Fatal(err)
		}
		proved := len(r.Answers) > 0 && r.Answers[0].Proved
		if t.Logf("%s: n = %d, mutex proved there: %v, obstacles %v", wrong, r.Processes, proved, r.Obstacles); proved && len(r.Obstacles) == 0 {
			t.Errorf("%q is proved for every n", wrong)
		}
	}
}
