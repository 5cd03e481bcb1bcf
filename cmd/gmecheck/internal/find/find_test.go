package find_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/gmecheck/gmecheck/algorithms"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/cli"
)

// TestFind: what is found, what is not, and how far a limited search has looked.
func TestFind(t *testing.T) {
	program := cli.Program{Name: "gmecheck", Algorithms: algorithms.All()}
	for _, test := range []struct {
		args []string
		code int
		says string
	}{
		{[]string{"find", "srt-gme", "-n", "2", "--where", "len(cs) >= 2"}, 0, "is true after 4 steps"},
		{[]string{"find", "srt-gme", "-n", "2", "--where", "len(cs) == 0"}, 0, "is true after 0 steps"},
		{[]string{"find", "srt-gme", "-n", "2", "--where", "len(cs) > 2"}, 22, "is true in none of the 75 states"},
		{[]string{"find", "srt-gme", "-n", "3", "--where", "len(cs) > 3", "--max-states", "50"}, 20, "NOT complete: max-states 50"},
		{[]string{"find", "srt-gme", "-n", "2", "--where", `inflight("reqest") > 0`}, 22, "no message of the kind \"reqest\" is ever delivered; did you mean request?"},
		{[]string{"find", "srt-gme", "-n", "2", "--where", "len(css) > 2"}, 64, "did you mean cs?"},
		{[]string{"find", "srt-gme", "-n", "2", "--where", "len(cs) > 0 && P1.SN[7] > 0"}, 64, "the expression cannot be evaluated after request(1, g1): column 21: index out of range: 7"},
		{[]string{"check", "srt-gme", "-n", "2", "--property", "gme", "--invariant", "P1.SN[7] > 0"}, 64, "cannot be evaluated in the initial state: column 6"},
		{[]string{"find", "srt-gme", "-n", "2"}, 64, "an expression is needed"},
		{[]string{"find", "srt-gme", "--where", "len(cs) > 1", "--symmetry", "auto"}, 64, "--symmetry auto: an expression may tell processes apart"},
		{[]string{"check", "srt-gme", "--invariant", "len(cs) > 1", "--symmetry", "auto"}, 64, "--symmetry auto: an expression of --invariant may tell processes apart"},
		{[]string{"check", "srt-gme", "-n", "2", "--property", "deadlock", "--invariant", "len(cs) < 2"}, 12, "invariant: len(cs) < 2 is violated"},
	} {
		var out bytes.Buffer
		if code := program.Run(t.Context(), append(test.args, "--quiet"), &out, &out); code != test.code || !strings.Contains(out.String(), test.says) {
			t.Errorf("%q: exit code %d, want %d; it does not say %q:\n%s", test.args, code, test.code, test.says, &out)
		}
	}
	var out bytes.Buffer
	program.Run(t.Context(), []string{"find", "srt-gme", "-n", "2", "--where", "len(cs) >= 2", "--json"}, &out, &out)
	var answer struct {
		Schema string
		Found  bool
		Trace  []string
	}
	if err := json.Unmarshal(out.Bytes(), &answer); err != nil || answer.Schema != "gmecheck/find" || !answer.Found || len(answer.Trace) != 4 {
		t.Errorf("%v: %s", err, &out)
	}
}
