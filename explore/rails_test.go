package explore_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/gmecheck/gmecheck/explore"
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/system"
)

// puppet is a right protocol of two sites, unless a string is pulled: P1 asks twice, tells P2, and is in its critical
// section until it exits; P2 counts, and has a timer and an internal event while it has counted to 1.
type puppet struct {
	start    func(i model.Site) any
	may, in  func(i model.Site, v any) bool
	request  func(i model.Site, v *any, out *model.Outbox[any])
	exit     func(i model.Site, v *any, out *model.Outbox[any])
	receive  func(i model.Site, v *any, m any, out *model.Outbox[any])
	look     func(i model.Site, v any, inbox []any) model.View
	timers   func(i model.Site, v any) []string
	expire   func(i model.Site, v *any, timer string, out *model.Outbox[any])
	inners   func(i model.Site, v any) []model.Inner
	do       func(i model.Site, v *any, event string, out *model.Outbox[any])
	account  func(m any, to model.Site) model.Site
	demands  func(i model.Site) []model.Demand
	duration []string
}

func newPuppet() *puppet {
	return &puppet{
		start: func(model.Site) any { return 0 },
		may:   func(_ model.Site, v any) bool { return v != -1 },
		in:    func(_ model.Site, v any) bool { return v == -1 },
		request: func(_ model.Site, v *any, out *model.Outbox[any]) {
			*v = -1
			out.Enter()
			out.Note("asks")
			out.Send(2, 1)
		},
		exit:    func(_ model.Site, v *any, out *model.Outbox[any]) { *v = 2 },
		receive: func(_ model.Site, v *any, m any, out *model.Outbox[any]) { *v = (*v).(int) + m.(int) },
		look: func(_ model.Site, v any, inbox []any) model.View {
			return model.View{InCS: v == -1, Coming: len(inbox), More: v}
		},
		timers: func(_ model.Site, v any) []string {
			if v == 1 {
				return []string{"T"}
			}
			return nil
		},
		expire: func(_ model.Site, v *any, _ string, _ *model.Outbox[any]) { *v = 3 },
		inners: func(i model.Site, v any) []model.Inner {
			if v == 1 && i == 2 {
				return []model.Inner{{Name: "close"}}
			}
			return nil
		},
		do:       func(_ model.Site, v *any, _ string, _ *model.Outbox[any]) { *v = 4 },
		account:  func(any, model.Site) model.Site { return 1 },
		demands:  func(model.Site) []model.Demand { return []model.Demand{{}} },
		duration: []string{"T"},
	}
}

func (p *puppet) Start(i model.Site) any                                    { return p.start(i) }
func (p *puppet) MayRequest(i model.Site, v any) bool                       { return p.may(i, v) }
func (p *puppet) InCS(i model.Site, v any) bool                             { return p.in(i, v) }
func (p *puppet) Exit(i model.Site, v *any, out *model.Outbox[any])         { p.exit(i, v, out) }
func (p *puppet) Receive(i model.Site, v *any, m any, o *model.Outbox[any]) { p.receive(i, v, m, o) }
func (p *puppet) Look(i model.Site, v any, inbox []any) model.View          { return p.look(i, v, inbox) }
func (p *puppet) Timers(i model.Site, v any) []string                       { return p.timers(i, v) }
func (p *puppet) Internals(i model.Site, v any) []model.Inner               { return p.inners(i, v) }
func (p *puppet) Account(m any, to model.Site) model.Site                   { return p.account(m, to) }
func (p *puppet) Demands(i model.Site, _ model.Groups) []model.Demand       { return p.demands(i) }
func (p *puppet) Durations() []string                                       { return p.duration }
func (p *puppet) Request(i model.Site, v *any, _ model.Demand, out *model.Outbox[any]) {
	p.request(i, v, out)
}
func (p *puppet) Expire(i model.Site, v *any, timer string, out *model.Outbox[any]) {
	p.expire(i, v, timer, out)
}
func (p *puppet) Do(i model.Site, v *any, event string, out *model.Outbox[any]) {
	p.do(i, v, event, out)
}

var puppetConfig = model.Config{
	Algorithm: "puppet", Processes: 2, Requests: []int{2, 0}, Network: model.Bag, Timeouts: model.Patient, OrderedTimers: true,
}

