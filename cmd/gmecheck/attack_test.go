//go:build linux

package main

import (
	"bytes"
	"fmt"
	"os/exec"
	"strings"
	"syscall"
	"testing"
)

// attacked is what a program has done under attack.
type attacked struct {
	code           int
	stdout, stderr string
	peak           int64 // bytes of memory, as the system counts them
}

// attack runs the program in a process of its own.
func attack(t *testing.T, args ...string) attacked {
	t.Helper()
	c := exec.CommandContext(t.Context(), "gmecheck", args...)
	var stdout, stderr bytes.Buffer
	c.Stdout, c.Stderr = &stdout, &stderr
	if err := c.Run(); c.ProcessState == nil {
		t.Fatal(err)
	}
	out := attacked{code: c.ProcessState.ExitCode(), stdout: stdout.String(), stderr: stderr.String()}
	if use, ok := c.ProcessState.SysUsage().(*syscall.Rusage); ok {
		out.peak = use.Maxrss << 10
	}
	if out.code < 0 || strings.Contains(out.stderr, "goroutine ") {
		t.Fatalf("%q dies: %v\n%s", args, c.ProcessState, out.stderr)
	}
	return out
}

// TestAttackMemory: no mode of search holds more memory than it is allowed, its report included, and each ends with a report.
func TestAttackMemory(t *testing.T) {
	const mebibytes = 80
	for _, args := range []string{
		"check drs-gme -n 3 -m 2 -r 2 --loss 1 --workers 1",
		"check drs-gme -n 3 -m 2 -r 2 --loss 1 --workers 3",
		"check srt-gme -n 3 -r 3 -m 2 --symmetry auto --workers 2",
		"check suzuki-kasami -n 3 -r inf --search dfs",
		"check suzuki-kasami -n 3 -r 3,3,2 --workers 2 --spill " + t.TempDir(),
		"simulate drs-gme -n 8 -m 8 -r 100 --loss 9 --workers 2",
	} {
		out := attack(t, append(strings.Fields(args), "--max-memory", fmt.Sprint(mebibytes, "MiB"), "--quiet")...)
		if out.peak > mebibytes<<20 {
			t.Errorf("%s: %d bytes; allowed are %d", args, out.peak, mebibytes<<20)
		}
		if !strings.Contains(out.stdout, "\nverdict: ") {
			t.Errorf("%s: exit code %d without a report\n%s%s", args, out.code, out.stdout, out.stderr)
		}
		if spilled := strings.Contains(args, "--spill"); !spilled && !strings.Contains(out.stdout, fmt.Sprintf("max-memory %d MiB", mebibytes)) {
			t.Errorf("%s: the limit was not met, so nothing is tested\n%s", args, out.stdout)
		}
	}
}
