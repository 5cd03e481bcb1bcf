package gmecheck_test

import (
	"fmt"
	"slices"

	"pgregory.net/rapid"

	"github.com/gmecheck/gmecheck"
)

// ats is how many states a site of a drawn model has besides its fuel.
const ats = 3

// tabled is a site of a drawn model; every message costs it fuel, so that there are finitely many states.
type tabled struct {
	At, Fuel int
	Done     [2]int // by event: how often it has happened, if the model counts that itself
	Trail    int    // of a model with trails: how often At has changed, modulo 2; nobody reads it
}

// The messages of drawn models. By is the sender, if the model says it itself.
type (
	red  struct{ N, By int }
	blue struct{ N, By int }
)

// Turn and Push are drawn events with parameters.
type (
	Turn struct{ To int }
	Push struct{ To int }
)

// effect is what an event makes of a site: the tables of handlers consist of them.
type effect struct {
	Next, Choices int
	To            []int // recipients: 0 is the sender or oneself, 1 the next site, 2 the one before, 3 all others
	Blue          bool
	N             int
	Restarts      bool
}

// exits is the kind of an event that ends a critical section; mayExit, of one that need not.
const exits, mayExit = 4, 5

type drawnEvent struct {
	Budget     int // or gmecheck.Always
	Parameters int // 0: none
	Kind       int // 1 optional, 2 fair, 3 patient, exits or mayExit
	Guard      [ats]bool
	Effects    [ats]effect
}

type drawnReceipt struct {
	Anonymous bool
	Waits     [ats][2]bool // by what the message says
	Effects   [ats][2]effect
	Ahead     effect // of a message from the next site that says 1
}

// drawn is a random model, as tables.
type drawn struct {
	Sites, Fuel       int
	Starts            int // choices of the initial state
	Common            bool
	Events            [2]drawnEvent
	Red, Blue         drawnReceipt
	Within            int // 0: no boundary
	Forgets           bool
	Recovers          *effect
	Timer             bool
	Runs              [ats]bool
	Length            int
	Reaches, Expiring bool
	Expires           [ats]effect
	Trails            bool // not drawn
}

func drawEffect(t *rapid.T, name string) effect {
	return effect{
		Next: rapid.IntRange(0, ats-1).Draw(t, name), Choices: rapid.SampledFrom([]int{0, 0, 0, 1}).Draw(t, name+" choices"),
		To: rapid.SliceOfN(rapid.IntRange(0, 3), 0, 2).Draw(t, name+" sends to"), Blue: rapid.Bool().Draw(t, name+" blue"),
		N: rapid.IntRange(0, 1).Draw(t, name+" says"), Restarts: rapid.Bool().Draw(t, name+" restarts"),
	}
}

func drawReceipt(t *rapid.T, name string) (r drawnReceipt) {
	r.Anonymous, r.Ahead = rapid.Bool().Draw(t, name+" anonymous"), drawEffect(t, name+" ahead")
	for at := range ats {
		for n := range 2 {
			r.Waits[at][n] = rapid.IntRange(0, 4).Draw(t, fmt.Sprint(name, " waits ", at, n)) == 0
			r.Effects[at][n] = drawEffect(t, fmt.Sprint(name, at, n))
		}
	}
	return r
}

func drawModel(t *rapid.T) *drawn {
	d := &drawn{
		Sites: rapid.IntRange(1, 3).Draw(t, "sites"), Fuel: rapid.IntRange(1, 2).Draw(t, "fuel"),
		Starts: rapid.SampledFrom([]int{0, 0, 1, 2}).Draw(t, "starts"), Common: rapid.Bool().Draw(t, "common"),
		Red: drawReceipt(t, "red"), Blue: drawReceipt(t, "blue"), Within: rapid.SampledFrom([]int{0, 0, 2, 3}).Draw(t, "within"),
		Forgets: rapid.Bool().Draw(t, "forgets"), Timer: rapid.Bool().Draw(t, "timer"), Length: rapid.IntRange(1, 3).Draw(t, "length"), Reaches: rapid.Bool().Draw(t, "reaches"),
	}
	if rapid.Bool().Draw(t, "recovers") {
		e := drawEffect(t, "recovery")
		d.Recovers = &e
	}
	for k := range d.Events {
		e, name := &d.Events[k], fmt.Sprint("event ", k, " ")
		e.Budget = rapid.SampledFrom([]int{gmecheck.Always, 1, 2}).Draw(t, name+"budget")
		e.Parameters = rapid.IntRange(0, 2).Draw(t, name+"parameters")
		e.Kind = rapid.IntRange(0, 5).Draw(t, name+"kind")
		for at := range ats {
			e.Guard[at] = rapid.Bool().Draw(t, fmt.Sprint(name, "guard ", at))
			e.Effects[at] = drawEffect(t, fmt.Sprint(name, at))
		}
	}
	for at := range ats {
		d.Runs[at] = rapid.Bool().Draw(t, fmt.Sprint("runs ", at))
		d.Expires[at] = drawEffect(t, fmt.Sprint("expiry ", at))
	}
	return d
}