func TestPuppet(t *testing.T) {
	r, err := explore.Check(t.Context(), system.Compose[any, any](newPuppet(), puppetConfig), explore.Options{})
	if err != nil || !r.Complete || r.States < 10 {
		t.Errorf("%+v, %v", r, err)
	}
}

// rails are mistakes in a protocol, each with what is said of it and the steps that lead there.
var rails = []struct {
	name  string
	pull  func(p *puppet)
	want  string // what the error says
	trace []string
}{
	{"panic in a handler", func(p *puppet) {
		p.exit = func(model.Site, *any, *model.Outbox[any]) { panic("boom") }
	}, "puppet: the handler of exit(1) panics: boom", []string{"request(1)"}},
	{"panic in MayRequest", func(p *puppet) {
		p.may = func(_ model.Site, v any) bool { return v.(int) != 2 || v.(fmt.Stringer) != nil }
	}, "puppet: MayRequest of P1 panics: interface conversion", []string{"request(1)", "exit(1)"}},
	{"panic in InCS", func(p *puppet) {
		p.in = func(_ model.Site, v any) bool { return map[any]func() bool{0: func() bool { return false }}[v]() }
	}, "puppet: InCS of P1 panics: runtime error", []string{"request(1)"}},
	{"panic in Timers", func(p *puppet) {
		p.timers = func(_ model.Site, v any) []string { return make([]string, v.(int)) }
	}, "puppet: Timers of P1 panics: runtime error: makeslice", []string{"request(1)"}},
	{"panic in Internals", func(p *puppet) {
		p.inners = func(_ model.Site, v any) []model.Inner { return make([]model.Inner, v.(int)) }
	}, "puppet: Internals of P1 panics: runtime error: makeslice", []string{"request(1)"}},
	{"panic in Look", func(p *puppet) {
		p.look = func(_ model.Site, v any, inbox []any) model.View { return inbox[1].(model.View) }
	}, "puppet: Look of P1 panics: runtime error: index out of range", nil},
	{"panic in Account", func(p *puppet) {
		p.account = func(any, model.Site) model.Site { panic("no account") }
	}, "puppet: Account of P2 panics: no account", nil},
	{"account of nobody", func(p *puppet) {
		p.account = func(any, model.Site) model.Site { return 3 }
	}, "puppet: Account of P2 answers 3; there are processes 1 to 2, and 0 for nobody", nil},
	{"message that no handler takes", func(p *puppet) {
		p.receive = func(_ model.Site, v *any, m any, out *model.Outbox[any]) {
			switch m.(type) {
			case string:
				*v = 1
			default:
				out.Unhandled()
			}
		}
	}, "puppet: the handler of deliver(1 -> 2) is missing: P2 takes no messages of type int (1)", []string{"request(1)"}},
	{"timer that no handler takes", func(p *puppet) {
		p.expire = func(_ model.Site, _ *any, _ string, out *model.Outbox[any]) { out.Unhandled() }
	}, "puppet: the handler of timeout(2, T) is missing: P2 has one for no timeout of this name", nil},
	{"message to nowhere", func(p *puppet) {
		p.exit = func(_ model.Site, _ *any, out *model.Outbox[any]) { out.Send(3, 1) }
	}, "puppet: the handler of exit(1) sends 1 to site 3, which is not there: sites are 1 to 2", []string{"request(1)"}},
	{"choice of nothing", func(p *puppet) {
		p.exit = func(_ model.Site, _ *any, out *model.Outbox[any]) { out.Choose("z", 2, 1) }
	}, `puppet: the handler of exit(1) calls Choose("z", 2, 1): there is no such number`, []string{"request(1)"}},
	{"pointer in a variable", func(p *puppet) {
		p.exit = func(_ model.Site, v *any, _ *model.Outbox[any]) { *v = struct{ next *int }{} }
	}, "puppet: the handler of exit(1) leaves variables that are no value: field next is a *int, which is compared by where it is", []string{"request(1)"}},
	{"channel in a message", func(p *puppet) {
		p.exit = func(_ model.Site, _ *any, out *model.Outbox[any]) {
			out.Send(2, model.ListOf[any](1, struct{ a [2]any }{[2]any{2, make(chan int)}}))
		}
	}, "puppet: the handler of exit(1) sends a message of type model.List[interface {}], which is no value: field a is a chan int, which is compared by where it is", []string{"request(1)"}},
	{"slice in a note", func(p *puppet) {
		p.exit = func(_ model.Site, _ *any, out *model.Outbox[any]) { out.Note([]int{1}) }
	}, "puppet: the handler of exit(1) notes what is no value: it is a []int, which cannot be compared", []string{"request(1)"}},
	{"map in a view", func(p *puppet) {
		p.look = func(_ model.Site, v any, _ []any) model.View {
			if v == 2 {
				return model.View{More: map[int]int{}}
			}
			return model.View{}
		}
	}, "puppet: Look of P1 shows what is no value in More: it is a map[int]int, which cannot be compared", []string{"request(1)", "exit(1)"}},
	{"fraction in a variable", func(p *puppet) {
		p.exit = func(_ model.Site, v *any, _ *model.Outbox[any]) { *v = 0.5 }
	}, "puppet: the handler of exit(1) leaves variables that are no value: it is a float64, which may be unequal to itself", []string{"request(1)"}},
	{"timer twice", func(p *puppet) {
		p.timers = func(_ model.Site, v any) []string { return slices.Repeat([]string{"T"}, max(0, v.(int))) }
	}, "puppet: Timers of P1 lists T twice", []string{"request(1)", "exit(1)"}},
	{"timer without a duration", func(p *puppet) { p.duration = []string{"U"} },
		"puppet: Timers of P2 lists T, which Durations does not", []string{"request(1)", "deliver(1 -> 2)"}},
	{"internal event twice", func(p *puppet) {
		p.inners = func(_ model.Site, v any) []model.Inner {
			return slices.Repeat([]model.Inner{{Name: "close"}}, max(0, v.(int)))
		}
	}, "puppet: Internals of P1 lists close twice", []string{"request(1)", "exit(1)"}},

	{"request counts", func(p *puppet) {
		calls := 0
		p.request = func(_ model.Site, v *any, out *model.Outbox[any]) { calls++; *v = calls }
	}, "puppet: the handler of request(1) does not always do the same: first 1; then 2", nil},
	{"exit sends what it likes", func(p *puppet) {
		calls := 0
		p.exit = func(_ model.Site, v *any, out *model.Outbox[any]) {
			if calls++; calls%2 == 0 {
				out.Send(2, 7)
			}
			*v = 2
		}
	}, "puppet: the handler of exit(1) does not always do the same: first sends nothing; then sends 7 -> 2", []string{"request(1)"}},
	{"receive notes the order of a map", func(p *puppet) {
		p.receive = func(_ model.Site, v *any, _ any, out *model.Outbox[any]) {
			*v = (*v).(int) + 1
			order := map[int]bool{}
			for k := range 100 {
				order[k] = true
			}
			for k := range order {
				out.Note(k)
			}
		}
	}, "puppet: the handler of deliver(1 -> 2) does not always do the same: first notes [", []string{"request(1)"}},
	{"exit sends only if its notes are heard", func(p *puppet) {
		p.exit = func(_ model.Site, v *any, out *model.Outbox[any]) {
			if *v = 2; out.Heard() {
				out.Note(1)
				out.Send(2, 7)
			}
		}
	}, "puppet: the handler of exit(1) does not do the same where nobody hears its notes: first sends 7 -> 2; then sends nothing", []string{"request(1)"}},
	{"timeout enters now and then", func(p *puppet) {
		calls := 0
		p.expire = func(_ model.Site, v *any, _ string, out *model.Outbox[any]) {
			if calls++; calls%2 == 0 {
				out.Enter()
			}
			*v = 3
		}
	}, "does not always do the same: first enters 0 times; then enters 1 times", nil},
	{"internal event chooses now and then", func(p *puppet) {
		calls := 0
		p.do = func(_ model.Site, v *any, _ string, out *model.Outbox[any]) {
			if calls++; calls%2 == 0 {
				out.Choose("z", 1, 2)
			}
			*v = 4
		}
	}, "puppet: the handler of close(2) does not always do the same: first chooses []; then chooses [z=1]", []string{"request(1)", "deliver(1 -> 2)"}},
	{"handler panics the second time", func(p *puppet) {
		calls := 0
		p.exit = func(_ model.Site, v *any, _ *model.Outbox[any]) {
			if calls++; calls == 2 {
				panic("not again")
			}
		}
	}, "puppet: the handler of exit(1) does not always do the same: first sends nothing; then panics: not again", []string{"request(1)"}},
	{"MayRequest changes its mind", func(p *puppet) {
		calls := 0
		p.may = func(model.Site, any) bool { calls++; return calls%2 == 0 }
	}, "puppet: MayRequest of P1 does not always answer the same: first false; then true", nil},
	{"InCS changes its mind", func(p *puppet) {
		calls := 0
		p.in = func(model.Site, any) bool { calls++; return calls%2 == 0 }
	}, "puppet: InCS of P1 does not always answer the same: first false; then true", nil},
	{"Timers changes its mind", func(p *puppet) {
		calls := 0
		p.timers = func(model.Site, any) []string { calls++; return []string{"T"}[:calls%2] }
	}, "puppet: Timers of P1 does not always answer the same: first [T]; then []", nil},
	{"Internals changes its mind", func(p *puppet) {
		calls := 0
		p.inners = func(model.Site, any) []model.Inner { calls++; return []model.Inner{{Name: "open"}}[:calls%2] }
	}, "puppet: Internals of P1 does not always answer the same: first [{open false false false}]; then []", nil},
	{"Account changes its mind", func(p *puppet) {
		calls := model.Site(0)
		p.account = func(any, model.Site) model.Site { calls++; return calls % 2 }
	}, "puppet: Account of P2 does not always answer the same: first 1; then 0", nil},
	{"Look counts", func(p *puppet) {
		calls := 0
		p.look = func(model.Site, any, []any) model.View { calls++; return model.View{Holds: calls} }
	}, "puppet: Look of P1 does not always show the same for the same messages: first Holds = 1; then Holds = 2", nil},
	{"Look knows the order of the messages", func(p *puppet) {
		p.request = func(_ model.Site, v *any, out *model.Outbox[any]) { *v = -1; out.Send(2, 1); out.Send(2, 2) }
		p.look = func(_ model.Site, _ any, inbox []any) model.View {
			if len(inbox) > 0 {
				return model.View{More: inbox[0]}
			}
			return model.View{}
		}
	}, "puppet: Look of P2 does not always show the same for the same messages: first More = 1; then More = 2", []string{"request(1)"}},
}

