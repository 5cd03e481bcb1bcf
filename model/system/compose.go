package system

import (
	"cmp"
	"fmt"
	"hash/maphash"
	"reflect"
	"slices"

	"github.com/gmecheck/gmecheck/model"
)

// Compose is [New] for protocols and configurations that are known to be right: it panics with the error.
func Compose[V, M comparable](p model.Protocol[V, M], c model.Config) *System {
	sys, err := New(p, c)
	if err != nil {
		panic(err)
	}
	return sys
}

// New makes a system of a protocol: it adds the network, budgets, crashes and timers of the configuration. The error says
// what is wrong with the configuration, the protocol's methods, its types, or what it answers before anything has happened.
func New[V, M comparable](p model.Protocol[V, M], c model.Config) (*System, error) {
	sys, err := compose(p, c)
	if err != nil && c.Algorithm != "" {
		err = fmt.Errorf("%s: %w", c.Algorithm, err)
	}
	return sys, err
}

func compose[V, M comparable](p model.Protocol[V, M], c model.Config) (*System, error) {
	if _, timed := p.(model.Timed[V, M]); timed && c.Timeouts == "" {
		return nil, fmt.Errorf("Timeouts is empty, and the protocol has timers: allowed is %q, %q and, with Times, %q", model.Off, model.Patient, model.ByClock)
	}
	c = c.Complete()
	sys := &System{Config: c.Clone(), tickets: 1}
	sys.fresh = func(requests []int) *System {
		c := sys.Config.Clone()
		if requests != nil {
			c.Requests = requests
		}
		return Compose(p, c)
	}
	s := &space[V, M]{
		sys: sys, config: sys.Config, protocol: p,
		messages: newNumbers[M](sys, "messages"), views: newNumbers[model.View](sys, "views"), triggers: newNumbers[triggerKey](sys, "different events"),
		classNumbers: newNumbers[string](sys, "classes of events"), names: newNumbers[string](sys, "names of timers and internal events"),
		messageClasses: map[eventKey]uint32{}, verdicts: map[verdict]*Outcome{}, shown: make([]shown, 1), shownViews: map[uint32]*model.View{},
		answers: newNumbers[any](sys, "answers to properties"), kinds: newNumbers[kind](sys, "kinds of sites"),
	}
	s.caller = newCaller(s)
	s.callers.New = func() any { return newCaller(s) }
	s.timed, _ = p.(model.Timed[V, M])
	s.internal, _ = p.(model.Internal[V, M])
	s.attributor, _ = p.(model.Attributor[M])
	if bounded, ok := p.(model.Bounded); ok {
		sys.Within = func(views []*model.View) bool { return asked(bounded, views) }
	}
	s.volatile, _ = p.(model.Volatile[V])
	s.recovering, _ = p.(model.Recovering[V, M])
	if all, is := p.(Unselective); !is || !all.AcceptsAll() {
		s.selective, _ = p.(model.Selective[V, M])
	}
	if s.questioned, _ = p.(Questioned[V]); s.questioned != nil {
		sys.asked = s.questioned.Asked()
	}
	s.counted, _ = p.(Counted[V])
	s.canonical, _ = p.(model.Canonical[V, M])
	_, s.inOrder = p.(model.InOrder)
	s.clocks = newNumbers[clocks](sys, "combinations of clocks")
	s.counts = newNumbers[string](sys, "counts of events")
	s.inOrder = s.inOrder && sys.Config.Network == model.FIFO
	steps := []func() error{c.Check, s.checkTypes, func() error { return checkMethods[V, M](p) }, s.place, s.budget, s.rank, s.demand}
	if sys.Config.Times != nil {
		steps = append(steps, s.clock)
	}
	for _, step := range append(steps, s.begin) {
		if err := step(); err != nil {
			return nil, err
		}
	}
	if s.counted != nil && s.counted.Counts(s.starts[0].Vars[0]) == "" {
		s.counted = nil
	}
	for _, sp := range s.sites {
		if s.counted != nil {
			sp.locals.makeCounted(s.counted, &s.counts)
		}
	}
	sys.space = s
	return sys, nil
}

