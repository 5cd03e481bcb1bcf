// Package search has the flags of a search, and runs one exploration within their limits.
package search

import (
	"fmt"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/dustin/go-humanize"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	list "github.com/gmecheck/gmecheck/algorithms/names"
	"github.com/gmecheck/gmecheck/algorithms/options"
	"github.com/gmecheck/gmecheck/algorithms/paper"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/flags"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/program"
	"github.com/gmecheck/gmecheck/explore"
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
)

// Flags are the flags of check beside those of the model.
type Flags struct {
	Program     *program.Program
	Properties  []string
	Search      string
	Workers     int
	Symmetry    string
	Canonical   string
	Reduce      string
	MaxStates   int
	MaxDepth    int
	maxMemory   string
	MaxTime     time.Duration
	StopAtFirst bool
	TraceDir    string
	Scenario    string
	JSON        bool
	Quiet       bool
}

// LimitKeys are the flags of limits.
var LimitKeys = []string{"workers", "symmetry", "canonical", "max-states", "max-depth", "max-memory", "max-time"}

// Limits registers the flags that a gate's manifest has, too.
func (f *Flags) Limits(set *pflag.FlagSet) {
	set.IntVar(&f.Workers, "workers", runtime.GOMAXPROCS(0), "`number` of goroutines that search; the answer is the same for any number")
	set.StringVar(&f.Symmetry, "symmetry", "off", "`when` states are reduced: auto: search one of the states that differ only in the names of processes and groups (see docs/symmetry.md); off: search all")
	set.StringVar(&f.Canonical, "canonical", "auto", "`when` one of the states that differ in nothing that can matter any more is searched (see docs/canonical.md): on; off; auto: where requests have no budget, and of a protocol of one's own")
	options.NumberVar(set, &f.MaxStates, "max-states", 0, "stop after this `number` of states (0: no limit)")
	set.IntVar(&f.MaxDepth, "max-depth", 0, "search no deeper than this `level` (0: no limit)")
	f.MemoryLimit(set)
	set.DurationVar(&f.MaxTime, "max-time", 0, "stop after this `time`, such as 10m (0: no limit)")
}

// MemoryLimit registers the limit of memory.
func (f *Flags) MemoryLimit(set *pflag.FlagSet) {
	set.StringVar(&f.maxMemory, "max-memory", "", "stop before the process holds more memory than this `size`, such as 2GiB; none: no limit (default four fifths of the machine's)")
}

// searches are the values of --search.
var searches = []string{string(explore.BFS), string(explore.DFS)}

// reductions are the values of --reduce.
var reductions = []string{"off", string(explore.Deadlock), string(explore.Invariants)}

// ReduceFlag registers the flag of the reduction.
func (f *Flags) ReduceFlag(set *pflag.FlagSet) {
	set.StringVar(&f.Reduce, "reduce", "off", fmt.Sprintf("leave out states that are not needed for what is `kept`: %s (see docs/reduction.md); off: search all", strings.Join(f.reductions()[1:], ", or ")))
}

// reductions are those that the program can make: the properties of a protocol of one's own see whole sites, and need them as they are.
func (f *Flags) reductions() []string {
	if !f.Program.Own() {
		return reductions
	}
	return reductions[:2]
}

// symmetries are the values of --symmetry.
var symmetries = []string{"off", "auto"}

// canonicals are the values of --canonical.
var canonicals = []string{"auto", string(explore.CanonicalOn), string(explore.CanonicalOff)}

// Complete gives the flags of the search completion of their values.
func (f *Flags) Complete(cmd *cobra.Command, configured *options.Flags) {
	values := map[string][]string{
		"search": searches, "symmetry": symmetries, "canonical": canonicals, "reduce": f.reductions(), "fault-scenario": {"min"}, "workers": nil, "max-states": nil, "max-depth": nil,
		"max-memory": nil, "max-time": nil,
	}
	for name, all := range values {
		if cmd.Flags().Lookup(name) == nil {
			continue // another verb's
		}
		flags.Complete(cmd, name, all...)
	}
	flags.OfModel(cmd, f.Program, configured, "property", func(a *paper.Algorithm, c model.Config, typed string) ([]cobra.Completion, cobra.ShellCompDirective) {
		return flags.InList(invariants.Names(a.AllProperties(c)), typed), cobra.ShellCompDirectiveNoFileComp
	})
	if cmd.Flags().Lookup("trace-dir") != nil {
		flags.Must(cmd.MarkFlagDirname("trace-dir"))
	}
}

// Unlimited is the value of --max-memory for as much as the process can get.
const Unlimited = "none"

