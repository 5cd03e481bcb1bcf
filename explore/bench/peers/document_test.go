//go:build !race

package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/dustin/go-humanize"
)

// heading of a table: processes, and a budget for each or one for all.
var heading = regexp.MustCompile("(?m)^`gmecheck check suzuki-kasami -n ([0-9]+) -r ([0-9,]+)`$")

var document = filepath.Join("..", "..", "..", "docs", "speed.md")

// TestDocument searches the configurations of the document's tables again: the counts are those that every row shows. Times are
// those of the machine and the day that it names, and nothing that a test could know.
func TestDocument(t *testing.T) {
	if testing.Short() {
		t.Skip("searches eleven million states")
	}
	text, err := os.ReadFile(document)
	if err != nil {
		t.Fatal(err)
	}
	shown := section.FindSubmatch(text)
	if shown == nil {
		t.Fatal("docs/speed.md has no part that peers --update writes")
	}
	tables := heading.FindAllSubmatch(shown[2], -1)
	if len(tables) == 0 {
		t.Fatal("docs/speed.md has no table of the peers")
	}
	for _, table := range tables {
		n, err := strconv.Atoi(string(table[1]))
		if err != nil {
			t.Fatal(err)
		}
		budgets := string(table[2])
		if !strings.Contains(budgets, ",") {
			budgets = strings.Repeat(budgets+",", n-1) + budgets
		}
		c, err := parseConfig(budgets)
		if err != nil {
			t.Fatal(err)
		}
		r, err := measure(t.Context(), c, []tool{gmecheck(2)}, options{runs: 1, limit: 5 * time.Minute}, io.Discard)
		if err != nil {
			t.Fatal(err)
		}
		if err := shows(string(shown[2]), c, r.count); err != nil {
			t.Errorf("docs/speed.md: %v (go run ./explore/bench/peers --update writes it)", err)
		}
	}
}

// shows reports what is wrong with the counts in the table of a configuration.
func shows(text string, c config, found count) error {
	_, table, ok := strings.Cut(text, fmt.Sprintf("`gmecheck check %v`\n\n", c))
	if !ok {
		return fmt.Errorf("there is no table of %v", c)
	}
	table, _, _ = strings.Cut(table, "\n\n")
	measured := 0
	for _, line := range strings.Split(strings.TrimSpace(table), "\n")[2:] {
		cells := strings.Split(line, " | ")
		if len(cells) < 4 {
			return fmt.Errorf("%v: %q is no row", c, line)
		}
		if strings.HasPrefix(cells[2], "not installed") {
			continue
		}
		measured++
		states, transitions := humanize.Comma(int64(found.states)), humanize.Comma(int64(found.transitions))
		if cells[2] != states || cells[3] != transitions {
			return fmt.Errorf("%v: %q, but there are %s states and %s transitions", c, line, states, transitions)
		}
	}
	if measured == 0 {
		return fmt.Errorf("%v: nothing was measured", c)
	}
	return nil
}

func TestShows(t *testing.T) {
	r := result{config: small, count: count{1000, 2000}, rows: []row{sampled("a", false, 1, 1, 1), {tool: tool{name: "b"}}, sampled("c", true, 1, 1, 1)}}
	var b strings.Builder
	write(&b, machine{}, time.Now(), 1, []result{r})
	if err := shows(b.String(), r.config, r.count); err != nil {
		t.Error(err)
	}
	for name, wrong := range map[string]error{
		"states":      shows(b.String(), r.config, count{1001, 2000}),
		"transitions": shows(b.String(), r.config, count{1000, 1999}),
		"other size":  shows(b.String(), config{[]int{3, 3, 3}}, r.count),
		"one row":     shows(strings.Replace(b.String(), "| c | 1 | 1,000 ", "| c | 1 | 999 ", 1), r.config, r.count),
	} {
		if wrong == nil {
			t.Errorf("%s: nothing is found wrong", name)
		}
	}
}

func TestUpdate(t *testing.T) {
	name := filepath.Join(t.TempDir(), "speed.md")
	write := func(text string) {
		t.Helper()
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write("a\n<!-- run: x -->\nb\n<!-- end -->\n<!-- peers -->\nold\n<!-- end -->\nc\n<!-- end -->\n")
	if err := update(name, "$1 new\n"); err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if want := "a\n<!-- run: x -->\nb\n<!-- end -->\n<!-- peers -->\n$1 new\n<!-- end -->\nc\n<!-- end -->\n"; string(got) != want {
		t.Errorf("%q, want %q", got, want)
	}
	write("nothing to see\n")
	if err := update(name, "new"); err == nil || !strings.Contains(err.Error(), "<!-- peers -->") {
		t.Errorf("%v", err)
	}
}

func TestFlags(t *testing.T) {
	for line, want := range map[string]string{
		"--runs 0":                   "--runs 0: at least 1",
		"--limit 0s":                 "--limit 0s",
		"--quick --update":           "leave --quick out",
		"fast":                       `"fast": there are only flags`,
		"--speed":                    "unknown flag: --speed",
		"--requests 2,x":             `--requests 2,x: "x": a budget is a number from 0 to 4`,
		"--requests 2,5":             `"5": a budget`,
		"--requests 2":               "--requests 2: 1 processes: there are 2 to 5",
		"--requests 0,0":             "nobody ever requests",
		"--update --document absent": "",
	} {
		_, err := parseFlags(strings.Fields(line), io.Discard)
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s: %v, want %q", line, err, want)
		}
	}
	if o, err := parseFlags([]string{"--quick"}, io.Discard); err != nil || o.runs != 1 || len(o.configs) != 1 {
		t.Errorf("--quick: %d runs of %v, %v", o.runs, o.configs, err)
	}
}
