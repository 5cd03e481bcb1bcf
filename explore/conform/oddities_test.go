package conform_test

import (
	"fmt"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/gmecheck/gmecheck"
	"github.com/gmecheck/gmecheck/explore/conform"
	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/system"
)

// alarm is two processes. The first one wakes the second one and says that it asks; that one may give up before it has heard of it, once nothing is
// on its way: by a timer, or by an internal event.
type alarm struct{}

type state struct{ Asked, Woken, Heard, Over bool }

func (alarm) Start(model.Site) state                         { return state{} }
func (alarm) MayRequest(i model.Site, v state) bool          { return i == 1 && !v.Asked }
func (alarm) InCS(model.Site, state) bool                    { return false }
func (alarm) Exit(model.Site, *state, *model.Outbox[string]) {}
func (alarm) Receive(_ model.Site, v *state, m string, _ *model.Outbox[string]) {
	if m == "wakes" {
		v.Woken = true
	} else {
		v.Heard = true
	}
}

func (alarm) Request(_ model.Site, v *state, _ model.Demand, out *model.Outbox[string]) {
	v.Asked = true
	out.Send(2, "wakes")
	out.Send(2, "asks")
}

func (alarm) Timers(i model.Site, v state) []string {
	if i == 2 && !v.Heard && !v.Over {
		return []string{"T"}
	}
	return nil
}

func (alarm) Expire(_ model.Site, v *state, _ string, _ *model.Outbox[string]) { v.Over = true }

func (alarm) Internals(i model.Site, v state) []model.Inner {
	if i == 2 && !v.Heard && !v.Over {
		return []model.Inner{{Name: "giveup", Patient: true}}
	}
	return nil
}

func (alarm) Do(_ model.Site, v *state, _ string, _ *model.Outbox[string]) { v.Over = true }
func (alarm) Look(model.Site, state, []string) model.View                  { return model.View{} }

// timed is a log of these lines, of which the first one is the earliest.
func timed(lines ...string) string {
	var b strings.Builder
	for k, line := range lines {
		b.WriteString(strings.TrimSuffix(line, "}") + `,"time":"2024-01-01T00:00:0` + string(rune('0'+k)) + "Z\"}\n")
	}
	return b.String()
}

// TestQuiet: what waits until nothing is on its way has happened before a message was sent, or after it was lost, whatever the times in the log say.
func TestQuiet(t *testing.T) {
	const (
		asks    = `{"process":1,"kind":"request"}`
		expires = `{"process":2,"kind":"timeout","name":"T"}`
		givesUp = `{"process":2,"kind":"internal","name":"giveup"}`
		wakes   = `{"process":2,"kind":"deliver","message":{"text":"wakes"}}`
		hears   = `{"process":2,"kind":"deliver","message":{"text":"asks"}}`
	)
	for name, x := range map[string]struct {
		loss     int
		log      []string
		conforms bool
		why      string
	}{
		"a timer, before":                {0, []string{asks, expires, hears}, true, ""},
		"an event, before":               {0, []string{asks, givesUp, hears}, true, ""},
		"a timer, after a loss":          {1, []string{asks, wakes, expires}, true, ""},
		"an event, after a loss":         {1, []string{asks, wakes, givesUp}, true, ""},
		"no timer runs any more":         {0, []string{asks, hears, expires}, false, "timeout T is not possible at P2"},
		"there is no event any more":     {0, []string{asks, hears, givesUp}, false, "internal giveup is not possible at P2"},
		"nobody has asked a second time": {0, []string{asks, hears, hears}, false, "no asks is on its way to P2; there is wakes"},
	} {
		sys := system.Compose[state, string](alarm{}, model.Config{
			Algorithm: "alarm", Processes: 2, Requests: []int{1, 0}, Network: model.Bag, Timeouts: model.Patient, Loss: x.loss,
		})
		a := decide(t, sys, timed(x.log...), conform.Options{})
		if a.Conforms != x.conforms || !a.Conforms && a.Misfit.Why != x.why {
			t.Errorf("%s: conforms: %t, %+v", name, a.Conforms, a.Misfit)
		}
	}
}

