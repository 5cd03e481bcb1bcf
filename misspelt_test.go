package gmecheck_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/gmecheck/gmecheck"
)

// TestMessagesOfAnInterface: such as have its methods.
func TestMessagesOfAnInterface(t *testing.T) {
	p := gmecheck.New[count]("own", 2)
	send(p, func(_ *count, c gmecheck.Ctx) { c.Send(2, ping{}) })
	gmecheck.On(p, func(*count, gmecheck.Ctx, ping) {})
	p.Sometimes("some", func(w gmecheck.World[count]) bool { return len(gmecheck.Messages[any](w)) == 1 })
	if r, err := p.Check(); err != nil || !r.Ok() {
		t.Error(r, err)
	}
}

// TestTwoOfNone: that two are not where nobody ever is says nothing.
func TestTwoOfNone(t *testing.T) {
	p := gmecheck.New[count]("own", 2)
	p.Event("up", 1, nil, func(s *count, _ gmecheck.Ctx) { s.N++ })
	for name, n := range map[string]int{"vacuous": 2, "violated": 1} {
		p.NeverTwo(name, func(v count) bool { return v.N == n })
	}
	r, err := p.Check()
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range r.Verdicts {
		if string(v.Result) != v.Property {
			t.Error(v)
		}
	}
}

// TestExpectOnTop: what is expected of a check comes on top of what is expected of all.
func TestExpectOnTop(t *testing.T) {
	p := gmecheck.New[count]("own", 1).With(gmecheck.Expect("one", gmecheck.Vacuous))
	p.Never("one", func(w gmecheck.World[count]) bool { return w.At(1).N == 0 })
	p.Test(t, gmecheck.Expect("one", gmecheck.Violated))
}

// TestWholeVariables: variables that are one list, array or set are shown as that, not as what is in it.
func TestWholeVariables(t *testing.T) {
	wants := func(run, want string, err error) {
		t.Helper()
		if err != nil || !strings.Contains(run, want) {
			t.Errorf("%v\n%s\nwant %s", err, run, want)
		}
	}
	lists := gmecheck.New[gmecheck.List[int]]("own", 2)
	lists.Event("add", 1, nil, func(s *gmecheck.List[int], _ gmecheck.Ctx) { *s = s.Add(5) })
	lists.Never("any", func(w gmecheck.World[gmecheck.List[int]]) bool { return !w.At(1).Empty() })
	r, err := lists.Check()
	wants(r.Verdict("any").Run(), "value: <> => <5>", err)

	arrays := gmecheck.NewShared[gmecheck.PerSite[int]]("own", 2)
	arrays.Init(func(s *gmecheck.PerSite[int], c gmecheck.Ctx) { *s = gmecheck.NewPerSite[int](c.Size()) })
	arrays.Action("set", nil, func(s *gmecheck.PerSite[int], c gmecheck.Ctx) { *s = s.With(c.Self, 1) })
	arrays.Never("any", func(s gmecheck.PerSite[int]) bool { return s.At(2) > 0 })
	r, err = arrays.Check()
	wants(r.Verdict("any").Run(), "value: [0, 0] => [0, 1]", err)

	sets := gmecheck.New[gmecheck.Sites]("own", 2)
	sets.Event("add", 1, nil, func(s *gmecheck.Sites, c gmecheck.Ctx) { *s = s.With(c.Self) })
	sets.Never("any", func(w gmecheck.World[gmecheck.Sites]) bool { return !w.At(1).Empty() })
	r, err = sets.Check()
	wants(r.Verdict("any").Run(), "value: {} => {1}", err)
}

// TestOptionsReplace: an option of a check replaces that of With as a whole.
func TestOptionsReplace(t *testing.T) {
	p := gmecheck.New[count]("own", 2).With(gmecheck.Faults{Loss: 1})
	send(p, func(_ *count, c gmecheck.Ctx) { c.Send(2, ping{1}) })
	gmecheck.On(p, func(*count, gmecheck.Ctx, ping) {})
	for want, options := range map[string][]gmecheck.Option{"own -n 2 --loss 1": nil, "own -n 2 --crash 1": {gmecheck.Faults{Crash: 1}}} {
		if r, err := p.Check(options...); err != nil || r.Model != want {
			t.Errorf("%v, %v, not %s", r, err, want)
		}
	}
}

