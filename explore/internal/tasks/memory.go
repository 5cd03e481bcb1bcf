package tasks

import (
	"errors"
	"slices"
	"time"

	"github.com/gmecheck/gmecheck/explore/internal/packed"
	"github.com/gmecheck/gmecheck/explore/internal/search"
	"github.com/gmecheck/gmecheck/explore/internal/session"
	"github.com/gmecheck/gmecheck/explore/internal/store"
	"github.com/gmecheck/gmecheck/explore/internal/visited"
)

// DefaultTasksFrom is how many states are searched in memory, if nothing else is said: some 60 MiB. A task writes files and reads all
// states again, which is more than small levels are worth.
const DefaultTasksFrom = 4_000_000

const (
	keptEvery = time.Second     // so much work in memory, and the level that is being searched, is lost with the process
	slowLevel = 5 * time.Second // a level that takes longer is the last one in memory: tasks keep parts of it
)

// errLarge is that the next level is for tasks.
var errLarge = errors.New("a large level")

// small reports whether the next level may be searched in memory.
func (d *Local) small() bool {
	m := &d.manifest
	return !m.Complete && !d.begun && !d.options.Done && m.Files[len(m.Levels)-1] >= 0 && !d.options.many(m.Levels, m.States())
}

// many reports whether the states are too many for a search in memory if the next level grows as the last one did. Where levels shrink
// and little is left, they may be twice as many: tasks read all states again in each level, which is dear near the end.
func (o *Options) many(levels []int, states int) bool {
	n, before := lastTwo(levels)
	if from := o.tasksFrom(); states+grown(levels) <= from {
		return false
	} else if n < before {
		return states+n*n/(before-n) > 2*from
	}
	return true
}

// grown is how many states the next level has if it grows as the last one did; not fewer than the last one.
func grown(levels []int) int {
	n, before := lastTwo(levels)
	return max(n, n*n/max(before, 1)) // a store may say, wrongly, that a level is empty
}

// lastTwo are the states of the last level, and of the one before it, if there is one.
func lastTwo(levels []int) (n, before int) {
	n = levels[len(levels)-1]
	return n, levels[max(len(levels)-2, 0)]
}

func (o *Options) tasksFrom() int {
	if o.TasksFrom == 0 {
		return DefaultTasksFrom
	}
	return o.TasksFrom
}

// inMemory searches levels in memory as long as they are small; goes reports that the search then goes on, with tasks.
func (d *Local) inMemory() (end search.End, goes bool, err error) {
	x := d.search
	if loaded, err := d.Load(); err != nil || !loaded {
		if err != nil {
			end = search.End{Limit: err.Error(), Err: err}
		}
		return end, err == nil, nil
	}
	x.Saver = &keeper{Local: d, kept: time.Now()}
	end, err = x.Run()
	x.Saver = search.Unsaved{}
	switch halted := x.Halted(); {
	case err != nil:
		return end, false, err
	case end.Limit == "":
		if end.Err = d.keep(x.Findings, x.Early.Load(), true); end.Err != nil {
			end.Limit = end.Err.Error()
		}
		return end, false, nil
	case !errors.Is(end.Err, errLarge) && (!end.Saved || halted != session.Memory && halted != session.Wide):
		return end, false, nil
	}
	own := x.Engine
	x.Source, x.Engine = viewer{d}, nil
	if !x.Outside() {
		x.Source, x.Engine = nil, own
		return end, false, nil
	}
	own.Free()
	x.Memory.Collect()
	x.Proceed()
	d.tell()
	return search.End{}, true, nil
}

// keeper writes the levels that are searched in memory.
type keeper struct {
	*Local
	began time.Time // of the level
	kept  time.Time
	early bool // before the level
}

// Begin writes the levels that are new if it is time to. The error is errLarge if the next one is for tasks.
func (k *keeper) Begin(x *search.Search, before search.Findings) error {
	slow := !k.began.IsZero() && time.Since(k.began) > slowLevel
	k.began, k.early = time.Now(), x.Early.Load()
	large := slow || k.large()
	if !large && k.began.Sub(k.kept) < k.options.keptEvery() {
		return nil
	}
	if err := k.keep(before, k.early, false); err != nil {
		x.Halt(session.Files)
		return err
	}
	if large {
		return errLarge
	}
	k.kept = time.Now()
	return nil
}

func (o *Options) keptEvery() time.Duration {
	if o.KeptEvery == 0 {
		return keptEvery
	}
	return o.KeptEvery
}

