package terminal

import (
	"bytes"
	"io"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"github.com/gmecheck/gmecheck/explore"
)

// TestProgress: a line on a terminal says how far the search is, and then what is being done with its states.
func TestProgress(t *testing.T) {
	for _, test := range []struct {
		at   explore.Progress
		want string
	}{
		{explore.Progress{Level: 3, States: 12_345, Frontier: 678, Bytes: 1 << 20}, "level 3  12,345 states  "},
		{explore.Progress{Level: 3, States: 12_345, Stage: "questions", Done: 2, Of: 7, Bytes: 1 << 20},
			"12,345 states, all searched  questions: 2 of 7  1.0 MiB"},
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

// TestProgressLine: on a terminal the line of progress is wiped before the answer begins, and once.
func TestProgressLine(t *testing.T) {
	var screen bytes.Buffer
	cmd := &cobra.Command{}
	cmd.SetOut(&Output{Writer: &screen})
	cmd.SetErr(&screen)
	p := NewProgress(cmd)
	p.terminal = true
	p.Show("level 1")
	io.WriteString(cmd.OutOrStdout(), "answer\n")
	p.Clear()
	if want := "\r\x1b[K\x1b[?7llevel 1\x1b[?7h\r\x1b[Kanswer\n"; screen.String() != want {
		t.Errorf("%q, want %q", screen.String(), want)
	}
}
