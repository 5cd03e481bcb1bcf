package direct_test

import (
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/direct"
	"github.com/gmecheck/gmecheck/model/system"
)

// bell is a protocol in which a process that asks rings: it chooses a tone, sets timers and tells the next process, which enters.
type bell struct{}

type state struct {
	short, long, inside bool
	tone                int
}

type ring struct{ tone int }

func (bell) Start(i model.Site) state                           { return state{tone: int(i)} }
func (bell) MayRequest(_ model.Site, v state) bool              { return !v.short }
func (bell) InCS(_ model.Site, v state) bool                    { return v.inside }
func (bell) Look(model.Site, state, []ring) model.View          { return model.View{} }
func (bell) Exit(_ model.Site, v *state, _ *model.Outbox[ring]) { v.inside = false }

func (bell) Request(i model.Site, v *state, _ model.Demand, out *model.Outbox[ring]) {
	v.tone = out.Choose("tone", 5, 7)
	v.short, v.long = true, true
	out.Send(3-i, ring{v.tone})
	out.Note(v.tone)
}

func (bell) Receive(_ model.Site, v *state, m ring, out *model.Outbox[ring]) {
	if m.tone == 0 {
		out.Send(9, m)
	}
	if m.tone < 0 {
		panic("out of tune")
	}
	v.inside, v.long = true, false
	out.Enter()
}

func (bell) Timers(_ model.Site, v state) (all []string) {
	if v.short {
		all = append(all, "short")
	}
	if v.long {
		all = append(all, "long")
	}
	return all
}

func (bell) Expire(_ model.Site, v *state, timer string, out *model.Outbox[ring]) {
	switch timer {
	case "short": // runs on
	case "long":
		v.long = false
	default:
		out.Unhandled()
	}
}

func sites(t *testing.T) direct.Sites {
	sys, err := system.New[state, ring](bell{}, model.Config{Processes: 2, Requests: []int{1, 1}, Timeouts: model.Patient})
	if err != nil {
		t.Fatal(err)
	}
	s := sys.Direct(rand.New(rand.NewPCG(1, 1)))
	s.Begin(0)
	return s
}

// TestRun: what an event does to variables, messages, entries and timers.
func TestRun(t *testing.T) {
	s := sites(t)
	s.Hear(true)
	run := func(e direct.Event) direct.Effect {
		f, err := s.Run(e)
		if err != nil {
			t.Fatal(err)
		}
		return *f
	}
	f := run(direct.Event{Kind: model.RequestEvent, Site: 1, Demand: &s.Demands(1)[0]})
	tone := s.Vars(1).(state).tone
	if tone < 5 || tone > 7 || len(f.Choices) != 1 || len(f.Notes) != 1 || f.Notes[0] != tone {
		t.Errorf("tone %d, %+v", tone, f)
	}
	if !slices.Equal(f.Sends, []direct.Send{{To: 2, Message: ring{tone}}}) || !slices.Equal(f.Set, []string{"short", "long"}) || len(f.Cleared) > 0 {
		t.Errorf("a request: %+v", f)
	}
	if s.MayRequest(1) || !slices.Equal(s.Timers(1), []string{"short", "long"}) || s.Kind(ring{1}) != "ring" {
		t.Error("the site does not stand where it should")
	}
	if f = run(direct.Event{Kind: model.DeliverEvent, Site: 2, Message: ring{tone}}); f.Entries != 1 || len(f.Sends)+len(f.Set)+len(f.Cleared)+len(f.Choices) > 0 || !s.InCS(2) {
		t.Errorf("a delivery: %+v", f)
	}
	if f = run(direct.Event{Kind: model.TimeoutEvent, Site: 1, Name: "short"}); !slices.Equal(f.Set, []string{"short"}) || len(f.Cleared) > 0 {
		t.Errorf("a timer that runs on: %+v", f)
	}
	if f = run(direct.Event{Kind: model.DeliverEvent, Site: 1, Message: ring{tone}}); !slices.Equal(f.Cleared, []string{"long"}) || len(f.Set) > 0 {
		t.Errorf("a timer is cleared: %+v", f)
	}
	if run(direct.Event{Kind: model.ExitEvent, Site: 2}); s.InCS(2) {
		t.Error("nobody has left")
	}
	s.Begin(0)
	if s.Hear(false); len(run(direct.Event{Kind: model.RequestEvent, Site: 1, Demand: &s.Demands(1)[0]}).Notes) > 0 {
		t.Error("a note that nobody hears")
	}
	if s.Begin(0); s.InCS(1) || s.Vars(1) != any(state{tone: 1}) || len(s.Timers(1)) > 0 {
		t.Errorf("begun again: %+v", s.Vars(1))
	}
}

