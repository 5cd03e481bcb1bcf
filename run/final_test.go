package run_test

import (
	"strings"
	"testing"
	"time"

	"github.com/gmecheck/gmecheck"
	"github.com/gmecheck/gmecheck/run"
)

// TestFinal: crashes are not injected where in the model nobody recovers.
func TestFinal(t *testing.T) {
	n, err := run.Start(composed(t, keeping(true), gmecheck.Faults{Crash: 1, Final: true}), run.Options{
		Site: 1, Peers: []string{"127.0.0.1:0"}, Dir: t.TempDir(), Marks: marks, Faults: run.Faults{Crash: time.Hour, Recovery: time.Hour},
	})
	if err == nil {
		n.Close()
	}
	if err == nil || !strings.Contains(err.Error(), "nobody recovers") {
		t.Errorf("%v", err)
	}
}
