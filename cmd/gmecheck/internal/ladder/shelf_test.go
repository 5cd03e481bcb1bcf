package ladder

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gmecheck/gmecheck/algorithms/studies/ledger"
	"github.com/gmecheck/gmecheck/invariants"
)

// TestShelf: what is stored comes back; what is damaged, or of something else, is as good as none, with a warning.
func TestShelf(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	var said []string
	open := func() *Shelf {
		said = nil
		return NewShelf(func(format string, args ...any) { said = append(said, fmt.Sprintf(format, args...)) })
	}
	s := open()
	run := ledger.Run{Line: "a line", States: 7, Answers: []ledger.Answer{
		{Property: "gme", Verdict: invariants.Holds},
		{Property: "bypass", Verdict: invariants.Refuted, Value: &invariants.Value{Max: 3}, Steps: 2, Trace: []string{"x", "y"}},
	}}
	s.Put("a line", []ledger.StoredRun{{States: 100, Run: run}})
	back := s.Get("a line")
	if len(back) != 1 || back[0].States != 100 || back[0].Run.States != 7 || len(back[0].Run.Answers) != 2 ||
		!slices.Equal(back[0].Run.Answers[1].Trace, []string{"x", "y"}) || back[0].Run.Answers[1].Value.Max != 3 {
		t.Errorf("%+v", back)
	}
	if s.Get("another") != nil || len(said) > 0 {
		t.Errorf("what is not stored: %q", said)
	}
	m := &ledger.Averages{Line: "a line", None: "why", Means: map[string][2]float64{"throughput": {0.1, 1.0 / 3}}, Ended: 2, Waits: 1}
	s.PutAverages(m)
	if diff := cmp.Diff(m, s.Averages("a line")); diff != "" || s.Averages("another") != nil || len(s.Get("a line")) != 1 || len(said) > 0 {
		t.Errorf("averages: %s, %q", diff, said)
	}
	name := s.file("a line")
	whole, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	for what, text := range map[string]string{
		"half": string(whole[:len(whole)/2]), "another number": strings.Replace(string(whole), `"states":7`, `"states":8`, 1),
		"another line": strings.Replace(string(whole), `"a line","sum`, `"b line","sum`, 1), "nothing": "",
	} {
		if text == string(whole) {
			t.Fatalf("%s: nothing is changed", what)
		}
		s = open()
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		if got := s.Get("a line"); got != nil || len(said) != 1 {
			t.Errorf("%s: %+v, %q", what, got, said)
		}
	}
	if left, _ := filepath.Glob(filepath.Join(s.folder, ".new-*")); len(left) > 0 {
		t.Errorf("left behind: %q", left)
	}
}

// TestFromShelf: it says what was stored of each kind, and nothing of what was not.
func TestFromShelf(t *testing.T) {
	for _, test := range []struct {
		runs, averages []bool
		want           string
	}{
		{nil, nil, ""},
		{[]bool{false}, []bool{false}, ""},
		{[]bool{true, false}, nil, "stored from an earlier time: 1 of 2 explorations"},
		{[]bool{false}, []bool{true}, "stored from an earlier time: 1 of 1 simulation"},
		{[]bool{true}, []bool{true, true}, "stored from an earlier time: 1 of 1 exploration, 2 of 2 simulations"},
	} {
		l := &ledger.Ledger{}
		for _, stored := range test.runs {
			l.Runs = append(l.Runs, &ledger.Run{Stored: stored})
		}
		for _, stored := range test.averages {
			l.Averages = append(l.Averages, &ledger.Averages{Stored: stored})
		}
		if got := FromShelf(l); got != test.want {
			t.Errorf("%v, %v: %q, want %q", test.runs, test.averages, got, test.want)
		}
	}
}
