package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// What the tools print after a complete search, a violation, and a search that a limit cut: only the first has a count.
// The tools have printed these files, but for those of a search that was cut of TLC and Stateright, written after their messages.
func TestParse(t *testing.T) {
	three := count{states: 726, transitions: 2079}
	for _, test := range []struct {
		file    string
		parse   func(string) (count, error)
		want    count
		refused string // part of the error
	}{
		{"spin-complete.txt", parseSpin, three, ""},
		{"spin-hash-compact.txt", parseSpinHashCompact, three, ""},
		{"spin-hash-compact.txt", parseSpin, count{}, "Full statespace"},
		{"spin-complete.txt", parseSpinHashCompact, count{}, "Hash-Compact"},
		{"spin-depth.txt", parseSpin, count{}, "max search depth too small"},
		{"spin-memory.txt", parseSpin, count{}, "MEMLIM"},
		{"spin-shared-memory.txt", parseSpin, count{}, "no line"},
		{"spin-out-of-memory.txt", parseSpin, count{}, "out of shared memory"},
		{"spin-violated.txt", parseSpin, count{}, "assertion violated"},
		{"rumur-complete.txt", parseRumur, three, ""},
		{"rumur-violated.txt", parseRumur, count{}, "No error found"},
		{"tlc-complete.txt", parseTLC, three, ""},
		{"tlc-violated.txt", parseTLC, count{}, "No error has been found"},
		{"tlc-cut.txt", parseTLC, count{}, "left on the queue"},
		{"stateright-complete.txt", parseStateright, three, ""},
		{"stateright-cut.txt", parseStateright, count{}, "not done"},
		{"gmecheck-complete.json", parseGmecheck, three, ""},
		{"gmecheck-cut.json", parseGmecheck, count{}, "not complete: max-states 500"},
		{"gmecheck-other.json", parseGmecheck, count{}, "only [mutex] hold"},
	} {
		t.Run(test.file, func(t *testing.T) {
			output, err := os.ReadFile(filepath.Join("testdata", test.file))
			if err != nil {
				t.Fatal(err)
			}
			got, err := test.parse(string(output))
			switch {
			case test.refused == "" && err != nil:
				t.Error(err)
			case test.refused == "" && got != test.want:
				t.Errorf("%v, want %v", got, test.want)
			case test.refused != "" && (err == nil || !strings.Contains(err.Error(), test.refused)):
				t.Errorf("%v, %v, want an error with %q", got, err, test.refused)
			}
		})
	}
}

// A report that breaks off anywhere has no count.
func TestParseBrokenOff(t *testing.T) {
	for file, parse := range map[string]func(string) (count, error){
		"spin-complete.txt": parseSpin, "rumur-complete.txt": parseRumur, "tlc-complete.txt": parseTLC, "stateright-complete.txt": parseStateright, "gmecheck-complete.json": parseGmecheck,
	} {
		output, err := os.ReadFile(filepath.Join("testdata", file))
		if err != nil {
			t.Fatal(err)
		}
		whole, err := parse(string(output))
		if err != nil {
			t.Fatal(err)
		}
		for end := range output {
			if got, err := parse(string(output[:end])); err == nil && got != whole {
				t.Errorf("%s: %v of the first %d bytes, %v of all", file, got, end, whole)
			}
		}
	}
}

// Rumur does not say that a bound has cut its search, so a verifier with a bound is not run.
func TestUnbounded(t *testing.T) {
	for source, fine := range map[string]bool{
		"#define BOUND 0\n": true, "#define BOUND 5\n": false, "#define BOUND 05\n": false, "int main(void);\n": false,
	} {
		name := filepath.Join(t.TempDir(), "verifier.c")
		if err := os.WriteFile(name, []byte(source), 0o666); err != nil {
			t.Fatal(err)
		}
		if err := unbounded(name); (err == nil) != fine {
			t.Errorf("%q: %v", source, err)
		}
	}
}
