package report

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/dustin/go-humanize"
	"github.com/dustin/go-humanize/english"

	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/answer"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/layout"
	"github.com/gmecheck/gmecheck/explore"
)

// writeStats writes what the search took, how its states lie, and what happened in it. What is not known is left out.
func writeStats(w io.Writer, s *explore.Result, coverage []Event, columns int) {
	fmt.Fprintln(w, "\nsearch")
	row := func(name, format string, values ...any) {
		fmt.Fprint(w, layout.Fold("  "+layout.Pad(name, 12)+fmt.Sprintf(format, values...)+"\n", columns))
	}
	if rate := rate(s); rate > 0 {
		row("time", "%s, %s "+visited(s)+"/s, with everything that is judged; %s", s.Elapsed.Round(time.Millisecond), layout.Grouped(rate), english.Plural(s.Workers, "worker", ""))
	}
	if s.PeakBytes > 0 {
		row("memory", "%s at most, of the whole process: %s bytes a state", humanize.IBytes(uint64(s.PeakBytes)), humanize.CommafWithDigits(s.BytesPerState, 0))
	}
	row("collisions", "none: whole states are compared, not hashes")
	if s.Complete && s.States > 0 && s.Spared == nil {
		row("out-degree", "%.2f on average, steps that change nothing left out", outDegree(s))
	}
	if s.Sizes.HandlerCalls > 0 {
		row("handlers", "%s calls: each step of a local state of a site once", layout.Grouped(s.Sizes.HandlerCalls))
		row("sites", "%s local states (variables and inbox) of all sites together", layout.Grouped(s.Sizes.Nodes))
	}
	if s.Spared != nil { // the levels and the events are those of a part
		row("looked at", "%s situations of all sites but one, for what can arrive there", layout.Grouped(s.Spared.Looked))
		return
	}
	if len(s.Levels) > 0 {
		writeLevels(w, s.Levels, layout.Within(columns, 80))
	}
	writeCoverage(w, coverage, columns)
}

// visited is the states that were found.
func visited(s *explore.Result) string {
	if s.Spared != nil {
		return "states visited"
	}
	return "states"
}

// rate is how many states were found in a second; 0: it is not known.
func rate(s *explore.Result) int {
	if s.Elapsed <= 0 {
		return 0
	}
	return int(float64(s.States) / s.Elapsed.Seconds())
}

func outDegree(s *explore.Result) float64 { return float64(s.Transitions) / float64(s.States) }

// mostBars is how many bars a histogram has; more levels share bars.
const mostBars = 25

// writeLevels draws how many states the levels have, in so many columns.
func writeLevels(w io.Writer, levels []int, columns int) {
	each := (len(levels) + mostBars - 1) / mostBars // levels of a bar
	var names, numbers []string
	var sums []int
	for first := 0; first < len(levels); first += each {
		part := levels[first:min(first+each, len(levels))]
		sum := 0
		for _, n := range part {
			sum += n
		}
		name := fmt.Sprint(first)
		if len(part) > 1 {
			name = fmt.Sprintf("%d..%d", first, first+len(part)-1)
		}
		names, numbers, sums = append(names, name), append(numbers, layout.Grouped(sum)), append(sums, sum)
	}
	name, number := longestOf(names), longestOf(numbers)
	room, most := max(columns-2-name-2-number-2, 1), slices.Max(sums)
	fmt.Fprintln(w, "\nstates of each level")
	for k, sum := range sums {
		bar := (sum*room + most - 1) / most // the smallest has a mark, too
		fmt.Fprintf(w, "  %*s  %*s  %s\n", name, names[k], number, numbers[k], strings.Repeat("#", bar))
	}
}

func longestOf(texts []string) (most int) {
	for _, text := range texts {
		most = max(most, layout.Width(text))
	}
	return most
}

// writeCoverage writes how often each event happened, the most frequent first.
func writeCoverage(w io.Writer, coverage []Event, columns int) {
	all := 0
	for _, c := range coverage {
		all += c.Count
	}
	if all == 0 {
		return
	}
	byCount := slices.Clone(coverage)
	slices.SortStableFunc(byCount, func(a, b Event) int { return b.Count - a.Count })
	var counts, shares []string
	for _, c := range byCount {
		counts, shares = append(counts, layout.Grouped(c.Count)), append(shares, fmt.Sprintf("%.1f %%", 100*float64(c.Count)/float64(all)))
	}
	count, share := longestOf(counts), longestOf(shares)
	fmt.Fprintln(w, "\ntransitions of each event")
	for k, c := range byCount {
		if c.Count > 0 { // the others are told below
			fmt.Fprint(w, layout.Fold(fmt.Sprintf("  %*s  %*s  %s\n", count, counts[k], share, shares[k], c.Event), columns))
		}
	}
}

// statsObject is what --stats adds for programs: what else there is stands in "search" and "coverage".
func statsObject(s *explore.Result) answer.Object {
	o := answer.Of("states_per_second?", rate(s))
	if s.Complete && s.States > 0 && s.Spared == nil {
		o.Add("mean_out_degree", outDegree(s))
	}
	return o
}
