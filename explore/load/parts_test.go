package load

import (
	"slices"
	"testing"

	"github.com/gmecheck/gmecheck/algorithms/drsgme"
	"github.com/gmecheck/gmecheck/explore/measures"
	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/direct"
	"github.com/gmecheck/gmecheck/model/system"
)

// office is two sites of which each asks by a letter to itself, and has a timer while it waits. It does not accept the letter "later". Who crashes keeps its
// variables, unless it is forgetful.
type office struct{}

type worker struct{ Wants, In bool }

func (office) Start(i model.Site) worker                                         { return worker{Wants: i == 2} }
func (office) InCS(_ model.Site, v worker) bool                                  { return v.In }
func (office) MayRequest(_ model.Site, v worker) bool                            { return !v.Wants && !v.In }
func (office) Accepts(_ model.Site, _ worker, m string) bool                     { return m != "later" }
func (office) Expire(_ model.Site, v *worker, _ string, _ *model.Outbox[string]) { v.Wants = false }
func (office) Exit(_ model.Site, v *worker, _ *model.Outbox[string])             { v.In = false }
func (office) Look(_ model.Site, v worker, _ []string) model.View {
	return model.View{Waits: v.Wants, InCS: v.In}
}
func (office) Request(i model.Site, v *worker, _ model.Demand, out *model.Outbox[string]) {
	v.Wants = true
	out.Send(i, "in")
}
func (office) Receive(_ model.Site, v *worker, _ string, out *model.Outbox[string]) {
	if v.Wants {
		v.Wants, v.In = false, true
		out.Enter()
	}
}
func (office) Timers(_ model.Site, v worker) []string {
	if v.Wants {
		return []string{"late"}
	}
	return nil
}

// forgetful is an office whose workers forget when they crash.
type forgetful struct{ office }

func (forgetful) Crash(_ model.Site, v *worker) { *v = worker{} }

// begun is a run of an office that has begun.
func begun(t *testing.T, p model.Protocol[worker, string], c model.Config, change func(o *Options)) *run {
	t.Helper()
	c.Algorithm, c.Processes, c.Timeouts = "office", 2, model.Patient
	if c.Network == "" {
		c.Network = model.Bag
	}
	if c.Requests == nil {
		c.Requests = []int{model.Unlimited, model.Unlimited}
	}
	o := Options{
		Times:  measures.Times{Latency: measures.Must("const:1"), CS: measures.Must("const:2"), Think: measures.Must("const:6")},
		Timers: map[string]measures.Distribution{"late": measures.Must("const:50")}, Step: measures.Must("const:1"), Crash: 0.001, Recovery: measures.Must("const:9"),
	}.withDefaults()
	change(&o)
	r := newRun(system.Compose[worker, string](p, c), &o, 0)
	r.begin()
	return r
}

// noted are the sites to which something of a kind is to happen.
func (r *run) noted(k kind) (sites []int) {
	for _, h := range r.queue.all {
		if h.kind == k {
			sites = append(sites, int(h.site))
		}
	}
	slices.Sort(sites)
	return sites
}

func as(*Options) {}

// TestBegins: at the beginning crashes are noted of those that can crash, requests from outside of those that may ask, and the timers that run are set.
func TestBegins(t *testing.T) {
	r := begun(t, office{}, model.Config{Crashing: model.SetOf[model.Site](2), Requests: []int{model.Unlimited, 0}}, func(o *Options) { o.Rate = 1 })
	if crash, come, timers := r.noted(crashes), r.noted(arrives), r.noted(expires); !slices.Equal(crash, []int{2}) || !slices.Equal(come, []int{1}) || !slices.Equal(timers, []int{2}) {
		t.Errorf("noted are crashes of %v, requests of %v, timers of %v", crash, come, timers)
	}
	if all := begun(t, office{}, model.Config{}, as).noted(crashes); !slices.Equal(all, []int{1, 2}) {
		t.Errorf("crashes of %v", all)
	}
}

