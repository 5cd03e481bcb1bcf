package gbp

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"gmecheck/invariants"
	"gmecheck/model"
)

// run walks through a system by hand.
type run struct {
	t      *testing.T
	sys    *model.System
	reader *model.Reader
	nodes  []uint32
}

func start(t *testing.T, c model.Config) *run {
	sys := Algorithm.New(c)
	return &run{t: t, sys: sys, reader: sys.NewReader(), nodes: sys.Start()}
}

// moves lists the labels of all that can happen, and what each makes of the state.
func (r *run) moves() (labels []string, events []*model.Event, next [][]uint32) {
	for site, node := range r.nodes {
		for _, m := range r.reader.Expand(site, node, r.sys.StartBudget()).Moves {
			to := slices.Clone(r.nodes)
			to[site] = m.Next
			for _, d := range m.Sends {
				to[d.Site] = r.reader.Put(d.Site, to[d.Site], d.Batch)
			}
			labels = append(labels, r.sys.Label(site, node, m.Event))
			events = append(events, m.Event)
			next = append(next, to)
		}
	}
	return labels, events, next
}

// do makes the steps, by their labels, and returns the event of the last.
func (r *run) do(steps ...string) (last *model.Event) {
	r.t.Helper()
	for _, step := range steps {
		labels, events, next := r.moves()
		k := slices.Index(labels, step)
		if k < 0 {
			r.t.Fatalf("no %s among\n%s", step, strings.Join(labels, "\n"))
		}
		r.nodes, last = next[k], events[k]
	}
	return last
}

// tell describes a site's variables, without those that say nothing.
func (r *run) tell(site model.Site) string {
	var texts []string
	for _, f := range r.sys.Describe(int(site)-1, r.nodes[site-1]).Fields {
		if f.Value != "<>" && f.Value != "{}" {
			texts = append(texts, f.Name+" "+f.Value)
		}
	}
	return strings.Join(texts, ", ")
}

func (r *run) views() invariants.Views {
	var vs invariants.Views
	for site, node := range r.nodes {
		vs = append(vs, r.sys.View(r.reader.Expand(site, node, r.sys.StartBudget()).View))
	}
	return vs
}

// visit sees a state, the events that lead out of it, and what they lead to.
type visit func(depth int, vs invariants.Views, events []*model.Event, after []invariants.Views)

func ignore(int, invariants.Views, []*model.Event, []invariants.Views) {}

// levels visits the states level by level, until limit are known.
func (r *run) levels(limit int, visit visit) {
	seen := map[string]bool{fmt.Sprint(r.nodes): true}
	for depth, level := 0, [][]uint32{r.nodes}; len(level) > 0 && len(seen) < limit; depth++ {
		var below [][]uint32
		for _, nodes := range level {
			r.nodes = nodes
			vs := r.views()
			var changes []*model.Event
			var after []invariants.Views
			_, events, next := r.moves()
			for k, to := range next {
				if slices.Equal(to, nodes) {
					continue
				}
				r.nodes = to
				changes, after = append(changes, events[k]), append(after, r.views())
				if key := fmt.Sprint(to); !seen[key] {
					seen[key] = true
					below = append(below, to)
				}
			}
			visit(depth, vs, changes, after)
		}
		level = below
	}
}
