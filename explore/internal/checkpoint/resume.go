package checkpoint

import (
	"errors"
	"fmt"
	"io/fs"
	"math"
	"slices"
	"time"

	"github.com/gmecheck/gmecheck/explore/disk"
	"github.com/gmecheck/gmecheck/explore/internal/packed"
	"github.com/gmecheck/gmecheck/explore/internal/search"
	"github.com/gmecheck/gmecheck/explore/internal/session"
	"github.com/gmecheck/gmecheck/explore/internal/trace"
	"github.com/gmecheck/gmecheck/explore/internal/visited"
	"github.com/gmecheck/gmecheck/invariants/question"
	"github.com/gmecheck/gmecheck/model/system"
)

// Resume makes the search what the checkpoint says. If there is too little memory for that, the error is [membudget.Exhausted].
func (s *Saver) Resume(c *search.Search) (err error) {
	if ended := session.Try(func() { err = s.read(c) }); ended != nil {
		return ended
	}
	if err != nil {
		return s.fail(err)
	}
	return nil
}

func (s *Saver) read(c *search.Search) error {
	var m manifest
	if err := s.dir.Load(manifestName, manifestTitle, &m); err != nil {
		if errors.Is(err, fs.ErrNotExist) {
			err = errNoCheckpoint
		}
		return err
	}
	if err := disk.Compare(s.of.Of, m.Of); err != nil {
		return err
	}
	if len(m.Levels) == 0 || len(m.Levels) > c.DeepestLevel+1 || len(m.Nodes) != len(c.Sys.Places) {
		return errors.New("it is of a search of another kind")
	}
	if !m.sound() || len(m.Found) > 0 && c.Judge == nil {
		return &disk.Damaged{Path: s.dir.Name(manifestName), Why: "it has numbers that no search has"}
	}
	if _, err := search.First(c.Session); err != nil { // which has numbered its nodes before any other
		return err
	}
	if err := s.replay(c.Sys, &m); err != nil {
		return err
	}
	if err := s.load(c, &m); err != nil {
		return err
	}
	for _, f := range m.Found {
		c.Violated[f.Property] = trace.Target{Length: f.Length}
	}
	c.Level, c.Levels, c.Transitions = len(m.Levels)-1, slices.Clone(m.Levels), m.Transitions
	c.Coverage, c.NonVacuous, c.Earlier = slices.Clone(m.Coverage), m.Spoke, m.Elapsed
	c.Early.Store(m.Early)
	s.last, s.lastTime = m, time.Now()
	return s.sweep(c.Disk)
}

// mostStates is more than any search visits.
const mostStates = 1 << 40

// sound reports whether its numbers may be those of a search: that the checksum is right says nothing of who has written it.
func (m *manifest) sound() bool {
	total := 0
	for _, n := range m.Levels {
		if n < 0 || n > mostStates || total > mostStates-n {
			return false
		}
		total += n
	}
	for _, f := range m.Found {
		if f.Property < 0 || f.Property >= question.MaxProperties || f.Length < 0 || f.Length > len(m.Levels) {
			return false
		}
	}
	negative := func(n int) bool { return n < 0 }
	return m.Serial > 0 && m.Transitions >= 0 && m.Elapsed >= 0 && !slices.ContainsFunc(m.Coverage, negative)
}