// TestBroken: what is wrong with a handler is told with its event.
func TestBroken(t *testing.T) {
	for want, e := range map[string]direct.Event{
		"deliver(ring(-1) -> 2) panics: out of tune":    {Kind: model.DeliverEvent, Site: 2, Message: ring{-1}},
		"deliver(ring(0) -> 1) sends ring(0) to site 9": {Kind: model.DeliverEvent, Site: 1, Message: ring{0}},
		"timeout(1, other) is missing":                  {Kind: model.TimeoutEvent, Site: 1, Name: "other"},
	} {
		_, err := sites(t).Run(e)
		if broken := (*model.Broken)(nil); !errors.As(err, &broken) || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}

// timed is a bell whose sites have a stopwatch in units of two ticks while their long timer runs, and read it when they ring.
type timed struct{ bell }

func (timed) Watches(_ model.Site, v state, _ model.Times) []model.Watch {
	if v.long {
		return []model.Watch{{Name: "since", Unit: 2, Most: 3}}
	}
	return nil
}

func (timed) Expire(_ model.Site, v *state, timer string, out *model.Outbox[ring]) {
	if v.tone = out.Elapsed("since", 0, 3); timer == "long" {
		out.Restart("since")
	}
}

func (timed) Recover(_ model.Site, v *state, out *model.Outbox[ring]) {
	v.tone = out.Elapsed("since", 0, 3)
}

func (timed) Stay(_ model.Site, v state) int { return v.tone }

// TestStopwatch: what a handler reads are the units that have begun since the stopwatch began, or was set anew, while the site was up.
func TestStopwatch(t *testing.T) {
	sys, err := system.New[state, ring](timed{}, model.Config{Processes: 2, Requests: []int{1, 1}, Timeouts: model.Patient})
	if err != nil {
		t.Fatal(err)
	}
	s, now := sys.Direct(rand.New(rand.NewPCG(1, 1))), 10.0
	s.Count(&model.Times{}, func() float64 { return now })
	s.Begin(0)
	run := func(kind model.EventKind, name string) {
		t.Helper()
		if _, err := s.Run(direct.Event{Kind: kind, Site: 1, Name: name, Demand: &s.Demands(1)[0]}); err != nil {
			t.Fatal(err)
		}
	}
	run(model.RequestEvent, "")
	for _, x := range []struct {
		after float64
		kind  model.EventKind
		timer string
		reads int
	}{
		{0, model.TimeoutEvent, "short", 0}, {0.5, model.TimeoutEvent, "short", 1}, {1.5, model.TimeoutEvent, "short", 1},
		{2, model.TimeoutEvent, "long", 2}, {1, model.TimeoutEvent, "short", 1}, {0, model.CrashEvent, "", 1}, {100, model.RecoverEvent, "", 1},
		{3, model.TimeoutEvent, "short", 2}, {50, model.TimeoutEvent, "short", 3},
	} {
		now += x.after
		if run(x.kind, x.timer); s.Vars(1).(state).tone != x.reads {
			t.Errorf("%v after %v ticks: %d units, not %d", x.kind, x.after, s.Vars(1).(state).tone, x.reads)
		}
	}
	if s.Stay(1) != 3 || sites(t).Stay(1) != 1 {
		t.Errorf("stays are %d and %d", s.Stay(1), sites(t).Stay(1))
	}
}
