package step

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/gdamore/tcell/v2"

	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/exit"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/layout"
)

// screen is the run on the whole terminal: the possible steps on the left, a pane on the right, the diagram below.
type screen struct {
	tcell.Screen
	walker *walker
	filter string
	cursor int // among the steps that match
	pane   int
	scroll int // lines of the pane that are above its top
	said   string
}

// panes are what the right side shows, in the order in which tab goes through them.
var panes = []string{"changes", "state", "properties"}

const keys = "enter take  a-z 0-9 filter, number  ← → back, on  tab pane  ^W write  esc quit"

// newScreen takes the terminal.
func newScreen() (tcell.Screen, error) {
	device, err := tcell.NewDevTty()
	if err != nil {
		return nil, err
	}
	s, err := tcell.NewTerminfoScreenFromTty(&typed{Tty: device})
	if err != nil {
		return nil, errors.Join(err, device.Close())
	}
	if err := s.Init(); err != nil {
		return nil, errors.Join(err, device.Close())
	}
	return s, nil
}

// typed is a terminal of which every byte that belongs to no UTF-8 is read as a question mark: the screen would wait for ever for the rest of a
// character.
type typed struct {
	tcell.Tty
	rest []byte // of what was read last: the beginning of a character
}

func (t *typed) Read(p []byte) (int, error) {
	n := copy(p, t.rest)
	t.rest = t.rest[:0]
	more, err := t.Tty.Read(p[n:])
	all := p[:n+more]
	for k := 0; k < len(all); {
		switch r, size := utf8.DecodeRune(all[k:]); {
		case r != utf8.RuneError || size != 1:
			k += size
		case err == nil && !utf8.FullRune(all[k:]):
			t.rest = append(t.rest, all[k:]...)
			all = all[:k]
		default:
			all[k] = '?'
			k++
		}
	}
	return len(all), err
}

// run reads keys until somebody quits, or the process is told to end.
func (s *screen) run(ctx context.Context) error {
	defer context.AfterFunc(ctx, func() { _ = s.PostEvent(tcell.NewEventInterrupt(nil)) })()
	for {
		s.draw()
		switch e := s.PollEvent().(type) {
		case nil:
			return nil
		case *tcell.EventInterrupt:
			return exit.Err(exit.Inconclusive)
		case *tcell.EventResize:
			s.Sync()
		case *tcell.EventKey:
			if s.key(e) {
				return nil
			}
		}
	}
}

// key does what a key says; true if that is to quit.
func (s *screen) key(e *tcell.EventKey) (quit bool) {
	s.said = ""
	matching := s.walker.matching(s.text())
	switch e.Key() {
	case tcell.KeyCtrlC:
		return true
	case tcell.KeyEscape:
		if s.filter == "" {
			return true
		}
		s.filter, s.cursor = "", 0
	case tcell.KeyUp:
		s.cursor = max(0, s.cursor-1)
	case tcell.KeyDown:
		s.cursor = max(0, min(len(matching)-1, s.cursor+1))
	case tcell.KeyPgUp:
		s.scroll = max(0, s.scroll-10)
	case tcell.KeyPgDn:
		s.scroll += 10
	case tcell.KeyTab:
		s.pane, s.scroll = (s.pane+1)%len(panes), 0
	case tcell.KeyLeft:
		s.moved(s.walker.back(), "this is the start")
	case tcell.KeyRight:
		s.moved(s.walker.forward(), "nothing was taken back")
	case tcell.KeyHome:
		for s.walker.back() {
		}
		s.moved(true, "")
	case tcell.KeyEnter:
		s.take(matching)
	case tcell.KeyCtrlW:
		file := free("run", ".trace")
		s.said = "wrote " + file
		if err := s.walker.write(file); err != nil {
			s.said = err.Error()
		}
	case tcell.KeyBackspace, tcell.KeyBackspace2:
		if r := []rune(s.filter); len(r) > 0 {
			s.filter, s.cursor = string(r[:len(r)-1]), 0
		}
	case tcell.KeyRune:
		s.filter, s.cursor = s.filter+string(e.Rune()), 0
	}
	return false
}

// free is the first name of a file that is not there yet: run.trace, run-2.trace, ...
func free(name, extension string) string {
	for k := 1; ; k++ {
		file := name + extension
		if k > 1 {
			file = fmt.Sprintf("%s-%d%s", name, k, extension)
		}
		if _, err := os.Lstat(file); err != nil {
			return file
		}
	}
}

// number is the step whose number is typed; false if no number is.
func (s *screen) number() (int, bool) {
	n, err := strconv.Atoi(s.filter)
	return n, err == nil
}

// text is what steps are filtered by.
func (s *screen) text() string {
	if _, is := s.number(); is {
		return ""
	}
	return s.filter
}

func (s *screen) take(matching []int) {
	at := -1
	if n, is := s.number(); is && n >= 1 && n <= len(s.walker.enabled) {
		at = n - 1
	} else if !is && s.cursor < len(matching) {
		at = matching[s.cursor]
	}
	if at < 0 {
		s.said = "no such step"
		return
	}
	if err := s.walker.take(s.walker.enabled[at].Label); err != nil {
		s.said = err.Error()
		return
	}
	s.moved(true, "")
}

