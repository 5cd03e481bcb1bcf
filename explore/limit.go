package explore

import (
	"cmp"
	"errors"
	"fmt"
	"sync"

	"github.com/KimMachineGun/automemlimit/memlimit"

	"github.com/gmecheck/gmecheck/invariants/question"
)

// NoLimit as [Options.MaxMemory] lets a search take as much memory as the process can get.
const NoLimit = -1

// allowed is the limit of memory in bytes, 0 for none. By default it is the [MachineShare].
func allowed(given int64) int64 {
	if given == NoLimit {
		return 0
	}
	return cmp.Or(given, MachineShare())
}

// MachineShare is four fifths of the machine's memory, or its container's, in bytes: so a model without end ends
// inconclusive, with its report, and nobody runs out of memory. It is 0, no limit, where the system does not tell how much
// there is.
func MachineShare() int64 { return share() }

var share = sync.OnceValue(func() int64 {
	bytes, err := memlimit.ApplyFallback(memlimit.FromCgroup, memlimit.FromSystem)()
	if err != nil {
		return 0
	}
	return int64(bytes / 5 * 4)
})

// number is an option that is one, by its name.
type number struct {
	name  string
	given int64
}

func (n number) wrong() error {
	if n.given < 0 {
		return fmt.Errorf("%s is %d; allowed is a number from 1, or 0 for the default", n.name, n.given)
	}
	return nil
}

// wrong says what is wrong with the options.
func (o Options) wrong() error {
	for _, n := range []number{{"MaxStates", int64(o.MaxStates)}, {"MaxDepth", int64(o.MaxDepth)}, {"MaxTime", int64(o.MaxTime)}, {"Workers", int64(o.Workers)}} {
		if err := n.wrong(); err != nil {
			return err
		}
	}
	switch {
	case o.MaxMemory < NoLimit:
		return fmt.Errorf("MaxMemory is %d; allowed is a number of bytes, 0 for the default, or NoLimit", o.MaxMemory)
	case o.Mode != "" && o.Mode != BFS && o.Mode != DFS:
		return fmt.Errorf("Mode is %q; allowed is %q, which is the default, and %q", o.Mode, BFS, DFS)
	case o.Symmetry && o.Mode == DFS:
		return errors.New("a depth-first search cannot be reduced by symmetry")
	case o.Symmetry && (o.Checkpoint != nil || o.Spill != nil):
		return errors.New("a search reduced by symmetry is neither saved nor spilled")
	case o.Mode == DFS && (o.Checkpoint != nil || o.Spill != nil):
		return errors.New("a depth-first search is neither saved nor spilled")
	}
	return question.Refused(o.Judge)
}

func (o Walks) wrong() error {
	for _, n := range []number{{"Runs", int64(o.Runs)}, {"MaxDepth", int64(o.MaxDepth)}, {"MaxTime", int64(o.MaxTime)}, {"Workers", int64(o.Workers)}} {
		if err := n.wrong(); err != nil {
			return err
		}
	}
	return question.Refused(o.Judge)
}
