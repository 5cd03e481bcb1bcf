package main

import (
	"fmt"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/gate"

	"github.com/gmecheck/gmecheck/algorithms"
	"github.com/gmecheck/gmecheck/algorithms/options"
	"github.com/gmecheck/gmecheck/algorithms/paper"
	"github.com/gmecheck/gmecheck/algorithms/studies/ledger"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/layout"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/manifest"
	"github.com/gmecheck/gmecheck/counterexamples/corpus"
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
)

// violation is one that some part of the repository knows.
type violation struct {
	by       string // who knows it
	a        *paper.Algorithm
	config   model.Config
	property string
	value    *manifest.Value // nil: no number is expected
	endless  bool            // it goes on for ever: a number has no largest value
}

func (v violation) String() string {
	return fmt.Sprintf("%s knows that %s is violated: %s", v.by, v.property, options.Line(v.a, v.config))
}

// knownViolations are those of all variants, with all their repairs or none, that the corpus or a gate has.
func knownViolations(t *testing.T) []violation {
	t.Helper()
	var all []violation
	for _, e := range corpus.Entries {
		a, c, err := options.Parse(algorithms.All(), e.Model)
		if err != nil {
			t.Fatal(err)
		}
		trace, err := e.Trace()
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, violation{by: "the corpus", a: a, config: c, property: e.Property, endless: trace.Endless})
	}
	manifests, err := manifest.Read([]string{"algorithms"}, gate.Vocabulary(algorithms.All()))
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range manifests {
		for _, check := range m.Checks {
			for _, p := range check.Expect.Properties {
				if p.Verdict.Text == string(invariants.Refuted) {
					all = append(all, violation{m.File, check.Algorithm, check.Config, p.Name, p.Value, p.Value != nil && p.Value.Max != nil && p.Value.Max.Text == manifest.Unbounded})
				}
			}
		}
	}
	return slices.DeleteFunc(all, func(v violation) bool {
		return !slices.Equal(v.config.Repairs, v.a.Config(v.config.Variant).Repairs)
	})
}

// denies says which violation a verdict on a property of a variant denies: that it holds in all configurations that the
// claim speaks of, or in those where messages keep their order. nil: none.
func denies(all []violation, a *paper.Algorithm, claim paper.Claim, variant string, verdict ledger.Verdict) *violation {
	if verdict != ledger.Holds && verdict != ledger.HoldsOnly && verdict != ledger.Vacuous || claim.Property == "" {
		return nil
	}
	for k, v := range all {
		if v.a.Name != a.Name || v.property != claim.Property || v.config.Variant != variant {
			continue
		}
		if ledger.Covers(a, claim, v.config, v.endless) && (verdict != ledger.HoldsOnly || v.config.Network == model.FIFO) {
			return &all[k]
		}
	}
	return nil
}

// TestLedgerKnows: no cell of a ledger says that a claim holds where a violation is known that refutes it.
func TestLedgerKnows(t *testing.T) {
	t.Chdir(root)
	all := knownViolations(t)
	for _, a := range algorithms.All() {
		l := documented(t, a)
		for _, row := range slices.Concat(l.Rows, l.Properties) {
			for k, cell := range row.Cells {
				if v := denies(all, a, row.Claim, l.Columns[k].Variant, cell.Verdict); v != nil {
					t.Errorf("%s, %s, %s: %s (%s); but %s", a.Name, l.Columns[k].Variant, row.Claim.Property, cell.Verdict, row.Claim.Source, v)
				}
			}
		}
	}
}

// TestVerdictsKnowClaims: no row of a property says that it holds of a variant where a claim by the property alone, without a number of the
// paper's, is refuted in a configuration that the row speaks of.
func TestVerdictsKnowClaims(t *testing.T) {
	t.Chdir(root)
	refuted := 0
	for _, a := range algorithms.All() {
		l := documented(t, a)
		var all []violation
		for _, row := range l.Rows {
			for _, cell := range row.Cells {
				if r := cell.Refutation; r != nil && row.Claim.Property != "" && row.Claim.Figure.None() {
					all = append(all, violation{by: "docs/CLAIMS.md", a: a, config: r.Config, property: row.Claim.Property, endless: r.Endless})
				}
			}
		}
		refuted += len(all)
		for _, row := range l.Properties {
			for k, cell := range row.Cells {
				if v := denies(all, a, row.Claim, l.Columns[k].Variant, cell.Verdict); v != nil {
					t.Errorf("%s, %s, %s: %s; but %s", a.Name, l.Columns[k].Variant, row.Claim.Property, cell.Verdict, v)
				}
			}
		}
	}
	if refuted < 50 {
		t.Errorf("only %d refuted cells are found", refuted)
	}
}

