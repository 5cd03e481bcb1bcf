package explore

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/gmecheck/gmecheck/explore/internal/canonical"
	"github.com/gmecheck/gmecheck/explore/internal/checkpoint"
	"github.com/gmecheck/gmecheck/explore/internal/membudget"
	"github.com/gmecheck/gmecheck/explore/internal/packed"
	"github.com/gmecheck/gmecheck/explore/internal/rehearsal"
	"github.com/gmecheck/gmecheck/explore/internal/search"
	"github.com/gmecheck/gmecheck/explore/internal/session"
	"github.com/gmecheck/gmecheck/explore/internal/tasks"
	"github.com/gmecheck/gmecheck/explore/internal/trace"
	"github.com/gmecheck/gmecheck/explore/internal/verdicts"
	"github.com/gmecheck/gmecheck/explore/internal/waiting"
	"github.com/gmecheck/gmecheck/invariants/question"
	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/system"
)

// Check searches the system. It leaves it as it is: any number of searches may be at work on one system, at once or one
// after the other.
func Check(ctx context.Context, sys *system.System, options Options) (*question.Result, error) {
	sys = sys.Fresh()
	if !sys.Own() { // there is nothing to wait for
		return check(ctx, sys, options)
	}
	return waiting.For(ctx, options.MaxTime, sys, options.Judge, cmp.Or(options.patience, waiting.Patience), func() (*question.Result, error) {
		return check(ctx, sys, options)
	})
}

// CheckAll searches the system for the properties of a panel and returns its findings. What the options say of judge and
// questions is replaced. If there are more properties than one search judges, and the panel can divide itself, there are
// several searches, each with the limits of the options.
func CheckAll[F any](ctx context.Context, sys *system.System, panel question.Panel[F], o Options) ([]F, *Result, error) {
	if many, is := panel.(interface {
		Parts(most int) []question.Panel[F]
	}); is && o.Checkpoint == nil && o.Store == nil {
		if parts := many.Parts(question.MaxProperties); len(parts) > 1 {
			return inParts(ctx, sys, parts, o)
		}
	}
	o.Judge, o.Questions = panel, panel.Questions()
	r, err := Check(ctx, sys, o)
	if err != nil {
		return nil, nil, err
	}
	return panel.Findings(r), r, nil
}

// inParts makes a search for each part of a panel. The result is that of the first, unless another has met a limit.
func inParts[F any](ctx context.Context, sys *system.System, parts []question.Panel[F], o Options) (all []F, r *Result, err error) {
	for _, part := range parts {
		findings, next, err := CheckAll(ctx, sys, part, o)
		if err != nil {
			return nil, nil, err
		}
		all = append(all, findings...)
		if r == nil {
			r = next
			continue
		}
		elapsed, peak := r.Elapsed+next.Elapsed, max(r.PeakBytes, next.PeakBytes)
		if r.Limit == "" && next.Limit != "" {
			r = next
		}
		r.Elapsed, r.PeakBytes = elapsed, peak
	}
	return all, r, nil
}

// check is [Check] with a system of its own.
func check(ctx context.Context, sys *system.System, options Options) (*question.Result, error) {
	if err := options.wrong(); err != nil {
		return nil, err
	}
	options.listen(sys)
	ctx, cancel := session.Limited(ctx, options.MaxTime)
	defer cancel()
	if sys.Own() {
		if err := rehearsal.Check(ctx, sys, options.Judge, options.Questions); err != nil {
			return nil, err
		}
	}
	if options.Reduce != "" {
		return spared(ctx, sys, options)
	}
	return whole(ctx, sys, options)
}

// Rehearse looks for functions that are not pure, of a protocol of one's own and of the properties of a panel, as every search does before it begins. Of
// other protocols it says nothing. It leaves off when the context ends.
func Rehearse[F any](ctx context.Context, sys *system.System, panel question.Panel[F]) error {
	if !sys.Own() {
		return nil
	}
	o := judged(panel)
	return rehearsal.Check(ctx, o.heard(sys), o.Judge, o.Questions)
}

// Digest tells programs apart that do something else in a few random runs, or judge them otherwise.
func Digest[F any](sys *system.System, panel question.Panel[F]) string {
	o := judged(panel)
	return rehearsal.Digest(o.heard(sys), o.Judge, o.Questions)
}

