package counterexamples

import (
	"encoding/json"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// grammar is docs/schemas/trace-file.grammar.
type grammar struct {
	First       string            `json:"first"`
	Anywhere    string            `json:"anywhere"`
	Once        map[string]string `json:"once"`
	Needed      []string          `json:"needed"`
	BehindSteps string            `json:"behind_steps"`
}

// allows judges a text by the grammar alone.
func (g *grammar) allows(text string, matches func(pattern, line string) bool) bool {
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	seen, steps, loop := map[string]bool{}, 0, -1
	for k, line := range lines {
		line = strings.TrimSuffix(line, "\r")
		switch {
		case unprintable(line) >= 0:
			return false
		case k == 0:
			if !matches(g.First, line) {
				return false
			}
		case matches(g.Anywhere, line):
		case seen["steps"]:
			if steps++; !matches(g.BehindSteps, line) {
				return false
			}
		default:
			word := strings.Fields(line)[0]
			if pattern := g.Once[word]; pattern == "" || seen[word] || !matches(pattern, line) {
				return false
			}
			if seen[word] = true; word == "loop" {
				loop, _ = strconv.Atoi(strings.Fields(line)[1])
			}
		}
	}
	return loop < max(steps, 0) && (loop < 0 || seen["property"]) && !slices.ContainsFunc(g.Needed, func(word string) bool { return !seen[word] })
}

// TestGrammar: the grammar of trace files in docs/schemas allows what Parse reads, and nothing else: all stored traces, and changed ones.
func TestGrammar(t *testing.T) {
	text, err := os.ReadFile("../docs/schemas/trace-file.grammar")
	if err != nil {
		t.Fatal(err)
	}
	var g grammar
	if err := json.Unmarshal(text, &g); err != nil {
		t.Fatal(err)
	}
	compiled := map[string]*regexp.Regexp{}
	matches := func(pattern, line string) bool {
		if compiled[pattern] == nil {
			compiled[pattern] = regexp.MustCompile("^(?:" + pattern + ")$")
		}
		return compiled[pattern].MatchString(line)
	}
	random := rand.New(rand.NewPCG(1, 2))
	pieces := []string{"#", " #", " ", "\t", "\n", "\r\n", "x", "0", "model", "loop 0\n", "loop 3\n", "start a b\n", "start \"\"\n", `"`, `"a\x23"`, "property invariant: P1.x > 1\n", "steps\n", "\x01", "\xff", "fingerprint "}
	read, refused := 0, 0
	judge := func(text string) {
		t.Helper()
		_, err := Parse("x", []byte(text))
		if err == nil {
			read++
		} else {
			refused++
		}
		if g.allows(text, matches) != (err == nil) {
			t.Errorf("Parse says %v, and the grammar does not, of\n%q", err, text)
		}
	}
	err = filepath.WalkDir("corpus", func(path string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".trace") {
			return err
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		trace := string(data)
		judge(trace)
		for range 20 {
			from := random.IntN(len(trace))
			to := min(len(trace), from+random.IntN(3)*random.IntN(20))
			changed := trace[:from] + pieces[random.IntN(len(pieces))] + trace[to:]
			if random.IntN(3) == 0 { // whole lines
				lines := strings.SplitAfter(trace, "\n")
				k := random.IntN(len(lines))
				changed = strings.Join(slices.Concat(lines[:k], []string{pieces[random.IntN(len(pieces))]}, lines[k+random.IntN(2)*min(1, len(lines)-k):]), "")
			}
			judge(changed)
		}
		return nil
	})
	if err != nil || read < 1000 || refused < 1000 {
		t.Errorf("%v: %d texts are read, %d refused", err, read, refused)
	}
}
