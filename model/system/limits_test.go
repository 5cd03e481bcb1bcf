package system

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"unsafe"

	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/permutation"
)

// refused runs f and returns the Full in which it ends; nil if it does not.
func refused(f func()) (full *Full) {
	defer func() {
		if err, ok := recover().(error); ok && !errors.As(err, &full) {
			panic(err)
		}
	}()
	f()
	return nil
}

// TestFull demands that a system with too few numbers stops instead of giving one twice, and that its journal tells what
// it has worked out until then.
func TestFull(t *testing.T) {
	c := model.Config{Processes: 2, Requests: []int{6, 6}, Network: model.Bag}
	var whats []string
	for most := uint32(1); ; most++ {
		sys := Compose(chatter{}, c)
		sys.Most, sys.Journal = most, &Journal{}
		if full := refused(func() { sys.Start() }); full != nil {
			t.Fatal(full)
		}
		var full *Full
		r, todo := sys.NewReader(), []uint32{1, 1}
		for range 60 { // one site after the other asks, and gets what the other has sent
			if full = refused(func() {
				for k := range todo {
					moves := r.Expand(k, todo[k], 0).Moves
					if len(moves) == 0 {
						continue
					}
					m := moves[len(moves)-1]
					todo[k] = m.Next
					for _, d := range m.Sends {
						todo[d.Site] = r.Put(d.Site, todo[d.Site], d.Batch)
					}
				}
			}); full != nil {
				break
			}
		}
		if full == nil {
			break
		}
		if full.Most != uint64(most) {
			t.Errorf("%d numbers: %v", most, full)
		}
		if !slices.Contains(whats, full.What) {
			whats = append(whats, full.What)
		}
		again := Compose(chatter{}, c)
		again.Most = most
		again.Start()
		for _, e := range sys.Journal.Since(0) {
			if err := again.Replay(e); err != nil {
				t.Fatalf("%d numbers: %v", most, err)
			}
		}
		if again.Sizes() != sys.Sizes() || !slices.Equal(again.Nodes(), sys.Nodes()) {
			t.Errorf("%d numbers: %+v, replayed %+v", most, sys.Sizes(), again.Sizes())
		}
	}
	if len(whats) < 2 {
		t.Errorf("too few numbers only for %q", whats)
	}
}

// TestEveryNumber demands that whatever is numbered ends in a Full that says so.
func TestEveryNumber(t *testing.T) {
	sys := &System{Most: 3, tickets: 1}
	words, own, nodes := newNumbers[string](sys, "words"), newSelves(sys), newNodeTable(sys)
	for what, number := range map[string]func(k int) uint32{
		"words":                       func(k int) uint32 { return words.number(strings.Repeat("x", k)) },
		"sites without their inboxes": func(k int) uint32 { return own.number(self{local: 1, used: int32(k)}) },
		"nodes of a site":             func(k int) uint32 { return nodes.number(uint32(k), 1) },
	} {
		for range 2 { // what has a number keeps it
			for k := 1; k <= 3; k++ {
				if n := number(k); n != uint32(k) {
					t.Errorf("%s: %d is number %d", what, k, n)
				}
			}
			if full := refused(func() { number(4) }); full == nil || full.What != what {
				t.Errorf("%s: %v", what, full)
			}
		}
	}
}

// ticketed is a chatter that draws tickets.
type ticketed struct{ chatter }

func (ticketed) Ticketed() {}

// TestRowsOfTickets demands that the rows of a site's nodes, one for each number of tickets drawn, can be told apart.
func TestRowsOfTickets(t *testing.T) {
	sys := Compose(ticketed{}, model.Config{Processes: 1, Requests: []int{1 << 16}, Network: model.Bag})
	drawn, ok := sys.StartBudget(), true
	for last := drawn; ok; last, ok = sys.Pay(last, OneTicket, Still) {
		drawn = last
	}
	most := 1
	for ; refused(func() { sys.nextNode(most) }) == nil; most++ {
		if most > 1<<17 {
			t.Fatal("there are more nodes than rows")
		}
	}
	if wide := uint64(most)*(1<<16+1) + 1<<16; wide > math.MaxUint32 || uint64(sys.Row(uint32(most), drawn)) != wide {
		t.Errorf("the last row of node %d is %d, not %d", most, sys.Row(uint32(most), drawn), wide)
	}
	if wide := uint64(most+1)*(1<<16+1) + 1<<16; wide <= math.MaxUint32 {
		t.Errorf("there could be more than %d nodes", most)
	}
}

