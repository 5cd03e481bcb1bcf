package stategraph

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/gmecheck/gmecheck/explore/internal/membudget"
	"github.com/gmecheck/gmecheck/explore/internal/session"
)

// edgeTo is a transition with a label.
type edgeTo struct {
	label uint16
	to    uint32
}

// graphOf is a graph of initial states of which state k has these transitions and this label; leaves says of which others lead outside of the boundary.
func graphOf(s *session.Session, labels []uint32, edges [][]edgeTo, leaves []bool) *Graph {
	g, total := &Graph{Session: s, levels: []uint32{0, uint32(len(labels))}, leaves: leaves}, 0
	for _, out := range edges {
		total += len(out)
	}
	g.allocate(len(labels), total)
	shapes, at := g.shapes.reader(), uint32(0)
	for k, out := range edges {
		var edgeLabels []uint16
		g.first[k] = at
		for _, e := range out {
			g.to.put(at, []uint32{e.to})
			edgeLabels = append(edgeLabels, e.label)
			at++
		}
		g.shape[k] = shapes.number(labels[k], edgeLabels)
	}
	g.used.Store(uint64(total))
	return g
}

// key is what a state is known by, with the classes that its transitions lead to.
func key(g *Graph, c *Classes, s uint32) string {
	var follows []string
	out := g.Out(s)
	for k, label := range g.OutLabels(s) {
		follows = append(follows, fmt.Sprint(label, "to", c.Of(out.At(k))))
	}
	slices.Sort(follows)
	return fmt.Sprint(g.Label(s), g.leaves != nil && g.leaves[s], slices.Compact(follows))
}

// TestClasses: states are of one class if and only if they have the same label and the same transitions to the same classes; those of cycles are classes
// of their own. Each class is met once, after those that it leads to.
func TestClasses(t *testing.T) {
	merged, cyclic := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		states := rapid.IntRange(1, 40).Draw(t, "states")
		labels := rapid.SliceOfN(rapid.Uint32Range(1, 2), states, states).Draw(t, "labels")
		back := rapid.IntRange(0, 10).Draw(t, "back") == 0 // some transitions lead back
		edges := make([][]edgeTo, states)
		for k := range edges {
			for range rapid.IntRange(0, 3).Draw(t, "degree") {
				to := rapid.IntRange(0, states-1).Draw(t, "to")
				if to == k || to < k && !back {
					continue
				}
				edges[k] = append(edges[k], edgeTo{uint16(rapid.IntRange(1, 2).Draw(t, "label")), uint32(to)})
			}
		}
		leaves := [][]bool{nil, rapid.SliceOfN(rapid.Bool(), states, states).Draw(t, "leaves")}[rapid.IntRange(0, 1).Draw(t, "boundary")]
		g := graphOf(&session.Session{}, labels, edges, leaves)
		defer g.Free()
		o := g.Order()
		c := o.Classes()
		defer c.Free()
		byKey, met := map[string]uint32{}, map[uint32]bool{}
		note := func(s uint32) {
			if met[c.Of(s)] {
				t.Fatalf("class %d is met twice", c.Of(s))
			}
			met[c.Of(s)] = true
		}
		inCycle := map[uint32]bool{}
		c.Each(func(s uint32) {
			out := g.Out(s)
			for k := range out.Len() {
				if !met[c.Of(out.At(k))] {
					t.Fatalf("class %d is met before class %d, to which it leads", c.Of(s), c.Of(out.At(k)))
				}
			}
			note(s)
		}, func(members []uint32) {
			for _, s := range members {
				note(s)
				inCycle[s] = true
			}
		})
		if len(met) != int(c.Count()) {
			t.Fatalf("%d of %d classes are met", len(met), c.Count())
		}
		owner := map[uint32]string{}
		for s := range g.States() {
			k := key(g, c, s)
			if inCycle[s] {
				k = fmt.Sprint("alone", s)
				cyclic++
			}
			if known, is := byKey[k]; is && known != c.Of(s) && (c.of.All != nil || o.Acyclic()) {
				t.Fatalf("two classes %d and %d of states that are alike: %s", known, c.Of(s), k)
			}
			if known, is := owner[c.Of(s)]; is && known != k {
				t.Fatalf("class %d is of states that are not alike: %s and %s", c.Of(s), known, k)
			}
			byKey[k], owner[c.Of(s)] = c.Of(s), k
		}
		merged += states - int(c.Count())
	})
	if merged == 0 || cyclic == 0 {
		t.Errorf("%d states were like others, %d in cycles", merged, cyclic)
	}
}

// TestNoClasses: where there is no memory, or hardly any states are alike, every state is a class.
func TestNoClasses(t *testing.T) {
	const many = 4 * fewAlike
	labels, edges := make([]uint32, many), make([][]edgeTo, many)
	for k := range labels {
		labels[k] = uint32(k + 1)
	}
	check := func(name string, g *Graph, want uint32) {
		t.Helper()
		c, met := g.Order().Classes(), 0
		c.Each(func(uint32) { met++ }, nil)
		if c.Count() != want || met != int(want) {
			t.Errorf("%s: %d classes, %d met; want %d", name, c.Count(), met, want)
		}
		c.Free()
		g.Free()
	}
	check("unlike", graphOf(&session.Session{}, labels, edges, nil), many)
	for k := range labels {
		labels[k] = uint32(k%7 + 1)
	}
	check("alike", graphOf(&session.Session{}, labels, edges, nil), 7)
	g := graphOf(&session.Session{}, labels, edges, nil)
	g.Memory = membudget.Budget{Limit: 1}
	check("no memory", g, many)
}
