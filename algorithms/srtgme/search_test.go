package srtgme

import (
	"fmt"
	"slices"
	"strings"

	"gmecheck/explore/naive"
	"gmecheck/invariants"
	"gmecheck/model"
)

// outcome is what a search found out.
type outcome struct {
	naive.Result
	violated map[string]int // steps of the shortest trace, by property
	vacuous  []string
	events   []string // classes of events that occurred, sorted
}

// String is one line to pin: the violated properties with their steps, and the vacuous ones.
func (o outcome) String() string {
	var parts []string
	for name, steps := range o.violated {
		parts = append(parts, fmt.Sprintf("%s %d", name, steps))
	}
	slices.Sort(parts)
	text := strings.Join(parts, ", ")
	if len(o.vacuous) > 0 {
		text += "; vacuous: " + strings.Join(o.vacuous, ", ")
	}
	return text
}

// search judges every state, end and step of a configuration breadth first, with all properties of the algorithm that
// judge such things. It is simple on purpose, and independent of the engine.
func search(c model.Config) outcome {
	type state [8]uint32
	sys := Algorithm.New(c)
	r, properties := sys.NewReader(), Algorithm.Properties(c)
	views := func(s state) invariants.Views {
		vs := make(invariants.Views, c.Processes)
		for k := range vs {
			vs[k] = sys.View(r.Expand(k, s[k], 0).View)
		}
		return vs
	}
	found := outcome{violated: map[string]int{}}
	spoke, events := map[string]bool{}, map[string]bool{}
	judge := func(p invariants.Property, o invariants.Opinion, steps int) {
		spoke[p.Name] = spoke[p.Name] || o != invariants.Silent
		if _, before := found.violated[p.Name]; o == invariants.Violated && !before {
			found.violated[p.Name] = steps
		}
	}

	var start state
	copy(start[:], sys.Start())
	seen := map[state]bool{start: true}
	for level := []state{start}; len(level) > 0; found.Depth++ {
		var next []state
		for _, s := range level {
			before, moves := views(s), 0
			found.States++
			for _, p := range properties {
				if p.State != nil {
					judge(p, p.State(before), found.Depth)
				}
			}
			for k := range c.Processes {
				for _, m := range r.Expand(k, s[k], 0).Moves {
					t := s
					t[k] = m.Next
					for _, d := range m.Sends {
						t[d.Site] = r.Put(d.Site, t[d.Site], d.Batch)
					}
					if t == s {
						continue
					}
					moves++
					events[m.Event.Class()] = true
					for _, p := range properties {
						if p.Step != nil && p.Hears(m.Event) {
							judge(p, p.Step(invariants.Step{Before: before, After: views(t), Event: m.Event}), found.Depth+1)
						}
					}
					if !seen[t] {
						seen[t] = true
						next = append(next, t)
					}
				}
			}
			found.Transitions += moves
			for _, p := range properties {
				if p.End != nil && moves == 0 {
					judge(p, p.End(before), found.Depth)
				}
			}
		}
		level = next
	}
	found.Depth--
	for _, p := range properties {
		if judged := p.State != nil || p.End != nil || p.Step != nil; judged && !spoke[p.Name] {
			found.vacuous = append(found.vacuous, p.Name)
		}
	}
	for e := range events {
		found.events = append(found.events, e)
	}
	slices.Sort(found.events)
	slices.Sort(found.vacuous)
	return found
}