// rows of the documents' tables: by document, how a row begins with a property, or an algorithm and a variant.
var (
	tableOf    = regexp.MustCompile(`(?m)^(?:## |\*\*)([a-z0-9-]+)`)
	tableHead  = regexp.MustCompile(`^\| (?:where \| claim \| property|property \| source) \|(.*)\|$`)
	underFlags = regexp.MustCompile("\\*\\. `(--[^`]*)`\\.")
	quoted     = regexp.MustCompile("^`([a-z0-9-]+)`$")
)

// TestDocumentsKnow: no table of VERDICTS.md and CLAIMS.md, and no line of the comparison in docs/papers.md, says that a property holds
// of a variant, at no size or only with fifo, where a violation without faults is known.
func TestDocumentsKnow(t *testing.T) {
	t.Chdir(root)
	all := knownViolations(t)
	statements := 0
	for _, name := range []string{"docs/VERDICTS.md", "docs/CLAIMS.md", "docs/papers.md"} {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if endless := regexp.MustCompile(`.*holds: [-0-9]*\.*unbounded.*`).FindString(string(data)); name == "docs/VERDICTS.md" && endless != "" {
			t.Errorf("%s: a number has no end: %s", name, endless) // in CLAIMS.md the least number may be what is claimed
		}
		for _, s := range statementsOf(string(data)) {
			statements++
			a, err := algorithms.All().Find(s.algorithm)
			if err != nil {
				t.Fatalf("%s:%d: %v", name, s.line, err)
			}
			if v := denies(all, a, s.claim(documented(t, a)), s.variant, s.verdict); v != nil {
				t.Errorf("%s:%d: %s of %s, %s, %s; but %s", name, s.line, s.property, a.Name, s.variant, s.verdict, v)
			}
		}
	}
	if statements < 500 {
		t.Errorf("only %d statements that something holds are found in the documents", statements)
	}
}

// statement is that a property holds, or only with fifo.
type statement struct {
	line                         int
	algorithm, variant, property string
	source, text                 string // of a claim
	flags                        string // of faults
	verdict                      ledger.Verdict
}

// claim is what the statement is about: a claim of the paper as the document has it, or the property by itself.
func (s statement) claim(l *ledger.Ledger) paper.Claim {
	for _, row := range l.Rows {
		c := row.Claim
		if s.source != "" && c.Property == s.property && layout.Escape(c.Source) == s.source && strings.HasPrefix(s.text, layout.Escape(c.Text)) {
			return c
		}
	}
	for _, row := range l.Properties {
		if row.Claim.Property == s.property && s.flags == "" {
			return row.Claim
		}
	}
	return paper.Claim{Property: s.property, Variants: l.Algorithm.AllVariants(), At: []string{s.flags}}
}

// statementsOf finds the cells of tables that say that a property holds.
func statementsOf(text string) []statement {
	var all []statement
	var algorithm, flags string
	var columns []string
	for n, line := range strings.Split(text, "\n") {
		if m := tableOf.FindStringSubmatch(line); m != nil {
			algorithm, flags = m[1], ""
			if u := underFlags.FindStringSubmatch(line); u != nil {
				flags = u[1]
			}
		}
		cells := strings.Split(strings.Trim(strings.ReplaceAll(line, `\|`, "¦"), "| "), " | ")
		if m := tableHead.FindStringSubmatch(line); m != nil {
			columns = strings.Split(strings.Trim(m[1], " "), " | ")
			continue
		}
		if !strings.HasPrefix(line, "|") {
			columns = nil
		}
		add := func(s statement, cell string) {
			s.line, s.flags = n+1, flags
			switch {
			case strings.HasPrefix(cell, string(ledger.HoldsOnly)):
				s.verdict = ledger.HoldsOnly
			case strings.HasPrefix(cell, string(ledger.Holds)):
				s.verdict = ledger.Holds
			default:
				return
			}
			all = append(all, s)
		}
		if first := quoted.FindStringSubmatch(cells[0]); first != nil && columns == nil && slices.Contains(algorithms.All().Names(), first[1]) && len(cells) == 9 {
			// the comparison: algorithm, variant, states, exclusion, deadlock, starved, fair-starvation, ...
			if name, verdict, ok := strings.Cut(cells[3], " "); ok {
				add(statement{algorithm: first[1], variant: cells[1], property: name}, verdict)
			}
			for k, property := range []string{"deadlock", "starved", "fair-starvation"} {
				add(statement{algorithm: first[1], variant: cells[1], property: property}, cells[4+k])
			}
			continue
		}
		for k, variant := range columns {
			switch first, third := quoted.FindStringSubmatch(cells[0]), []string(nil); {
			case len(cells) == 2+len(columns) && first != nil:
				add(statement{algorithm: algorithm, variant: variant, property: first[1]}, cells[2+k])
			case len(cells) == 3+len(columns):
				if third = quoted.FindStringSubmatch(cells[2]); third != nil {
					add(statement{algorithm: algorithm, variant: variant, property: third[1], source: cells[0], text: cells[1]}, cells[3+k])
				}
			}
		}
	}
	return all
}

