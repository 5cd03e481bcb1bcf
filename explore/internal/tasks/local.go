package tasks

import (
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/gmecheck/gmecheck/explore/internal/search"
	"github.com/gmecheck/gmecheck/explore/internal/session"
	"github.com/gmecheck/gmecheck/explore/internal/store"
	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/system"
)

// errHalted is that a task was given up; the session tells why.
var errHalted = errors.New("halted")

// Local does all tasks of a search in this process.
type Local struct {
	*job
	options   Options
	search    *search.Search
	nodes     *store.Dictionary
	expanders []*expander // by worker
	begun     bool        // some tasks of the level are done
	unlock    func()
}

func (d *Local) fail(err error) error { return fail(d.options.Dir, err) }

// Run searches level by level, until there is nothing new or a limit is reached. The error is a panic of the protocol or of a
// property, with its trace.
func (d *Local) Run() (end search.End, err error) {
	x := d.search
	if x.StopAtFirst && x.Refuted() && !d.manifest.Complete {
		x.Outside()
		return search.End{Limit: "stop-at-first", Saved: true}, nil
	}
	if d.small() {
		if end, goes, err := d.inMemory(); err != nil || !goes {
			return end, err
		}
	}
	for !d.manifest.Complete && end.Limit == "" {
		if !x.Outside() { // with room for all nodes, for traces
			x.Halt(session.Wide)
		}
		x.Observe(x.Level, x.Levels[x.Level])
		var met *model.Broken
		end.Limit, err = d.level()
		end.Saved = err == nil || errors.Is(err, errHalted)
		switch {
		case errors.As(err, &met):
			return end, d.explain(met)
		case errors.Is(err, errHalted):
			end.Limit = x.Text(x.Halted())
		case err != nil:
			end.Err = d.fail(err)
			end.Limit = end.Err.Error()
			x.Halt(session.Files)
		case end.Limit == "":
			x.LevelSeen()
		}
		if err != nil {
			d.tell()
		}
	}
	x.Outside()
	return end, nil
}

// explain finds the way to what is wrong with the protocol.
func (d *Local) explain(met *model.Broken) error {
	for {
		if !d.search.Outside() {
			return search.ErrWide
		}
		if err := d.search.Traces().Explain(met); err != nil {
			return err
		}
	}
}

// level searches one level, or returns the limit that ends the search.
func (d *Local) level() (limit string, err error) {
	x, m := d.search, &d.manifest
	level := x.Level
	if err := d.elsewhere(level); err != nil {
		return "", err
	}
	if err := d.all(store.Candidates, level, d.expandOn); err != nil {
		return "", err
	}
	before := m.Found.Clone()
	defer func() {
		if limit != "" || err != nil { // the manifest is still that of the level before
			m.Found = before
		}
	}()
	expanded := 0
	for part := range m.Parts {
		f, err := d.job.open(store.Candidates, level, part)
		if err != nil {
			return "", err
		}
		f.Close()
		if len(f.Counts.Violated) > 0 && x.Judge == nil {
			return "", f.Damaged("it has violations, and nobody judges")
		}
		m.Found.Add(f.Counts)
		expanded += f.States
	}
	if expanded != m.Levels[level] {
		return "", fmt.Errorf("level %d has %d states, and its tasks have expanded %d", level, m.Levels[level], expanded)
	}
	d.tell()
	depth := x.DeepestLevel
	if x.MaxDepth > 0 {
		depth = min(depth, x.MaxDepth)
	}
	refuted := x.StopAtFirst && x.Refuted()
	if refuted && level < depth && x.MaxStates == 0 {
		return "stop-at-first", nil
	}
	if err := d.numbered(level); err != nil {
		return "", err
	}
	if err := d.all(store.States, level+1, d.settleOn); err != nil {
		return "", err
	}
	next := 0
	for part := range m.Parts {
		f, err := d.job.open(store.States, level+1, part)
		if err != nil {
			return "", err
		}
		f.Close()
		next += f.States
	}
	switch {
	case level >= depth && next > 0:
		return fmt.Sprintf("max-depth %d", depth), nil
	case level < depth && x.MaxStates > 0 && int(x.Stored.Load())+next > x.MaxStates:
		return x.Text(session.States), nil
	case level < depth && refuted:
		return "stop-at-first", nil
	case next == 0:
		m.Complete = true
		return "", d.save()
	}
	levels, nodes, files := m.Levels, m.Nodes, m.Files
	m.Levels, m.Nodes, m.Files = append(slices.Clip(levels), next), append(slices.Clip(nodes), slices.Clone(d.nodes.Known)), append(slices.Clip(files), -1)
	if err := d.save(); err != nil {
		m.Levels, m.Nodes, m.Files = levels, nodes, files
		return "", err
	}
	for part := range m.Parts {
		d.dir.Remove(store.Name(store.Candidates, level, part))
	}
	x.Level++
	d.tell()
	return "", nil
}

