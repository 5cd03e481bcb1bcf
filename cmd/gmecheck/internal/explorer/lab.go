package explorer

import (
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync"

	"github.com/gmecheck/gmecheck/algorithms/options"
	"github.com/gmecheck/gmecheck/algorithms/paper"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/flags"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/program"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/report"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/where"
	"github.com/gmecheck/gmecheck/counterexamples"
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/system"
)

// lab is a model that somebody looks at, with the other variants of its algorithm.
type lab struct {
	program  *program.Program
	limit    int        // states of a search, and of the map
	variants []*variant // the chosen one first

	mu    sync.Mutex
	begun beginning
	jobs  map[string]*job
	atlas map[string]*atlas // by variant
}

// beginning is the run with which somebody began.
type beginning struct {
	*counterexamples.Begun
	variant    *variant
	properties []invariants.Property // of the variant, and that which the trace names
}

// variant is the model in one variant of the algorithm.
type variant struct {
	name       string
	line       string // the model, as the command line takes it
	config     model.Config
	algorithm  *paper.Algorithm
	properties []invariants.Property

	once   sync.Once
	sys    *system.System
	starts []string // of sys
}

// repairable reports that the repairs verb can be asked what prevents a violation.
func (v *variant) repairable() bool { return v.name == model.Published && len(v.algorithm.Repairs) > 0 }

// system is made when it is asked for first.
func (v *variant) system() *system.System {
	v.once.Do(func() {
		v.sys = v.algorithm.New(v.config).Showing()
		v.starts = counterexamples.Starts(v.sys)
	})
	return v.sys
}

func newLab(p *program.Program, a *paper.Algorithm, c model.Config, limit int) *lab {
	l := &lab{program: p, limit: limit, jobs: map[string]*job{}, atlas: map[string]*atlas{}}
	add := func(name string, c model.Config) {
		l.variants = append(l.variants, &variant{name: name, line: options.Line(a, c), config: c, algorithm: a, properties: a.Properties(c)})
	}
	add(c.Variant, c)
	for _, name := range a.AllVariants() {
		if name == c.Variant {
			continue
		}
		other := c.Clone()
		other.Variant, other.Repairs = name, nil
		if name == model.Repaired {
			other.Repairs = a.RepairNames()
		}
		if name != model.Published && len(a.Repairs) == 0 && other.Variant == model.Repaired {
			continue // it is the published one
		}
		add(name, other)
	}
	return l
}

// about is what the page shows before anything is asked.
type about struct {
	Program, Line string
	Variants      []string
	Properties    []described
	Sites         []string // names of the processes, whose entries can be looked for
	Starts        []string // names of the initial states; nil: there is only one
}

type described struct{ Name, Doc, Source string }

func (l *lab) about() about {
	v := l.variants[0]
	out := about{Program: l.program.Name, Line: v.line}
	for _, other := range l.variants {
		out.Variants = append(out.Variants, other.name)
	}
	for _, p := range v.properties {
		if counterexamples.Pursuable(p) {
			out.Properties = append(out.Properties, described{p.Name, p.Doc, p.Source})
		}
	}
	sys := v.system()
	if len(v.starts) > 1 {
		out.Starts = v.starts
	}
	for _, place := range sys.Places {
		if place.Process {
			out.Sites = append(out.Sites, place.Title())
		}
	}
	return out
}

// variant finds a variant by name; empty: the chosen one.
func (l *lab) variant(name string) (*variant, error) {
	for k, v := range l.variants {
		if v.name == name || name == "" && k == 0 {
			return v, nil
		}
	}
	return nil, fmt.Errorf("no variant is named %q", name)
}

// runQuestion is the question of what there is to see after some steps.
type runQuestion struct {
	Variant string   `json:"variant"`
	Start   string   `json:"start"` // the initial state; empty: the first
	Steps   []string `json:"steps"`
}

// begin is the initial state that a question names.
func (v *variant) begin(start string) string {
	if v.system(); start == "" {
		return v.starts[0]
	}
	return start
}

// runAnswer is the answer.
type runAnswer struct {
	Line     string                  `json:"line"`
	Taken    int                     `json:"taken"` // steps that were possible
	Stuck    *stuck                  `json:"stuck"` // why the next was not; null: all were
	Lanes    string                  `json:"lanes"`
	Drawing  string                  `json:"drawing"`
	Legend   string                  `json:"legend"`
	Before   *counterexamples.Moment `json:"before"` // null at the start
	Now      counterexamples.Moment  `json:"now"`
	Enabled  []enabled               `json:"enabled"`
	Outside  string                  `json:"outside"` // which steps lead outside of the boundary; empty: none does
	Verdicts []verdict               `json:"verdicts"`
	Repairs  string                  `json:"repairs"` // the command that finds what prevents the first violation; empty: there is none
	Trace    string                  `json:"trace"`   // the run as a trace file
	Numbers  []int                   `json:"numbers"` // of the states of the run in the map; null: they are not known
}

// stuck is a step that is not possible.
type stuck struct {
	Label   string   `json:"label"`
	Enabled []string `json:"enabled"` // the nearest first
}

// enabled is a step that is possible.
type enabled struct {
	Label   string                   `json:"label"`
	Site    string                   `json:"site"`
	Fault   bool                     `json:"fault"`
	Early   bool                     `json:"early"` // a timer that is not due
	Changes []counterexamples.Change `json:"changes"`
	Sends   []string                 `json:"sends"`
}

