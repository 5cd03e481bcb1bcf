package main

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/exit"
)

// lineEnds are what a CI may take for the end of a line.
var lineEnds = regexp.MustCompile("\r\n|[\n\r\v\f\u0085\u2028\u2029]")

// commands are the lines of an output that a CI takes for commands: of GitHub's at the beginning of a line, but for blanks, of
// Azure's and the old form of GitHub's anywhere.
func commands(output string) (all []string) {
	for _, line := range lineEnds.Split(output, -1) {
		if strings.HasPrefix(strings.TrimSpace(line), "::") || regexp.MustCompile(`##[A-Za-z]*\[`).MatchString(line) {
			all = append(all, line)
		}
	}
	return all
}

// TestHostileNames: whatever names of checks, keys, values, files, directories and flags are, gate --github gives the CI no command but its
// own annotations, and no line begins with what it was given.
func TestHostileNames(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("such files cannot be there")
	}
	const evil = "::stop-commands::x"
	manifest := func(check string) string { return "version: 1\nchecks:\n  - " + check + "\n" }
	named := func(name, model string) string {
		return manifest("name: " + name + "\n    model: {algorithm: " + model + "}\n    search: {properties: [deadlock]}\n    expect: {states: 1}")
	}
	for _, test := range []struct {
		name, file, text string
		args             []string
		code, annotated  int
		says             string // in what it prints
	}{
		{"met", "gate.yaml", strings.Replace(named(`"`+evil+`"`, "raymond, processes: 2"), "states: 1", "states: 21", 1), nil, exit.Fine, 0, `met      "::stop`},
		{"not met", "gate.yaml", named(`"::error file=x.go,line=1::text"`, "raymond, processes: 2"), nil, exit.Gate, 1, `NOT MET: ":`},
		{"traced", "gate.yaml", manifest(`{name: "##[error]x", model: {algorithm: srt-gme, processes: 2}, search: {properties: [gme]}}`), nil, exit.Gate, 1, `replay $'traces\n::error::z/error-x-gme.trace'`},
		{"old form", "gate.yaml", named(`"a ##[error]x ##vso[task.complete]y"`, "raymond, processes: 2"), nil, exit.Gate, 1, `#\x23[error]x #\x23vso[task`},
		{"in JSON", "gate.yaml", named(`"a ##[error]x ##vso[task.complete]y"`, "raymond, processes: 2"), []string{"--json"}, exit.Gate, 1, `"name": "a #\u0023[error]x`},
		{"rewritten", "gate.yaml", named(`"`+evil+`"`, "raymond, processes: 2"), []string{"--update"}, exit.Fine, 0, "rewritten: "},
		{"line end", "gate.yaml", named(`"x\n`+evil+`"`, "raymond"), nil, exit.Usage, 0, `"x\n::stop-commands::x"; allowed is text in one line`},
		{"escape", "gate.yaml", named(`"\e[31m"`, "raymond"), nil, exit.Usage, 0, `\x1b[31m`},
		{"separator", "gate.yaml", named(`"x\u2028`+evil+`"`, "raymond"), nil, exit.Usage, 0, `x\u2028::stop`},
		{"next line", "gate.yaml", named(`"x\u0085`+evil+`"`, "raymond"), nil, exit.Usage, 0, `x\u0085::stop`},
		{"complete", "gate.yaml", manifest(`{name: a, model: {algorithm: raymond}, expect: {complete: "x\n::error::y"}}`), nil, exit.Usage, 0, `complete is "x\n::error::y"; allowed is true or false`},
		{"doubled key", "gate.yaml", manifest(`{name: a, "x\n::error::y": 1, "x\n::error::y": 2}`), nil, exit.Usage, 0, `"x\n::error::y"`},
		{"doubled property", "gate.yaml", manifest(`{name: a, model: {algorithm: raymond}, expect: {properties: {"m\n::error::y": holds, "m\n::error::y": holds}}}`), nil, exit.Usage, 0,
			`"m\n::error::y" for the second time`},
		{"value", "gate.yaml", manifest(`{name: a, model: {algorithm: raymond, network: "::error::y"}, replay: "::error::z"}`), nil, exit.Usage, 0, "both model and replay"},
		{"model", "gate.yaml", manifest(`{name: a, model: {algorithm: raymond, network: "##[error]y"}}`), nil, exit.Usage, 0, `network "#\x23[error]y"`},
		{"replay", "gate.yaml", manifest(`{name: a, replay: "##[error]z"}`), nil, exit.Usage, 0, "no such file"},
		{"syntax", "gate.yaml", "version: 1\nchecks: [\"a\r" + evil + "\n", nil, exit.Usage, 0, "not YAML"},
		{"file", "::error::x.gate.yaml", "version: 1\n", nil, exit.Usage, 0, "no checks"},
		{"file that is met", "##[error]x\n::error::x.gate.yaml", named("a", "raymond, processes: 2"), nil, exit.Gate, 1, `NOT MET: a ("`},
		{"directory", "x\n::error::y/gate.yaml", "version: 2\n", nil, exit.Usage, 0, "no checks"},
		{"no file", "gate.yaml", named("a", "raymond, processes: 2"), []string{"none\n::error::y"}, exit.Usage, 0, `"none\n::error::y": no such file`},
		{"no manifest", "x\n::error::y/none", "", []string{"x\n::error::y"}, exit.Usage, 0, `"x\n::error::y": no manifest`},
		{"flag", "gate.yaml", "", []string{"--x\n::error::y"}, exit.Usage, 0, `unknown flag "--x\n::error::y"`},
		{"old flag", "gate.yaml", "", []string{"--x##[error]y"}, exit.Usage, 0, `unknown flag`},
		{"value of a flag", "gate.yaml", named("a", "raymond"), []string{"--sarif", "none/x\n::error::y"}, exit.Usage, 0, `--sarif "none/x\n::error::y"`},
	} {
		t.Run(test.name, func(t *testing.T) {
			dir := t.TempDir()
			t.Chdir(dir)
			t.Setenv("GITHUB_WORKSPACE", dir)
			t.Setenv("GITHUB_STEP_SUMMARY", "")
			file := filepath.FromSlash(test.file)
			if err := os.MkdirAll(filepath.Join(dir, filepath.Dir(file)), 0o777); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(dir, file), []byte(test.text), 0o666); err != nil {
				t.Fatal(err)
			}
			var stdout, stderr bytes.Buffer
			code := gmecheck().Run(t.Context(), append([]string{"gate", "--github", "--trace-dir", "traces\n::error::z"}, test.args...), &stdout, &stderr)
			all := stdout.String() + stderr.String()
			if code != test.code || !strings.Contains(all, test.says) {
				t.Errorf("exit code %d, want %d, with %s\n%s", code, test.code, test.says, all)
			}
			found := commands(all)
			for _, line := range found {
				if !strings.HasPrefix(line, "::error file=") || strings.Contains(line, "##[") {
					t.Errorf("the CI would read %q", line)
				}
			}
			mistakes := regexp.MustCompile(`:\d+:\d+: `).FindAllString(stderr.String(), -1) // in manifests, each with its place
			if len(found) != test.annotated+len(mistakes) {
				t.Errorf("%d annotations, want %d, and %d mistakes:\n%s", len(found), test.annotated, len(mistakes), all)
			}
		})
	}
}
