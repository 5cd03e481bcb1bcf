package system

import (
	"testing"
	"unsafe"

	"github.com/gmecheck/gmecheck/model"
)

// flood is a chatter with many variables.
type flood struct{ chatter }

func (flood) Receive(_ model.Site, v *int, m int, _ *model.Outbox[int]) { *v = (*v*7 + m) % 10_007 }

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
		check("effects", cap(sp.effects.all), unsafe.Sizeof(effect{}))
		check("effects by key", len(sp.effects.of.entries), pairBytes)
		check("openings", cap(sp.opened), unsafe.Sizeof([]head{}))
		check("inboxes", cap(sp.boxes.all), unsafe.Sizeof(inbox("")))
		check("nodes", len(sp.nodes.nodes.Load().entries), pairBytes)
		check("selves by key", len(sp.selves.of.entries), pairBytes)
		check("selves", cap(sp.selves.all), unsafe.Sizeof(self{}))
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
	y := sys.NewSymmetry(candidates(sys.Config, 2))
	clear(claims)
	y.Images(0, start[0])
	if bytes := int64(4 * imageStretch * y.Order()); !claims[bytes] {
		t.Errorf("%d bytes for images have not been claimed: %v", bytes, claims)
	}
}
