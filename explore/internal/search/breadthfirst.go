package search

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"

	"github.com/gmecheck/gmecheck/explore/internal/external"
	"github.com/gmecheck/gmecheck/explore/internal/frontier"
	"github.com/gmecheck/gmecheck/explore/internal/packed"
	"github.com/gmecheck/gmecheck/explore/internal/reduction"
	"github.com/gmecheck/gmecheck/explore/internal/session"
	"github.com/gmecheck/gmecheck/explore/internal/trace"
	"github.com/gmecheck/gmecheck/explore/internal/transitions"
	"github.com/gmecheck/gmecheck/invariants/question"
	"github.com/gmecheck/gmecheck/model"
)

// Search is one breadth-first search.
type Search struct {
	*session.Session
	Disk   *external.Store // nil: all states stay in memory
	Source frontier.Source // nil: states are not outside of memory
	Saver  Saver
	// Real makes the real run of a run of canonical states; nil: all runs are real.
	Real func(trace.Walk) trace.Walk
	Engine

	Level  int
	Levels []int  // states per level, the current one included
	Limit  string // what has ended it; empty: nothing, or it still goes on
	Findings
}

// Findings are what a search has counted and met.
type Findings struct {
	Transitions int
	Coverage    []int // by class
	NonVacuous  uint64
	Violated    map[int]trace.Target  // by property; the ends of judged ones are looked for when the search is over
	Represented reduction.Represented // under symmetry
}

// clone is the findings as they are now.
func (f Findings) clone() Findings {
	f.Coverage, f.Violated = slices.Clone(f.Coverage), maps.Clone(f.Violated)
	return f
}

// Saver saves searches, so that they can be resumed.
type Saver interface {
	// Begin is called before a level is searched; it saves what is known so far if it is time to.
	Begin(s *Search, before Findings) error
	// Save saves the beginning of the current level; before is what had been found then. saved reports that there is something
	// to resume.
	Save(s *Search, before Findings) (saved bool, err error)
}

// Unsaved saves nothing.
type Unsaved struct{}

func (Unsaved) Begin(*Search, Findings) error        { return nil }
func (Unsaved) Save(*Search, Findings) (bool, error) { return false, nil }

// New returns a search that has not begun.
func New(s *session.Session) *Search {
	return &Search{Session: s, Saver: Unsaved{}, Findings: Findings{Violated: map[int]trace.Target{}}}
}

// ErrWide is that no layout has room for the states.
var ErrWide = errors.New("states that cannot be packed")

// Start makes the initial states the first level.
func (s *Search) Start() error {
	all, err := First(s.Session)
	if err != nil {
		return err
	}
	l, ok := Layout(s.Session, 16, 1)
	if !ok {
		return ErrWide
	}
	s.Engine, s.Levels = NewEngine(s, l, 0), []int{len(all)}
	for _, first := range all {
		s.Seed(first, 0, true)
	}
	return nil
}

// First lists the initial states: those inside of the boundary, and under symmetry those that represent the others.
func First(s *session.Session) (all []packed.Vector, err error) {
	reader := s.Sys.NewReader()
	inside := func(packed.Vector) bool { return true }
	if s.Sys.Within != nil {
		bounds := transitions.NewBounds(s.Sys)
		inside = func(state packed.Vector) bool { return bounds.Within(reader, state) }
	}
	seen := map[string]bool{}
	for _, nodes := range s.Sys.Starts() {
		first := append(packed.Vector(nodes), s.Sys.StartBudget())
		if s.Sys.Canonical {
			first = reader.Canon(first)
		}
		if s.Symmetry != nil {
			first = slices.MinFunc(reduction.AllImages(s.Symmetry, first), slices.Compare[packed.Vector])
		}
		if k := first.Key(); !seen[k] && inside(first) {
			seen[k], all = true, append(all, first)
		}
	}
	if len(all) == 0 {
		return nil, errors.New("no initial state is within the boundary")
	}
	return all, nil
}

