package ringcoordinator

import (
	"fmt"
	"slices"
	"testing"

	"github.com/gmecheck/gmecheck/explore"
	"github.com/gmecheck/gmecheck/model"
)

// TestTickets: without request budgets and canonical forms the time stamps come to an end, and a search says so.
func TestTickets(t *testing.T) {
	c := Algorithm.With(model.Published, func(c *model.Config) { c.Processes, c.Requests = 1, []int{model.Unlimited} })
	for _, mode := range []explore.Mode{explore.BFS, explore.DFS} {
		r, err := explore.Check(t.Context(), Algorithm.New(c), explore.Options{Mode: mode, Canonical: explore.CanonicalOff})
		if err != nil || r.Complete || r.Limit != "more than 255 tickets" {
			t.Errorf("%s: %+v, %v", mode, r, err)
		}
	}
}

// TestProse runs the story that the survey tells: p1 gets the token, others are told to wait, and the one with the
// smallest time stamp is served next, although its request arrived last.
func TestProse(t *testing.T) {
	p := &protocol{Algorithm.Config(model.Published)}
	sites := []vars{p.Start(1), p.Start(2), p.Start(3), p.Start(4)}
	step := func(what string, i model.Site, run func(v *vars, out *model.Outbox[message]), want ...string) {
		t.Helper()
		out := model.NewOutbox[message]()
		run(&sites[i-1], out)
		var sent []string
		for to, m := range out.Sent() {
			sent = append(sent, fmt.Sprintf("%s -> %d", model.Text(m), to))
		}
		if !slices.Equal(sent, want) {
			t.Errorf("%s: sends %q, want %q", what, sent, want)
		}
	}
	request := func(i model.Site, ts int, want string) {
		t.Helper()
		step("request", i, func(v *vars, out *model.Outbox[message]) { p.Request(i, v, model.Demand{Ticket: ts}, out) }, want)
	}
	deliver := func(i model.Site, m message, want ...string) {
		t.Helper()
		step(model.Text(m), i, func(v *vars, out *model.Outbox[message]) { p.Receive(i, v, m, out) }, want...)
	}
	exit := func(i model.Site, want string) {
		t.Helper()
		step("exit", i, func(v *vars, out *model.Outbox[message]) { p.Exit(i, v, out) }, want)
	}
	const coordinator = 4
	request(1, 1, "Req(1, 1) -> 4")
	deliver(coordinator, Req{1, 1}, "Token -> 1")
	deliver(1, Token{})
	request(2, 2, "Req(2, 2) -> 4")
	request(3, 3, "Req(3, 3) -> 4")
	deliver(coordinator, Req{3, 3}, "Wait -> 3")
	deliver(coordinator, Req{2, 2}, "Wait -> 2")
	deliver(3, Wait{})
	exit(1, "Back(1) -> 4")
	deliver(coordinator, Back{1}, "Token -> 2")
	deliver(2, Token{})
	exit(2, "Back(2) -> 4")
	deliver(coordinator, Back{2}, "Token -> 3")
	deliver(3, Token{})
	if !p.InCS(3, sites[2]) {
		t.Error("p3 has the token and is not in its critical section")
	}
	exit(3, "Back(3) -> 4")
	deliver(coordinator, Back{3})
	if want := p.Start(coordinator); sites[coordinator-1] != want {
		t.Errorf("the coordinator ends with %v, want %v", sites[coordinator-1], want)
	}
}
