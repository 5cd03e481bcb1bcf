package load

import (
	"slices"
	"testing"

	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/direct"
)

// noting is a judge that keeps what it has been shown last.
type noting struct {
	event *model.Event
	views []*model.View
	end   bool
}

func (n *noting) State([]*model.View) (spoke, violated uint64) { return 0, 0 }
func (n *noting) Hears(*model.Event) bool                      { return true }
func (n *noting) Step(_ []*model.View, e *model.Event, after []*model.View) (spoke, violated uint64) {
	n.event, n.views = e, slices.Clone(after)
	return 0, 0
}
func (n *noting) End(views []*model.View) (spoke, violated uint64) {
	n.views, n.end = slices.Clone(views), true
	return 0, 0
}

// TestEndIsShown: at the end of a run that nobody has watched up to there properties see who is down, and the letters that no site accepts.
func TestEndIsShown(t *testing.T) {
	n := &noting{}
	r := begun(t, office{}, model.Config{}, func(o *Options) { o.Judge = n })
	r.judged = newWatch(r, n, false)
	r.procs[1].held = []uint32{r.letters.put(letter{"later", 2, 1})}
	r.procs[2].down, r.end = true, starved
	if r.stop(); n.end {
		t.Error("a run that goes on is judged as if it had ended")
	}
	r.end = stopped
	if r.stop(); !n.end || !n.views[0].InFlight || n.views[0].Down || n.views[1].InFlight || !n.views[1].Down {
		t.Errorf("ended: %v; shown are %+v", n.end, n.views)
	}
}

// TestLongTraces: a violation that comes after too many events is not told step by step.
func TestLongTraces(t *testing.T) {
	res := &Result{}
	found := func(events int) *outcome {
		return &outcome{found: []violated{{property: 1, events: events, time: float64(events)}}}
	}
	tell(nil, &Options{}, []*outcome{found(longest + 7), found(longest + 2), found(longest + 5)}, res)
	if len(res.Untold) != 1 || res.Untold[0] != (Untold{1, longest + 2, longest + 2}) || len(res.Violations) > 0 {
		t.Errorf("%+v", res)
	}
}

// TestInboxes: under fifo an inbox is by sender, and a letter's position is that in its channel; in a bag letters stand as they were sent.
func TestInboxes(t *testing.T) {
	for network, want := range map[model.Network][]model.Message{
		model.FIFO: {{Value: "b", From: 1, Position: 1}, {Value: "a", From: 2, Position: 1}, {Value: "c", From: 2, Position: 2}},
		model.Bag:  {{Value: "a"}, {Value: "b"}, {Value: "c"}},
	} {
		r := begun(t, office{}, model.Config{Network: network}, as)
		w := newWatch(r, nil, true)
		for k, x := range []letter{{"a", 2, 1}, {"b", 1, 1}, {"c", 2, 1}} {
			w.sent(uint32(k), x)
		}
		for k := range want {
			if got := w.message(1, k); got != want[k] {
				t.Errorf("%s: letter %d is %+v, want %+v", network, k+1, got, want[k])
			}
		}
	}
}

// telling is an office whose workers shout to the other one; they do not show that they wait.
type telling struct{ office }

func (telling) Internals(_ model.Site, v worker) []model.Inner {
	if v == (worker{}) {
		return []model.Inner{{Name: "shout", Optional: true}, {Name: "rest", Patient: true}}
	}
	return nil
}
func (telling) Do(i model.Site, v *worker, _ string, out *model.Outbox[string]) {
	v.Wants = true
	out.Send(3-i, "later")
}
func (telling) Look(_ model.Site, v worker, _ []string) model.View { return model.View{InCS: v.In} }

// TestShown: a step is shown with what it sends, to a site that is down, too; and says what the environment cannot make sense of: an entry of who does not wait, and
// a request after which nobody waits.
func TestShown(t *testing.T) {
	n := &noting{}
	r := begun(t, telling{}, model.Config{}, func(o *Options) { o.Judge, o.Judged = n, 100 })
	if all := r.procs[1].inners; len(all) != 2 || !all[0].aside || all[0].waits || all[1].aside || !all[1].waits {
		t.Errorf("what may be left out, or waits: %+v", all)
	}
	r.watch = newWatch(r, n, false)
	r.watch.begin("")
	r.crash(2)
	if r.happen(direct.Event{Kind: model.InternalEvent, Site: 1, Name: "shout"}, nil); !n.views[1].Down || !n.views[1].InFlight || n.views[0].Down || n.views[0].InFlight {
		t.Errorf("after a message to who is down: %+v, %+v", n.views[0], n.views[1])
	}
	r = begun(t, telling{}, model.Config{}, func(o *Options) { o.Judge, o.Judged = n, 100 })
	r.watch = newWatch(r, n, false)
	r.watch.begin("")
	if r.request(1, 0); n.event.Kind != model.RequestEvent || n.event.Unfaithful == "" {
		t.Errorf("a request after which nobody waits: %+v", n.event)
	}
	slot := r.post(letter{"in", 2, 1})
	if r.arrive(1, slot); n.event.Kind != model.DeliverEvent || !n.event.Spurious {
		t.Errorf("an entry of who does not wait: %+v", n.event)
	}
}

// staying is an office where stays take three times as long.
type staying struct{ office }

func (staying) Stay(model.Site, worker) int { return 3 }

// TestStay: whoever enters stays as long as it says.
func TestStay(t *testing.T) {
	r := begun(t, staying{}, model.Config{}, as)
	r.sites.SetVars(1, worker{In: true})
	r.procs[1].waits, r.meter.waiting = true, 1
	r.know(direct.Event{Kind: model.DeliverEvent, Site: 1}, &direct.Effect{Entries: 1})
	for _, h := range r.queue.all {
		if h.kind == leaves && h.at != r.now+3*2 {
			t.Errorf("it leaves after %v, not 6", h.at-r.now)
		}
	}
	if len(r.noted(leaves)) != 1 {
		t.Error("it does not leave")
	}
}