// run does what a table says at a site; by is the sender of what it receives.
func (d *drawn) run(s *tabled, c gmecheck.Ctx, e effect, by gmecheck.Site, own bool) {
	z := c.Choose("z", 0, e.Choices)
	if next := (e.Next + z) % ats; next != s.At {
		if d.Trails {
			s.Trail = 1 - s.Trail
		}
		s.At = next
	}
	if e.Restarts && d.Timer {
		c.Restart("timer")
	}
	for _, to := range e.To {
		if s.Fuel == 0 {
			return
		}
		s.Fuel--
		all := c.Peers()
		switch to {
		case 0:
			if all = gmecheck.SetOf(c.Self); by != 0 {
				all = gmecheck.SetOf(by)
			}
		case 1:
			all = gmecheck.SetOf(c.Next())
		case 2:
			all = gmecheck.SetOf(c.Prev())
		}
		from := 0
		if own && !e.of(d).Anonymous {
			from = int(c.Self)
		}
		if e.Blue {
			c.Cast(all, blue{e.N, from})
		} else {
			c.Cast(all, red{e.N, from})
		}
	}
}

// of is how the message that is sent is received.
func (e effect) of(d *drawn) *drawnReceipt {
	if e.Blue {
		return &d.Blue
	}
	return &d.Red
}

// receive is the handler of a kind of message.
func (d *drawn) receive(s *tabled, c gmecheck.Ctx, r *drawnReceipt, n, by int, own bool) {
	from := c.From
	if own {
		from = gmecheck.Site(by)
	}
	e := r.Effects[s.At][n]
	if from == c.Next() && n == 1 {
		e = r.Ahead
	}
	d.run(s, c, e, from, own)
}

// model is the drawn model. In its own terms it counts what happens, names senders in messages, and has an event for every parameter;
// otherwise gmecheck does that.
func (d *drawn) model(own bool) *gmecheck.Model[tabled] {
	p := gmecheck.New[tabled]("drawn", d.Sites)
	p.Init(func(s *tabled, c gmecheck.Ctx) {
		if s.Fuel = d.Fuel; d.Common {
			s.At = c.ChooseForAll("at", 0, d.Starts)
		} else {
			s.At = c.Choose("at", 0, d.Starts)
		}
	})
	if d.Within > 0 {
		p.Within(func(w gmecheck.World[tabled]) bool { return sumOf(w) <= d.Within })
	}
	p.OnCrash(func(s *tabled, c gmecheck.Ctx) {
		if d.Forgets {
			s.At = 0
		}
	})
	if d.Recovers != nil {
		p.OnRecover(func(s *tabled, c gmecheck.Ctx) { d.run(s, c, *d.Recovers, 0, own) })
	}
	if d.Timer {
		timer := p.Timer("timer", func(s *tabled, c gmecheck.Ctx) bool { return d.Runs[s.At] }, func(gmecheck.Times) int { return d.Length }, func(s *tabled, c gmecheck.Ctx) {
			d.run(s, c, d.Expires[s.At], 0, own)
		})
		if d.Reaches {
			timer.Reaches()
		}
	}
	for k := range d.Events {
		d.register(p, k, own)
	}
	on(p, &d.Red, own, func(m red) (int, int) { return m.N, m.By }, d)
	on(p, &d.Blue, own, func(m blue) (int, int) { return m.N, m.By }, d)
	return p
}

func on[M comparable](p *gmecheck.Model[tabled], r *drawnReceipt, own bool, of func(M) (n, by int), d *drawn) {
	x := gmecheck.On(p, func(s *tabled, c gmecheck.Ctx, m M) {
		n, by := of(m)
		d.receive(s, c, r, n, by, own)
	}).When(func(s *tabled, c gmecheck.Ctx, m M) bool {
		n, _ := of(m)
		return !r.Waits[s.At][n]
	})
	if own || r.Anonymous {
		x.Anonymous()
	}
}

// register adds event k.
func (d *drawn) register(p *gmecheck.Model[tabled], k int, own bool) {
	e := d.Events[k]
	budget := e.Budget
	if own {
		budget = gmecheck.Always
	}
	guard := func(s *tabled, c gmecheck.Ctx) bool {
		return e.Guard[s.At] && (!own || e.Budget == gmecheck.Always || s.Done[k] < e.Budget)
	}
	action := func(s *tabled, c gmecheck.Ctx, parameter int) {
		x := e.Effects[s.At]
		x.Next = (x.Next + parameter) % ats
		if own && e.Budget != gmecheck.Always {
			s.Done[k]++
		}
		d.run(s, c, x, 0, own)
	}
	var all []*gmecheck.Event[tabled]
	switch {
	case e.Parameters == 0 || own:
		for n := range max(1, e.Parameters) {
			all = append(all, p.Event(fmt.Sprintf("event%d-%d", k, n), budget, guard, func(s *tabled, c gmecheck.Ctx) { action(s, c, n) }))
		}
	case k == 0:
		all = append(all, gmecheck.Events(p, budget, offered(e.Parameters, guard, func(n int) Turn { return Turn{n} }), func(s *tabled, c gmecheck.Ctx, x Turn) { action(s, c, x.To) }))
	default:
		all = append(all, gmecheck.Events(p, budget, offered(e.Parameters, guard, func(n int) Push { return Push{n} }), func(s *tabled, c gmecheck.Ctx, x Push) { action(s, c, x.To) }))
	}
	for _, x := range all {
		switch {
		case e.Kind == 1:
			x.Optional()
		case e.Kind == 2:
			x.Fair()
		case e.Kind == 3:
			x.Patient()
		case e.Kind == exits:
			x.Exit()
		case e.Kind == mayExit:
			x.Exit().Optional()
		case e.Budget != gmecheck.Always:
			x.Optional()
		}
	}
}

