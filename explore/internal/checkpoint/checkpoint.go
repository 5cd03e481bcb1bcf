package checkpoint

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"slices"
	"sync"
	"time"

	"github.com/gmecheck/gmecheck/explore/disk"
	"github.com/gmecheck/gmecheck/explore/internal/external"
	"github.com/gmecheck/gmecheck/explore/internal/packed"
	"github.com/gmecheck/gmecheck/explore/internal/search"
	"github.com/gmecheck/gmecheck/model/system"
)

// Options say where a breadth-first search is saved, so that it can be resumed after whatever ended it. What is saved is always
// the beginning of a level: all states up to it, and what was found above it.
type Options struct {
	Dir    string
	Every  time.Duration // 0: five minutes
	Resume bool          // go on with the search saved in Dir; otherwise there must be none
	Of     []disk.Trait  // what the search is of; a search of anything else is not resumed

	Warn  func(error)                // nil, or told once of a file system that does not make names durable
	Fault func(disk.Call, int) error // tests: disks that fail
}

// Error is why a search cannot be saved in, or resumed from, a directory. Nothing of it has been used.
type Error struct {
	Dir    string
	Resume bool
	Err    error
}

func (e *Error) Error() string { return fmt.Sprintf("checkpoint %s: %v", e.Dir, e.Err) }

// Unwrap gives the reason.
func (e *Error) Unwrap() error { return e.Err }

const (
	manifestName  = "checkpoint"
	manifestTitle = "gmecheck checkpoint 1"
	everyDefault  = 5 * time.Minute
)

// manifest is what a checkpoint consists of.
type manifest struct {
	Of          []disk.Trait
	Serial      int   // of the checkpoint, from 1
	Levels      []int // states per level; the last level is the frontier
	Transitions int
	Coverage    []int // by class
	Spoke       uint64
	Early       bool
	Elapsed     time.Duration
	Found       []savedGoal
	Nodes       []savedNodes // by site
	Journal     []disk.Entry // rows of site, node, batch, ticket
	Sorted      []disk.Entry // rows of nodes, budgets, in order, of each of the first levels, as spilled
	States      []disk.Entry // rows of level, nodes, budgets of the other levels, in no order
}

// savedGoal is a violated property and the length of its shortest trace, in steps.
type savedGoal struct{ Property, Length int }

// savedNodes is how many nodes a site has, and a hash of what they are.
type savedNodes struct {
	Count int
	Hash  uint64
}

// Saver writes the checkpoints of one search.
type Saver struct {
	of      Options
	dir     disk.Dir
	unlock  func()
	journal *system.Journal
	noted   int // entries of the journal that are saved

	last      manifest
	lastTime  time.Time
	levelTime time.Duration // of the level searched last, for each of its states
	began     time.Time
}

var errNoCheckpoint = errors.New("no checkpoint is there")

// New prepares the directory.
func New(of Options, sys *system.System) (*Saver, error) {
	s := &Saver{of: of, dir: disk.Dir{Path: of.Dir, Fault: of.Fault}, journal: &system.Journal{}, lastTime: time.Now()}
	if of.Warn != nil {
		var once sync.Once
		s.dir.Warn = func(err error) { once.Do(func() { of.Warn(err) }) }
	}
	if s.of.Every == 0 {
		s.of.Every = everyDefault
	}
	s.last.Nodes = make([]savedNodes, len(sys.Places))
	sys.Journal = s.journal
	if !of.Resume {
		if err := os.MkdirAll(of.Dir, 0o777); err != nil {
			return nil, s.fail(err)
		}
	}
	unlock, err := disk.Lock(s.dir.Path)
	if errors.Is(err, fs.ErrNotExist) {
		err = errNoCheckpoint
	}
	if err != nil {
		return nil, s.fail(err)
	}
	if !of.Resume { // now that nobody else can write one
		_, err := os.Stat(s.dir.Name(manifestName))
		if err == nil {
			err = errors.New("a checkpoint is there already: resume it, or remove the directory")
		}
		if !errors.Is(err, fs.ErrNotExist) {
			unlock()
			return nil, s.fail(err)
		}
		if err := s.dir.Make(append(kinds, manifestName)...); err != nil {
			unlock()
			return nil, s.fail(err)
		}
	}
	s.unlock = unlock
	return s, nil
}

// Close lets others use the directory.
func (s *Saver) Close() { s.unlock() }

// Dir is where files are kept.
func (s *Saver) Dir() *disk.Dir { return &s.dir }

func (s *Saver) fail(err error) error { return &Error{s.of.Dir, s.of.Resume, err} }

// Begin saves what is known so far if the last checkpoint is old, or will be before the level has ended.
func (s *Saver) Begin(c *search.Search, before search.Findings) error {
	now := time.Now()
	if c.Level > 0 && !s.began.IsZero() {
		s.levelTime = now.Sub(s.began) / time.Duration(max(1, c.Levels[c.Level-1]))
	}
	s.began = now
	if now.Sub(s.lastTime)+s.levelTime*time.Duration(c.Levels[c.Level]) < s.of.Every {
		return nil
	}
	return s.save(c, before)
}

