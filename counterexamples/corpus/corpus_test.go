package corpus

import (
	"bytes"
	"context"
	"flag"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/gmecheck/gmecheck/algorithms"
	"github.com/gmecheck/gmecheck/algorithms/options"
	"github.com/gmecheck/gmecheck/algorithms/paper"
	"github.com/gmecheck/gmecheck/algorithms/paper/papertest"
	"github.com/gmecheck/gmecheck/counterexamples"
	"github.com/gmecheck/gmecheck/explore"
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
)

var update = flag.Bool("update", false, "search for all traces anew and write the files")

// parse reads an entry's model.
func parse(t *testing.T, e Entry) (*paper.Algorithm, model.Config) {
	t.Helper()
	a, c, err := options.Parse(algorithms.All(), e.Model)
	if err != nil {
		t.Fatalf("%s: %v", e.Model, err)
	}
	if line := options.Line(a, c); line != e.Model {
		t.Fatalf("%s: its usual form is %s", e.Model, line)
	}
	return a, c
}

// judged is the properties of an algorithm, and those of its further ones that entries of the model name; alone, no others.
func judged(a *paper.Algorithm, c model.Config, e Entry) invariants.Panel {
	named := func(name string) bool {
		return slices.ContainsFunc(Entries, func(f Entry) bool { return f.Model == e.Model && f.Property == name })
	}
	usual := a.Properties(c)
	var panel invariants.Panel
	for k, p := range a.AllProperties(c) {
		if named(p.Name) || k < len(usual) && !e.Alone {
			panel = append(panel, p)
		}
	}
	return panel
}

// search lists the violations of a configuration. Up to a depth, if one is given, the search may be incomplete.
func search(t *testing.T, a *paper.Algorithm, c model.Config, e Entry) map[string]invariants.Finding {
	t.Helper()
	panel := judged(a, c, e)
	r, err := explore.Check(context.Background(), a.New(c), explore.Options{
		Judge: panel, Questions: panel.Questions(), Workers: 2, MaxDepth: e.Depth,
	})
	if err != nil {
		t.Fatalf("%v: %v", c, err)
	}
	if !r.Complete && e.Depth == 0 {
		t.Fatalf("%v: the search is not complete: %s", c, r.Limit)
	}
	violated := map[string]invariants.Finding{}
	for _, f := range panel.Findings(r) {
		if f.Verdict == invariants.Refuted {
			if !f.Shortest && !f.Endless {
				t.Errorf("%v: the trace of %s is not a shortest one", c, f.Property.Name)
			}
			violated[f.Property.Name] = f
		}
	}
	return violated
}

// TestSearch finds every stored trace's violation again, of the same length, and nothing that is not stored. With the
// repair of an entry, the same configuration keeps the property.
func TestSearch(t *testing.T) {
	found := map[string]map[string]invariants.Finding{}
	for _, e := range Entries {
		if e.Far || !papertest.Drawn(e.Model, 8) && !*update {
			continue
		}
		a, c := parse(t, e)
		violated, searched := found[e.Model]
		if !searched {
			violated = search(t, a, c, e)
			found[e.Model] = violated
		}
		f, ok := violated[e.Property]
		if !ok {
			t.Errorf("%s: %s is not violated", e.Model, e.Property)
			continue
		}
		if *update {
			write(t, e, c, f)
		} else if trace := read(t, e.File()); trace != nil && len(trace.Steps) != f.Steps {
			t.Errorf("%s has %d steps, a shortest trace has %d", e.File(), len(trace.Steps), f.Steps)
		}
		if e.Remains != "" {
			continue
		}
		if e.Repair == "" && c.Variant != model.Published {
			continue
		}
		if e.Repair == "" {
			for name := range violated {
				if !slices.ContainsFunc(Entries, func(f Entry) bool {
					return f.Repair == "" && f.Remains == "" && f.Algorithm() == a.Name && f.Property == name
				}) {
					t.Errorf("%s: %s is violated, and no entry shows it", e.Model, name)
				}
			}
			continue
		}
		if f, ok := search(t, a, with(a, c, e.Repair), e)[e.Property]; ok {
			t.Errorf("%s: with %s, too, %s is violated, after %d steps", e.Model, e.Repair, e.Property, f.Steps)
		}
	}
	t.Logf("%d models are searched", len(found))
	if len(found) == 0 {
		t.Error("no model is searched")
	}
}

// with is the configuration with one repair more.
func with(a *paper.Algorithm, c model.Config, repair string) model.Config {
	on := append(slices.Clone(c.Repairs), repair)
	c = c.Clone()
	c.Repairs = slices.DeleteFunc(a.RepairNames(), func(name string) bool { return !slices.Contains(on, name) })
	return c
}

