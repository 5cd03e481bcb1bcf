package cli_test

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/gmecheck/gmecheck/algorithms/paper"
	"github.com/gmecheck/gmecheck/algorithms/srtgme"
	"github.com/gmecheck/gmecheck/algorithms/suzukikasami"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/cli"
)

// own is a program with one algorithm that gmecheck does not have.
func own() cli.Program {
	a := srtgme.Algorithm
	a.Name = "my-lock"
	return cli.Program{Name: "mine", Algorithms: paper.List{&a}}
}

// formats are the names of gmecheck's file formats, which every program writes.
var formats = regexp.MustCompile(`gmecheck (trace|JSON)|gmecheck/[a-z]+|gmecheck-[a-z]+`)

// TestOwnProgram: every verb works with an algorithm that is not one of the literature's, whose name may be left out, and
// speaks of the program by its name.
func TestOwnProgram(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	manifest := "version: 1\nchecks:\n  - name: small\n    model: {algorithm: my-lock, processes: 2}\n    expect: {properties: {gme: holds}}\n"
	if err := os.WriteFile("gate.yaml", []byte(manifest), 0o666); err != nil {
		t.Fatal(err)
	}
	t.Setenv("GITHUB_STEP_SUMMARY", "summary.md")
	for _, test := range []struct {
		line string
		code int
		says string
	}{
		{"check -n 2 --property gme --trace-dir traces", 12, "my-lock --variant published -n 2 -m 2"},
		{"check my-lock -n 2 --property gme --json", 12, `"algorithm": "my-lock"`},
		{"check raymond", 64, `mine: no algorithm is named "raymond"; allowed is my-lock`},
		{"check -n 99", 64, "mine: --processes 99: out of range for my-lock"},
		{"check --tree 0,1", 64, "mine: unknown flag --tree"},
		{"replay " + filepath.Join("traces", "my-lock-gme.trace"), 0, "violates gme"},
		{"gate --quiet", 30, "expected holds, found violated, 4 steps"},
		{"gate --quiet --trace-dir unexpected", 30, "mine replay " + filepath.Join("unexpected", "small-gme.trace")},
		{"gate --quiet --trace-dir unexpected", 30, "mine explore --trace " + filepath.Join("unexpected", "small-gme.trace")},
		{"gate --quiet --junit junit.xml --trace-dir unexpected", 30, "mine replay"},
		{"gate --quiet --github", 30, "::error"},
		{"simulate -n 2 --runs 5 --property one-token", 12, "5 walks at random"},
		{"sweep -n 2 --up-to 2 --property gme --quiet", 12, "violated"},
		{"graph -n 2 -m 1 --max-states 500", 0, "digraph"},
		{"claims -n 2 --property gme --quiet", 12, "a trace: mine check my-lock"},
		{"claims -n 2 --property gme --json --quiet", 12, `"command": "mine check my-lock`},
		{"claims -n 2 --assumptions --property gme --quiet", 12, "gme"},
		{"repairs -n 2 -m 1 --property gme --quiet", 0, "minimal sets of repairs"},
		{"compare -n 2 -m 1 --quiet", 12, "my-lock"},
		{"compare -n 2 -m 1 --json --quiet", 12, `"command": "mine check my-lock`},
		{"list", 0, "my-lock"},
		{"version", 0, "mine "},
		{"--help", 0, "  mine check my-lock\n"},
		{"help check", 0, "  mine check [my-lock] [flags]"},
		{"help traces", 0, "mine check ALGORITHM --trace-dir DIR"},
		{"help limits", 0, "--max-memory"},
		{"help predicates", 0, "mine find ALGORITHM"},
		{"help properties", 0, "mine list"},
		{"help faults", 0, "--loss L"},
		{"help exit-codes", 0, "12  a safety property"},
		{"claims --help", 0, "  mine claims my-lock\n"},
		{"__complete check --sy", 0, "--symmetry\twhen states are reduced"},
		{"completion bash", 0, "bash completion V2 for mine"},
		{"", 64, "mine --help explains them"},
	} {
		var out bytes.Buffer
		code := own().Run(t.Context(), strings.Fields(test.line), &out, &out)
		if code != test.code || !strings.Contains(out.String(), test.says) {
			t.Errorf("mine %s: exit code %d, want %d; it does not say %q:\n%s", test.line, code, test.code, test.says, &out)
		}
		if rest := formats.ReplaceAllString(out.String(), ""); strings.Contains(rest, "gmecheck") {
			t.Errorf("mine %s speaks of gmecheck:\n%s", test.line, rest)
		}
	}
	for _, file := range []string{"junit.xml", "summary.md"} {
		if text, err := os.ReadFile(file); err != nil || strings.Contains(string(text), "gmecheck") || !strings.Contains(string(text), "my-lock") {
			t.Errorf("%s, %v:\n%s", file, err, text)
		}
	}
}

// TestWithoutPaper: an algorithm without a paper has its properties decided, and nothing is said of a paper.
func TestWithoutPaper(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	a := suzukikasami.Algorithm
	a.Name, a.Authors, a.Title, a.Venue, a.Claims = "token", "", "", "", nil
	p := cli.Program{Name: "mine", Algorithms: paper.List{&a}}
	for line, want := range map[string]string{
		"claims -n 2 --quiet --property mutex":            "token\n\nmutex: ",
		"claims -n 2 --quiet --property mutex --markdown": "## token\n\n| where | claim | property | published |\n",
		"claims -n 2 --quiet":                             "11 holds, 1 refuted, 2 not decided\n",
		"claims -n 2 --quiet --property mutx":             `--property mutx: token has no such property in this configuration; `,
		"list token":                                      "\n\nvariants\n",
	} {
		var out bytes.Buffer
		p.Run(t.Context(), strings.Fields(line), &out, &out)
		if !strings.Contains(out.String(), want) || strings.Contains(out.String(), "\npaper\n") || strings.Contains(out.String(), ". .") {
			t.Errorf("mine %s: no %q, or of a paper:\n%s", line, want, &out)
		}
	}
}

// TestWithoutRequests: where nobody requests anything, flags of requests are refused, and a ladder has no such direction.
func TestWithoutRequests(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	a := suzukikasami.Algorithm
	a.Name, a.Claims, a.NoRequests = "token", nil, true
	p := cli.Program{Name: "mine", Algorithms: paper.List{&a}}
	for line, want := range map[string]string{
		"check -r 2":                           "--requests 2: token has no use for it: nobody requests anything",
		"check --requesters 1":                 "--requesters 1: token has no use for it: nobody requests anything",
		"sweep --over requests":                "--over requests: nobody requests anything of token; allowed is n",
		"sweep":                                "processes          2      3      conjecture\nstates             21     726\n",
		"check -n 2":                           "token --variant published -n 2\ncomplete: 21 states",
		"claims -n 2 --quiet --property mutex": "holds: to -n 2 (21 states)\n",
	} {
		var out bytes.Buffer
		p.Run(t.Context(), strings.Fields(line), &out, &out)
		if !strings.Contains(out.String(), want) {
			t.Errorf("mine %s: no %q:\n%s", line, want, &out)
		}
	}
}
