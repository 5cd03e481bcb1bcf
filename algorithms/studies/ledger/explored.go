package ledger

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/gmecheck/gmecheck/invariants"
)

// Explored is what the ledgers of an algorithm rest on: their explorations, without the traces. It is a store that can be
// committed, so that documents show what has taken minutes, and part of it can be explored again.
type Explored struct {
	Algorithm string
	Budget    int    // states, for each ladder
	Version   string // of the tool
	runs      map[string][]StoredRun
	averages  map[string]*Averages
}

// Add adds what a ledger has explored.
func (e *Explored) Add(l *Ledger) error {
	if e.runs == nil {
		e.runs, e.averages = map[string][]StoredRun{}, map[string]*Averages{}
	}
	for _, m := range l.Averages {
		found := *m
		found.Stored, e.averages[m.Line] = false, &found
	}
	for _, r := range l.Runs {
		if !r.Complete() && r.Limit != stopped(r.charge) {
			return fmt.Errorf("%s ended at %s, which another machine need not", r.Line, r.Limit)
		}
		run := *r
		run.Answers = slices.Clone(r.Answers)
		for k := range run.Answers {
			a := &run.Answers[k]
			a.Trace, a.Least, a.Detail = nil, nil, ""
		}
		if !slices.ContainsFunc(e.runs[r.Line], func(s StoredRun) bool { return s.serves(run) }) {
			e.runs[r.Line] = append(e.runs[r.Line], StoredRun{r.charge, run})
		}
	}
	return nil
}

// serves reports that a stored run says all that another of the same configuration does.
func (s StoredRun) serves(run Run) bool {
	return s.Run.Limit == run.Limit && !slices.ContainsFunc(run.Answers, func(a Answer) bool { return s.Run.answer(a.Property) == nil })
}

// Get is the runs of a configuration.
func (e *Explored) Get(line string) []StoredRun { return e.runs[line] }

// Put does nothing: what is committed stays as it is.
func (e *Explored) Put(string, []StoredRun) {}

// Averages are those of a model under a load; nil: none are stored.
func (e *Explored) Averages(line string) *Averages { return e.averages[line] }

// PutAverages does nothing.
func (e *Explored) PutAverages(*Averages) {}

// DropAverages forgets all averages, so that a ledger finds them anew and none is left that is asked for no more.
func (e *Explored) DropAverages() { clear(e.averages) }

// Loads are the models and loads whose averages are stored, in order.
func (e *Explored) Loads() []string { return slices.Sorted(maps.Keys(e.averages)) }

// Complete is the run of a configuration that was explored to its end and says something of a property; nil if there is none.
func (e *Explored) Complete(line, property string) *Run {
	for k := range e.runs[line] {
		if r := &e.runs[line][k].Run; r.Complete() && r.answer(property) != nil {
			return r
		}
	}
	return nil
}

// Lines are the configurations, in order.
func (e *Explored) Lines() []string { return slices.Sorted(maps.Keys(e.runs)) }

// said are the letters of verdicts.
var said = map[invariants.Verdict]byte{invariants.Holds: 'h', invariants.Vacuous: 'v', invariants.Refuted: 'r', invariants.Inconclusive: '?'}

// unasked is the letter of a property that was not judged.
const unasked = '-'

type exploredHead struct {
	Algorithm  string   `json:"algorithm"`
	Budget     int      `json:"budget"`
	Version    string   `json:"version"`
	Properties []string `json:"properties"` // in the order of the letters
}

type exploredRun struct {
	Line        string                    `json:"run"`
	Within      int                       `json:"within,omitempty"` // states after which it was given up
	States      int                       `json:"states"`
	Transitions int                       `json:"transitions"`
	Depth       int                       `json:"depth"`
	Said        string                    `json:"said"`
	More        map[string]exploredAnswer `json:"more,omitempty"`
}

// exploredAnswer is what an answer says beside its verdict.
type exploredAnswer struct {
	Value     *[2]int `json:"value,omitempty"`
	Unbounded bool    `json:"unbounded,omitempty"`
	Never     bool    `json:"never,omitempty"`
	Steps     int     `json:"steps,omitempty"`
	Least     int     `json:"least,omitempty"` // steps to the smallest value
	Endless   bool    `json:"endless,omitempty"`
	Loop      int     `json:"loop,omitempty"`
}

