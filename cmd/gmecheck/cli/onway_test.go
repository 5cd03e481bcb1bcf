package cli_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/gmecheck/gmecheck/algorithms/paper/papertest"
)

// TestOnTheWay: a plain search passes few files, since what it does not use is not on its way. Of how many files statements are executed is
// measured by the command itself, built to count them.
func TestOnTheWay(t *testing.T) {
	papertest.Seldom(t, 3)
	if testing.Short() {
		t.Skip("builds everything once more")
	}
	dir := t.TempDir()
	binary, data, profile := filepath.Join(dir, "gmecheck"), filepath.Join(dir, "data"), filepath.Join(dir, "profile")
	if err := os.Mkdir(data, 0o777); err != nil {
		t.Fatal(err)
	}
	run := func(name string, args ...string) {
		t.Helper()
		cmd := exec.CommandContext(t.Context(), name, args...)
		cmd.Env = append(os.Environ(), "GOCOVERDIR="+data)
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%s %v: %v\n%s", name, args, err, out)
		}
	}
	run("go", "build", "-cover", "-coverpkg=../../../...", "-o", binary, "..")
	run(binary, "check", "raymond", "-n", "2", "--property", "mutex", "--workers", "1")
	run("go", "tool", "covdata", "textfmt", "-i="+data, "-o="+profile)
	text, err := os.ReadFile(profile)
	if err != nil {
		t.Fatal(err)
	}
	all, engine := map[string]bool{}, map[string]bool{}
	for line := range strings.Lines(string(text)) {
		file, rest, _ := strings.Cut(strings.TrimSpace(line), ":")
		if file = strings.TrimPrefix(file, "github.com/gmecheck/gmecheck/"); file == "mode" || strings.HasSuffix(rest, " 0") {
			continue
		}
		if all[file] = true; strings.HasPrefix(file, "explore/") {
			engine[file] = true
		}
	}
	if len(all) < 30 || len(all) > 60 || len(engine) < 5 || len(engine) > 12 {
		t.Errorf("%d files, %d of them the engine's; at most 60 and 12 may be on the way of a plain search: %v", len(all), len(engine), all)
	}
}
