package model

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/mitchellh/hashstructure/v2"
)

// Network is the order in which messages may arrive.
type Network string

const (
	// Bag lets any message in flight arrive next.
	Bag Network = "bag"
	// FIFO keeps the order of the messages from one site to another; between different pairs there is none.
	FIFO Network = "fifo"
)

// Timeouts says when a running timer may expire.
type Timeouts string

const (
	// Off: never.
	Off Timeouts = "off"
	// Patient: when no message can be delivered or dropped, no site recover and none leave its critical section, not even without
	// changing anything, which is no step.
	Patient Timeouts = "patient"
	// ByClock: when the timer's clock has come to its value, see [Clock]. For configurations with [Times].
	ByClock Timeouts = "timed"
)

// Unlimited as a request budget means that there is none, and no count of requests in the state.
const Unlimited = -1

// Names of the variants that every algorithm has.
const (
	Published = "published"
	Repaired  = "repaired"
)

// Config is everything that determines a model: two equal configurations have the same states.
type Config struct {
	Algorithm  string
	Variant    string
	Repairs    []string // names of the repairs that are switched on, in the algorithm's order
	Processes  int      // n, from 1
	Groups     int      // m
	Priorities int      // K
	Tokens     int      // k, for k-mutual exclusion
	Requests   []int    // request budget of each process (Unlimited: none); process i at index i-1
	Workload   []Groups // the groups that each process may ask for, empty: any; process i at index i-1; nil: any for all
	Network    Network  // empty: Bag
	Loss       int      // budget of lost messages
	Duplicate  int      // budget of duplicated messages
	Crash      int      // budget of crashes
	Timeouts   Timeouts // empty: Off, but not for protocols with timers
	// OrderedTimers: a longer timer waits not only until the system is quiet but until no shorter one runs at any site that
	// is up, either. For [Ordered] protocols.
	OrderedTimers bool
	Early         int               // budget of early expiries
	Crashing      Sites             // the sites that can crash; empty: all
	Final         bool              // who crashes does not recover
	Lossy         []string          // the kinds of message that can be lost; empty: all
	Params        map[string]string // the algorithm's own parameters
	// Later are the parameters that the algorithm has had only since fingerprints of it are stored, with their values where no use is made of them.
	Later map[string]string
	// Times, if there are any, are how long messages and critical sections take: then time passes in steps of their own. Nil: nothing is said of time.
	Times *Times
	// Unsearched: the handlers are run, and no states are searched: there can be more than [MaxSites] sites.
	Unsearched bool
}

// Has reports whether the repair is switched on.
func (c Config) Has(r Repair) bool { return slices.Contains(c.Repairs, r.Name) }

// Param is the value of one of the algorithm's own parameters.
func (c Config) Param(name string) string { return c.Params[name] }

// IntParam is the value of a parameter that is a number; the configuration has been checked.
func (c Config) IntParam(name string) int {
	n, err := strconv.Atoi(c.Params[name])
	if err != nil {
		panic(fmt.Sprintf("parameter %s of %s: %v", name, c.Algorithm, err))
	}
	return n
}

// TotalRequests is the sum of the request budgets; false if some process has none.
func (c Config) TotalRequests() (sum int, limited bool) {
	for _, r := range c.Requests {
		if r == Unlimited {
			return 0, false
		}
		sum += r
	}
	return sum, true
}

// Faultless reports that nothing can be lost, duplicated, crash or expire early.
func (c Config) Faultless() bool { return c.Loss+c.Duplicate+c.Crash+c.Early == 0 }

// Limited reports whether process i has a request budget.
func (c Config) Limited(i Site) bool { return c.Requests[i-1] != Unlimited }

// Complete fills in what may be left out: the network is a bag then, and timers are off.
func (c Config) Complete() Config {
	c.Network, c.Timeouts = cmp.Or(c.Network, Bag), cmp.Or(c.Timeouts, Off)
	return c
}

// Check says what is wrong with a complete configuration.
func (c Config) Check() error {
	if c.Network != Bag && c.Network != FIFO {
		return fmt.Errorf("Network is %q; allowed is %q, which is the default, and %q", c.Network, Bag, FIFO)
	}
	if c.Timeouts != Off && c.Timeouts != Patient && c.Timeouts != ByClock {
		return fmt.Errorf("Timeouts is %q; allowed is %q, which is the default, %q and %q", c.Timeouts, Off, Patient, ByClock)
	}
	if c.Processes < 1 {
		return fmt.Errorf("Processes is %d; there must be one at least", c.Processes)
	}
	for _, number := range []struct {
		name  string
		given int
	}{
		{"Groups", c.Groups}, {"Priorities", c.Priorities}, {"Tokens", c.Tokens},
		{"Loss", c.Loss}, {"Duplicate", c.Duplicate}, {"Crash", c.Crash}, {"Early", c.Early},
	} {
		if number.given < 0 {
			return fmt.Errorf("%s is %d; it cannot be negative", number.name, number.given)
		}
	}
	if len(c.Requests) != c.Processes {
		return fmt.Errorf("Requests has %d budgets for %d processes", len(c.Requests), c.Processes)
	}
	for k, r := range c.Requests {
		if r < Unlimited {
			return fmt.Errorf("Requests gives process %d the budget %d; allowed is a number from 0 on, or Unlimited", k+1, r)
		}
	}
	if len(c.Workload) != 0 && len(c.Workload) != c.Processes {
		return fmt.Errorf("Workload has %d sets of groups for %d processes", len(c.Workload), c.Processes)
	}
	for k, groups := range c.Workload {
		if beyond := groups.Minus(UpTo[Group](min(c.Groups, MaxGroups))); !beyond.Empty() {
			return fmt.Errorf("Workload gives process %d the group %d; allowed is 1 to %d", k+1, beyond.Least(), c.Groups)
		}
	}
	if beyond := c.Crashing.Minus(UpTo[Site](MaxSites)); !beyond.Empty() || c.Crashing.Has(0) {
		return fmt.Errorf("Crashing has site %d; allowed is 1 to %d", c.Crashing.Least(), MaxSites)
	}
	for k, name := range c.Repairs {
		if slices.Contains(c.Repairs[:k], name) {
			return fmt.Errorf("Repairs has %s twice", name)
		}
	}
	if c.Times == nil && c.Timeouts != ByClock {
		return nil
	}
	return c.Times.check(c)
}

