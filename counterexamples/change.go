package counterexamples

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/google/go-cmp/cmp"

	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/system"
)

// budgetsName is the owner of what is left of the faults; it is no site.
const budgetsName = "budgets"

// Change is one variable with another value than before.
type Change struct {
	Owner  string `json:"owner"` // the site, or budgets
	Name   string `json:"name"`
	Before string `json:"before"`
	After  string `json:"after"`
}

// owned is the variables of one site, or the budgets: in their order, and by name.
type owned struct {
	owner  string
	fields []model.Field
	inbox  []model.Message
}

// step is one transition as all the forms show it.
type step struct {
	label    string
	event    *model.Event
	consumed string // the message that it takes out of the network; empty if none
	changes  []Change
	inside   []inside
}

// inside is a site in its critical section.
type inside struct {
	site   int // index
	owner  string
	groups []string
}

func (i inside) String() string {
	if len(i.groups) == 0 {
		return i.owner
	}
	return i.owner + " (" + strings.Join(i.groups, " or ") + ")"
}

// Scene is a path with what is to be told of it.
type Scene struct {
	sys   *system.System
	trace *Trace
	path  *Path
	start []inside
	steps []step
	end   func() []owned // the variables after the last step
}

// NewScene walks the trace. With a [*Divergence] comes the scene before it.
func NewScene(sys *system.System, t *Trace) (s *Scene, err error) {
	path, err := Walk(sys, t)
	s = &Scene{sys: sys, trace: t, path: path}
	s.end = sync.OnceValue(func() []owned { return s.variables(path.States[path.Last()]) })
	if len(path.States) == 0 {
		return s, err
	}
	stuck := err
	defer catch(&err, func() string { return fmt.Sprintf("after step %d", len(s.steps)) })
	s.start = s.inside(0)
	for k, c := range path.Choices {
		s.steps = append(s.steps, step{
			label: c.Label, event: c.Event, consumed: consumed(c.Event),
			changes: changes(s.variables(path.States[k]), s.variables(path.States[k+1])),
			inside:  s.inside(k + 1),
		})
	}
	return s, stuck
}

// consumed is the message that an event takes out of the network.
func consumed(e *model.Event) string {
	switch e.Kind {
	case model.DeliverEvent, model.LoseEvent, model.DropEvent:
		return model.Text(e.Message.Value)
	default:
		return ""
	}
}

// variables lists the variables of all sites of a state, and the budgets. What the papers have no name for stands in
// parentheses.
func (s *Scene) variables(x State) []owned {
	var all []owned
	for site, node := range x.Nodes {
		d := s.sys.Describe(site, node)
		o := owned{owner: s.sys.Places[site].Title(), fields: slices.Clone(d.Fields), inbox: d.Inbox}
		if site < s.sys.Config.Processes && s.sys.Config.Limited(model.Site(site+1)) && len(s.sys.Demands(model.Site(site+1))) > 0 {
			o.fields = append(o.fields, model.Field{Name: "(requests)", Value: fmt.Sprint(d.Used)})
		}
		if s.sys.Config.Crash > 0 {
			o.fields = append(o.fields, model.Field{Name: "(down)", Value: fmt.Sprint(d.Down)})
		}
		all = append(all, o)
	}
	if s.sys.Budgets() > 1 {
		all = append(all, owned{owner: budgetsName, fields: s.budgets(x)})
	}
	return all
}

// budgets are those that the model has.
func (s *Scene) budgets(x State) []model.Field {
	c := s.sys.Config
	has := map[string]bool{"Loss": c.Loss > 0, "Duplicate": c.Duplicate > 0, "Crash": c.Crash > 0, "Early": c.Early > 0, "Tickets": s.sys.Ticketed()}
	return slices.DeleteFunc(model.Fields(s.sys.Budget(x.Budget)), func(f model.Field) bool { return !has[f.Name] })
}

// changes compares two states variable by variable, in the order of the sites and of the variables.
func changes(before, after []owned) []Change {
	all := []Change{}
	for k, o := range after {
		r := &changed{}
		cmp.Equal(byName(before[k].fields), byName(o.fields), cmp.Reporter(r))
		for _, f := range o.fields {
			if pair, ok := r.pairs[f.Name]; ok {
				all = append(all, Change{o.owner, f.Name, pair[0], pair[1]})
			}
		}
	}
	return all
}

func byName(fields []model.Field) map[string]string {
	m := make(map[string]string, len(fields))
	for _, f := range fields {
		m[f.Name] = f.Value
	}
	return m
}

// changed is a reporter of go-cmp that keeps the entries of a map that differ.
type changed struct {
	path  cmp.Path
	pairs map[string][2]string
}

func (r *changed) PushStep(s cmp.PathStep) { r.path = append(r.path, s) }

func (r *changed) PopStep() { r.path = r.path[:len(r.path)-1] }

func (r *changed) Report(result cmp.Result) {
	entry, ok := r.path.Last().(cmp.MapIndex)
	if result.Equal() || !ok {
		return
	}
	if r.pairs == nil {
		r.pairs = map[string][2]string{}
	}
	pair := [2]string{absent, absent}
	before, after := entry.Values()
	if before.IsValid() {
		pair[0] = before.String()
	}
	if after.IsValid() {
		pair[1] = after.String()
	}
	r.pairs[entry.Key().String()] = pair
}

// inside lists who is in its critical section after the given number of steps.
func (s *Scene) inside(steps int) []inside {
	var all []inside
	nodes := s.path.States[steps].Nodes
	for site, v := range s.path.Views(steps) {
		if !s.sys.Inside(site, nodes[site], v) {
			continue
		}
		in := inside{site: site, owner: s.sys.Places[site].Title()}
		for g := range v.Groups.All() {
			in.groups = append(in.groups, g.String())
		}
		all = append(all, in)
	}
	return all
}