// TestEarlierFirst: of requests from outside that wait the one that came first is made.
func TestEarlierFirst(t *testing.T) {
	r := begun(t, office{}, model.Config{}, func(o *Options) { o.Rate = 1e-9 })
	p := &r.procs[1]
	p.came, r.now = []float64{1, 2, 3}, 4
	if r.settle(1); p.began != 1 || !slices.Equal(p.came, []float64{2, 3}) || !p.waits || !p.asked {
		t.Errorf("it began at %v, and %v wait", p.began, p.came)
	}
}

// TestCrash: who crashes stops its timers, forgets what its variables forget, and drops what it has not accepted; that is a fault, and it recovers, if it does.
// Back again, its timers are set, and it leaves if it is inside.
func TestCrash(t *testing.T) {
	for _, final := range []bool{false, true} {
		for _, forgets := range []bool{false, true} {
			for _, marks := range []measures.Marks{{}, {Request: "ask", Entry: "enter", Exit: "leave"}} {
				for _, vars := range []worker{{Wants: true}, {In: true}, {}} {
					p := model.Protocol[worker, string](office{})
					if forgets {
						p = forgetful{}
					}
					r := begun(t, p, model.Config{Final: final}, func(o *Options) { o.Marks = marks })
					r.sites.SetVars(1, vars)
					x := &r.procs[1]
					x.waits, x.inside, x.asked, x.pending = vars.Wants, vars.In, true, vars == worker{}
					r.meter.waiting, r.meter.inside = map[bool]int{true: 1}[x.waits], map[bool]int{true: 1}[x.inside]
					r.attending = []*model.View{{InCS: vars.In}, absent}
					if vars.Wants {
						r.set(1, "late")
					}
					x.held = []uint32{r.post(letter{"later", 2, 1}), r.post(letter{"later", 2, 1})}
					gen, events := x.gen, r.events
					r.crash(1)
					forgotten := forgets && vars != worker{}
					stays := vars != worker{} && !forgets
					if !x.down || x.pending || x.gen == gen || len(x.held) > 0 || r.down != 1 || r.faults != 3 || r.events < events+2 || len(x.timers) > 0 && x.timers[0].on {
						t.Errorf("%+v, %v, %v: after the crash %+v, %d down, %d faults, %d events", vars, forgets, marks, x, r.down, r.faults, r.events-events)
					}
					if x.waits != (vars.Wants && !forgets) || x.inside != (vars.In && !forgets) || r.meter.waiting+r.meter.inside != map[bool]int{true: 1}[stays] || forgotten && x.asked ||
						r.attending[0].InCS != x.inside {
						t.Errorf("%+v, %v, %v: after the crash it waits: %v, is inside: %v, %d wait, %d are inside", vars, forgets, marks, x.waits, x.inside, r.meter.waiting, r.meter.inside)
					}
					if back := len(r.noted(recovers)) == 1; back == final {
						t.Errorf("final: %v; it recovers: %v", final, back)
					}
					before := len(r.noted(leaves))
					r.recover(1)
					if sets := len(x.timers) > 0 && x.timers[0].on; x.down || r.down != 0 || sets != (vars.Wants && !forgets) || !slices.Contains(r.noted(crashes), 1) {
						t.Errorf("%+v, %v, %v: after the recovery its timer runs: %v", vars, forgets, marks, sets)
					}
					if left := len(r.noted(leaves)) > before; left != (vars.In && !forgets && marks.None()) {
						t.Errorf("%+v, %v, %v: after the recovery it leaves by itself: %v", vars, forgets, marks, left)
					}
				}
			}
		}
	}
}