func (s *screen) moved(ok bool, problem string) {
	if !ok {
		s.said = problem
		return
	}
	s.filter, s.cursor, s.scroll = "", 0, 0
}

// The styles. Nothing is told by a color alone.
var (
	faint = tcell.StyleDefault.Dim(true)
	bold  = tcell.StyleDefault.Bold(true)
	bad   = tcell.StyleDefault.Foreground(tcell.ColorRed).Bold(true)
	picks = tcell.StyleDefault.Reverse(true)
)

func (s *screen) draw() {
	s.Clear()
	width, height := s.Size()
	w := s.walker
	left := min(max(24, width*2/5), 50)
	below := min(len(w.steps)+3, height/2) // the diagram
	top := max(3, height-below-2)          // lines above it
	s.put(0, 0, width, bold, w.line)
	s.put(0, 1, left-1, faint, "possible steps  "+s.filter)
	matching := w.matching(s.text())
	first := max(0, s.cursor-(top-4))
	for k, at := range matching[min(first, len(matching)):] {
		if 2+k >= top {
			break
		}
		style := tcell.StyleDefault
		if n, is := s.number(); !is && first+k == s.cursor || is && n == at+1 {
			style = picks
		}
		if more := len(matching) - first - k; 2+k == top-1 && more > 1 {
			s.put(0, 2+k, left-1, faint, fmt.Sprintf("    … %d more", more))
			break
		}
		s.put(0, 2+k, left-1, style, shortened(fmt.Sprintf("%3d %s", at+1, w.enabled[at].Label), left-1))
	}
	if len(w.enabled) == 0 {
		s.put(0, 2, left-1, bold, w.nothing())
	} else if _, is := s.number(); len(matching) == 0 && !is {
		s.put(0, 2, left-1, bold, "no step has this in it")
	}
	for k, line := range layout.Wrap(w.outside, left-5) {
		if row := 2 + max(1, len(matching)-first) + k; row < top {
			s.put(4, row, left-5, faint, line)
		}
	}
	title := "at the start"
	if n := len(w.steps); n > 0 {
		title = fmt.Sprintf("after step %d: %s", n, w.steps[n-1])
	}
	s.put(left, 1, width-left, bold, panes[s.pane]+" "+title)
	lines := s.paneLines(width - left)
	s.scroll = max(0, min(s.scroll, len(lines)-(top-2)))
	for k, line := range lines[min(s.scroll, len(lines)):] {
		if 2+k >= top {
			break
		}
		style := tcell.StyleDefault
		if strings.HasPrefix(line, "!") {
			style = bad
		}
		if more := len(lines) - s.scroll - k; 2+k == top-1 && more > 1 {
			s.put(left, 2+k, width-left, faint, fmt.Sprintf("… %d more: page down", more))
			break
		}
		s.put(left, 2+k, width-left, style, line)
	}
	diagram := w.diagram(width)
	if room := max(1, below); len(diagram) > room {
		diagram = append(diagram[:1:1], diagram[len(diagram)-room+1:]...)
	}
	for k, line := range diagram {
		style := tcell.StyleDefault
		if strings.Contains(line, "! ") {
			style = bad
		}
		s.put(0, top+k, width, style, line)
	}
	foot := keys
	if s.said != "" {
		foot = s.said
	}
	s.put(0, height-1, width, faint, foot)
	s.Show()
}

// paneLines is what the right pane shows, so wide.
func (s *screen) paneLines(width int) []string {
	violated, rest := s.walker.verdicts()
	var lines []string
	for at, v := range violated {
		if at > 0 && panes[s.pane] != "properties" {
			lines = append(lines, fmt.Sprintf("! and %d more: tab, to properties", len(violated)-at))
			break
		}
		for k, line := range layout.Wrap(v, width-2) {
			lines = append(lines, []string{"! ", "!   "}[min(k, 1)]+line)
		}
	}
	switch panes[s.pane] {
	case "properties":
		return append(lines, rest...)
	case "state":
		return append(lines, s.walker.state(true)...)
	}
	return append(lines, s.walker.state(false)...)
}

// shortened is a label that fits a width: what is left out is in the middle, for the end says to whom a message goes.
func shortened(label string, width int) string {
	runes := []rune(label)
	if len(runes) <= width || width < 16 {
		return label
	}
	const end = 8
	return string(runes[:width-end-1]) + "…" + string(runes[len(runes)-end:])
}

// put writes a text into one line, cut at a width.
func (s *screen) put(x, y, width int, style tcell.Style, text string) {
	_, height := s.Size()
	if y < 0 || y >= height {
		return
	}
	runes := []rune(text)
	if len(runes) > width && width > 0 {
		runes = append(runes[:width-1:width-1], '…')
	}
	for k, r := range runes {
		if k < width {
			s.SetContent(x+k, y, r, nil, style)
		}
	}
}
