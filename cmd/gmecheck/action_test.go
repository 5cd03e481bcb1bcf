package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// echoProgram prints its arguments, one a line, as the gate of the action's script gets them.
const echoProgram = `package main

import (
	"fmt"
	"os"
)

func main() {
	for _, a := range os.Args[1:] {
		fmt.Println(a)
	}
}
`

// TestAction runs the action's script: it builds the program of a module, and hands it all manifests, whatever line they stand in.
func TestAction(t *testing.T) {
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("the action needs bash")
	}
	dir := t.TempDir()
	source := filepath.Join(dir, "my source")
	for name, text := range map[string]string{"go.mod": "module mine\n\ngo 1.24\n", "lock/main.go": echoProgram} {
		file := filepath.Join(source, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	script, err := filepath.Abs("../../.github/gate.sh")
	if err != nil {
		t.Fatal(err)
	}
	run := func(manifests string) (string, error) {
		cmd := exec.Command(bash, script)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "SOURCE="+source, "PACKAGE=./lock", "MANIFESTS="+manifests, "REPORTS=my reports", "RUNNER_TEMP="+dir,
			"GITHUB_OUTPUT="+filepath.Join(dir, "output"), "GOFLAGS=-mod=mod")
		out, err := cmd.CombinedOutput()
		return string(out), err
	}
	for manifests, want := range map[string]string{
		".":                                    ".",
		"one.gate.yaml two":                    "one.gate.yaml two",
		"one.gate.yaml\ntwo\n\n  three.yaml\n": "one.gate.yaml two three.yaml",
	} {
		out, err := run(manifests)
		if err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		lines := strings.Split(strings.TrimSpace(out), "\n")
		const before = 8 // gate --github --junit FILE --sarif FILE --trace-dir DIR
		if got := strings.Join(lines[min(before, len(lines)):], " "); got != want || lines[0] != "gate" || lines[3] != "my reports/junit.xml" {
			t.Errorf("manifests %q: the program gets %q", manifests, lines)
		}
	}
	if out, err := run(" \n"); err == nil || !strings.Contains(out, "names nothing") {
		t.Errorf("no manifests: %v: %s", err, out)
	}
	output, err := os.ReadFile(filepath.Join(dir, "output"))
	if err != nil || !strings.Contains(string(output), "sarif=my reports/gate.sarif\n") {
		t.Errorf("the outputs are %q, %v", output, err)
	}
}
