package main

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// small is what --quick measures.
var small = config{[]int{2, 2, 2}}

// printing is a tool that prints a count, as the shell does it.
func printing(name string, workers int, script string) tool {
	return tool{
		name: name, workers: workers,
		build: func(context.Context, string, config) ([]string, error) { return []string{"sh", "-c", script}, nil },
		parse: func(output string) (count, error) {
			states, transitions, _ := strings.Cut(strings.TrimSpace(output), " ")
			return counted(states, transitions)
		},
	}
}

func absent(name string) tool {
	return tool{name: name, workers: 1, build: func(context.Context, string, config) ([]string, error) { return nil, errMissing }}
}

func TestMeasure(t *testing.T) {
	once := options{runs: 3, limit: time.Minute}
	r, err := measure(t.Context(), small, []tool{printing("a", 1, "echo 5 9"), absent("b"), printing("c", 2, "echo 5 9")}, once, io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	if want := (count{5, 9}); r.count != want {
		t.Errorf("%v, want %v", r.count, want)
	}
	for k, runs := range []int{3, 0, 3} {
		if got := len(r.rows[k].runs); got != runs {
			t.Errorf("%v: %d runs, want %d", r.rows[k].tool, got, runs)
		}
	}
}

func TestMeasureRefuses(t *testing.T) {
	a := printing("a", 1, "echo 5 9")
	for name, test := range map[string]struct {
		other   tool
		limit   time.Duration
		refused string
	}{
		"states":      {printing("b", 2, "echo 4 9"), time.Minute, "b (workers: 2): the tools disagree: it finds 4 states and 9 transitions, a (workers: 1) 5 states and 9 transitions"},
		"transitions": {printing("b", 2, "echo 5 8"), time.Minute, "8 transitions"},
		"no count":    {printing("b", 2, "echo lost 9"), time.Minute, "b (workers: 2): no count"},
		"exit code":   {printing("b", 2, "echo 5 9; exit 3"), time.Minute, "exit status 3"},
		"time":        {printing("b", 2, "echo 5 9; sleep 20"), 200 * time.Millisecond, "stopped after 200ms"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := measure(t.Context(), small, []tool{a, test.other}, options{runs: 1, limit: test.limit}, io.Discard)
			if err == nil || !strings.Contains(err.Error(), test.refused) {
				t.Errorf("%v, want an error with %q", err, test.refused)
			}
		})
	}
}

// Where TLC is not installed, a Java that only repeats what it was given shows that TLC would have been called.
func TestTLCIsCalled(t *testing.T) {
	programs := t.TempDir()
	const java = "#!/bin/sh\necho \"$@\"\ncat MC.tla MC.cfg\nhead -1 SuzukiKasami.tla\n"
	if err := os.WriteFile(filepath.Join(programs, "java"), []byte(java), 0o777); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", programs+string(filepath.ListSeparator)+os.Getenv("PATH"))
	t.Setenv("TLC_CP", "tla2tools.jar")
	here, err := filepath.Abs(".")
	if err != nil {
		t.Fatal(err)
	}
	called := tlc(2, false)
	said := ""
	called.parse = func(output string) (count, error) { said = output; return count{}, nil }
	if _, err := measure(t.Context(), config{[]int{2, 2, 1, 1}}, []tool{called}, options{runs: 1, limit: time.Minute}, io.Discard); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"-cp " + filepath.Join(here, "tla2tools.jar") + " tlc2.TLC -workers 2 MC\n", "Budgets == <<2, 2, 1, 1>>\n", "CONSTANT Budget <- Budgets\n",
		"INVARIANTS MutualExclusion OneToken\n", "MODULE SuzukiKasami",
	} {
		if !strings.Contains(said, want) {
			t.Errorf("%q is not in\n%s", want, said)
		}
	}
}

func TestTLCIsMissing(t *testing.T) {
	t.Setenv("TLC_CP", "")
	if _, err := tlc(1, false).build(t.Context(), t.TempDir(), small); err != errMissing {
		t.Errorf("%v, want %v", err, errMissing)
	}
}
