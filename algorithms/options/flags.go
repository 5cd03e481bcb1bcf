package options

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/pflag"

	"github.com/gmecheck/gmecheck/algorithms/paper"
	"github.com/gmecheck/gmecheck/model"
)

// The names of the flags.
const (
	processesFlag  = "processes"
	groupsFlag     = "groups"
	prioritiesFlag = "priorities"
	tokensFlag     = "tokens"
	requestsFlag   = "requests"
	requestersFlag = "requesters"
	workloadFlag   = "workload"
	variantFlag    = "variant"
	repairFlag     = "repair"
	withoutFlag    = "without"
	netFlag        = "net"
	lossFlag       = "loss"
	duplicateFlag  = "duplicate"
	crashFlag      = "crash"
	timeoutsFlag   = "timeouts"
	timersFlag     = "timers"
	earlyFlag      = "early"
	delayFlag      = "delay"
	csFlag         = "cs"
	timerFlag      = "timer"
)

// Limits on what would only fill the memory.
const (
	maxRequests = 100
	maxFaults   = 9
)

// Flags are the model's flags on a flag set.
type Flags struct {
	set     *pflag.FlagSet
	list    paper.List
	untimed bool // flags of these names are there, and mean something else
}

// New registers the model's flags, and the parameters of every algorithm of the list. A command whose times are no bounds has flags
// of its own for them, which it registers before.
func New(fs *pflag.FlagSet, all paper.List) *Flags {
	fs.StringP(processesFlag, "n", "", "processes: `N` (default: the algorithm's)")
	fs.StringP(groupsFlag, "m", "", "groups, sessions or resources: `M` (default: the algorithm's)")
	fs.String(prioritiesFlag, "", "priority levels: `K` (default: the algorithm's)")
	fs.String(tokensFlag, "", "tokens, for k-mutual exclusion: `K` (default: the algorithm's)")
	fs.StringP(requestsFlag, "r", "", "requests of each process: `R`, a list such as 2,2,1, or inf for no budget (default 1)")
	fs.Var(new(list), requestersFlag, "only these processes request: a `list` such as 1,3 (default: all)")
	fs.Var(new(list), workloadFlag, "what processes request: a `list` such as 1:g1,2:g1+g2, where what process 2 asks for is among g1 and g2 (default: any group)")
	fs.String(variantFlag, "", "`variant` of the pseudo-code: published, repaired, or another of the algorithm (default published)")
	fs.Var(new(list), repairFlag, "the published variant with these repairs switched on: a `list`")
	fs.Var(new(list), withoutFlag, "the repaired variant with these repairs switched off: a `list`")
	fs.String(netFlag, "", "`network`: bag or fifo (default"+usual(all, func(a *paper.Algorithm) any { return cmp.Or(a.Network, model.Bag) })+")")
	fs.String(lossFlag, "", "budget of lost messages: `L` (default"+usual(all, func(a *paper.Algorithm) any { return a.Budgets.Loss })+")")
	fs.String(duplicateFlag, "", "budget of duplicated messages: `D` (default"+usual(all, func(a *paper.Algorithm) any { return a.Budgets.Duplicate })+")")
	fs.String(crashFlag, "", "budget of crashes: `C` (default"+usual(all, func(a *paper.Algorithm) any { return a.Budgets.Crash })+")")
	fs.String(timeoutsFlag, "", "`when` timers expire: off, patient or timed (default: patient if the algorithm has timers, with --delay or --cs timed)")
	fs.String(timersFlag, "", "`order` in which patient timers expire: free, or ordered (a longer one never while a shorter one runs) (default free)")
	fs.String(earlyFlag, "", "budget of early expiries: `E` (default 0)")
	untimed := fs.Lookup(csFlag) != nil
	fs.String(delayFlag, "", "ticks from the sending of a message to its arrival: an `interval` such as 1..2 or 0..inf (default: 1 if there are other times)")
	if !untimed {
		fs.String(csFlag, "", "ticks in the critical section: an `interval` such as 1..2 (default: 1 if there are other times)")
		fs.Var(new(list), timerFlag, "ticks of timers: a `list` such as T1=5,T2=inf (default: the paper's, of the largest delay and time in the critical section)")
	}
	for _, p := range params(all) {
		if p.list {
			fs.Var(new(list), p.name, p.usage())
		} else {
			fs.String(p.name, "", p.usage())
		}
	}
	return &Flags{fs, all, untimed}
}

// list is the value of a flag that may be given several times: elements are added to those that are there.
type list string

func (l *list) String() string { return string(*l) }

// Type is the one that pflag has for texts.
func (l *list) Type() string { return "string" }

// Set adds elements.
func (l *list) Set(text string) error {
	if *l != "" {
		text = string(*l) + "," + text
	}
	*l = list(text)
	return nil
}

// usual is the default that algorithms have, as a help text goes on with it.
func usual(list paper.List, of func(*paper.Algorithm) any) string {
	if len(list) == 0 {
		list = paper.List{{}}
	}
	for _, a := range list {
		if of(a) != of(list[0]) {
			return ": the algorithm's"
		}
	}
	return fmt.Sprint(" ", of(list[0]))
}

// Untimed reports that the command's times are no bounds of ticks.
func (f *Flags) Untimed() bool { return f.untimed }

