package canonical

import (
	"slices"

	"github.com/gmecheck/gmecheck/explore/internal/packed"
	"github.com/gmecheck/gmecheck/explore/internal/trace"
	"github.com/gmecheck/gmecheck/model"
)

// Real makes a real run of a run of canonical states: each of its states has the form of one of that run's, and each of its steps is
// one of that run's, or the delivery of a message that the form leaves out. Where the run ends, or goes round, no such message is left:
// the real run ends, too, or comes back to a state with the form that it had before.
func (p *Pairs) Real(run trace.Walk) trace.Walk {
	p.mu.Lock()
	defer p.mu.Unlock()
	walk := realizing{Pairs: p}
	first := run.Last
	if len(run.Steps) > 0 {
		first = run.Steps[0].From
	}
	for _, nodes := range p.sys.Starts() {
		start := append(packed.Vector(nodes), p.sys.StartBudget())
		if slices.Equal(p.reader.Canon(start), first) {
			walk.at = start
			break
		}
	}
	if walk.at == nil {
		panic(p.wrong(first, "makes a run begin elsewhere than in an initial state"))
	}
	for k, step := range run.Steps {
		if run.Endless && k == run.Loop {
			walk.settle()
			walk.loop = len(walk.steps)
		}
		walk.follow(step)
	}
	if run.Endless || run.Whole && !p.must(p.reader.Canon(walk.at)) {
		walk.settle()
	}
	return trace.Walk{Steps: walk.steps, Last: walk.at, Endless: run.Endless, Loop: walk.loop}
}

// must reports that something is possible in a canonical state that must not stay so for ever.
func (p *Pairs) must(form packed.Vector) bool {
	return slices.ContainsFunc(p.steps(form, true), func(x step) bool {
		switch x.look.kind {
		case model.RequestEvent, model.LoseEvent, model.DuplicateEvent, model.CrashEvent:
			return false
		}
		return !x.Move.Event.Optional && !x.Early
	})
}

// realizing is a real run that follows one of canonical states.
type realizing struct {
	*Pairs
	at    packed.Vector
	steps []trace.Step
	loop  int
}

func (w *realizing) take(x step) {
	w.steps, w.at = append(w.steps, trace.StepOf(w.at, x.Transition)), x.To
}

// settle takes all silent steps.
func (w *realizing) settle() {
	form := packed.Vector(w.reader.Canon(w.at))
	for w.silently(w.possible(), form) {
	}
}

func (w *realizing) possible() []step { return w.Pairs.steps(w.at, false) }

// silently takes one silent step; false if there is none.
func (w *realizing) silently(all []step, form packed.Vector) bool {
	at := slices.IndexFunc(all, func(x step) bool { return w.silent(&x, form) })
	if at >= 0 {
		w.take(all[at])
	}
	return at >= 0
}

// follow takes the step that is that of the form, after silent ones where these are in its way.
func (w *realizing) follow(of trace.Step) {
	forms := w.Pairs.steps(of.From, true)
	k := slices.IndexFunc(forms, func(x step) bool { return x.Site == of.Site && x.Move == of.Move })
	for {
		all := w.possible()
		if at := slices.IndexFunc(all, func(x step) bool { return x.look == forms[k].look }); at >= 0 {
			w.take(all[at])
			return
		}
		if !w.silently(all, of.From) {
			panic(w.wrong(w.at, "makes %s possible, or what comes of it", w.label(of.From, forms[k])))
		}
	}
}
