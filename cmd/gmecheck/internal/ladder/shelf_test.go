package ladder

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

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
