package terminal

import (
	"bytes"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/spf13/cobra"

	"github.com/gmecheck/gmecheck/explore"
)

// TestProgress: a line on a terminal says how far the search is, and then what is being done with its states.
func TestProgress(t *testing.T) {
	for _, test := range []struct {
		at   explore.Progress
		want string
	}{
		{explore.Progress{Level: 3, States: 12_345, Frontier: 678, Bytes: 1 << 20}, "searching level 3, 678 of 12,345 states, "},
		{explore.Progress{Level: 3, States: 12_345, Stage: "answering questions about them", Done: 2, Of: 7, Bytes: 1 << 20},
			"12,345 states, all searched; answering questions about them: 2 of 7 (28 %), 1.0 MiB"},
	} {
		var out strings.Builder
		cmd := &cobra.Command{}
		cmd.SetErr(&out)
		p := NewProgress(cmd)
		p.terminal = true
		p.Update(test.at)
		if !strings.Contains(out.String(), test.want) {
			t.Errorf("%+v: %q, want %q", test.at, out.String(), test.want)
		}
	}
}

// TestProgressLine: on a terminal the line of progress is wiped before the answer begins, and once; a signal is answered in it.
func TestProgressLine(t *testing.T) {
	var screen bytes.Buffer
	cmd := &cobra.Command{}
	cmd.SetOut(&Output{Writer: &screen})
	cmd.SetErr(&screen)
	p := NewProgress(cmd)
	p.terminal, p.columns = true, func() int { return 0 }
	p.interrupted() // of which nothing is shown yet
	p.Show("level 1")
	p.interrupted()
	io.WriteString(cmd.OutOrStdout(), "answer\n")
	p.Clear()
	if want := "\r\x1b[Klevel 1\r\x1b[Kinterrupted, this level is left; the report follows (Ctrl-C again: no report)\r\x1b[Kanswer\n"; screen.String() != want {
		t.Errorf("%q, want %q", screen.String(), want)
	}
}

// TestProgressFits: the line says how much is left where that is known, and is cut where it has no room.
func TestProgressFits(t *testing.T) {
	var screen bytes.Buffer
	p := &Progress{w: &screen, terminal: true, columns: func() int { return 60 }, Until: Remaining{States: 1000, Time: time.Minute}}
	p.Update(explore.Progress{Level: 3, States: 12, Frontier: 5, Elapsed: 20 * time.Second})
	if want := "\r\x1b[Ksearching level 3, 5 of 12 states (1,000 allowed), 40s lef…"; screen.String() != want {
		t.Errorf("%q, want %q", screen.String(), want)
	}
	p.columns, p.shown = func() int { return 80 }, false
	p.Update(explore.Progress{Level: 3, States: 12, Frontier: 5, Elapsed: 20 * time.Second})
	if !strings.HasSuffix(screen.String(), " 5 of 12 states (1,000 allowed), 40s left, 0 B, 0/s") {
		t.Errorf("%q", screen.String())
	}
}