// TestImpossible demands that models that are larger than any can be are not composed.
func TestImpossible(t *testing.T) {
	config := func(change func(c *model.Config)) model.Config {
		c := model.Config{Algorithm: "chatter", Processes: 2, Requests: []int{1, 1}, Network: model.Bag}
		change(&c)
		return c
	}
	for _, test := range []struct {
		config model.Config
		want   string
	}{
		{config(func(c *model.Config) { c.Processes, c.Requests = 63, make([]int, 63) }), "<nil>"},
		{config(func(c *model.Config) { c.Processes, c.Requests = 64, make([]int, 64) }), "chatter: more than 63 sites"},
		{config(func(c *model.Config) { c.Processes, c.Requests, c.Unsearched = 64, make([]int, 64), true }), "<nil>"},
		{config(func(c *model.Config) { c.Groups = 63 }), "<nil>"},
		{config(func(c *model.Config) { c.Groups = 64 }), "chatter: more than 63 groups"},
		{config(func(c *model.Config) { c.Requests[0] = math.MaxInt32 }), "<nil>"},
		{config(func(c *model.Config) { c.Requests[0] = math.MaxInt32 + 1 }), "chatter: more than 2,147,483,647 requests of a process"},
		{config(func(c *model.Config) { c.Loss, c.Duplicate = 9, 9 }), "<nil>"},
		{config(func(c *model.Config) { c.Loss, c.Duplicate = 1<<11, 1<<11 }), "chatter: more than 4,194,304 combinations of budgets"},
	} {
		if _, err := New(chatter{}, test.config); fmt.Sprint(err) != test.want {
			t.Errorf("%d sites, %d groups, %v requests: %v, not %s", test.config.Processes, test.config.Groups, test.config.Requests[0], err, test.want)
		}
	}
}

// flood is a chatter with many variables.
type flood struct{ chatter }

func (flood) Receive(_ model.Site, v *int, m int, _ *model.Outbox[int]) { *v = (*v*7 + m) % 10_007 }

// newest is how many places the last page has.
func (p *pages[T]) newest() int { return len(p.pages[len(p.pages)-1]) }

// TestReserve demands that large tables have claimed the memory that they stand in.
func TestReserve(t *testing.T) {
	const requests = 100
	sys := Compose(flood{}, model.Config{Processes: 2, Requests: []int{requests, requests}, Network: model.Bag})
	claims := map[int64]bool{}
	sys.Claim = func(bytes int64) { claims[bytes] = true }
	walk(sys, 20_000)
	s := sys.space.(*space[int, int])
	large := map[string]bool{}
	check := func(what string, elements int, size uintptr) {
		if bytes := int64(elements) * int64(size); bytes >= 1<<16 {
			if large[what] = true; !claims[bytes] {
				t.Errorf("%s: %d bytes have not been claimed", what, bytes)
			}
		}
	}
	for _, sp := range s.sites {
		check("effects", sp.effects.pages.newest(), unsafe.Sizeof(effect{}))
		check("effects by key", len(sp.effects.of.entries), pairBytes)
		check("openings", cap(sp.opened), unsafe.Sizeof([]head{}))
		check("inboxes", sp.boxes.pages.newest(), unsafe.Sizeof(inbox("")))
		check("nodes", len(sp.nodes.nodes.Load().entries), pairBytes)
		check("selves by key", len(sp.selves.of.entries), pairBytes)
		check("selves", sp.selves.pages.newest(), unsafe.Sizeof(self{}))
	}
	if len(large) < 7 {
		t.Errorf("large are only %v", large)
	}
	r := sys.NewReader()
	clear(claims)
	start := sys.Start()
	for _, m := range r.Expand(0, start[0], 0).Moves {
		for _, d := range m.Sends {
			r.Put(d.Site, start[d.Site], d.Batch)
		}
	}
	if bytes := int64(unsafe.Sizeof(lastPuts{})) * 2; !claims[bytes] {
		t.Errorf("%d bytes for the last puts have not been claimed: %v", bytes, claims)
	}
	y := sys.NewSymmetry(permutation.Candidates(sys.Config, 2))
	clear(claims)
	y.Images(0, start[0])
	if bytes := int64(4 * imageStretch * y.Order()); !claims[bytes] {
		t.Errorf("%d bytes for images have not been claimed: %v", bytes, claims)
	}
}
