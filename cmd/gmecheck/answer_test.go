package main

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/exit"
)

// full is a disk with room for so many bytes.
type full struct{ room int }

func (f *full) Write(p []byte) (int, error) {
	if n := f.room; n < len(p) {
		f.room = 0
		return n, errors.New("no space left")
	}
	f.room -= len(p)
	return len(p), nil
}

// TestFullDisk: no verb ends with the code of an answer that nobody can read, and check says nothing less for it.
func TestFullDisk(t *testing.T) {
	for _, line := range []string{
		"check srt-gme -n 2 --property gme", "check suzuki-kasami -n 2", "check suzuki-kasami -n 2 --json", "list", "list gbp",
		"simulate srt-gme -n 2", "graph srt-gme -n 2 -m 1", "sweep suzuki-kasami -n 2 --up-to 2 --quiet", "version", "--version", "check --help",
		"claims suzuki-kasami -n 2 --property mutex --quiet", "repairs srt-gme -n 2 --property gme --quiet",
		"mean raymond -n 2 --quiet", "compare raymond --quiet", "gate --quiet ../../algorithms/raymond", "replay ../../counterexamples/corpus/srt-gme/gme.trace",
		"completion bash",
	} {
		for _, room := range []int{0, 20} {
			var stderr bytes.Buffer
			if code := gmecheck().Run(t.Context(), strings.Fields(line), &full{room}, &stderr); code != exit.Internal {
				t.Errorf("%s with room for %d bytes: code %d, %s", line, room, code, &stderr)
			}
			if !strings.Contains(stderr.String(), "no space left") {
				t.Errorf("%s with room for %d bytes: stderr %q", line, room, &stderr)
			}
		}
	}
}

// TestTracesAfterReport: traces that cannot be written take nothing away from the report.
func TestTracesAfterReport(t *testing.T) {
	for _, verb := range []string{"check", "simulate"} {
		dir := t.TempDir()
		if err := os.Mkdir(filepath.Join(dir, "srt-gme-gme.trace"), 0o777); err != nil {
			t.Fatal(err)
		}
		var stdout bytes.Buffer
		code := gmecheck().Run(t.Context(), []string{verb, "srt-gme", "-n", "2", "--property", "gme", "--trace-dir", dir}, &stdout, io.Discard)
		if code != exit.Internal || !strings.Contains(stdout.String(), "verdict: violated") {
			t.Errorf("%s: code %d, %s", verb, code, &stdout)
		}
	}
}

// TestGateFilesAfterReport: nor do a gate's files.
func TestGateFilesAfterReport(t *testing.T) {
	if _, err := os.Stat("/dev/full"); err != nil {
		t.Skip(err)
	}
	for _, flag := range []string{"--junit", "--sarif"} {
		var stdout, stderr bytes.Buffer
		// a file that is there when the flags are checked, and full when it is written
		code := gmecheck().Run(t.Context(), []string{"gate", "--quiet", flag, "/dev/full", "../../algorithms/raymond"}, &stdout, &stderr)
		if code == exit.Fine || !strings.Contains(stdout.String(), "verdict: met") {
			t.Errorf("%s: code %d, %s%s", flag, code, &stdout, &stderr)
		}
	}
}

// TestGateUpdateUnwritten: nor does a manifest that cannot be rewritten, because what is written first beside it would have too long a name.
func TestGateUpdateUnwritten(t *testing.T) {
	t.Chdir(t.TempDir())
	text := "version: 1\nchecks:\n  - name: a\n    model: {algorithm: raymond, processes: 2}\n    expect: {states: 1}\n"
	long := strings.Repeat("x", 245) + ".gate.yaml"
	for _, name := range []string{"a.gate.yaml", long} {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Skip(err)
		}
	}
	var stdout, stderr bytes.Buffer
	code := gmecheck().Run(t.Context(), []string{"gate", "--quiet", "--update", "a.gate.yaml", long}, &stdout, &stderr)
	if out := stdout.String(); code != exit.Internal || !strings.Contains(out, "rewritten: a.gate.yaml:5") || !strings.Contains(out, "verdict: NOT MET") {
		t.Errorf("code %d, %s%s", code, &stdout, &stderr)
	}
	if kept, err := os.ReadFile(long); err != nil || string(kept) != text {
		t.Errorf("the manifest that could not be written is %q, %v", kept, err)
	}
}
