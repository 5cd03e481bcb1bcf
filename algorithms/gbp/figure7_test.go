package gbp_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/gmecheck/gmecheck/algorithms/gbp"
	"github.com/gmecheck/gmecheck/algorithms/paper/papertest"
	"github.com/gmecheck/gmecheck/counterexamples"
	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/system"
)

// TestFigure7 is figure 7, with P_i, P_j, P_m and P_s as processes 1 to 4, and times that fit it. The own-lock
// repair is needed to get into CS at all.
func TestFigure7(t *testing.T) {
	c := papertest.Model(t, &gbp.Algorithm, "--repair own-lock -n 4 -m 1 --durations 6")
	r := start(t, c)
	const G = 5
	expect := func(what, want string) {
		t.Helper()
		if got := r.tell(G); got != want {
			t.Errorf("%s: %s\nwant %s", what, got, want)
		}
	}

	r.do(
		"request(1, g1, 2)", "deliver(Req-Process(P1->G1, 2) -> G1)",
		"request(2, g1, 3)", "deliver(Req-Process(P2->G1, 3) -> G1)",
		"request(3, g1, 4)", "deliver(Req-Process(P3->G1, 4) -> G1)",
		"request(4, g1, 6)",
	)
	expect("(a) and (b): the time of the group is that of P_m",
		"state Active, LP <P1 for 2 waits, P2 for 3 waits, P3 for 4 waits>, LG <G1 priority 1>, gtpo 4, tpouse 0")
	r.do("deliver(Req-Process(P4->G1, 6) -> G1)")
	expect("(c): ACTIVE, it is set to that of P_s", "state Active, LP <P1 for 2 waits, P2 for 3 waits, P3 for 4 waits, "+
		"P4 for 6 waits>, LG <G1 priority 1>, gtpo 6, tpouse 0")

	r = start(t, c)
	r.do(
		"request(1, g1, 2)", "deliver(Req-Process(P1->G1, 2) -> G1)",
		"request(2, g1, 3)", "deliver(Req-Process(P2->G1, 3) -> G1)",
		"request(3, g1, 4)", "deliver(Req-Process(P3->G1, 4) -> G1)",
		"deliver(Rec-Group(G1->G1) -> G1)", "request(4, g1, 3)",
	)
	expect("(d): CS", "state CS, LP <P1 for 2 until 2, P2 for 3 until 3, P3 for 4 until 4>, LG <G1 priority 1>, "+
		"conj {g1}, gtpo 4, tpouse 0")
	here := r.State()
	r.do("deliver(Req-Process(P4->G1, 3) -> G1) u=1", "deliver(Rep-Process(G1->P4) -> 4)")
	r.GoTo(here)
	if e := r.do("deliver(Req-Process(P4->G1, 3) -> G1) u=2"); len(e.Sends) > 0 {
		t.Errorf("(e): P_s gets %v", e.Sends)
	}
	expect("(e): P_s has to wait for the next stage", "state CS, LP <P1 for 2 until 2, P2 for 3 until 3, "+
		"P3 for 4 until 4, P4 for 3 waits>, LG <G1 priority 1>, conj {g1}, gtpo 4, tpouse 2")
}

// run walks through a system by hand.
type run struct {
	t   *testing.T
	sys *system.System
	*counterexamples.Run
}

func start(t *testing.T, c model.Config) *run {
	sys := gbp.Algorithm.New(c)
	return &run{t, sys, counterexamples.NewRun(sys)}
}

// do makes the steps, by their labels, and returns the event of the last.
func (r *run) do(steps ...string) (last *model.Event) {
	r.t.Helper()
	for _, step := range steps {
		all := r.Enabled()
		k := slices.IndexFunc(all, func(c counterexamples.Choice) bool { return c.Label == step })
		if k < 0 {
			r.t.Fatalf("no %s among\n%v", step, all)
		}
		r.GoTo(all[k].State)
		last = all[k].Event
	}
	return last
}

// tell describes a site's variables, without those that say nothing.
func (r *run) tell(site model.Site) string {
	var texts []string
	for _, f := range r.sys.Describe(int(site)-1, r.State().Nodes[site-1]).Fields {
		if f.Value != "<>" && f.Value != "{}" {
			texts = append(texts, f.Name+" "+f.Value)
		}
	}
	return strings.Join(texts, ", ")
}
