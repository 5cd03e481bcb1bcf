package load

import (
	"encoding/csv"
	"fmt"
	"maps"
	"math"
	"path/filepath"
	"slices"
	"strings"

	"github.com/dustin/go-humanize/english"
	"github.com/spf13/cobra"

	"github.com/gmecheck/gmecheck/algorithms/names"
	"github.com/gmecheck/gmecheck/algorithms/options"
	"github.com/gmecheck/gmecheck/algorithms/paper"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/answer"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/chart"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/exit"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/flags"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/layout"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/terminal"
	"github.com/gmecheck/gmecheck/explore"
	"github.com/gmecheck/gmecheck/explore/disk"
	"github.com/gmecheck/gmecheck/explore/measures"
	"github.com/gmecheck/gmecheck/invariants"
)

// study is several algorithms, each under the same loads.
type study struct {
	over
	algorithms []*paper.Algorithm
	measures   []string
	at         [][]*experiment // by algorithm and value; nil where it does not take the value
	refused    []string        // why not
}

// sweep runs the algorithms at each value.
func (f *command) sweep(cmd *cobra.Command, algorithms []*paper.Algorithm) error {
	s := &study{algorithms: algorithms, measures: f.measures}
	var err error
	if s.over, err = parseOver(f.over); err != nil {
		return err
	}
	if err := f.sweepable(cmd, s); err != nil {
		return err
	}
	ctx, cancel := explore.Limited(cmd.Context(), f.maxTime)
	defer cancel()
	show := func(string) {}
	if !f.Quiet {
		progress := terminal.NewProgress(cmd)
		show = progress.Show
		defer progress.Clear()
	}
	for _, a := range algorithms {
		var all []*experiment
		for _, value := range s.values {
			if err := cmd.Flags().Set(s.flag, fmt.Sprintf(s.form, value)); err != nil {
				return err
			}
			x, err := f.experiment(cmd, a)
			if err != nil && len(algorithms)+len(s.values) > 2 && ctx.Err() == nil {
				s.refused = append(s.refused, fmt.Sprintf("%s at %s %v: %v", a.Name, s.name, value, err))
				all = append(all, nil)
				continue
			}
			if err != nil {
				return err
			}
			show(fmt.Sprintf("simulating: %s, %s %v", a.Name, s.name, value))
			if err := x.run(ctx); err != nil {
				return err
			}
			all = append(all, x)
		}
		if !slices.ContainsFunc(all, func(x *experiment) bool { return x != nil }) {
			return &options.UsageError{Problem: s.refused[len(s.refused)-1]}
		}
		s.at = append(s.at, all)
	}
	if err := f.pictures(s); err != nil {
		return err
	}
	if f.csv {
		err = s.csv(cmd)
	} else {
		err = answer.Print(cmd.OutOrStdout(), f.JSON, f.markdown, s.object, s.write)
	}
	if err != nil {
		return err
	}
	codes := map[int]bool{}
	for _, all := range s.at {
		for _, x := range all {
			if x != nil {
				codes[x.exit()] = true
			}
		}
	}
	return exit.Err(exit.Gravest(codes))
}

// sweepable refuses flags that make no sense together with a sweep.
func (f *command) sweepable(cmd *cobra.Command, s *study) error {
	switch {
	case cmd.Flags().Changed(s.flag):
		return &options.UsageError{Flag: "sweep", Given: f.over, Problem: "--" + s.flag + " is given, too"}
	case s.name == "rate" && cmd.Flags().Changed("think"), s.name == "think" && cmd.Flags().Changed("rate"):
		return &options.UsageError{Flag: "sweep", Given: f.over, Problem: "the load is either open or closed", Allowed: "--rate or --think"}
	case f.TraceDir != "":
		return &options.UsageError{Flag: "trace-dir", Given: f.TraceDir, Problem: "a sweep writes no traces; load without --sweep does"}
	case f.csv && (f.JSON || f.markdown):
		return &options.UsageError{Flag: "csv", Given: "true", Problem: "not together with --json or --markdown"}
	case f.plot != "" && !slices.Contains(chart.Formats, strings.ToLower(filepath.Ext(f.plot))):
		return &options.UsageError{Flag: "plot", Given: f.plot, Allowed: "a file that ends in " + names.Or(chart.Formats)}
	case len(f.measures) == 0:
		return &options.UsageError{Flag: "measure", Problem: "no measure is named"}
	}
	if err := flags.Placed("plot", f.plot); err != nil {
		return err
	}
	for _, name := range f.measures {
		if measures.Unit(name) == "" {
			all := measures.Names()
			return &options.UsageError{Flag: "measure", Given: name, Problem: "no such measure", Allowed: names.Or(all) + ", or a part of one", Nearest: names.Nearest(name, all)}
		}
	}
	return nil
}

