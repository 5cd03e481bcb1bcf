package explorer

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/gmecheck/gmecheck/counterexamples"
	"github.com/gmecheck/gmecheck/counterexamples/statespace"
	"github.com/gmecheck/gmecheck/explore"
	"github.com/gmecheck/gmecheck/invariants"
)

// Limits of the map: what a page can show, and what somebody waits for.
const (
	mostDrawn = 1500
	mostTime  = 10 * time.Second
)

// atlas is the map of a variant: how many states there are in each level, what happens how often, and the graph itself if it
// is small.
type atlas struct {
	Levels      []int     `json:"levels"`
	Coverage    []covered `json:"coverage"`
	States      int       `json:"states"`
	Transitions int       `json:"transitions"`
	Complete    bool      `json:"complete"`
	Why         string    `json:"why"`   // it is not complete
	Nodes       []node    `json:"nodes"` // null: there are too many to be drawn
	Edges       [][2]int  `json:"edges"`

	graph *statespace.Graph
}

type covered struct {
	Event string `json:"event"`
	Times int    `json:"times"`
}

// node is a state in its place.
type node struct {
	Level    int    `json:"level"`
	X        int    `json:"x"`     // its place among those of its level, from 0
	Label    string `json:"label"` // what the sites are doing
	Violated string `json:"violated"`
	Dead     bool   `json:"dead"` // nothing is possible, and somebody waits
}

// way is the numbers of states in the map; nil if they are not drawn.
func (a *atlas) way(states []counterexamples.State) []int {
	if a.graph == nil {
		return nil
	}
	var all []int
	for _, s := range states {
		n, ok := a.graph.Number(s)
		if !ok {
			return nil
		}
		all = append(all, n)
	}
	return all
}

// atlasOf is the map of a variant, if it is made already.
func (l *lab) atlasOf(v *variant) *atlas {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.atlas[v.name]
}

// chart makes the map of a variant, once.
func (l *lab) chart(r *http.Request, q struct {
	Variant string `json:"variant"`
}) (*atlas, error) {
	v, err := l.variant(q.Variant)
	if err != nil {
		return nil, err
	}
	if a := l.atlasOf(v); a != nil {
		return a, nil
	}
	a, err := newAtlas(r.Context(), v, l.limit, mostTime)
	if err == nil {
		err = r.Context().Err() // the page has gone: the next one has a whole map made
	}
	if err != nil {
		return nil, err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.atlas[v.name] = a
	return a, nil
}

func newAtlas(ctx context.Context, v *variant, limit int, most time.Duration) (*atlas, error) {
	limited, cancel := explore.Limited(ctx, most)
	defer cancel()
	result, err := explore.Check(limited, v.system(), explore.Options{MaxStates: limit, Canonical: explore.CanonicalOff})
	if err != nil {
		return nil, err
	}
	a := &atlas{
		Levels: result.Levels, Coverage: []covered{}, States: result.States, Transitions: result.Transitions,
		Complete: result.Complete, Why: result.Limit,
	}
	if !result.Complete && limited.Err() != nil { // nobody has set that
		a.Why = fmt.Sprintf("the map takes at most %v", most)
	}
	for event, times := range result.Coverage {
		a.Coverage = append(a.Coverage, covered{event, times})
	}
	slices.SortFunc(a.Coverage, func(x, y covered) int {
		if x.Times != y.Times {
			return y.Times - x.Times
		}
		if x.Event < y.Event {
			return -1
		}
		return 1
	})
	if !result.Complete || result.States > mostDrawn {
		return a, nil
	}
	var large *statespace.TooLarge
	if a.graph, err = statespace.Explore(ctx, v.system(), mostDrawn); errors.As(err, &large) {
		return a, nil
	} else if err != nil {
		return nil, err
	}
	a.place(v)
	return a, nil
}

// place lays the graph out: a row for each level, and in it each state near to those that lead to it.
func (a *atlas) place(v *variant) {
	run := counterexamples.NewRun(v.system())
	a.Nodes = make([]node, len(a.graph.States))
	from := make([][]int, len(a.Nodes))
	for _, t := range a.graph.Transitions {
		a.Edges = append(a.Edges, [2]int{t.From, t.To})
		if a.graph.States[t.From].Level < a.graph.States[t.To].Level {
			from[t.To] = append(from[t.To], t.From)
		}
	}
	var levels [][]int
	for n, s := range a.graph.States {
		for len(levels) <= s.Level {
			levels = append(levels, nil)
		}
		levels[s.Level] = append(levels[s.Level], n)
		a.Nodes[n] = node{Level: s.Level, Label: doing(a.graph, n), Dead: s.Stuck}
		run.GoTo(a.graph.At(n))
		views := run.Views()
		for _, p := range v.properties {
			if p.State != nil && p.State(views) == invariants.Violated {
				a.Nodes[n].Violated = p.Name
				break
			}
		}
	}
	for _, level := range levels {
		middle := func(n int) float64 {
			sum := 0
			for _, m := range from[n] {
				sum += a.Nodes[m].X
			}
			return float64(sum) / float64(max(1, len(from[n])))
		}
		slices.SortStableFunc(level, func(x, y int) int {
			switch a, b := middle(x), middle(y); {
			case a < b:
				return -1
			case a > b:
				return 1
			}
			return x - y
		})
		for x, n := range level {
			a.Nodes[n].X = x
		}
	}
}

// doing says what the sites do in a state.
func doing(g *statespace.Graph, n int) string {
	text := ""
	for k, s := range g.States[n].Sites {
		if k > 0 {
			text += ", "
		}
		text += strings.TrimSpace(g.Sites[k] + " " + s.Doing())
	}
	return text
}
