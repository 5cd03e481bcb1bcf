package terminal

import (
	"context"
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
	stop     func() bool // hearing of signals; may be nil
	columns  func() int  // of the terminal, which may change
	Prefix   string      // the beginning of every line
	Until    Remaining   // what ends the search

	mu    sync.Mutex // searches report from a goroutine of their own
	last  time.Duration
	shown bool
}

// NewProgress is the progress of a verb, on its stderr. The line is gone before the answer begins, which may be on the
// same terminal.
func NewProgress(cmd *cobra.Command) *Progress {
	w := cmd.ErrOrStderr()
	p := &Progress{w: w, terminal: IsTerminal(w), columns: func() int { return Columns(w) }, start: time.Now()}
	if out, ok := cmd.OutOrStdout().(*Output); ok {
		out.before = p.Clear
	}
	if ctx := cmd.Context(); ctx != nil && p.terminal {
		p.stop = context.AfterFunc(ctx, p.interrupted)
	}
	return p
}

// interrupted says at once that a signal was heard: what ends in the middle of a level may take a while to report.
func (p *Progress) interrupted() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.shown {
		p.line("interrupted, this level is left; the report follows (Ctrl-C again: no report)")
	}
}

// Remaining are limits that say how much is left.
type Remaining struct {
	States int           // 0: no limit
	Time   time.Duration // 0: no limit
}

// Searching shows the progress of a search until clear is called.
func Searching(cmd *cobra.Command, o *explore.Options) (clear func()) {
	p := NewProgress(cmd)
	p.Until = Remaining{States: o.MaxStates, Time: o.MaxTime}
	o.Progress = p.Update
	return p.Clear
}

// Update shows one search.
func (p *Progress) Update(at explore.Progress) {
	states, memory := layout.Grouped(at.States), humanize.IBytes(uint64(at.Bytes))
	if at.Stage != "" {
		p.Show(fmt.Sprintf("%s states, all searched; %s: %s of %s (%d %%), %s", states, at.Stage, layout.Grouped(at.Done), layout.Grouped(at.Of),
			100*at.Done/max(at.Of, 1), memory))
		return
	}
	left := ""
	if p.Until.States > 0 {
		left = fmt.Sprintf(" (%s allowed)", layout.Grouped(p.Until.States))
	}
	if p.Until.Time > 0 {
		left += fmt.Sprintf(", %s left", max(p.Until.Time-at.Elapsed, 0).Round(time.Second))
	}
	rate := layout.Grouped(int(float64(at.States) / max(at.Elapsed.Seconds(), 0.001)))
	p.Show(fmt.Sprintf("searching level %d, %s of %s states%s, %s, %s/s", at.Level, layout.Grouped(at.Frontier), states, left, memory, rate))
}

func (p *Progress) Show(line string) {
	line = p.Prefix + line
	p.mu.Lock()
	defer p.mu.Unlock()
	switch elapsed := time.Since(p.start); {
	case p.terminal && p.shown && elapsed-p.last < 100*time.Millisecond:
	case p.terminal:
		p.line(line)
		p.shown, p.last = true, elapsed
	case elapsed-p.last >= 10*time.Second:
		fmt.Fprintln(p.w, line)
		p.last = elapsed
	}
}

// line writes over the line of a terminal.
func (p *Progress) line(text string) {
	if columns := p.columns(); columns > 0 && layout.Width(text) >= columns { // a second line would stay there
		text = string([]rune(text)[:columns-2]) + "…"
	}
	fmt.Fprintf(p.w, "\r\x1b[K%s", text)
}

// Clear wipes the line.
func (p *Progress) Clear() {
	if p.stop != nil {
		p.stop()
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.shown {
		fmt.Fprint(p.w, "\r\x1b[K")
		p.shown = false
	}
}