// TestTimesLeftOut: what is left out of times is what it is on the command line.
func TestTimesLeftOut(t *testing.T) {
	one, two := gmecheck.Interval{Lo: 1, Hi: 1}, gmecheck.Interval{Lo: 2, Hi: 2}
	for _, x := range []struct {
		given gmecheck.Times
		want  string
	}{
		{gmecheck.Times{Delay: two}, "keys -n 2 --delay 2 --cs 1"}, {gmecheck.Times{CS: two}, "keys -n 2 --delay 1 --cs 2"},
		{gmecheck.Times{}, "keys -n 2 --delay 1 --cs 1"},
	} {
		left, err := keys(2).Check(x.given)
		if err != nil || left.Model != x.want {
			t.Fatalf("%v, %v, not %s", left, err, x.want)
		}
		if x.given.Delay == (gmecheck.Interval{}) {
			x.given.Delay = one
		}
		if x.given.CS == (gmecheck.Interval{}) {
			x.given.CS = one
		}
		if said, err := keys(2).Check(x.given); err != nil || said.String() != left.String() {
			t.Errorf("%v, %v\nleft out: %v", said, err, left)
		}
	}
}

// TestInitOfAMemory: it is called once, and is no process's.
func TestInitOfAMemory(t *testing.T) {
	type memory struct{ PC gmecheck.PerSite[int] }
	p := gmecheck.NewShared[memory]("own", 3)
	p.Init(func(s *memory, c gmecheck.Ctx) { s.PC = gmecheck.NewPerSite[int](c.Size()).With(c.Self, 5) })
	if _, err := p.Check(); err == nil || !strings.Contains(err.Error(), "site 0 of an array of 3 sites") {
		t.Error(err)
	}
}

// TestAgreeRefuses what would compare a part of a search.
func TestAgreeRefuses(t *testing.T) {
	fails := &fails{TB: t}
	lock(2).Agree(fails, gmecheck.MaxStates(2))
	if want := "lock: Agree has the option MaxStates; it compares whole searches, and allowed are a Network, Faults and Times"; fails.said != want {
		t.Errorf("%q, not %q", fails.said, want)
	}
}

// fails is a test that notes how it fails.
type fails struct {
	gmecheck.TB
	said string
}

func (f *fails) Fatalf(format string, args ...any) { f.said = fmt.Sprintf(format, args...) }

// TestFairParameters: fairness looks at each combination of parameters of an event, and not at what is chosen in it.
func TestFairParameters(t *testing.T) {
	seven := func(w gmecheck.World[count]) bool { return w.At(1).N == 7 }
	offered := gmecheck.New[count]("offered", 1)
	gmecheck.Events(offered, gmecheck.Always, func(s *count, _ gmecheck.Ctx) []ping {
		if s.N == 7 {
			return nil
		}
		return []ping{{1 - s.N}, {7}}
	}, func(s *count, _ gmecheck.Ctx, e ping) { s.N = e.N })
	chosen := gmecheck.New[count]("chosen", 1)
	chosen.Event("go", gmecheck.Always, func(s *count, _ gmecheck.Ctx) bool { return s.N != 7 }, func(s *count, c gmecheck.Ctx) {
		if s.N = 1 - s.N; c.Maybe("seven") {
			s.N = 7
		}
	})
	for p, want := range map[*counter]gmecheck.Result{offered: gmecheck.Holds, chosen: gmecheck.Violated} {
		p.Eventually("seven", seven)
		if r, err := p.Check(); err != nil || r.Verdict("seven").Result != want {
			t.Errorf("%v, %v, not %s", r, err, want)
		}
	}
}
