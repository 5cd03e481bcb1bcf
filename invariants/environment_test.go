package invariants

import (
	"slices"
	"testing"

	"github.com/gmecheck/gmecheck/explore"
	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/system"
)

// door is a protocol in which a process that asks sends itself a message, and enters when it arrives; with one mistake,
// by its name. The site behind the processes does nothing.
type door struct {
	mistake string
	knock   string // what a message does that is no reason to enter
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

func (d door) InCS(_ model.Site, v attending) bool {
	return v.phase == 2 && d.mistake != "stays for ever" || d.mistake == "may leave" && v.phase == 1
}

func (d door) Request(i model.Site, v *attending, demand model.Demand, out *model.Outbox[string]) {
	if d.mistake == "asks inside" || d.mistake == "asks while it waits" && v.phase == 1 {
		v.phase, v.group, v.prio = 2, demand.Group, demand.Priority
		out.Enter()
		return
	}
	v.phase, v.group, v.prio = 1, demand.Group, demand.Priority
	out.Send(i, "open")
	switch d.mistake {
	case "another group":
		v.group = 3 - v.group
	case "another priority":
		v.prio = 3 - v.prio
	case "does not wait":
		v.phase = 0
	case "knocks":
		out.Send(i, "knock")
	}
	if d.mistake == "no process" {
		out.Send(model.Site(d.n+1), "open")
	}
}

func (d door) Receive(i model.Site, v *attending, m string, out *model.Outbox[string]) {
	if d.mistake == "silent" {
		v.phase = 2
		return
	}
	if m == "knock" || m == "slip" {
		switch m + d.knock {
		case "knock, gives up", "slip, slips out":
			v.phase = 0
		case "knock, changes its group", "slip, changes its group":
			v.group = 3 - v.group
		case "knock, forgets":
			v.prio = 0
		}
		return
	}
	out.Enter()
	v.phase = 2
	switch d.mistake {
	case "twice":
		out.Enter()
	case "stays outside":
		v.phase = 0
	case "for another":
		v.group = 3 - v.group
	case "forgets":
		v.prio = 0
	case "slips":
		out.Send(i, "slip")
	}
}

func (d door) Exit(i model.Site, v *attending, out *model.Outbox[string]) {
	v.phase = 0
	switch d.mistake {
	case "asks again":
		v.phase = 1
	case "unasked":
		out.Send(i, "open")
	case "back in":
		out.Enter()
		v.phase, v.group = 2, 3-v.group // for the other group: a step that changes nothing is none
	}
}

func (d door) Look(_ model.Site, v attending, _ []string) model.View {
	return model.View{Waits: v.phase == 1, InCS: v.phase == 2, Groups: model.SetOf(v.group), Priority: v.prio}
}

func (d door) system() *system.System {
	return system.Compose(d, model.Config{
		Algorithm: "door", Processes: d.n, Groups: 2, Priorities: 2, Requests: slices.Repeat([]int{2}, d.n), Network: model.Bag, Timeouts: model.Off,
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
		findings, _, err := explore.CheckAll(t.Context(), door{mistake: test.mistake, n: 1}.system(), Panel{Spurious}, explore.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if f := findings[0]; f.Verdict != test.want || f.Steps != test.steps {
			t.Errorf("%q: %s after %d steps, want %s after %d", test.mistake, f.Verdict, f.Steps, test.want, test.steps)
		}
	}
}

// TestUnfaithfulVariables: every way in which the variables can differ from what the environment knows is seen, in words.
func TestUnfaithfulVariables(t *testing.T) {
	for _, test := range []struct {
		mistake, knock string
		steps          int
		want           string // empty: it holds
	}{
		{"", "", 0, ""},
		{"unasked", "", 0, ""}, // nobody has asked, which is another matter
		{"twice", "", 0, ""},
		{"forgets", "", 0, ""}, // inside, the priority need not be kept
		{"back in", "", 0, ""},
		{"asks inside", "", 2, "P1 asks before its last request is served"},
		{"asks while it waits", "", 2, "P1 asks before its last request is served"},
		{"another group", "", 1, "P1 waits for {g2}, and has asked for {g1}"},
		{"another priority", "", 1, "P1 has another priority than it has asked with"},
		{"does not wait", "", 1, "P1 asks, and does not wait"},
		{"silent", "", 2, "P1 is inside, and has not entered"},
		{"stays outside", "", 2, "P1 enters, and is not inside"},
		{"for another", "", 2, "P1 enters for {g2}, and has asked for {g1}"},
		{"stays for ever", "", 2, "P1 is inside, and cannot leave"},
		{"may leave", "", 1, "P1 can leave, and is not inside"},
		{"asks again", "", 3, "P1 waits, and has not asked"},
		{"knocks", ", gives up", 2, "P1 waits no more, and has not entered"},
		{"knocks", ", changes its group", 2, "P1 waits for {g2}, and has asked for {g1}"},
		{"knocks", ", forgets", 2, "P1 has another priority than it has asked with"},
		{"slips", ", slips out", 3, "P1 is not inside any more, and has not left"},
		{"slips", ", changes its group", 3, "P1 has entered for {g1}, and is inside for {g2}"},
	} {
		findings, _, err := explore.CheckAll(t.Context(), door{test.mistake, test.knock, 1}.system(), Panel{Environment}, explore.Options{})
		if err != nil {
			t.Fatal(err)
		}
		want := Refuted
		if test.want == "" {
			want = Holds
		}
		if f := findings[0]; f.Verdict != want || f.Steps != test.steps || f.Detail != test.want {
			t.Errorf("%s%s: %s after %d steps: %s; want %s after %d: %s", test.mistake, test.knock, f.Verdict, f.Steps, f.Detail, want, test.steps, test.want)
		}
	}
}