// verdict is what a property says here.
type verdict struct {
	Name     string `json:"name"`
	Violated bool   `json:"violated"`
	Silent   bool   `json:"silent"` // it has nothing to say here
	Graph    bool   `json:"graph"`  // it is about all states, and says nothing of one
	Why      string `json:"why"`
	Doc      string `json:"doc"`
	First    int    `json:"first"` // after so many steps it was violated first; -1: never
}

func (l *lab) run(_ *http.Request, q runQuestion) (*runAnswer, error) {
	v, err := l.variant(q.Variant)
	if err != nil {
		return nil, err
	}
	begun := l.beginning(v)
	trace, outcome := begun.Of(v.line, v.begin(q.Start), q.Steps)
	scene, stuck, err := v.walkTrace(trace)
	if err != nil {
		return nil, err
	}
	return l.show(v, scene, stuck, begun.properties, outcome)
}

// walk takes the steps, as far as they are possible.
func (v *variant) walk(start string, steps []string) (*counterexamples.Scene, *stuck, error) {
	return v.walkTrace(&counterexamples.Trace{Model: v.line, Start: v.begin(start), Steps: steps})
}

func (v *variant) walkTrace(t *counterexamples.Trace) (*counterexamples.Scene, *stuck, error) {
	scene, err := counterexamples.NewScene(v.system(), t)
	var diverged *counterexamples.Divergence
	switch {
	case errors.As(err, &diverged):
		return scene, &stuck{diverged.Label, diverged.Enabled}, nil
	case err != nil:
		return nil, nil, err
	}
	return scene, nil, nil
}

// begin takes up the run with which somebody begins.
func (l *lab) begin(v *variant, t *flags.TraceFile) error {
	b, all, err := where.Begin(t.Trace, v.system(), v.properties, v.algorithm.AllProperties(v.config))
	if err != nil {
		return err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.begun = beginning{b, v, all}
	return nil
}

// beginning is that of a variant, without a run if it is another's.
func (l *lab) beginning(v *variant) beginning {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.begun.variant != v {
		return beginning{variant: v, properties: v.properties}
	}
	return l.begun
}

// show is all that there is to see of a run; of that with which somebody began also what its replay says.
func (l *lab) show(v *variant, scene *counterexamples.Scene, stuck *stuck, properties []invariants.Property, outcome *counterexamples.Outcome) (*runAnswer, error) {
	path := scene.Path()
	last := path.Last()
	out := &runAnswer{Line: v.line, Taken: last, Stuck: stuck, Now: scene.Moment(last), Enabled: []enabled{}, Verdicts: []verdict{}}
	if last > 0 {
		before := scene.Moment(last - 1)
		out.Before = &before
	}
	wrong := ""
	verdicts, err := scene.Verdicts(properties, outcome)
	if err != nil {
		return nil, err
	}
	for _, x := range verdicts {
		out.Verdicts = append(out.Verdicts, verdict{
			Name: x.Property.Name, Violated: x.Opinion == invariants.Violated, Silent: x.Opinion == invariants.Silent,
			Graph: !counterexamples.Pursuable(x.Property), Why: x.Why, Doc: x.Property.Doc, First: x.First,
		})
		if x.Opinion == invariants.Violated && wrong == "" {
			wrong = x.Reason()
			if v.repairable() {
				out.Repairs = l.program.Name + " " + report.Repairing(v.line, x.Property.Name)
			}
		}
	}
	d := scene.Diagram(outcome)
	d.Named = "space-time diagram of the run in " + v.name
	if last > 0 {
		d.Steps[last-1].Wrong = wrong
	}
	d.Shorten() // the whole reason stands above the picture
	parts, err := d.Parts()
	if err != nil {
		return nil, err
	}
	out.Lanes, out.Drawing, out.Legend = string(parts.Lanes), string(parts.Drawing), string(parts.Legend)
	places := v.system().Places
	possible, outside := path.Enabled()
	out.Outside = counterexamples.Outside(outside)
	for _, c := range possible {
		e := enabled{
			Label: c.Label, Site: places[c.Event.Site-1].Title(), Fault: counterexamples.IsFault(c.Event), Early: c.Early,
			Changes: scene.Changes(c), Sends: []string{},
		}
		for _, m := range c.Event.Sends {
			e.Sends = append(e.Sends, model.Text(m.Value)+" to "+places[m.To-1].Title())
		}
		out.Enabled = append(out.Enabled, e)
	}
	out.Trace = string(scene.Saved(verdicts).Format())
	if at := l.atlasOf(v); at != nil {
		out.Numbers = at.way(path.States)
	}
	return out, nil
}

// open reads a trace file. Its model must be the page's, in any variant.
func (l *lab) open(_ *http.Request, q struct {
	Text string `json:"text"`
}) (*openAnswer, error) {
	t, err := flags.ReadTraceOf(l.program.Algorithms, "trace", strings.NewReader(q.Text))
	if err != nil {
		return nil, err
	}
	for _, v := range l.variants {
		if v.algorithm == t.Algorithm && v.config.Fingerprint() == t.Config.Fingerprint() {
			return &openAnswer{v.name, t.Start, append([]string{}, t.Steps...)}, l.begin(v, t)
		}
	}
	return nil, fmt.Errorf("the trace is of another model: %s; begin with: %s explore --trace FILE", t.Model, l.program.Name)
}

type openAnswer struct {
	Variant string   `json:"variant"`
	Start   string   `json:"start"`
	Steps   []string `json:"steps"`
}
