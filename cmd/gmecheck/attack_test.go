//go:build linux

package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
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

// TestAttackReports: report files replace links and do not follow them; one that cannot be written is an internal error, as stdout
// is, and takes nothing away from the others.
func TestAttackReports(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	manifest := "version: 1\nchecks:\n  - name: overlap\n    model: {algorithm: srt-gme, processes: 2}\n    expect: {properties: {gme: holds, deadlock: holds}}\n"
	if err := errors.Join(
		os.WriteFile("gate.yaml", []byte(manifest), 0o666),
		os.WriteFile("victim", []byte("precious"), 0o666),
		os.Symlink("victim", "out.xml"), os.Mkdir("traces", 0o777), os.Symlink("../victim", "traces/overlap-gme.trace"),
		os.Symlink("/dev/full", "out.sarif"), os.Mkdir("blocked", 0o777), os.MkdirAll("blocked/overlap-gme.trace/x", 0o777),
	); err != nil {
		t.Fatal(err)
	}
	if out := attack(t, "gate", "--junit", "out.xml", "--sarif", "out.sarif", "--trace-dir", "traces"); out.code != 30 {
		t.Errorf("exit code %d\n%s%s", out.code, out.stdout, out.stderr)
	}
	for name, want := range map[string]string{"victim": "precious", "out.xml": "<testsuite", "out.sarif": "sarif", "traces/overlap-gme.trace": "property gme\n"} {
		if data, err := os.ReadFile(name); err != nil || !strings.Contains(string(data), want) {
			t.Errorf("%s: %v\n%s", name, err, data)
		}
	}
	out := attack(t, "gate", "--junit", "new.xml", "--sarif", "/dev/full", "--trace-dir", "blocked")
	if full := attack(t, "gate", "--junit", "/dev/full"); out.code != 70 || full.code != 70 {
		t.Errorf("exit codes %d and %d; want 70\n%s", out.code, full.code, out.stderr)
	}
	if data, err := os.ReadFile("new.xml"); err != nil || !strings.Contains(out.stdout, "overlap") {
		t.Errorf("a file that failed takes away others: %v\n%s\n%s", err, data, out.stdout)
	}
	out = attack(t, "check", "srt-gme", "-n", "2", "--quiet", "--trace-dir", "check")
	if out.code != 12 {
		t.Errorf("exit code %d", out.code)
	}
	all, err := os.ReadDir("check")
	if err != nil || len(all) < 2 {
		t.Fatal(all, err)
	}
	if err := errors.Join(os.RemoveAll("check"), os.MkdirAll(filepath.Join("check", all[0].Name(), "x"), 0o777)); err != nil {
		t.Fatal(err)
	}
	out = attack(t, "check", "srt-gme", "-n", "2", "--quiet", "--trace-dir", "check")
	if again, err := os.ReadDir("check"); err != nil || len(again) != len(all) || out.code != 70 || !strings.Contains(out.stdout, "\nverdict: ") {
		t.Errorf("%d of %d files, exit code %d, %v\n%s", len(again), len(all), out.code, err, out.stderr)
	}
}

// TestAttackReads: whatever cannot be read as a trace or a manifest is refused at once, as usage.
func TestAttackReads(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	if err := errors.Join(os.Symlink("/dev/zero", "zero"), syscall.Mkfifo("pipe", 0o666), os.Mkdir("dir", 0o777)); err != nil {
		t.Fatal(err)
	}
	for _, file := range []string{"zero", "pipe", "/dev/zero", "dir", "none"} {
		for _, args := range [][]string{{"replay", file}, {"gate", file}, {"step", "--plain", "--trace", file}, {"explore", "--trace", file}} {
			if args[0] == "gate" && file == "dir" {
				continue // a directory without manifests: also 64, by another way
			}
			if out := attack(t, args...); out.code != 64 {
				t.Errorf("%q: exit code %d\n%s", args, out.code, out.stderr)
			}
		}
	}
	for _, name := range []string{"zero", "pipe"} {
		if err := errors.Join(os.RemoveAll("saved"), os.Mkdir("saved", 0o777), os.Rename(name, "saved/checkpoint")); err != nil {
			t.Fatal(err)
		}
		if out := attack(t, "check", "raymond", "-n", "2", "--quiet", "--resume", "saved"); out.code != 64 {
			t.Errorf("a checkpoint that is a %s: exit code %d\n%s", name, out.code, out.stderr)
		}
	}
}