// checkTypes refuses variables and messages whose types say that they are no values.
func (s *space[V, M]) checkTypes() error {
	var v V
	var m M
	if found := s.caller.types.Wrong(&v); found != "" {
		return fmt.Errorf("variables of type %T: %v", v, found)
	}
	if found := s.caller.types.Wrong(&m); found != "" {
		return fmt.Errorf("messages of type %T: %v", m, found)
	}
	s.openVars, s.openMessages = s.caller.types.Open(reflect.TypeFor[V]()), s.caller.types.Open(reflect.TypeFor[M]())
	s.settled = !s.openVars || s.questioned != nil && s.questioned.Settled()
	return nil
}

// place lists the sites.
func (s *space[V, M]) place() error {
	n := s.config.Processes
	placed, ok := s.protocol.(model.Placed)
	if ok {
		s.sys.Places = placed.Places()
	} else {
		for k := range n {
			s.sys.Places = append(s.sys.Places, model.Place{Name: fmt.Sprint(k + 1), Process: true})
		}
	}
	all := s.sys.Places
	if len(all) == 1 && all[0].Silent && s.questioned != nil {
		n, s.sys.lone = 1, true
	}
	if len(all) < n {
		return fmt.Errorf("Places lists %d sites for %d processes", len(all), n)
	}
	for k, p := range all {
		switch {
		case p.Name == "":
			return fmt.Errorf("Places gives site %d no name", k+1)
		case slices.ContainsFunc(all[:k], func(q model.Place) bool { return q.Name == p.Name }):
			return fmt.Errorf("Places lists two sites %s", p.Name)
		case p.Process != (k < n):
			return fmt.Errorf("Places: the sites that are processes must be the first %d, and no others; site %s is wrong", n, p.Name)
		}
	}
	return nil
}

// budget works out how many tickets there are, and the combinations of budgets.
func (s *space[V, M]) budget() error {
	c, total := s.config, 0
	if _, ok := s.protocol.(model.Ticketed); ok {
		var limited bool
		if total, limited = c.TotalRequests(); !limited && s.canonical != nil {
			total = mostTickets
		} else if !limited {
			return fmt.Errorf("it draws tickets, which needs finite request budgets; Requests is %s", model.RequestsText(c.Requests))
		}
		s.sys.tickets = total + 1
	}
	if err := possible(c, len(s.sys.Places), s.sys.tickets); err != nil {
		return err
	}
	s.sys.budgets = newBudgets(c, total)
	_, limited := c.TotalRequests()
	s.sys.budgets.open = !limited
	return nil
}

// rank numbers the timers of a protocol whose timers expire in order, from 1, the shortest first.
func (s *space[V, M]) rank() error {
	if !s.config.OrderedTimers {
		return nil
	}
	ordered, ok := s.protocol.(model.Ordered)
	if !ok {
		return fmt.Errorf("OrderedTimers: the protocol has no method Durations, which says which of its timers are longer")
	}
	durations := ordered.Durations()
	if len(durations) > model.MaxDurations {
		return &Full{"timers in order", model.MaxDurations}
	}
	s.ranks = map[string]Calm{}
	for k, timer := range durations {
		if s.ranks[timer] != 0 {
			return fmt.Errorf("Durations lists %s twice", timer)
		}
		s.ranks[timer] = firstRank + Calm(k)
	}
	return nil
}

// demand lists what the processes may ask for.
func (s *space[V, M]) demand() error {
	for i := model.Site(1); i <= model.Site(s.config.Processes); i++ {
		all, broken := twice(s, i, "Demands", equalDemands, func() []model.Demand { return demands(s.protocol, s.config, i) })
		if broken != nil {
			return unnamed(broken)
		}
		for _, d := range all {
			if d.Group < 0 || int(d.Group) > s.config.Groups {
				return fmt.Errorf("Demands of process %d lists group %d; there are %d", i, d.Group, s.config.Groups)
			}
		}
		s.demands = append(s.demands, all)
	}
	return nil
}

