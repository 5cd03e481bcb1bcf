// Package rehearsal looks, before a search, for functions that are not pure: it goes through a few random runs twice, in another order, from
// functions that are made anew where that is possible, and asks the protocol and the properties the same. A search asks once for each node and each combination of views, and in one order: it would take
// what a function says then for what it always says.
package rehearsal

import (
	"cmp"
	"context"
	"crypto/sha256"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"

	"github.com/gmecheck/gmecheck/explore/internal/session"
	"github.com/gmecheck/gmecheck/explore/internal/trace"
	"github.com/gmecheck/gmecheck/invariants/question"
	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/system"
)

const (
	runs  = 8
	steps = 16 // of a run, at most

	fewStarts = 1000 // of more initial states, which take long to make, they are made once for all runs
)

// Check returns a [*trace.Broken] that tells what has answered differently the second time, and the run that leads there; nil: nothing has. That proves
// little: whatever matters later only, or seldom, is not seen. A function that panics is left to the search, which finds the shortest trace, and so is
// all that is not done when the context ends. The judge may be nil.
func Check(ctx context.Context, sys *system.System, judge question.Judge, q question.Questions) error {
	var differs error
	_ = session.Try(func() {
		first := newCast(ctx, sys, judge) // what it numbers the search needs, too
		crowd := audience{judge, q}
		said, ask := crowd.opening(first)
		plays := first.improvised(ask)
		var again *cast
		for k := range slices.Backward(plays) {
			if ctx.Err() != nil {
				return
			}
			if again == nil || len(first.starts) <= fewStarts {
				own := sys.Fresh // it has numbered nothing yet, so that handlers run once more
				if sys.Anew != nil {
					own = sys.Anew
				}
				again = newCast(ctx, own(), nil)
				again.sys.Calls, again.backward = sys.Calls, true
			}
			if differs = again.repeat(k, plays[k]); differs != nil {
				return
			}
		}
		if judge == nil {
			return
		}
		if differs = crowd.compare(ctx, sys, plays); differs == nil {
			differs = crowd.again(ctx, sys, plays, said)
		}
		if differs == nil {
			once := newCast(ctx, sys.Fresh(), judge)
			once.sys.Calls = sys.Calls
			differs = crowd.attend(ctx, sys, once)
		}
	})
	return differs
}

// Digest is that of the runs that [Check] goes through, and of what the judge says of them: a program whose functions do something else there, because of
// what it has read, has another one. Empty: a function panics.
func Digest(sys *system.System, judge question.Judge, q question.Questions) string {
	hash := sha256.New()
	err := session.Try(func() {
		first := newCast(context.Background(), sys, judge)
		for k, p := range first.improvised(nil) {
			for n, s := range append(p.scenes, p.last) {
				fmt.Fprintln(hash, k, n, s.possible, s.taken)
				for _, v := range s.vars {
					fmt.Fprintln(hash, model.Fields(v))
				}
				if s.label != nil {
					fmt.Fprintln(hash, s.label())
				}
				fmt.Fprintln(hash, audience{judge, q}.of(p, n))
			}
		}
	})
	if err != nil {
		return ""
	}
	return fmt.Sprintf("%x", hash.Sum(nil))[:12]
}

// play is one run.
type play struct {
	scenes []scene
	last   scene // nothing is taken there
}

// scene is a state of a run, and the step that is taken there.
type scene struct {
	vars     []any // by site
	possible int   // steps, those included that leave the state as it is
	taken    int   // which of them
	step     *model.Event
	label    func() string // of the step
	views    []*model.View // nobody judges the scenes of a cast without a judge

	heard bool // some property of steps listens to the step
}

// cast is who plays.
type cast struct {
	ctx      context.Context // they leave when it ends
	sys      *system.System
	reader   *system.Reader
	judge    question.Judge
	starts   [][]uint32 // initial states
	backward bool       // the last site comes first
}

func newCast(ctx context.Context, sys *system.System, judge question.Judge) *cast {
	return &cast{ctx: ctx, sys: sys, reader: sys.NewReader(), judge: judge, starts: sys.Starts()}
}

// start is where run k begins: initial states take turns.
func (c *cast) start(k int) []uint32 {
	return append(slices.Clone(c.starts[k%len(c.starts)]), c.sys.StartBudget())
}

