package main

import (
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/dustin/go-humanize"
)

// write prints when and where it was measured, and a table for every configuration.
func write(w io.Writer, m machine, date time.Time, runs int, results []result) {
	fmt.Fprintf(w, "Measured on %s: %s; %s. %s, start to end; meanwhile others kept %.1f cores busy.\n",
		date.UTC().Format(time.DateOnly), m.hardware, strings.Join(m.versions, ", "), repeated(runs), load(results))
	for _, r := range results {
		fmt.Fprintf(w, "\n`gmecheck check %v`\n\n", r.config)
		fmt.Fprintln(w, "| tool | workers | distinct states | transitions | seconds | states/s | bytes/state | × SPIN |")
		fmt.Fprintln(w, "| --- | --- | --- | --- | --- | --- | --- | --- |")
		for _, row := range r.rows {
			r.write(w, row)
		}
	}
}

func (r result) write(w io.Writer, row row) {
	fmt.Fprintf(w, "| %s | %d ", row.name, row.workers)
	if row.missing() {
		fmt.Fprintln(w, "| not installed | | | | | |")
		return
	}
	bytes, times := "", ""
	if peak := row.peak(); peak > 0 {
		bytes = fmt.Sprintf("%.0f", float64(peak)/float64(r.count.states))
	}
	if reference := r.reference(row.workers); reference > 0 {
		times = fmt.Sprintf("%.2f", r.rate(row)/reference)
	}
	fmt.Fprintf(w, "| %s | %s | %.2f | %s | %s | %s |\n", humanize.Comma(int64(r.count.states)), humanize.Comma(int64(r.count.transitions)),
		row.wall().Seconds(), humanize.Comma(int64(r.rate(row))), bytes, times)
}

func repeated(runs int) string {
	if runs == 1 {
		return "One run of the whole process"
	}
	return fmt.Sprintf("Median of %d runs of the whole process", runs)
}

// load is the median of what others did during the runs: a search with more processes than one may not know its own.
func load(results []result) float64 {
	var all []sample
	for _, r := range results {
		for _, row := range r.rows {
			all = append(all, row.runs...)
		}
	}
	return median(all, func(s sample) float64 { return s.others })
}
