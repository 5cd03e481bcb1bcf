package system

import (
	"fmt"
	"math"
	"math/bits"
	"unsafe"

	"github.com/dustin/go-humanize"

	"github.com/gmecheck/gmecheck/model"
)

// Full is the panic of a system that has no number left for something. Nothing is numbered twice: a search that catches it
// ends without an answer.
type Full struct {
	What string // plural: "variables of a site"
	Most uint64 // that there can be
}

func (f *Full) Error() string {
	return fmt.Sprintf("more than %s %s", humanize.Comma(int64(f.Most)), f.What)
}

// most is how many numbers there are.
func (s *System) most() uint32 {
	if s.Most == 0 {
		return math.MaxUint32
	}
	return s.Most
}

// next is the number after the last one that is given out of a kind; it panics if there is none.
func (s *System) next(last int, what string) uint32 { return next(last, s.most(), what) }

// nextNode is next for the nodes of a site: each must leave room for the rows of its tickets, see [System.Row].
func (s *System) nextNode(last int) uint32 {
	return next(last, min(s.most(), uint32((1<<32)/uint64(s.tickets)-1)), "nodes of a site")
}

func next(last int, most uint32, what string) uint32 {
	if uint64(last) >= uint64(most) {
		panic(&Full{what, uint64(most)})
	}
	return uint32(last + 1)
}

// mostBudgets is how many combinations of budgets there may be: they are listed before a search begins.
const mostBudgets = 1 << 22

// possible is an error if a model is larger than any can be.
func possible(c model.Config, places, tickets int) error {
	combinations := float64(tickets)
	for _, budget := range []int{c.Loss, c.Duplicate, c.Crash, c.Early} {
		combinations *= float64(budget + 1)
	}
	sites, requests := model.MaxSites, 0
	if c.Unsearched {
		sites = math.MaxInt32
	}
	for _, r := range c.Requests {
		requests = max(requests, r)
	}
	for _, part := range []struct {
		given float64
		Full
	}{
		{float64(places), Full{"sites", uint64(sites)}},
		{float64(c.Groups), Full{"groups", model.MaxGroups}},
		{float64(requests), Full{"requests of a process", math.MaxInt32}},
		{combinations, Full{"combinations of budgets", mostBudgets}},
	} {
		if part.given > float64(part.Most) {
			return &part.Full
		}
	}
	return nil
}

// Tables that grow claim their memory before something is worked out, while there is still room for what nearly always
// comes of it. Later nothing is claimed: what a refusal left half done would be done in another order when the journal is
// replayed. Small tables, and what grows in small pieces, such as maps, are left to whoever watches the whole process.

// claimedFrom is the size in bytes from which tables claim more than they have.
const claimedFrom = 1 << 15

// prepare is called before something is worked out at a node: it claims memory, and then writes the journal, if there is one.
func (s *space[V, M]) prepare(e Entry) {
	s.reserve(int(e.Site))
	if j := s.sys.Journal; j != nil {
		j.note(e)
	}
}

// reserve claims the memory of the tables of a site that are nearly full.
func (s *space[V, M]) reserve(site int) {
	sys, sp := s.sys, s.sites[site]
	sp.nodes.reserve()
	sp.selves.of, sp.effects.of = sp.selves.of.roomy(sys), sp.effects.of.roomy(sys)
	s.values, s.shown = roomy(sys, s.values), roomy(sys, s.shown)
	for _, p := range []interface{ reserve(*System) }{&sp.selves, &sp.effects, &sp.locals, &sp.boxes, &sp.batches, &s.messages, &s.views, &s.triggers} {
		p.reserve(sys)
	}
	if l := &sp.locals; l.counted != nil {
		l.splits, l.bare, l.joined = roomy(sys, l.splits), roomy(sys, l.bare), l.joined.roomy(sys)
	}
	if 4*sp.boxes.count() >= 3*len(sp.opened) { // there is an opening for each inbox
		if longer := roomy(sys, sp.opened); cap(longer) > cap(sp.opened) {
			sp.opened = longer[:cap(longer)]
		}
	}
}

// roomy is s, with room for half as many elements again if it is nearly full.
func roomy[T any](sys *System, s []T) []T {
	var x T
	size := int(unsafe.Sizeof(x))
	if 4*len(s) < 3*cap(s) || cap(s)*size < claimedFrom {
		return s
	}
	more := cap(s) + cap(s)/2
	sys.claim(int64(more * size))
	longer := make([]T, len(s), more)
	copy(longer, s)
	return longer
}

// roomy is the table, with twice the room if it is nearly full.
func (t *pairTable) roomy(sys *System) *pairTable {
	if 8*t.used < 5*len(t.entries) {
		return t
	}
	sys.claim(2 * pairBytes * int64(len(t.entries)))
	return t.grown()
}

// pages is a list by number, from 1, that grows without moving what is in it: each page has twice the places of the one before. Place 0 is
// unused.
type pages[T any] struct {
	pages [][]T
	last  uint32 // number
}

// firstPage is how many places the first page has; it is a power of two.
const firstPage = 1 << 4

func newPages[T any]() pages[T] { return pages[T]{pages: [][]T{make([]T, firstPage)}} }

func (p *pages[T]) count() int { return int(p.last) }

func (p *pages[T]) at(number uint32) T { return *p.ref(number) }

// ref points to an element for as long as there is the list.
func (p *pages[T]) ref(number uint32) *T {
	k := uint(number) + firstPage
	page := bits.Len(k) - bits.Len(uint(firstPage))
	return &p.pages[page][k-firstPage<<page]
}

// add appends an element.
func (p *pages[T]) add(x T) {
	if p.last++; p.count() == p.room() {
		p.grow()
	}
	*p.ref(p.last) = x
}

// room is how many places there are.
func (p *pages[T]) room() int { return firstPage<<len(p.pages) - firstPage }

func (p *pages[T]) grow() { p.pages = append(p.pages, make([]T, firstPage<<len(p.pages))) }

// reserve claims the memory of the next page if the last is nearly full.
func (p *pages[T]) reserve(sys *System) {
	var x T
	size := firstPage << len(p.pages) * int(unsafe.Sizeof(x))
	if 8*p.count() < 7*p.room() || size < claimedFrom {
		return
	}
	sys.claim(int64(size))
	p.grow()
}
