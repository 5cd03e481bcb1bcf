package gmecheck

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"sync"

	"github.com/gmecheck/gmecheck/algorithms/paper"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/cli"
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/system"
)

// Checkable is what [Main] takes: a [*Model] or a [*Shared], which has one size, or a [Family].
type Checkable interface {
	// algorithm is the model as the command line takes it.
	algorithm() (*paper.Algorithm, error)
}

// Main is the whole command line for protocols of one's own: check, replay, gate, simulate, sweep, graph and the others, with
// --help for each. It ends the process with its exit code.
//
// The network, the faults and the times that [Model.With] has set are what flags such as --net, --loss, --lossy, --crash, --crashing,
// --final, --delay, --cs and --timer are if they are left out. Limits, workers and symmetry are flags alone, and what a check pins, such as [States], is for
// tests and manifests.
//
//	func main() { gmecheck.Main(gmecheck.Family(Lock)) }
func Main(models ...Checkable) {
	var all []*paper.Algorithm
	var wrong []error
	for _, m := range models {
		if m == nil {
			cli.Refuse(errors.New("a model is nil; New, NewShared and Family make one"))
		}
		a, err := m.algorithm()
		if err != nil {
			wrong = append(wrong, err)
			continue
		}
		if slices.ContainsFunc(all, func(b *paper.Algorithm) bool { return b.Name == a.Name }) {
			cli.Refuse(fmt.Errorf("two models are named %q", a.Name))
		}
		all = append(all, a)
	}
	if len(wrong) > 0 {
		cli.Refuse(errors.Join(wrong...))
	}
	if len(all) == 0 {
		cli.Refuse(errors.New("Main needs a model"))
	}
	cli.Main(all...)
}

// built is a model of one size.
type built interface {
	Checkable
	// own is what stands behind it; nil behind nothing.
	own() *core
}

// Models is a protocol for any number of sites: see [Family].
type Models struct {
	build              func(n int) *core
	least, usual, most int
}

// Family is a protocol for any number of sites: build returns its [*Model], or [*Shared], for n of them, always of the same name. The command line then
// takes -n, from 1 to 63, 3 if it is left out; [Models.Sizes] says otherwise. The model of that usual size is always made, since its events and faults
// say which flags there are: it has to be right whatever -n is.
func Family[M built](build func(n int) M) Models {
	f := Models{least: 1, usual: 3, most: model.MaxSites}
	if build != nil {
		f.build = func(n int) *core { return build(n).own() }
	}
	return f
}

// Sizes says how many sites there can be, at least and at most, and how many there are if -n is left out.
func (f Models) Sizes(least, usual, most int) Models {
	f.least, f.usual, f.most = least, usual, most
	return f
}

func (f Models) algorithm() (*paper.Algorithm, error) {
	if f.least < 1 || f.usual < f.least || f.most < f.usual || f.most > model.MaxSites {
		return nil, fmt.Errorf("Sizes(%d, %d, %d): allowed are three numbers from 1 to %d in ascending order", f.least, f.usual, f.most, model.MaxSites)
	}
	usual, err := f.of(f.usual)
	if err != nil && f.build != nil {
		return nil, fmt.Errorf("%w; there has to be a model for %d, which -n is if it is left out: Sizes says another number", err, f.usual)
	} else if err != nil {
		return nil, err
	}
	a, err := usual.algorithm()
	if err != nil {
		return nil, fmt.Errorf("%w; this is the model for n = %d, which is made whatever -n says: Sizes says another number", err, f.usual)
	}
	a.Processes = paper.Range{Min: f.least, Max: f.most, Default: f.usual}
	made := f.kept()
	a.New = func(c model.Config) *system.System {
		sys := made(c).compose(c)
		sys.Anew = func() *system.System { return f.must(c).compose(c) }
		return sys
	}
	a.Panel = func(c model.Config) []invariants.Property { return made(c).claims(c) }
	a.Counted = func(c model.Config) []string { return made(c).counted() }
	a.Check = func(c model.Config) error {
		m, err := f.of(c.Processes)
		switch {
		case err != nil:
			return err
		case m.name != a.Name:
			return fmt.Errorf("the function of Family names the model %q for n = %d and %q for n = %d; allowed is one name for all", a.Name, f.usual, m.name, c.Processes)
		}
		return cmp.Or(idle(c, usual.usual()), m.fits(c))
	}
	return a, nil
}

