package main

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/gate"

	"github.com/gmecheck/gmecheck/algorithms"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/exit"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/manifest"
	"github.com/gmecheck/gmecheck/invariants"
)

// TestOwnGate demands a check of every algorithm in every variant, with its counts, the length of every violation's trace
// and the value of every bound, and of every property that a claim names: so that whatever changes is noticed.
func TestOwnGate(t *testing.T) {
	all, err := manifest.Read([]string{filepath.Join(root, "algorithms")}, gate.Vocabulary(algorithms.All()))
	if err != nil {
		t.Fatal(err)
	}
	covered, judged := map[string]bool{}, map[string]bool{}
	for _, m := range all {
		for _, c := range m.Checks {
			covered[c.Config.Algorithm+" "+c.Config.Variant] = true
			for _, p := range c.Panel {
				judged[c.Config.Algorithm+" "+p.Name] = true
			}
			x := c.Expect
			if x.States == nil || x.Transitions == nil || x.Depth == nil {
				t.Errorf("%s:%d: states, transitions and depth are not all expected", c.File, c.At.Line)
			}
			for k, p := range x.Properties {
				if p.Verdict.Text == string(invariants.Refuted) && p.Steps == nil {
					t.Errorf("%s:%d: %s is expected to be violated without a number of steps", c.File, p.At.Line, p.Name)
				}
				measured := c.Panel[k].Measures()
				if measured && x.Complete && p.Verdict.Text != string(invariants.Vacuous) && p.Verdict.Text != string(invariants.Inconclusive) && (p.Value == nil || p.Value.Min == nil || p.Value.Max == nil) {
					t.Errorf("%s:%d: no value is expected of %s", c.File, p.At.Line, p.Name)
				}
			}
		}
	}
	for _, a := range algorithms.All() {
		for _, variant := range a.AllVariants() {
			if !covered[a.Name+" "+variant] {
				t.Errorf("no check of %s %s", a.Name, variant)
			}
		}
		for _, c := range a.AllClaims() {
			if c.Property != "" && !judged[a.Name+" "+c.Property] {
				t.Errorf("no check judges %s of %s, which the claim of %s names", c.Property, a.Name, c.Source)
			}
		}
	}
}

// TestDocumentedManifest runs the manifest that docs/gate.md shows to copy.
func TestDocumentedManifest(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(root, "docs", "gate.md"))
	if err != nil {
		t.Fatal(err)
	}
	shown := regexp.MustCompile("(?s)```yaml\n(version: 1\n.*?)```").FindAllSubmatch(text, -1)
	if len(shown) == 0 {
		t.Fatal("docs/gate.md shows no manifest")
	}
	for _, m := range shown {
		file := filepath.Join(t.TempDir(), "gate.yaml")
		if err := os.WriteFile(file, m[1], 0o666); err != nil {
			t.Fatal(err)
		}
		var stdout, stderr bytes.Buffer
		if code := gmecheck().Run(t.Context(), []string{"gate", "--quiet", file}, &stdout, &stderr); code != exit.Fine {
			t.Errorf("exit code %d\n%s%s", code, &stdout, &stderr)
		}
	}
}