// offered lists the parameters with which an event can happen.
func offered[E any](count int, guard func(*tabled, gmecheck.Ctx) bool, make func(int) E) func(*tabled, gmecheck.Ctx) []E {
	return func(s *tabled, c gmecheck.Ctx) (all []E) {
		for n := range count {
			if guard(s, c) {
				all = append(all, make(n))
			}
		}
		return all
	}
}

func sumOf(w gmecheck.World[tabled]) (sum int) {
	for _, s := range w.All() {
		sum += s.At
	}
	return sum
}

// drawOptions draws the network, the faults and the times of a model.
func drawOptions(t *rapid.T, d *drawn) []gmecheck.Option {
	all := []gmecheck.Option{rapid.SampledFrom([]gmecheck.Network{gmecheck.Bag, gmecheck.FIFO}).Draw(t, "network")}
	if d.Sites < 3 {
		f, budget := gmecheck.Faults{}, rapid.SampledFrom([]int{0, 0, 1, 2})
		if f.Loss = budget.Draw(t, "loss"); f.Loss > 0 {
			f.Lossy = rapid.SampledFrom([][]any{nil, {red{}}, {blue{}}, {red{}, blue{}}}).Draw(t, "lossy")
		}
		if f.Duplicate = budget.Draw(t, "duplicate"); f.Duplicate > 0 {
			f.Loss, f.Lossy = 0, nil
		}
		if f.Crash = budget.Draw(t, "crash"); f.Crash > 0 {
			f.Final, f.Crashing = rapid.Bool().Draw(t, "final"), rapid.SampledFrom([]gmecheck.Sites{{}, gmecheck.SetOf(1), gmecheck.SetOf(gmecheck.Site(d.Sites))}).Draw(t, "crashing")
		}
		all = append(all, f)
	}
	if rapid.IntRange(0, 2).Draw(t, "times") == 0 {
		interval := rapid.SampledFrom([]gmecheck.Interval{{Lo: 0, Hi: 1}, {Lo: 1, Hi: 1}, {Lo: 1, Hi: 2}, {Lo: 0, Hi: gmecheck.Unlimited}, {Lo: 2, Hi: gmecheck.Unlimited}})
		times := gmecheck.Times{Delay: interval.Draw(t, "delay")}
		if d.Timer || slices.ContainsFunc(d.Events[:], func(e drawnEvent) bool { return e.Kind >= exits }) {
			times.CS = interval.Draw(t, "stay")
		}
		all = append(all, times)
	}
	return all
}

// claim adds a property of every kind.
func (d *drawn) claim(p *gmecheck.Model[tabled], own bool) {
	type world = gmecheck.World[tabled]
	at := func(n int) func(tabled) bool { return func(s tabled) bool { return s.At == n } }
	p.Always("few", func(w world) bool { return sumOf(w)+len(w.InFlight()) < d.Sites+2 })
	p.Never("red", func(w world) bool { return len(gmecheck.Messages[red](w)) > 1 })
	p.NeverTwo("two", at(1))
	p.Sometimes("some", func(w world) bool { return w.Count(at(2)) == d.Sites })
	p.AtEnd("end", func(w world) bool { return w.Any(at(0)) && w.Down().Empty() })
	p.NeverEnds("goes-on")
	p.Steps("step", func(s gmecheck.Step[tabled]) bool { return s.Before.At(s.Site).At != 1 || s.After.At(s.Site).At != 2 })
	p.LeadsTo("leads", at(1), at(0))
	p.Responds("responds", func(w world) bool { return w.Any(at(2)) }, func(w world) bool { return len(w.InFlight()) == 0 })
	p.Eventually("eventually", func(w world) bool { return w.Every(at(1)) })
	p.CanReach("reach", func(w world) bool { return w.At(1).At == 0 })
	p.Measure("flight", func(w world) int { return len(w.InFlight()) })
	p.Overtaking("overtaking", at(1), at(2))
	p.Ticks("ticks", at(1))
	for k, e := range d.Events {
		if e.Budget == gmecheck.Always {
			continue
		}
		name := fmt.Sprintf("event%d-0", k)
		if e.Parameters > 0 {
			name = []string{"turn", "push"}[k]
		}
		p.Measure("used-"+fmt.Sprint(k), func(w world) (sum int) {
			for i, s := range w.All() {
				if sum += s.Done[k]; !own {
					sum += w.Used(name, i)
				}
			}
			return sum
		})
	}
}
