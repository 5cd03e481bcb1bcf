package simulate

import (
	"cmp"
	"context"
	"math/bits"
	"math/rand/v2"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/gmecheck/gmecheck/explore/internal/packed"
	"github.com/gmecheck/gmecheck/explore/internal/session"
	"github.com/gmecheck/gmecheck/explore/internal/trace"
	"github.com/gmecheck/gmecheck/explore/internal/transitions"
	"github.com/gmecheck/gmecheck/explore/internal/verdicts"
	"github.com/gmecheck/gmecheck/invariants/question"
	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/system"
)

// Walks is how a system is simulated: at random, from its initial state. The zero value is one walk without an end.
type Walks struct {
	Judge    question.Judge
	Seed     uint64
	Runs     int           // walks; 0: one
	MaxDepth int           // steps of one walk; 0: no limit
	MaxTime  time.Duration // 0: no limit
	// MaxMemory is bytes that the process may hold; 0: what the machine has to give, -1: no limit.
	MaxMemory int64
	Workers   int
	Progress  func(walks int) // if not nil, told how many walks have begun, by several goroutines
}

// Simulation is what random walks met. It proves nothing.
type Simulation struct {
	Walks      int // that were walked to their end
	Steps      int // of all of them
	Longest    int // steps of the longest
	Ended      int // walks into a state without a transition
	Limit      string
	Coverage   map[string]int
	Early      bool   // a timer expired before its time
	Spoke      uint64 // properties that had something to say
	Violations []question.Violation
}

// Run walks at random: each step is one of the transitions that are possible, each as likely as the others. Of
// each property the shortest trace that violates it is kept, of equally short ones that of the first walk. Walk k is
// the same for every number of walks and workers. The system is for this run alone.
func Run(ctx context.Context, sys *system.System, o Walks) (*Simulation, error) {
	err := session.Numbers{
		{"Runs", int64(o.Runs)}, {"MaxDepth", int64(o.MaxDepth)}, {"MaxTime", int64(o.MaxTime)}, {"Workers", int64(o.Workers)},
	}.Wrong()
	if err == nil {
		err = session.Refused(o.Judge)
	}
	if err != nil {
		return nil, err
	}
	if o.Judge != nil {
		sys.Watch = system.Hearing(o.Judge.Hears)
	}
	ctx, cancel := session.Limited(ctx, o.MaxTime)
	defer cancel()
	s := &session.Session{Ctx: ctx, Sys: sys, Settings: session.Settings{MaxTime: o.MaxTime}}
	if ctx.Err() != nil {
		s.Halt(session.Interrupted)
	}
	s.Memory.Allow(o.MaxMemory)
	s.Memory.Start()
	defer s.Memory.Stop()
	defer s.Watch()()
	sys.Claim = s.Memory.Reserve
	sim := &Simulation{Coverage: map[string]int{}}
	walkers := sim.walk(s, o)
	if err := s.Failure(session.Broken); err != nil {
		return nil, err
	}
	if reason := s.Halted(); reason != session.Running {
		sim.Limit = s.Text(reason)
	}
	s.Memory.Lifted.Store(true)
	return sim, sim.gather(sys, walkers)
}

// walk lets the workers walk.
func (sim *Simulation) walk(s *session.Session, o Walks) []*walker {
	var next, end atomic.Int64
	end.Store(int64(max(1, o.Runs)))
	var all sync.WaitGroup
	walkers := make([]*walker, max(1, o.Workers))
	for k := range walkers {
		w := newWalker(s, o)
		w.until, walkers[k] = &end, w
		s.Go(&all, func() {
			for n := next.Add(1) - 1; n < end.Load() && s.Halted() == session.Running; n = next.Add(1) - 1 {
				if o.Progress != nil {
					o.Progress(int(n) + 1)
				}
				w.walk(int(n))
			}
			w.reader, w.verdicts, w.labels = nil, nil, nil // there is memory for the report
		})
	}
	all.Wait()
	return walkers
}

// gather adds up what the walkers met.
func (sim *Simulation) gather(sys *system.System, walkers []*walker) error {
	best, broken := map[int]*walked{}, (*walker)(nil)
	classes := sys.Classes()
	for _, name := range classes {
		sim.Coverage[name] = 0
	}
	for at := len(walkers) - 1; at >= 0; at-- {
		w := walkers[at]
		sim.Walks, sim.Steps, sim.Ended = sim.Walks+w.walks, sim.Steps+w.steps, sim.Ended+w.ended
		sim.Longest, sim.Early, sim.Spoke = max(sim.Longest, w.longest), sim.Early || w.early, sim.Spoke|w.spoke&^verdicts.Judged
		for k, n := range w.coverage {
			sim.Coverage[classes[k]] += n
		}
		for p, found := range w.found {
			if best[p] == nil || found.before(best[p]) {
				best[p] = found
			}
		}
		if w.broken != nil && (broken == nil || w.brokenAt < broken.brokenAt) {
			broken = w
		}
	}
	for p, found := range best {
		sim.Violations = append(sim.Violations, found.path.Violation(sys, p))
	}
	slices.SortFunc(sim.Violations, func(a, b question.Violation) int { return a.Property - b.Property })
	if broken != nil {
		return broken.broken
	}
	return nil
}

