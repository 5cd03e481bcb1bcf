package load

import (
	"context"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/gmecheck/gmecheck/explore/measures"
	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/direct"
	"github.com/gmecheck/gmecheck/model/system"
	"github.com/gmecheck/gmecheck/model/values"
)

// run is one simulation.
type run struct {
	o        *Options
	config   model.Config
	sites    direct.Sites
	random   *rand.Rand
	n        int        // processes
	memory   bool       // that all processes share: it is their only site
	settling model.Site // whose guards were asked last

	now     float64
	last    float64 // when the time has passed last
	stuck   int     // events since then
	queue   queue
	procs   []process // by site, from 1
	letters letters
	meter   meter
	watch   *watch // while somebody does
	judged  *watch // that has judged the first events; may be nil

	attending []*model.View // of the processes inside, for those who judge entries; of all others empty
	always    uint64        // properties of Always that were violated
	found     []violated    // by them; the property is that of Judge

	patient bool // there have been internal events that wait until nothing else can happen
	due     bool // nothing else could, before the last event
	flying  int  // letters that will come

	events   int
	quiet    int // events since the last entry
	requests int
	faults   int // losses and crashes so far
	down     int
	demand   model.Demand
	spurious int // entries that nobody has asked for
	broken   error
	end      ending
}

// process is what the environment knows of a site.
type process struct {
	waits, inside, down bool
	pending             bool // its next request is noted
	gen                 uint32
	began               float64   // the request that waits or is served
	asked               bool      // there is one: what is inside has been asked for
	asks                bool      // an event by which it asks has been possible; of a protocol with marks
	class, rank         int16     // of its demand
	came                []float64 // requests from outside that have not been made
	timers              []alarm
	inners              []alarm
	held                []uint32 // letters that have come and are not accepted
}

// alarm is a timer or an internal event of a site.
type alarm struct {
	name   string
	time   *measures.Distribution
	on     bool
	gen    uint32
	waits  bool // until nothing else can happen; of an internal event
	noted  bool // it has waited, and is to happen
	aside  bool // it may be left out
	idle   bool // it has changed nothing when it happened, and is not to happen before the site has changed
	faults int  // before it was set
	down   int
}

// ending is how a run has ended.
type ending uint8

const (
	full    ending = iota // with as many entries as were asked for
	stopped               // nothing can happen any more
	starved               // nobody enters any more
	frozen                // the time does not pass any more
	flooded               // requests come so much faster than they are served that there is no room for those that wait
	halted                // by the context
	failed                // a handler is broken
)

// Limits that tell that a run leads nowhere.
const (
	mostQuiet = 500 // events of each site without an entry
	mostStuck = 5_000_000
	mostCome  = 1_000_000 // requests of a process that wait until it asks again
)

// newRun makes the run of a number. The same system, options and number make the same run.
func newRun(sys *system.System, o *Options, number int) *run {
	random := rand.New(rand.NewPCG(o.Seed, uint64(number)))
	r := &run{o: o, config: sys.Config, sites: sys.Direct(random), random: random, n: sys.Config.Processes}
	places := len(sys.Places)
	if r.memory = sys.Lone(); r.memory {
		r.n = 1
	}
	if o.Bounds != nil {
		r.sites.Count(o.Bounds, func() float64 { return r.now })
	}
	r.procs = make([]process, places+1)
	r.letters = newLetters(r.config.Network == model.FIFO, places)
	r.meter = newMeter(r.sites, o.Entries, r.n)
	if o.Sizes {
		r.meter.sizes = values.NewWeigher()
	}
	if o.Always != nil {
		for range places {
			r.attending = append(r.attending, absent)
		}
	}
	return r
}

// absent is the view of a process that is not inside.
var absent = &model.View{}

// drawn is the number of one of several things, each as likely as its weight says.
func drawn(weights []float64, random *rand.Rand) int {
	if len(slices.Compact(slices.Clone(weights))) == 1 {
		return random.IntN(len(weights))
	}
	left := 0.0
	for _, w := range weights {
		left += w
	}
	left *= random.Float64()
	last := len(weights) - 1
	for k, w := range weights[:last] {
		if left -= w; left < 0 {
			return k
		}
	}
	return last
}