// TestUnheard demands that a handler that only does something if its notes are heard is found where nobody hears them, too: at once, and after many
// calls of handlers that ask.
func TestUnheard(t *testing.T) {
	for _, after := range []int{0, 150} {
		p := newPuppet()
		p.inners = func(i model.Site, v any) []model.Inner {
			if i == 2 && v.(int) < 200 {
				return []model.Inner{{Name: "count"}}
			}
			return nil
		}
		p.do = func(_ model.Site, v *any, _ string, out *model.Outbox[any]) {
			if *v = (*v).(int) + 1; out.Heard() && (*v).(int) > after {
				*v = (*v).(int) + 1
			}
		}
		c := puppetConfig
		c.Requests = []int{0, 0}
		const want = `the handler of count(2) does not do the same where nobody hears its notes`
		_, err := explore.Check(t.Context(), system.Compose[any, any](p, c), explore.Options{Workers: 1, Judge: invariants.Panel{}})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("after %d: %v", after, err)
		}
	}
}

// TestRails demands that every mistake ends the search, however it goes about, with what is wrong and how it comes to that.
func TestRails(t *testing.T) {
	for _, rail := range rails {
		t.Run(rail.name, func(t *testing.T) {
			for _, o := range []explore.Options{{Workers: 1}, {Workers: 4}, {Mode: explore.DFS}, {Symmetry: true}} {
				p := newPuppet()
				rail.pull(p)
				_, err := explore.Check(t.Context(), system.Compose[any, any](p, puppetConfig), o)
				var broken *explore.Broken
				if !errors.As(err, &broken) || !strings.Contains(err.Error(), rail.want) {
					t.Fatalf("%d workers, %s, symmetry %t: %v, not %s", o.Workers, o.Mode, o.Symmetry, err, rail.want)
				}
				if rail.trace != nil && o.Mode != explore.DFS && !slices.Equal(broken.Trace, rail.trace) {
					t.Errorf("%d workers, symmetry %t: after %q, not %q", o.Workers, o.Symmetry, broken.Trace, rail.trace)
				}
			}
			p := newPuppet()
			rail.pull(p)
			if _, err := explore.Simulate(t.Context(), system.Compose[any, any](p, puppetConfig), explore.Walks{Runs: 50}); !errors.As(err, new(*explore.Broken)) {
				t.Errorf("simulated: %v", err)
			}
		})
	}
}