// TestSenders: a message of which the log does not say who has sent it may be that of a process that sends it later, where another line needs the
// one that is there already.
func TestSenders(t *testing.T) {
	log := timed(`{"process":2,"kind":"internal","name":"say","choices":["w=0"]}`, `{"process":2,"kind":"deliver","message":{"kind":"word","fields":{"N":0}}}`,
		`{"process":2,"kind":"deliver","message":{"kind":"word","fields":{"N":0}},"from":2}`, `{"process":1,"kind":"internal","name":"say","choices":["w=0"]}`)
	a, _, err := talking(true).Conform(t.Context(), "log", strings.NewReader(log), conform.Options{}, gmecheck.Bag)
	if err != nil || !a.Conforms {
		t.Errorf("%v: %+v", err, a)
	}
}

// TestNoNumber: a number that is missing is one of a step that has been hidden, which has to be allowed.
func TestNoNumber(t *testing.T) {
	for hidden, want := range map[int]string{
		0: "before it seq 1 to 2 are missing in the log of P1, and no hidden steps are allowed",
		1: "before it seq 1 to 2 are missing in the log of P1, and fewer steps can have been hidden there (--hidden 1)",
	} {
		a, _, err := careless().Conform(t.Context(), "log", strings.NewReader(`{"process":1,"seq":3,"kind":"internal","name":"lock"}`), conform.Options{Hidden: hidden})
		if err != nil || a.Conforms || a.Misfit.Why != want {
			t.Errorf("%v: %+v, want %s", err, a.Misfit, want)
		}
	}
}

// TestNumbers: an event of nobody, a number that stands twice, and numbers that only some events have, are refused with their lines.
func TestNumbers(t *testing.T) {
	lock := func(process, seq int) string {
		return fmt.Sprintf(`{"process":%d,"seq":%d,"kind":"internal","name":"lock"}`+"\n", process, seq)
	}
	for log, want := range map[string]string{
		lock(7, 1):                           `log:1: process is "7"; the model has 1 or 2`,
		lock(1, 1) + lock(1, 2) + lock(1, 2): "log:3: seq 2 of P1 for the second time; line 2 has it, too",
		lock(1, 2) + strings.ReplaceAll(lock(1, 1), `"seq":1,`, ""): "log:2: of P1 some events have a seq and some have none; allowed is all or none",
	} {
		if _, _, err := careless().Conform(t.Context(), "log", strings.NewReader(log), conform.Options{}); err == nil || err.Error() != want {
			t.Errorf("%s%v, want %s", log, err, want)
		}
	}
}

// memory is two processes that share a memory: each asks and leaves in it.
type memory struct{ asked *atomic.Uint32 }

func (m memory) Asked() *atomic.Uint32      { return m.asked }
func (memory) Answers(cells) system.Answers { return system.Answers{} }
func (memory) Settled() bool                { return true }
func (memory) Declared() []string           { return nil }

type cells struct{ First, Second bool }

func (memory) Places() []model.Place {
	return []model.Place{{Name: "memory", Process: true, Silent: true}}
}
func (memory) Start(model.Site) cells                                       { return cells{} }
func (memory) MayRequest(model.Site, cells) bool                            { return false }
func (memory) InCS(model.Site, cells) bool                                  { return false }
func (memory) Exit(model.Site, *cells, *model.Outbox[int])                  {}
func (memory) Receive(model.Site, *cells, int, *model.Outbox[int])          {}
func (memory) Request(model.Site, *cells, model.Demand, *model.Outbox[int]) {}
func (memory) Look(model.Site, cells, []int) model.View                     { return model.View{} }
func (memory) Do(_ model.Site, v *cells, name string, _ *model.Outbox[int]) {
	if strings.HasSuffix(name, "(1)") {
		v.First = !v.First
	} else {
		v.Second = !v.Second
	}
}

func (memory) Internals(_ model.Site, v cells) []model.Inner {
	name := map[bool]string{true: "exit", false: "request"}
	return []model.Inner{{Name: name[v.First] + "(1)"}, {Name: name[v.Second] + "(2)"}}
}