// begin puts the sites into an initial state, and notes the first requests.
func (r *run) begin() {
	start := 0
	if weights := r.sites.StartWeights(); len(weights) > 1 {
		start = drawn(weights, r.random)
	}
	r.sites.Begin(start)
	if r.watch != nil {
		r.watch.begin(r.sites.StartName(start))
	}
	for i := model.Site(1); int(i) < len(r.procs); i++ {
		if r.o.Crash > 0 && (r.config.Crashing.Empty() || r.config.Crashing.Has(i)) {
			r.queue.add(happening{at: r.random.ExpFloat64() / r.o.Crash, kind: crashes, site: int32(i)})
		}
		if r.o.Open() && int(i) <= r.n && r.config.Requests[i-1] != 0 && len(r.sites.Demands(i)) > 0 {
			r.queue.add(happening{at: r.random.ExpFloat64() / r.o.Rate, kind: arrives, site: int32(i)})
		}
		for _, timer := range r.sites.Timers(i) {
			r.set(i, timer)
		}
		r.settle(i)
	}
	if r.patient {
		r.relent()
	}
}

// until runs until there were so many exits, or events; 0 events: no matter how many.
func (r *run) until(ctx context.Context, exits, events int) {
	for r.meter.exits < exits && (events == 0 || r.events < events) {
		switch {
		case r.queue.empty():
			r.end = stopped
		case r.quiet > mostQuiet*len(r.procs):
			r.end = starved
		case r.stuck > mostStuck:
			r.end = frozen
		case r.events%64 == 0 && ctx.Err() != nil:
			r.end = halted
		default:
			h := r.queue.next()
			if r.now = h.at; r.now > r.last {
				r.meter.pass(r.now - r.last)
				r.last, r.stuck = r.now, 0
			}
			r.stuck++
			if r.take(h); r.patient {
				r.relent()
			}
			if r.broken != nil {
				r.end = failed
			}
			if r.end == full {
				continue
			}
		}
		return
	}
}

// take makes happen what was noted, if nothing has come in between.
func (r *run) take(h happening) {
	i := model.Site(h.site)
	p := &r.procs[i]
	switch h.kind {
	case thought:
		if h.gen == p.gen && p.pending {
			p.pending = false
			if r.sites.MayRequest(i) {
				r.request(i, r.now)
			}
		}
	case arrives:
		if len(p.came) == mostCome {
			r.end = flooded
			return
		}
		p.came = append(p.came, r.now)
		r.queue.add(happening{at: r.now + r.random.ExpFloat64()/r.o.Rate, kind: arrives, site: h.site})
		r.settle(i)
	case leaves:
		if h.gen == p.gen {
			r.happen(direct.Event{Kind: model.ExitEvent, Site: i}, nil)
		}
	case delivers:
		r.flying--
		r.arrive(i, h.arg)
	case expires:
		if t := &p.timers[h.arg]; t.on && t.gen == h.gen && !p.down {
			t.on = false
			r.meter.expired(t.faults == r.faults && t.down == 0 && r.down == 0)
			r.happen(direct.Event{Kind: model.TimeoutEvent, Site: i, Name: t.name}, nil)
		}
	case occurs:
		if e := &p.inners[h.arg]; e.on && e.gen == h.gen && !p.down {
			e.on = false
			if idle := r.happen(direct.Event{Kind: model.InternalEvent, Site: i, Name: e.name}, nil); idle {
				e.on, e.idle = true, true // it is possible all the same, which patient events wait for
			}
		}
	case crashes:
		r.crash(i)
	case recovers:
		r.recover(i)
	}
}

// request lets a process ask for one of its demands; its time counts from began.
func (r *run) request(i model.Site, began float64) {
	all := r.sites.Demands(i)
	k := 0
	if len(all) > 1 {
		k = r.random.IntN(len(all))
	}
	r.demand = all[k]
	r.requests++
	if r.meter.ticketed {
		r.demand.Ticket = r.requests
	}
	p := &r.procs[i]
	p.began, p.asked = began, true
	p.class, p.rank = r.meter.classOf(i, k)
	r.happen(direct.Event{Kind: model.RequestEvent, Site: i, Demand: &r.demand}, nil)
}

// happen makes an event happen; of a delivery l is the letter. What changes nothing is idle, and no event, unless it is a request, an entry or an
// exit.
func (r *run) happen(e direct.Event, l *letter) (idle bool) {
	if r.broken != nil {
		return
	}
	if r.watch != nil {
		r.watch.before(e, l)
	}
	f, err := r.sites.Run(e)
	if err == nil && f.Idle && !r.o.Marks.Any(e.Name) {
		return true
	}
	r.events++
	r.quiet++
	if err != nil {
		r.broken = err
		return
	}
	if r.watch != nil {
		r.watch.after(r, e, f)
	}
	r.know(e, f)
	for k := range f.Sends {
		r.send(e.Site, f.Sends[k])
	}
	if len(f.Set)+len(f.Cleared) > 0 {
		for _, timer := range f.Cleared {
			alarmOf(&r.procs[e.Site].timers, timer).on = false
		}
		for _, timer := range f.Set {
			r.set(e.Site, timer)
		}
	}
	r.settle(e.Site)
	return false
}

