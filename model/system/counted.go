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
	// Allowing returns counts that allow a site to do by itself what these do.
	Allowing(counts string) string
}

// split is variables, by their number, as the variables without their counts, which handlers are given, and the counts.
type split struct {
	uncounted, counts uint32
	kept              uint32 // the variables without their counts, by the number under which they are kept
}

// makeCounted makes them those of a counted protocol, before there are any.
func (l *locals[V]) makeCounted(counted Counted[V], counts *numbers[string]) {
	l.counted, l.counts = counted, counts
	l.splits, l.bare, l.joined, l.sums = make([]split, 1), make([]uint32, 1), newPairTable(1<<8), newPairTable(1<<4)
}

// of are the variables of these parts.
func (l *locals[V]) of(x split) V {
	return l.counted.Recounted(l.numbers.at(x.kept), l.counts.at(x.counts))
}

// ofParts is the number of variables, by those of their parts.
func (l *locals[V]) ofParts(v V) uint32 {
	zero := l.counted.Uncounted(v)
	none, counts := l.counts.number(l.counted.Counts(zero)), l.counts.number(l.counted.Counts(v))
	kept := l.numbers.number(zero)
	if int(kept) == len(l.bare) {
		l.bare = append(l.bare, uint32(len(l.splits)))
		l.note(split{l.bare[kept], none, kept})
	}
	return l.join(split{l.bare[kept], counts, kept})
}

// note gives variables of these parts the next number.
func (l *locals[V]) note(x split) (n uint32) {
	n = l.sys.next(l.count(), l.what)
	l.joined = l.joined.with(pair(x.uncounted, x.counts), n)
	l.splits = append(l.splits, x)
	return n
}

// join is the number of the variables of these parts.
func (l *locals[V]) join(x split) uint32 {
	if n := l.joined.get(pair(x.uncounted, x.counts)); n != 0 {
		return n
	}
	return l.note(x)
}

// recounted are variables to whose counts others have been added.
func (l *locals[V]) recounted(local, counts uint32) uint32 {
	x := l.splits[local]
	key := pair(x.counts, counts)
	sum := l.sums.get(key)
	if sum == 0 {
		sum = l.counts.number(l.counted.Counts(l.counted.Recounted(l.at(local), l.counts.at(counts))))
		l.sums = l.sums.with(key, sum)
	}
	return l.join(split{x.uncounted, sum, x.kept})
}

// allowing are variables of a counted protocol with which a site may do by itself what it may do with these.
func (l *locals[V]) allowing(local uint32) uint32 {
	x := l.splits[local]
	for int(x.counts) >= len(l.allow) {
		l.allow = append(l.allow, make([]uint32, len(l.allow)+8)...)
	}
	if l.allow[x.counts] == 0 {
		l.allow[x.counts] = l.counts.number(l.counted.Allowing(l.counts.at(x.counts)))
	}
	return l.join(split{x.uncounted, l.allow[x.counts], x.kept})
}
