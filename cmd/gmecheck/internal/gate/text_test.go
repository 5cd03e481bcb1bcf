package gate

import (
	"testing"

	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/terminal"
)

// TestGateColours paints outcomes on a terminal only.
func TestGateColours(t *testing.T) {
	for outcomeIs, want := range map[Outcome]string{
		Met: "\x1b[32mmet\x1b[0m", Inconclusive: "\x1b[33minconclusive\x1b[0m", NotMet: "\x1b[31;1mNOT MET\x1b[0;22m",
	} {
		if got := outcome(outcomeIs, terminal.Palette{On: true}); got != want {
			t.Errorf("%s on a terminal is %q, want %q", outcomeIs, got, want)
		}
	}
	if got := outcome(NotMet, terminal.Palette{}); got != "NOT MET" {
		t.Errorf("elsewhere %q", got)
	}
}
