package conform

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/gmecheck/gmecheck/algorithms/names"
	"github.com/gmecheck/gmecheck/explore/internal/session"
	"github.com/gmecheck/gmecheck/explore/internal/waiting"
	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/system"
)

// Options say what a log may leave out, and how much is searched. The zero value: nothing, without limits.
type Options struct {
	Hidden      int      // the most steps that nobody has logged; those of the network do not count
	HiddenKinds []string // of which kinds they may be, such as "timeout" or "deliver(Reply)"; empty: of any
	MaxStates   int      // stop after so many states; 0: no limit
	MaxTime     time.Duration
	Progress    func(Progress) // is called from time to time; may be nil
}

// Progress is how far a search is.
type Progress struct {
	Events, Of int // events that fit so far, at the most
	States     int
}

// Answer is the answer to [Decide].
type Answer struct {
	Conforms bool
	Limit    string // why nothing is decided; empty: something is
	Events   int    // of the log
	States   int    // looked at
	Missing  []Gap  // numbers that the log has not

	// of the run found, or of the longest prefix of one
	Start  string // the name of the initial state; empty: there is only one
	Steps  []Step
	Fitted int // events of the log in it
	Hidden int // steps that nobody has logged, but for those of the network
	// Longest: no prefix of a run has more events of the log, in whatever order. It may be false where that took more than
	// [PrefixStates] or Options.MaxStates further states to know, or a limit was reached.
	Longest bool

	Misfit *Misfit // nil if the log conforms

	// Open is what the log leaves open of that run, so that others may fit it, too, of which nothing is said; empty: nothing.
	Open string

	sys     *system.System
	from    []uint32 // the initial state
	path    []option
	maxTime time.Duration // of the options
}

// Gap is numbers that a process has left out.
type Gap struct {
	Process  string
	From, To int
}

// Step is one step of the run.
type Step struct {
	Label  string // empty: it changes nothing, so that traces leave it out
	Event  *model.Event
	Logged *Event // nil: nobody has logged it
}

// Labels are the steps as a trace has them.
func (a *Answer) Labels() (all []string) {
	for _, x := range a.Steps {
		if x.Label != "" {
			all = append(all, x.Label)
		}
	}
	return all
}

// Decide looks for a run of the system of which the log is a record: all its events, those of each process in their order, and
// no other steps but those of the network, within its budgets, and as many hidden ones as are allowed. It finds one with the
// fewest hidden steps. The error is a [*Mistake], or that of a handler that panics.
func Decide(ctx context.Context, sys *system.System, l *Log, o Options) (*Answer, error) {
	sys = sys.Fresh()
	return waiting.For(ctx, o.MaxTime, sys, nil, waiting.Patience, func() (a *Answer, err error) {
		if broken := session.Try(func() { a, err = decide(ctx, sys, l, o) }); broken != nil {
			return nil, broken
		}
		return a, err
	})
}

func decide(ctx context.Context, sys *system.System, l *Log, o Options) (*Answer, error) {
	if sys.Config.Times != nil {
		return nil, &Mistake{"a log says nothing of how long messages and critical sections take: leave the times of the model out"}
	}
	if of := sys.Config.Algorithm; l.Algorithm != "" && l.Algorithm != of {
		return nil, &Mistake{fmt.Sprintf("%s is a log of %s, not of %s", names.Shown(l.Name), names.Shown(l.Algorithm), of)}
	}
	if err := o.hidable(sys); err != nil {
		return nil, err
	}
	if slices.ContainsFunc(l.Events, func(e *Event) bool { return len(e.Choices) > 0 }) {
		sys.Apart = true // what was chosen may be one of several that lead to the same
	}
	sites, err := bySite(l, sys)
	if err != nil {
		return nil, err
	}
	s := &searcher{ctx: ctx, sys: sys, reader: sys.NewReader(), log: l, sites: sites, o: o, fifo: sys.Config.Network == model.FIFO, values: map[any]uint32{}, coming: map[message][]arrival{}}
	for k := range sites {
		s.senders = s.senders || !s.fifo && sites[k].named[0] > 0
	}
	if o.MaxTime > 0 {
		s.deadline = time.Now().Add(o.MaxTime)
	}
	found, from := s.run()
	for found == nil && s.limit == "" && s.patient && !s.careful {
		s.careful = true // events that wait for quiet were met: the order of the others may matter
		found, from = s.run()
	}
	a := &Answer{Conforms: found != nil, Limit: s.limit, Events: len(l.Events), States: s.states, Missing: s.missing(), sys: sys, maxTime: o.MaxTime}
	if found != nil {
		a.Limit = ""
		a.Longest = true
	} else {
		a.Longest = s.limit == "" && s.prefix()
		a.States = s.states
		found, from = s.further(s.furthest), s.furthestFrom
		a.Misfit = s.misfit(found.place)
	}
	a.from, a.path = from, found.way.options()
	a.tell(s, found.place)
	a.Open = s.open(a)
	return a, nil
}

