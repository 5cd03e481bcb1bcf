package step

import (
	"bytes"
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/gdamore/tcell/v2"

	"github.com/gmecheck/gmecheck/algorithms"
	"github.com/gmecheck/gmecheck/algorithms/options"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/exit"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/flags"
	"github.com/gmecheck/gmecheck/counterexamples"
)

func walking(t *testing.T, line string) *walker {
	t.Helper()
	a, c, err := options.Parse(algorithms.All(), line)
	if err != nil {
		t.Fatal(err)
	}
	w, err := newWalker(&flags.TraceFile{Trace: &counterexamples.Trace{}, Algorithm: a, Config: c})
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// TestInvariant: the run of an expression that asks for variables.
func TestInvariant(t *testing.T) {
	a, c, err := options.Parse(algorithms.All(), "srt-gme -n 2")
	if err != nil {
		t.Fatal(err)
	}
	trace := &counterexamples.Trace{Property: counterexamples.Invariant + `P1.state != "EC"`, Steps: []string{"request(1, g1)"}}
	w, err := newWalker(&flags.TraceFile{Trace: trace, Algorithm: a, Config: c})
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := plain(t.Context(), w, strings.NewReader("q"), &out); err != nil || !strings.Contains(out.String(), `P1.state != "EC" is violated`) {
		t.Errorf("%v\n%s", err, out.String())
	}
}

// TestPlain: a session in the commands of a script, what it says, and the trace that it writes.
func TestPlain(t *testing.T) {
	w := walking(t, "srt-gme -n 2")
	file := filepath.Join(t.TempDir(), "run.trace")
	script := strings.Join([]string{
		"request(2, g1)", "deliver", "request(1, g2)", "token", // to the violation, by labels and parts of them
		"b", "f", "d", "w " + file, "w", "fly", "99", "exit", "b", "?", "v", "p", "r", "b", "q", "1",
	}, "\n")
	var out bytes.Buffer
	if err := plain(t.Context(), w, strings.NewReader(script), &out); err != nil {
		t.Fatal(err)
	}
	said := out.String()
	for _, want := range []string{
		"step 4: deliver(token(<>, NULL, 0) -> 2)\nP2 inside (g1)\n  state: R => EC\n", "! gme is violated: P1 attends g2, P2 attends g1\n",
		"wrote " + file, "w needs the name of a file", `no possible step is "fly"`, `no possible step is "99"`,
		"  1  exit(1)\n  2  exit(2)\n", "\nthe start\n", "this is the start", "  RS = {1}\n",
	} {
		if !strings.Contains(said, want) {
			t.Errorf("it does not say %q:\n%s", want, said)
		}
	}
	if strings.Count(said, "\nstep 1:") != 1 {
		t.Error("what stands behind q is obeyed")
	}
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	trace, err := counterexamples.Parse(file, data)
	if err != nil || trace.Property != "gme" || len(trace.Steps) != 4 {
		t.Errorf("the trace is %+v, %v", trace, err)
	}
}

// TestWalk: forward goes on where back has come from, unless another step was taken; a step that is not possible changes nothing.
func TestWalk(t *testing.T) {
	w := walking(t, "srt-gme -n 2")
	for _, label := range []string{"request(2, g1)", "request(1, g2)"} {
		if err := w.take(label); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.take("exit(2)"); err == nil || len(w.steps) != 2 {
		t.Errorf("exit(2): %v after %q", err, w.steps)
	}
	if once, twice, thrice := w.back(), w.back(), w.back(); !once || !twice || thrice || len(w.steps) != 0 {
		t.Errorf("back twice: %q", w.steps)
	}
	if !w.forward() || w.steps[0] != "request(2, g1)" || len(w.ahead) != 1 {
		t.Errorf("forward: %q, then %q", w.steps, w.ahead)
	}
	if err := w.take("request(1, g1)"); err != nil || w.forward() {
		t.Errorf("forward after another step: %q", w.steps)
	}
}

// TestScreen: the whole terminal, at 80 columns and 24 lines.
func TestScreen(t *testing.T) {
	simulated := tcell.NewSimulationScreen("UTF-8")
	if err := simulated.Init(); err != nil {
		t.Fatal(err)
	}
	defer simulated.Fini()
	simulated.SetSize(80, 24)
	s := &screen{Screen: simulated, walker: walking(t, "srt-gme -n 2")}
	shows := func(wants ...string) {
		t.Helper()
		s.draw()
		cells, width, height := simulated.GetContents()
		var lines []string
		for y := range height {
			line := ""
			for _, c := range cells[y*width : (y+1)*width] {
				line += string(c.Runes)
			}
			lines = append(lines, strings.TrimRight(line, " "))
		}
		text := strings.Join(lines, "\n")
		for _, want := range wants {
			if !strings.Contains(text, want) {
				t.Errorf("%q is not on the screen:\n%s", want, text)
			}
		}
	}
	press := func(key tcell.Key) bool { return s.key(tcell.NewEventKey(key, 0, tcell.ModNone)) }
	enter := func(text string) {
		for _, r := range text {
			s.key(tcell.NewEventKey(tcell.KeyRune, r, tcell.ModNone))
		}
		press(tcell.KeyEnter)
	}
	shows("srt-gme --variant published -n 2 -m 2", "  4 request(2, g2)", "changes at the start", "enter take")
	enter("3") // by its number
	shows("after step 1: request(2, g1)", "1 │         ●g1?")
	enter("deliver") // by a part of its label
	press(tcell.KeyDown)
	press(tcell.KeyEnter)
	shows("after step 3: request(1, g2)", "●g2")
	enter("token")
	shows("! gme is violated: P1 attends g2, P2 attends g1", "█──token─>●g1")
	press(tcell.KeyTab)
	shows("state after step 4", "captain = 0", "more: page down")
	press(tcell.KeyPgDn)
	press(tcell.KeyPgDn)
	shows("(requests) = 1")
	press(tcell.KeyLeft)
	shows("after step 3")
	press(tcell.KeyRight)
	shows("after step 4")
	enter("nonsense")
	shows("no such step", "no step has this in it")
	if press(tcell.KeyEscape) || !press(tcell.KeyEscape) {
		t.Error("escape leaves the filter first, and the screen then")
	}
	simulated.SetSize(80, 10)
	s.walker = walking(t, "srt-gme -n 2")
	shows("  2 request(1, g2)", "… 2 more")
	press(tcell.KeyDown)
	press(tcell.KeyDown)
	press(tcell.KeyDown)
	shows("  4 request(2, g2)")
	enter("1") // with a diagram
	for height := range 6 {
		for _, width := range []int{0, 1, 20} { // nothing breaks
			simulated.SetSize(width, height)
			s.draw()
		}
	}
}

// keyboard is a terminal on which something has been typed, and then nothing more.
type keyboard struct {
	tcell.Tty
	typed io.Reader
}

func (k keyboard) Read(p []byte) (int, error) { return k.typed.Read(p) }

// TestTyped: what is no UTF-8 is read as question marks, however it comes in pieces.
func TestTyped(t *testing.T) {
	for _, c := range []struct{ typed, want string }{
		{"abc", "abc"}, {"aäb€𝔾", "aäb€𝔾"}, {"a\xe4", "a?"}, {"\xffq", "?q"}, {"\xc3a", "?a"}, {"\x80\x80ä\xe2\x82", "??ä??"}, {"�", "�"},
	} {
		for _, pieces := range []func(io.Reader) io.Reader{iotest.OneByteReader, iotest.HalfReader, iotest.DataErrReader} {
			data, err := io.ReadAll(&typed{Tty: keyboard{typed: pieces(strings.NewReader(c.typed))}})
			if err != nil || string(data) != c.want {
				t.Errorf("%q is read as %q, not %q; %v", c.typed, data, c.want, err)
			}
		}
	}
}

// TestToldToEnd: a session ends when the process is told to, though nobody types anything.
func TestToldToEnd(t *testing.T) {
	for name, session := range map[string]func(context.Context) error{
		"plain": func(ctx context.Context) error {
			in, typing := io.Pipe()
			defer typing.Close()
			return plain(ctx, walking(t, "srt-gme -n 2"), in, io.Discard)
		},
		"screen": func(ctx context.Context) error {
			simulated := tcell.NewSimulationScreen("UTF-8")
			if err := simulated.Init(); err != nil {
				return err
			}
			defer simulated.Fini()
			return (&screen{Screen: simulated, walker: walking(t, "srt-gme -n 2")}).run(ctx)
		},
	} {
		ctx, end := context.WithCancel(t.Context())
		time.AfterFunc(10*time.Millisecond, end)
		if err := session(ctx); err != exit.Err(exit.Inconclusive) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