// look is the state as a scene, and the steps that are possible.
func (c *cast) look(at []uint32) (s scene, all []system.Transition) {
	sites := len(at) - 1
	for k := sites - 1; c.backward && k >= 0; k-- {
		c.reader.Expand(k, at[k], at[sites])
	}
	all = c.reader.Possible(at)
	s.possible = len(all)
	for k := range sites {
		s.vars = append(s.vars, c.sys.Vars(k, at[k]))
	}
	if c.judge != nil {
		s.views = c.reader.Views(at)
	}
	return s, all
}

func (c *cast) label(at []uint32, t system.Transition) string {
	return c.sys.Label(t.Site, at[t.Site], t.Move.Event)
}

// improvised are all runs, each as it is taken for the first time.
func (c *cast) improvised(shown func(k int, p play)) []play {
	plays := make([]play, runs)
	for k := range plays {
		plays[k] = c.improvise(k, shown)
	}
	return plays
}

// improvise takes random steps, the same in each search. In each state the run as it is up to there is shown; shown may be nil.
func (c *cast) improvise(k int, shown func(k int, p play)) (p play) {
	random := rand.New(rand.NewPCG(uint64(k), 0))
	at := c.start(k)
	for {
		s, all := c.look(at)
		p.last = s
		if shown != nil {
			shown(k, p)
		}
		if len(all) == 0 || len(p.scenes) == steps || c.ctx.Err() != nil {
			return p
		}
		s.taken = random.IntN(len(all))
		t := all[s.taken]
		s.step, s.heard = t.Move.Event, c.judge != nil && c.judge.Hears(t.Move.Event)
		here := at
		s.label = func() string { return c.label(here, t) }
		p.scenes = append(p.scenes, s)
		at = c.reader.Take(at, t)
	}
}

// repeat takes the steps of a run again.
func (c *cast) repeat(k int, p play) error {
	at := c.start(k)
	for n, s := range append(p.scenes, p.last) {
		if c.ctx.Err() != nil {
			return nil
		}
		again, all := c.look(at)
		for site := range s.vars {
			if s.vars[site] != again.vars[site] {
				first, then := apart(model.Fields(s.vars[site]), model.Fields(again.vars[site]))
				return c.differs(p, n, fmt.Sprintf("first %s of %s; when the same run is taken again %s", first, c.sys.Places[site].Title(), then))
			}
		}
		next := s.taken // mostly they come in the same order
		if n < len(p.scenes) && !(next < len(all) && same(all[next].Move.Event, s.step)) {
			next = slices.IndexFunc(all, func(t system.Transition) bool { return same(t.Move.Event, s.step) }) // others may be written alike
			if next < 0 {
				next = slices.IndexFunc(all, func(t system.Transition) bool { return c.label(at, t) == s.label() })
			}
		}
		switch {
		case s.possible != again.possible:
			return c.differs(p, n, fmt.Sprintf("%d steps are possible, and when the same run is taken again %d", s.possible, again.possible))
		case n == len(p.scenes):
		case next < 0:
			return c.differs(p, n, fmt.Sprintf("%s is possible, and not when the same run is taken again", s.label()))
		default:
			at = c.reader.Take(at, all[next])
		}
	}
	return nil
}

// same reports that two events are written alike, without writing them; those of demands are left to be written.
func same(e, f *model.Event) bool {
	return e.Kind == f.Kind && e.Site == f.Site && e.Name == f.Name && e.Message == f.Message && e.Demand == nil && f.Demand == nil && slices.Equal(e.Choices, f.Choices)
}

// apart is the first field in which two values differ.
func apart(one, other []model.Field) (first, then string) {
	for k := range one {
		if one[k] != other[k] {
			return one[k].Name + " = " + one[k].Value, other[k].Value
		}
	}
	return "the variables", "others"
}

// differs tells of a difference after n steps.
func (c *cast) differs(p play, n int, what string) error {
	b := &trace.Broken{Broken: &model.Broken{Method: "Init", Place: "the initial state", Problem: "does not always do the same: " + what}}
	for _, s := range p.scenes[:n] {
		b.Trace = append(b.Trace, s.label())
		b.Broken.Event, b.Broken.At = s.label(), c.sys.Handler(s.step, 0)
	}
	return b.Complete(c.sys)
}

// audience is who judges.
type audience struct {
	judge question.Judge
	q     question.Questions
}

// answer is what a function says of a scene.
type answer struct {
	property int // or all of them, each with its bit
	function string
	says     uint64
}

const all = -1