// searcher looks for a run.
type searcher struct {
	ctx      context.Context
	sys      *system.System
	reader   *system.Reader
	log      *Log
	sites    []site
	o        Options
	deadline time.Time
	fifo     bool
	senders  bool // it matters who has sent a message that does not tell
	values   map[any]uint32
	coming   map[message][]arrival
	patient  bool // internal events were met that wait for quiet
	careful  bool // and the search has known of them from its beginning
	partial  bool // it looks for the longest prefix, when there is no run

	visited      map[string]struct{}
	states       int
	limit        string
	furthest     *walk // the longest prefix so far
	furthestFrom []uint32
}

// walk is a place and the way to it.
type walk struct {
	place *place
	way   *way
}

// way is the last option taken, and the way before it.
type way struct {
	before *way
	option option
	length int
}

func (w *way) then(o option) *way {
	if w == nil {
		return &way{nil, o, 1}
	}
	return &way{w, o, w.length + 1}
}

// options are those taken, the first first.
func (w *way) options() []option {
	if w == nil {
		return nil
	}
	all := make([]option, w.length)
	for ; w != nil; w = w.before {
		all[w.length-1] = w.option
	}
	return all
}

// run searches from all initial states, with more and more hidden steps.
func (s *searcher) run() (*walk, []uint32) {
	s.furthest = nil
	for hidden := 0; hidden <= s.o.Hidden; hidden++ {
		s.visited = map[string]struct{}{}
		for _, start := range s.sys.Starts() {
			if w := s.search(start, hidden); w != nil || s.limit != "" {
				return w, start
			}
		}
	}
	return nil, nil
}

// PrefixStates is how many states are looked at for the longest prefix of a run when it is known that there is no run.
const PrefixStates = 100_000

// prefix looks for the longest prefix of a run when there is none, and reports that there is no longer one.
func (s *searcher) prefix() (exact bool) {
	most := PrefixStates
	if s.o.MaxStates > 0 {
		most = min(most, s.o.MaxStates)
	}
	s.partial, s.o.MaxStates = true, s.states+most
	for patient := !s.patient; patient != s.patient; { // once more if events that wait for quiet were met for the first time
		patient = s.patient
		for _, start := range s.sys.Starts() {
			s.visited = map[string]struct{}{}
			if s.search(start, s.o.Hidden); s.limit != "" {
				s.limit = ""
				return false
			}
		}
	}
	return true
}

func (s *searcher) start(nodes []uint32, hidden int) *place {
	p := &place{nodes: append(append([]uint32(nil), nodes...), s.sys.StartBudget()), done: make([]int32, len(nodes)), hidden: hidden}
	if s.o.Hidden > 0 {
		p.gaps, p.enters = make([]int32, len(nodes)), make([]int32, len(nodes))
	}
	return p
}

// fork is a place from which not all options have been tried.
type fork struct {
	walk
	options []option
}