func equalDemands(a, b []model.Demand) bool {
	return slices.EqualFunc(a, b, func(d, e model.Demand) bool {
		return d.Group == e.Group && d.Priority == e.Priority && d.Duration == e.Duration && d.Set == e.Set && slices.Equal(d.Text, e.Text)
	})
}

// demands lists what process i may ask for: by default every group of its workload, at every priority.
func demands(p any, c model.Config, i model.Site) []model.Demand {
	allowed := model.UpTo[model.Group](c.Groups)
	if len(c.Workload) > 0 && !c.Workload[i-1].Empty() {
		allowed = c.Workload[i-1]
	}
	if d, ok := p.(model.Demander); ok {
		return d.Demands(i, allowed)
	}
	var all []model.Demand
	for x := range allowed.All() {
		for z := range max(1, c.Priorities) {
			d := model.Demand{Group: x, Priority: z + 1, Text: []string{x.String()}}
			if c.Priorities > 1 {
				d.Text = append(d.Text, fmt.Sprint(z+1))
			}
			all = append(all, d)
		}
	}
	if c.Groups == 0 {
		return []model.Demand{{}}
	}
	return all
}

// begin makes room for what will be seen at the sites, and asks for the variables with which they start.
func (s *space[V, M]) begin() error {
	for range s.sys.Places {
		nodes := newNodeTable(s.sys)
		s.sys.sites = append(s.sys.sites, &siteTable{nodes: nodes})
		if s.times != nil {
			nodes.ticks.Store(newPairTable(1 << 8))
		}
		sp := &siteSpace[V]{
			locals: newLocals[V](s.sys), selves: newSelves(s.sys), nodes: nodes,
			boxes: newNumbers[inbox](s.sys, "inboxes of a site"), batches: newNumbers[inbox](s.sys, "batches of messages to a site"),
			effects: newEffects(), accepts: map[uint64]bool{}, events: map[eventKey]*Outcome{}, plain: map[plainEvent]*Outcome{}, broken: map[uint32]*model.Broken{},
		}
		if s.times != nil {
			sp.selves.clocked = newPairTable(1 << 8)
			sp.batches.number(tick)
		}
		s.sites = append(s.sites, sp)
	}
	if initial, ok := s.protocol.(model.Initial[V]); ok {
		return s.beginSeveral(initial)
	}
	start := model.Start[V]{}
	for k := range s.sys.Places {
		v, broken := s.first(model.Site(k + 1))
		if broken != nil {
			return unnamed(broken)
		}
		start.Vars = append(start.Vars, v)
	}
	s.starts = []model.Start[V]{start}
	return nil
}

// beginSeveral asks for the initial states of a protocol that has several.
func (s *space[V, M]) beginSeveral(initial model.Initial[V]) error {
	same := func(a, b []model.Start[V]) bool {
		return slices.EqualFunc(a, b, func(x, y model.Start[V]) bool { return x.Name == y.Name && slices.Equal(x.Vars, y.Vars) })
	}
	all, broken := guarding(s.caller, 1, "Starts", same, initial.Starts)
	if broken != nil {
		return unnamed(broken)
	}
	if len(all) == 0 {
		return fmt.Errorf("Starts lists no initial state")
	}
	names, seed, known := map[string]bool{}, maphash.MakeSeed(), map[uint64][]int{}
	for k := range all {
		x := &all[k]
		switch {
		case len(x.Vars) != len(s.sys.Places):
			return fmt.Errorf("Starts: initial state %d has the variables of %d sites; there are %d", k+1, len(x.Vars), len(s.sys.Places))
		case len(all) > 1 && (x.Name == "" || names[x.Name]):
			return fmt.Errorf("Starts: initial state %d is named %q; allowed is a name that no other has", k+1, x.Name)
		}
		names[x.Name] = true
		for i := range x.Vars {
			if found := s.caller.types.Wrong(&x.Vars[i]); found != "" {
				return fmt.Errorf("Starts: the variables of site %d are no value: %v", i+1, found)
			}
		}
		hash := uint64(0)
		for _, v := range x.Vars {
			hash = hash*31 + maphash.Comparable(seed, v)
		}
		x.Weight = cmp.Or(x.Weight, 1)
		if at := slices.IndexFunc(known[hash], func(y int) bool { return slices.Equal(x.Vars, s.starts[y].Vars) }); at < 0 {
			known[hash] = append(known[hash], len(s.starts))
			s.starts = append(s.starts, *x)
		} else {
			s.starts[known[hash][at]].Weight += x.Weight
		}
	}
	return nil
}

