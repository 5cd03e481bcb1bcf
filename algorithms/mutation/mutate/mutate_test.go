package mutate_test

import (
	"flag"
	"fmt"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gmecheck/gmecheck/algorithms/mutation/mutate"
)

var update = flag.Bool("update", false, "rewrite the golden file")

func load(t *testing.T, name string) *mutate.Package {
	t.Helper()
	root, err := filepath.Abs(filepath.Join("..", "..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	ps, err := mutate.Load(root, filepath.Join("algorithms", "mutation", "mutate", "testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return ps[0]
}

// TestMutants compares the mutants of a small protocol, and the lines that they change, with a golden file.
func TestMutants(t *testing.T) {
	var b strings.Builder
	for _, m := range load(t, "queue").Mutants {
		fmt.Fprintf(&b, "%s %s\n", m.Function, m.Operator)
		for _, line := range m.Diff() {
			fmt.Fprintf(&b, "    %s\n", line)
		}
	}
	golden := filepath.Join("testdata", "queue.txt")
	if *update {
		if err := os.WriteFile(golden, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), b.String()); diff != "" {
		t.Errorf("(-golden +found)\n%s", diff)
	}
}

// TestOperators demands that every operator finds something to change.
func TestOperators(t *testing.T) {
	used := map[string]bool{}
	for _, m := range load(t, "queue").Mutants {
		used[m.Operator] = true
	}
	for _, op := range mutate.Operators() {
		if !used[op.Name] {
			t.Errorf("operator %s makes no mutant", op.Name)
		}
	}
}

// TestScope demands that only handlers and what they call are mutated, and nothing that is only noted.
func TestScope(t *testing.T) {
	want := []string{
		"protocol.Exit", "protocol.MayRequest", "protocol.Receive", "protocol.Request", "protocol.others", "protocol.pass",
	}
	var got []string
	for _, m := range load(t, "queue").Mutants {
		got = append(got, m.Function)
		for _, line := range m.Diff() {
			if strings.Contains(line, "Note") && !strings.HasPrefix(line, "  ") {
				t.Errorf("%s changes a note: %s", m.ID, line)
			}
		}
	}
	slices.Sort(got)
	if diff := cmp.Diff(want, slices.Compact(got)); diff != "" {
		t.Error(diff)
	}
}

// TestIDs demands that a mutant keeps its id through edits of other statements, and of the white space of its own.
func TestIDs(t *testing.T) {
	ids := func(name string) map[string]string {
		all := map[string]string{}
		for _, m := range load(t, name).Mutants {
			if all[m.ID] != "" {
				t.Errorf("%s twice: %s and %s", m.ID, all[m.ID], m.Change())
			}
			all[m.ID] = m.Change()
		}
		return all
	}
	now := ids("moved")
	for id, change := range ids("queue") {
		if now[id] != change {
			t.Errorf("%s was %q and is %q", id, change, now[id])
		}
	}
	if before := len(ids("queue")); len(now) <= before {
		t.Errorf("%d mutants, and %d before a statement was added", len(now), before)
	}
}

// TestOverlay demands that all mutants stand in a source that can be read, with consecutive numbers.
func TestOverlay(t *testing.T) {
	p := load(t, "queue")
	sources := p.Overlay(7)
	if len(sources) != 1 {
		t.Fatalf("%d files", len(sources))
	}
	for path, source := range sources {
		if _, err := parser.ParseFile(token.NewFileSet(), path, source, parser.AllErrors); err != nil {
			t.Error(err)
		}
		for k := range p.Mutants {
			if !strings.Contains(source, fmt.Sprintf(".On(%d)", 7+k)) {
				t.Errorf("%s is not in the source", p.Mutants[k].ID)
			}
		}
		if strings.Contains(source, fmt.Sprintf(".On(%d)", 7+len(p.Mutants))) || strings.Contains(source, ".On(6)") {
			t.Error("a number of another package is in the source")
		}
	}
}
