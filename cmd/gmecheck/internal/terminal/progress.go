package terminal

import (
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/dustin/go-humanize"
	"github.com/spf13/cobra"

	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/layout"
	"github.com/gmecheck/gmecheck/explore"
)

// Progress shows how far a search is: one line that is written over on a terminal, a plain line every ten seconds
// elsewhere.
type Progress struct {
	w        io.Writer
	terminal bool
	start    time.Time
	Prefix   string // the beginning of every line

	mu    sync.Mutex // searches report from a goroutine of their own
	last  time.Duration
	shown bool
}

// NewProgress is the progress of a verb, on its stderr. The line is gone before the answer begins, which may be on the
// same terminal.
func NewProgress(cmd *cobra.Command) *Progress {
	w := cmd.ErrOrStderr()
	p := &Progress{w: w, terminal: IsTerminal(w), start: time.Now()}
	if out, ok := cmd.OutOrStdout().(*Output); ok {
		out.before = p.Clear
	}
	return p
}

// Update shows one search.
func (p *Progress) Update(at explore.Progress) {
	if at.Stage != "" {
		p.Show(fmt.Sprintf("%s states, all searched  %s: %s of %s  %s", layout.Grouped(at.States), at.Stage, layout.Grouped(at.Done), layout.Grouped(at.Of),
			humanize.IBytes(uint64(at.Bytes))))
		return
	}
	p.Show(fmt.Sprintf("level %d  %s states  %s states/s  frontier %s  %s", at.Level, layout.Grouped(at.States),
		layout.Grouped(int(float64(at.States)/max(at.Elapsed.Seconds(), 0.001))), layout.Grouped(at.Frontier), humanize.IBytes(uint64(at.Bytes))))
}

func (p *Progress) Show(line string) {
	line = p.Prefix + line
	p.mu.Lock()
	defer p.mu.Unlock()
	switch elapsed := time.Since(p.start); {
	case p.terminal && p.shown && elapsed-p.last < 100*time.Millisecond:
	case p.terminal:
		fmt.Fprintf(p.w, "\r\x1b[K\x1b[?7l%s\x1b[?7h", line) // cut off at the margin: a second line would stay there
		p.shown, p.last = true, elapsed
	case elapsed-p.last >= 10*time.Second:
		fmt.Fprintln(p.w, line)
		p.last = elapsed
	}
}

func (p *Progress) Clear() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.shown {
		fmt.Fprint(p.w, "\r\x1b[K")
		p.shown = false
	}
}
