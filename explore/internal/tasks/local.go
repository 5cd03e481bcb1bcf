package tasks

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/gmecheck/gmecheck/explore/disk"
	"github.com/gmecheck/gmecheck/explore/internal/packed"
	"github.com/gmecheck/gmecheck/explore/internal/search"
	"github.com/gmecheck/gmecheck/explore/internal/session"
	"github.com/gmecheck/gmecheck/explore/internal/store"
	"github.com/gmecheck/gmecheck/explore/internal/trace"
	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/system"
)

// unsoundManifest is what is wrong with a manifest whose checksum is right.
const unsoundManifest = "it has numbers that no search has"

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

// Open opens the search in a directory, or begins one.
func Open(x *search.Search, o Options) (*Local, error) {
	d := &Local{job: newJob(o, x.Session), options: o, search: x}
	if err := d.open(); err != nil {
		if d.unlock != nil {
			d.Close()
		}
		return nil, d.fail(err)
	}
	return d, nil
}

func (d *Local) fail(err error) error { return fail(d.options.Dir, err) }

func (d *Local) open() (err error) {
	if err := d.search.Sys.Writable(); err != nil {
		return err
	}
	if err := os.MkdirAll(d.dir.Path, 0o777); err != nil {
		return err
	}
	if d.unlock, err = d.dir.Lock(); err != nil {
		return err
	}
	if err := d.dir.Make(); err != nil { // files that were not whole when a process ended
		return err
	}
	err = d.dir.Load(store.ManifestName, store.ManifestTitle, &d.manifest)
	if errors.Is(err, fs.ErrNotExist) {
		err = d.begin()
	} else if err == nil {
		err = d.resume()
	}
	if err != nil {
		return err
	}
	d.tell()
	d.search.Source = viewer{d}
	if !d.search.Outside() {
		return search.ErrWide
	}
	d.expanders = make([]*expander, d.search.Workers)
	return nil
}

// Close lets others use the directory.
func (d *Local) Close() {
	for _, x := range d.expanders {
		x.free()
	}
	d.job.close()
	d.unlock()
}

// begin writes the first level.
func (d *Local) begin() error {
	all, err := search.First(d.search.Session)
	if err != nil {
		return err
	}
	m := store.Manifest{Of: d.options.Of, Run: rand.Text(), Parts: d.options.Parts}
	if m.Parts == 0 {
		m.Parts = DefaultParts
	}
	d.manifest, d.nodes = m, store.NewDictionary(d.search.Sys)
	d.nodes.Ignored = d.options.Ignored
	err = d.write(&d.manifest, []int{len(all)}, func(yield func(packed.Vector, int) bool) {
		for _, s := range all {
			yield(s, 0)
		}
	})
	if err != nil {
		return err
	}
	return d.save()
}

func (d *Local) save() error {
	d.manifest.Elapsed = d.search.Elapsed()
	if err := d.dir.Sync(); err != nil { // first the names of what it speaks of
		return err
	}
	return d.dir.Save(store.ManifestName, store.ManifestTitle, d.manifest)
}

// resume makes the search what the manifest says.
func (d *Local) resume() (err error) {
	m, x := &d.manifest, d.search
	if err := disk.Compare(d.options.Of, m.Of); err != nil {
		return err
	}
	switch {
	case len(m.Levels) == 0 || len(m.Levels) > x.DeepestLevel+1 || m.Parts < 1 || m.Parts > MaxParts:
		return errors.New("it is of a search of another kind")
	case !m.Sound(len(x.Sys.Places)):
		return &disk.Damaged{Path: d.dir.Name(store.ManifestName), Why: unsoundManifest}
	case d.options.Parts != 0 && d.options.Parts != m.Parts:
		return fmt.Errorf("it is divided into %d parts, not into %d", m.Parts, d.options.Parts)
	}
	if d.nodes, err = d.dictionary(x.Sys, len(m.Levels)-1, d.options.Ignored); err != nil {
		return err
	}
	if !slices.Equal(d.nodes.Known, m.Nodes[len(m.Nodes)-1]) {
		return errors.New("it has other nodes than its manifest says")
	}
	x.Level, x.Earlier = len(m.Levels)-1, m.Elapsed
	return d.sweep()
}

// sweep removes files that are not needed any more, and finds out whether there are some of tasks of the level.
func (d *Local) sweep() error {
	kept := map[string]bool{}
	for _, last := range d.manifest.Files {
		kept[store.Name(store.Levels, last, 0)] = true
	}
	return d.dir.RemoveAll(func(name string) bool {
		switch kind, _, _ := strings.Cut(name, "-"); store.Kind(kind) {
		case store.Levels:
			return !kept[name]
		case store.Candidates:
			old := name < store.Name(store.Candidates, d.search.Level, 0)
			d.begun = d.begun || !old
			return old
		}
		return false
	})
}

// tell tells the search what was found in the levels that are searched.
func (d *Local) tell() {
	x, f := d.search, &d.manifest.Found
	x.Levels = slices.Clone(d.manifest.Levels)
	x.Findings = search.Findings{Transitions: f.Transitions, NonVacuous: f.NonVacuous, Violated: map[int]trace.Target{}}
	for _, class := range slices.Sorted(maps.Keys(f.Coverage)) {
		at := x.Sys.Class(class)
		for len(x.Coverage) <= at {
			x.Coverage = append(x.Coverage, 0)
		}
		x.Coverage[at] = f.Coverage[class]
	}
	for p, length := range f.Violated {
		x.Violated[p] = trace.Target{Length: length}
	}
	x.Early.Store(f.Early)
	x.Stored.Store(int64(d.manifest.States()))
}

// Run searches level by level, until there is nothing new or a limit is reached. The error is a panic of the protocol or of a
// property, with its trace.
func (d *Local) Run() (end search.End, err error) {
	x := d.search
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
	for part := range m.Parts {
		f, err := d.job.open(store.Candidates, level, part)
		if err != nil {
			return "", err
		}
		f.Close()
		m.Found.Add(f.Counts)
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
	sys.Watch, sys.Unheard, sys.Claim = own.Watch, own.Unheard, own.Claim
	nodes, err := d.dictionary(sys, d.search.Level, d.options.Ignored)
	return sys, nodes, err
}

func (d *Local) settleOn(_, part int) error {
	return d.settle(d.search.Level, part, func() bool { return d.search.Halted() != session.Running })
}
