package direct

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"

	"github.com/gmecheck/gmecheck/model"
)

// sites runs the handlers of one protocol.
type sites[V, M comparable] struct {
	protocol   model.Protocol[V, M]
	timed      model.Timed[V, M]
	internal   model.Internal[V, M]
	attributor model.Attributor[M]
	selective  model.Selective[V, M]
	volatile   model.Volatile[V]
	recovering model.Recovering[V, M]
	lasting    model.Lasting[V]
	watched    model.Watched[V] // nil: nobody counts ticks

	algorithm string
	places    []model.Place
	demands   [][]model.Demand // by process
	starts    []model.Start[V]

	vars    []V // by site, from 1
	timers  [][]string
	watches [][]started // by site
	down    []float64   // by site: since when it is down, if it is
	times   *model.Times
	now     func() float64
	outbox  *model.Outbox[M]
	choose  func(name string, lo, hi int) int
	heard   bool // notes are
	effect  Effect
	inbox   []M
	kinds   map[reflect.Type]string
	varying bool // messages are of one type, which does not tell their kind
}

// System is what sites are made of besides the protocol.
type System[V comparable] struct {
	Algorithm string
	Places    []model.Place
	Demands   [][]model.Demand // by process
	Starts    []model.Start[V]
}

// New returns sites without variables: see [Sites.Begin]. Choices that handlers leave open are drawn from random, all with the
// same chance.
func New[V, M comparable](p model.Protocol[V, M], sys System[V], random *rand.Rand) Sites {
	s := &sites[V, M]{
		protocol: p, algorithm: sys.Algorithm, places: sys.Places, demands: sys.Demands, starts: sys.Starts,
		vars: make([]V, len(sys.Places)+1), outbox: model.NewOutbox[M](), kinds: map[reflect.Type]string{},
	}
	s.choose = func(_ string, lo, hi int) int { return lo + random.IntN(hi-lo+1) }
	s.timed, _ = p.(model.Timed[V, M])
	s.internal, _ = p.(model.Internal[V, M])
	s.attributor, _ = p.(model.Attributor[M])
	s.selective, _ = p.(model.Selective[V, M])
	s.volatile, _ = p.(model.Volatile[V])
	s.recovering, _ = p.(model.Recovering[V, M])
	s.lasting, _ = p.(model.Lasting[V])
	if s.timed != nil {
		s.timers = make([][]string, len(s.vars))
	}
	t := reflect.TypeFor[M]()
	s.varying = t.Kind() != reflect.Interface && (t.Kind() != reflect.Struct || t.Implements(reflect.TypeFor[fmt.Stringer]()))
	return s
}

func (s *sites[V, M]) Starts() int { return len(s.starts) }

func (s *sites[V, M]) StartWeights() (all []float64) {
	for _, x := range s.starts {
		all = append(all, cmp.Or(x.Weight, 1))
	}
	return all
}

func (s *sites[V, M]) StartName(k int) string {
	if len(s.starts) == 1 {
		return ""
	}
	return s.starts[k].Name
}

func (s *sites[V, M]) Begin(k int) {
	copy(s.vars[1:], s.starts[k].Vars)
	for i := range s.timers {
		if s.timers[i] = nil; i > 0 {
			s.timers[i] = slices.Clone(s.timed.Timers(model.Site(i), s.vars[i]))
		}
	}
	for i := range s.watches {
		if s.watches[i] = nil; i > 0 {
			s.watch(Event{Site: model.Site(i)}, nil)
		}
	}
}

func (s *sites[V, M]) Put(i model.Site, vars any) {
	if s.vars[i] = vars.(V); s.timed != nil {
		s.timers[i] = slices.Clone(s.timed.Timers(i, s.vars[i]))
	}
}

func (s *sites[V, M]) Choose(choose func(name string, lo, hi int) int) { s.choose = choose }

func (s *sites[V, M]) Hear(heard bool) { s.heard = heard }

func (s *sites[V, M]) Count(t *model.Times, now func() float64) {
	if s.watched, _ = s.protocol.(model.Watched[V]); s.watched != nil {
		s.times, s.now, s.watches, s.down = t, now, make([][]started, len(s.vars)), make([]float64, len(s.vars))
	}
}

