package counterexamples

import (
	"reflect"
	"slices"

	"github.com/gmecheck/gmecheck/model"
)

// Moment is a state, as the page's script shows it.
type Moment struct {
	Label  string   `json:"label"`  // of the step that leads there; empty at the start
	Owners []*Owner `json:"owners"` // nil: as before
	Inside []string `json:"inside"`
}

// Owner is a site, or the budgets.
type Owner struct {
	Name   string      `json:"name"`
	Fields [][2]string `json:"fields"` // names and values
	Inbox  []string    `json:"inbox"`
}

// absent stands for the value of a variable that a site does not always have: its clocks count only while what they count goes on.
const absent = "-"

// Value is that of a variable.
func (o *Owner) Value(name string) string {
	for _, f := range o.Fields {
		if f[0] == name {
			return f[1]
		}
	}
	return absent
}

// Moment is the state after the given number of steps.
func (s *Scene) Moment(steps int) Moment {
	m := Moment{Owners: []*Owner{}, Inside: []string{}}
	in := s.start
	if steps > 0 {
		m.Label, in = s.steps[steps-1].label, s.steps[steps-1].inside
	}
	for _, i := range in {
		m.Inside = append(m.Inside, i.String())
	}
	for _, o := range s.variables(s.path.States[steps]) {
		x := &Owner{Name: o.owner, Fields: [][2]string{}, Inbox: []string{}}
		for _, f := range o.fields {
			x.Fields = append(x.Fields, [2]string{f.Name, f.Value})
		}
		for _, m := range o.inbox {
			x.Inbox = append(x.Inbox, model.Text(m.Value)+m.Details(s.sys.Places))
		}
		m.Owners = append(m.Owners, x)
	}
	return m
}

// since is the state without the owners that are as they were before.
func (m Moment) since(before Moment) Moment {
	m.Owners = slices.Clone(m.Owners)
	for k, o := range before.Owners {
		if reflect.DeepEqual(o, m.Owners[k]) {
			m.Owners[k] = nil
		}
	}
	return m
}

// Changes is what a step from the last state of the run would change.
func (s *Scene) Changes(c Choice) []Change {
	return changes(s.end(), s.variables(c.State))
}

// Path is the run.
func (s *Scene) Path() *Path { return s.path }