func (s *space[V, M]) first(i model.Site) (v V, broken *model.Broken) {
	wrong := func(problem string, args ...any) *model.Broken { return s.mistaken(i, "Start", problem, args...) }
	defer panicked(&broken, wrong)
	v = s.protocol.Start(i)
	if found := s.caller.types.Wrong(&v); found != "" {
		return v, wrong("returns variables that are no value: %v", found)
	}
	if again := s.protocol.Start(i); again != v {
		one, other := differ(v, again)
		return v, wrong("does not always return the same: first %s; then %s", one, other)
	}
	return v, nil
}

// asked is a protocol's answer about its boundary; a panic is the protocol's mistake.
func asked(b model.Bounded, views []*model.View) bool {
	defer func() {
		if r := recover(); r != nil {
			panic(model.PropertyBroken(model.Boundary, "Within", r))
		}
	}()
	return b.Within(views)
}

// checkMethods refuses a protocol that has a method of an optional interface without being one: Go takes it for some other
// method, and what it is there for would never happen.
func checkMethods[V, M comparable](p model.Protocol[V, M]) error {
	if p == nil {
		return fmt.Errorf("there is no protocol")
	}
	t := reflect.TypeOf(p)
	for _, optional := range []reflect.Type{
		reflect.TypeFor[model.Initial[V]](), reflect.TypeFor[model.Bounded](), reflect.TypeFor[model.Placed](), reflect.TypeFor[model.Demander](), reflect.TypeFor[model.Timed[V, M]](), reflect.TypeFor[model.Ordered](),
		reflect.TypeFor[model.Internal[V, M]](), reflect.TypeFor[model.Selective[V, M]](), reflect.TypeFor[model.InOrder](), reflect.TypeFor[model.Volatile[V]](), reflect.TypeFor[model.Recovering[V, M]](), reflect.TypeFor[model.Attributor[M]](), reflect.TypeFor[model.Ticketed](),
	} {
		if t.Implements(optional) {
			continue
		}
		for wanted := range optional.Methods() {
			if err := misses(t, wanted, optional); err != nil {
				return err
			}
		}
	}
	if _, timed := p.(model.Timed[V, M]); !timed && t.Implements(reflect.TypeFor[model.Ordered]()) {
		return fmt.Errorf("%v has the method Durations, but not Timers and Expire", t)
	}
	return nil
}

// misses says why a type that has this method, or one of its name, does not have the interface.
func misses(t reflect.Type, wanted reflect.Method, optional reflect.Type) error {
	given, has := t.MethodByName(wanted.Name)
	if !has {
		if _, has := reflect.PointerTo(t).MethodByName(wanted.Name); has && t.Kind() != reflect.Pointer {
			return fmt.Errorf("%v has the method %s only behind a pointer: compose &%v", t, wanted.Name, t)
		}
		return nil
	}
	if got := signature(given); got != wanted.Type {
		return fmt.Errorf("the method %s of %v is a %v; expected is a %v", wanted.Name, t, got, wanted.Type)
	}
	for other := range optional.Methods() {
		if _, has := t.MethodByName(other.Name); !has {
			return fmt.Errorf("%v has the method %s, but not %s, a %v", t, wanted.Name, other.Name, other.Type)
		}
	}
	return nil // one of the others is wrong
}

// signature is the type of a method without its receiver.
func signature(m reflect.Method) reflect.Type {
	var in, out []reflect.Type
	for k := 1; k < m.Type.NumIn(); k++ {
		in = append(in, m.Type.In(k))
	}
	for k := range m.Type.NumOut() {
		out = append(out, m.Type.Out(k))
	}
	return reflect.FuncOf(in, out, m.Type.IsVariadic())
}