// Options checks the flags of the search.
func (f *Flags) Options() (explore.Options, error) {
	o := explore.Options{
		Mode: explore.Mode(f.Search), Workers: f.Workers, MaxStates: f.MaxStates, MaxDepth: f.MaxDepth,
		MaxTime: f.MaxTime, StopAtFirst: f.StopAtFirst, Symmetry: f.Symmetry == "auto",
	}
	if f.Canonical != "auto" {
		o.Canonical = explore.Canonical(f.Canonical)
	}
	if f.reduces() {
		o.Reduce = explore.Reduce(f.Reduce)
	}
	refuse := func(flag, given, allowed string) (explore.Options, error) {
		return o, &options.UsageError{Flag: flag, Given: given, Allowed: allowed}
	}
	switch {
	case f.Properties != nil && len(f.Properties) == 0:
		return o, &options.UsageError{Flag: "property", Problem: "no property is named"}
	case !slices.Contains(searches, f.Search):
		return o, &options.UsageError{Flag: "search", Given: f.Search, Allowed: list.Or(searches), Nearest: list.Nearest(f.Search, searches)}
	case !slices.Contains(symmetries, f.Symmetry):
		return o, &options.UsageError{Flag: "symmetry", Given: f.Symmetry, Allowed: list.Or(symmetries), Nearest: list.Nearest(f.Symmetry, symmetries)}
	case o.Canonical != "" && !slices.Contains(canonicals, f.Canonical):
		return o, &options.UsageError{Flag: "canonical", Given: f.Canonical, Allowed: list.Or(canonicals), Nearest: list.Nearest(f.Canonical, canonicals)}
	case o.Symmetry && o.Mode == explore.DFS:
		return o, &options.UsageError{Flag: "symmetry", Given: f.Symmetry, Problem: "a depth-first search is not reduced", Allowed: "off, or --search bfs"}
	case f.Reduce != "" && !slices.Contains(reductions, f.Reduce):
		return o, &options.UsageError{Flag: "reduce", Given: f.Reduce, Allowed: list.Or(f.reductions()), Nearest: list.Nearest(f.Reduce, f.reductions())}
	case o.Reduce != "" && o.Mode == explore.DFS:
		return o, &options.UsageError{Flag: "reduce", Given: f.Reduce, Problem: "a depth-first search leaves nothing out", Allowed: "off, or --search bfs"}
	case o.Reduce != "" && o.Symmetry:
		return o, &options.UsageError{Flag: "reduce", Given: f.Reduce, Problem: "the states left out might show that a permutation is no symmetry", Allowed: "off, or --symmetry off"}
	case o.Reduce != "" && f.MaxDepth > 0:
		return o, &options.UsageError{Flag: "reduce", Given: f.Reduce, Problem: "its levels are not those of --max-depth", Allowed: "off, or no --max-depth"}
	case f.Scenario != "" && f.Scenario != "min":
		return refuse("fault-scenario", f.Scenario, "min")
	case f.Workers < 1 || f.Workers > 256:
		return refuse("workers", fmt.Sprint(f.Workers), "1 to 256")
	case f.MaxStates < 0:
		return refuse("max-states", fmt.Sprint(f.MaxStates), "a number from 1, or 0 for no limit")
	case f.MaxDepth < 0:
		return refuse("max-depth", fmt.Sprint(f.MaxDepth), "a number from 1, or 0 for no limit")
	case f.MaxTime < 0:
		return refuse("max-time", f.MaxTime.String(), "a time such as 30s or 10m, or 0 for no limit")
	case f.maxMemory == "":
		o.MaxMemory = explore.MachineShare()
	case f.maxMemory == Unlimited:
		o.MaxMemory = explore.NoLimit
	default:
		bytes, err := humanize.ParseBytes(f.maxMemory)
		if err != nil || bytes < 32<<20 || bytes > 1<<46 {
			return refuse("max-memory", f.maxMemory, "a size from 32MiB, such as 512MiB or 2GiB, or none")
		}
		o.MaxMemory = int64(bytes)
	}
	return o, nil
}

// MakeTraceDir makes the directory that --trace-dir names, if it names one.
func (f *Flags) MakeTraceDir() error {
	if f.TraceDir == "" {
		return nil
	}
	return flags.MakeTraceDir(f.TraceDir)
}

// WriteTraces writes the traces of violations into that directory, if there is one, as [flags.WriteTraces] does.
func (f *Flags) WriteTraces(a *paper.Algorithm, c model.Config, findings []invariants.Finding) (files map[string]string, failed error) {
	if f.TraceDir == "" {
		return nil, nil
	}
	return flags.WriteTraces(f.TraceDir, a, c, findings)
}

