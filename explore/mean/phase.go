package mean

import (
	"encoding/binary"

	"github.com/gmecheck/gmecheck/explore/internal/packed"
	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/system"
)

// asked is what a process has asked for.
type asked struct {
	groups   model.Groups
	priority int
}

// phase is what the processes of a state are doing. In a lumped state the order of processes means nothing.
type phase struct {
	waits, inside model.List[asked]
	waiting       uint64 // the processes that wait, a bit each
	down          bool   // some site is
}

// phase numbers that of a state.
func (x *explorer) phase(s packed.Vector, all []*system.Expansion) uint32 {
	var key []byte
	if x.doing > 0 {
		key = binary.AppendUvarint(key, uint64(s[x.doing]))
	}
	for _, e := range all {
		key = binary.AppendUvarint(key, uint64(e.View))
	}
	n, known := x.phaseOf[string(key)]
	if known {
		return n
	}
	var waiting, within []asked
	who, down := uint64(0), false
	for k, e := range all {
		v := x.Sys.View(e.View)
		down = down || v.Down
		switch {
		case x.doing > 0:
		case !x.Sys.Places[k].Process:
		case v.InCS:
			within = append(within, asked{v.Groups, v.Priority})
		case v.Waits:
			waiting, who = append(waiting, asked{v.Groups, v.Priority}), who|1<<k
		}
	}
	if x.doing > 0 { // what they have asked for is not known
		d := marked(s[x.doing])
		waiting, within = make([]asked, d.count(waits)), make([]asked, d.count(inside))
		for k := range mostMarked {
			if d.is(k, waits) {
				who |= 1 << k
			}
		}
	}
	p := phase{model.ListOf(waiting...), model.ListOf(within...), who, down}
	if n, known = x.phases[p]; !known {
		n = uint32(len(x.chain.phases))
		x.phases[p], x.chain.phases = n, append(x.chain.phases, p)
	}
	x.phaseOf[string(key)] = n
	return n
}
