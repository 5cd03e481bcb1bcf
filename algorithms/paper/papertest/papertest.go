// Package papertest is what the tests of algorithms share: a search as plain as can be, which judges all properties of
// an algorithm in a small configuration.
package papertest

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"gmecheck/algorithms/paper"
	"gmecheck/invariants"
	"gmecheck/model"
)

// Holds stands in a table of verdicts for a property that holds; any other number is the length of the shortest trace
// that violates it.
const Holds = -1

// Result is what a search saw.
type Result struct {
	Verdicts map[string]int // by property; properties that had nothing to say are missing
	Classes  []string       // of the events that occurred, sorted
}

// Explore visits every state breadth first and judges the properties of states, ends and steps.
func Explore(a *paper.Algorithm, c model.Config) Result {
	s := &search{
		sys: a.New(c), properties: a.Properties(c), seen: map[string]bool{},
		verdicts: map[string]int{}, classes: map[string]bool{},
	}
	s.reader = s.sys.NewReader()
	s.add(s.sys.Start(), s.sys.StartBudget())
	for steps := 0; len(s.next) > 0; steps++ {
		level := s.next
		s.next = nil
		for _, state := range level {
			s.visit(state, steps)
		}
	}
	return Result{s.verdicts, slices.Sorted(maps.Keys(s.classes))}
}

type search struct {
	sys        *model.System
	reader     *model.Reader
	properties []invariants.Property
	seen       map[string]bool
	next       []state
	verdicts   map[string]int
	classes    map[string]bool
}

type state struct {
	nodes  []uint32
	budget uint32
}

func (s *search) add(nodes []uint32, budget uint32) {
	if key := fmt.Sprint(nodes, budget); !s.seen[key] {
		s.seen[key] = true
		s.next = append(s.next, state{nodes, budget})
	}
}

func (s *search) visit(x state, steps int) {
	var views invariants.Views
	var expansions []*model.Expansion
	quiet, end := true, true
	for site, node := range x.nodes {
		e := s.reader.Expand(site, node, x.budget)
		expansions, views = append(expansions, e), append(views, s.sys.View(e.View))
		quiet = quiet && !e.Busy
	}
	for site, e := range expansions {
		for _, m := range e.Moves {
			budget, possible := s.sys.Pay(x.budget, m.Cost, quiet)
			if !possible {
				continue
			}
			nodes := slices.Clone(x.nodes)
			nodes[site] = m.Next
			for _, d := range m.Sends {
				nodes[d.Site] = s.reader.Put(d.Site, nodes[d.Site], d.Batch)
			}
			if slices.Equal(nodes, x.nodes) && budget == x.budget {
				continue
			}
			end = false
			s.classes[m.Event.Class()] = true
			for _, p := range s.properties {
				if p.Step != nil && (p.Hears == nil || p.Hears(m.Event)) {
					s.judge(p, p.Step(invariants.Step{Before: views, After: s.views(nodes, budget), Event: m.Event}), steps+1)
				}
			}
			s.add(nodes, budget)
		}
	}
	for _, p := range s.properties {
		if p.State != nil {
			s.judge(p, p.State(views), steps)
		}
		if p.End != nil && end {
			s.judge(p, p.End(views), steps)
		}
	}
}

func (s *search) views(nodes []uint32, budget uint32) invariants.Views {
	var views invariants.Views
	for site, node := range nodes {
		views = append(views, s.sys.View(s.reader.Expand(site, node, budget).View))
	}
	return views
}

func (s *search) judge(p invariants.Property, o invariants.Opinion, steps int) {
	switch before, known := s.verdicts[p.Name]; {
	case o == invariants.Fine && !known:
		s.verdicts[p.Name] = Holds
	case o == invariants.Violated && (!known || before == Holds || steps < before):
		s.verdicts[p.Name] = steps
	}
}

// Compare reports every property whose verdict is not the wanted one. Properties that are not in want must hold.
func (r Result) Compare(t *testing.T, a *paper.Algorithm, c model.Config, want map[string]int) {
	t.Helper()
	model := fmt.Sprint(c, " ", c.Params, " ", strings.Join(c.Repairs, ","))
	for _, p := range a.Properties(c) {
		if p.State == nil && p.End == nil && p.Step == nil {
			continue // needs more than a look at states and steps
		}
		wanted, violated := want[p.Name]
		if !violated {
			wanted = Holds
		}
		if got, judged := r.Verdicts[p.Name]; !judged {
			t.Errorf("%s: %s has nothing to say", model, p.Name)
		} else if got != wanted {
			t.Errorf("%s: %s: %d steps, want %d", model, p.Name, got, wanted)
		}
	}
}
