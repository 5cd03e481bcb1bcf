package tasks

import (
	"encoding/binary"
	"fmt"

	"github.com/gmecheck/gmecheck/explore/internal/packed"
	"github.com/gmecheck/gmecheck/explore/internal/store"
)

// settle is the task that makes the successors of a level that belong to a part, and are not old, the part's states of the next
// level. stop is asked now and then whether to give up.
func (j *job) settle(level, part int, stop func() bool) error {
	known, err := j.open(store.Nodes, level+1, 0)
	if err != nil {
		return err
	}
	defer known.Close()
	f, err := j.formatOf(known.Known)
	if err != nil {
		return err
	}
	switch f.Words {
	case 1:
		return settle[[1]uint64](j, level, part, &f, known, stop)
	case 2:
		return settle[[2]uint64](j, level, part, &f, known, stop)
	case 3:
		return settle[[3]uint64](j, level, part, &f, known, stop)
	case 4:
		return settle[[4]uint64](j, level, part, &f, known, stop)
	case 6:
		return settle[[6]uint64](j, level, part, &f, known, stop)
	case 8:
		return settle[[8]uint64](j, level, part, &f, known, stop)
	default:
		return settle[[16]uint64](j, level, part, &f, known, stop)
	}
}

func settle[K packed.State](j *job, level, part int, f *store.Format, known *store.File, stop func() bool) (err error) {
	candidates, files, err := candidatesOf[K](j, level, part, f, known)
	defer func() {
		for _, x := range files {
			x.Close()
		}
	}()
	if err != nil {
		return err
	}
	var old []*cursor[K]
	for l := range level + 1 {
		x, err := j.statesOf(l, part)
		if err != nil {
			return err
		}
		format, err := j.format(l)
		if err != nil {
			return err
		}
		if x.States > 0 {
			c, err := newCursor[K](x, x.Blocks, &format, f)
			if err != nil {
				return err
			}
			old = append(old, c)
		}
	}
	to, err := j.create(store.States, level+1, part)
	if err != nil {
		return err
	}
	run := store.NewRun[K](to, part)
	m := merger[K]{sources: candidates, format: f}
	for more := true; more && err == nil; {
		if stop() {
			err = errHalted
			break
		}
		var states []K
		if states, more, err = m.next(); err != nil {
			break
		}
		for _, x := range old {
			if states, err = x.without(states); err != nil {
				break
			}
		}
		if err == nil {
			to.States += len(states)
			err = run.Append(states)
		}
	}
	if err == nil {
		err = run.Close()
	}
	if err != nil {
		to.Abort()
		return err
	}
	return to.Commit()
}

// candidatesOf opens the successors of a level that belong to a part.
func candidatesOf[K packed.State](j *job, level, part int, f *store.Format, known *store.File) (all []*cursor[K], files []*store.File, err error) {
	before, err := j.format(level)
	if err != nil {
		return nil, nil, err
	}
	numbered, err := numbersOf(known)
	if err != nil {
		return nil, nil, err
	}
	var loose []K
	for from := range j.manifest.Parts {
		x, err := j.open(store.Candidates, level, from)
		if err != nil {
			return nil, files, err
		}
		files = append(files, x)
		var numbers [][]uint32 // those that this file's nodes have got
		runs := map[int][]store.Block{}
		var order []int
		for _, b := range x.Blocks {
			switch {
			case b.Target != part:
			case b.Run == 0:
				if numbers == nil {
					if numbers, err = numbered.of(x); err != nil {
						return nil, files, err
					}
				}
				if loose, err = readLoose(x, &b, j.manifest.Nodes[level], numbers, f, loose); err != nil {
					return nil, files, err
				}
			default:
				if runs[b.Run] == nil {
					order = append(order, b.Run)
				}
				runs[b.Run] = append(runs[b.Run], b)
			}
		}
		for _, run := range order {
			c, err := newCursor[K](x, runs[run], &before, f)
			if err != nil {
				return nil, files, err
			}
			all = append(all, c)
		}
	}
	if len(loose) > 0 {
		all = append(all, &cursor[K]{to: f, states: store.Once(store.Sort(loose, make([]K, len(loose))), f)})
	}
	return all, files, nil
}

// numbered is the numbers of nodes by what they are, by site: those that have their first states in a level.
type numbered []map[string]uint32

// numbersOf reads them.
func numbersOf(known *store.File) (all numbered, err error) {
	nodes, err := known.Nodes(len(known.Known))
	for k := range nodes {
		if known.Known[k] < len(nodes[k]) {
			return nil, known.Damaged(fmt.Sprintf("site %d has %d nodes, and %d of them are new", k+1, known.Known[k], len(nodes[k])))
		}
		all = append(all, map[string]uint32{})
		for at, content := range nodes[k] {
			all[k][string(content)] = uint32(known.Known[k] - len(nodes[k]) + 1 + at)
		}
	}
	return all, err
}

// of is the numbers of the new nodes of a file, in its order.
func (all numbered) of(x *store.File) ([][]uint32, error) {
	nodes, err := x.Nodes(len(all))
	if err != nil {
		return nil, err
	}
	numbers := make([][]uint32, len(nodes))
	for k := range nodes {
		for _, content := range nodes[k] {
			n, ok := all[k][string(content)]
			if !ok {
				return nil, fmt.Errorf("part %d of level %d has a node of site %d that got no number", x.Part, x.Level, k+1)
			}
			numbers[k] = append(numbers[k], n)
		}
	}
	return numbers, nil
}

// readLoose reads states with nodes that had no number when they were found.
func readLoose[K packed.State](x *store.File, b *store.Block, known []int, numbers [][]uint32, f *store.Format, all []K) ([]K, error) {
	bytes, err := x.Block(b, nil)
	if err != nil {
		return nil, err
	}
	vector := make(packed.Vector, len(f.Fields))
	for range b.States {
		for k := range vector {
			n, length := binary.Uvarint(bytes)
			if length <= 0 {
				return nil, fmt.Errorf("part %d of level %d has a state that is cut off", x.Part, x.Level)
			}
			bytes = bytes[length:]
			if k < len(known) && n > uint64(known[k]) {
				place := n - uint64(known[k]) - 1
				if place >= uint64(len(numbers[k])) {
					return nil, fmt.Errorf("part %d of level %d has a state with a node of site %d that is not there", x.Part, x.Level, k+1)
				}
				n = uint64(numbers[k][place])
			}
			vector[k] = uint32(n)
		}
		all = append(all, packed.Pack[K](&f.Layout, vector))
	}
	return all, nil
}
