package canonical

import (
	"fmt"
	"math/bits"
	"reflect"
	"slices"
	"strings"
	"sync"

	"github.com/gmecheck/gmecheck/explore/internal/packed"
	"github.com/gmecheck/gmecheck/explore/internal/stategraph"
	"github.com/gmecheck/gmecheck/explore/internal/verdicts"
	"github.com/gmecheck/gmecheck/invariants/question"
	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/system"
	"github.com/gmecheck/gmecheck/model/values"
)

// Pairs compares states with their canonical forms, as properties and questions see them.
type Pairs struct {
	sys    *system.System
	reader *system.Reader
	asked  question.Judge    // nil: nothing is judged
	judge  *verdicts.Vectors // of it, by state
	states *stategraph.StateLabels
	edges  *stategraph.EdgeLabels
	fair   bool                            // constraints are compared, too
	held   map[string]map[constraint][]any // by state: the messages that must not wait for ever
	real   map[string][]step               // by state
	forms  map[string][]step               // by canonical state

	mu sync.Mutex // held by [Pairs.Real]: witnesses of several questions are found side by side
}

// sight is all that may be seen of a state.
type sight struct {
	verdicts.Verdict
	label uint32
}

func (p *Pairs) see(s packed.Vector) (seen sight) {
	if p.judge != nil {
		seen.Verdict = p.judge.At(s)
	}
	seen.label = p.states.Number(p.reader.Views(s))
	return seen
}

// step is a transition, and all that may be seen of it.
type step struct {
	system.Transition
	form packed.Vector // the canonical form of where it leads
	look look
}

// look is what two steps have in common that are the same but for numbers.
type look struct {
	site    int
	kind    model.EventKind
	class   uint32
	demand  *model.Demand
	words   string // name, choices, kinds and accounts of messages sent, what is wrong with the entry
	from    model.Site
	entries int
	early   bool
	label   uint16
	verdict verdicts.Verdict
	message any // but for its numbers
	to      string
}

// steps lists the transitions out of a state. Those out of a canonical state are seen as a search of canonical states sees them.
func (p *Pairs) steps(s packed.Vector, canonical bool) []step {
	k, remembered := s.Key(), p.real
	if canonical {
		remembered = p.forms
	}
	all, known := remembered[k]
	if !known {
		all = p.list(s, canonical)
		remembered[k] = all
	}
	return all
}

func (p *Pairs) list(s packed.Vector, canonical bool) []step {
	var all []step
	for _, t := range p.reader.Steps(s) {
		form := packed.Vector(p.reader.Canon(t.To))
		if canonical {
			t.To = form
		}
		all = append(all, step{t, form, p.look(s, t, form)})
	}
	return all
}

func (p *Pairs) look(s packed.Vector, t system.Transition, form packed.Vector) look {
	e := t.Move.Event
	l := look{
		site: t.Site, kind: e.Kind, class: t.Move.Class, demand: e.Demand, words: words(e), from: e.Message.From,
		entries: e.Entries, early: t.Early, to: form.Key(),
	}
	if e.Message.Value != nil {
		l.message = values.Numberless(e.Message.Value)
	}
	if p.judge != nil && t.Move.Watched {
		l.verdict = p.judge.Step(s, e, t.To)
	}
	x := p.reader.Expand(t.Site, s[t.Site], s[len(s)-1])
	next := p.reader.Expand(t.Site, t.Move.Next, s[len(s)-1])
	l.label, _ = p.edges.Number(e, p.sys.View(x.View), p.sys.View(next.View))
	return l
}

// judged reports that properties and questions alone tell the step from another one.
func (l look) judged(other look) bool {
	l.label, l.verdict = other.label, other.verdict
	return l == other
}

func words(e *model.Event) string {
	if len(e.Sends) == 0 && len(e.Choices) == 0 && e.Unfaithful == "" && !e.Optional && !e.Spurious {
		return e.Name
	}
	var b strings.Builder
	fmt.Fprintln(&b, e.Name, e.Optional, e.Spurious, e.Unfaithful, e.Choices)
	for _, m := range e.Sends {
		fmt.Fprintln(&b, m.To, m.Account, reflect.TypeOf(m.Value))
	}
	return b.String()
}

// silent reports that a step out of a state with this form does nothing but take a message out of flight that the form leaves out.
func (p *Pairs) silent(x *step, form packed.Vector) bool {
	e := x.Move.Event
	return (e.Kind == model.DeliverEvent || e.Kind == model.DropEvent) && len(e.Sends)+len(e.Notes)+e.Entries == 0 &&
		slices.Equal(x.form, form) && x.look.verdict.Violated == 0 && p.edges.Weightless(x.look.label)
}