// TestStill: patient events wait for letters, for whoever recovers or is inside, and for what sites do by themselves, unless that may be left out, or waits as well.
func TestStill(t *testing.T) {
	for name, x := range map[string]struct {
		change func(r *run)
		still  bool
	}{
		"nothing":         {func(*run) {}, true},
		"a letter":        {func(r *run) { r.flying = 1 }, false},
		"down":            {func(r *run) { r.procs[2].down = true }, false},
		"down for ever":   {func(r *run) { r.procs[2].down, r.config.Final = true, true }, true},
		"inside":          {func(r *run) { r.procs[2].inside = true }, false},
		"a marked stay":   {func(r *run) { r.procs[2].inside, r.o.Marks = true, measures.Marks{Entry: "enter"} }, true},
		"an event":        {func(r *run) { r.procs[2].inners = []alarm{{on: true}} }, false},
		"an event is off": {func(r *run) { r.procs[2].inners = []alarm{{}} }, true},
		"a patient one":   {func(r *run) { r.procs[2].inners = []alarm{{on: true, waits: true}} }, true},
		"an optional one": {func(r *run) { r.procs[2].inners = []alarm{{on: true, aside: true}} }, true},
	} {
		r := begun(t, office{}, model.Config{}, as)
		r.flying = 0
		if x.change(r); r.still() != x.still {
			t.Errorf("%s: nothing else can happen: %v", name, !x.still)
		}
	}
}

// TestTimesOfEvents: an event has the time that is given for it with its parameters, or without; otherwise what it stands for.
func TestTimesOfEvents(t *testing.T) {
	for _, rate := range []float64{0, 1} {
		r := begun(t, office{}, model.Config{}, func(o *Options) {
			o.Rate, o.Marks = rate, measures.Marks{Request: "ask", Exit: "leave"}
			o.Events = map[string]measures.Distribution{"go": measures.Must("const:10"), "go(1)": measures.Must("const:11")}
		})
		may := map[bool]float64{false: 6, true: 1}[r.o.Open()]
		for _, x := range []struct {
			e    model.Inner
			mean float64
			own  bool
		}{
			{model.Inner{Name: "go(1)"}, 11, true}, {model.Inner{Name: "go(2)", Optional: true}, 10, true}, {model.Inner{Name: "go", Exit: true}, 10, true},
			{model.Inner{Name: "out", Exit: true}, 2, false}, {model.Inner{Name: "leave(1)"}, 2, false}, {model.Inner{Name: "ask(2)"}, 6, false},
			{model.Inner{Name: "may", Optional: true}, may, false}, {model.Inner{Name: "must"}, 1, false},
		} {
			if d, own := r.timeOf(x.e); d.Mean() != x.mean || own != x.own {
				t.Errorf("rate %v: %+v takes %v, of its own: %v", rate, x.e, d.Mean(), own)
			}
		}
	}
}

// TestLossy: only messages of the kinds that can be lost are lost; a loss is a fault.
func TestLossy(t *testing.T) {
	for kind, lost := range map[string]bool{"other": false, model.Kind("in"): true} {
		r := begun(t, office{}, model.Config{Lossy: []string{kind}}, func(o *Options) { o.Loss = 1 })
		if r.send(1, direct.Send{To: 2, Message: "in"}); (r.flying == 0) != lost || (r.faults == 1) != lost {
			t.Errorf("%s can be lost: %d are on their way, %d faults", kind, r.flying, r.faults)
		}
	}
}

// TestOneself: a message to oneself costs nothing.
func TestOneself(t *testing.T) {
	r := begun(t, office{}, model.Config{}, as)
	r.send(1, direct.Send{To: 1, Message: "in"})
	if r.send(1, direct.Send{To: 2, Message: "in"}); r.meter.messages != 1 || r.flying != 2 {
		t.Errorf("%d messages", r.meter.messages)
	}
}

