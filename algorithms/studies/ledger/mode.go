package ledger

import "slices"

// narrower are the values of flags under which a system has some of the runs that it has without them.
var narrower = map[string]string{"net": FIFO, "timeouts": "off"}

// mode is an axis of a lattice that does not grow: with its narrow step a system has some of the runs of its wide one.
type mode struct{ axis, narrow, wide int }

// turnedTo reports that a point has the narrow step of the mode that a flag names.
func (p *point) turnedTo(flag string) bool {
	return slices.ContainsFunc(p.lattice.modes, func(m mode) bool {
		return p.lattice.axes[m.axis].flag == flag && p.at[m.axis] == m.narrow
	})
}

// narrowed are the points with some of the runs: where networks keep the order, timers never expire, or both.
func (p *point) narrowed() []*point {
	return p.turned(func(m mode) (from, to int) { return m.wide, m.narrow })
}

// widened are the points of whose runs this one has some.
func (p *point) widened() []*point {
	if p.wide == nil {
		p.wide = p.turned(func(m mode) (from, to int) { return m.narrow, m.wide })
	}
	return p.wide
}

// turned are the points with some of the modes turned, at least one.
func (p *point) turned(turn func(mode) (from, to int)) []*point {
	all := []*point{p}
	for _, m := range p.lattice.modes {
		from, to := turn(m)
		for _, q := range all[:len(all):len(all)] {
			if q.at[m.axis] == from {
				at := slices.Clone(q.at)
				at[m.axis] = to
				all = append(all, p.lattice.point(at))
			}
		}
	}
	return all[1:]
}