// said is how a package's doc.go says that a property holds, or stays violated, of what is repaired: "level alone holds",
// and a list of names under a heading.
var (
	saidHolds    = regexp.MustCompile(`([a-z][a-z0-9-]*)(?: alone)? holds\b`)
	saidViolated = regexp.MustCompile(`([a-z][a-z0-9-]*)(?: stays violated| remains violated|: )`)
	violatedList = regexp.MustCompile(`(?:stays|remain|stay|are) violated`)
)

// TestPackagesKnow: what a package's documentation says of a property of the repaired algorithm is what is known: it holds
// nowhere beside a violation without faults, and what stays violated is known to be.
func TestPackagesKnow(t *testing.T) {
	t.Chdir(root)
	all := knownViolations(t)
	held, broken := 0, 0
	for _, a := range algorithms.All() {
		variant := model.Repaired
		if len(a.Repairs) == 0 {
			variant = model.Published
		}
		names := invariants.Names(a.Properties(a.Config(variant)))
		doc := packageDoc(t, a)
		for _, m := range saidHolds.FindAllStringSubmatch(doc, -1) {
			if !slices.Contains(names, m[1]) {
				continue
			}
			held++
			if v := denies(all, a, paper.Claim{Property: m[1], Variants: a.AllVariants()}, variant, ledger.Holds); v != nil {
				t.Errorf("doc.go of %s says %q; but %s", a.Name, m[0], v)
			}
		}
		if !violatedList.MatchString(doc) {
			continue
		}
		for _, m := range saidViolated.FindAllStringSubmatch(doc, -1) {
			if !slices.Contains(names, m[1]) || strings.HasSuffix(m[0], ": ") && !strings.Contains(doc, "- "+m[0]) {
				continue
			}
			broken++
			if !slices.ContainsFunc(all, func(v violation) bool { return v.a.Name == a.Name && v.property == m[1] }) {
				t.Errorf("doc.go of %s says that %s is violated; neither corpus nor gate knows that", a.Name, m[1])
			}
		}
	}
	if held == 0 || broken == 0 {
		t.Errorf("the packages say of %d properties that they hold, of %d that they are violated", held, broken)
	}
}

// packageDoc is the documentation of an algorithm's package, as one line.
func packageDoc(t *testing.T, a *paper.Algorithm) string {
	t.Helper()
	for _, folder := range []string{strings.ReplaceAll(a.Name, "-", ""), strings.ReplaceAll(strings.TrimSuffix(a.Name, "-extended"), "-", "")} {
		name := filepath.Join("algorithms", folder, "doc.go")
		if _, err := os.Stat(name); err != nil {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.PackageClauseOnly|parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		return strings.Join(strings.Fields(f.Doc.Text()), " ")
	}
	t.Fatalf("%s has no doc.go", a.Name)
	return ""
}

// TestPropertiesKnow: where a claim by a property is refuted without faults, no row of the property by itself says that it holds, or that it never has
// anything to say.
func TestPropertiesKnow(t *testing.T) {
	t.Chdir(root)
	compared := 0
	for _, a := range algorithms.All() {
		l := documented(t, a)
		for _, claim := range l.Rows {
			for _, row := range l.Properties {
				for k, cell := range claim.Cells {
					r := cell.Refutation
					if claim.Claim.Property != row.Claim.Property || !claim.Claim.Figure.None() || r == nil || !r.Config.Faultless() || r.Config.Times != nil || cell.Verdict == ledger.HoldsOnly {
						continue
					}
					compared++
					if own := row.Cells[k]; own.Verdict != ledger.Refuted && r.Config.Timeouts == a.Config(l.Columns[k].Variant).Timeouts {
						t.Errorf("%s, %s, %s: %s; but a claim is refuted at %s", a.Name, l.Columns[k].Variant, row.Claim.Property, own.Verdict, r.Line)
					}
				}
			}
		}
	}
	if compared < 20 {
		t.Errorf("only %d refuted claims are compared", compared)
	}
}