// Selected returns the properties that are judged. What can still be reached is a question about the whole graph, which a
// depth-first search does not keep.
func (f *Flags) Selected(a *paper.Algorithm, c model.Config) (invariants.Panel, error) {
	all := invariants.Panel(a.AllProperties(c))
	if len(f.Properties) == 0 {
		kept := slices.DeleteFunc(invariants.Panel(a.Properties(c)), f.leaves)
		if len(kept) == 0 && f.reduces() {
			return nil, &options.UsageError{Flag: "reduce", Given: f.Reduce, Problem: "no property of " + a.Name + " does without the states left out", Allowed: "off"}
		}
		return kept, nil
	}
	var panel invariants.Panel
	for _, name := range f.Properties {
		k := invariants.Index(all, name)
		if k < 0 {
			names := invariants.Names(all)
			return nil, &options.UsageError{
				Flag: "property", Given: name, Problem: a.Name + " has no such property in this configuration" + elsewhere(a, c, name),
				Allowed: list.Or(names), Nearest: list.Nearest(name, names),
			}
		}
		if why := f.needs(all[k]); why != "" {
			return nil, &options.UsageError{Flag: "reduce", Given: f.Reduce, Problem: name + " " + why, Allowed: f.instead(all[k])}
		}
		if f.asksGraph(all[k]) {
			return nil, &options.UsageError{Flag: "search", Given: f.Search, Problem: name + " needs a breadth-first search", Allowed: "bfs"}
		}
		if invariants.Index(panel, name) >= 0 {
			return nil, &options.UsageError{Flag: "property", Given: strings.Join(f.Properties, ","), Problem: name + " stands in it twice"}
		}
		panel = append(panel, all[k])
	}
	return panel, nil
}

// elsewhere says what a configuration needs to have a property: it lacks the one of c; empty if none has it.
func elsewhere(a *paper.Algorithm, c model.Config, name string) string {
	if c.Times != nil {
		for _, x := range hindrances {
			other := c
			x.without(&other)
			if invariants.Index(a.AllProperties(other), name) >= 0 {
				return ", but " + x.words
			}
		}
	}
	for _, further := range []bool{false, true} {
		for _, p := range a.Catalogue(further) {
			switch {
			case p.Name != name:
			case p.Needs.Words == "" && c.Faultless() && c.Times == nil:
				return ", but with the flags of the model as they are by default"
			default:
				return ", but " + p.Needs.Flags
			}
		}
	}
	return ""
}

// hindrances are what keeps a model with times from having a property that others with times have.
var hindrances = []struct {
	words   string
	without func(c *model.Config)
}{
	{"without faults", func(c *model.Config) { c.Loss, c.Duplicate, c.Crash, c.Early = 0, 0, 0, 0 }},
	{"where --delay and --cs have an end", func(c *model.Config) {
		c.Times = c.Times.Clone()
		c.Times.Delay, c.Times.CS = model.Interval{Hi: 1}, model.Interval{Hi: 1}
	}},
	{"where stays in the critical section need not end: --cs 1..inf, or no times", func(c *model.Config) {
		c.Times = c.Times.Clone()
		c.Times.CS.Hi = model.Unlimited
	}},
}

// Left are the properties that are judged unless others are named, but for what the search leaves out; of a protocol of one's own in a model without
// times those, too, that need some.
func (f *Flags) Left(a *paper.Algorithm, c model.Config) []string {
	if len(f.Properties) > 0 {
		return nil
	}
	all := invariants.Names(slices.DeleteFunc(a.Properties(c), func(p invariants.Property) bool { return !f.leaves(p) }))
	if c.Times == nil {
		all = append(all, a.Timed...)
	}
	return all
}

// leaves reports that the search cannot judge a property.
func (f *Flags) leaves(p invariants.Property) bool { return f.asksGraph(p) || f.needs(p) != "" }

// asksGraph reports that the search is depth-first, and a property asks about the graph, which it does not keep.
func (f *Flags) asksGraph(p invariants.Property) bool {
	return f.Search == string(explore.DFS) && !p.Shows()
}

// needs says why a property cannot be judged where states are left out; empty: it can, or none are.
func (f *Flags) needs(p invariants.Property) string {
	if !f.reduces() {
		return ""
	}
	return p.Needs(f.Reduce == string(explore.Deadlock))
}

// Violable returns the properties that are judged, none of which may be one that no run can violate; run is what the verb calls it.
func (f *Flags) Violable(run string, a *paper.Algorithm, c model.Config) (invariants.Panel, error) {
	for _, p := range a.AllProperties(c) {
		if !p.Shows() && slices.Contains(f.Properties, p.Name) {
			return nil, &options.UsageError{
				Flag: "property", Given: p.Name, Problem: run + " does not violate it: it is about all states, which check explores",
			}
		}
	}
	return f.Selected(a, c)
}

// reduces reports that states are left out.
func (f *Flags) reduces() bool { return f.Reduce != "" && f.Reduce != reductions[0] }

// instead is what --reduce may be for a property that the reduction does not keep.
func (f *Flags) instead(p invariants.Property) string {
	if p.Needs(false) == "" {
		return "off or invariants"
	}
	return "off"
}
