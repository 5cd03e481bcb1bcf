package question

import (
	"fmt"
	"time"

	"github.com/dustin/go-humanize"

	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/permutation"
	"github.com/gmecheck/gmecheck/model/system"
)

// Result is what a search found.
type Result struct {
	Complete      bool
	Bounded       bool            // states outside of the protocol's boundary were not visited
	Limit         string          // why it is not complete, or why questions are open all the same
	Growing       []system.Growth // if a limit has ended it: the variables and inboxes that still had new values then
	States        int             // distinct states
	Transitions   int             // out of all of them; those that leave the state as it was are not counted
	Depth         int             // level of the farthest state; depth first: length of the longest path searched
	Levels        []int           // states per level; nil for a depth-first search
	Judged        int             // breadth first: every state of the levels up to this one was judged; -1: not even the first
	Coverage      map[string]int
	Early         bool             // a timer expired before its time
	Spoke         uint64           // properties that had something to say
	Answered      uint64           // properties that are questions about the graph, on which there is an answer
	Open          map[int]string   // by property: why there is no answer on it, where the rest is answered, or the answer says nothing
	Measures      map[int]*Measure // by property
	Violations    []Violation
	Saved         bool  // a checkpoint of the end is there to be resumed
	Err           error // what went wrong with files, and made the search end early
	Workers       int
	Elapsed       time.Duration
	PeakBytes     int64   // of the whole process, while it searched
	BytesPerState float64 // PeakBytes over States: all included
	Sizes         system.Sizes
	Reduction     *Reduction // nil without symmetry
	Forms         *Forms     // nil without canonical forms
	Formless      string     // of a search that did not end: why its states are not the canonical forms that the protocol has; empty: that is not the reason
	Spared        *Spared    // nil: no states were left out
}

// Spared says what a search has left out, and did for that. Its states, transitions and levels are those visited; how many
// there are is not known.
type Spared struct {
	For    string // what was kept: "deadlock" or "invariants"
	Looked int    // situations of all sites but one in which it was found out what could arrive there
	// Second is the search, of all states, for shortest traces of the violations, as deep as those found are long; nil: there was
	// none.
	Second *Result
}

// Violation is the refutation of one property.
type Violation struct {
	Property  int
	Start     string // the name of the initial state; empty if there is only one
	Path      []Step // ends in the violating state, or with the violating step
	Final     []system.Description
	Views     []*model.View // of the last state
	Unreached uint64        // of a hope or a due: the bits that are in vain there; of an endless run: the bit that stays pending
	Shortest  bool
	Endless   bool // the path goes on at step Loop after its last step
	Loop      int
}

// Step is one transition of a path.
type Step struct {
	Event *model.Event
	Label string
}

// Measure is the answer to a [Quantity] or a [Interval].
type Measure struct {
	Min, Max    int
	Unbounded   bool // a cycle adds to it; Max means nothing then, and Most ends with the loop
	Never       bool // no interval ends; Min and Least mean nothing either
	Least, Most Run  // runs on which they are attained
}

// Run is a path from the initial state. An endless one goes on at step Loop after its last step.
type Run struct {
	Start   string // the name of the initial state; empty if there is only one
	Path    []Step
	Endless bool
	Loop    int
	Longer  bool // than the run of canonical forms that it makes real: there may be a shorter one
}

// Reduction says how a search was reduced by symmetry: of all states that are the same but for the names of processes and
// groups, one was visited.
type Reduction struct {
	Group   []*permutation.Permutation // the permutations tried and taken, the identity first
	Refused []system.Refusal           // and those not taken
	Tried   int
	// What the search would have counted without reduction.
	States, Transitions int
}

// Forms says how the canonical forms were checked that a search has visited, see [model.Canonical].
type Forms struct {
	Requests []int // budgets of the small model whose states were compared with their forms; nil where nobody requests anything: those of the model itself
	States   int   // compared there
	All      bool  // there are no more
	Walked   int   // states compared on random runs of the model itself
}

func (f *Forms) String() string {
	states := "all "
	if !f.All {
		states = "the first "
	}
	states += humanize.Comma(int64(f.States)) + " states"
	if f.Requests != nil {
		states += " at -r " + model.RequestsText(f.Requests)
	}
	text := fmt.Sprintf("checked on %s, and on %s of random runs", states, humanize.Comma(int64(f.Walked)))
	if !f.All {
		text += "; of the others it is believed that they are right"
	}
	return text
}
