package ricartagrawala

import (
	"bytes"
	"context"
	"fmt"
	"os/exec"
	"testing"
	"time"

	"github.com/gmecheck/gmecheck/explore/conform"
)

// run is the log of a run of ra.py, which is the algorithm in Python, with threads and random delays.
func run(t *testing.T, args ...string) []byte {
	t.Helper()
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("there is no python3")
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, python, append([]string{"ra.py"}, args...)...)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	log, err := cmd.Output()
	if err != nil || stderr.Len() > 0 {
		t.Fatalf("%v\n%s", err, &stderr)
	}
	return log
}

// TestLog: what ra.py logs is a run of the model, and in no order of its events two are inside.
func TestLog(t *testing.T) {
	for seed := range 3 {
		log := run(t, fmt.Sprint(seed))
		a, violations, err := RicartAgrawala(3).Conform(t.Context(), "log", bytes.NewReader(log), conform.Options{})
		if err != nil || !a.Conforms || a.Events != 36 || len(violations) > 0 {
			t.Fatalf("%v\n%+v %+v\n%s", err, a, violations, log)
		}
	}
}

// TestLogOfMistake: with its mistake the program still keeps two from being inside together, as it finds itself; the log shows it.
func TestLogOfMistake(t *testing.T) {
	log := run(t, "1", "--bug")
	lines := bytes.Split(log, []byte("\n"))
	a, _, err := RicartAgrawala(3).Conform(t.Context(), "log", bytes.NewReader(log), conform.Options{})
	if err != nil || a.Conforms || !bytes.Contains(lines[a.Misfit.Event.Line-1], []byte("x-wrong")) {
		t.Errorf("%v\n%+v\n%s", err, a, log)
	}
}