// know notes what the environment hears of: requests, entries and exits.
func (r *run) know(e direct.Event, f *direct.Effect) {
	i, p := e.Site, &r.procs[e.Site]
	requests, entries, exits := e.Kind == model.RequestEvent, f.Entries, e.Kind == model.ExitEvent
	if e.Kind == model.InternalEvent && !r.o.Marks.None() {
		var entry bool
		if requests, entry, exits = r.o.Marks.Of(e.Name); requests {
			p.began, p.asked = r.now, true
		}
		if entry {
			entries++
		}
	}
	if requests && !p.waits {
		p.waits = true
		r.meter.waiting++
	}
	if exits && p.inside {
		r.leave(i, p)
	} else if exits && r.o.Marks.Entry == "" && p.waits {
		r.enter(i, p)
		r.leave(i, p)
	}
	for range entries {
		r.enter(i, p)
	}
	if int(i) > r.n || !r.o.Marks.None() || e.Kind == model.CrashEvent {
		return
	}
	if inside := r.sites.InCS(i); inside != p.inside { // not what the environment has heard of: see [invariants.Environment]
		if inside {
			r.enter(i, p)
		} else {
			r.leave(i, p)
		}
		r.spurious++
	}
}

func (r *run) enter(i model.Site, p *process) {
	r.quiet = 0
	p.pending = false // by whoever enters unasked
	p.gen++
	waited := -1.0
	if p.waits {
		p.waits = false
		r.meter.waiting--
		waited = r.now - p.began
	} else {
		p.asked = false
		r.spurious++
	}
	if !p.inside {
		p.inside = true
		r.meter.inside++
	}
	r.meter.entered(r, i, p, waited)
	if r.o.Marks.None() {
		r.queue.add(happening{at: r.now + r.o.CS.Draw(r.random)*float64(r.sites.Stay(i)), kind: leaves, site: int32(i), gen: p.gen})
	} else if r.o.Marks.Exit == "" {
		r.leave(i, p)
	}
	r.judgeInside(i)
}

// judgeInside judges those who are inside together.
func (r *run) judgeInside(i model.Site) {
	if r.o.Always == nil {
		return
	}
	v := r.sites.View(i, nil)
	r.attending[i-1] = &v
	_, bad := r.o.Always.State(r.attending)
	bad &^= r.always
	r.always |= bad
	for ; bad != 0; bad &= bad - 1 {
		r.found = append(r.found, violated{r.o.AlwaysOf[bits.TrailingZeros64(bad)], r.events, false, r.now})
	}
}

func (r *run) leave(i model.Site, p *process) {
	p.inside = false
	p.gen++
	r.meter.inside--
	if r.attending != nil {
		r.attending[i-1] = absent
	}
	responded := -1.0
	if p.asked {
		responded = r.now - p.began
	}
	p.asked = false
	r.meter.left(r.now, p, responded)
}

// settle notes what a site does by itself, given its variables.
func (r *run) settle(i model.Site) {
	p := &r.procs[i]
	if p.down || r.broken != nil {
		return
	}
	r.settling = i
	if r.sites.HasInternals() {
		r.arm(i, p)
	}
	if len(p.held) > 0 {
		r.retry(i, p)
	}
	if int(i) > r.n || r.config.Requests[i-1] == 0 || p.waits || p.inside || p.pending || r.o.Open() && len(p.came) == 0 {
		return
	}
	if !r.sites.MayRequest(i) || len(r.sites.Demands(i)) == 0 {
		return
	}
	if r.o.Open() {
		began := p.came[0]
		p.came = p.came[1:]
		r.request(i, began)
		return
	}
	p.pending = true
	r.queue.add(happening{at: r.now + r.o.Think.Draw(r.random), kind: thought, site: int32(i), gen: p.gen})
}

// alarmOf is the alarm of a name, which is added if it is new.
func alarmOf(all *[]alarm, name string) *alarm {
	for k := range *all {
		if (*all)[k].name == name {
			return &(*all)[k]
		}
	}
	*all = append(*all, alarm{name: name})
	return &(*all)[len(*all)-1]
}

