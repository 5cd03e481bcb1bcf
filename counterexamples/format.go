package counterexamples

import (
	"encoding/json"
	"io"
	"strings"

	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/system"
)

// The documents of [JSON]. Their field names are a contract.
type (
	jsonTrace struct {
		Schema        string     `json:"schema"`
		SchemaVersion int        `json:"schema_version"`
		Model         string     `json:"model"`
		Fingerprint   string     `json:"fingerprint"`
		Property      string     `json:"property,omitempty"`
		Loop          *int       `json:"loop,omitempty"`
		Start         []jsonSite `json:"start"`
		Steps         []jsonStep `json:"steps"`
	}
	jsonSite struct {
		Site      string      `json:"site"`
		Variables []jsonField `json:"variables"`
	}
	jsonField struct {
		Name  string `json:"name"`
		Value string `json:"value"`
	}
	jsonStep struct {
		Step     int          `json:"step"` // from 1
		Label    string       `json:"label"`
		Kind     string       `json:"kind"`
		Site     string       `json:"site"`
		Name     string       `json:"name,omitempty"` // of the timer or the internal event
		Choices  []string     `json:"choices,omitempty"`
		Message  string       `json:"message,omitempty"`
		Entries  int          `json:"entries"`
		Sent     []jsonSend   `json:"sent"`
		Changes  []jsonChange `json:"changes"`
		InCS     []jsonInside `json:"in_cs"`
		Consumed bool         `json:"consumed"` // the message has left the network
	}
	jsonSend struct {
		To      string `json:"to"`
		Message string `json:"message"`
	}
	jsonChange struct {
		Owner  string `json:"site"`
		Name   string `json:"name"`
		Before string `json:"before"`
		After  string `json:"after"`
	}
	jsonInside struct {
		Site   string   `json:"site"`
		Groups []string `json:"groups"`
	}
)

// JSON writes a trace with the event and the changes of each step. A trace that diverges is an error, and nothing is
// written.
func JSON(w io.Writer, sys *system.System, t *Trace) error {
	s, err := NewScene(sys, t)
	if err != nil {
		return err
	}
	doc := jsonTrace{
		Schema: "gmecheck/trace", SchemaVersion: 1, Model: t.Model, Fingerprint: sys.Config.Fingerprint(),
		Property: t.Property, Start: []jsonSite{}, Steps: []jsonStep{},
	}
	if t.Endless {
		doc.Loop = &t.Loop
	}
	for _, o := range s.variables(s.path.States[0]) {
		site := jsonSite{Site: o.owner, Variables: []jsonField{}}
		for _, f := range o.fields {
			site.Variables = append(site.Variables, jsonField(f))
		}
		doc.Start = append(doc.Start, site)
	}
	for k := range s.steps {
		doc.Steps = append(doc.Steps, s.jsonStep(k))
	}
	return write(w, doc)
}

func (s *Scene) jsonStep(k int) jsonStep {
	x := s.steps[k]
	out := jsonStep{
		Step: k + 1, Label: x.label, Kind: x.event.Kind.String(), Site: s.name(x.event.Site), Name: x.event.Name,
		Choices: x.event.Choices, Message: carried(x.event), Entries: x.event.Entries, Consumed: x.consumed != "",
		Sent: []jsonSend{}, Changes: []jsonChange{}, InCS: []jsonInside{},
	}
	for _, m := range x.event.Sends {
		out.Sent = append(out.Sent, jsonSend{To: s.name(m.To), Message: model.Text(m.Value)})
	}
	for _, c := range x.changes {
		out.Changes = append(out.Changes, jsonChange(c))
	}
	for _, i := range x.inside {
		out.InCS = append(out.InCS, jsonInside{Site: i.owner, Groups: append([]string{}, i.groups...)})
	}
	return out
}

func (s *Scene) name(i model.Site) string { return s.sys.Places[i-1].Title() }

// carried is the text of the message that an event is about; empty if it is about none.
func carried(e *model.Event) string {
	switch e.Kind {
	case model.DeliverEvent, model.LoseEvent, model.DuplicateEvent, model.DropEvent:
		return model.Text(e.Message.Value)
	default:
		return ""
	}
}

func write(w io.Writer, doc any) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(doc)
}

// ITF writes a trace in the Informal Trace Format of Apalache and Quint (Apalache's ADR 015): one state more than
// steps, each with the variables of the sites as texts, the messages in flight, who is in its critical section, and
// how the state was reached: mbt::actionTaken and mbt::nondetPicks. A trace that diverges is an error.
func ITF(w io.Writer, sys *system.System, t *Trace) error {
	s, err := NewScene(sys, t)
	if err != nil {
		return err
	}
	vars := []string{"sites", "network", "inCS", actionTaken, nondetPicks}
	if sys.Budgets() > 1 {
		vars = append(vars, budgetsName)
	}
	states := []map[string]any{}
	for k := range s.path.States {
		states = append(states, s.itfState(k))
	}
	description := "model " + t.Model
	if t.Property != "" {
		description += "; property " + t.Property
	}
	doc := map[string]any{
		"#meta": map[string]any{
			"format": "ITF", "format-description": "https://apalache-mc.org/docs/adr/015adr-trace.html",
			"source": "gmecheck", "description": description,
		},
		"vars": vars, "states": states,
	}
	if t.Endless {
		// ITF repeats the states from the loop's on. The last one is the one after t.Loop steps again, so it is
		// followed by the next.
		doc["loop"] = t.Loop + 1
	}
	return write(w, doc)
}

// The variables in which tools for model-based testing look for what led to a state.
const (
	actionTaken = "mbt::actionTaken"
	nondetPicks = "mbt::nondetPicks"
)

// itfName makes an identifier of a name that is not the paper's: "_down".
var itfName = strings.NewReplacer("(", "_", ")", "")

type object = map[string]any

func (s *Scene) itfState(k int) object {
	sites, flight, inCS := [][2]any{}, []object{}, []string{}
	state := object{"#meta": object{"index": k}}
	for _, o := range s.variables(s.path.States[k]) {
		record := object{}
		for _, f := range o.fields {
			record[itfName.Replace(f.Name)] = f.Value
		}
		if o.owner == budgetsName {
			state[budgetsName] = record
			continue
		}
		sites = append(sites, [2]any{o.owner, record})
		for _, m := range o.inbox {
			from := ""
			if sender := m.Sender(); sender != 0 {
				from = s.name(sender)
			}
			sent := object{"to": o.owner, "from": from, "message": model.Text(m.Value)}
			if s.sys.Config.Times != nil {
				sent["age"] = m.Age
			}
			flight = append(flight, sent)
		}
	}
	action, inside := "init", s.start
	var label, site, message any = none, none, none
	choices := []string{}
	if k > 0 {
		x := s.steps[k-1]
		action, inside = x.event.Class(), x.inside
		label, site = some(x.label), some(s.name(x.event.Site))
		if text := carried(x.event); text != "" {
			message = some(text)
		}
		choices = append(choices, x.event.Choices...)
	}
	for _, i := range inside {
		inCS = append(inCS, i.owner)
	}
	state["sites"], state["network"], state["inCS"] = object{"#map": sites}, flight, object{"#set": inCS}
	state[actionTaken] = action
	state[nondetPicks] = object{"label": label, "site": site, "message": message, "choices": some(choices)}
	return state
}

// none and some are an optional value, as Quint writes it.
var none = object{"tag": "None", "value": object{"#tup": []any{}}}

func some(value any) object { return object{"tag": "Some", "value": value} }
