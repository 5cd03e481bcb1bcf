package gmecheck_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/gmecheck/gmecheck"
)

// TestPlaces: what is wrong with a protocol is said to be in the author's file, not in a package between it and the engine.
func TestPlaces(t *testing.T) {
	calls := 0
	for name, p := range map[string]*counter{
		"a value that is not there": mistaken(func(p *counter) {
			p.Event("send", 1, func(*count, gmecheck.Ctx) bool { return gmecheck.NewPerSite[int](2).At(0) == 0 }, func(*count, gmecheck.Ctx) {})
		}),
		"a guard of messages": mistaken(func(p *counter) {
			send(p, func(_ *count, c gmecheck.Ctx) { c.Send(2, ping{}) })
			gmecheck.On(p, func(*count, gmecheck.Ctx, ping) {}).When(func(*count, gmecheck.Ctx, ping) bool { calls++; return calls%2 == 0 })
		}),
	} {
		if _, err := p.Check(); err == nil || !strings.Contains(err.Error(), "own_test.go:") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestReplayGoesOn: a run violates a property, too, that one of its states or steps before the last violates.
func TestReplayGoesOn(t *testing.T) {
	p := gmecheck.New[count]("mid", 1)
	p.Event("up", gmecheck.Always, func(s *count, _ gmecheck.Ctx) bool { return s.N < 3 }, func(s *count, _ gmecheck.Ctx) { s.N++ })
	p.Never("small", func(w gmecheck.World[count]) bool { return w.At(1).N == 1 || w.At(1).N == 2 })
	p.Never("one", func(w gmecheck.World[count]) bool { return w.At(1).N == 1 })
	p.Steps("first", func(s gmecheck.Step[count]) bool { return s.Before.At(1).N != 0 })
	p.Measure("odd", func(w gmecheck.World[count]) int { return 3 * (w.At(1).N % 3) }).AtMost(2)
	p.AtEnd("end", func(w gmecheck.World[count]) bool { return w.At(1).N == 3 })
	for property, want := range map[string]string{
		"small": "replayed: violates small after 1 step: the run goes on for 2 steps",
		"one":   "replayed: violates one after 1 step: the run goes on for 2 steps",
		"first": "replayed: violates first after 1 step: the run goes on for 2 steps",
		"odd":   "replayed: violates odd after 1 step: found 3; claimed: at most 2: the run goes on for 2 steps",
		"end":   "replayed, but no longer violates end after 3 steps",
	} {
		file := filepath.Join(t.TempDir(), "run.trace")
		if err := os.WriteFile(file, []byte("# gmecheck trace 1\nmodel mid -n 1\nproperty "+property+"\nsteps\nup(1)\nup(1)\nup(1)\n"), 0o666); err != nil {
			t.Fatal(err)
		}
		if got, err := p.Replay(file); err != nil || got != want {
			t.Errorf("%s: %q, %v; want %q", property, got, err, want)
		}
	}
}

// blind is a message whose text does not tell all of it; pale has the same text.
type (
	blind struct{ W any }
	pale  struct{}
	held  struct{ W any }
)

func (blind) String() string { return "blind" }
func (pale) String() string  { return "blind" }

// alike sends messages, of which one is not to be the first.
func alike(all []any, bad int) *counter {
	p := gmecheck.New[count]("alike", 2)
	send(p, func(_ *count, c gmecheck.Ctx) {
		for _, m := range all {
			c.Send(2, m)
		}
	})
	take := func(s *count, m any) {
		if s.N++; s.N == 1 && m != all[bad] {
			s.N++
		}
	}
	gmecheck.On(p, func(s *count, _ gmecheck.Ctx, m blind) { take(s, m) })
	gmecheck.On(p, func(s *count, _ gmecheck.Ctx, m pale) { take(s, m) })
	gmecheck.On(p, func(s *count, _ gmecheck.Ctx, m held) { take(s, m) })
	p.Never("first", func(w gmecheck.World[count]) bool { return w.At(2).N == 1 })
	return p
}

// TestAlike: of messages that have the same text, a label tells which is meant, the same one in every search, so that a run can be taken again.
func TestAlike(t *testing.T) {
	for name, all := range map[string][]any{
		"texts": {blind{1}, blind{2}, blind{"3"}},
		"kinds": {blind{1}, pale{}, blind{true}},
		"types": {held{int32(7)}, held{7}, held{int64(7)}},
	} {
		for bad := range all {
			for net, with := range map[string]gmecheck.Option{"bag": gmecheck.Bag, "loss": gmecheck.Faults{Loss: 1}, "times": gmecheck.Times{Delay: gmecheck.Interval{Lo: 1, Hi: 2}}} {
				p := alike(all, bad).With(with)
				var steps []string
				for workers := range 3 {
					r, err := p.Check(gmecheck.Workers(workers + 1))
					if err != nil {
						t.Fatal(name, net, err)
					}
					if said := replayed(t, p, r, "first"); !strings.HasPrefix(said, "replayed: violates first after ") || strings.Contains(said, "goes on") {
						t.Error(name, bad, net, r.Verdict("first").Steps, said)
					}
					if workers == 0 {
						steps = r.Verdict("first").Steps
					} else if !slices.Equal(steps, r.Verdict("first").Steps) {
						t.Error(name, bad, net, steps, r.Verdict("first").Steps)
					}
				}
			}
		}
	}
}

// TestAlikeOrder: messages of one text stand in the same order, whichever was met first, for properties and for canonical forms.
func TestAlikeOrder(t *testing.T) {
	for _, sent := range [][]any{{blind{1}, blind{2}}, {blind{2}, blind{1}}} {
		p := gmecheck.New[count]("ordered", 2)
		send(p, func(_ *count, c gmecheck.Ctx) {
			for _, m := range sent {
				c.Send(2, m)
			}
		})
		gmecheck.On(p, func(*count, gmecheck.Ctx, blind) {})
		p.Never("seen", func(w gmecheck.World[count]) bool {
			all := gmecheck.Messages[blind](w)
			return len(all) == 2 && all[0].W != 1
		})
		if r, err := p.Check(); err != nil || r.Verdict("seen").Result != "holds" {
			t.Error(sent, r, err)
		}
		p.Canonical(func(g *gmecheck.Global[count]) {
			if len(g.InFlight) == 2 && g.InFlight[0].Message != any(blind{1}) {
				t.Error(sent, g.InFlight)
			}
		})
		if _, err := p.Check(); err != nil {
			t.Error(sent, err)
		}
	}
}

// TestKeptRuns: runs that violate properties of like names are kept in files of their own.
func TestKeptRuns(t *testing.T) {
	t.Chdir(t.TempDir())
	p := gmecheck.New[count]("both", 1)
	p.Event("up", gmecheck.Always, func(s *count, _ gmecheck.Ctx) bool { return s.N < 4 }, func(s *count, _ gmecheck.Ctx) { s.N++ })
	long := strings.Repeat("N", 300) // no file can have all of it
	p.Never(long, func(w gmecheck.World[count]) bool { return w.At(1).N == 4 })
	p.Never("N<2", func(w gmecheck.World[count]) bool { return w.At(1).N == 1 })
	p.Never("N>2", func(w gmecheck.World[count]) bool { return w.At(1).N == 3 })
	p.Never("N_2", func(w gmecheck.World[count]) bool { return w.At(1).N == 2 })
	for steps, name := range map[int]string{1: "N<2", 2: "N_2", 3: "N>2", 4: long} {
		var others []gmecheck.Option // so that this run alone is kept
		for _, other := range []string{"N<2", "N_2", "N>2", long} {
			if other != name {
				others = append(others, gmecheck.Expect(other, gmecheck.Violated))
			}
		}
		p.Test(failures{printer{"TestLike/" + name}, new([]string)}, others...)
		files, err := filepath.Glob("testdata/gmecheck/*.trace")
		if err != nil || len(files) == 0 {
			t.Fatal(name, files, err)
		}
		found := false
		for _, file := range files {
			text, err := os.ReadFile(file)
			found = found || err == nil && strings.Count(string(text), "up(1)") == steps
		}
		if !found {
			t.Errorf("no file has the run of %s: %v", name, files)
		}
	}
	if files, _ := filepath.Glob("testdata/gmecheck/*.trace"); len(files) != 4 {
		t.Errorf("four runs are in %v", files)
	}
}

// TestGoldenLines: a golden file may have other ends of lines, and is written where a link to it leads.
func TestGoldenLines(t *testing.T) {
	p := gmecheck.New[count]("lines", 1)
	p.Never("up", func(w gmecheck.World[count]) bool { return w.At(1).N > 0 })
	r, err := p.Check()
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "golden.txt")
	if err := os.WriteFile(file, []byte(strings.ReplaceAll(r.String(), "\n", "\r\n")), 0o600); err != nil {
		t.Fatal(err)
	}
	link := filepath.Join(t.TempDir(), "link.txt")
	if err := os.Symlink(file, link); err != nil {
		t.Skip(err)
	}
	for _, file := range []string{file, link} {
		var said []string
		if p.Test(failures{printer{"lines"}, &said}, gmecheck.Golden(file)); len(said) > 0 {
			t.Error(file, said)
		}
	}
	if err := flag.Set("gmecheck.update", "true"); err != nil {
		t.Fatal(err)
	}
	defer flag.Set("gmecheck.update", "false")
	p.Test(failures{printer{"lines"}, new([]string)}, gmecheck.Golden(link))
	if text, err := os.ReadFile(file); err != nil || string(text) != r.String() {
		t.Errorf("what the link leads to is not written: %q, %v", text, err)
	}
}

// TestEventuallyAtOnce: what is so in the initial state, and never again, has happened in every run.
func TestEventuallyAtOnce(t *testing.T) {
	type turning struct{ N int }
	p := gmecheck.New[turning]("turning", 1)
	p.Event("turn", gmecheck.Always, nil, func(s *turning, _ gmecheck.Ctx) { s.N = s.N%2 + 1 })
	for n := range 3 {
		p.Eventually(fmt.Sprint("is-", n), func(w gmecheck.World[turning]) bool { return w.At(1).N == n })
	}
	p.Eventually("is-3", func(w gmecheck.World[turning]) bool { return w.At(1).N == 3 })
	p.Test(t, gmecheck.Expect("is-3", gmecheck.Violated))
}

// TestOvertakenAgain: the endless run of an overtaking goes round where nobody is served any more, though a site that is served waits on
// here, so that a way back leads past the first entries, too.
func TestOvertakenAgain(t *testing.T) {
	type (
		state struct {
			Waits, In, Asked bool
			Entries          int // of site 2, since it was last asked to count anew
		}
		anew struct{}
		done struct{}
	)
	p := gmecheck.New[state]("own", 2)
	at := func(i gmecheck.Site, f func(v state) bool) func(*state, gmecheck.Ctx) bool {
		return func(v *state, c gmecheck.Ctx) bool { return c.Self == i && f(*v) }
	}
	p.Event("wait", gmecheck.Unlimited, at(1, func(v state) bool { return !v.Waits && !v.In && !v.Asked }), func(v *state, _ gmecheck.Ctx) { v.Waits = true })
	p.Event("enter", gmecheck.Unlimited, at(1, func(v state) bool { return v.Waits && !v.In && !v.Asked }), func(v *state, c gmecheck.Ctx) {
		v.In, v.Asked = true, true
		c.Send(2, anew{})
	})
	p.Event("leave", gmecheck.Unlimited, at(1, func(v state) bool { return v.In }), func(v *state, _ gmecheck.Ctx) { v.In = false })
	p.Event("go", gmecheck.Unlimited, at(2, func(v state) bool { return !v.In }), func(v *state, _ gmecheck.Ctx) { v.In, v.Entries = true, min(v.Entries+1, 3) })
	p.Event("out", gmecheck.Unlimited, at(2, func(v state) bool { return v.In }), func(v *state, _ gmecheck.Ctx) { v.In = false })
	gmecheck.On(p, func(v *state, c gmecheck.Ctx, _ anew) { v.Entries = 0; c.Send(1, done{}) })
	gmecheck.On(p, func(v *state, _ gmecheck.Ctx, _ done) { v.Asked = false })
	p.Overtaking("overtaking", func(v state) bool { return v.Waits }, func(v state) bool { return v.In })
	r, err := p.Check()
	if err != nil {
		t.Fatal(err)
	}
	if v := r.Verdict("overtaking"); !v.Endless || len(v.Steps) != 9 || !slices.Equal(v.Steps[v.Loop:], []string{"go(2)", "out(2)"}) {
		t.Errorf("%+v, want an endless run of 9 steps that goes round by go(2) and out(2)", v)
	}
}

// logging keeps what is logged.
type logging struct {
	*testing.T
	said []string
}

func (l *logging) Logf(format string, args ...any) {
	l.said = append(l.said, fmt.Sprintf(format, args...))
}

// TestRemarks: a test that passes logs what it has not judged, and what has never happened.
func TestRemarks(t *testing.T) {
	p := courier(roundTrip)
	p.Event("never", 1, func(*asker, gmecheck.Ctx) bool { return false }, func(*asker, gmecheck.Ctx) {})
	l := &logging{T: t}
	p.Test(l)
	if want := []string{"courier -n 2: not judged without Times: waiting", "courier -n 2: never happened: never, timeout(retry)"}; !slices.Equal(l.said, want) {
		t.Errorf("%q, not %q", l.said, want)
	}
}
