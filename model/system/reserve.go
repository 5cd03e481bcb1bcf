package system

import "unsafe"

// Tables that grow claim their memory before something is worked out, while there is still room for what nearly always
// comes of it. Later nothing is claimed: what a refusal left half done would be done in another order when the journal is
// replayed. Small tables, and what grows in small pieces, such as maps, are left to whoever watches the whole process.

// claimedFrom is the size in bytes from which tables claim more than they have.
const claimedFrom = 1 << 15

// reserve is called before something is worked out at a site.
func (s *space[V, M]) reserve(site int) {
	sys, sp := s.sys, s.sites[site]
	sp.nodes.reserve()
	sp.selves.of, sp.selves.all = sp.selves.of.roomy(sys), roomy(sys, sp.selves.all)
	sp.effects.of, sp.effects.all = sp.effects.of.roomy(sys), roomy(sys, sp.effects.all)
	sp.locals.all, sp.boxes.all, sp.batches.all = roomy(sys, sp.locals.all), roomy(sys, sp.boxes.all), roomy(sys, sp.batches.all)
	s.messages.all, s.values = roomy(sys, s.messages.all), roomy(sys, s.values)
	s.shown, s.views.all, s.triggers.all = roomy(sys, s.shown), roomy(sys, s.views.all), roomy(sys, s.triggers.all)
	if 4*len(sp.boxes.all) >= 3*len(sp.opened) { // there is an opening for each inbox
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
