package gmecheck_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/gmecheck/gmecheck/algorithms/paper/papertest"
)

// TestDocumentation compiles and runs the protocol in the package's documentation as it stands there.
func TestDocumentation(t *testing.T) {
	papertest.Seldom(t, 2)
	if testing.Short() {
		t.Skip("runs the compiler")
	}
	text, err := os.ReadFile("doc.go")
	if err != nil {
		t.Fatal(err)
	}
	source := "package main\n\nimport (\n\t\"testing\"\n\n\t\"github.com/gmecheck/gmecheck\"\n)\n\n"
	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(line, "// # ") {
			break
		}
		if code, is := strings.CutPrefix(line, "//\t"); is {
			source += code
		} else if strings.TrimSpace(line) == "//" {
			source += "\n"
		}
	}
	dir := filepath.Join("testdata", "doc")
	if err := os.MkdirAll(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(dir)
	if err := os.WriteFile(filepath.Join(dir, "lock_test.go"), []byte(source), 0o666); err != nil {
		t.Fatal(err)
	}
	out, err := exec.CommandContext(t.Context(), "go", "test", "-v", "-run", "TestLock", "./testdata/doc").CombinedOutput()
	if err != nil || !strings.Contains(string(out), "--- PASS: TestLock/served") {
		t.Errorf("%v\n%s", err, out)
	}
}