// started is a stopwatch that runs, and since when.
type started struct {
	model.Watch
	at float64
}

// rounding is by how much a sum of times may be wrong.
const rounding = 1e-6

// reader is what the stopwatches of a site say.
func (s *sites[V, M]) reader(i model.Site) func(watch string) int {
	if s.watches == nil {
		return nil
	}
	return func(watch string) int {
		for _, w := range s.watches[i] {
			if w.Name == watch {
				return w.Reading(int(math.Ceil(s.now() - w.at - rounding)))
			}
		}
		return 0
	}
}

// resume has the stopwatches of a site that recovers go on, which stood still while it was down. The handler that recovers reads them.
func (s *sites[V, M]) resume(i model.Site) {
	for k := range s.watches[i] {
		s.watches[i][k].at += s.now() - s.down[i]
	}
}

// watch notes which stopwatches an event has started.
func (s *sites[V, M]) watch(e Event, restarted []string) {
	before, now := s.watches[e.Site], s.now()
	if e.Kind == model.CrashEvent {
		s.down[e.Site] = now
	}
	var after []started
	for _, w := range s.watched.Watches(e.Site, s.vars[e.Site], *s.times) {
		at := slices.IndexFunc(before, func(old started) bool { return old.Name == w.Name })
		if at < 0 || slices.Contains(restarted, w.Name) {
			after = append(after, started{w, now})
		} else {
			after = append(after, before[at])
		}
	}
	s.watches[e.Site] = after
}

func (s *sites[V, M]) Stay(i model.Site) int {
	if s.lasting == nil {
		return 1
	}
	return max(1, s.lasting.Stay(i, s.vars[i]))
}

func (s *sites[V, M]) Places() []model.Place { return s.places }

func (s *sites[V, M]) Demands(i model.Site) []model.Demand { return s.demands[i-1] }

func (s *sites[V, M]) MayRequest(i model.Site) bool { return s.protocol.MayRequest(i, s.vars[i]) }

func (s *sites[V, M]) InCS(i model.Site) bool { return s.protocol.InCS(i, s.vars[i]) }

func (s *sites[V, M]) Selective() bool { return s.selective != nil }

func (s *sites[V, M]) Ticketed() bool {
	_, is := s.protocol.(model.Ticketed)
	return is
}

func (s *sites[V, M]) Accepts(i model.Site, message any) bool {
	return s.selective == nil || s.selective.Accepts(i, s.vars[i], message.(M))
}

func (s *sites[V, M]) Timers(i model.Site) []string {
	if s.timers == nil {
		return nil
	}
	return s.timers[i]
}

func (s *sites[V, M]) Clock(timer string, t *model.Times) (model.Clock, error) {
	return t.ClockOf(s.protocol, timer)
}

func (s *sites[V, M]) HasInternals() bool { return s.internal != nil }

func (s *sites[V, M]) Internals(i model.Site) []model.Inner {
	if s.internal == nil {
		return nil
	}
	return s.internal.Internals(i, s.vars[i])
}

func (s *sites[V, M]) Vars(i model.Site) any { return s.vars[i] }

func (s *sites[V, M]) SetVars(i model.Site, vars any) {
	s.vars[i] = vars.(V)
	if s.timed != nil {
		s.timers[i] = slices.Clone(s.timed.Timers(i, s.vars[i]))
	}
	if s.watches != nil {
		s.watches[i] = nil
		s.watch(Event{Site: i}, nil)
	}
}

func (s *sites[V, M]) Types() (vars, message reflect.Type) {
	return reflect.TypeFor[V](), reflect.TypeFor[M]()
}

func (s *sites[V, M]) Messages() []any {
	if l, is := s.protocol.(Lister); is {
		return l.Messages()
	}
	return nil
}

func (s *sites[V, M]) Declared() []string {
	if d, is := s.protocol.(Declarer); is {
		return d.Declared()
	}
	return nil
}

func (s *sites[V, M]) View(i model.Site, inbox []any) model.View {
	s.inbox = s.inbox[:0]
	for _, m := range inbox {
		s.inbox = append(s.inbox, m.(M))
	}
	return s.protocol.Look(i, s.vars[i], s.inbox)
}

