package algorithms

import (
	"regexp"
	"strings"
	"testing"

	"github.com/gmecheck/gmecheck/algorithms/paper"
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
)

var plain = regexp.MustCompile(`^[a-z0-9]+(-[A-Za-z0-9]+)*$`)

// unique fails the test unless name is plain and new.
func unique(t *testing.T, seen map[string]bool, kind, name string) {
	t.Helper()
	if !plain.MatchString(name) {
		t.Errorf("%s %q: a name is of letters, digits and single hyphens, and begins small", kind, name)
	}
	if seen[name] {
		t.Errorf("%s %q: twice", kind, name)
	}
	seen[name] = true
}

func filled(t *testing.T, of string, fields map[string]string) {
	t.Helper()
	for field, text := range fields {
		if strings.TrimSpace(text) == "" {
			t.Errorf("%s has no %s", of, field)
		}
	}
}

func TestDocumented(t *testing.T) {
	seen := map[string]bool{}
	for _, a := range All() {
		unique(t, seen, "algorithm", a.Name)
		t.Run(a.Name, func(t *testing.T) { documented(t, a) })
	}
}

func documented(t *testing.T, a *paper.Algorithm) {
	filled(t, a.Name, map[string]string{
		"title": a.Title, "authors": a.Authors, "venue": a.Venue, "problem": a.Problem, "doc": a.Doc,
	})
	if a.New == nil || a.Panel == nil {
		t.Fatal("has no model or no properties")
	}
	variants := map[string]bool{}
	for _, v := range a.AllVariants() {
		unique(t, variants, "variant", v)
	}
	repairs := map[string]bool{}
	for _, r := range a.Repairs {
		unique(t, repairs, "repair", r.Name)
		filled(t, "repair "+r.Name, map[string]string{"event": r.Event, "doc": r.Doc})
	}
	params := map[string]bool{}
	for _, p := range a.Params {
		unique(t, params, "parameter", p.Name)
		filled(t, "parameter "+p.Name, map[string]string{"doc": p.Doc, "allowed": p.Allowed})
		if p.Default == nil || p.Check == nil {
			t.Errorf("parameter %s has no default or no check", p.Name)
		}
	}
	for name, r := range map[string]paper.Range{
		"processes": a.Processes, "groups": a.Groups, "priorities": a.Priorities, "tokens": a.Tokens,
	} {
		if !r.Unused() && (r.Min < 1 || r.Default < r.Min || r.Max < r.Default) {
			t.Errorf("%s: the range %+v is not one", name, r)
		}
	}
	if a.Processes.Unused() {
		t.Error("has no processes")
	}
	for _, v := range a.AllVariants() {
		defaults(t, a, a.Config(v))
	}
}

// defaults checks that a configuration of defaults is allowed, and its properties.
func defaults(t *testing.T, a *paper.Algorithm, c model.Config) {
	for _, p := range a.Params {
		if err := p.Check(c, c.Param(p.Name)); err != nil {
			t.Errorf("%s: the default of %s: %v", c, p.Name, err)
		}
	}
	if a.Check != nil {
		if err := a.Check(c); err != nil {
			t.Errorf("%s: %v", c, err)
		}
	}
	if a.New(c) == nil {
		t.Errorf("%s: no model", c)
	}
	seen := map[string]bool{}
	properties := a.Properties(c)
	for _, p := range properties {
		unique(t, seen, "property", p.Name)
		filled(t, "property "+p.Name, map[string]string{"doc": p.Doc, "source": p.Source, "kind": string(p.Kind)})
	}
	if err := invariants.Panel(properties).Refuse(); err != nil {
		t.Errorf("%s: %v", c, err)
	}
	if len(properties) == 0 {
		t.Errorf("%s: no properties", c)
	}
}

func TestFind(t *testing.T) {
	for _, a := range All() {
		if found, err := All().Find(a.Name); err != nil || found != a {
			t.Errorf("All().Find(%q): %v, %v", a.Name, found, err)
		}
	}
	_, err := All().Find("srtgme")
	if err == nil {
		t.Fatal("srtgme is found")
	}
	for _, part := range []string{`"srtgme"`, "suzuki-kasami, ", "did you mean srt-gme?"} {
		if !strings.Contains(err.Error(), part) {
			t.Errorf("%q does not say %q", err, part)
		}
	}
}
