package statespace

import (
	"encoding/json"
	"io"
)

// The document of [Graph.JSON]. Its field names are a contract.
type (
	jsonGraph struct {
		Schema        string           `json:"schema"`
		SchemaVersion int              `json:"schema_version"`
		Model         string           `json:"model"`
		Fingerprint   string           `json:"fingerprint"`
		States        []jsonState      `json:"states"`
		Transitions   []jsonTransition `json:"transitions"`
	}
	jsonState struct {
		State   int         `json:"state"`             // its number
		Level   int         `json:"level"`             // see [State]
		Start   string      `json:"start,omitempty"`   // its name, if there are several
		Final   bool        `json:"final"`             // nothing is possible
		Stuck   bool        `json:"stuck"`             // nothing is possible, and somebody waits
		Leaving int         `json:"leaving,omitempty"` // transitions that lead outside of the boundary
		More    int         `json:"more,omitempty"`    // transitions to states that are not here
		Broken  string      `json:"violates,omitempty"`
		Asked   bool        `json:"asked,omitempty"` // the graph is around this state
		Sites   []jsonSite  `json:"sites"`
		Budgets []jsonField `json:"budgets,omitempty"` // what is left of the faults
	}
	jsonSite struct {
		Site      string      `json:"site"`
		Phase     string      `json:"phase,omitempty"` // idle, waits or cs; empty where that is not known
		Down      bool        `json:"down"`
		Groups    []string    `json:"groups"` // that it attends, or asks for while it waits
		Tokens    int         `json:"tokens"`
		Requests  int         `json:"requests"` // made so far; 0 without a budget
		Variables []jsonField `json:"variables"`
		Inbox     []string    `json:"inbox"` // messages on their way to it
	}
	jsonField struct {
		Name  string `json:"name"`
		Value string `json:"value"`
	}
	jsonTransition struct {
		From   int    `json:"from"`
		To     int    `json:"to"`
		Site   string `json:"site"`
		Label  string `json:"label"`
		Steps  []int  `json:"steps,omitempty"` // of the run, from 1, that take it
		Broken string `json:"violates,omitempty"`
	}
)

// JSON writes the graph with the variables of all sites.
func (g *Graph) JSON(w io.Writer, line, fingerprint string) error {
	doc := jsonGraph{
		Schema: "gmecheck/graph", SchemaVersion: 1, Model: line, Fingerprint: fingerprint,
		States: []jsonState{}, Transitions: []jsonTransition{},
	}
	for _, s := range g.States {
		state := jsonState{State: s.Number, Level: s.Level, Start: s.Start, Final: s.Final, Stuck: s.Stuck, Leaving: s.Leaving, More: s.Cut, Broken: s.Violates, Asked: s.Asked}
		for k, site := range s.Sites {
			state.Sites = append(state.Sites, newJSONSite(g.Sites[k], site))
		}
		for _, f := range s.Budgets {
			state.Budgets = append(state.Budgets, jsonField(f))
		}
		doc.States = append(doc.States, state)
	}
	for _, t := range g.Transitions {
		doc.Transitions = append(doc.Transitions, jsonTransition{g.States[t.From].Number, g.States[t.To].Number, g.Sites[t.Site], t.Label, t.Steps, t.Violates})
	}
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", " ")
	return e.Encode(doc)
}

func newJSONSite(name string, s Site) jsonSite {
	out := jsonSite{
		Site: name, Phase: "idle", Down: s.Down, Groups: []string{}, Tokens: s.Tokens, Requests: s.Requests, Variables: []jsonField{},
		Inbox: append([]string{}, s.Inbox...),
	}
	switch {
	case s.InCS:
		out.Phase = "cs"
	case s.Own:
		out.Phase = ""
	case s.Waits:
		out.Phase = "waits"
	}
	if s.InCS || s.Waits {
		out.Groups = append(out.Groups, s.Groups...)
	}
	for _, f := range s.Variables {
		out.Variables = append(out.Variables, jsonField(f))
	}
	return out
}
