package transitions

import (
	"github.com/gmecheck/gmecheck/explore/internal/packed"
	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/system"
)

// Bounds is one worker's view of the boundary within which states are searched. It belongs to one goroutine.
type Bounds struct {
	within func(views []*model.View) bool // nil: there is no boundary
	sys    *system.System
	views  []*model.View
	known  map[string]bool // by the numbers of the views; not too many
	key    []byte
}

// mostBounds is how many combinations of views are remembered.
const mostBounds = 1 << 16

// NewBounds returns the boundary of a system. Without one, everything is inside.
func NewBounds(sys *system.System) *Bounds {
	return &Bounds{within: sys.Within, sys: sys, views: make([]*model.View, len(sys.Places)), known: map[string]bool{}}
}

// Within reports that a state is inside.
func (b *Bounds) Within(r *system.Reader, s packed.Vector) bool {
	return b.within == nil || b.Of(r, func(k int) uint32 { return s[k] }, s[len(s)-1])
}

// Of reports that the state of these nodes is inside of the boundary, which must be there.
func (b *Bounds) Of(r *system.Reader, node func(site int) uint32, budget uint32) bool {
	b.key = b.key[:0]
	for k := range b.views {
		n := r.Expand(k, node(k), budget).View
		b.key = append(b.key, byte(n), byte(n>>8), byte(n>>16), byte(n>>24))
	}
	if inside, ok := b.known[string(b.key)]; ok {
		return inside
	}
	for k := range b.views {
		b.views[k] = b.sys.View(r.Expand(k, node(k), budget).View)
	}
	inside := b.within(b.views)
	if len(b.known) < mostBounds {
		b.known[string(b.key)] = inside
	}
	return inside
}
