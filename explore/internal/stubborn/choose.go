package stubborn

import (
	"slices"
	"sync"

	"github.com/gmecheck/gmecheck/explore/internal/membudget"
	"github.com/gmecheck/gmecheck/explore/internal/packed"
	"github.com/gmecheck/gmecheck/explore/internal/transitions"
	"github.com/gmecheck/gmecheck/explore/internal/visited"
	"github.com/gmecheck/gmecheck/model/system"
)

// Memory is what the workers of a search remember of choices. It belongs to one layout.
type Memory[S packed.State] struct {
	Settings
	sys      *system.System
	layout   *packed.Layout
	withheld *withheld[S]
	lists    *lists
	sets     [setShards]setShard
}

// Settings are what choices have to keep, and by which rules.
type Settings struct {
	Keeps Keeps // nil: ends alone
	Deaf  bool  // it asks for nothing that a message on its way can change
	Rules Rule
	// Most is how many situations of others may be looked at; 0: as many as there are.
	Most int
}

const setShards = 64

type setShard struct {
	mu    sync.RWMutex
	known map[question]*Set  // nil: there is no T
	all   map[question][]Set // if nothing can arrive
	_     packed.Padding
}

// NewMemory remembers nothing yet.
func NewMemory[S packed.State](b *membudget.Budget, sys *system.System, l *packed.Layout, s Settings) *Memory[S] {
	m := &Memory[S]{Settings: s, sys: sys, layout: l, withheld: &withheld[S]{set: visited.NewSet[S](b, 0, true, packed.Field{})}, lists: newLists()}
	for k := range m.sets {
		m.sets[k].known, m.sets[k].all = map[question]*Set{}, map[question][]Set{}
	}
	return m
}

// Free gives the memory back that is not Go's.
func (m *Memory[S]) Free() { m.withheld.set.Free() }

// Looked is how many situations of others have been looked at.
func (m *Memory[S]) Looked() int { return int(m.withheld.count.Load()) }

// Full reports that these are more than may be.
func (m *Memory[S]) Full() bool { return m.Most > 0 && m.Looked() > m.Most }

// Choices is one worker's access to choices.
type Choices[S packed.State] struct {
	*Memory[S]
	chooser Chooser
	outlook outlook[S]
	bounds  []bound
}

// bound is the sets that a site would have if nothing could arrive: with what can none is smaller.
type bound struct {
	site int
	sets []Set
}

// New returns the access of a worker with these readers; stop says that the search is to end.
func New[S packed.State](m *Memory[S], r *system.Reader, t *transitions.Reader, stop func() bool) *Choices[S] {
	sites := len(m.sys.Places)
	return &Choices[S]{
		Memory: m, chooser: Chooser{m.sys, r, m.Rules, m.Keeps, m.Deaf},
		outlook: outlook[S]{
			withheld: m.withheld, lists: m.lists, rules: m.Rules, sys: m.sys, layout: m.layout, moves: t, stop: stop,
			places: map[S]int{}, nodes: make([]uint32, sites), rows: make([]transitions.Row, sites),
		},
	}
}

// Choose chooses T in a state that has these nodes: of the smallest that of the first site. It is nil if all transitions are to be
// tried. It is no choice if the layout has no room, or there is a reason to stop.
func (c *Choices[S]) Choose(s *S, nodes []uint32, budget uint32) (site int, best *Set, chosen bool) {
	c.bounds = c.bounds[:0]
	for k, node := range nodes {
		if all := c.all(question{node, budget, nothing, k}); len(all) > 0 {
			c.bounds = append(c.bounds, bound{k, all})
		}
	}
	slices.SortStableFunc(c.bounds, func(a, b bound) int { return len(a.sets[0].Moves) - len(b.sets[0].Moves) })
	for _, b := range c.bounds {
		if best != nil && len(b.sets[0].Moves) >= len(best.Moves) {
			break
		}
		others := *s
		packed.Set(c.layout, &others, b.site, nodes[b.site], 0)
		c.outlook.site = b.site
		coming, ok := c.outlook.of(others)
		if !ok {
			return 0, nil, false
		}
		if coming == endless {
			continue
		}
		if t := c.set(question{nodes[b.site], budget, coming, b.site}, b.sets); t != nil && (best == nil || len(t.Moves) < len(best.Moves)) {
			site, best = b.site, t
		}
	}
	return site, best, true
}

func (m *Memory[S]) shard(q question) *setShard {
	return &m.sets[(uint64(q.node)*0x9E3779B97F4A7C15>>32+uint64(q.coming))%setShards]
}

// set is the smallest T of a site; nil if there is none.
func (c *Choices[S]) set(q question, bounds []Set) *Set {
	if q.coming == nothing {
		return &bounds[0]
	}
	x := c.shard(q)
	return once(&x.mu, x.known, q, func() *Set { return c.chooser.best(q, c.lists.items(q.coming), bounds) })
}

// all are the sets of a site if nothing can arrive.
func (c *Choices[S]) all(q question) []Set {
	x := c.shard(q)
	return once(&x.mu, x.all, q, func() []Set { return c.chooser.all(q) })
}

// once is the answer to a question, found without the lock: by more than one worker, perhaps.
func once[T any](mu *sync.RWMutex, known map[question]T, q question, find func() T) T {
	mu.RLock()
	answer, ok := known[q]
	mu.RUnlock()
	if ok {
		return answer
	}
	answer = find()
	mu.Lock()
	defer mu.Unlock()
	known[q] = answer
	return answer
}