// TestTimerAgain: a timer that is set anew does not expire when it would have before; nor one that is stopped, or whose site is down.
func TestTimerAgain(t *testing.T) {
	for name, x := range map[string]struct {
		change  func(r *run, p *process)
		expires int
	}{
		"as it is":     {func(*run, *process) {}, 1},
		"set anew":     {func(r *run, _ *process) { r.set(2, "late") }, 0},
		"stopped":      {func(_ *run, p *process) { p.timers[0].on = false }, 0},
		"down":         {func(_ *run, p *process) { p.down = true }, 0},
		"stopped, set": {func(r *run, p *process) { p.timers[0].on = false; r.set(2, "late") }, 0},
	} {
		r := begun(t, office{}, model.Config{}, as)
		h := happening{kind: expires, site: 2, gen: r.procs[2].timers[0].gen}
		x.change(r, &r.procs[2])
		if r.take(h); r.meter.expiries != x.expires {
			t.Errorf("%s: it expires %d times", name, r.meter.expiries)
		}
	}
}

// TestInVain: a timer has expired in vain if there was no fault since it was set, and no site was down, then or now.
func TestInVain(t *testing.T) {
	for name, x := range map[string]struct {
		set, now func(r *run)
		vain     int
	}{
		"nothing":       {nil, nil, 1},
		"a fault":       {nil, func(r *run) { r.faults++ }, 0},
		"earlier":       {func(r *run) { r.faults++ }, nil, 1},
		"down":          {nil, func(r *run) { r.down++ }, 0},
		"down, and now": {func(r *run) { r.down++ }, func(r *run) { r.down-- }, 0},
	} {
		r := begun(t, office{}, model.Config{}, as)
		if x.set != nil {
			x.set(r)
		}
		if r.set(2, "late"); x.now != nil {
			x.now(r)
		}
		if r.take(happening{kind: expires, site: 2, gen: r.procs[2].timers[0].gen}); r.meter.vain != x.vain || r.meter.expiries != 1 {
			t.Errorf("%s: %d of %d in vain", name, r.meter.vain, r.meter.expiries)
		}
	}
}

// TestThought: a process asks when it has thought, and not by a thought before a crash, or if it may not ask by then.
func TestThought(t *testing.T) {
	for name, x := range map[string]struct {
		change func(r *run, p *process)
		asks   int
	}{
		"as it is":            {func(*run, *process) {}, 1},
		"a thought of before": {func(_ *run, p *process) { p.gen++ }, 0},
		"has asked":           {func(_ *run, p *process) { p.pending = false }, 0},
		"may not":             {func(r *run, _ *process) { r.sites.SetVars(1, worker{Wants: true}) }, 0},
	} {
		r := begun(t, office{}, model.Config{}, as)
		p := &r.procs[1]
		h := happening{kind: thought, site: 1, gen: p.gen}
		x.change(r, p)
		if r.take(h); r.requests != x.asks {
			t.Errorf("%s: it asks %d times", name, r.requests)
		}
	}
}

// TestOnwards: time that passes ends a standstill.
func TestOnwards(t *testing.T) {
	r := begun(t, office{}, model.Config{}, func(o *Options) { o.Crash = 0 })
	r.stuck = mostStuck - 9
	if r.until(t.Context(), 20, 0); r.end != full || r.stuck > 1000 {
		t.Errorf("the run has ended by %d, after %d exits", r.end, r.meter.exits)
	}
}

// TestExceeds: a timer whose clock must exceed its value expires after all that comes by then.
func TestExceeds(t *testing.T) {
	c := drsgme.Algorithm.With(model.Published, func(c *model.Config) { c.Processes = 2 })
	bounds := &model.Times{Delay: model.Interval{Hi: 2}, CS: model.Interval{Lo: 1, Hi: 1}, Timers: map[string]int{drsgme.T1: 7, drsgme.T2: model.Unlimited}}
	o := Options{Times: measures.Times{Think: measures.Must("const:1")}}.withDefaults()
	if err := o.Keep(bounds); err != nil {
		t.Fatal(err)
	}
	r := newRun(drsgme.Algorithm.New(c), &o, 0)
	if d := r.length(drsgme.T1); d == nil || d.Mean() <= 7 || d.Mean() > 7.001 || r.broken != nil {
		t.Errorf("%v; %v", d, r.broken)
	}
	if d := r.length(drsgme.T2); d != nil {
		t.Errorf("what never expires does after %v", d)
	}
}