// value is a measure with half its interval; NaN if it was not measured.
func (x *experiment) value(measure string) (mean, half float64) {
	if x == nil {
		return math.NaN(), math.NaN()
	}
	if measure == measures.LargestTogether {
		return float64(x.result.Largest), math.NaN()
	}
	e, is := x.result.Estimate(measure)
	if !is {
		return math.NaN(), math.NaN()
	}
	return e.Mean, e.Half
}

// object is the answer for programs.
func (s *study) object() any {
	type point struct {
		algorithm string
		value     float64
		x         *experiment
	}
	var all []point
	for k, a := range s.algorithms {
		for n, x := range s.at[k] {
			if x != nil {
				all = append(all, point{a.Name, s.values[n], x})
			}
		}
	}
	return answer.Of("schema", "gmecheck/load-sweep", "schema_version", 1, "over", s.name, "points", answer.Each(all, func(p point) any {
		return answer.Of("algorithm", p.algorithm, "at", p.value, "load", p.x.object())
	}), "refused", answer.List(s.refused))
}

// write is the answer for readers: a table for each measure, with a column for each algorithm.
func (s *study) write(p answer.Page) {
	first := s.first()
	p.Head(strings.Join(paper.List(s.algorithms).Names(), ", ")+" over "+s.name, s.title(first))
	for _, measure := range s.measures {
		p.Gap()
		p.Caption(fmt.Sprintf("%s, %s, with intervals of 95 %%", measure, measures.Unit(measure)))
		t := &layout.Table{Head: []string{s.name}, Prose: true, Least: 9}
		for _, a := range s.algorithms {
			t.Head = append(t.Head, a.Name)
		}
		for n, value := range s.values {
			row := []string{fmt.Sprint(value)}
			for k := range s.algorithms {
				row = append(row, s.cell(k, n, measure))
			}
			t.Add(row...)
		}
		p.Table(t, "")
	}
	p.Notes(s.notes(p))
}

// cell is a measure of an algorithm at a value.
func (s *study) cell(k, n int, measure string) string {
	mean, within := s.at[k][n].value(measure)
	switch {
	case s.at[k][n] == nil, math.IsNaN(mean):
		return "-"
	case math.IsNaN(within):
		return number(mean)
	}
	return fmt.Sprintf("%.4g %s", mean, half(within, mean))
}

func (s *study) first() *experiment {
	for _, all := range s.at {
		for _, x := range all {
			if x != nil {
				return x
			}
		}
	}
	panic("nothing has been run")
}

// notes say what was violated, and what is not measured.
func (s *study) notes(p answer.Page) (all []string) {
	for k, a := range s.algorithms {
		violated, stopped, unsteady, unserved := map[string]bool{}, 0, 0, 0
		for _, x := range s.at[k] {
			if x == nil {
				continue
			}
			for _, f := range x.findings {
				if f.Verdict == invariants.Refuted {
					violated[f.Property.Name] = true
				}
			}
			stopped += x.result.Stopped + x.result.Starved + x.result.Frozen + x.result.Flooded
			unsteady += x.result.Unsteady
			unserved += x.result.Unserved
		}
		if len(violated) > 0 {
			all = append(all, p.Bad(a.Name+" violates "+strings.Join(slices.Sorted(maps.Keys(violated)), ", ")))
		}
		if stopped > 0 {
			all = append(all, p.Bad(fmt.Sprintf("%s: %d runs came to a stop, and are not measured", a.Name, stopped)))
		}
		if unserved > 0 {
			all = append(all, p.Bad(fmt.Sprintf("%s: in %s a process waits through all that is measured, while others enter", a.Name, english.Plural(unserved, "run", ""))))
		}
		if unsteady > 0 {
			all = append(all, p.Warn(fmt.Sprintf("%s: %d runs may not have come to a steady state", a.Name, unsteady)))
		}
	}
	return append(all, s.refused...)
}