// large reports whether the states of the next level, if it grows as the last one did, would be too many, or those of this one are for
// an engine.
func (k *keeper) large() bool {
	x, e := k.search, k.options.Engine
	n, states := x.Levels[x.Level], int(x.Stored.Load())
	next := states + grown(x.Levels[:x.Level+1])
	l, ok := search.Layout(x.Session, 16, x.Level+2)
	return k.options.many(x.Levels, states) || e != nil && n >= e.From || !ok || !x.Memory.Fits(visited.SetBytes(l, next))
}

// Save writes the levels that are new.
func (k *keeper) Save(_ *search.Search, before search.Findings) (saved bool, err error) {
	err = k.keep(before, k.early, false)
	return err == nil, err
}

// keep writes the levels in memory that are new, and what was found before the current one; complete: in all.
func (d *Local) keep(found search.Findings, early, complete bool) error {
	m, x := d.manifest, d.search
	if len(x.Levels) == len(m.Levels) && !complete {
		return nil
	}
	if err := d.write(&m, x.Levels, x.Each); err != nil {
		return d.fail(err)
	}
	m.Found, m.Complete = *findings(x.Sys, &found, early), complete
	old := d.manifest
	d.manifest = m
	if err := d.save(); err != nil {
		d.manifest = old
		return d.fail(err)
	}
	return nil
}

// write writes those of all states that are of levels which the manifest does not have, in one file, and adds the levels to the
// manifest.
func (d *Local) write(m *store.Manifest, levels []int, each func(func(s packed.Vector, level int) bool)) (err error) {
	from, last, sites := len(m.Levels), len(levels)-1, len(d.search.Sys.Places)
	if from > last {
		return nil
	}
	to, err := d.create(store.Levels, last, 0)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil && to != nil {
			to.Abort()
		}
	}()
	fresh := func(yield func(s packed.Vector, level int)) {
		each(func(s packed.Vector, level int) bool {
			if level >= from && level <= last {
				yield(s[:sites+1], level)
			}
			return true
		})
	}
	nodes, err := d.firstSeen(from, last, fresh)
	if err != nil {
		return err
	}
	known := slices.Clip(m.Nodes)
	for level, new := range nodes {
		to.Now = from + level
		sortNodes(new)
		if err := errors.Join(to.Nodes(new), d.nodes.Add(new)); err != nil {
			return err
		}
		known = append(known, slices.Clone(d.nodes.Known))
	}
	f, err := d.formatOf(d.nodes.Known)
	if err != nil {
		return err
	}
	runs, vector := newRuns(nil, f, to, m.Parts, from, last), make(packed.Vector, sites+2)
	fresh(func(s packed.Vector, level int) {
		for k, local := range s[:sites] {
			vector[k] = d.nodes.Number(k, local)
		}
		vector[sites] = s[sites]
		if err == nil {
			err = runs.put(vector, (level-from)*m.Parts+d.nodes.PartOf(vector, m.Parts))
		}
	})
	if err == nil {
		err = runs.flush()
	}
	if err != nil {
		return err
	}
	done := to
	to = nil
	if err := done.Commit(); err != nil {
		return err
	}
	m.Nodes, m.Levels, m.Files = known, slices.Clone(levels), slices.Clip(m.Files)
	for range levels[from:] {
		m.Files = append(m.Files, last)
	}
	return nil
}

// firstSeen is the nodes without a number, by the levels that have the first states with them, and by site.
func (d *Local) firstSeen(from, last int, fresh func(func(s packed.Vector, level int))) ([][][]store.Node, error) {
	sys := d.search.Sys
	first := make([][]int, len(sys.Places)) // by site and node: the level
	for k, n := range sys.Nodes() {
		first[k] = slices.Repeat([]int{last + 1}, n+1)
	}
	fresh(func(s packed.Vector, level int) {
		for k := range first {
			if at := &first[k][s[k]]; level < *at {
				*at = level
			}
		}
	})
	all := make([][][]store.Node, last-from+1)
	for level := range all {
		all[level] = make([][]store.Node, len(first))
	}
	for k := range first {
		for n, level := range first[k] {
			if level > last || d.nodes.Number(k, uint32(n)) != 0 {
				continue
			}
			content, err := sys.Content(k, uint32(n))
			if err != nil {
				return nil, err
			}
			all[level-from][k] = append(all[level-from][k], content)
		}
	}
	return all, nil
}
