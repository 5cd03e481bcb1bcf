package drsgme

import (
	"fmt"
	"slices"
	"strings"

	"github.com/gmecheck/gmecheck/algorithms/paper"
	"github.com/gmecheck/gmecheck/model"
)

// row is one event of Table I: its transitions, and what the paper says of token.queue and the request sets after it.
type row struct {
	event string
	steps []string // labels, or their beginnings
	queue string
	sets  string
}

// tableI is section IV's example. The paper shows only that P_1 and P_3 learn of each other, and P_1 and P_4; it does
// not say that P_1 answers them, so these two messages stay in flight.
var tableI = []row{
	{"a", []string{
		"request(2, g2)", "deliver(request(2, 1, g2) -> 1)", "deliver(request(2, 1, g2) -> 3)",
		"deliver(request(2, 1, g2) -> 4)", "deliver(token(",
	}, "<>", "{2} {} {1, 2, 4} {1, 2, 3}"},
	{"b", []string{"request(1, g3)", "deliver(request(1, 1, g3) -> 2)"}, "<g3: 1>", "{2} {} {1, 2, 4} {1, 2, 3}"},
	{"c", []string{
		"request(3, g1)", "deliver(request(3, 1, g1) -> 1)", "deliver(request(3, 1, g1) -> 2)",
		"deliver(request(3, 1, g1) -> 4)",
	}, "<g3: 1, g1: 3>", "{2, 3} {} {1, 2, 4} {1, 2, 3}"},
	{"d", []string{
		"request(4, g3)", "deliver(request(4, 1, g3) -> 1)", "deliver(request(4, 1, g3) -> 2)",
		"deliver(request(4, 1, g3) -> 3)",
	}, "<g3: 1 4, g1: 3>", "{2, 3, 4} {} {1, 2, 4} {1, 2, 3}"},
	{"e", []string{"exit(2)", "deliver(token(", "deliver(start("}, "<g1: 3>", "{} {1, 3} {1, 2, 4} {1, 2, 3}"},
}

// plain is the protocol of the paper's problem with n processes and m groups.
func plain(variant string, n, m int) *protocol {
	c := model.Config{Variant: variant, Processes: n, Groups: m, Timeouts: model.Off}
	if variant == model.Repaired {
		for _, r := range repairs {
			c.Repairs = append(c.Repairs, r.Name)
		}
	}
	return newProtocol(c, false)
}

// newExample is the example at its beginning.
func newExample(variant string) *example {
	x := &example{p: plain(variant, 4, 3)}
	for i := range x.sites {
		x.sites[i] = x.p.Start(model.Site(i + 1))
	}
	return x
}

// measureTableI plays the example by the handlers. A row that cannot be played differs, and so do all that follow it.
func measureTableI(variant string) paper.Measurement {
	x := newExample(variant)
	m := paper.Measurement{Loads: len(tableI), Example: "after (e), token.queue and all request sets are as in Table I"}
	stuck := false
	for _, r := range tableI {
		found := x.play(r)
		if stuck = stuck || found == ""; stuck {
			found = "it cannot be played"
		} else if found == r.queue+", "+r.sets {
			continue
		}
		if m.Differ++; m.Differ == 1 {
			m.Example = fmt.Sprintf("row (%s): %s; the paper: %s, %s", r.event, found, r.queue, r.sets)
		}
	}
	return m
}

// measureStart plays the example until the token of row (e) has come: there the new captain sends start to the other process in its entry.
func measureStart(variant string) paper.Measurement {
	m := paper.Measurement{Loads: 1, Example: "P_1 sends start to P_4, and to nobody else"}
	x, e := newExample(variant), len(tableI)-1
	for _, r := range tableI[:e] {
		x.play(r)
	}
	var started []model.Site
	if x.take(tableI[e].steps[0]) && x.take(tableI[e].steps[1]) {
		for _, s := range x.flight {
			if _, is := s.m.(start); is {
				started = append(started, s.to)
			}
		}
	}
	if !slices.Equal(started, []model.Site{4}) {
		m.Differ, m.Example = 1, fmt.Sprintf("start goes to %d processes", len(started))
	}
	return m
}

// example is the system of four processes at a moment.
type example struct {
	p      *protocol
	sites  [4]vars
	flight []sent
}

// play takes the steps of a row and returns what token.queue and the request sets are then; empty if a step is not
// possible.
func (x *example) play(r row) string {
	for _, step := range r.steps {
		if !x.take(step) {
			return ""
		}
	}
	queue, sets := "none", make([]string, len(x.sites))
	for i, v := range x.sites {
		if sets[i] = v.RS.String(); v.state.holder() {
			queue = withoutNumbers(v.token.queue)
		}
	}
	return queue + ", " + strings.Join(sets, " ")
}

// take makes the step whose label begins like that.
func (x *example) take(step string) bool {
	var out outbox
	for i := range x.sites {
		site, v := model.Site(i+1), &x.sites[i]
		for g := range model.Group(3) {
			if fmt.Sprintf("request(%d, %s)", site, g+1) == step && x.p.MayRequest(site, *v) {
				x.p.Request(site, v, model.Demand{Group: g + 1}, &out)
				return x.send(out)
			}
		}
		if fmt.Sprintf("exit(%d)", site) == step && x.p.InCS(site, *v) {
			x.p.Exit(site, v, &out)
			return x.send(out)
		}
	}
	for k, m := range x.flight {
		if strings.HasPrefix(fmt.Sprintf("deliver(%s -> %d)", model.Text(m.m), m.to), step) {
			x.flight = append(x.flight[:k:k], x.flight[k+1:]...)
			x.p.Receive(m.to, &x.sites[m.to-1], m.m, &out)
			return x.send(out)
		}
	}
	return false
}

func (x *example) send(out outbox) bool {
	for to, m := range out.Sent() {
		x.flight = append(x.flight, sent{to, m})
	}
	return true
}

// withoutNumbers is a queue as Table I prints it, without request numbers.
func withoutNumbers(q queue) string {
	var entries []string
	for _, e := range q.All() {
		text := e.group.String() + ":"
		for _, w := range e.ids.All() {
			text += fmt.Sprintf(" %d", w.id)
		}
		entries = append(entries, text)
	}
	return "<" + strings.Join(entries, ", ") + ">"
}
