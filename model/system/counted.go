package system

// Counted is a protocol whose variables have counts in them that no handler sees: whatever they are, an event does the same, and adds the
// same to them. So handlers are run once for all counts.
type Counted[V comparable] interface {
	// Counts returns the counts in variables; it is empty if there are none in any variables of the protocol.
	Counts(v V) string
	// Uncounted returns variables with all counts at zero.
	Uncounted(v V) V
	// Recounted returns variables to whose counts others have been added.
	Recounted(v V, counts string) V
}

// split is variables, by their number, as the variables without their counts, which handlers are given, and the counts.
type split struct{ uncounted, counts uint32 }

func (s *space[V, M]) split(sp *siteSpace[V], local uint32) split {
	for int(local) >= len(sp.splits) {
		sp.splits = append(sp.splits, make([]split, len(sp.splits)+64)...)
	}
	if sp.splits[local].uncounted == 0 {
		v := sp.locals.all[local]
		sp.splits[local] = split{sp.locals.number(s.counted.Uncounted(v)), s.counts.number(s.counted.Counts(v))}
	}
	return sp.splits[local]
}

// recounted are the variables that a handler leaves, with the counts added that the site had before.
func (s *space[V, M]) recounted(sp *siteSpace[V], local, counts uint32) uint32 {
	key := pair(local, counts)
	n := sp.recounted.get(key)
	if n == 0 {
		n = sp.locals.number(s.counted.Recounted(sp.locals.all[local], s.counts.all[counts]))
		sp.recounted = sp.recounted.with(key, n)
	}
	return n
}
