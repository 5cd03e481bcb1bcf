package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/gmecheck/gmecheck/algorithms/paper/papertest"
)

var update = flag.Bool("update", false, "rewrite the golden parts of the scripts")

// programs are what the tests can start by name, each in a process of its own.
var programs = map[string]func(){"gmecheck": main}

func TestMain(m *testing.M) {
	testscript.Main(withCache{m}, programs)
}

// withCache runs tests with a cache of their own: nothing is stored where the user's things are.
type withCache struct{ *testing.M }

func (m withCache) Run() int {
	if flag.Parse(); *exploreNames != "" {
		return m.M.Run() // what is interrupted goes on from the user's
	}
	cache, err := os.MkdirTemp("", "gmecheck-cache-")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(cache)
	os.Setenv("XDG_CACHE_HOME", cache)
	return m.M.Run()
}

// TestScript runs the scripts. Their command "exits CODE PROGRAM ARGUMENTS..." runs a program and compares its code;
// "steady FILE" keeps a report without its times; "atmost FIELD NUMBER" compares a number of the report. The condition
// [drawn:N:WHAT] says whether a script that takes long is run; with SAMPLE by one commit of N.
func TestScript(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Setup: func(e *testscript.Env) error {
			e.Setenv("XDG_CACHE_HOME", filepath.Join(e.WorkDir, ".cache"))
			return nil
		},
		Dir: "testdata/script", UpdateScripts: *update, RequireExplicitExec: true, RequireUniqueNames: true,
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"exits": exits, "steady": steady, "atmost": atMost},
		Condition: func(words string) (bool, error) {
			drawn, is := strings.CutPrefix(words, "drawn:")
			n, what, _ := strings.Cut(drawn, ":")
			of, err := strconv.ParseUint(n, 10, 32)
			if !is || err != nil || of == 0 || what == "" {
				return false, fmt.Errorf("%q is no condition", words)
			}
			return papertest.Drawn(what, uint32(of)), nil
		},
	})
}

// volatile is what differs from one run to the next in a report.
var volatile = regexp.MustCompile(`"(seconds|peak_bytes|bytes_per_state)": [0-9.e+-]+`)

// steady writes the last stdout to a file, with zeros for times and memory.
func steady(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: steady FILE")
	}
	text := volatile.ReplaceAllString(ts.ReadFile("stdout"), `"$1": 0`)
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(text), 0o666))
}

// atMost finds a number in the last stdout, a report in JSON, and refuses a larger one, or none.
func atMost(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: atmost FIELD NUMBER")
	}
	limit, err := strconv.ParseInt(args[1], 10, 64)
	ts.Check(err)
	found := regexp.MustCompile(`"` + args[0] + `": ([0-9]+)`).FindStringSubmatch(ts.ReadFile("stdout"))
	if found == nil {
		ts.Fatalf("no %s in the report", args[0])
	}
	got, err := strconv.ParseInt(found[1], 10, 64)
	ts.Check(err)
	if got == 0 || got > limit {
		ts.Fatalf("%s: %d, allowed are 1 to %d", args[0], got, limit)
	}
}

func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits CODE PROGRAM ARGUMENTS...")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	got := 0
	if err := ts.Exec(args[1], args[2:]...); err != nil {
		var failed *exec.ExitError
		if !errors.As(err, &failed) {
			ts.Fatalf("%v", err)
		}
		got = failed.ExitCode()
	}
	if got != want {
		ts.Fatalf("exit code %d, want %d", got, want)
	}
}

// TestVerbs refuses verbs without help, example or completion of their own.
func TestVerbs(t *testing.T) {
	for _, c := range gmecheck().Command().Commands() {
		if c.Name() == "help" || c.Name() == "completion" {
			continue // cobra's
		}
		if c.Short == "" || c.Example == "" || c.Args == nil {
			t.Errorf("%s needs a short text, an example and a check of its arguments", c.Name())
		}
	}
}

func TestCompletion(t *testing.T) {
	c, _, err := gmecheck().Command().Find([]string{"check"})
	if err != nil {
		t.Fatal(err)
	}
	complete, ok := c.GetFlagCompletionFunc("repair")
	if !ok {
		t.Fatal("--repair does not complete")
	}
	all, _ := complete(c, []string{"srt-gme"}, "remember,gi")
	if !slices.Contains(all, "remember,give-away") || slices.Contains(all, "remember,remember") {
		t.Errorf("remember,gi completes to %q", all)
	}
	complete, _ = c.GetFlagCompletionFunc("variant")
	if all, _ := complete(c, []string{"k-mutex"}, ""); !slices.Equal(all, []string{"published", "repaired", "baseline", "bundled"}) {
		t.Errorf("--variant completes to %q", all)
	}
	for _, args := range [][]string{nil, {"srtgme"}, {"srt-gme", "gbp"}} {
		if c.Args(c, args) == nil {
			t.Errorf("%q are allowed", args)
		}
	}
}
