package system

// Counted is a protocol whose variables have counts in them that no handler sees, and that only internal events change: other
// events do the same whatever the counts are, so their handlers are run once for all of them.
type Counted[V comparable] interface {
	// Uncounted returns variables with all counts at zero.
	Uncounted(v V) V
	// Recounted returns variables with the counts of others.
	Recounted(v, counts V) V
}

// handled are the variables that handlers are given of a site, by their number.
func (s *space[V, M]) handled(sp *siteSpace[V], local uint32) uint32 {
	for int(local) >= len(sp.uncounted) {
		sp.uncounted = append(sp.uncounted, make([]uint32, len(sp.uncounted)+64)...)
	}
	if sp.uncounted[local] == 0 {
		n := sp.locals.number(s.counted.Uncounted(sp.locals.all[local]))
		sp.uncounted[local] = n
	}
	return sp.uncounted[local]
}

// recounted are the variables that a handler leaves, with the counts that the site had before.
func (s *space[V, M]) recounted(sp *siteSpace[V], local, before uint32) uint32 {
	key := pair(local, before)
	n := sp.recounted.get(key)
	if n == 0 {
		n = sp.locals.number(s.counted.Recounted(sp.locals.all[local], sp.locals.all[before]))
		sp.recounted = sp.recounted.with(key, n)
	}
	return n
}