// of asks of scene n all functions.
func (a audience) of(p play, n int) []answer {
	if n == len(p.scenes) {
		return a.ofState(p.last)
	}
	after := p.last
	if n+1 < len(p.scenes) {
		after = p.scenes[n+1]
	}
	return append(a.ofState(p.scenes[n]), a.ofStep(p.scenes[n], after)...)
}

// ofStep asks those that judge steps.
func (a audience) ofStep(s, after scene) []answer {
	if !s.heard {
		return nil
	}
	_, violated := a.judge.Step(s.views, s.step, after.views)
	return []answer{{all, "Step", violated}}
}

// ofState asks those that judge states, and those of questions that look at one.
func (a audience) ofState(s scene) (said []answer) {
	say := func(property int, function string, says uint64) {
		said = append(said, answer{property, function, says})
	}
	spoke, violated := a.judge.State(s.views)
	say(all, "State", spoke)
	say(all, "State", violated)
	masks := func(property int, function string, f func([]*model.View) uint64) {
		if f != nil {
			say(property, function, f(s.views))
		}
	}
	for _, x := range a.q.CanReach {
		masks(x.Property, "Pending", x.Pending)
		masks(x.Property, "Goal", x.Goal)
	}
	for _, x := range a.q.Fair {
		masks(x.Property, "Fair", x.Pending)
		masks(x.Property, "Cause", x.Cause)
	}
	for _, x := range a.q.Quantities {
		say(x.Property, "Size", uint64(x.Of(s.views)))
	}
	for _, x := range a.q.Intervals {
		masks(x.Property, "Within", x.Within)
	}
	if s.possible == 0 {
		_, violated = a.judge.End(s.views)
		say(all, "End", violated)
	}
	return said
}

// name is the name of the first property of which a function has said two things.
func (a audience) name(before, now answer) string {
	k := now.property
	if k == all {
		k = bits.TrailingZeros64(before.says ^ now.says)
	}
	return cmp.Or(question.NameOf(a.judge, k), fmt.Sprint(k+1))
}

// compare asks of all scenes, the last first, then of all again, the first first.
func (a audience) compare(ctx context.Context, sys *system.System, plays []play) error {
	said := make([][][]answer, len(plays)) // by run and scene
	for k, p := range slices.Backward(plays) {
		said[k] = make([][]answer, len(p.scenes)+1)
		for n := range slices.Backward(said[k]) {
			if ctx.Err() != nil {
				return nil
			}
			said[k][n] = a.of(p, n)
		}
	}
	return a.again(ctx, sys, plays, said)
}

// opening asks before the first step of the first run, and, by a function that is to be shown the runs, after it: later, handlers may have written what
// they write elsewhere once for all. It asks no more: what a function itself writes shows when it is asked of late states first.
func (a audience) opening(c *cast) (said [][][]answer, ask func(k int, p play)) {
	if a.judge == nil {
		return nil, nil
	}
	said = make([][][]answer, runs)
	said[0] = [][]answer{a.ofState(scene{views: c.reader.Views(c.start(0)), possible: 1})}
	return said, func(k int, p play) {
		if k == 0 && len(p.scenes) == 1 {
			said[0][0] = append(said[0][0], a.ofStep(p.scenes[0], p.last)...)
		}
	}
}

// attend asks while the runs are taken once more, and again when all are over: what a function says because of something that handlers have written
// elsewhere, it may not say any more then.
func (a audience) attend(ctx context.Context, sys *system.System, c *cast) error {
	said := make([][][]answer, runs)
	return a.again(ctx, sys, c.improvised(func(k int, p play) {
		if n := len(p.scenes); n > 0 {
			said[k][n-1] = append(said[k][n-1], a.ofStep(p.scenes[n-1], p.last)...)
		}
		said[k] = append(said[k], a.ofState(p.last))
	}), said)
}

// again asks of all scenes once more, the first first.
func (a audience) again(ctx context.Context, sys *system.System, plays []play, said [][][]answer) error {
	for k, p := range plays {
		for n := range said[k] {
			if ctx.Err() != nil {
				return nil
			}
			for x, now := range a.of(p, n)[:len(said[k][n])] {
				before := said[k][n][x]
				if before.says == now.says {
					continue
				}
				b := &trace.Broken{Broken: &model.Broken{
					Property: a.name(before, now), Method: now.function,
					Problem: "does not always answer the same: it, or a function that it gives to World, depends on more than its argument",
				}}
				for _, s := range p.scenes[:n] {
					b.Trace = append(b.Trace, s.label())
				}
				return b.Complete(sys)
			}
		}
	}
	return nil
}