// walked is a violation that a walk met.
type walked struct {
	walk int
	path trace.Path
}

func (a *walked) before(b *walked) bool {
	return cmp.Or(cmp.Compare(len(a.path.Steps), len(b.path.Steps)), cmp.Compare(a.walk, b.walk)) < 0
}

// walker is one worker that walks.
type walker struct {
	session  *session.Session
	sys      *system.System
	options  Walks
	until    *atomic.Int64 // walks from this number on are not wanted, because one before them has ended in a panic
	reader   *system.Reader
	verdicts *verdicts.Vectors // nil if nothing is judged
	labels   map[*system.Move]string

	starts   []packed.Vector
	bounds   *transitions.Bounds
	path     trace.Path
	violated uint64 // properties that this walk has violated

	walks, steps, longest, ended int
	coverage                     []int
	early                        bool
	spoke                        uint64
	found                        map[int]*walked
	broken                       *trace.Broken // in the walk of the number
	brokenAt                     int
}

func newWalker(s *session.Session, o Walks) *walker {
	sys := s.Sys
	w := &walker{
		session: s, sys: sys, options: o, reader: sys.NewReader(), labels: map[*system.Move]string{},
		found: map[int]*walked{},
	}
	w.bounds = transitions.NewBounds(sys)
	for _, nodes := range sys.Starts() {
		if first := append(packed.Vector(nodes), sys.StartBudget()); w.bounds.Within(w.reader, first) {
			w.starts = append(w.starts, first)
		}
	}
	if o.Judge != nil {
		w.verdicts = verdicts.OfVectors(verdicts.NewCache(sys, o.Judge, &s.Memory), w.reader)
	}
	return w
}

// walk walks once, from the initial state to an end, the limit, or the end of the context.
func (w *walker) walk(number int) {
	switch err := session.Try(func() { w.walkOn(number) }).(type) {
	case nil:
	case *model.Broken:
		for end := w.until.Load(); int64(number) < end && !w.until.CompareAndSwap(end, int64(number)); end = w.until.Load() {
		}
		w.broken, w.brokenAt = &trace.Broken{Broken: err, Trace: trace.Labels(w.sys, w.path.Steps)}, number
		w.broken.Complete(w.sys)
	default:
		w.session.Fail(err)
	}
}

func (w *walker) walkOn(number int) {
	random := rand.New(rand.NewPCG(w.options.Seed, uint64(number)))
	w.path, w.violated = trace.Path{Last: w.starts[0]}, 0
	if len(w.starts) > 1 {
		w.path.Last = w.starts[random.IntN(len(w.starts))]
	}
	for depth := 0; ; depth++ {
		if w.session.Halted() != session.Running || int64(number) >= w.until.Load() {
			return
		}
		if w.verdicts != nil {
			w.note(number, w.verdicts.At(w.path.Last))
		}
		if w.options.MaxDepth > 0 && depth == w.options.MaxDepth {
			break
		}
		all := w.possible()
		if len(all) == 0 {
			w.ended++
			if w.verdicts != nil {
				w.note(number, w.verdicts.End(w.path.Last))
			}
			break
		}
		next := all[random.IntN(len(all))]
		w.take(number, next)
		if !w.bounds.Within(w.reader, next.To) {
			break
		}
	}
	w.walks++
	w.longest = max(w.longest, len(w.path.Steps))
}

// possible lists the transitions out of the walk's state, in the order of their sites and labels.
func (w *walker) possible() []system.Transition {
	at := w.path.Last
	all := w.reader.Out(at)
	for _, t := range all {
		if _, ok := w.labels[t.Move]; !ok {
			w.labels[t.Move] = w.sys.Label(t.Site, at[t.Site], t.Move.Event)
		}
	}
	slices.SortStableFunc(all, func(a, b system.Transition) int {
		return cmp.Or(cmp.Compare(a.Site, b.Site), cmp.Compare(w.labels[a.Move], w.labels[b.Move]))
	})
	return all
}

// checked is after how many steps a worker looks at the memory.
const checked = 1 << 9

// take goes one step on.
func (w *walker) take(number int, t system.Transition) {
	at, m := w.path.Last, t.Move
	w.early = w.early || t.Early
	for int(m.Class) >= len(w.coverage) {
		w.coverage = append(w.coverage, 0)
	}
	w.coverage[m.Class]++
	if w.steps++; w.steps%checked == 0 {
		w.session.CheckMemory()
	}
	w.path = trace.Path{Steps: append(w.path.Steps, trace.StepOf(at, t)), Last: t.To}
	if m.Watched {
		w.note(number, w.verdicts.Step(at, m.Event, t.To))
	}
}

// note keeps the walk so far for each property that it violates now and has not violated before, if none was shorter.
func (w *walker) note(number int, m verdicts.Verdict) {
	w.spoke |= m.NonVacuous
	violated := m.Violated &^ w.violated
	w.violated |= violated
	for ; violated != 0; violated &= violated - 1 {
		p := bits.TrailingZeros64(violated)
		found := &walked{number, trace.Path{Steps: slices.Clone(w.path.Steps), Last: w.path.Last}}
		if w.found[p] == nil || found.before(w.found[p]) {
			w.found[p] = found
		}
	}
}