// Save writes a checkpoint of the beginning of the current level.
func (s *Saver) Save(c *search.Search, before search.Findings) (saved bool, err error) {
	err = s.save(c, before)
	return err == nil, err
}

// save does so unless that is what the last checkpoint is of.
func (s *Saver) save(c *search.Search, before search.Findings) (err error) {
	if len(c.Levels) <= len(s.last.Levels) {
		return nil
	}
	m := manifest{
		Of: s.of.Of, Serial: s.last.Serial + 1, Levels: slices.Clone(c.Levels), Transitions: before.Transitions,
		Coverage: before.Coverage, Spoke: before.NonVacuous, Early: c.Early.Load(), Elapsed: c.Elapsed(),
		Journal: slices.Clone(s.last.Journal), States: slices.Clone(s.last.States), Sorted: slices.Clone(s.last.Sorted),
	}
	for _, p := range slices.Sorted(maps.Keys(before.Violated)) {
		m.Found = append(m.Found, savedGoal{p, before.Violated[p].Length})
	}
	var written []string
	defer func() {
		if err != nil {
			for _, name := range written {
				s.dir.Remove(name)
			}
			err = s.fail(err)
		}
	}()
	entries := s.journal.Since(s.noted)
	m.Nodes = countNodes(c.Sys, s.last.Nodes)
	name := fmt.Sprintf("nodes-%06d", m.Serial)
	written = append(written, name)
	file, err := writeJournal(s.dir, name, entries)
	if err != nil {
		return err
	}
	m.Journal = append(m.Journal, file)
	if c.Disk != nil && c.Disk.Used() {
		m.States, m.Sorted = nil, nil
		for _, level := range c.Disk.Levels() {
			m.Sorted = append(m.Sorted, level.Entry)
		}
	} else {
		name = fmt.Sprintf("states-%06d", m.Serial)
		written = append(written, name)
		if file, err = writeStates(s.dir, name, c, len(s.last.Levels)); err != nil {
			return err
		}
		m.States = append(m.States, file)
	}
	if err := s.dir.Save(manifestName, manifestTitle, m); err != nil {
		var unsure *disk.Unsure
		if errors.As(err, &unsure) {
			written = nil // the manifest may have its name, and what it names must be there
		}
		return err
	}
	if len(m.States) == 0 {
		for _, file := range s.last.States {
			s.dir.Remove(file.Name)
		}
	}
	s.last, s.lastTime, s.noted = m, time.Now(), s.noted+len(entries)
	return nil
}

func writeJournal(dir disk.Dir, name string, entries []system.Entry) (disk.Entry, error) {
	w, err := dir.CreateRows(name, 4)
	if err != nil {
		return disk.Entry{}, err
	}
	for _, e := range entries {
		if err := w.Append([]uint32{uint32(e.Site), e.Node, e.Batch, e.Ticket}); err != nil {
			w.Abort()
			return disk.Entry{}, err
		}
	}
	file, _, err := w.Commit()
	return file, err
}

// writeStates writes the states from a level up to the current one.
func writeStates(dir disk.Dir, name string, c *search.Search, from int) (disk.Entry, error) {
	width := len(c.Sys.Places) + 2
	w, err := dir.CreateRows(name, width)
	if err != nil {
		return disk.Entry{}, err
	}
	row := make([]uint32, 0, width)
	c.Each(func(s packed.Vector, level int) bool {
		if level >= from && level <= c.Level {
			row = append(append(row[:0], uint32(level)), s...)
			err = w.Append(row)
		}
		return err == nil
	})
	if err != nil {
		w.Abort()
		return disk.Entry{}, err
	}
	file, _, err := w.Commit()
	return file, err
}

// countNodes continues the hashes of what every site's nodes are.
func countNodes(sys *system.System, from []savedNodes) []savedNodes {
	all := slices.Clone(from)
	for k, count := range sys.Nodes() {
		for n := all[k].Count + 1; n <= count; n++ {
			all[k].Hash = (all[k].Hash ^ sys.Describe(k, uint32(n)).Hash()) * 0x9E3779B97F4A7C15
		}
		all[k].Count = count
	}
	return all
}

// sweep removes files that are not the checkpoint's: what an interrupted writer left. They stay if the manifest that does not
// name them may not last, for the one before may.
// kinds are those of the files of a checkpoint, besides its manifest; they are numbered.
var kinds = []string{"nodes", "states", "level"}

func (s *Saver) sweep(levels *external.Store) error {
	if err := s.dir.Sync(); err != nil {
		return nil
	}
	keep := map[string]bool{}
	for _, file := range slices.Concat(s.last.Journal, s.last.States, s.last.Sorted) {
		keep[file.Name] = true
	}
	if levels != nil { // the next checkpoint names them
		for _, level := range levels.Levels() {
			keep[level.Entry.Name] = true
		}
	}
	return s.dir.RemoveAll(func(name string) bool {
		kind, numbered, part := disk.Kind(name)
		return slices.Contains(kinds, kind) && numbered && !keep[name] || kind == manifestName && part
	})
}