// TestMemory: of a shared memory the log says which process has done what.
func TestMemory(t *testing.T) {
	line := func(process, kind string) string { return `{"process":` + process + `,"kind":"` + kind + `"}` }
	for log, want := range map[string]string{
		timed(line("1", "request"), line("2", "request"), line("2", "exit"), line("1", "exit")): "request(1); request(2); exit(2); exit(1)",
		timed(line("1", "exit")):                               "no",
		timed(line("1", "request"), line("2", "exit")):         "no",
		timed(line("1", "request"), line("1", "request")):      "no",
		timed(line("2", "internal"), line(`"memory"`, "exit")): "request(2); exit(2)",
		timed(line("3", "request")):                            `log:1: process is "3"; the model has memory`,
	} {
		sys := system.Compose[cells, int](memory{new(atomic.Uint32)}, model.Config{Algorithm: "memory", Processes: 2, Requests: []int{0, 0}})
		l, err := conform.Read("log", strings.NewReader(log))
		if err != nil {
			t.Fatal(err)
		}
		got := "no"
		if a, err := conform.Decide(t.Context(), sys, l, conform.Options{}); err != nil {
			got = err.Error()
		} else if a.Conforms {
			got = strings.Join(a.Labels(), "; ")
		}
		if got != want {
			t.Errorf("%s%s, want %s", log, got, want)
		}
	}
}

// TestRequests: the budgets of a log are the requests that each process has logged, and the hidden ones.
func TestRequests(t *testing.T) {
	l, err := conform.Read("log", strings.NewReader(`{"process":1,"kind":"request"}
		{"process":2,"kind":"deliver"}
		{"process":1,"kind":"exit"}
		{"process":1,"kind":"request"}`))
	if err != nil {
		t.Fatal(err)
	}
	sys := system.Compose[state, string](alarm{}, model.Config{Algorithm: "alarm", Processes: 2, Requests: []int{1, 0}, Timeouts: model.Patient})
	if got := l.Requests(sys, 3); len(got) != 2 || got[0] != 5 || got[1] != 3 {
		t.Errorf("%v, want 5 and 3", got)
	}
}

// TestTypes: a key whose value is of another type is an error, and not as good as missing.
func TestTypes(t *testing.T) {
	for key, want := range map[string]string{
		`"name": 5`:      `log:1: name is "5"; allowed is a text`,
		`"seq": "5"`:     `log:1: seq is "\"5\""; allowed is a whole number`,
		`"choices": "x"`: `log:1: choices is "\"x\""; allowed is a list of texts`,
		`"fields": [1]`:  `log:1: fields is "[1]"; allowed is an object`,
		`"process": [1]`: `log:1: process is "[1]"; allowed is the number or the name of a process`,
	} {
		if _, err := conform.Read("log", strings.NewReader(`{"kind": "internal", `+key+`}`)); err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %s", key, err, want)
		}
	}
}

// TestSpent: an event that is not possible any more because its budget is used up is told with how often it has happened.
func TestSpent(t *testing.T) {
	type beats struct{ N int }
	for event, line := range map[string]string{
		"beat":    `{"process": 1, "kind": "internal", "name": "beat"}`,
		"request": `{"process": 1, "kind": "request"}`,
	} {
		p := gmecheck.New[beats]("beats", 1)
		p.Event(event, 2, func(*beats, gmecheck.Ctx) bool { return true }, func(s *beats, _ gmecheck.Ctx) { s.N++ })
		for times, want := range map[int]string{1: "", 2: "", 3: event + " is not possible at P1: it has a budget, and has happened 2 times there"} {
			a, _, err := p.Conform(t.Context(), "log", strings.NewReader(strings.Repeat(line+"\n", times)), conform.Options{})
			if err != nil {
				t.Fatal(err)
			}
			if a.Conforms != (want == "") || want != "" && !strings.Contains(fmt.Sprintf("%+v", a.Misfit), want) {
				t.Errorf("%s %d times: %t, %+v", event, times, a.Conforms, a.Misfit)
			}
		}
	}
}

// TestAlien: a log that names what no message of a kind has is told so, and what they have; a name that is near is proposed.
func TestAlien(t *testing.T) {
	for field, want := range map[string]string{
		`"N":1`:   `no word with N 1 is on its way to P2; there is word(0)`,
		`"n":0`:   `no word with n 0 is on its way to P2; there is word(0); word has no field "n"; it has N; did you mean N?`,
		`"zzz":0`: `no word with zzz 0 is on its way to P2; there is word(0); word has no field "zzz"; it has N`,
	} {
		log := timed(`{"process":1,"kind":"internal","name":"say","choices":["w=0"]}`, `{"process":2,"kind":"deliver","message":{"kind":"word","fields":{`+field+`}}}`)
		a, _, err := talking(true).Conform(t.Context(), "log", strings.NewReader(log), conform.Options{}, gmecheck.Bag)
		if err != nil || a.Conforms || a.Misfit.Why != want {
			t.Errorf("%s: %v: %+v", field, err, a.Misfit)
		}
	}
}
