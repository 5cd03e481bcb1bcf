package main

import (
	"flag"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/gmecheck/gmecheck/algorithms"
	"github.com/gmecheck/gmecheck/algorithms/gbp"
	"github.com/gmecheck/gmecheck/algorithms/options"
	"github.com/gmecheck/gmecheck/algorithms/paper"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/search"
	"github.com/gmecheck/gmecheck/explore"
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
)

// timesPage has the tables of papers' times, after <!-- times: timers -->, <!-- times: formulas -->, <!-- times: costs --> and <!-- times: estimates -->.
const timesPage = "docs/time.md"

// timesStates are those of a row that is computed in every test: none of its configurations has more. -update computes those that are missing,
// too, and -times all of them.
const timesStates = 2000

var timesAnew = flag.Bool("times", false, "with -update: compute all rows of the tables of times anew")

// bounds are the largest delay and time in the critical section in the columns of the tables.
var bounds = [][2]int{{1, 1}, {1, 2}, {2, 1}, {2, 2}}

// timesRow is a row of one of the tables: what does not depend on the bounds, and what is found with them.
type timesRow struct {
	names []string
	find  func(t *testing.T, delay, cs int) (cell string, states int)
}

// TestTimes keeps the tables as the tool finds them. With -update it writes each row as soon as it is found.
func TestTimes(t *testing.T) {
	t.Chdir(root)
	for name, rows := range map[string][]timesRow{"timers": timerRows(), "formulas": formulaRows(), "costs": costRows(), "estimates": estimateRows()} {
		data, err := os.ReadFile(timesPage)
		if err != nil {
			t.Fatal(err)
		}
		part := regexp.MustCompile(`(?s)(<!-- times: ` + name + ` -->\n)(.*?)(<!-- end -->)`)
		found := part.FindStringSubmatch(string(data))
		if found == nil || len(rows) == 0 {
			t.Fatalf("%s has no table of %s, or there are no rows: %d", timesPage, name, len(rows))
		}
		lines, again := storedRows(found[2]), 0
		for _, row := range rows {
			line, stored := lines[row.key()]
			if large := stored && statesOf(line) > timesStates; large && !*timesAnew || !stored && !*update {
				continue
			}
			again++
			if lines[row.key()] = row.line(t); *update && lines[row.key()] != line {
				write(t, part.ReplaceAll(data, []byte("${1}"+timesTable(rows, lines)+"${3}")))
			}
		}
		if again == 0 {
			t.Errorf("%s: no row has at most %d states", name, timesStates)
		}
		if is := timesTable(rows, lines); is != found[2] && *update {
			write(t, part.ReplaceAll(data, []byte("${1}"+is+"${3}")))
		} else if is != found[2] {
			t.Errorf("the table of %s in %s says\n%s\nbut it is\n%s\n(go test ./cmd/gmecheck -run TestTimes -update writes it)", name, timesPage, found[2], is)
		}
	}
}

func write(t *testing.T, data []byte) {
	t.Helper()
	if err := os.WriteFile(timesPage, data, 0o666); err != nil {
		t.Fatal(err)
	}
}

// key is the beginning of a row's line, which no other has.
func (r timesRow) key() string { return "| " + strings.Join(r.names, " | ") + " | " }

// line explores what the row needs.
func (r timesRow) line(t *testing.T) string {
	t.Helper()
	line, most := r.key(), 0
	for _, x := range bounds {
		cell, states := r.find(t, x[0], x[1])
		most = max(most, states)
		line += cell + " | "
	}
	return fmt.Sprintf("%s%d |", line, most)
}

// statesOf is the last cell of a line.
func statesOf(line string) int {
	cells := strings.Split(strings.TrimSuffix(line, " |"), " | ")
	n, err := strconv.Atoi(cells[len(cells)-1])
	if err != nil {
		return 0 // computed again
	}
	return n
}

// storedRows are the lines of a table by their keys.
func storedRows(table string) map[string]string {
	all := map[string]string{}
	for _, line := range strings.Split(table, "\n") {
		if cells := strings.Split(line, " | "); len(cells) > len(bounds)+1 {
			all[strings.Join(cells[:len(cells)-len(bounds)-1], " | ")+" | "] = line
		}
	}
	return all
}

// timesTable is a table in Markdown, of the rows of which there are lines.
func timesTable(rows []timesRow, lines map[string]string) string {
	var b strings.Builder
	b.WriteString("| algorithm | variant | what | sizes | paper |")
	for _, x := range bounds {
		fmt.Fprintf(&b, " %d, %d |", x[0], x[1])
	}
	b.WriteString(" states |\n" + strings.Repeat("| --- ", len(bounds)+6) + "|\n")
	for _, row := range rows {
		if line := lines[row.key()]; line != "" {
			b.WriteString(line + "\n")
		}
	}
	return b.String()
}

