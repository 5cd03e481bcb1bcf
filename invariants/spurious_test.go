package invariants

import (
	"slices"
	"testing"

	"github.com/gmecheck/gmecheck/explore"
	"github.com/gmecheck/gmecheck/model"
)

// door is a protocol in which a process that asks sends itself a message, and enters when it arrives; with one mistake,
// by its name. The site behind the processes does nothing.
type door struct {
	mistake string
	n       int
}

// attending is what a process of a door knows.
type attending struct {
	phase uint8 // 0 outside, 1 waits, 2 inside
	group model.Group
	prio  int
}

func (d door) Places() []model.Place {
	var all []model.Place
	for i := range d.n {
		all = append(all, model.Place{Name: string(rune('1' + i)), Process: true})
	}
	return append(all, model.Place{Name: "S"})
}

func (d door) Start(model.Site) attending { return attending{} }
func (d door) MayRequest(_ model.Site, v attending) bool {
	return v.phase == 0 || d.mistake == "asks inside" && v.phase == 2 || d.mistake == "asks while it waits" && v.phase == 1
}
func (d door) InCS(_ model.Site, v attending) bool { return v.phase == 2 }

func (d door) Request(i model.Site, v *attending, demand model.Demand, out *model.Outbox[string]) {
	if d.mistake == "asks inside" || d.mistake == "asks while it waits" && v.phase == 1 {
		v.phase = 2
		out.Enter()
		return
	}
	v.phase, v.group, v.prio = 1, demand.Group, demand.Priority
	out.Send(i, "open")
	if d.mistake == "no process" {
		out.Send(model.Site(d.n+1), "open")
	}
}

func (d door) Receive(i model.Site, v *attending, _ string, out *model.Outbox[string]) {
	out.Enter()
	if d.mistake == "twice" {
		out.Enter()
	}
	v.phase = 2
}

func (d door) Exit(i model.Site, v *attending, out *model.Outbox[string]) {
	v.phase = 0
	switch d.mistake {
	case "unasked":
		out.Send(i, "open")
	case "back in":
		out.Enter()
		v.phase, v.group = 2, 3-v.group // for the other group: a step that changes nothing is none
	}
}

func (d door) Look(_ model.Site, v attending, _ []string) model.View {
	return model.View{Waits: v.phase == 1, InCS: v.phase == 2, Groups: model.SetOf(v.group)}
}

func (d door) system() *model.System {
	return model.Compose(d, model.Config{
		Algorithm: "door", Processes: d.n, Groups: 2, Requests: slices.Repeat([]int{2}, d.n), Network: model.Bag, Timeouts: model.Off,
	})
}

// TestSpuriousEntries: an entry without a request of its own is seen in every handler, and nothing else is.
func TestSpuriousEntries(t *testing.T) {
	for _, test := range []struct {
		mistake string
		want    Verdict
		steps   int
	}{
		{"", Holds, 0},
		{"unasked", Refuted, 4},             // request, open, exit, open
		{"back in", Refuted, 3},             // request, open, exit
		{"twice", Refuted, 2},               // request, open
		{"asks inside", Refuted, 2},         // request, request
		{"asks while it waits", Refuted, 2}, // request, request
		{"no process", Refuted, 2},          // request, open
	} {
		findings, _, err := Panel{Spurious}.Check(t.Context(), door{test.mistake, 1}.system(), explore.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if f := findings[0]; f.Verdict != test.want || f.Steps != test.steps {
			t.Errorf("%q: %s after %d steps, want %s after %d", test.mistake, f.Verdict, f.Steps, test.want, test.steps)
		}
	}
}