func judged[F any](panel question.Panel[F]) Options {
	return Options{Judge: panel, Questions: panel.Questions()}
}

// heard is a system of its own to which is listened.
func (o Options) heard(sys *system.System) *system.System {
	sys = sys.Fresh()
	o.listen(sys)
	return sys
}

// listen tells a system what is heard of its events: those that the judge wants to hear, or, if it judges no steps, none, and then
// also no notes, unless a question asks for them.
func (o Options) listen(sys *system.System) {
	if s, is := o.Judge.(question.Stepless); is && s.Stepless() {
		sys.Unheard = !onGraph(o.Questions)
	} else if d, is := o.Judge.(question.Divided); is && !o.Symmetry && sys.Divides() { // images of a step have other events
		sys.Watch, sys.Judge = divided(d.Divide())
	} else if o.Judge != nil {
		sys.Watch = system.Hearing(o.Judge.Hears)
	}
}

// divided is what a system asks of the two parts of a judge: whether they want to hear of an event, and what the first says of a step.
func divided(alone, rest question.Judge) (
	watch func(*model.Event) system.Heard, judge func(before []*model.View, e *model.Event, after []*model.View) (spoke, violated uint64),
) {
	return func(e *model.Event) system.Heard {
		h := system.Heard{Between: rest.Hears(e), Divided: alone.Hears(e)}
		h.Watched = h.Between || h.Divided
		return h
	}, alone.Step
}

// Limited is a context that ends after a time; 0: there is no limit.
func Limited(ctx context.Context, limit time.Duration) (context.Context, context.CancelFunc) {
	return session.Limited(ctx, limit)
}

// Interruption says why a context has ended that has such a limit of time; 0: none.
func Interruption(ctx context.Context, limit time.Duration) string {
	return session.Interruption(ctx, limit)
}

// whole is a search for all that the options ask for at once.
func whole(ctx context.Context, sys *system.System, options Options) (*question.Result, error) {
	if sys.HasCanon() || options.Canonical == CanonicalOn {
		if canonical, err := options.canonical(sys); err != nil {
			return nil, err
		} else if canonical {
			return onForms(ctx, sys, options, time.Now())
		}
	}
	r, err := wholly(ctx, sys, options)
	if r != nil && !r.Complete {
		r.Formless = options.formless(sys)
	}
	return r, err
}

// wholly searches states, not canonical forms.
func wholly(ctx context.Context, sys *system.System, options Options) (*question.Result, error) {
	if options.Symmetry {
		return reduced(ctx, sys, options, time.Now())
	}
	return run(options.session(ctx, sys, time.Now(), nil), options)
}

// wrong says what is wrong with the options.
func (o Options) wrong() error {
	err := session.Numbers{
		{"MaxStates", int64(o.MaxStates)}, {"MaxDepth", int64(o.MaxDepth)}, {"MaxTime", int64(o.MaxTime)}, {"Workers", int64(o.Workers)}, {"Store.Parts", int64(o.store().Parts)}, {"Store.TasksFrom", int64(o.store().TasksFrom)},
	}.Wrong()
	switch {
	case err != nil:
		return err
	case o.MaxMemory < NoLimit:
		return fmt.Errorf("MaxMemory is %d; allowed is a number of bytes, 0 for the default, or NoLimit", o.MaxMemory)
	case o.Mode != "" && o.Mode != BFS && o.Mode != DFS:
		return fmt.Errorf("Mode is %q; allowed is %q, which is the default, and %q", o.Mode, BFS, DFS)
	case o.Canonical != CanonicalByDefault && o.Canonical != CanonicalOn && o.Canonical != CanonicalOff:
		return fmt.Errorf("Canonical is %q; allowed is %q, %q, and nothing", o.Canonical, CanonicalOn, CanonicalOff)
	case o.Symmetry && o.Mode == DFS:
		return errors.New("a depth-first search cannot be reduced by symmetry")
	case o.Symmetry && (o.Checkpoint != nil || o.Spill != nil):
		return errors.New("a search reduced by symmetry is neither saved nor spilled")
	case o.Mode == DFS && (o.Checkpoint != nil || o.Spill != nil):
		return errors.New("a depth-first search is neither saved nor spilled")
	case o.Store != nil && (o.Mode == DFS || o.Symmetry):
		return errors.New("a search on files is breadth first, and not reduced by symmetry")
	case o.Store != nil && (o.Checkpoint != nil || o.Spill != nil):
		return errors.New("a search on files is neither saved elsewhere nor spilled")
	}
	if o.Reduce != "" {
		if err := o.unspared(); err != nil {
			return err
		}
	}
	return session.Refused(o.Judge)
}

