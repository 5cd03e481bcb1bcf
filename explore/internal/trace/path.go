package trace

import (
	"math/bits"
	"slices"

	"github.com/gmecheck/gmecheck/explore/internal/membudget"
	"github.com/gmecheck/gmecheck/explore/internal/packed"
	"github.com/gmecheck/gmecheck/invariants/question"
	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/system"
)

// Target is what a path shall lead to: any of its ends.
type Target struct {
	Length int // of a shortest path, in steps
	Ends   []End
}

// End is a state of level length, or, with an event, one step out of a state of the level before.
type End struct {
	At    packed.Vector
	site  int
	event *model.Event

	Unreached uint64 // of a hope: the bits that are in vain there
}

// Path is a run from the initial state.
type Path struct {
	Steps []Step
	Last  packed.Vector // after the last step
}

// Step is a step by its numbers.
type Step struct {
	From packed.Vector
	Site int
	Move *system.Move
}

// StepOf is a transition out of a state.
func StepOf(from packed.Vector, t system.Transition) Step { return Step{from, t.Site, t.Move} }

// Start is the name of the initial state from which steps lead to the state last; empty if there is only one.
func Start(sys *system.System, steps []Step, last packed.Vector) string {
	if len(steps) > 0 {
		last = steps[0].From
	}
	return sys.StartName(last)
}

// Labels names the steps of a path; before them the initial state, if there are several.
func Labels(sys *system.System, steps []Step) (labels []string) {
	if len(steps) > 0 {
		if name := Start(sys, steps, nil); name != "" {
			labels = append(labels, "start "+name)
		}
	}
	for _, s := range steps {
		labels = append(labels, sys.Label(s.Site, s.From[s.Site], s.Move.Event))
	}
	return labels
}

// Run names the steps of a path.
func Run(sys *system.System, steps []Step) (all []question.Step) {
	for _, s := range steps {
		all = append(all, question.Step{Event: s.Move.Event, Label: sys.Label(s.Site, s.From[s.Site], s.Move.Event)})
	}
	return all
}

// Violation is the path as the refutation of a property.
func (p Path) Violation(sys *system.System, property int) question.Violation {
	v := question.Violation{Property: property, Path: Run(sys, p.Steps), Start: Start(sys, p.Steps, p.Last)}
	v.Final, v.Views = Describe(sys, p.Last)
	return v
}

// Describe says what a state is, and what it looks like.
func Describe(sys *system.System, s packed.Vector) (final []system.Description, views []*model.View) {
	for k := range sys.Places {
		final = append(final, sys.Describe(k, s[k]))
	}
	return final, sys.NewReader().Views(s)
}

// Walk is a run by its numbers, as it is to be shown.
type Walk struct {
	Steps   []Step
	Last    packed.Vector // after them; of a run with steps it may be nil
	Endless bool          // it goes on at step Loop after its last step
	Loop    int
	Whole   bool // it is shown to its end, if it has one there
}

// Finder finds traces, whatever the number of words of a state: [Levels].
type Finder interface {
	Explain(met *model.Broken) error
	ExplainQuestion(met *model.Broken, q Question) error
	Violating(found map[int]Target) error
	Paths(to []Target) ([]Path, error)
	Stem(s packed.Vector, level int) ([]Step, error)
}

// Levels is what traces need to know of a search: its states by level, and workers that go through them.
type Levels[S packed.State] struct {
	Sys    *system.System
	Layout *packed.Layout
	Budget *membudget.Budget
	Judge  question.Judge // nil: nothing is judged
	Depth  int            // the level searched last
	Width  int            // states that a target's backward set keeps in each level
	// Real makes the real run of a run of canonical states; nil: all runs are real.
	Real func(Walk) Walk
	// eachAt yields the states of a level in a shard, under symmetry with all their images, as far as the layout has room for
	// them; eachImage yields all, unpacked. What is yielded is overwritten by the next one.
	EachAt    func(shard, level int, yield func(*S))
	EachImage func(shard, level int, yield func(packed.Vector))
	// share lets the workers do something for every shard; each begins by calling begin and ends with done.
	Share func(begin func() (do func(shard int), done func())) error
}

func (v *Levels[S]) pack(s packed.Vector) S { return packed.Pack[S](v.Layout, s) }

