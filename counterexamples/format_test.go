package counterexamples

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/system"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// golden compares with a file of testdata.
func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if *update {
		if err := os.MkdirAll("testdata", 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Errorf("%s: %s", file, diff)
	}
}

type writer func(io.Writer, *system.System, *Trace) error

func text(o Options) writer {
	return func(w io.Writer, sys *system.System, t *Trace) error { return Render(w, sys, t, o) }
}

// Process 2 is served although its first request was doubled, and process 1 crashes meanwhile.
func faulty() (*system.System, *Trace) {
	sys := suzuki(func(c *model.Config) { c.Loss, c.Duplicate, c.Crash = 1, 1, 1 })
	return sys, &Trace{Model: "suzuki-kasami -n 2 --loss 1 --duplicate 1 --crash 1", Property: "nobody", Steps: []string{
		"request(2)", "duplicate(Request(2, 1) -> 1)", "deliver(Request(2, 1) -> 1)", "lose(Request(2, 1) -> 1)",
		"crash(1)", "deliver(Token([0, 0], <>) -> 2)", "exit(2)",
	}}
}

func TestFormats(t *testing.T) {
	for name, write := range map[string]writer{
		"diff.txt": text(Options{}), "full.txt": text(Options{Full: true}), "color.txt": text(Options{Color: true}), "brief.txt": text(Options{Brief: true}),
		"trace.json": JSON, "trace.itf.json": ITF, "trace.mmd": Mermaid, "trace.svg": unjudged,
	} {
		sys, trace := faulty()
		var b bytes.Buffer
		if err := write(&b, sys, trace); err != nil {
			t.Fatal(err)
		}
		golden(t, name, b.Bytes())
		b.Reset()
		lasso := &Trace{Model: "raymond -n 1 -r inf", Property: "starved", Steps: []string{"request(1)", "exit(1)"}, Endless: true}
		if err := write(&b, endless(), lasso); err != nil {
			t.Fatal(err)
		}
		golden(t, "loop-"+name, b.Bytes())
		if strings.HasSuffix(name, ".json") && !json.Valid(b.Bytes()) {
			t.Errorf("%s is no JSON", name)
		}
	}
}

// TestAges: with times, a state says how old its messages are, in each form that shows states; without, none has an age.
func TestAges(t *testing.T) {
	for _, test := range []struct {
		network      model.Network
		shown, moved string
	}{
		{model.Bag, "Request(2, 1) aged 1", "Request(2, 1) -> P1 aged 1"},
		{model.FIFO, "Request(2, 1) from P2 aged 1", "Request(2, 1) -> P1 from P2 aged 1"},
	} {
		sys := suzuki(func(c *model.Config) {
			c.Network, c.Times = test.network, &model.Times{Delay: model.Interval{Lo: 0, Hi: 2}}
		})
		trace := &Trace{Steps: []string{"request(2)", "tick"}}
		s, err := NewScene(sys, trace)
		if err != nil {
			t.Fatal(err)
		}
		if got := s.Moment(2).Owners[0].Inbox; !slices.Equal(got, []string{test.shown}) {
			t.Errorf("%s: on its way is %q", test.network, got)
		}
		var full, itf bytes.Buffer
		if err := errors.Join(Render(&full, sys, trace, Options{Full: true}), ITF(&itf, sys, trace)); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(full.String(), test.moved) {
			t.Errorf("%s: it does not say %q:\n%s", test.network, test.moved, full.String())
		}
		var doc struct {
			States []struct{ Network []struct{ Age *int } }
		}
		if err := json.Unmarshal(itf.Bytes(), &doc); err != nil {
			t.Fatal(err)
		}
		if m := doc.States[1].Network; len(m) != 1 || m[0].Age == nil || *m[0].Age != 0 {
			t.Errorf("%s: ITF has %+v when it is sent", test.network, m)
		}
		if m := doc.States[2].Network; len(m) != 1 || m[0].Age == nil || *m[0].Age != 1 {
			t.Errorf("%s: ITF has %+v after a tick", test.network, m)
		}
	}
	sys, trace := faulty()
	var itf bytes.Buffer
	if err := ITF(&itf, sys, trace); err != nil || strings.Contains(itf.String(), `"age"`) {
		t.Errorf("without times: %v, %s", err, itf.String())
	}
}

func TestFormatsOfDiverged(t *testing.T) {
	for _, write := range []writer{text(Options{}), JSON, ITF, Mermaid, unjudged} {
		sys, trace := faulty()
		trace.Steps[1] = "exit(1)"
		var diverged *Divergence
		if err := write(io.Discard, sys, trace); !errors.As(err, &diverged) || diverged.Step != 2 {
			t.Errorf("%v", err)
		}
	}
}

func TestEscape(t *testing.T) {
	if got, want := escape("a#b;c<d>%%{e}"), "a#35;b#59;c#lt;d#gt;#37;#37;#123;e#125;"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got, want := escape("a\nb\x01\xff"), "a b\ufffd\ufffd"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// unjudged is SVG of a trace that was not replayed.
func unjudged(w io.Writer, sys *system.System, t *Trace) error { return SVG(w, sys, t, nil) }

// lamp is one process that begins in the dark or in the light.
type lamp struct{ model.Protocol[bool, int] }

func (lamp) Starts() []model.Start[bool] {
	return []model.Start[bool]{{Name: "dark", Vars: []bool{false}}, {Name: "light", Vars: []bool{true}}}
}
func (lamp) MayRequest(_ model.Site, on bool) bool                                { return !on }
func (lamp) InCS(_ model.Site, on bool) bool                                      { return on }
func (lamp) Look(_ model.Site, on bool, _ []int) model.View                       { return model.View{InCS: on} }
func (lamp) Request(_ model.Site, on *bool, _ model.Demand, _ *model.Outbox[int]) { *on = true }
func (lamp) Exit(_ model.Site, on *bool, _ *model.Outbox[int])                    { *on = false }

// TestBriefStart: also the steps alone say in which of several initial states they begin.
func TestBriefStart(t *testing.T) {
	sys := system.Compose(lamp{}, model.Config{Processes: 1, Requests: []int{2}, Network: model.Bag})
	var b strings.Builder
	if err := Render(&b, sys, &Trace{Start: "light", Steps: []string{"exit(1)"}}, Options{Brief: true}); err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(b.String(), "      start light\n   1  exit(1)\n") || !strings.HasSuffix(b.String(), "in CS     nobody\n") {
		t.Error(b.String())
	}
}
