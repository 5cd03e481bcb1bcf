package store

import (
	"maps"
	"math"
	"time"

	"github.com/gmecheck/gmecheck/explore/disk"
	"github.com/gmecheck/gmecheck/invariants/question"
)

// Manifest says how far a search is: all levels but the last are searched, and the last is whole. It is written when a level is,
// after all that it speaks of.
type Manifest struct {
	Of       []disk.Trait // what the search is of
	Run      string       // its name
	Parts    int
	Levels   []int   // states per level
	Nodes    [][]int // by level and site: nodes that have numbers
	Files    []int   // by level: the last of the levels that are in one file with it, of the kind [Levels]; -1: it has files of its own
	Found    Findings
	Complete bool // the last level is searched, too, and leads nowhere new
	Elapsed  time.Duration
}

// States is how many states there are in all levels.
func (m *Manifest) States() (n int) {
	for _, of := range m.Levels {
		n += of
	}
	return n
}

// Title and name of the manifest's file; the title has the version of all files.
const (
	ManifestName  = "manifest"
	ManifestTitle = "gmecheck store 2"
)

// Sound reports whether its numbers may be those of a search of so many sites: that the checksum is right says nothing of who has written it.
func (m *Manifest) Sound(sites int) bool {
	if len(m.Nodes) != len(m.Levels) || len(m.Files) != len(m.Levels) {
		return false
	}
	before := make([]int, sites)
	for level, known := range m.Nodes {
		if m.Levels[level] < 0 || m.Levels[level] > mostStates || len(known) != sites {
			return false
		}
		for k, n := range known {
			if n < before[k] || n > math.MaxUint32 {
				return false
			}
		}
		before = known
		if last := m.Files[level]; last != -1 && (last < level || last >= len(m.Files) || m.Files[last] != last) {
			return false
		}
	}
	for _, length := range m.Found.Violated {
		if length > len(m.Levels) {
			return false
		}
	}
	return m.Elapsed >= 0 && m.Found.Sound()
}

// mostStates is more than any level has.
const mostStates = 1 << 40

// Findings are what was counted and met.
type Findings struct {
	Transitions int
	Coverage    map[string]int // by class
	NonVacuous  uint64
	Violated    map[int]int // by property: the length of a shortest trace
	Early       bool
}

// Add adds what was found in a part.
func (f *Findings) Add(g *Findings) {
	f.Transitions += g.Transitions
	if f.Coverage == nil {
		f.Coverage, f.Violated = map[string]int{}, map[int]int{}
	}
	for class, n := range g.Coverage {
		f.Coverage[class] += n
	}
	f.NonVacuous |= g.NonVacuous
	for p, length := range g.Violated {
		if known, ok := f.Violated[p]; !ok || length < known {
			f.Violated[p] = length
		}
	}
	f.Early = f.Early || g.Early
}

// Sound reports whether they may be those of a search.
func (f *Findings) Sound() bool {
	if f == nil || f.Transitions < 0 {
		return false
	}
	for _, n := range f.Coverage {
		if n < 0 {
			return false
		}
	}
	for p, length := range f.Violated {
		if p < 0 || p >= question.MaxProperties || length < 0 {
			return false
		}
	}
	return true
}

// Clone is the findings as they are now.
func (f Findings) Clone() Findings {
	f.Coverage, f.Violated = maps.Clone(f.Coverage), maps.Clone(f.Violated)
	return f
}