// Fingerprint identifies the configuration in reports, traces and checkpoints: 16 hexadecimal digits, the same on
// every machine.
func (c Config) Fingerprint() string {
	h, err := hashstructure.Hash(c.Complete(), hashstructure.FormatV2, nil)
	if err != nil {
		panic(err) // only for types that Config does not have
	}
	return fmt.Sprintf("%016x", h)
}

// HashInclude leaves out of the fingerprint what came later and is not made use of: fingerprints stay what they were.
func (c Config) HashInclude(field string, _ any) (bool, error) {
	if _, said := c.Params[strings.ToLower(field)]; said { // by a parameter of this name
		return false, nil
	}
	switch field {
	case "Later":
		return false, nil
	case "OrderedTimers":
		return c.OrderedTimers, nil
	case "Crashing":
		return !c.Crashing.Empty(), nil
	case "Final":
		return c.Final, nil
	case "Lossy":
		return len(c.Lossy) > 0, nil
	case "Unsearched":
		return c.Unsearched, nil
	case "Times":
		return c.Times != nil, nil
	}
	return true, nil
}

// HashIncludeMap leaves parameters that came later out of the fingerprint in the same way.
func (c Config) HashIncludeMap(field string, key, value any) (bool, error) {
	unused, came := c.Later[fmt.Sprint(key)]
	return field != "Params" || !came || value != unused, nil
}

// Clone returns a configuration that shares nothing with c.
func (c Config) Clone() Config {
	c.Repairs = slices.Clone(c.Repairs)
	c.Requests = slices.Clone(c.Requests)
	c.Workload = slices.Clone(c.Workload)
	c.Lossy = slices.Clone(c.Lossy)
	c.Params = maps.Clone(c.Params)
	if c.Times != nil {
		c.Times = c.Times.Clone()
	}
	return c
}

// String is the configuration as one line of key=value, for messages.
func (c Config) String() string {
	return fmt.Sprintf("%s %s n=%d m=%d K=%d R=%s %s", c.Algorithm, c.Variant, c.Processes, c.Groups, c.Priorities,
		RequestsText(c.Requests), c.Network)
}

// RequestsText writes request budgets as the command line takes them: "2", "2,2,1" or "inf".
func RequestsText(budgets []int) string {
	if len(slices.Compact(slices.Clone(budgets))) == 1 {
		budgets = budgets[:1]
	}
	texts := make([]string, len(budgets))
	for k, r := range budgets {
		if texts[k] = strconv.Itoa(r); r == Unlimited {
			texts[k] = "inf"
		}
	}
	return strings.Join(texts, ",")
}

// Repair is a named change to the published pseudo-code, forced by a counterexample.
type Repair struct {
	Name  string // as --repair takes it
	Event string // where in the paper it applies
	Doc   string // what it changes and why
}

// ParseTree reads a tree as the command line takes it: the parent of each of n processes, 0 for the root. "0,1,1" is
// process 1 with the children 2 and 3. The error says what was given and what is allowed.
func ParseTree(text string, n int) (PerSite[Site], error) {
	bad := func(why string, args ...any) (PerSite[Site], error) {
		return PerSite[Site]{}, fmt.Errorf("%q %s; allowed is a tree: the parents of processes 1 to %d, 0 for the root, "+
			"such as %s", text, fmt.Sprintf(why, args...), n, Path(n))
	}
	parents, roots := NewPerSite[Site](n), 0
	fields := strings.Split(text, ",")
	if len(fields) != n {
		return bad("has %d numbers for %d processes", len(fields), n)
	}
	for k, field := range fields {
		parent, err := strconv.Atoi(field)
		if err != nil || field != strconv.Itoa(parent) || parent < 0 || parent > n {
			return bad("has %q in it, which is not a number from 0 to %d", field, n)
		}
		if parent == 0 {
			roots++
		}
		parents = parents.With(Site(k+1), Site(parent))
	}
	if roots != 1 {
		return bad("has %d roots", roots)
	}
	for i := range Site(n) {
		at := i + 1
		for range n {
			if at != 0 {
				at = parents.At(at)
			}
		}
		if at != 0 {
			return bad("has a cycle above process %d", i+1)
		}
	}
	return parents, nil
}

// Path is the tree, as [ParseTree] reads it, in which the parent of each process is the one before it: "0,1,2".
func Path(n int) string { return treeText(n, func(i int) int { return i - 1 }) }

// Star is the tree, as [ParseTree] reads it, in which everybody's parent is process 1: "0,1,1".
func Star(n int) string { return treeText(n, func(i int) int { return min(i-1, 1) }) }

func treeText(n int, parent func(i int) int) string {
	fields := make([]string, n)
	for k := range fields {
		fields[k] = strconv.Itoa(parent(k + 1))
	}
	return strings.Join(fields, ",")
}