// drain takes all silent steps out of a state. It returns where they lead, and what is possible there.
func (p *Pairs) drain(s, form packed.Vector) (end packed.Vector, there []step) {
	for {
		all := p.steps(s, false)
		at := slices.IndexFunc(all, func(x step) bool { return p.silent(&x, form) })
		if at < 0 {
			return s, all
		}
		s = all[at].To
	}
}

// Spent is the cause of what is wrong where the form leaves a message out, and a fault can befall it that uses up a budget. The form may be
// right all the same: it does not go with these faults.
type Spent struct{ Why, In string }

// spent reports that it is a fault that befalls a message which is in none of these steps out of the form.
func (x *step) spent(forms []step) bool {
	return (x.look.kind == model.LoseEvent || x.look.kind == model.DuplicateEvent) && !slices.ContainsFunc(forms, func(y step) bool {
		return y.Site == x.Site && y.look.kind == x.look.kind && y.look.from == x.look.from && y.look.message == x.look.message
	})
}

// wrong is what is wrong with a canonical form.
func (p *Pairs) wrong(s packed.Vector, problem string, args ...any) *model.Broken {
	return &model.Broken{
		Algorithm: p.sys.Config.Algorithm, Method: model.CanonicalForm, Place: "a global state",
		Problem: fmt.Sprintf(problem, args...) + "\n" + p.beside(s),
	}
}

// differ says that a property says one thing of a state or step and another of that of the form: the first that does, if it is no question.
func (p *Pairs) differ(real, form verdicts.Verdict) string {
	differ := (real.NonVacuous^form.NonVacuous)&^verdicts.Judged | real.Violated ^ form.Violated
	if differ != 0 {
		if name := question.NameOf(p.asked, bits.TrailingZeros64(differ)); name != "" {
			return fmt.Sprintf("property %q says something else", name)
		}
	}
	return "properties say something else"
}

// beside writes a state and its form, a line each.
func (p *Pairs) beside(s packed.Vector) string {
	return "  in the state  " + p.text(s) + "\n  whose form is " + p.text(p.reader.Canon(s))
}

// text writes a state on one line.
func (p *Pairs) text(s packed.Vector) string {
	var all []string
	for k := range p.sys.Places {
		d := p.sys.Describe(k, s[k])
		parts := []string{p.sys.Places[k].Title() + ":"}
		for _, f := range d.Fields {
			parts = append(parts, f.Name+"="+f.Value)
		}
		for _, m := range d.Inbox {
			parts = append(parts, "<-"+model.Text(m.Value)+m.Details(p.sys.Places))
		}
		all = append(all, strings.Join(parts, " "))
	}
	return strings.Join(all, "; ")
}

// compare lays a state beside its form. It says what differs that must not.
func (p *Pairs) compare(s packed.Vector) *model.Broken {
	form := packed.Vector(p.reader.Canon(s))
	if again := p.reader.Canon(form); !slices.Equal(again, form) {
		return p.wrong(form, "does not leave a canonical state as it is")
	}
	if real, seen := p.see(s), p.see(form); real != seen {
		return p.wrong(s, "makes a state of which %s", p.differ(real.Verdict, seen.Verdict))
	}
	real, forms := p.steps(s, false), p.steps(form, true)
	here := map[look]bool{}
	for k := range forms {
		if p.silent(&forms[k], form) {
			return p.wrong(s, "keeps a message that nothing depends on: %s", p.label(form, forms[k]))
		}
		here[forms[k].look] = true
	}
	found := map[look]bool{}
	for k := range real {
		if p.silent(&real[k], form) {
			continue
		}
		if found[real[k].look] = true; !here[real[k].look] {
			broken := p.wrong(s, "loses %s, or what comes of it", p.label(s, real[k]))
			if at := slices.IndexFunc(forms, func(x step) bool { return x.look.judged(real[k].look) }); at >= 0 {
				broken = p.wrong(s, "makes %s a step of which %s", p.label(s, real[k]), p.differ(real[k].look.verdict, forms[at].look.verdict))
			}
			if real[k].spent(forms) {
				broken.Cause = Spent{"the form leaves out a message that can still be lost or duplicated: " + p.label(s, real[k]), p.beside(s)}
			}
			return broken
		}
	}
	drained, left := p.drain(s, form)
	for k := range left {
		found[left[k].look] = true
	}
	for k := range forms {
		if !found[forms[k].look] {
			return p.wrong(s, "makes %s possible, or what comes of it", p.label(form, forms[k]))
		}
	}
	if p.judge != nil && len(forms) == 0 {
		if real, seen := p.judge.End(drained), p.judge.End(form); real != seen {
			return p.wrong(s, "makes an end of which %s", p.differ(real, seen))
		}
	}
	if p.fair {
		return p.steady(s, real, form, left)
	}
	return nil
}

func (p *Pairs) label(s packed.Vector, x step) string {
	return p.sys.Label(x.Site, s[x.Site], x.Move.Event)
}
