package conform_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/system"
)

// naive decides whether a log is a run by trying every transition of every state: no order is left out, nothing is known of
// what commutes. A line fits a step if everything that it says stands in the line that the step would log.
type naive struct {
	sys    *system.System
	reader *system.Reader
	lines  [][]map[string]any // of each site
	seen   map[string]bool
	most   int                  // events that fit, at the most
	strict bool                 // no step may be hidden, and no number be missing
	each   func(state []uint32) // if there is one, it is told of all states on the way, and the search goes on
}

func naively(sys *system.System, lines []map[string]any, hidden int) (conforms bool, most int) {
	sys.Apart = true
	n := &naive{sys: sys, reader: sys.NewReader()}
	return n.decide(lines, hidden)
}

func (n *naive) decide(lines []map[string]any, hidden int) (conforms bool, most int) {
	sys := n.sys
	n.strict = hidden == 0
	n.lines, n.seen = make([][]map[string]any, len(sys.Places)), map[string]bool{}
	for _, line := range lines {
		for k, p := range sys.Places {
			if p.Name == line["process"] {
				n.lines[k] = append(n.lines[k], plain(line))
			}
		}
	}
	for _, start := range sys.Starts() {
		s := spot{state: append(start, sys.StartBudget()), done: make([]int, len(sys.Places)), entered: make([]bool, len(sys.Places)), gap: make([]int, len(sys.Places)), lines: make([]int, len(sys.Places)), hidden: hidden}
		if n.search(s) {
			return true, len(lines)
		}
	}
	return false, n.most
}

// plain is a line with the numbers as JSON has them.
func plain(line map[string]any) (o map[string]any) {
	text, err := json.Marshal(line)
	if err != nil {
		panic(err)
	}
	if err := json.Unmarshal(text, &o); err != nil {
		panic(err)
	}
	return o
}

// spot is a state and how much of the log has happened.
type spot struct {
	state   []uint32
	done    []int
	entered []bool
	gap     []int // hidden steps of a site since its last event
	lines   []int // at most so many lines are missing of these, and of entries
	hidden  int
	flight  []string // "to from message", sorted: who has sent what is in flight
}

func (s spot) with(k int) spot {
	s.done, s.entered, s.gap, s.lines = slices.Clone(s.done), slices.Clone(s.entered), slices.Clone(s.gap), slices.Clone(s.lines)
	return s
}

func (n *naive) search(s spot) bool {
	total, all := 0, 0
	for k := range n.lines {
		total, all = total+s.done[k], all+len(n.lines[k])
	}
	n.most = max(n.most, total)
	if n.each != nil {
		n.each(s.state)
	}
	if total == all {
		return n.each == nil
	}
	key := fmt.Sprint(s)
	if n.seen[key] {
		return false
	}
	n.seen[key] = true
	for k := range n.lines {
		if s.done[k] < len(n.lines[k]) && n.lines[k][s.done[k]]["kind"] == "enter" && s.entered[k] && n.filled(s, k, s.lines[k]) {
			t := s.with(k)
			t.done[k]++
			t.entered[k], t.gap[k], t.lines[k] = false, 0, 0
			if n.search(t) {
				return true
			}
		}
	}
	for _, t := range n.transitions(s) {
		for _, flight := range n.flights(s, t) {
			if n.take(s, t, flight) {
				return true
			}
		}
	}
	return false
}

// transitions are all steps, also those that leave the state as it is.
func (n *naive) transitions(s spot) []system.Transition {
	all := n.reader.Out(s.state)
	for k := range n.lines {
		calm := system.Still
		for j := range n.lines {
			calm = min(calm, n.reader.Expand(j, s.state[j], s.state[len(s.state)-1]).Calm)
		}
		x := n.reader.Expand(k, s.state[k], s.state[len(s.state)-1])
		for m := range x.Moves {
			move := &x.Moves[m]
			if budget, possible := n.sys.Pay(s.state[len(s.state)-1], move.Cost, calm); possible && len(move.Sends) == 0 && move.Next == s.state[k] && budget == s.state[len(s.state)-1] {
				all = append(all, system.Transition{Site: k, Move: move, To: s.state})
			}
		}
	}
	return all
}