// Layout chooses the layout for the nodes known, see [packed.Choose].
func Layout(s *session.Session, least, deepest int) (l packed.Layout, ok bool) {
	return packed.Choose(s.Sys.Nodes(), s.Sys.Budgets(), least, deepest, s.WordsOfAState)
}

// End is how a search ended.
type End struct {
	Limit string // empty: everything was searched
	Saved bool
	Err   error // what went wrong with files
}

// Run searches level by level, until there is nothing new or a limit is reached.
func (s *Search) Run() (End, error) {
	for {
		before := s.Findings.clone()
		if failed := s.Saver.Begin(s, before); failed != nil {
			return End{Limit: failed.Error(), Err: failed}, nil
		}
		next, limit, err := s.searchLevel(before)
		switch {
		case err != nil:
			return End{}, err
		case limit != "":
			s.Limit = limit
			end := End{Limit: limit}
			end.Saved, end.Err = s.Saver.Save(s, before)
			if failed := s.Failure(session.Files); failed != nil {
				end.Err = failed
			}
			return end, nil
		case next == 0:
			return End{}, nil
		}
		s.LevelSeen()
		s.Level++
		s.Levels = append(s.Levels, next)
	}
}

// MaxLevel is the deepest level that is searched. States can be marked with one more, see [visited.Set]: where levels are on
// disk, those found beyond the last one are stored, too, before it is known whether there are any that are new.
const MaxLevel = math.MaxUint16 - 1

// searchLevel expands the frontier and returns how many states the next one has, or the limit that ends the search.
func (s *Search) searchLevel(before Findings) (next int, limit string, err error) {
	depth := s.DeepestLevel
	if s.MaxDepth > 0 {
		depth = min(depth, s.MaxDepth)
	}
	atLimit := s.Level >= depth
	if err := s.expandLevel(before, !atLimit); err != nil {
		return 0, "", err
	}
	if s.Halted() == session.States {
		// Judge the last complete level again without entering its successors, so that the report is about
		// whole levels and the same for any number of workers.
		s.Findings = before.clone()
		s.Proceed()
		if err := s.expandLevel(before, false); err != nil {
			return 0, "", err
		}
		if s.Halted() == session.Running {
			return 0, s.Text(session.States), nil
		}
	}
	if halted := s.Halted(); halted != session.Running {
		violated := s.Violated
		s.Findings = before.clone()
		s.Violated = violated
		return 0, s.Text(halted), nil
	}
	if atLimit {
		missing, err := s.missing()
		if err != nil {
			return 0, s.Text(session.Files), nil
		}
		if missing {
			limit = fmt.Sprintf("max-depth %d", depth)
		}
		return 0, limit, nil
	}
	if s.StopAtFirst && s.Refuted() {
		return 0, "stop-at-first", nil
	}
	next, err = s.advance()
	if err == frontier.ErrStates {
		return 0, s.Text(session.States), nil
	}
	if err != nil {
		return 0, s.Text(session.Files), nil
	}
	return next, "", nil
}

// Refuted reports that a property is violated.
func (s *Search) Refuted() bool {
	seeks := question.Seeks(s.Judge)
	for p := range s.Violated {
		if seeks>>p&1 == 0 {
			return true
		}
	}
	return false
}

// expandLevel expands the frontier, again with more room as often as nodes, or the next level, do not fit. The error is a
// handler's panic, or permutations that are no symmetries.
func (s *Search) expandLevel(before Findings, insert bool) error {
	for {
		if (insert || s.onlyInserts()) && !s.Holds(s.Level+1) {
			if s.repack(before); s.Halted() != session.Running {
				return nil
			}
		}
		err := s.expand(insert)
		if s.Halted() == session.Overflow {
			if s.repack(before); s.Halted() == session.Running {
				continue
			}
		}
		if err == nil && s.Halted() == session.Asymmetric {
			err = s.asymmetries()
		}
		var met *model.Broken
		if !errors.As(err, &met) {
			return err
		}
		if err := s.Traces().Explain(met); err != nil {
			return err
		}
		if s.repack(before); s.Halted() != session.Running {
			return nil
		}
	}
}