func (s *sites[V, M]) Account(message any, to model.Site) model.Site {
	if s.attributor == nil {
		return 0
	}
	return s.attributor.Account(message.(M), to)
}

// Kind is remembered by type where kinds are types.
func (s *sites[V, M]) Kind(message any) string {
	if s.varying {
		return model.Kind(message)
	}
	t := reflect.TypeOf(message)
	kind, known := s.kinds[t]
	if !known {
		kind = model.Kind(message)
		s.kinds[t] = kind
	}
	return kind
}

func (s *sites[V, M]) Run(e Event) (_ *Effect, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = s.broken(e, "").Panics(r)
		}
	}()
	s.outbox.Clear(s.choose, s.reader(e.Site), s.heard)
	if s.watches != nil && e.Kind == model.RecoverEvent {
		s.resume(e.Site)
	}
	v := &s.vars[e.Site]
	var was V
	if e.Kind == model.InternalEvent {
		was = *v
	}
	switch e.Kind {
	case model.RequestEvent:
		s.protocol.Request(e.Site, v, *e.Demand, s.outbox)
	case model.ExitEvent:
		s.protocol.Exit(e.Site, v, s.outbox)
	case model.DeliverEvent:
		s.protocol.Receive(e.Site, v, e.Message.(M), s.outbox)
	case model.TimeoutEvent:
		s.timed.Expire(e.Site, v, e.Name, s.outbox)
	case model.InternalEvent:
		s.internal.Do(e.Site, v, e.Name, s.outbox)
	case model.CrashEvent:
		if s.volatile != nil {
			s.volatile.Crash(e.Site, v)
		}
	case model.RecoverEvent:
		if s.recovering != nil {
			s.recovering.Recover(e.Site, v, s.outbox)
		}
	default:
		panic("no handler for " + e.Kind.String())
	}
	done := s.outbox.Effect()
	if done.Unhandled {
		return nil, s.broken(e, "is missing: no handler takes it")
	}
	f := &s.effect
	f.Sends, f.Entries, f.Notes, f.Choices = f.Sends[:0], done.Entries, done.Notes, done.Choices
	for k := range done.Sends {
		m := &done.Sends[k]
		if m.To < 1 || int(m.To) >= len(s.vars) {
			return nil, s.broken(e, "sends %s to site %d, which is not there: sites are 1 to %d", model.Text(m.Message), m.To, len(s.places))
		}
		f.Sends = append(f.Sends, Send{m.To, m.Message})
	}
	if s.timed != nil {
		s.retime(e, done.Restarts)
	}
	if s.watches != nil {
		s.watch(e, done.Restarts)
	}
	f.Idle = e.Kind == model.InternalEvent && *v == was && len(f.Sends)+len(f.Choices)+len(done.Restarts) == 0
	return f, nil
}

// retime notes which timers of a site an event has set and cleared.
func (s *sites[V, M]) retime(e Event, restarted []string) {
	f, before := &s.effect, s.timers[e.Site]
	now := s.timed.Timers(e.Site, s.vars[e.Site])
	f.Set, f.Cleared = f.Set[:0], f.Cleared[:0]
	expired := func(timer string) bool { return e.Kind == model.TimeoutEvent && e.Name == timer }
	for _, timer := range now {
		if !slices.Contains(before, timer) || expired(timer) || slices.Contains(restarted, timer) {
			f.Set = append(f.Set, timer)
		}
	}
	for _, timer := range before {
		if !slices.Contains(now, timer) && !expired(timer) {
			f.Cleared = append(f.Cleared, timer)
		}
	}
	s.timers[e.Site] = append(before[:0], now...)
}

// broken is what is wrong with the handler of an event.
func (s *sites[V, M]) broken(e Event, problem string, args ...any) *model.Broken {
	x := model.Event{Kind: e.Kind, Site: e.Site, Name: e.Name, Demand: e.Demand, Message: model.Message{Value: e.Message}}
	return &model.Broken{Algorithm: s.algorithm, Event: x.Label(s.places, false), Problem: fmt.Sprintf(problem, args...), At: model.Given(s.protocol, &x)}
}