// flights are the messages in flight after a step, one for each sender that the message may have.
func (n *naive) flights(s spot, t system.Transition) (all []spot) {
	e := t.Move.Event
	sent := func(flight []string) []string {
		flight = slices.Clone(flight)
		for _, m := range e.Sends {
			flight = append(flight, fmt.Sprintf("%d %d %s", m.To, e.Site, model.Text(m.Value)))
		}
		slices.Sort(flight)
		return flight
	}
	if e.Message.Value == nil {
		return []spot{{flight: sent(s.flight)}}
	}
	for k, m := range s.flight {
		if k > 0 && s.flight[k-1] == m {
			continue
		}
		var to, from int
		fmt.Sscan(m, &to, &from)
		if to != int(e.Site) || strings.SplitN(m, " ", 3)[2] != model.Text(e.Message.Value) || e.Message.From != 0 && int(e.Message.From) != from {
			continue
		}
		flight := slices.Clone(s.flight)
		if e.Kind == model.DuplicateEvent {
			flight = append(flight, m)
		} else {
			flight = slices.Delete(flight, k, k+1)
		}
		all = append(all, spot{flight: sent(flight), hidden: from}) // hidden: room for the sender
	}
	return all
}

func (n *naive) take(s spot, t system.Transition, flight spot) bool {
	e, k := t.Move.Event, t.Site
	u := s.with(k)
	u.state, u.flight = t.To, flight.flight
	switch e.Kind {
	case model.LoseEvent, model.DuplicateEvent, model.DropEvent:
		return n.search(u)
	}
	unlogged := 0 // a line that says that the step before has entered
	if s.entered[k] {
		unlogged = 1
	}
	u.entered[k] = e.Entries > 0
	if s.done[k] < len(n.lines[k]) && n.filled(s, k, s.lines[k]+unlogged) && within(n.lines[k][s.done[k]], n.line(t, flight.hidden)) {
		v := u.with(k)
		v.done[k]++
		v.gap[k], v.lines[k] = 0, 0
		if n.search(v) {
			return true
		}
	}
	if s.hidden > 0 && n.mayHide(s, k) {
		u.hidden--
		u.gap[k]++
		u.lines[k] += 1 + unlogged
		return n.search(u)
	}
	return false
}

// filled reports that so many lines can be those that are missing before the next event of a site.
func (n *naive) filled(s spot, k, lines int) bool {
	hole := n.hole(s, k)
	return hole == 0 || lines >= hole && !n.strict
}

// hole is how many numbers are missing before the next event of a site.
func (n *naive) hole(s spot, k int) int {
	at := func(j int) int { seq, _ := n.lines[k][j]["seq"].(float64); return int(seq) }
	switch {
	case at(s.done[k]) == 0:
		return 0
	case s.done[k] == 0:
		return at(0) - 1
	}
	return at(s.done[k]) - at(s.done[k]-1) - 1
}

func (n *naive) mayHide(s spot, k int) bool {
	if len(n.lines[k]) == 0 || s.done[k] == len(n.lines[k]) || n.lines[k][0]["seq"] == nil {
		return true
	}
	return s.gap[k] < n.hole(s, k)
}

// line is what a site would log of a step, with everything that there is to say.
func (n *naive) line(t system.Transition, from int) map[string]any {
	e := t.Move.Event
	line := map[string]any{"kind": e.Kind.String(), "fields": jsonOf(model.Variables(n.sys.Describe(t.Site, t.Move.Next).Vars)), "name": e.Name}
	if e.Kind == model.InternalEvent && (e.Name == "request" || e.Name == "exit") {
		line["or"] = e.Name
	}
	if len(e.Choices) > 0 {
		line["choices"] = e.Choices
	}
	if e.Demand != nil {
		line["demand"] = map[string]any{"group": int(e.Demand.Group), "priority": e.Demand.Priority}
	}
	if e.Message.Value != nil {
		value, kind := e.Message.Value, model.Kind(e.Message.Value)
		if c, is := value.(model.Carrier); is {
			value, kind, _ = c.Carries()
		}
		line["message"] = map[string]any{"kind": kind, "fields": jsonOf(model.Variables(value))}
		line["from"] = from
	}
	return plain(line)
}

// within reports that everything that a logged line says, but for its process and number, is in the line of the step.
func within(logged, step map[string]any) bool {
	for key, x := range logged {
		switch {
		case key == "process" || key == "seq" || key == "kind" && step["or"] == x:
			continue
		}
		if inner, is := x.(map[string]any); is {
			of, _ := step[key].(map[string]any)
			if of == nil || !within(inner, of) {
				return false
			}
		} else if y, has := step[key]; !has || fmt.Sprint(x) != fmt.Sprint(y) {
			return false
		}
	}
	return true
}
