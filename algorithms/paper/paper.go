// Package paper is the form of an algorithm's package: all that the rest of gmecheck knows of one paper.
package paper

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/gmecheck/gmecheck/algorithms/names"
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/system"
)

// Algorithm is one paper, ready to be checked. Every algorithm's package exports one as a value.
type Algorithm struct {
	Name    string // as the command line takes it
	Title   string // of the paper
	Authors string
	Venue   string // with the year
	Problem string // "group mutual exclusion", ...
	Doc     string // one or two sentences: how it works
	// Accounts says on the account of which process each message is, as the costs of one request count them; empty: none counts so.
	Accounts string

	Variants []string       // besides published and repaired; nil: only these two
	Repairs  []model.Repair // in the order in which they were found
	Timers   []string       // of their names; with any, timeouts are patient by default
	Events   []string       // the internal ones: their names, without what they choose
	// Durations are the timers in the order of the paper's durations, the shortest first; nil: the paper gives none. The
	// protocol is [model.Ordered] then.
	Durations []string
	// Lengths are the timers' durations by the paper's formulas, given the time of a message and of a critical section; nil: it
	// gives none.
	Lengths func(c model.Config, message, cs float64) map[string]float64

	Processes  Range         // n
	Groups     Range         // m; the zero Range: requests name no group
	Priorities Range         // K; the zero Range: there are none
	Tokens     Range         // k; the zero Range: there is one
	Network    model.Network // by default; empty: a bag
	// NoRequests: nobody asks the sites for anything, they do what their own events say; the flags of requests mean nothing.
	NoRequests bool
	// Shared: its processes share a memory; there are no messages, no times and no crashes, and the flags of these mean nothing.
	Shared bool
	// Own: it is no paper's but a protocol of one's own, and has no variants but published.
	Own bool
	// Boundary: only states within one are searched, which are not all that it can reach.
	Boundary bool
	// Counted says which events happen only so often at each site, as the protocol has it: "write at most once"; nil: there are none.
	Counted   func(c model.Config) []string
	Budgets   Budgets      // of faults, by default
	Times     *model.Times // by default; nil: none
	Exitless  bool         // no bound of the critical section means anything: nothing lasts as long as it
	Unlimited bool         // runs without a request budget may have finitely many states
	// Endless says what grows without end in this configuration, as far as is known, so that a search of it will hit any limit:
	// "messages"; empty: nothing. Nil: there are no such configurations.
	Endless func(c model.Config) string
	Params  []Param
	// Grows are the directions in which the configurations that decide the claims grow; nil: see [Algorithm.Directions].
	Grows func() []Direction
	// Check says what else must hold of a configuration whose single values are in range; its error names the flag.
	Check func(c model.Config) error

	New   func(c model.Config) *system.System
	Panel func(c model.Config) []invariants.Property
	// InTime are the properties that come on top of others in a model with times, which is told the durations; nil: there are none.
	InTime func(c model.Config, of []invariants.Property, timers []string) []invariants.Property
	// Timed are the names of properties that a protocol of one's own claims, and that are judged in models with times alone.
	Timed []string
	// Further are properties that are judged only where they are named, as claims do: sentences of which one asks seldom, for which a search of
	// everything else has neither the time nor, beyond [question.MaxProperties], the room. Nil: there are none.
	Further func(c model.Config) []invariants.Property
	// Also are demands of properties that need something of the algorithm's own, such as a value of one of its parameters; nil: there are none.
	Also   func() []Demand
	Claims func() []Claim // in the paper's order; nil: none
	Traits Traits
}

// System is what makes an algorithm's systems of its protocol: the value of [Algorithm.New].
func System[V, M comparable, P model.Protocol[V, M]](protocol func(model.Config) P) func(model.Config) *system.System {
	return func(c model.Config) *system.System { return system.Compose(protocol(c), c) }
}

// Properties are those that are judged unless others are named.
func (a *Algorithm) Properties(c model.Config) []invariants.Property {
	all := meaningful(c, a.Panel(c))
	if c.Times != nil && a.InTime != nil {
		all = append(all, a.InTime(c, all, a.Durations)...)
	}
	return all
}

// AllProperties are the properties, those included that are judged only where they are named.
func (a *Algorithm) AllProperties(c model.Config) []invariants.Property {
	all := a.Properties(c)
	if a.Further == nil {
		return all
	}
	return append(all[:len(all):len(all)], meaningful(c, a.Further(c))...)
}

// meaningful are those of some properties that mean something in a model.
func meaningful(c model.Config, all []invariants.Property) []invariants.Property {
	if c.Times == nil {
		return all
	}
	return invariants.WithTimes(c, all)
}

// Budgets are how often there can be each fault.
type Budgets struct{ Loss, Duplicate, Crash int }

// Range is the values that a number may take, and its default.
type Range struct{ Min, Max, Default int }

// Unused reports that the algorithm has no such number.
func (r Range) Unused() bool { return r == Range{} }

// String is the numbers of the range as an error says what is allowed.
func (r Range) String() string {
	if r.Min == r.Max {
		return fmt.Sprintf("only %d", r.Min)
	}
	return fmt.Sprintf("a number from %d to %d", r.Min, r.Max)
}

