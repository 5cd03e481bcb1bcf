package gmecheck_test

import (
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the outputs of the commands in docs")

// The pages whose code is compiled and run. A comment before a block says what the block is:
//
//	<!-- file: NAME -->    the text of a file
//	<!-- change: NAME -->  lines of that file, with - before those that go and + before those that come
//	<!-- shell: COMMAND --> what a command prints, in a directory with these files
var pages = []string{"docs/tutorial.md", "docs/coming-from.md"}

var block = regexp.MustCompile("(?s)(?:<!-- (file|change|shell): ([^\n]*) -->\n)?```([a-z]*)\n(.*?)```\n")

// TestDocs follows the pages: it writes their files into a module of its own, compiles them, runs the commands, and compares
// what they print. -update writes the outputs anew.
func TestDocs(t *testing.T) {
	if testing.Short() {
		t.Skip("runs the compiler")
	}
	for _, page := range pages {
		t.Run(filepath.Base(page), func(t *testing.T) {
			t.Parallel()
			old, err := os.ReadFile(page)
			if err != nil {
				t.Fatal(err)
			}
			dir, ran := ownModule(t), 0
			now := block.ReplaceAllStringFunc(string(old), func(text string) string {
				m := block.FindStringSubmatch(text)
				kind, what, language, body := m[1], m[2], m[3], m[4]
				switch kind {
				case "file":
					writeFile(t, filepath.Join(dir, what), body)
				case "change":
					change(t, filepath.Join(dir, what), body)
				case "shell":
					ran++
					return "<!-- shell: " + what + " -->\n```" + language + "\n$ " + what + "\n" + shell(t, dir, what) + "```\n"
				default:
					if language == "go" || language == "diff" || language == "console" {
						t.Errorf("%s has a block that no comment explains:\n%s", page, body)
					}
				}
				return text
			})
			if ran == 0 {
				t.Errorf("%s runs nothing", page)
			}
			compare(t, page, string(old), now)
		})
	}
}

// ownModule is a directory with a module that has this one as its only source of packages.
func ownModule(t *testing.T) string {
	t.Helper()
	root, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	mod, err := os.ReadFile("go.mod")
	if err != nil {
		t.Fatal(err)
	}
	sums, err := os.ReadFile("go.sum")
	if err != nil {
		t.Fatal(err)
	}
	const name = "github.com/gmecheck/gmecheck"
	text := strings.Replace(string(mod), "module "+name, "module lock", 1) +
		"\nrequire " + name + " v0.0.0\n\nreplace " + name + " => " + root + "\n"
	dir := t.TempDir()
	writeFile(t, filepath.Join(dir, "go.mod"), text)
	writeFile(t, filepath.Join(dir, "go.sum"), string(sums))
	return dir
}

func writeFile(t *testing.T, file, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

// change makes a change of a page in a file.
func change(t *testing.T, file, diff string) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var before, after strings.Builder
	for line := range strings.Lines(diff) {
		if line == "\n" {
			line = " \n"
		}
		if line[0] != '+' {
			before.WriteString(line[1:])
		}
		if line[0] != '-' {
			after.WriteString(line[1:])
		}
	}
	if n := strings.Count(string(text), before.String()); n != 1 || before.String() == after.String() {
		t.Fatalf("%s has these lines %d times, not once, or they do not change:\n%s", filepath.Base(file), n, diff)
	}
	writeFile(t, file, strings.Replace(string(text), before.String(), after.String(), 1))
}

// seconds are the times in the output of go test.
var seconds = regexp.MustCompile(`\(\d+\.\d+s\)|\t\d+\.\d+s|\t\(cached\)`)

// testingLine is where Model.Test reports, which edits of this module move.
var testingLine = regexp.MustCompile(`testing\.go:\d+:`)

// shell is what a command prints. Its exit code is for the reader to see in that.
func shell(t *testing.T, dir, command string) string {
	t.Helper()
	words := strings.Fields(command)
	if words[0] != "go" && words[0] != "cat" {
		t.Fatalf("a page runs %s", words[0])
	}
	c := exec.CommandContext(t.Context(), words[0], words[1:]...)
	c.Dir = dir
	// Linking and vetting is most of the time.
	c.Env = append(os.Environ(), "GOPROXY=off", "GOWORK=off", "GOFLAGS="+os.Getenv("GOFLAGS")+" -ldflags=-w -vet=off")
	out, err := c.CombinedOutput()
	if c.ProcessState == nil {
		t.Fatal(err)
	}
	out = testingLine.ReplaceAll(out, []byte("testing.go:1:"))
	return seconds.ReplaceAllStringFunc(string(out), func(s string) string {
		if s[0] == '(' {
			return "(0.00s)"
		}
		return "\t0.01s"
	})
}

// compare reports the first line in which a page differs from what it should be, or writes it.
func compare(t *testing.T, page, old, now string) {
	t.Helper()
	if old == now {
		return
	}
	if *update {
		writeFile(t, page, now)
		return
	}
	was, is := strings.Split(old, "\n"), strings.Split(now, "\n")
	for k := range min(len(was), len(is)) {
		if was[k] != is[k] {
			t.Fatalf("%s:%d says\n  %s\nbut it is\n  %s\n(go test -run TestDocs -update writes it)", page, k+1, was[k], is[k])
		}
	}
	t.Fatalf("%s is out of date: go test -run TestDocs -update writes it", page)
}
