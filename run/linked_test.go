package run_test

import (
	"os/exec"
	"strings"
	"testing"
)

// TestLinked: only who runs protocols links what runs need.
func TestLinked(t *testing.T) {
	out, err := exec.CommandContext(t.Context(), "go", "list", "-deps", "..", "../cmd/gmecheck").CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for name := range strings.Lines(string(out)) {
		if strings.Contains(name, "prometheus") || strings.HasPrefix(name, "google.golang.org/") || strings.HasSuffix(name, "gmecheck/run\n") {
			t.Errorf("the command links %s", name)
		}
	}
}