// Param is a parameter that only this algorithm has; a flag of the same name sets it.
type Param struct {
	Name    string
	Doc     string
	Default func(c model.Config) string // given everything but the parameters
	// Check says what is wrong with a value; nil if nothing is.
	Check func(c model.Config, value string) error
	// Allowed describes the values, for help and errors: "all, tri or grid".
	Allowed string
	Values  []string // all of them, for completion, if they can be listed
	List    bool     // a value is a list with commas between its elements, which may come one after the other
	// Unused is the value with which no use is made of a parameter that came later: fingerprints stay what they were. Empty: it has been there
	// from the beginning.
	Unused string
	// Nothing is the value with which a model of one's own is as if there were no parameter.
	Nothing string
}

// TreeParam is the name of the parameter [Tree].
const TreeParam = "tree"

// Tree is the parameter tree: a parent for each process, and 0 for the root. usual is the tree of n processes if none is
// given.
func Tree(doc string, usual func(n int) string) Param {
	return Param{
		Name: TreeParam, Doc: doc, Allowed: "one parent for each process, 0 for the root, such as 0,1,1",
		Default: func(c model.Config) string { return usual(c.Processes) },
		Check: func(c model.Config, value string) error {
			_, err := model.ParseTree(value, c.Processes)
			return err
		},
	}
}

// Parents is the tree of a configuration that has been checked: the parent of each process, 0 for the root.
func Parents(c model.Config) model.PerSite[model.Site] {
	parents, err := model.ParseTree(c.Param(TreeParam), c.Processes)
	if err != nil {
		panic(err)
	}
	return parents
}

// AllVariants lists the variants, published first.
func (a *Algorithm) AllVariants() []string {
	if a.Own {
		return []string{model.Published}
	}
	return append([]string{model.Published, model.Repaired}, a.Variants...)
}

// RepairNames lists the repairs by name.
func (a *Algorithm) RepairNames() []string {
	names := make([]string, len(a.Repairs))
	for k, r := range a.Repairs {
		names[k] = r.Name
	}
	return names
}

// Within is what a report adds to the line of a model of which not all states are searched.
func (a *Algorithm) Within() string {
	if a.Boundary {
		return ", within the boundary"
	}
	return ""
}

// Config returns the configuration with the algorithm's defaults in the given variant: one request for each process,
// a bag, and no faults in a paper's.
func (a *Algorithm) Config(variant string) model.Config {
	c := model.Config{
		Algorithm: a.Name, Variant: variant,
		Processes: a.Processes.Default, Groups: a.Groups.Default, Priorities: a.Priorities.Default, Tokens: a.Tokens.Default,
		Network: cmp.Or(a.Network, model.Bag), Timeouts: model.Off,
		Loss: a.Budgets.Loss, Duplicate: a.Budgets.Duplicate, Crash: a.Budgets.Crash,
	}
	if variant == model.Repaired {
		c.Repairs = a.RepairNames()
	}
	if a.Times != nil {
		c.Times = a.Times.Clone()
	}
	if len(a.Timers) > 0 {
		c.Timeouts = model.Patient
		if c.Times != nil {
			c.Timeouts = model.ByClock
		}
	}
	return a.Complete(c)
}

// Complete fills in what depends on the rest: budgets and workloads for every process, and parameters not given.
func (a *Algorithm) Complete(c model.Config) model.Config {
	c = c.Clone()
	for len(c.Requests) < c.Processes {
		c.Requests = append(c.Requests, 1)
	}
	c.Requests = slices.Clip(c.Requests[:c.Processes])
	for len(c.Workload) < c.Processes {
		c.Workload = append(c.Workload, model.UpTo[model.Group](c.Groups))
	}
	c.Workload = slices.Clip(c.Workload[:c.Processes])
	c.Later = nil
	for _, p := range a.Params {
		if p.Unused != "" {
			put(&c.Later, p.Name, p.Unused)
		}
		if _, given := c.Params[p.Name]; !given {
			put(&c.Params, p.Name, p.Default(c))
		}
	}
	return c
}

// put enters a value into a map that may not be there yet.
func put(m *map[string]string, key, value string) {
	if *m == nil {
		*m = map[string]string{}
	}
	(*m)[key] = value
}

// With returns the configuration of the given variant with change applied to it.
func (a *Algorithm) With(variant string, change func(*model.Config)) model.Config {
	c := a.Config(variant)
	c.Requests, c.Workload, c.Params = nil, nil, nil
	change(&c)
	return a.Complete(c)
}

// List is the algorithms of a program, in the order in which they are shown. It is handed down to whatever reads the name
// of an algorithm, so that a program may have a list of its own.
type List []*Algorithm

// Names lists the names of the algorithms.
func (l List) Names() []string {
	var all []string
	for _, a := range l {
		all = append(all, a.Name)
	}
	return all
}

// Find returns the algorithm of that name. The error says what was given, what is allowed and what is near.
func (l List) Find(name string) (*Algorithm, error) {
	for _, a := range l {
		if a.Name == name {
			return a, nil
		}
	}
	return nil, fmt.Errorf("no algorithm is named %q; allowed is %s%s", name, names.Or(l.Names()), names.DidYouMean(name, l.Names()))
}