// timed explores a configuration with times for one property, up to the first violation if all that is asked is whether there is one.
func timed(t *testing.T, a *paper.Algorithm, line, property string) (invariants.Finding, model.Config, int) {
	t.Helper()
	c, err := options.Read(a, line)
	if err != nil {
		t.Fatalf("%s %s: %v", a.Name, line, err)
	}
	var panel invariants.Panel
	for _, p := range a.Properties(c) {
		if p.Name == property {
			panel = append(panel, p)
		}
	}
	if len(panel) != 1 {
		t.Fatalf("%s %s has no property %s", a.Name, line, property)
	}
	findings, r, err := search.Run(t.Context(), a, c, panel, explore.Options{Workers: 2, StopAtFirst: !panel[0].Measures()})
	if err != nil || !r.Complete && findings[0].Verdict != invariants.Refuted {
		t.Fatalf("%s %s: %s, %v", a.Name, line, r.Limit, err)
	}
	return findings[0], c, r.States
}

// timerRows are the timers for which papers have formulas. A cell has the smallest value with which the timer does not expire in vain: the
// largest that its clock reaches where it never expires, if that is enough. Beside it stands the paper's, and the shortest run in
// which it expires all the same.
func timerRows() (all []timesRow) {
	for _, a := range algorithms.All() {
		if a.Lengths == nil {
			continue
		}
		for _, variant := range []string{model.Published, model.Repaired} {
			for _, timer := range a.Durations {
				for _, size := range []string{"-n 2", "-n 2 -r 2", "-n 3"} {
					all = append(all, timesRow{[]string{a.Name, variant, timer, "`" + size + "`", "its formula"}, func(t *testing.T, delay, cs int) (string, int) {
						return smallest(t, a, variant, timer, size, delay, cs)
					}})
				}
			}
		}
	}
	return all
}

func smallest(t *testing.T, a *paper.Algorithm, variant, timer, size string, delay, cs int) (string, int) {
	t.Helper()
	at := func(value string) string {
		all := []string{timer + "=" + value}
		for _, other := range a.Durations {
			if other != timer {
				all = append(all, other+"=inf")
			}
		}
		return fmt.Sprintf("--variant %s %s --delay 0..%d --cs 0..%d --timer %s", variant, size, delay, cs, strings.Join(all, ","))
	}
	longest, c, states := timed(t, a, at("inf"), "largest-clock-"+timer)
	least := longest.Value.Max
	enough, _, more := timed(t, a, at(strconv.Itoa(least)), "no-vain-expiry")
	says := int(a.Lengths(c, float64(delay), float64(cs))[timer])
	cell, found := strconv.Itoa(least), enough.Verdict == invariants.Holds
	if !found {
		cell = "none"
	}
	if found && says >= least {
		return fmt.Sprintf("%s of %d", cell, says), max(states, more)
	}
	early, _, _ := timed(t, a, at(strconv.Itoa(says)), "no-vain-expiry")
	if early.Verdict != invariants.Refuted {
		t.Fatalf("%s: %s is found, and %d is enough", at("inf"), cell, says)
	}
	return fmt.Sprintf("**%s** of %d: %d steps", cell, says, early.Steps), max(states, more)
}

// estimateRows are the smallest estimates of a delay, in units of the processes' times, with which nobody who is let in late overruns the time
// of its group, and with one less the shortest run to the largest overrun.
func estimateRows() (all []timesRow) {
	const form = " --durations 3 --delay 0..t_m --cs t_c"
	for _, form := range []string{"-n 2 -m 1 --durations 3 --delay t_m --cs t_c", "-n 2 -m 1" + form, "-n 2 -m 1 -r 2" + form, "-n 2 -m 2" + form, "-n 3 -m 1" + form} {
		all = append(all, timesRow{[]string{gbp.Algorithm.Name, model.Repaired, "`tc`", "`" + form + "`", "no number"}, func(t *testing.T, delay, cs int) (string, int) {
			var before invariants.Finding
			most := 0
			for tc := 0; ; tc++ {
				line := fmt.Sprintf("--variant repaired --tc %d %s", tc, inTicks(form, delay, cs))
				is, _, states := timed(t, &gbp.Algorithm, line, "late-overrun")
				if most = max(most, states); is.Value == nil || is.Value.Never {
					t.Fatalf("%s: nobody is let in late", line)
				} else if is.Verdict == invariants.Holds {
					return fmt.Sprintf("%d; with %d: %d in %d steps", tc, tc-1, before.Value.Max, before.Steps), most
				}
				before = is
			}
		}})
	}
	return all
}

// costRows say what it costs the repaired variants that a timer expires in vain: which properties are violated if its value is one less than the
// smallest that is safe, and are not with that one.
func costRows() (all []timesRow) {
	for _, a := range algorithms.All() {
		if a.Lengths == nil {
			continue
		}
		for _, timer := range a.Durations {
			for _, form := range []string{"-n 2 --delay 0..t_m --cs 0..t_c", "-n 3 --delay t_m --cs t_c"} {
				all = append(all, timesRow{[]string{a.Name, model.Repaired, timer, "`" + form + "`", "-"}, func(t *testing.T, delay, cs int) (string, int) {
					return vainCost(t, a, timer, "--variant repaired "+inTicks(form, delay, cs))
				}})
			}
		}
	}
	return all
}