// set sets a timer of a site.
func (r *run) set(i model.Site, name string) {
	if r.config.Timeouts == model.Off {
		return
	}
	p := &r.procs[i]
	t := alarmOf(&p.timers, name)
	if t.time == nil {
		if t.time = r.length(name); t.time == nil {
			return
		}
	}
	t.on, t.faults, t.down = true, r.faults, r.down
	t.gen++
	r.queue.add(happening{at: r.now + t.time.Draw(r.random), kind: expires, site: int32(i), arg: index(p.timers, t), gen: t.gen})
}

// length is the time of a timer; nil if it never expires, or none is known.
func (r *run) length(name string) *measures.Distribution {
	d, known := r.o.Timers[name]
	if known {
		return &d
	}
	if r.o.Bounds == nil {
		r.broken = fmt.Errorf("no time is given for timer %s", name)
		return nil
	}
	k, err := r.sites.Clock(name, r.o.Bounds)
	if r.broken = err; err != nil || k.Value == model.Unlimited {
		return nil
	}
	value := float64(k.Value)
	if !k.Reaches {
		value += overdue
	}
	d = measures.Must(fmt.Sprintf("%s:%v", measures.Constant, value))
	return &d
}

func index(all []alarm, one *alarm) uint32 {
	for k := range all {
		if &all[k] == one {
			return uint32(k)
		}
	}
	panic("it is none of them")
}

// arm notes the internal events that have become possible at a site, and forgets those that are not any more.
func (r *run) arm(i model.Site, p *process) {
	now := r.sites.Internals(i)
	for k := range p.inners {
		if e := &p.inners[k]; e.on {
			e.on = false
			for _, x := range now {
				e.on = e.on || x.Name == e.name
			}
		}
	}
	for _, x := range now {
		e := alarmOf(&p.inners, x.Name)
		if e.on && !e.idle {
			continue
		}
		if e.idle = false; e.time == nil {
			own := false
			e.time, own = r.timeOf(x)
			e.waits, e.aside = x.Patient && !own, x.Optional
			r.patient = r.patient || e.waits
		}
		if e.on, e.noted = true, false; !e.waits {
			r.note(i, p, e)
		}
		p.asks = p.asks || r.o.Marks.Asks(x.Name)
	}
}

// note notes that an internal event is to happen.
func (r *run) note(i model.Site, p *process, e *alarm) {
	e.noted = true
	e.gen++
	r.queue.add(happening{at: r.now + e.time.Draw(r.random), kind: occurs, site: int32(i), arg: index(p.inners, e), gen: e.gen})
}

// relent notes the patient events that are possible, once nothing else can happen any more, and lets them wait again when something can.
func (r *run) relent() {
	before := r.due
	if r.due = r.still(); !before && !r.due {
		return
	}
	for i := 1; i < len(r.procs); i++ {
		p := &r.procs[i]
		for k := range p.inners {
			switch e := &p.inners[k]; {
			case !e.on || !e.waits || e.noted == r.due:
			case r.due:
				r.note(model.Site(i), p, e)
			default:
				e.noted = false
				e.gen++ // what was noted does not happen
			}
		}
	}
}

// still reports that no letter will come, and that no site can recover, leave its critical section or do by itself what it must: what
// patient events wait for, see [model.Inner].
func (r *run) still() bool {
	if r.flying > 0 {
		return false
	}
	for k := range r.procs[1:] {
		p := &r.procs[k+1]
		switch {
		case p.down:
			if !r.config.Final {
				return false
			}
		case p.inside && r.o.Marks.None():
			return false
		}
		for j := range p.inners {
			if e := &p.inners[j]; e.on && !e.waits && !e.aside {
				return false
			}
		}
	}
	return true
}

// timeOf is the time of an internal event: one of its own, which is said, or what it stands for. Processes think before those that need not happen.
func (r *run) timeOf(x model.Inner) (d *measures.Distribution, own bool) {
	name, _, _ := strings.Cut(x.Name, "(")
	for _, key := range []string{x.Name, name} {
		if d, own := r.o.Events[key]; own {
			return &d, true
		}
	}
	switch {
	case x.Exit, name == r.o.Marks.Exit:
		return &r.o.CS, false
	case name == r.o.Marks.Request, x.Optional && !r.o.Open():
		return &r.o.Think, false
	}
	return &r.o.Step, false
}
