package store

import (
	"maps"
	"time"

	"github.com/gmecheck/gmecheck/explore/disk"
)

// Manifest says how far a search is: all levels but the last are searched, and the last is whole. It is written when a level is,
// after all that it speaks of.
type Manifest struct {
	Of       []disk.Trait // what the search is of
	Run      string       // its name
	Parts    int
	Levels   []int   // states per level
	Nodes    [][]int // by level and site: nodes that have numbers
	Found    Findings
	Complete bool // the last level is searched, too, and leads nowhere new
	Elapsed  time.Duration
}

// Title and name of the manifest's file; the title has the version of all files.
const (
	ManifestName  = "manifest"
	ManifestTitle = "gmecheck store 1"
)

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

// Clone is the findings as they are now.
func (f Findings) Clone() Findings {
	f.Coverage, f.Violated = maps.Clone(f.Coverage), maps.Clone(f.Violated)
	return f
}
