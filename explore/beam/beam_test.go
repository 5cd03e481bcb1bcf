package beam_test

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/gmecheck/gmecheck/algorithms"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/cli"
	"github.com/gmecheck/gmecheck/explore/beam"
	"github.com/gmecheck/gmecheck/explore/beam/s3"
)

// TestMain is the program itself, if its arguments are a command line, or those of a worker.
func TestMain(m *testing.M) {
	if os.Getenv("GMECHECK_BEAM") != "" {
		s3.Beat = beat
		beam.Main(cli.Program{Algorithms: algorithms.All(), Name: "gmecheck-beam"})
	}
	os.Exit(m.Run())
}

// beat is short, so that what a killed process leaves is soon known for that.
const beat = 200 * time.Millisecond

// run runs a command line, and returns what it prints, what it tells, and its exit code.
func run(t *testing.T, line string) (stdout, stderr string, code int) {
	t.Helper()
	var out, told bytes.Buffer
	cmd := exec.CommandContext(t.Context(), os.Args[0], strings.Fields(line)...)
	cmd.Env = append(os.Environ(), "GMECHECK_BEAM=1")
	cmd.Stdout, cmd.Stderr = &out, &told
	if err := cmd.Run(); err != nil && cmd.ProcessState == nil {
		t.Fatal(err)
	}
	return out.String(), told.String(), cmd.ProcessState.ExitCode()
}

var ran = regexp.MustCompile(`(?m)^level (\d+): ([\d,]+) states; prism in `)

// TestPrism demands the report of a search in memory from searches whose levels Prism's workers do, in this process or in others,
// in one go or resumed: counts, verdicts, traces and exit code.
func TestPrism(t *testing.T) {
	for _, test := range []struct {
		model, how string
	}{
		{"raymond -n 3 -r 2 --property mutex,deadlock", "--partitions 3 --engine-from 60"},
		{"raymond -n 3 -r 2 --property mutex,deadlock", "--partitions 7 --engine-from 90 --environment_type PROCESS"},
		{"srt-gme -n 2 -m 1 --property gme,one-token,deadlock", "--partitions 2 --engine-from 0"},
	} {
		t.Run(test.model+" "+test.how, func(t *testing.T) {
			want, _, code := run(t, "check "+test.model)
			line := fmt.Sprintf("check %s --store %s --runner prism %s", test.model, t.TempDir(), test.how)
			var told strings.Builder
			for _, limit := range []string{"--max-depth 12", ""} {
				got, errs, gotCode := run(t, line+" "+limit)
				told.WriteString(errs)
				if limit == "" && (got != want || gotCode != code) {
					t.Errorf("exit code %d instead of %d; got\n%s\nwant\n%s\ntold\n%s", gotCode, code, got, want, errs)
				}
			}
			levels := map[string]bool{}
			for _, found := range ran.FindAllStringSubmatch(told.String(), -1) {
				if levels[found[1]] {
					t.Errorf("level %s went through Prism twice", found[1])
				}
				levels[found[1]] = true
			}
			t.Logf("%d levels through Prism", len(levels))
			if len(levels) < 2 {
				t.Errorf("%d levels went through Prism:\n%s", len(levels), told.String())
			}
		})
	}
}

// TestRefused gives flags that are wrong, before a search begins.
func TestRefused(t *testing.T) {
	for line, says := range map[string]string{
		"--runner spark":                  "--runner spark: allowed is flink or prism",
		"--runner flink":                  "--endpoint is not given",
		"--runner flink --endpoint x:1":   "--environment_type is not given",
		"--engine flink":                  "--engine flink: allowed is beam or local",
		"--engine-from -1":                "--engine-from -1",
		"--engine local --checkpoint dir": "no --checkpoint and no --resume with it",
	} {
		if _, errs, code := run(t, "check raymond -n 2 --store "+t.TempDir()+" "+line); code != 64 || !strings.Contains(errs, says) {
			t.Errorf("%s: exit code %d, %s", line, code, errs)
		}
	}
}
