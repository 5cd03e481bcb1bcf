package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/dustin/go-humanize"
	"github.com/google/go-cmp/cmp"

	"github.com/gmecheck/gmecheck/algorithms/mutation/table"
)

var update = flag.Bool("update", false, "write the document from the records")

// TestRecords demands that every record is of the mutants that there are: where a handler has changed, they have to be
// run again. That a gate or a property has changed is noticed by the sample that CI runs.
func TestRecords(t *testing.T) {
	s, err := load(nil)
	if err != nil {
		t.Fatal(err)
	}
	for k, p := range s.packages {
		x := s.subjects[k]
		r, err := x.record(s.root, p)
		if err != nil {
			t.Error(err)
			continue
		}
		if r.Found.Made == "" {
			t.Logf("%s: the mutants have not been run yet", x.dir)
			continue
		}
		if r.Found.Made != made(p) {
			t.Errorf("%s: the handlers have changed since the mutants were run: go run ./algorithms/mutation --update %s", x.dir, x.names[0])
			continue
		}
		if n := r.Found.Killed + len(r.Found.Survivors()); n != len(p.Mutants) || n != r.Found.Mutants {
			t.Errorf("%s: %d killed and %d survive of %d", x.dir, r.Found.Killed, len(r.Found.Survivors()), len(p.Mutants))
		}
		known := ids(p)
		for _, id := range r.Found.Survivors() {
			if !slices.Contains(known, id) {
				t.Errorf("%s: no mutant is named %s", x.dir, id)
			}
		}
		for _, id := range r.Explained() {
			if !slices.Contains(r.Found.Survivors(), id) {
				t.Errorf("%s: %s says why %s survives, which was killed", x.dir, table.RecordFile, id)
			}
		}
	}
}

// TestDocument demands that the document is what the records say.
func TestDocument(t *testing.T) {
	root, err := top()
	if err != nil {
		t.Fatal(err)
	}
	if *update {
		if err := writeDocument(root); err != nil {
			t.Fatal(err)
		}
	}
	want, err := document(root)
	if err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(filepath.Join(root, table.File))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, string(got)); diff != "" {
		t.Errorf("%s is not what the records say (-records +document); go test ./algorithms/mutation -update writes it:\n%s", table.File, diff)
	}
}

// TestViewsDocument: the mutants that views were tried on, by docs/views.md, are those that there are, and all that it adds up.
func TestViewsDocument(t *testing.T) {
	s, err := load(nil)
	if err != nil {
		t.Fatal(err)
	}
	there := map[string]int{}
	for k, x := range s.subjects {
		for _, name := range x.names {
			there[name] = len(s.packages[k].Mutants)
		}
	}
	text, err := os.ReadFile(filepath.Join(s.root, "docs", "views.md"))
	if err != nil {
		t.Fatal(err)
	}
	sum, lines := 0, regexp.MustCompile(`(?m)^(\S+) (?:--variant \S+ )?-n 3: (\d+) mutants`).FindAllStringSubmatch(string(text), -1)
	for _, line := range lines {
		n, _ := strconv.Atoi(line[2])
		if sum += n; n != there[line[1]] {
			t.Errorf("docs/views.md has %d mutants of %s, and there are %d: run its command again", n, line[1], there[line[1]])
		}
	}
	if want := fmt.Sprintf("None of these %s mutants", humanize.Comma(int64(sum))); len(lines) == 0 || !strings.Contains(string(text), want) {
		t.Errorf("docs/views.md does not say %q", want)
	}
}
