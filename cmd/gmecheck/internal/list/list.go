// Package list is the verb list: the algorithms of the program.
package list

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/gmecheck/gmecheck/algorithms/paper"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/answer"
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
			return answer.JSON(cmd.OutOrStdout(), object(shown))
		case len(args) == 1:
			return listOne(cmd.OutOrStdout(), shown[0])
		}
		return listAll(cmd.OutOrStdout(), shown)
	}
}

// object is the answer for programs: everything about each algorithm.
func object(shown []*paper.Algorithm) any {
	return answer.Of("schema", "gmecheck/list", "schema_version", 1, "algorithms", answer.Each(shown, func(a *paper.Algorithm) any {
		return answer.Of(
			"name", a.Name, "title", a.Title, "authors", a.Authors, "venue", a.Venue, "problem", a.Problem, "doc", a.Doc, "accounts?", a.Accounts,
			"timers", len(a.Timers) > 0, "unlimited", a.Unlimited, "variants", a.AllVariants(),
			"parameters", answer.Each(parameters(a), func(p parameter) any {
				return answer.Of("flag", p.flag, "doc", p.doc, "allowed", p.allowed, "default", p.usual)
			}),
			"repairs", answer.Each(a.Repairs, func(r model.Repair) any {
				return answer.Of("name", r.Name, "event", r.Event, "doc", r.Doc)
			}),
			"properties", answer.Each(a.Catalogue(false), property),
			"further_properties", answer.Each(a.Catalogue(true), property),
		)
	}))
}

func property(p paper.Listed) any {
	return answer.Of("name", p.Name, "kind", p.Kind, "source", p.Source, "doc", p.Doc, "needs?", p.Needs.Words)
}

// parameter is a number or one of the algorithm's own parameters.
type parameter struct{ flag, doc, allowed, usual string }

func parameters(a *paper.Algorithm) (all []parameter) {
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
			all = append(all, parameter{
				number.flag, number.doc, fmt.Sprintf("%d to %d", number.in.Min, number.in.Max), fmt.Sprint(number.in.Default),
			})
		}
	}
	if len(a.Durations) > 0 {
		doc := "the order in which patient timers expire; ordered: a longer one never while a shorter one runs, and the shortest is " + a.Durations[0]
		all = append(all, parameter{"timers", doc, "free or ordered", "free"})
	}
	c := a.Config(model.Published)
	for _, p := range a.Params {
		all = append(all, parameter{p.Name, p.Doc, p.Allowed, c.Param(p.Name)})
	}
	return all
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

func listOne(w io.Writer, a *paper.Algorithm) error {
	var b strings.Builder
	columns := terminal.Columns(w)
	fmt.Fprintf(&b, "%s: %s\n", a.Name, a.Problem)
	if !strings.EqualFold(strings.TrimSuffix(a.Doc, "."), a.Problem) {
		layout.Paragraph(&b, "", a.Doc, columns)
	}
	if a.Authors != "" {
		b.WriteString("\npaper\n")
		layout.Paragraph(&b, "  ", fmt.Sprintf("%s. %s. %s", a.Authors, a.Title, a.Venue), columns)
	}
	if all := a.AllVariants(); len(all) > 1 {
		fmt.Fprintf(&b, "\nvariants\n  %s\n", strings.Join(all, ", "))
	}
	b.WriteString("\nparameters\n")
	for _, p := range parameters(a) {
		usual := p.usual
		if usual == "" {
			usual = "none"
		}
		item(&b, fmt.Sprintf("--%s: %s (default %s)", p.flag, p.allowed, usual), p.doc, columns)
	}
	if len(a.Repairs) > 0 {
		b.WriteString("\nrepairs\n")
	}
	for _, r := range a.Repairs {
		item(&b, fmt.Sprintf("%s: %s", r.Name, r.Event), r.Doc, columns)
	}
	if a.Accounts != "" {
		b.WriteString("\naccounts of messages, for costs of one request\n")
		layout.Paragraph(&b, "  ", a.Accounts, columns)
	}
	b.WriteString("\nproperties\n")
	list := func(all []paper.Listed) {
		for _, p := range all {
			head := fmt.Sprintf("%s (%s)", p.Name, p.Kind)
			if p.Needs.Words != "" {
				head = fmt.Sprintf("%s (%s, with %s)", p.Name, p.Kind, p.Needs.Words)
			}
			if p.Source != "" {
				head += ": " + p.Source
			}
			item(&b, head, p.Doc, columns)
		}
	}
	usual, further := a.Catalogue(false), a.Catalogue(true)
	list(usual)
	if len(further) > 0 {
		b.WriteString("\nfurther properties, judged only where --property or a claim names them\n")
		list(further)
	}
	head := "\nwhat some of them are judged with alone\n"
	for _, d := range a.Demands() {
		if d.Words != "" && d.Flags != "with "+d.Words && slices.ContainsFunc(slices.Concat(usual, further), func(p paper.Listed) bool { return p.Needs.Words == d.Words }) {
			b.WriteString(head)
			head = ""
			item(&b, "with "+d.Words, strings.TrimPrefix(d.Flags, "with "), columns)
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// item is a headed paragraph of a list.
func item(b *strings.Builder, head, text string, columns int) {
	layout.Paragraph(b, "  ", head, columns)
	layout.Paragraph(b, "      ", text, columns)
}