// onGraph reports that something is asked about the graph of all states.
func onGraph(q question.Questions) bool {
	return len(q.CanReach)+len(q.Inevitable)+len(q.Fair)+len(q.Quantities)+len(q.Intervals)+len(q.Chains) > 0
}

// store is what is said of files.
func (o Options) store() *Store {
	if o.Store == nil {
		return &Store{}
	}
	return o.Store
}

// session is a run with these options, all defaults filled in.
func (o Options) session(ctx context.Context, sys *system.System, start time.Time, symmetry *system.Symmetry) *session.Session {
	s := &session.Session{
		Ctx: ctx, Sys: sys, Symmetry: symmetry, Start: start,
		Settings: session.Settings{
			Judge: o.Judge, KeepOrder: onGraph(o.Questions) && o.Spill == nil && o.Store == nil, Workers: max(1, o.Workers), MaxStates: o.MaxStates,
			MaxDepth: o.MaxDepth, MaxTime: o.MaxTime, StopAtFirst: o.StopAtFirst, Progress: o.Progress,
			TraceWidth: cmp.Or(o.traceWidth, trace.MaxWidth), Remembered: cmp.Or(o.remembered, verdicts.MostVerdicts),
			DeepestLevel: cmp.Or(o.deepestLevel, search.MaxLevel), WordsOfAState: cmp.Or(o.words, packed.MaxWords),
		},
		Memory: membudget.Budget{Spills: o.Spill != nil, Pages: membudget.Pages{Workers: o.Workers, Refuse: o.refuse}},
	}
	if o.Reduce != "" {
		s.Reduced = true
		if o.Reduce == Invariants {
			sparing := o.Judge.(question.Sparing)
			s.Keeps, s.Deaf = sparing.Keeps, sparing.Deaf()
		}
	}
	s.Memory.Allow(o.MaxMemory)
	if o.Mode == DFS {
		s.Workers = 1 // one path
	}
	sys.Claim = s.Memory.Reserve
	return s
}

// NoLimit as [Options.MaxMemory] lets a search take as much memory as the process can get.
const NoLimit = membudget.NoLimit

// KeepBelow makes the garbage collector keep the whole process below a limit of memory from now on, also when no search is at work:
// for a program that reports what it has found. 0 and less: there is no limit.
func KeepBelow(bytes int64) {
	if bytes > 0 {
		m := membudget.Budget{Limit: bytes}
		m.Start()
	}
}

// MachineShare is four fifths of the machine's memory, or its container's, in bytes: so a model without end ends
// inconclusive, with its report, and nobody runs out of memory. It is 0, no limit, where the system does not tell how much
// there is.
func MachineShare() int64 { return membudget.MachineShare() }

// run searches once.
func run(s *session.Session, o Options) (r *question.Result, err error) {
	s.Memory.PeakBefore = membudget.PeakBytes()
	s.Memory.Start()
	defer s.Memory.Stop()
	if s.Ctx.Err() != nil {
		s.Halt(session.Interrupted)
	}
	defer s.Watch()()
	x, method := search.New(s), breadthFirst
	if s.Sys.Canonical {
		x.Real = canonical.Of(s.Sys, o.Judge, o.Questions).Real
	}
	if o.Mode == DFS {
		method = depthFirst
	}
	if panicked := session.Try(func() { r, err = method(x, o) }); panicked != nil {
		err = panicked
	}
	var full *system.Full
	switch {
	case errors.Is(err, search.ErrWide):
		r, err = unsearched(x, s.Text(session.Wide)), nil
	case errors.As(err, &full): // before the search, or after it
		s.Fail(full)
		r, err = unsearched(x, full.Error()), nil
	case errors.Is(err, trace.ErrNotAgain), errors.Is(err, trace.ErrUnreached):
		switch { // it was only said to have been found
		case o.Checkpoint != nil && o.Checkpoint.Resume:
			return nil, &checkpoint.Error{Dir: o.Checkpoint.Dir, Resume: true, Err: err}
		case o.Store != nil:
			return nil, &tasks.Error{Dir: o.Store.Dir, Err: err}
		}
		return nil, fmt.Errorf("%w: a function of a property, or a handler, does not always answer the same; if all of them do, this is a mistake of the search", err)
	case err != nil:
		return nil, err
	}
	r.Bounded, r.Workers, r.Sizes = s.Sys.Within != nil, s.Workers, s.Sys.Sizes()
	r.Elapsed, r.PeakBytes = s.Elapsed(), s.PeakBytes()
	r.BytesPerState = float64(r.PeakBytes) / float64(max(1, r.States))
	return r, nil
}

