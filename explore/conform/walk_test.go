package conform_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/system"
)

// recorded is a random walk, as each site would log it.
type recorded struct {
	lines  []map[string]any // in the order of the walk
	labels []string
}

// record walks at random. Sites log everything they do; what the network does, nobody logs.
func record(sys *system.System, random *rand.Rand, steps int) (r recorded) {
	reader := sys.NewReader()
	starts := sys.Starts()
	state := append(starts[random.IntN(len(starts))], sys.StartBudget())
	seq := make([]int, len(sys.Places))
	note := func(site int, line map[string]any) {
		seq[site]++
		line["process"], line["seq"] = sys.Places[site].Name, seq[site]
		r.lines = append(r.lines, line)
	}
	var flight [][3]any // to, from, message
	for range steps {
		all := reader.Out(state)
		if len(all) == 0 {
			break
		}
		t := all[random.IntN(len(all))]
		e := t.Move.Event
		r.labels = append(r.labels, sys.Label(t.Site, state[t.Site], e))
		state = t.To
		line := map[string]any{"kind": e.Kind.String(), "fields": jsonOf(model.Variables(sys.Describe(t.Site, t.Move.Next).Vars))}
		if len(e.Choices) > 0 {
			line["choices"] = e.Choices
		}
		sender := 0
		if e.Message.Value != nil {
			k := slices.IndexFunc(flight, func(m [3]any) bool {
				return m[0] == e.Site && m[2] == e.Message.Value && (e.Message.From == 0 || m[1] == e.Message.From)
			})
			sender = int(flight[k][1].(model.Site))
			if e.Kind == model.DuplicateEvent {
				flight = append(flight, flight[k])
			} else {
				flight = slices.Delete(flight, k, k+1)
			}
		}
		for _, m := range e.Sends {
			flight = append(flight, [3]any{m.To, e.Site, m.Value})
		}
		switch e.Kind {
		case model.LoseEvent, model.DuplicateEvent, model.DropEvent:
			continue
		case model.RequestEvent:
			demand := map[string]any{}
			if e.Demand.Group > 0 {
				demand["group"] = int(e.Demand.Group)
			}
			if e.Demand.Priority > 0 {
				demand["priority"] = e.Demand.Priority
			}
			line["demand"] = demand
		case model.DeliverEvent:
			value, kind := e.Message.Value, model.Kind(e.Message.Value)
			if c, is := value.(model.Carrier); is {
				value, kind, _ = c.Carries()
			}
			line["message"] = map[string]any{"kind": kind, "fields": jsonOf(model.Variables(value))}
			line["from"] = sender
		case model.TimeoutEvent, model.InternalEvent:
			line["name"] = e.Name
		}
		note(t.Site, line)
		if e.Entries == 1 {
			note(t.Site, map[string]any{"kind": "enter"})
		}
	}
	return r
}

// jsonOf is variables as a log has them: numbers and booleans as such, the rest as texts.
func jsonOf(all func(yield func(string, any) bool)) map[string]any {
	o := map[string]any{}
	for name, x := range all {
		switch x.(type) {
		case bool, int, uint8, model.Site:
			o[name] = x
		default:
			o[name] = model.Text(x)
		}
	}
	return o
}

// text is the log. Each site's lines stand in their order; between sites they are in the order that the shuffle makes.
func (r recorded) text(shuffle *rand.Rand) string {
	lines := r.lines
	if shuffle != nil {
		bySite := map[any][]map[string]any{}
		var sites []any
		for _, line := range r.lines {
			if p := line["process"]; bySite[p] == nil {
				sites = append(sites, p)
			}
			bySite[line["process"]] = append(bySite[line["process"]], line)
		}
		lines = nil
		for len(lines) < len(r.lines) {
			if p := sites[shuffle.IntN(len(sites))]; len(bySite[p]) > 0 {
				lines, bySite[p] = append(lines, bySite[p][0]), bySite[p][1:]
			}
		}
	}
	var b strings.Builder
	for _, line := range lines {
		text, err := json.Marshal(line)
		if err != nil {
			panic(err)
		}
		fmt.Fprintf(&b, "%s\n", text)
	}
	return b.String()
}
