package sweep

import (
	"fmt"

	"github.com/gmecheck/gmecheck/algorithms/paper"
	"github.com/gmecheck/gmecheck/algorithms/studies/sweep"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/answer"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/layout"
	"github.com/gmecheck/gmecheck/explore"
	"github.com/gmecheck/gmecheck/model"
)

// swept is the answer.
type swept struct {
	command
	mode       explore.Mode
	algorithm  *paper.Algorithm
	line       string
	runs       []sweep.Run
	properties []sweep.Property
	grows      sweep.Growth // with the processes
}

// object is the answer for programs.
func (x *swept) object() any {
	return answer.Of(
		"schema", "gmecheck/sweep", "schema_version", 1, "model", x.line, "over", x.over, "bounded?", x.algorithm.Boundary,
		"runs", answer.Each(x.runs, func(r sweep.Run) any { return reportOf(r, x.mode).Object() }),
		"states_conjecture?", x.grows.States,
		"properties", answer.Each(x.properties, func(p sweep.Property) any {
			return answer.Of("name", p.Name, "found", p.Found, "change", p.Change, "conjecture?", x.grows.Properties[p.Name])
		}),
	)
}

// write is the answer for readers.
func (x *swept) write(p answer.Page) {
	t := &layout.Table{Head: []string{"requests each"}, Prose: true, Least: 12}
	last := "from the last but one to the last"
	if x.over == processes {
		t.Head[0], last = "processes", "conjecture"
	}
	states, times := []string{"states"}, []string{"seconds"}
	for _, run := range x.runs {
		t.Head = append(t.Head, x.head(run))
		text := layout.Grouped(run.Result.States)
		if !run.Result.Complete {
			text += " (not complete)"
		}
		states, times = append(states, text), append(times, fmt.Sprintf("%.2g", run.Elapsed.Seconds()))
	}
	t.Head = append(t.Head, last)
	t.Add(append(states, x.grows.States)...)
	if x.timed {
		t.Add(append(times, "")...)
	}
	for _, property := range x.properties {
		about := property.Change
		if x.over == processes {
			about = x.grows.Properties[property.Name]
		}
		t.Add(append(append([]string{property.Name}, property.Found...), about)...)
	}
	p.Line(x.line + x.algorithm.Within())
	p.Gap()
	p.Table(t, "")
	if x.over == processes {
		p.Notes([]string{"A conjecture fits the largest numbers of the complete explorations above; the next size need not follow it."})
	}
}

// head names the model of a run by what it does not have in common with the others.
func (x *swept) head(r sweep.Run) string {
	requests := model.RequestsText(r.Config.Requests)
	if x.over != processes {
		return requests
	}
	if _, several := sweep.Fewer(x.runs[len(x.runs)-1].Config); several {
		return fmt.Sprintf("%d, R=%s", r.Config.Processes, requests)
	}
	return fmt.Sprint(r.Config.Processes)
}