// OfTimes reports that a flag is about bounds of ticks.
func OfTimes(flag string) bool { return flag == delayFlag || flag == csFlag || flag == timerFlag }

// given is the flag's text; false if the flag is not on the command line.
func (f *Flags) given(name string) (string, bool) {
	flag := f.set.Lookup(name)
	return flag.Value.String(), flag.Changed
}

func (f *Flags) givenAny(names ...string) bool { return slices.ContainsFunc(names, f.set.Changed) }

// param is a parameter of one or several algorithms as one flag.
type param struct {
	name  string
	list  bool
	users []*paper.Algorithm
	docs  []string
}

// params is the union of the algorithms' parameters.
func params(list paper.List) []*param {
	var all []*param
	for _, a := range list {
		for _, p := range a.Params {
			k := slices.IndexFunc(all, func(q *param) bool { return q.name == p.Name })
			if k < 0 {
				k = len(all)
				all = append(all, &param{name: p.Name, list: p.List})
			}
			all[k].users = append(all[k].users, a)
			all[k].docs = append(all[k].docs, p.Allowed)
		}
	}
	return all
}

// usage is the help of the flag: whose it is and which values it takes.
func (p *param) usage() string {
	var all []string // what the value is, with those for which it is that
	for k, doc := range p.docs {
		if slices.Contains(p.docs[:k], doc) {
			continue
		}
		var users []string
		for at, a := range p.users {
			if p.docs[at] == doc {
				users = append(users, a.Name)
			}
		}
		all = append(all, fmt.Sprintf("for %s: %s", strings.Join(users, ", "), doc))
	}
	all[0] = strings.Replace(all[0], ": ", ": `value` is ", 1)
	return strings.Join(all, "; ")
}

// useless says which flags of the model mean nothing to an algorithm, and why.
func useless(a *paper.Algorithm) map[string]string {
	no := map[string]string{}
	if a.Groups.Unused() {
		no[groupsFlag], no[workloadFlag] = "its requests name no group", "its requests name no group"
	}
	if a.NoRequests {
		no[requestsFlag], no[requestersFlag] = "nobody requests anything", "nobody requests anything"
	}
	if a.Shared {
		for _, flag := range []string{netFlag, lossFlag, duplicateFlag, delayFlag, csFlag} {
			no[flag] = "its processes share a memory, and there are no messages"
		}
		no[crashFlag] = "its processes share a memory, and none crashes"
	}
	if a.Priorities.Unused() {
		no[prioritiesFlag] = "it has no priority levels"
	}
	if a.Tokens.Unused() {
		no[tokensFlag] = "it is not for k tokens"
	}
	if len(a.Timers) == 0 {
		no[timeoutsFlag], no[earlyFlag], no[timerFlag] = "it has no timers", "it has no timers", "it has no timers"
	}
	if len(a.Durations) == 0 {
		no[timersFlag] = "its paper does not say which of its timers are longer"
		if len(a.Timers) == 0 {
			no[timersFlag] = "it has no timers"
		}
	}
	if len(a.Repairs) == 0 {
		no[repairFlag], no[withoutFlag] = "it has no repairs", "it has no repairs"
	}
	return no
}

// Useful reports whether an algorithm has a use for a flag of the model, or of a list with it.
func Useful(a *paper.Algorithm, flag string) bool {
	if flag == variantFlag {
		return len(a.AllVariants()) > 1
	}
	_, no := useless(a)[flag]
	return !no && (slices.Contains(Names(nil), flag) || paramIndex(a, flag) >= 0)
}

// Values lists the values of a flag for shell completion, nil if they cannot be listed; a may be nil.
func Values(list paper.List, a *paper.Algorithm, flag string) []string {
	switch flag {
	case netFlag:
		return networks
	case timeoutsFlag:
		return timeouts
	case timersFlag:
		return orders
	case variantFlag:
		if a == nil {
			return []string{model.Published, model.Repaired}
		}
		return a.AllVariants()
	case repairFlag, withoutFlag:
		if a != nil {
			return a.RepairNames()
		}
	}
	var values []string
	for _, user := range list {
		if k := paramIndex(user, flag); k >= 0 && (a == nil || a == user) {
			values = append(values, user.Params[k].Values...)
		}
	}
	return values
}

// Names lists the names of the model's flags, and of the parameters of a list.
func Names(list paper.List) []string {
	fs := pflag.NewFlagSet("", pflag.ContinueOnError)
	New(fs, list)
	var all []string
	fs.VisitAll(func(f *pflag.Flag) { all = append(all, f.Name) })
	return all
}

func paramIndex(a *paper.Algorithm, name string) int {
	return slices.IndexFunc(a.Params, func(p paper.Param) bool { return p.Name == name })
}

// number is a flag with a number that may be large.
type number int

func (n *number) String() string { return strconv.Itoa(int(*n)) }
func (n *number) Type() string   { return "number" }

func (n *number) Set(text string) error {
	x, err := Number(text)
	if err == nil {
		*n = number(x)
	}
	return err
}

// NumberVar registers a flag with a number, such as one of states, that is written as [Number] reads it.
func NumberVar(set *pflag.FlagSet, to *int, name string, value int, usage string) {
	*to = value
	set.Var((*number)(to), name, usage)
}