// breadthFirst searches breadth first, and asks the graph of all states if the search is complete.
func breadthFirst(x *search.Search, o Options) (r *question.Result, err error) {
	if o.Store != nil {
		return o.stored(x)
	}
	begin, end := x.Start, func() {}
	if o.Checkpoint != nil || o.Spill != nil {
		if begin, end, err = o.onDisk(x); err != nil {
			return nil, err
		}
	}
	defer end()
	switch err := begin().(type) {
	case nil:
	case membudget.Exhausted: // the search that is to be resumed does not fit
		return unsearched(x, x.Text(session.Memory)), nil
	default:
		return nil, err
	}
	defer func() { x.Free() }()
	ended, err := x.Run()
	if err != nil {
		return nil, err
	}
	if ended.Limit != "" {
		return limited(x, ended, o)
	}
	if !onGraph(o.Questions) {
		return report(x, "")
	}
	return answered(x, o.Questions)
}

// limited is what a search has found that has met a limit.
func limited(x *search.Search, ended search.End, o Options) (r *question.Result, err error) {
	var growing []system.Growth
	if ended.Limit != "stop-at-first" {
		growing = x.Growths(x.Level)
	}
	if o.asksPartly() && x.Halted() == session.Running {
		r, err = answered(x, o.Questions.Partly())
	} else {
		r, err = report(x, ended.Limit)
	}
	if err != nil {
		return nil, err
	}
	r.Growing, r.Saved, r.Err = growing, ended.Saved, ended.Err
	return r, nil
}

// asksPartly reports that questions are asked of a part of the graph. Where states are on disk, or saved, and under symmetry, they are not.
func (o Options) asksPartly() bool {
	return o.Partly && !o.StopAtFirst && !o.Symmetry && o.Checkpoint == nil && o.Spill == nil && o.Store == nil && onGraph(o.Questions.Partly())
}

// report is what the search has found.
func report(x *search.Search, limit string) (*question.Result, error) {
	r := &question.Result{
		Complete: limit == "", Limit: limit, Transitions: x.Transitions, Depth: x.Level, Levels: x.Levels, Coverage: covered(x.Sys, x.Coverage),
		Early: x.Early.Load(), Spoke: x.NonVacuous &^ verdicts.Judged, Judged: x.Level,
	}
	if limit != "" && x.Halted() != session.Running { // the level was left
		r.Judged--
	}
	for _, n := range x.Levels {
		r.States += n
	}
	if x.Reduced {
		r.Spared, r.Judged = &question.Spared{Looked: x.Looked()}, -1 // states of every level may have been left out
	}
	if x.Symmetry != nil {
		r.Reduction = &question.Reduction{States: x.Represented.States, Transitions: x.Represented.Transitions}
	}
	if len(x.Violated) == 0 {
		return r, nil
	}
	x.Rest()
	x.Memory.Collect()
	var err error
	r.Violations, err = violations(x)
	return r, err
}

// covered is the transitions by the names of their classes: also of those that never changed a state, or never were
// possible in one.
func covered(sys *system.System, coverage []int) map[string]int {
	all := map[string]int{}
	for k, name := range sys.Classes() {
		all[name] = 0
		if k < len(coverage) {
			all[name] = coverage[k]
		}
	}
	return all
}