// search looks for a run depth first. It remembers the places from which there were several ways.
func (s *searcher) search(start []uint32, hidden int) *walk {
	at := walk{place: s.start(start, hidden)}
	var forks []fork
	for {
		if s.furthest == nil || at.place.total > s.furthest.place.total {
			w := at
			s.furthest, s.furthestFrom = &w, start
		}
		if at.place.total == len(s.log.Events) {
			return &at
		}
		if s.stopped() {
			return nil
		}
		options := s.options(at.place)
		if len(options) > 1 {
			key := at.place.key()
			if _, known := s.visited[key]; known {
				options = nil
			} else {
				s.visited[key] = struct{}{}
			}
		}
		switch {
		case len(options) > 0:
			if len(options) > 1 {
				forks = append(forks, fork{at, options[1:]})
			}
			at = s.take(at, &options[0])
		case len(forks) == 0:
			return nil
		default:
			last := &forks[len(forks)-1]
			from, o := last.walk, &last.options[0]
			if last.options = last.options[1:]; len(last.options) == 0 {
				forks = forks[:len(forks)-1]
			}
			at = s.take(from, o)
		}
	}
}

func (s *searcher) take(w walk, o *option) walk { return walk{s.apply(w.place, o), w.way.then(*o)} }

// stopped reports that a limit is reached.
func (s *searcher) stopped() bool {
	if s.states++; s.o.MaxStates > 0 && s.states > s.o.MaxStates {
		s.states--
		s.limit = fmt.Sprintf("max-states %d reached", s.o.MaxStates)
	}
	if s.states%256 == 0 {
		switch {
		case s.ctx.Err() != nil:
			s.limit = "interrupted"
		case !s.deadline.IsZero() && time.Now().After(s.deadline):
			s.limit = fmt.Sprintf("max-time %v reached", s.o.MaxTime)
		}
		if s.o.Progress != nil {
			s.o.Progress(Progress{s.furthest.place.total, len(s.log.Events), s.states})
		}
	}
	return s.limit != ""
}

// further goes on with what fits at other sites, without trying anything else.
func (s *searcher) further(w *walk) *walk {
	at := *w
	for more := true; more; {
		more = false
		for k := range s.sites {
			for {
				all, _ := s.fitting(at.place, k)
				n := 0
				for n < len(all) && all[n].event == nil {
					n++
				}
				if n == len(all) {
					break
				}
				at, more = s.take(at, &all[n]), true
			}
		}
	}
	return &at
}

// tell writes down the run.
func (a *Answer) tell(s *searcher, p *place) {
	a.Fitted = p.total
	a.Start = s.sys.StartName(a.from)
	at := s.start(a.from, s.o.Hidden)
	for n := range a.path {
		o := &a.path[n]
		to := s.apply(at, o)
		if o.move != nil {
			x := Step{Event: o.move.Event, Logged: o.event}
			if !same32(at.nodes, to.nodes) {
				x.Label = s.sys.Label(o.site, at.nodes[o.site], o.move.Event)
			}
			a.Steps = append(a.Steps, x)
			if o.hidden {
				a.Hidden++
			}
		}
		at = to
	}
}

// open says what a log leaves open of the run that was found for it.
func (s *searcher) open(a *Answer) string {
	if n := len(s.sys.Starts()); n > 1 {
		return fmt.Sprintf("in which of %d states it began", n)
	}
	if a.Hidden > 0 || s.o.Hidden > 0 && len(a.Missing) > 0 {
		return "which steps nobody has logged"
	}
	at := s.start(a.from, s.o.Hidden)
	for n := range a.path {
		o := &a.path[n]
		if o.event != nil && o.move != nil {
			all, _ := s.fitting(at, o.site)
			for k := range all {
				if m := all[k].move; all[k].event != nil && m.Event != o.move.Event {
					return fmt.Sprintf("which of several steps line %d is", o.event.Line)
				}
			}
		}
		at = s.apply(at, o)
	}
	return ""
}

func same32(a, b []uint32) bool {
	for k := range a {
		if a[k] != b[k] {
			return false
		}
	}
	return true
}

// missing lists the numbers that the log has not.
func (s *searcher) missing() (all []Gap) {
	for k := range s.sites {
		t := &s.sites[k]
		for n, gap := range t.gaps {
			if gap > 0 {
				seq := t.events[n].Seq
				all = append(all, Gap{title(s.sys, model.Site(k+1)), seq - gap, seq - 1})
			}
		}
	}
	return all
}
