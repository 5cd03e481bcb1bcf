// Package list is the verb list: the algorithms of the program.
package list

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/gmecheck/gmecheck/algorithms/paper"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/layout"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/program"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/terminal"
	"github.com/gmecheck/gmecheck/model"
)

// Verb is the verb.
var Verb = program.Verb{
	Use:      "list [ALGORITHM]",
	Short:    "Show the algorithms, or all about one of them",
	Long:     "list shows the algorithms; or the paper, variants, repairs, properties, parameters and ranges of one algorithm.",
	Examples: []string{"list", "list srt-gme", "list gbp --json"},
	Args:     program.AtMostOneAlgorithm,
	Complete: program.CompleteAlgorithm,
	Build:    build,
}

func build(p *program.Program, cmd *cobra.Command) {
	asJSON := cmd.Flags().Bool("json", false, "write JSON, with everything about each algorithm")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		shown := p.Algorithms
		if len(args) == 1 {
			a, err := p.Find(args[0])
			if err != nil {
				return err
			}
			shown = paper.List{a}
		}
		switch {
		case *asJSON:
			return listJSON(cmd.OutOrStdout(), shown)
		case len(args) == 1:
			return listOne(cmd.OutOrStdout(), entryOf(shown[0]))
		}
		return listAll(cmd.OutOrStdout(), shown)
	}
}

// listing is the JSON of list.
type listing struct {
	Schema        string  `json:"schema"`
	SchemaVersion int     `json:"schema_version"`
	Algorithms    []entry `json:"algorithms"`
}

// entry is one algorithm in it.
type entry struct {
	Name       string          `json:"name"`
	Title      string          `json:"title"`
	Authors    string          `json:"authors"`
	Venue      string          `json:"venue"`
	Problem    string          `json:"problem"`
	Doc        string          `json:"doc"`
	Timers     bool            `json:"timers"`
	Unlimited  bool            `json:"unlimited"`
	Variants   []string        `json:"variants"`
	Parameters []parameter     `json:"parameters"`
	Repairs    []repairEntry   `json:"repairs"`
	Properties []propertyEntry `json:"properties"`
}

// parameter is a number or one of the algorithm's own parameters.
type parameter struct {
	Flag    string `json:"flag"`
	Doc     string `json:"doc"`
	Allowed string `json:"allowed"`
	Default string `json:"default"`
}

type repairEntry struct {
	Name  string `json:"name"`
	Event string `json:"event"`
	Doc   string `json:"doc"`
}

type propertyEntry struct {
	Name   string `json:"name"`
	Kind   string `json:"kind"`
	Source string `json:"source"`
	Doc    string `json:"doc"`
}

func entryOf(a *paper.Algorithm) entry {
	c := a.Config(model.Published)
	e := entry{
		Name: a.Name, Title: a.Title, Authors: a.Authors, Venue: a.Venue, Problem: a.Problem, Doc: a.Doc,
		Timers: a.Timers, Unlimited: a.Unlimited, Variants: a.AllVariants(),
		Parameters: []parameter{}, Repairs: []repairEntry{}, Properties: []propertyEntry{},
	}
	for _, number := range []struct {
		flag, doc string
		in        paper.Range
	}{
		{"processes", "processes", a.Processes},
		{"groups", "groups, sessions or resources", a.Groups},
		{"priorities", "priority levels", a.Priorities},
		{"tokens", "tokens", a.Tokens},
	} {
		if !number.in.Unused() {
			e.Parameters = append(e.Parameters, parameter{
				number.flag, number.doc, fmt.Sprintf("%d to %d", number.in.Min, number.in.Max), fmt.Sprint(number.in.Default),
			})
		}
	}
	if len(a.Durations) > 0 {
		doc := "the order in which patient timers expire; ordered: a longer one never while a shorter one runs, and the shortest is " + a.Durations[0]
		e.Parameters = append(e.Parameters, parameter{"timers", doc, "free or ordered", "free"})
	}
	for _, p := range a.Params {
		e.Parameters = append(e.Parameters, parameter{p.Name, p.Doc, p.Allowed, c.Param(p.Name)})
	}
	for _, r := range a.Repairs {
		e.Repairs = append(e.Repairs, repairEntry{r.Name, r.Event, r.Doc})
	}
	for _, p := range a.Properties(c) {
		e.Properties = append(e.Properties, propertyEntry{p.Name, string(p.Kind), p.Source, p.Doc})
	}
	return e
}

func listJSON(w io.Writer, shown []*paper.Algorithm) error {
	l := listing{Schema: "gmecheck/list", SchemaVersion: 1}
	for _, a := range shown {
		l.Algorithms = append(l.Algorithms, entryOf(a))
	}
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	return encoder.Encode(l)
}

func listAll(w io.Writer, shown []*paper.Algorithm) error {
	t := layout.Table{Least: 18}
	for _, a := range shown {
		t.Add(a.Name, a.Problem, a.Title)
	}
	var b strings.Builder
	t.Text(&b, "", terminal.Columns(w))
	_, err := io.WriteString(w, b.String())
	return err
}

func listOne(w io.Writer, e entry) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s\n", e.Name, e.Problem)
	columns := terminal.Columns(w)
	layout.Paragraph(&b, "", e.Doc, columns)
	if e.Authors != "" {
		b.WriteString("\npaper\n")
		layout.Paragraph(&b, "  ", fmt.Sprintf("%s. %s. %s", e.Authors, e.Title, e.Venue), columns)
	}
	fmt.Fprintf(&b, "\nvariants\n  %s\n", strings.Join(e.Variants, ", "))
	b.WriteString("\nparameters\n")
	for _, p := range e.Parameters {
		usual := p.Default
		if usual == "" {
			usual = "none"
		}
		item(&b, fmt.Sprintf("--%s: %s (default %s)", p.Flag, p.Allowed, usual), p.Doc, columns)
	}
	if len(e.Repairs) > 0 {
		b.WriteString("\nrepairs\n")
	}
	for _, r := range e.Repairs {
		item(&b, fmt.Sprintf("%s: %s", r.Name, r.Event), r.Doc, columns)
	}
	b.WriteString("\nproperties\n")
	for _, p := range e.Properties {
		head := fmt.Sprintf("%s (%s)", p.Name, p.Kind)
		if p.Source != "" {
			head += ": " + p.Source
		}
		item(&b, head, p.Doc, columns)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// item is a headed paragraph of a list.
func item(b *strings.Builder, head, text string, columns int) {
	layout.Paragraph(b, "  ", head, columns)
	layout.Paragraph(b, "      ", text, columns)
}