// MarshalJSON writes a line for each run.
func (e *Explored) MarshalJSON() ([]byte, error) {
	head := exploredHead{Algorithm: e.Algorithm, Budget: e.Budget, Version: e.Version}
	for _, line := range e.Lines() {
		for _, s := range e.runs[line] {
			for _, a := range s.Run.Answers {
				if !slices.Contains(head.Properties, a.Property) {
					head.Properties = append(head.Properties, a.Property)
				}
			}
		}
	}
	slices.Sort(head.Properties)
	var b bytes.Buffer
	data, err := json.Marshal(head)
	if err != nil {
		return nil, err
	}
	b.Write(bytes.TrimSuffix(data, []byte("}")))
	b.WriteString(",\"runs\":[")
	separator := "\n"
	for _, line := range e.Lines() {
		for _, s := range e.runs[line] {
			if data, err = json.Marshal(newExploredRun(head, s)); err != nil {
				return nil, err
			}
			b.WriteString(separator)
			b.Write(data)
			separator = ",\n"
		}
	}
	b.WriteString("\n],\"averages\":[")
	separator = "\n"
	for _, line := range e.Loads() {
		if data, err = json.Marshal(e.averages[line]); err != nil {
			return nil, err
		}
		b.WriteString(separator)
		b.Write(data)
		separator = ",\n"
	}
	b.WriteString("\n]}\n")
	return b.Bytes(), nil
}

func newExploredRun(head exploredHead, s StoredRun) exploredRun {
	r := exploredRun{
		Line: strings.TrimPrefix(s.Run.Line, head.Algorithm+" "), States: s.Run.States, Transitions: s.Run.Transitions, Depth: s.Run.Depth,
		More: map[string]exploredAnswer{},
	}
	if !s.Run.Complete() {
		r.Within = s.States
	}
	for _, name := range head.Properties {
		a := s.Run.answer(name)
		if a == nil {
			r.Said += string(unasked)
			continue
		}
		r.Said += string(said[a.Verdict])
		more := exploredAnswer{Steps: a.Steps, Least: a.LeastSteps, Endless: a.Endless, Loop: a.Loop}
		if v := a.Value; v != nil {
			more.Value, more.Unbounded, more.Never = &[2]int{v.Min, v.Max}, v.Unbounded, v.Never
		}
		if more != (exploredAnswer{}) {
			r.More[name] = more
		}
	}
	return r
}

// UnmarshalJSON reads what MarshalJSON writes.
func (e *Explored) UnmarshalJSON(data []byte) error {
	var all struct {
		exploredHead
		Runs     []exploredRun `json:"runs"`
		Averages []*Averages   `json:"averages"`
	}
	if err := json.Unmarshal(data, &all); err != nil {
		return err
	}
	*e = Explored{Algorithm: all.Algorithm, Budget: all.Budget, Version: all.Version, runs: map[string][]StoredRun{}, averages: map[string]*Averages{}}
	for k, m := range all.Averages {
		if m == nil || m.Line == "" {
			return fmt.Errorf("averages %d are of no model", k+1)
		}
		e.averages[m.Line] = m
	}
	for _, r := range all.Runs {
		if len(r.Said) != len(all.Properties) {
			return fmt.Errorf("%s: %d letters for %d properties", r.Line, len(r.Said), len(all.Properties))
		}
		run := Run{Line: e.Algorithm + " " + r.Line, States: r.States, Transitions: r.Transitions, Depth: r.Depth}
		if r.Within > 0 {
			run.Limit = stopped(r.Within)
		}
		for k, name := range all.Properties {
			for verdict, letter := range said {
				if letter != r.Said[k] {
					continue
				}
				more := r.More[name]
				a := Answer{Property: name, Verdict: verdict, Steps: more.Steps, LeastSteps: more.Least, Endless: more.Endless, Loop: more.Loop}
				if more.Value != nil {
					a.Value = &invariants.Value{Min: more.Value[0], Max: more.Value[1], Unbounded: more.Unbounded, Never: more.Never}
				}
				run.Answers = append(run.Answers, a)
			}
		}
		e.runs[run.Line] = append(e.runs[run.Line], StoredRun{r.Within, run})
	}
	return nil
}
