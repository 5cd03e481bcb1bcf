package main

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
	"github.com/gmecheck/gmecheck/explore"
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
)

// checkFlags are the flags of check beside those of the model.
type checkFlags struct {
	properties  []string
	search      string
	workers     int
	symmetry    string
	maxStates   int
	maxDepth    int
	maxMemory   string
	maxTime     time.Duration
	stopAtFirst bool
	traceDir    string
	scenario    string
	json        bool
	quiet       bool
	survivalFlags
}

// limitKeys are the flags of limits.
var limitKeys = []string{"workers", "symmetry", "max-states", "max-depth", "max-memory", "max-time"}

// limits registers the flags that a gate's manifest has, too.
func (f *checkFlags) limits(flags *pflag.FlagSet) {
	flags.IntVar(&f.workers, "workers", runtime.NumCPU(), "goroutines that search; the answer is the same for any number")
	flags.StringVar(&f.symmetry, "symmetry", "off", "auto: search one of the states that differ only in the names of processes and groups (see docs/symmetry.md); off: search all")
	flags.IntVar(&f.maxStates, "max-states", 0, "stop after this many states (0: no limit)")
	flags.IntVar(&f.maxDepth, "max-depth", 0, "search no deeper than this level (0: no limit)")
	flags.StringVar(&f.maxMemory, "max-memory", "", "stop before the process holds more memory than this, such as 2GiB; none: no limit (default four fifths of the machine's)")
	flags.DurationVar(&f.maxTime, "max-time", 0, "stop after this time, such as 10m (0: no limit)")
}

// searches are the values of --search.
var searches = []string{string(explore.BFS), string(explore.DFS)}

// symmetries are the values of --symmetry.
var symmetries = []string{"off", "auto"}

// complete gives the flags of the search completion of their values.
func (f *checkFlags) complete(cmd *cobra.Command, configured *options.Flags) {
	values := map[string][]string{
		"search": searches, "symmetry": symmetries, "fault-scenario": {"min"}, "workers": nil, "max-states": nil, "max-depth": nil,
		"max-memory": nil, "max-time": nil,
	}
	for name, all := range values {
		if cmd.Flags().Lookup(name) == nil {
			continue // another verb's
		}
		fixedValues(cmd, name, all...)
	}
	properties := func(_ *cobra.Command, args []string, typed string) ([]cobra.Completion, cobra.ShellCompDirective) {
		if len(args) == 0 {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		a, err := find(args[0])
		if err != nil {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		c, err := configured.Config(a)
		if err != nil { // flags still to be completed
			c = a.Config(model.Published)
		}
		return inList(propertyNames(a.Properties(c)), typed), cobra.ShellCompDirectiveNoFileComp
	}
	must(cmd.RegisterFlagCompletionFunc("property", properties))
	must(cmd.MarkFlagDirname("trace-dir"))
}

func propertyNames(all []invariants.Property) []string {
	var names []string
	for _, p := range all {
		names = append(names, p.Name)
	}
	return names
}

// unlimited is the value of --max-memory for as much as the process can get.
const unlimited = "none"

// options checks the flags of the search.
func (f *checkFlags) options() (explore.Options, error) {
	o := explore.Options{
		Mode: explore.Mode(f.search), Workers: f.workers, MaxStates: f.maxStates, MaxDepth: f.maxDepth,
		MaxTime: f.maxTime, StopAtFirst: f.stopAtFirst, Symmetry: f.symmetry == "auto",
	}
	refuse := func(flag, given, allowed string) (explore.Options, error) {
		return o, &options.UsageError{Flag: flag, Given: given, Allowed: allowed}
	}
	switch {
	case !slices.Contains(searches, f.search):
		return o, &options.UsageError{Flag: "search", Given: f.search, Allowed: list.Or(searches), Nearest: list.Nearest(f.search, searches)}
	case !slices.Contains(symmetries, f.symmetry):
		return o, &options.UsageError{Flag: "symmetry", Given: f.symmetry, Allowed: list.Or(symmetries), Nearest: list.Nearest(f.symmetry, symmetries)}
	case o.Symmetry && o.Mode == explore.DFS:
		return o, &options.UsageError{Flag: "symmetry", Given: f.symmetry, Problem: "a depth-first search is not reduced", Allowed: "off, or --search bfs"}
	case f.scenario != "" && f.scenario != "min":
		return refuse("fault-scenario", f.scenario, "min")
	case f.workers < 1 || f.workers > 256:
		return refuse("workers", fmt.Sprint(f.workers), "1 to 256")
	case f.maxStates < 0:
		return refuse("max-states", fmt.Sprint(f.maxStates), "a number from 1, or 0 for no limit")
	case f.maxDepth < 0:
		return refuse("max-depth", fmt.Sprint(f.maxDepth), "a number from 1, or 0 for no limit")
	case f.maxTime < 0:
		return refuse("max-time", f.maxTime.String(), "a time such as 30s or 10m, or 0 for no limit")
	case f.maxMemory == "":
		o.MaxMemory = explore.MachineShare()
	case f.maxMemory == unlimited:
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

// refuseNoProperty is the error of --property without a name.
func (f *checkFlags) refuseNoProperty(cmd *cobra.Command) error {
	if cmd.Flags().Changed("property") && len(f.properties) == 0 {
		return &options.UsageError{Flag: "property", Problem: "no property is named"}
	}
	return nil
}

// selected returns the properties that are judged. What can still be reached is a question about the whole graph, which a
// depth-first search does not keep.
func (f *checkFlags) selected(a *paper.Algorithm, c model.Config) (invariants.Panel, error) {
	all := invariants.Panel(a.Properties(c))
	graph := func(p invariants.Property) bool { return f.search == string(explore.DFS) && p.OnGraph() }
	if len(f.properties) == 0 {
		all = slices.DeleteFunc(all, graph)
		return all, nil
	}
	var panel invariants.Panel
	for _, name := range f.properties {
		k := slices.IndexFunc(all, func(p invariants.Property) bool { return p.Name == name })
		if k < 0 {
			names := propertyNames(all)
			return nil, &options.UsageError{
				Flag: "property", Given: name, Problem: a.Name + " has no such property in this configuration",
				Allowed: list.Or(names), Nearest: list.Nearest(name, names),
			}
		}
		if graph(all[k]) {
			return nil, &options.UsageError{Flag: "search", Given: f.search, Problem: name + " needs a breadth-first search", Allowed: "bfs"}
		}
		if slices.ContainsFunc(panel, func(p invariants.Property) bool { return p.Name == name }) {
			return nil, &options.UsageError{Flag: "property", Given: strings.Join(f.properties, ","), Problem: name + " stands in it twice"}
		}
		panel = append(panel, all[k])
	}
	return panel, nil
}