// replay makes the system number its nodes as the saved one did.
func (s *Saver) replay(sys *system.System, m *manifest) error {
	for _, file := range m.Journal {
		_, err := s.dir.EachRow(file, 4, func(row []uint32) error {
			if row[0] > math.MaxUint8 {
				return &disk.Damaged{Path: s.dir.Name(file.Name), Why: fmt.Sprintf("site %d", row[0])}
			}
			if err := sys.Replay(system.Entry{Site: uint8(row[0]), Node: row[1], Batch: row[2], Ticket: row[3]}); err != nil {
				return &disk.Damaged{Path: s.dir.Name(file.Name), Why: err.Error()}
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	s.noted = len(s.journal.Since(0))
	if !slices.Equal(countNodes(sys, make([]savedNodes, len(m.Nodes))), m.Nodes) {
		return errors.New("the handlers of this program do something else than those of the program that wrote it")
	}
	return nil
}

// load reads the states.
func (s *Saver) load(c *search.Search, m *manifest) error {
	total := 0
	for _, n := range m.Levels {
		total += n
	}
	if len(m.Sorted) == len(m.Levels) && c.Disk != nil {
		return s.reopen(c, m)
	}
	l, ok := search.Layout(c.Session, 16, len(m.Levels))
	if !ok {
		return search.ErrWide
	}
	if c.Disk != nil && !c.Disk.Fits(visited.SetBytes(l, total)) {
		return s.loadToDisk(c, m)
	}
	c.Memory.Reserve(visited.SetBytes(l, total))
	e, loaded := search.NewEngine(c, l, total), false
	e.Keep(false) // states are saved in no order
	defer func() {
		if !loaded {
			e.Free()
		}
	}()
	levels := make([]int, len(m.Levels))
	err := s.each(c.Sys, m, func(level int, at []uint32) error {
		e.Seed(at, level, level == len(levels)-1)
		levels[level]++
		return nil
	})
	if err != nil {
		return err
	}
	if !slices.Equal(levels, m.Levels) || e.States() != total {
		return fmt.Errorf("it has %d states in levels %v, not %d in %v", e.States(), levels, total, m.Levels)
	}
	c.Engine, loaded = e, true
	return nil
}

// each yields all states, and their levels.
func (s *Saver) each(sys *system.System, m *manifest, yield func(level int, row []uint32) error) error {
	nodes, budgets := sys.Nodes(), sys.Budgets()
	enter := func(file disk.Entry, level int, at packed.Vector) error {
		if level >= len(m.Levels) || !possible(nodes, budgets, at) {
			return &disk.Damaged{Path: s.dir.Name(file.Name), Why: fmt.Sprintf("there is no state %v at level %d", at, level)}
		}
		return yield(level, at)
	}
	for _, file := range m.States {
		_, err := s.dir.EachRow(file, len(sys.Places)+2, func(row []uint32) error { return enter(file, int(row[0]), row[1:]) })
		if err != nil {
			return err
		}
	}
	for level, file := range m.Sorted {
		_, err := s.dir.EachRow(file, len(sys.Places)+1, func(row []uint32) error { return enter(file, level, row) })
		if err != nil {
			return err
		}
	}
	return nil
}

// loadToDisk makes the states, for which memory has no room, the levels on disk.
func (s *Saver) loadToDisk(c *search.Search, m *manifest) error {
	err := c.Disk.Sort(len(m.Levels), func(yield func(level int, row []uint32) error) error { return s.each(c.Sys, m, yield) })
	if err != nil {
		return err
	}
	for level, file := range c.Disk.Levels() {
		if file.Rows() != m.Levels[level] {
			return fmt.Errorf("it has %d states at level %d, not %d", file.Rows(), level, m.Levels[level])
		}
	}
	return s.onDisk(c, m)
}

// reopen leaves the states on disk.
func (s *Saver) reopen(c *search.Search, m *manifest) error {
	nodes, budgets := c.Sys.Nodes(), c.Sys.Budgets()
	var levels []disk.Sorted
	for level, file := range m.Sorted {
		var last packed.Vector
		index, err := s.dir.EachRow(file, len(c.Sys.Places)+1, func(row []uint32) error {
			if !possible(nodes, budgets, row) || slices.Compare(last, row) >= 0 {
				return &disk.Damaged{Path: s.dir.Name(file.Name), Why: fmt.Sprintf("there is no state %v after %v", row, last)}
			}
			last = append(last[:0], row...)
			return nil
		})
		if err != nil {
			return err
		}
		if index.Rows != m.Levels[level] {
			return fmt.Errorf("it has %d states at level %d, not %d", index.Rows, level, m.Levels[level])
		}
		levels = append(levels, disk.Sorted{Dir: s.dir, Entry: file, Index: index})
	}
	c.Disk.Reopen(levels)
	return s.onDisk(c, m)
}

// onDisk begins with all levels on disk.
func (s *Saver) onDisk(c *search.Search, m *manifest) error {
	for _, n := range m.Levels {
		c.Stored.Add(int64(n))
	}
	l, ok := search.Layout(c.Session, 16, len(m.Levels))
	if !ok {
		return search.ErrWide
	}
	c.Engine = search.NewEngine(c, l, 0)
	return nil
}

// possible reports whether a state consists of nodes and budgets that there are.
func possible(nodes []int, budgets int, s packed.Vector) bool {
	for k, n := range nodes {
		if s[k] == 0 || int(s[k]) > n {
			return false
		}
	}
	return int(s[len(s)-1]) < budgets
}
