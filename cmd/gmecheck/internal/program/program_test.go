package program_test

import (
	"testing"

	"github.com/spf13/cobra"

	"github.com/gmecheck/gmecheck/algorithms/paper"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/program"
)

// TestExamples: examples name the algorithms of the program, once where the example's is none of them.
func TestExamples(t *testing.T) {
	lines := []string{"check srt-gme -n 2", "check gbp --json", "check"}
	for want, list := range map[string]paper.List{
		"  mine check srt-gme -n 2\n  mine check a\n  mine check":          {{Name: "a"}, {Name: "srt-gme"}},
		"  mine check srt-gme -n 2\n  mine check gbp --json\n  mine check": {{Name: "srt-gme"}, {Name: "gbp"}},
		"  mine check":                 nil,
		"  mine check a\n  mine check": {{Name: "a", Own: true}},
	} {
		p := program.Program{Name: "mine", Algorithms: list}
		if got := p.Examples(lines...); got != want {
			t.Errorf("with %q: %q, want %q", list.Names(), got, want)
		}
	}
	p := program.Program{Name: "mine", Algorithms: paper.List{{Name: "a", Own: true}}}
	if got, want := p.Examples("replay --format html srt-gme-gme.trace > gme.html"), "  mine replay --format html a-PROPERTY.trace > gme.html"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestAlgorithm: the name may be left out if there is no choice.
func TestAlgorithm(t *testing.T) {
	a, b := &paper.Algorithm{Name: "a"}, &paper.Algorithm{Name: "b"}
	one, two := program.Program{Algorithms: paper.List{a}}, program.Program{Algorithms: paper.List{a, b}}
	if got, err := one.Algorithm(nil); got != a || err != nil {
		t.Errorf("of one: %v, %v", got, err)
	}
	if got, err := two.Algorithm(nil); err == nil {
		t.Errorf("of two: %v", got)
	}
	if got, err := two.Algorithm([]string{"b"}); got != b || err != nil {
		t.Errorf("b: %v, %v", got, err)
	}
	if program.OneAlgorithm(&one, "check", nil) != nil || program.OneAlgorithm(&two, "check", nil) == nil {
		t.Error("an algorithm may be left out exactly if there is one")
	}
}

// TestVerb: a verb registers its flags only when it is built, and shows the one algorithm as what may be left out.
func TestVerb(t *testing.T) {
	built := 0
	v := &program.Verb{Use: "check ALGORITHM", Args: program.OneAlgorithm, Build: func(*program.Program, *cobra.Command) { built++ }}
	p := &program.Program{Name: "mine", Algorithms: paper.List{{Name: "a"}}}
	if cmd := v.Command(p); built != 0 || cmd.Use != "check [a]" {
		t.Errorf("%q, built %d times", cmd.Use, built)
	}
	if cmd := v.Built(p); built != 1 || cmd.Args(cmd, []string{"b"}) == nil {
		t.Errorf("built %d times, or b is taken", built)
	}
}
