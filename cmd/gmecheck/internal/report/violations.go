package report

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/gmecheck/gmecheck/algorithms/names"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/layout"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/terminal"
	"github.com/gmecheck/gmecheck/counterexamples"
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/system"
)

// Traces shows the violations of a model.
type Traces struct {
	Program string            // its name, for the commands that open a trace
	Model   string            // the arguments that describe the model, for these commands; empty: only files can be opened
	Repairs bool              // the model is of a published algorithm that has repairs
	System  *system.System    // takes the steps again, to tell what each of them changes; nil: the steps have to do
	Files   map[string]string // by property: the trace file that was written; nil: none was asked for
}

// Write writes each distinct trace once: all properties that it violates, with the reasons, the steps with what they change, and
// the commands that open it.
func (x Traces) Write(w io.Writer, findings []invariants.Finding, screen terminal.Screen) {
	all := distinct(findings)
	for _, same := range all {
		fmt.Fprintln(w)
		for _, f := range same {
			fmt.Fprintf(w, "%s", screen.Bad(f.Property.Name+" is violated"))
			if why := reason(f); why != "" {
				fmt.Fprintf(w, ": %s", why)
			}
			fmt.Fprintln(w)
		}
		if !same[0].Shown() {
			continue
		}
		x.steps(w, same[0], screen)
		for _, f := range same {
			if file := x.Files[f.Property.Name]; file != "" {
				for _, command := range []string{Replaying(x.Program, file), Exploring(x.Program, file)} {
					fmt.Fprintln(w, screen.Faint(layout.Command("      "+command, screen.Columns)))
				}
				break // the others' files have the same steps
			}
		}
	}
	all = slices.DeleteFunc(all, func(same []invariants.Finding) bool { return !same[0].Shown() })
	if x.Files != nil || len(all) == 0 {
		return
	}
	fmt.Fprintln(w)
	if x.Model != "" {
		name := all[0][0].Property.Name
		of := x.Model + " --property " + name
		fmt.Fprintln(w, screen.Faint("to see "+name+" step by step, in the browser or in the terminal:"))
		for _, command := range []string{"explore " + of + " --open", "step " + of} {
			fmt.Fprintln(w, screen.Faint(layout.Command("      "+x.Program+" "+command, screen.Columns)))
		}
		if x.Repairs {
			fmt.Fprintln(w, screen.Faint("to see which rule of the algorithm it comes from, and what prevents it:"))
			fmt.Fprintln(w, screen.Faint(layout.Command("      "+x.Program+" "+Repairing(x.Model, name), screen.Columns)))
		}
		fmt.Fprintln(w, screen.Faint("--trace-dir DIR writes all traces into files"))
		return
	}
	fmt.Fprintln(w, screen.Faint(fmt.Sprintf("to open a trace, write it with --trace-dir DIR: %s replay FILE, or %[1]s explore --trace FILE", x.Program)))
}

// Repairing are the arguments of the verb that finds the repairs which prevent a violation of a published algorithm's model.
func Repairing(line, property string) string {
	return "repairs " + strings.Replace(line, " --variant "+model.Published, "", 1) + " --property " + property
}

// told is the most steps of a trace of which each is told with what it changes. Of longer ones, as walks have them, replay tells it.
const told = 100

// steps writes the steps of a violation.
func (x Traces) steps(w io.Writer, f invariants.Finding, screen terminal.Screen) {
	if x.System != nil && len(f.Trace) <= told {
		t := &counterexamples.Trace{Property: f.Property.Name, Start: f.Start, Steps: f.Trace, Endless: f.Endless, Loop: f.Loop}
		var text strings.Builder
		if counterexamples.Render(&text, x.System, t, counterexamples.Options{Color: screen.On, Brief: true}) == nil {
			fmt.Fprint(w, text.String())
			return
		}
	}
	if f.Start != "" {
		fmt.Fprintf(w, "      start %s\n", f.Start)
	}
	for k, step := range f.Trace {
		fmt.Fprintf(w, "%4d  %s\n", k+1, step)
	}
	if len(f.Trace) > told {
		fmt.Fprintf(w, "      %d steps: %s replay tells what each of them changes\n", len(f.Trace), x.Program)
	}
}

// reason says why a property is violated: in its own words, or what it says if it has none for that.
func reason(f invariants.Finding) string {
	why := f.Detail
	if why == "" && f.Property.Doc != "" {
		why = "it says that " + f.Property.Doc
	}
	if f.Property.Fair != nil && len(f.Trace) == 0 {
		why += ": it takes no step"
	}
	return why
}

// distinct are the violations, those with the same trace together, and each alone that no run shows.
func distinct(all []invariants.Finding) (groups [][]invariants.Finding) {
	for _, f := range all {
		if f.Verdict != invariants.Refuted {
			continue
		}
		k := slices.IndexFunc(groups, func(g []invariants.Finding) bool {
			return g[0].Shown() && f.Shown() && g[0].Start == f.Start && g[0].Endless == f.Endless && g[0].Loop == f.Loop && slices.Equal(g[0].Trace, f.Trace)
		})
		if k < 0 {
			groups = append(groups, []invariants.Finding{f})
		} else {
			groups[k] = append(groups[k], f)
		}
	}
	return groups
}

// Replaying is the command that replays a trace file.
func Replaying(program, file string) string { return program + " replay " + Word(file) }

// Exploring is the command that opens a trace file in the browser.
func Exploring(program, file string) string { return program + " explore --trace " + Word(file) }

// Word is a text as one word of a shell.
func Word(text string) string {
	if strings.Trim(text, plainCharacters) == "" {
		return text
	}
	if quoted := names.Shown(text); quoted != text { // the same escapes
		return "$'" + strings.ReplaceAll(quoted[1:len(quoted)-1], "'", `\'`) + "'"
	}
	return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'"
}

// plainCharacters mean nothing to a shell.
const plainCharacters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./:=@%+,-"