func vainCost(t *testing.T, a *paper.Algorithm, timer, line string) (string, int) {
	t.Helper()
	values := map[string]int{}
	for _, of := range a.Durations {
		longest, _, _ := timed(t, a, line+" --timer "+strings.Join(a.Durations, "=inf,")+"=inf", "largest-clock-"+of)
		values[of] = longest.Value.Max
	}
	safe, _ := violated(t, a, line, values)
	values[timer]--
	short, states := violated(t, a, line, values)
	var cells []string
	for _, f := range short {
		known := func(g invariants.Finding) bool { return g.Property.Name == f.Property.Name }
		if f.Property.Name != "no-vain-expiry" && !slices.ContainsFunc(safe, known) {
			cells = append(cells, fmt.Sprintf("`%s`: %d steps", f.Property.Name, f.Steps))
		}
	}
	if cells == nil {
		cells = []string{"nothing"}
	}
	return strings.Join(cells, ", "), states
}

// violated are the findings on properties that a model with these timers violates, of all of them.
func violated(t *testing.T, a *paper.Algorithm, line string, timers map[string]int) ([]invariants.Finding, int) {
	t.Helper()
	var values []string
	for _, timer := range a.Durations {
		values = append(values, fmt.Sprintf("%s=%d", timer, timers[timer]))
	}
	line += " --timer " + strings.Join(values, ",")
	c, err := options.Read(a, line)
	if err != nil {
		t.Fatalf("%s %s: %v", a.Name, line, err)
	}
	findings, r, err := search.Run(t.Context(), a, c, invariants.Panel(a.Properties(c)), explore.Options{Workers: 2})
	if err != nil || !r.Complete {
		t.Fatalf("%s %s: %v, %v", a.Name, line, r, err)
	}
	return slices.DeleteFunc(findings, func(f invariants.Finding) bool { return f.Verdict != invariants.Refuted }), r.States
}

// inTicks puts bounds in the place of t_m and t_c.
func inTicks(form string, delay, cs int) string {
	return strings.NewReplacer("t_m", strconv.Itoa(delay), "t_c", strconv.Itoa(cs)).Replace(form)
}

var (
	ofBounds = regexp.MustCompile(` ?--delay (0\.\.)?\d+ --cs (0\.\.)?\d+`)
	ofPair   = regexp.MustCompile(`-n 2\b`)
)

// formulaRows are the claims with a formula in ticks, with two processes, which ask once or twice, and with three if they are about any number. A cell has what is
// found, and what the formula comes to.
func formulaRows() (all []timesRow) {
	for _, a := range algorithms.All() {
		for _, claim := range a.AllClaims() {
			if claim.Figure.None() || len(claim.At) == 0 || !ofBounds.MatchString(claim.At[0]) {
				continue
			}
			var sizes []string
			for _, at := range claim.At {
				size := strings.TrimSpace(ofBounds.ReplaceAllString(at, ""))
				if !strings.Contains(size, "-n ") && a.Processes.Min < 4 {
					size = strings.TrimSpace("-n 2 " + size)
				}
				for _, s := range []string{size, ofPair.ReplaceAllString(size, "-n 2 -r 2"), ofPair.ReplaceAllString(size, "-n 3")} {
					if !slices.Contains(sizes, s) {
						sizes = append(sizes, s)
					}
				}
			}
			form := ofBounds.FindString(claim.At[0])
			for _, variant := range a.AllVariants() {
				if !claim.Speaks(variant) || variant == model.Repaired && len(a.Repairs) == 0 {
					continue
				}
				for _, size := range sizes {
					names := []string{a.Name, variant, "`" + claim.Property + "`", "`" + strings.TrimSpace(size+" "+exactness(form)) + "`", claim.Figure.String()}
					all = append(all, timesRow{names, func(t *testing.T, delay, cs int) (string, int) {
						return measured(t, a, claim, variant, size, form, delay, cs)
					}})
				}
			}
		}
	}
	return all
}

// exactness says which of the bounds a claim's flags give are exact: 't_m' stands for the delay, 't_c' for the time inside.
func exactness(form string) string {
	m := ofBounds.FindStringSubmatch(form)
	return fmt.Sprintf("--delay %st_m --cs %st_c", m[1], m[2])
}

func measured(t *testing.T, a *paper.Algorithm, claim paper.Claim, variant, size, form string, delay, cs int) (string, int) {
	t.Helper()
	flags := inTicks(exactness(form), delay, cs)
	f, c, states := timed(t, a, fmt.Sprintf("--variant %s %s %s", variant, size, flags), claim.Property)
	if f.Value == nil || f.Value.Never {
		return "never", states
	}
	cell := f.Value.String()
	if !claim.Figure.Kept(c, *f.Value) {
		cell = "**" + cell + "**"
	}
	return fmt.Sprintf("%s of %d", cell, claim.Figure.Of(c)), states
}