func (v *Levels[S]) unpack(p *S) packed.Vector { return packed.Unpack(v.Layout, p) }

// Paths finds for every target a shortest path: one with the fewest switches between sites, over all shortest paths to
// all ends, and among those the one whose labels come first. So it is the same for any number of workers. Where more
// than [MaxWidth] states of one level are on shortest paths, those with the fewest switches to a target are kept, and the
// path may have more than the fewest.
func (v *Levels[S]) Paths(targets []Target) ([]Path, error) {
	backwards, err := v.backwards(targets)
	if err != nil {
		return nil, err
	}
	all := make([]Path, len(targets))
	for k := range targets {
		if all[k], err = v.forwards(&targets[k], backwards[k]); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// Stem is the path to one state of a level.
func (v *Levels[S]) Stem(s packed.Vector, level int) ([]Step, error) {
	p, err := v.path(Target{Length: level, Ends: []End{{At: s}}})
	return p.Steps, err
}

func (v *Levels[S]) path(to Target) (Path, error) {
	all, err := v.Paths([]Target{to})
	if err != nil {
		return Path{}, err
	}
	return all[0], nil
}

// forwards walks through a target's backward set, from the initial state that needs the fewest switches: always on with as few switches as there have to
// be, and of several such steps with the one that has the least label.
func (v *Levels[S]) forwards(g *Target, c backward[S]) (Path, error) {
	reader := v.Sys.NewReader()
	var p Path
	fewest := uint32(0)
	for _, nodes := range v.Sys.Starts() {
		first := append(packed.Vector(nodes), v.Sys.StartBudget())
		if v.Sys.Canonical {
			first = reader.Canon(first)
		}
		if here, ok := c.cost(0, v, first); ok && (p.Last == nil || here.switches < fewest) {
			p.Last, fewest = first, here.switches
		}
	}
	site := noSite
	for level := range g.Length {
		if p.Last == nil {
			break
		}
		here, _ := c.cost(level, v, p.Last)
		var best system.Transition
		bestLabel := ""
		for _, t := range reader.Out(p.Last) {
			rest, ok := c.cost(level+1, v, t.To)
			if level+1 == g.Length && g.endsWith(p.Last, t) {
				rest, ok = arrived, true
			}
			switches := rest.after(t.Site)
			if site != noSite && site != t.Site {
				switches++
			}
			if !ok || switches != here.after(site) {
				continue
			}
			if label := v.Sys.Label(t.Site, p.Last[t.Site], t.Move.Event); best.To == nil || label < bestLabel {
				best, bestLabel = t, label
			}
		}
		if best.To != nil {
			p.Steps = append(p.Steps, Step{p.Last, best.Site, best.Move})
		}
		p.Last, site = best.To, best.Site
	}
	if p.Last == nil {
		return p, ErrUnreached
	}
	return p, nil
}

// endsWith reports whether a step out of s is one of the target's ends.
func (g *Target) endsWith(s packed.Vector, t system.Transition) bool {
	return slices.ContainsFunc(g.Ends, func(end End) bool {
		return end.event == t.Move.Event && end.site == t.Site && slices.Equal(end.At, s)
	})
}

// Has reports that a state is one of the target's ends, not only one to which a step leads that is.
func (g *Target) Has(last packed.Vector) bool {
	return slices.ContainsFunc(g.Ends, func(end End) bool { return end.event == nil && slices.Equal(end.At, last) })
}

// Unreached is the bits of a hope that are in vain in the last state of a path.
func (g *Target) Unreached(last packed.Vector) uint64 {
	for _, end := range g.Ends {
		if end.event == nil && slices.Equal(end.At, last) {
			return end.Unreached
		}
	}
	return 0
}

// ContentHash hashes what a state is, whatever numbers its nodes have. It remembers the hashes of nodes in known.
func ContentHash(sys *system.System, known map[uint64]uint64, s packed.Vector) uint64 {
	sites := len(s) - 1
	h := uint64(s[sites])
	for k, node := range s[:sites] {
		key := uint64(k)<<32 | uint64(node)
		c, ok := known[key]
		if !ok {
			c = sys.Describe(k, node).Hash()
			known[key] = c
		}
		hi, lo := bits.Mul64(h^c, 0xD6E8FEB86659FD93)
		h = hi ^ lo
	}
	return h
}
