package views_test

import (
	"context"
	"slices"
	"testing"

	"github.com/gmecheck/gmecheck/explore"
	"github.com/gmecheck/gmecheck/explore/views"
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/system"
)

// ring is a token that goes round; wrong is the mistake that is in it.
type ring struct {
	n     int
	wrong string
}

type stop struct{ waits, inside, token bool }

type token struct{}

func (r ring) Start(i model.Site) stop {
	return stop{token: i == 1 || i == 5 && r.wrong == "a second token from n = 5 on"}
}
func (ring) MayRequest(_ model.Site, v stop) bool { return !v.waits && !v.inside }
func (ring) InCS(_ model.Site, v stop) bool       { return v.inside }

func (r ring) Request(i model.Site, v *stop, _ model.Demand, out *model.Outbox[token]) {
	switch {
	case v.token,
		r.wrong == "enters without the token",
		r.wrong == "the last enters without the token from n = 4 on" && int(i) == r.n && r.n >= 4:
		v.inside = true
		out.Enter()
	default:
		v.waits = true
	}
}

func (r ring) Exit(_ model.Site, v *stop, _ *model.Outbox[token]) { v.inside = false }

func (r ring) Receive(_ model.Site, v *stop, _ token, out *model.Outbox[token]) {
	if v.token = true; v.waits {
		v.waits, v.inside = false, true
		out.Enter()
	}
}

func (r ring) Internals(_ model.Site, v stop) []model.Inner {
	if v.token && (!v.inside || r.wrong == "passes the token while inside") {
		return []model.Inner{{Name: "pass"}}
	}
	return nil
}

func (r ring) Do(i model.Site, v *stop, _ string, out *model.Outbox[token]) {
	choice := out.Choose("copies", 1, map[bool]int{false: 1, true: 2}[r.wrong == "may send two"])
	for range choice {
		out.Send(i%model.Site(r.n)+1, token{})
	}
	v.token = r.wrong == "keeps the token" || r.wrong == "the fourth keeps the token" && i == 4
}

func (ring) Look(_ model.Site, v stop, inbox []token) model.View {
	look := model.View{Waits: v.waits, InCS: v.inside, Coming: len(inbox)}
	if v.token {
		look.Holds = 1
	}
	return look
}

// TestMutants: mistakes with the token are not proved right, and those that show only in larger rings are found there, by each kind
// of view; the ring without mistakes is proved.
func TestMutants(t *testing.T) {
	for wrong, from := range map[string]int{
		"": 99, "keeps the token": 2, "passes the token while inside": 2, "enters without the token": 2, "may send two": 2,
		"the fourth keeps the token": 4, "the last enters without the token from n = 4 on": 4, "a second token from n = 5 on": 5,
	} {
		for n := 2; n <= 6; n++ {
			c := model.Config{Processes: n, Requests: slices.Repeat([]int{model.Unlimited}, n)}
			sys := system.Compose[stop, token](ring{n, wrong}, c)
			findings, r, err := explore.CheckAll(context.Background(), sys, invariants.Panel{invariants.Mutex}, explore.Options{MaxStates: 20_000, StopAtFirst: true})
			if err != nil {
				t.Fatal(err)
			}
			if violated := findings[0].Verdict == invariants.Refuted; violated != (n >= from) && r.Complete {
				t.Fatalf("%q, n = %d: a search says violated: %v", wrong, n, violated)
			}
			for entities := 1; entities <= 2; entities++ {
				proof, err := views.Of(context.Background(), sys, views.Options{Entities: entities, Questions: []views.Question{
					{Name: "mutex", Deaf: true, Pair: invariants.Mutex.Few.Pair}, {Name: "one-token", Tokens: 1},
				}})
				if err != nil {
					t.Fatal(err)
				}
				if proved := proof.Answers[0].Proved; proved != (n < from) {
					t.Errorf("%q, n = %d, views of %d: mutex proved: %v (%s)", wrong, n, entities, proved, proof.Answers[0].Why)
				}
				if a := proof.Answers[0]; !a.Proved && len(a.View) < 1 {
					t.Errorf("%q, n = %d, views of %d: no view is shown", wrong, n, entities)
				}
			}
		}
	}
}