// of is the model of so many sites. The error says that build makes none.
func (f Models) of(n int) (m *core, err error) {
	if f.build == nil {
		return nil, errors.New("Family has no function")
	}
	defer func() {
		if r := recover(); r != nil {
			err = (&model.Broken{Property: model.Boundary, Method: fmt.Sprintf("the function of Family, for n = %d,", n)}).Panics(r)
		}
	}()
	if m = f.build(n); m == nil {
		return nil, fmt.Errorf("the function of Family makes no model for n = %d", n)
	}
	if made := m.sites(); made != n {
		if err := m.err(); err != nil {
			return nil, err
		}
		return nil, fmt.Errorf("%s: the function of Family makes %d processes when asked for %d", m.name, made, n)
	}
	return m, nil
}

// must is the model of a configuration that has been checked.
func (f Models) must(c model.Config) *core {
	m, err := f.of(c.Processes)
	if err != nil {
		panic(err)
	}
	return m
}

// kept makes the model of each configuration once: properties are to be of the model whose handlers run, since both may know variables of the function
// that makes it.
func (f Models) kept() func(c model.Config) *core {
	var mu sync.Mutex
	all := map[int]*core{}
	return func(c model.Config) *core {
		mu.Lock()
		defer mu.Unlock()
		if all[c.Processes] == nil {
			all[c.Processes] = f.must(c)
		}
		return all[c.Processes]
	}
}

func (p *core) algorithm() (*paper.Algorithm, error) {
	if _, _, err := p.checked(nil); err != nil {
		return nil, err
	}
	a := &paper.Algorithm{
		Name: p.name, Title: p.name, Problem: "a protocol of one's own", Doc: "A protocol of one's own.", Network: model.Network(p.settings.network),
		Processes:  paper.Range{Min: p.sites(), Max: p.sites(), Default: p.sites()},
		NoRequests: true, Own: true, Boundary: p.within != nil, Shared: p.memory > 0, Timed: p.inTime,
		New:     p.compose,
		Panel:   p.claims,
		Counted: func(model.Config) []string { return p.counted() },
		Events:  p.eventList(),
		Check:   func(c model.Config) error { return cmp.Or(idle(c, p.usual()), p.fits(c)) },
	}
	if p.memory == 0 {
		faults := p.settings.faults
		a.Budgets = paper.Budgets{Loss: faults.Loss, Duplicate: faults.Duplicate, Crash: faults.Crash}
		a.Params = p.faultParams(faults)
		a.Timers, a.Exitless = p.kinds.timers, !p.kinds.lasting
		if c, err := p.settings.config(p.name, p.sites(), &p.kinds, false); err == nil {
			a.Times = c.Times
		}
	}
	return a, nil
}

// sites is the size of the model: of a shared memory its processes.
func (p *core) sites() int { return max(p.n, p.memory) }

// claims are the properties: without times those of them that need none. Ticks that may never come are not counted, so that there nothing is known
// of how many there are.
func (p *core) claims(c model.Config) []invariants.Property {
	var all []invariants.Property
	for _, x := range p.properties {
		if slices.Contains(p.inTime, x.Name) {
			if c.Times == nil {
				continue
			}
			if !c.Times.Bounded() {
				g := *x.Gauge
				g.Sizeless = fmt.Sprintf("delay %v, cs %v: where something may take for ever, ticks are not counted", c.Times.Delay, c.Times.CS)
				x.Gauge = &g
			}
		}
		if p.within != nil {
			x.Doc += ", within the boundary"
		}
		all = append(all, x)
	}
	return append(all, invariants.OfTimers(c, p.kinds.timers)...)
}

// counted says how often events with a budget happen.
func (p *core) counted() (all []string) {
	for _, e := range p.budgeted {
		times := "once"
		if e.budget > 1 {
			times = fmt.Sprintf("%d times", e.budget)
		}
		all = append(all, e.name+" at most "+times)
	}
	return all
}

// compose makes the system of a configuration of the command line; it panics where the model is mistaken.
func (p *core) compose(c model.Config) *system.System {
	p.checks.Add(1) // for good: the command line ends the process
	sys, err := p.composed(c)
	if err != nil {
		panic(err)
	}
	return sys
}

// usual are the parameters of faults that nobody has given; a shared memory has none.
func (p *core) usual() map[string]string {
	if p.memory > 0 {
		return nil
	}
	return p.settings.faults.params(&p.kinds)
}

// fits says what is wrong with the model in a configuration of the command line, as far as that is seen before a search.
func (p *core) fits(c model.Config) error {
	_, err := p.composed(c)
	return err
}

func (p *core) composed(c model.Config) (*system.System, error) {
	set := p.settings
	set.network = Network(c.Network)
	if err := cmp.Or(p.err(), p.kinds.knows(c.Times), spread(&c, c.Params, &p.kinds)); err != nil {
		return nil, err
	}
	return p.system(set, c)
}

func (p *Model[V]) algorithm() (*paper.Algorithm, error)  { return p.own().algorithm() }
func (p *Shared[S]) algorithm() (*paper.Algorithm, error) { return p.own().algorithm() }
