package counterexamples

import (
	"fmt"
	"reflect"
	"slices"
	"testing"

	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/system"
)

// serving is from the request of process 2 to its entry.
func serving(drops bool) *invariants.Chain {
	return &invariants.Chain{
		Within: func(invariants.Views) bool { return true },
		Begins: func(e *model.Event) bool { return e.Kind == model.RequestEvent && e.Site == 2 },
		Ends:   func(e *model.Event) bool { return e.Entries > 0 && e.Site == 2 },
		Drops:  func(e *model.Event) bool { return drops && e.Kind == model.DeliverEvent && e.Site == 2 },
	}
}

// TestDelay: from each step on it takes as many messages, one after another, as are still to come; and none ends what is dropped.
func TestDelay(t *testing.T) {
	for _, network := range []model.Network{model.Bag, model.FIFO} {
		run := NewRun(suzuki(func(c *model.Config) { c.Network = network }))
		for taken, want := range []int{2, 2, 1} {
			if size, ends, decided := run.Delay(serving(false), furthest); size != want || !ends || !decided {
				t.Errorf("%s, after %d steps: %d, %t, %t; want %d", network, taken, size, ends, decided, want)
			}
			if _, ends, decided := run.Delay(serving(true), furthest); ends || !decided {
				t.Errorf("%s, after %d steps: %t, %t, and it is dropped before it ends", network, taken, ends, decided)
			}
			if _, _, decided := run.Delay(serving(false), 0); decided {
				t.Errorf("%s, after %d steps: decided without looking at any state", network, taken)
			}
			if network == model.FIFO {
				break // labels differ
			}
			if err := run.Take(served[taken]); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// TestReplayDelay: a run shows how long what begins in it takes if its last step ends it, or begins it and nothing can end it.
func TestReplayDelay(t *testing.T) {
	for _, test := range []struct {
		steps []string
		drops bool
		want  string
	}{
		{nil, false, "replayed, but no longer violates serving after 0 steps: nothing that it measures ends with the last step"},
		{served[:1], false, "replayed, but no longer violates serving after 1 step: what it measures begins here, and can end"},
		{served[:1], true, "replayed: violates serving after 1 step: what it measures begins here, and nothing that can follow ends it"},
		{served[:2], false, "replayed, but no longer violates serving after 2 steps: nothing that it measures ends with the last step"},
		{served, false, "replayed: violates serving after 3 steps: this run shows 2; claimed: at most 1"},
	} {
		p := invariants.Property{Name: "serving", Chain: serving(test.drops), Claimed: &invariants.Claimed{Max: 1}}
		out, err := Replay(suzuki(nil), []invariants.Property{p}, &Trace{Property: "serving", Steps: test.steps})
		if err != nil || out.String() != test.want {
			t.Errorf("%v, %v; want %s", out, err, test.want)
		}
	}
}

// TestTakes: an event takes the message of its channel and its place, in a bag each of those that are equal; a copy stays.
func TestTakes(t *testing.T) {
	fifo := []piece{{2, 1, nil, 1}, {2, 1, nil, 2}, {2, 3, nil, 5}, {3, 1, nil, 8}}
	bag := []piece{{2, 0, "a", 1}, {2, 0, "a", 3}, {2, 0, "b", 7}, {3, 0, "a", 9}}
	for _, test := range []struct {
		mail  []piece
		kind  model.EventKind
		m     model.Message
		taken []int // pieces
	}{
		{fifo, model.DeliverEvent, model.Message{Value: "a", From: 1, Position: 1}, []int{0}},
		{fifo, model.DeliverEvent, model.Message{Value: "a", From: 3, Position: 1}, []int{2}},
		{fifo, model.LoseEvent, model.Message{Value: "a", From: 1, Position: 2}, []int{1}},
		{fifo, model.DuplicateEvent, model.Message{Value: "a", From: 1, Position: 2}, []int{1}},
		{bag, model.DeliverEvent, model.Message{Value: "a"}, []int{0, 1}},
		{bag, model.DropEvent, model.Message{Value: "b"}, []int{2}},
		{bag, model.DuplicateEvent, model.Message{Value: "b"}, []int{2}},
	} {
		var got, want []string
		for _, x := range takes(timed{sites: []int{0, 4, 0}, mail: test.mail}, &model.Event{Kind: test.kind, Site: 2, Message: test.m}, State{}) {
			got = append(got, fmt.Sprint(x.sites, x.mail))
		}
		for _, k := range test.taken {
			sites, mail := []int{0, 4, 0}, slices.Delete(slices.Clone(test.mail), k, k+1)
			if test.kind == model.DeliverEvent {
				sites[1] = max(4, test.mail[k].length)
			}
			if test.kind == model.DuplicateEvent {
				mail = slices.Insert(slices.Clone(test.mail), k, test.mail[k])
			}
			want = append(want, fmt.Sprint(sites, mail))
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%s of %+v:\n%q, want\n%q", test.kind, test.m, got, want)
		}
	}
}

// TestPost: a message stands behind the others of its channel, whatever comes first.
func TestPost(t *testing.T) {
	run := NewRun(suzuki(func(c *model.Config) { c.Network = model.FIFO }))
	var mail []piece
	for _, p := range []piece{{2, 3, nil, 1}, {2, 1, nil, 2}, {3, 1, nil, 3}, {1, 2, nil, 4}, {2, 1, nil, 5}, {2, 3, nil, 6}, {2, 2, nil, 7}} {
		mail = run.post(mail, p.to, p.from, "m", p.length)
	}
	if want := []piece{{1, 2, nil, 4}, {2, 1, nil, 2}, {2, 1, nil, 5}, {2, 2, nil, 7}, {2, 3, nil, 1}, {2, 3, nil, 6}, {3, 1, nil, 3}}; !slices.Equal(mail, want) {
		t.Errorf("%v, want %v", mail, want)
	}
}

// TestClaimed: where the paper's largest number is to be attained, a run that shows less, however little, violates nothing if another attains it.
func TestClaimed(t *testing.T) {
	p := invariants.Property{Claimed: &invariants.Claimed{Min: 1, Max: 3, Attained: true}}
	for _, test := range []struct {
		size         int
		any, decided bool
		want         Result
	}{
		{0, true, true, Replayed}, {1, true, true, NoLongerViolates}, {1, false, true, Replayed}, {2, true, true, NoLongerViolates},
		{2, false, false, Undecided}, {3, false, true, NoLongerViolates}, {4, true, true, Replayed},
	} {
		got, note := claimed(p, []int{test.size}, func(most int) (bool, bool) { return test.any && most == 3, test.decided })
		if got != test.want {
			t.Errorf("%+v: %v, %s", test, got, note)
		}
	}
	exactly := invariants.Property{Claimed: &invariants.Claimed{Min: 2, Max: 3}}
	for _, test := range []struct {
		sizes []int
		note  string // empty: it violates nothing
	}{{[]int{2, 3}, ""}, {[]int{3, 1, 2}, "this run shows 1; claimed: 2..3"}, {[]int{1, 4}, "this run shows 4; claimed: 2..3"}} {
		got, note := claimed(exactly, test.sizes, nil)
		if (got == Replayed) != (test.note != "") || got == Replayed && note != test.note {
			t.Errorf("%v: %v, %s", test.sizes, got, note)
		}
	}
}

// TestStepDetail: the words about a step are those about the last one, and of no other.
func TestStepDetail(t *testing.T) {
	p := noEntry
	p.StepDetail = func(e *model.Event) string { return fmt.Sprint("P", e.Site, " enters") }
	for _, test := range []struct {
		steps []string
		want  string
	}{{served, "P2 enters"}, {append(slices.Clone(served), "exit(2)"), ""}} {
		out, err := Replay(suzuki(nil), []invariants.Property{p}, &Trace{Property: p.Name, Steps: test.steps})
		if err != nil || out.Result != Replayed || out.Detail != test.want {
			t.Errorf("%+v, %v; want %q", out, err, test.want)
		}
	}
}

// walker is a site that goes to the next number or to the one before; those from 2 on are outside.
type walker struct{ evil }

func (walker) Start(model.Site) int                            { return 0 }
func (walker) MayRequest(model.Site, int) bool                 { return false }
func (walker) Within(views []*model.View) bool                 { return views[0].Holds < 2 }
func (walker) Look(_ model.Site, v int, _ []markup) model.View { return model.View{Holds: v} }
func (walker) Do(_ model.Site, v *int, event string, _ *model.Outbox[markup]) {
	fmt.Sscanf(event, "to%d", v)
}

func (walker) Internals(_ model.Site, v int) (all []model.Inner) {
	for _, to := range []int{v - 1, v + 1} {
		if to >= 0 {
			all = append(all, model.Inner{Name: fmt.Sprint("to", to)})
		}
	}
	return all
}

// TestOutside: a step that leads outside of the boundary is not taken, and what is possible instead is what is possible before it.
func TestOutside(t *testing.T) {
	sys := system.Compose(walker{}, model.Config{Algorithm: "walker", Processes: 1, Requests: []int{0}, Network: model.Bag})
	out, err := Replay(sys, []invariants.Property{invariants.Mutex}, &Trace{Property: "mutex", Steps: []string{"to1(1)", "to2(1)", "to1(1)"}})
	if err != nil || out.Result != Diverged || out.Steps != 1 || out.Label != "to2(1)" || !slices.Equal(out.Enabled, []string{"to0(1)"}) {
		t.Errorf("%+v, %v", out, err)
	}
}