// numbered gives numbers to the nodes that have their first states in the next level, and makes them known to the system.
func (d *Local) numbered(level int) error {
	if err := d.one(store.Nodes, level+1, 0, func() error { return d.number(level) }); err != nil {
		return err
	}
	return d.extend(d.nodes, level+1)
}

// all does the tasks for the parts of a level whose files are not there yet.
func (d *Local) all(kind store.Kind, level int, do func(worker, part int) error) error {
	var next atomic.Int64
	var group sync.WaitGroup
	errs := make([]error, min(d.search.Workers, d.manifest.Parts))
	for w := range errs {
		group.Go(func() {
			for errs[w] == nil {
				part := int(next.Add(1)) - 1
				if part >= d.manifest.Parts {
					return
				}
				errs[w] = d.one(kind, level, part, func() error { return do(w, part) })
			}
			next.Store(int64(d.manifest.Parts)) // the others end, too
		})
	}
	group.Wait()
	var gravest error
	for _, err := range errs {
		if gravest == nil || err != nil && errors.Is(gravest, errHalted) || errors.As(err, new(*model.Broken)) {
			gravest = err
		}
	}
	return gravest
}

// one does a task if its file is not there.
func (d *Local) one(kind store.Kind, level, part int, do func() error) (err error) {
	if d.search.Halted() != session.Running {
		return errHalted
	}
	if ok, err := d.has(kind, level, part); ok || err != nil {
		return err
	}
	if d.options.Done {
		return fmt.Errorf("%s is not there: its task is not done", store.Name(kind, level, part))
	}
	for range d.options.times() {
		panicked := session.Try(func() { err = do() })
		if _, broken := panicked.(*model.Broken); broken {
			return panicked
		}
		if panicked != nil {
			d.search.Fail(panicked)
			return errHalted
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// times is how often each task is done.
func (o *Options) times() int {
	if o.Twice {
		return 2
	}
	return 1
}

func (d *Local) expandOn(worker, part int) (err error) {
	x := d.expanders[worker]
	if x == nil || d.options.Fresh {
		sys, nodes := d.search.Sys, d.nodes
		if d.options.Fresh {
			if sys, nodes, err = d.fresh(); err != nil {
				return err
			}
		}
		x.free()
		x = newExpander(d.job, d.search.Session, sys, nodes)
		d.expanders[worker] = x
	}
	return x.expand(d.search.Level, part)
}

// fresh is a system that knows nothing but the nodes of the level.
func (d *Local) fresh() (*system.System, *store.Dictionary, error) {
	own := d.search.Sys
	sys := own.Fresh()
	sys.Watch, sys.Judge, sys.Unheard, sys.Claim = own.Watch, own.Judge, own.Unheard, own.Claim
	nodes, err := d.dictionary(sys, d.search.Level, d.options.Ignored)
	return sys, nodes, err
}

func (d *Local) settleOn(_, part int) error {
	return d.settle(d.search.Level, part, func() bool { return d.search.Halted() != session.Running })
}
