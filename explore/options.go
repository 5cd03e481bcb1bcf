package explore

import (
	"time"

	"github.com/gmecheck/gmecheck/explore/internal/session"
	"github.com/gmecheck/gmecheck/explore/internal/trace"
	"github.com/gmecheck/gmecheck/invariants/question"
)

// Mode is the order of the search.
type Mode string

// The orders. Only breadth first gives shortest traces.
const (
	BFS Mode = "bfs"
	DFS Mode = "dfs"
)

// Canonical says when a search visits canonical forms only.
type Canonical string

// The choices. By default it is when the protocol has canonical forms and a process without a request budget, so that without them
// the search may have no end, or is one of one's own, where nobody knows what has an end; and nothing stands in the way: faults
// that lose or duplicate messages, a boundary, symmetry, another order, files, views that show variables.
const (
	CanonicalByDefault Canonical = ""
	CanonicalOn        Canonical = "on"
	CanonicalOff       Canonical = "off"
)

// Options of a search. The zero value is a complete breadth-first search by one worker that judges nothing.
type Options struct {
	Judge       question.Judge
	Questions   question.Questions
	Mode        Mode
	Workers     int            // a depth-first search has one
	MaxStates   int            // 0: no limit
	MaxDepth    int            // 0: no limit
	MaxMemory   int64          // bytes of the whole process, which then tunes Go's collector while it searches; 0: [MachineShare], and nothing is tuned; or [NoLimit]
	MaxTime     time.Duration  // 0: no limit
	Symmetry    bool           // visit one of the states that differ in the names of processes and groups only; not depth first
	Canonical   Canonical      // whether one of the states that differ in nothing that can matter any more is visited, see [model.Canonical]
	Reduce      Reduce         // leave out states that the properties do not need; empty: none
	StopAtFirst bool           // end with the level in which a property is violated first
	Partly      bool           // where MaxStates or MaxDepth ends the search, look for what refutes bounds, costs and promises in what was explored, too
	Checkpoint  *Checkpoint    // nil: none is written
	Spill       *Spill         // nil: all states stay in memory
	Store       *Store         // nil: the search is not on files
	Progress    func(Progress) // called about five times a second, from another goroutine

	traceWidth   int           // states that a trace keeps in each level; 0: trace.MaxWidth
	remembered   int           // verdicts that a worker remembers; 0: verdicts.MostVerdicts
	deepestLevel int           // level that is searched; 0: search.MaxLevel
	words        int           // words of a state; 0: packed.MaxWords
	patience     time.Duration // with a call of a protocol of one's own once the run is to end; 0: waiting.Patience
	refuse       func() bool   // tests: systems without memory outside Go's heap
}

// Progress is how far a search has come.
type Progress = session.Progress

// What a search finds is declared beside what it is asked.
type (
	Result    = question.Result
	Violation = question.Violation
	Step      = question.Step
	Measure   = question.Measure
	Run       = question.Run
	Reduction = question.Reduction
	Forms     = question.Forms
	Spared    = question.Spared
)

// Broken is what is wrong with a protocol, or a panic of a property, with the trace that leads to it.
type Broken = trace.Broken