// csv writes a row for each algorithm, value and measure.
func (s *study) csv(cmd *cobra.Command) error {
	w := csv.NewWriter(cmd.OutOrStdout())
	rows := [][]string{{"algorithm", s.name, "measure", "mean", "half"}}
	for k, a := range s.algorithms {
		for n, x := range s.at[k] {
			if x == nil {
				continue
			}
			for _, e := range x.result.Estimates {
				rows = append(rows, []string{a.Name, fmt.Sprint(s.values[n]), e.Name, fmt.Sprint(e.Mean), fmt.Sprint(e.Half)})
			}
		}
	}
	return w.WriteAll(rows)
}

// pictures draws each measure into a file.
func (f *command) pictures(s *study) error {
	if f.plot == "" {
		return nil
	}
	for _, measure := range s.measures {
		file := f.plot
		if len(s.measures) > 1 {
			ending := filepath.Ext(file)
			file = strings.TrimSuffix(file, ending) + "-" + measure + ending
		}
		data, err := s.chart(measure).Draw(file)
		if err != nil {
			return err
		}
		if err := disk.WriteBytes(file, data); err != nil {
			return err
		}
	}
	return nil
}

// chart is the picture of a measure: a curve for each algorithm, and what its paper says, where that is one number.
func (s *study) chart(measure string) chart.Chart {
	first := s.first()
	c := chart.Chart{Title: s.title(first), X: s.axis, Y: fmt.Sprintf("%s (%s)", measure, measures.Unit(measure)), LogX: s.log}
	for k, a := range s.algorithms {
		curve := chart.Curve{Name: a.Name}
		for n, x := range s.at[k] {
			mean, half := x.value(measure)
			curve.At = append(curve.At, chart.Point{X: s.values[n], Y: mean, Half: half})
		}
		c.Curves = append(c.Curves, curve)
		c.Lines = append(c.Lines, s.formulas(k, measure)...)
	}
	c.LogY = wide(c.Curves)
	return c
}

// title says what all points have in common.
func (s *study) title(x *experiment) string {
	line := x.title()
	if len(s.algorithms) > 1 {
		line = strings.TrimPrefix(line, x.algorithm.Name+" ")
	}
	words := strings.Fields(line)
	for _, swept := range []string{"-n", "-m"} {
		if k := slices.Index(words, swept); k >= 0 && swept == "-"+s.name {
			words = slices.Delete(words, k, k+2)
		}
	}
	return strings.Join(append(words, x.aboutBut(s.name)), " ")
}

// wide reports that values are so far apart that the small ones could not be seen.
func wide(curves []chart.Curve) bool {
	least, most := math.Inf(1), 0.0
	for _, c := range curves {
		for _, x := range c.At {
			if !math.IsNaN(x.Y) {
				least, most = min(least, x.Y-max(0, x.Half)), max(most, x.Y)
			}
		}
	}
	return least > 0 && most/least > 50
}

// decided are the properties whose claims are about a measure.
var decided = map[string][]string{
	measures.MessagesPerEntry: {"messages"}, measures.SyncDelay: {"sync-delay"}, measures.LargestTogether: {"max-concurrency"},
}

// formulas are what the paper of an algorithm says of a measure, in numbers.
func (s *study) formulas(k int, measure string) (all []chart.Curve) {
	a := s.algorithms[k]
	if a.Claims == nil {
		return nil
	}
	for _, claim := range a.Claims() {
		f := claim.Figure
		if f.None() || f.Of == nil || f.Form == paper.AtBest || !slices.Contains(decided[measure], claim.Property) {
			continue
		}
		name := "the paper: " + f.String()
		if len(s.algorithms) > 1 {
			name = a.Name + ", paper: " + f.String()
		}
		if slices.ContainsFunc(all, func(c chart.Curve) bool { return c.Name == name }) {
			continue
		}
		curve := chart.Curve{Name: name, Of: a.Name}
		for n, x := range s.at[k] {
			if x != nil {
				curve.At = append(curve.At, chart.Point{X: s.values[n], Y: float64(f.Of(x.config))})
			}
		}
		all = append(all, curve)
	}
	return all
}
