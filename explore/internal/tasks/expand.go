package tasks

import (
	"encoding/binary"

	"github.com/gmecheck/gmecheck/explore/internal/packed"
	"github.com/gmecheck/gmecheck/explore/internal/search"
	"github.com/gmecheck/gmecheck/explore/internal/session"
	"github.com/gmecheck/gmecheck/explore/internal/store"
	"github.com/gmecheck/gmecheck/model/system"
)

// expander does the tasks of one goroutine that expand states. It is a search with one worker, whose states come from a file
// and whose successors go to another.
type expander struct {
	*job
	nodes  *store.Dictionary
	search *search.Search
	parent *session.Session // which may be halted

	// of the task
	level, part int
	from        *store.File
	format      store.Format
	block       int // that is read next
	bytes       []byte
	states      []uint32
	to          *store.Writer
	runs        runs
	loose       [][]byte // by part: states with nodes that have no numbers
	looseStates []int
	fresh       []freshNodes // by site
	vector      packed.Vector
}

// freshNodes are nodes that have no number, in the order in which a task came upon them.
type freshNodes struct {
	place map[uint32]int // by number in the system
	all   []store.Node
	hash  []uint64
}

// newExpander returns the means to expand states that consist of these nodes of a system, for one goroutine.
func newExpander(j *job, s *session.Session, sys *system.System, nodes *store.Dictionary) *expander {
	own := &session.Session{Ctx: s.Ctx, Sys: sys, Settings: s.Settings, Start: s.Start}
	own.Workers, own.MaxStates, own.KeepOrder, own.Progress = 1, 0, false, nil
	x := &expander{job: j, nodes: nodes, search: search.New(own), parent: s}
	x.search.Source = x
	return x
}

// free gives the memory back that is not Go's.
func (x *expander) free() {
	if x != nil && x.search.Engine != nil {
		x.search.Free()
	}
}

// expand is the task. The error is one of files, or a panic of the protocol or of a property, or that the parent is halted.
func (x *expander) expand(level, part int) (err error) {
	x.level, x.part = level, part
	if x.format, err = x.job.format(level); err != nil {
		return err
	}
	if x.from, err = x.open(store.States, level, part); err != nil {
		return err
	}
	defer x.from.Close()
	defer func() {
		if x.to != nil {
			x.to.Abort()
			x.to = nil
		}
	}()
	s := x.search
	s.Proceed()
	if s.Engine == nil && !s.Outside() {
		return search.ErrWide
	}
	s.Level, s.Levels = level, make([]int, level+1)
	found, err := s.Task()
	if err != nil {
		return err
	}
	switch halted := s.Halted(); halted {
	case session.Running:
		return x.commit(&found)
	case session.Files:
		return s.Failure(halted)
	case session.Full, session.Memory:
		x.parent.Fail(s.Failure(halted))
	default:
		x.parent.Halt(halted)
	}
	return errHalted
}

// Begin begins the task anew: states that do not fit are packed again.
func (x *expander) Begin() (err error) {
	if x.to != nil {
		x.to.Abort()
	}
	if x.to, err = x.create(store.Candidates, x.level, x.part); err != nil {
		x.to = nil
		return err
	}
	parts := x.manifest.Parts
	x.runs = newRuns(x.runs, x.format, x.to, parts, 0, 0)
	x.block, x.loose, x.looseStates = 0, make([][]byte, parts), make([]int, parts)
	x.fresh, x.vector = make([]freshNodes, len(x.nodes.Known)), make(packed.Vector, len(x.format.Fields))
	return nil
}

// Read reads a block of states.
func (x *expander) Read() (states []uint32, err error) {
	if halted := x.parent.Halted(); halted != session.Running {
		x.search.Halt(halted)
		return nil, nil
	}
	if x.block == len(x.from.Blocks) {
		return nil, nil
	}
	if x.states, x.bytes, err = x.from.Vectors(&x.format, &x.from.Blocks[x.block], x.bytes, x.states); err != nil {
		return nil, err
	}
	x.block++
	return x.states, x.nodes.Localize(x.states, len(x.format.Fields))
}

// Put writes a successor down, for the part to which it belongs.
func (x *expander) Put(s packed.Vector, asleep packed.SleepSet) error {
	sites := len(x.nodes.Known)
	placed, numbered, hash := store.Placed(sites), true, uint64(0)
	for k, local := range s[:sites] {
		n := x.nodes.Number(k, local)
		var h uint64
		if n == 0 {
			place, err := x.meet(k, local)
			if err != nil {
				return err
			}
			n, h, numbered = uint32(x.nodes.Known[k]+1+place), x.fresh[k].hash[place], false
		} else {
			h = x.nodes.HashOf(k, n)
		}
		if x.vector[k] = n; k < placed {
			hash = store.Mix(hash, h)
		}
	}
	x.vector[sites], x.vector[sites+1] = s[sites], uint32(asleep)
	part := store.Part(hash, x.manifest.Parts)
	if numbered {
		return x.runs.put(x.vector, part)
	}
	return x.putLoose(part)
}

// meet is the place of a node that has no number.
func (x *expander) meet(site int, local uint32) (int, error) {
	f := &x.fresh[site]
	place, ok := f.place[local]
	if !ok {
		content, err := x.nodes.Content(site, local)
		if err != nil {
			return 0, err
		}
		if f.place == nil {
			f.place = map[uint32]int{}
		}
		place = len(f.all)
		f.place[local], f.all, f.hash = place, append(f.all, content), append(f.hash, x.nodes.Hash(content))
	}
	return place, nil
}

const looseFull = 1 << 16 // bytes

// putLoose writes down a state with nodes that have no numbers yet.
func (x *expander) putLoose(part int) error {
	b := x.loose[part]
	for _, n := range x.vector {
		b = binary.AppendUvarint(b, uint64(n))
	}
	x.loose[part] = b
	if x.looseStates[part]++; len(b) < looseFull {
		return nil
	}
	return x.flushLoose(part)
}

func (x *expander) flushLoose(part int) error {
	if x.looseStates[part] == 0 {
		return nil
	}
	err := x.to.Loose(part, x.looseStates[part], x.loose[part])
	x.loose[part], x.looseStates[part] = x.loose[part][:0], 0
	return err
}

// commit writes what is left, and what was counted.
func (x *expander) commit(found *search.Findings) error {
	if err := x.runs.flush(); err != nil {
		return err
	}
	for part := range x.loose {
		if err := x.flushLoose(part); err != nil {
			return err
		}
	}
	nodes := make([][]store.Node, len(x.fresh))
	for k := range x.fresh {
		nodes[k] = x.fresh[k].all
	}
	if err := x.to.Nodes(nodes); err != nil {
		return err
	}
	x.to.States = x.from.States
	x.to.Counts = findings(x.search.Sys, found, x.search.Early.Load())
	to := x.to
	x.to = nil
	return to.Commit()
}

// findings is what a search has found, as files tell it.
func findings(sys *system.System, found *search.Findings, early bool) *store.Findings {
	f := &store.Findings{Transitions: found.Transitions, Coverage: map[string]int{}, NonVacuous: found.NonVacuous, Violated: map[int]int{}, Early: early}
	for class, name := range sys.Classes() {
		f.Coverage[name] = 0
		if class < len(found.Coverage) {
			f.Coverage[name] = found.Coverage[class]
		}
	}
	for p, at := range found.Violated {
		f.Violated[p] = at.Length
	}
	return f
}

// EachAt is nothing that a task asks for.
func (x *expander) EachAt(int, int, func(packed.Vector)) error { panic("tasks: a part is no level") }