func write(t *testing.T, e Entry, c model.Config, f invariants.Finding) {
	t.Helper()
	trace := counterexamples.Trace{
		Model: e.Model, Fingerprint: c.Fingerprint(), Property: e.Property, Steps: f.Trace, Endless: f.Endless, Loop: f.Loop,
	}
	name := filepath.FromSlash(e.File())
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, trace.Format(), 0o666); err != nil {
		t.Fatal(err)
	}
}

// read reads a stored trace; nil if there is none.
func read(t *testing.T, name string) *counterexamples.Trace {
	t.Helper()
	data, err := os.ReadFile(filepath.FromSlash(name))
	if err != nil {
		t.Error(err)
		return nil
	}
	trace, err := counterexamples.Parse(name, data)
	if err != nil {
		t.Error(err)
		return nil
	}
	if !bytes.Equal(trace.Format(), data) {
		t.Errorf("%s is not as the tool writes it", name)
	}
	return trace
}

// TestReplay replays every stored trace. With the repair of an entry, the same schedule is not possible, or violates
// the property no longer.
func TestReplay(t *testing.T) {
	for _, e := range Entries {
		a, c := parse(t, e)
		trace := read(t, e.File())
		if trace == nil {
			continue
		}
		if trace.Model != e.Model || trace.Property != e.Property || trace.Fingerprint != c.Fingerprint() {
			t.Errorf("%s is of %s (%s) and %s, want %s (%s) and %s", e.File(), trace.Model, trace.Fingerprint,
				trace.Property, e.Model, c.Fingerprint(), e.Property)
			continue
		}
		out, err := counterexamples.Replay(a.New(c), a.AllProperties(c), trace)
		if err != nil || out.Result != counterexamples.Replayed {
			t.Errorf("%s: %v, %v", e.File(), out, err)
		}
		if n := len(trace.Steps); n > 0 && ahead(a.AllProperties(c), e.Property) {
			short := *trace
			short.Steps = trace.Steps[:n-1] // of a shortest trace nothing is left out
			if out, err := counterexamples.Replay(a.New(c), a.AllProperties(c), &short); err != nil || out.Result != counterexamples.NoLongerViolates {
				t.Errorf("%s without its last step: %v, %v", e.File(), out, err)
			}
		}
		if e.Repair == "" || rests(a.AllProperties(c), e.Property) {
			continue
		}
		c = with(a, c, e.Repair)
		trace.Fingerprint = ""
		out, err = counterexamples.Replay(a.New(c), a.AllProperties(c), trace)
		if err != nil || out.Result == counterexamples.Replayed {
			t.Errorf("%s, with %s: %v, %v", e.File(), e.Repair, out, err)
		}
	}
}

// ahead reports that the verdict on the property rests on what can follow the trace.
func ahead(all []invariants.Property, name string) bool {
	return slices.ContainsFunc(all, func(p invariants.Property) bool { return p.Name == name && p.Pending != nil })
}

// rests reports that the verdict on the property rests on the graph of all states, not on the states of a trace.
func rests(all []invariants.Property, name string) bool {
	return slices.ContainsFunc(all, func(p invariants.Property) bool { return p.Name == name && p.OnGraph() })
}

// TestFiles sees that the files are those of the entries.
func TestFiles(t *testing.T) {
	listed := map[string]bool{}
	for _, e := range Entries {
		if listed[e.File()] {
			t.Errorf("%s is listed twice", e.File())
		}
		listed[e.File()] = true
	}
	err := fs.WalkDir(os.DirFS("."), ".", func(name string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && !strings.HasSuffix(name, ".go") && name != "refuting.txt" && !listed[name] {
			t.Errorf("%s is not listed", name)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestRepairs sees that every repair has an entry whose model lacks it.
func TestRepairs(t *testing.T) {
	known := map[string]bool{}
	for _, a := range algorithms.All() {
		for _, name := range a.RepairNames() {
			known[a.Name+"/"+name] = false
		}
	}
	for _, e := range Entries {
		a, c := parse(t, e)
		if e.Remains != "" {
			if !slices.Equal(c.Repairs, a.RepairNames()) {
				t.Errorf("%s is not the repaired variant", e.Model)
			}
			continue
		}
		if e.Repair == "" {
			if c.Variant == model.Repaired || len(c.Repairs) > 0 {
				t.Errorf("%s is neither the published variant nor one of the algorithm's own", e.Model)
			}
			continue
		}
		name := a.Name + "/" + e.Repair
		if _, ok := known[name]; !ok || slices.Contains(c.Repairs, e.Repair) {
			t.Errorf("%s: %s does not exist, or is not off", e.Model, e.Repair)
		}
		known[name] = true
	}
	for name, ok := range known {
		if !ok {
			t.Errorf("%s has no entry", name)
		}
	}
}
