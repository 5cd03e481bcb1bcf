package mean

import (
	"encoding/binary"

	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/system"
)

// asked is what a process has asked for.
type asked struct {
	groups   model.Groups
	priority int
}

// phase is what the processes of a state are doing. In a lumped state the order of processes means nothing.
type phase struct{ waits, inside model.List[asked] }

// phase numbers that of a state.
func (x *explorer) phase(all []*system.Expansion) uint32 {
	var key []byte
	for _, e := range all {
		key = binary.AppendUvarint(key, uint64(e.View))
	}
	n, known := x.phaseOf[string(key)]
	if known {
		return n
	}
	var waits, inside []asked
	for k, e := range all {
		v := x.Sys.View(e.View)
		switch {
		case !x.Sys.Places[k].Process:
		case v.InCS:
			inside = append(inside, asked{v.Groups, v.Priority})
		case v.Waits:
			waits = append(waits, asked{v.Groups, v.Priority})
		}
	}
	p := phase{model.ListOf(waits...), model.ListOf(inside...)}
	if n, known = x.phases[p]; !known {
		n = uint32(len(x.chain.phases))
		x.phases[p], x.chain.phases = n, append(x.chain.phases, p)
	}
	x.phaseOf[string(key)] = n
	return n
}
