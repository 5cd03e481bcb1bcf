package load

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/gmecheck/gmecheck/algorithms/names"
	"github.com/gmecheck/gmecheck/algorithms/options"
	"github.com/gmecheck/gmecheck/algorithms/paper"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/flags"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/program"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/search"
	"github.com/gmecheck/gmecheck/explore"
	"github.com/gmecheck/gmecheck/explore/load"
	"github.com/gmecheck/gmecheck/explore/measures"
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
)

// command are the flags of load.
type command struct {
	search.Flags
	configured *options.Flags
	times      *flags.Times
	internal   string
	events     []string
	timers     []string
	links      []string
	sizes      bool
	recovery   string
	loss       float64
	duplicate  float64
	crash      float64
	marks      measures.Marks
	seed       uint64
	runs       int
	entries    int
	precision  string
	mostRuns   int
	judged     int
	maxTime    time.Duration
	markdown   bool
	over       string
	measures   []string
	plot       string
	csv        bool
}

// budgets are the flags of the model that a load has no use for, and what it has instead.
var budgets = []struct{ flag, instead string }{
	{"requests", "requests have no budgets in a load: --think or --rate says how they come, --requesters who asks"},
	{"loss", "losses have no budget in a load: --loss-chance is that of each message"},
	{"duplicate", "duplicates have no budget in a load: --duplicate-chance is that of each message"},
	{"crash", "crashes have no budget in a load: --crash-rate is that of each site"},
	{"early", "timers expire after a time in a load: --timer"},
	{"timers", "timers expire after a time in a load: --timer"},
}

func newCommand(p *program.Program, cmd *cobra.Command) *command {
	f := &command{Flags: search.Flags{Program: p, Search: string(explore.DFS), Symmetry: "off"}} // a run is a path
	set := cmd.Flags()
	f.times = flags.NewTimes(cmd)
	f.configured = flags.Model(p, cmd)
	for _, b := range budgets {
		flags.Hide(cmd, b.flag)
	}
	set.Lookup("delay").Usage = "ticks from the sending of a message to its arrival, in the place of --latency: an `interval` such as 2 or 1..2"
	set.StringVar(&f.internal, "internal", "const:0", "`times` of internal events, from when they are possible")
	set.StringSliceVar(&f.events, "event", nil, "the time of one internal event, such as close=exp:5; may be repeated: `NAME=TIMES`")
	set.StringArrayVar(&f.timers, "timer", nil, "the time of a timer, such as T1=const:20; may be repeated: `NAME=TIMES` (default: the paper's, of the mean latency and critical section)")
	set.StringArrayVar(&f.links, "link", nil, "the latency between two sites, such as 1-2=const:5, from one to another 1>2=const:5, or from one to all '1>*=const:5'; may be repeated, a later one counts: `LINK=TIMES`")
	set.BoolVar(&f.sizes, "sizes", false, "measure the bytes of messages, too")
	set.Float64Var(&f.loss, "loss-chance", 0, "`chance` of each message to be lost")
	set.Float64Var(&f.duplicate, "duplicate-chance", 0, "`chance` of each message to come twice")
	set.Float64Var(&f.crash, "crash-rate", 0, "crashes of each site per time: a `number`")
	set.StringVar(&f.recovery, "recovery", "exp:10", "`times` from a crash to the recovery")
	flags.Marks(cmd, &f.marks)
	set.Uint64Var(&f.seed, "seed", 1, "`seed` of the random numbers")
	set.IntVar(&f.runs, "runs", 10, "`number` of runs, at least")
	set.IntVar(&f.entries, "entries", 10_000, "`number` of entries of each run, its beginning included")
	set.StringVar(&f.precision, "precision", "", "add runs until the intervals of the main measures are within this `part` of the means, such as 2%")
	set.IntVar(&f.mostRuns, "most-runs", 0, "with --precision: no more runs than this `number` (default 100 times --runs)")
	set.StringSliceVar(&f.Properties, "property", nil, "judge only these `properties` (default: all that a run can judge)")
	set.IntVar(&f.judged, "judged", 10_000, "judge the first events of each run: this `number`; 0: none")
	set.DurationVar(&f.maxTime, "max-time", 0, "stop after this `time`, such as 10m (0: no limit)")
	set.IntVar(&f.Workers, "workers", runtime.GOMAXPROCS(0), "`number` of runs at the same time; the answer is the same for any number")
	set.StringVar(&f.TraceDir, "trace-dir", "", "write a trace file for every violation into this `directory`")
	set.BoolVar(&f.JSON, "json", false, "print the answer as JSON, and nothing else")
	set.BoolVar(&f.markdown, "markdown", false, "print the tables as Markdown")
	set.BoolVar(&f.Quiet, "quiet", false, "no progress")
	set.StringVar(&f.over, "sweep", "", "measure at several values of n, m, rate, think, latency or cs: `what` is rate=0.01..10x20, n=2..200 or n=2,4,8")
	set.StringSliceVar(&f.measures, "measure", []string{measures.MessagesPerEntry, measures.WaitingTime, measures.Throughput}, "with --sweep: the `measures` that are shown and drawn")
	set.StringVar(&f.plot, "plot", "", "with --sweep: draw them into this `file`, .svg or .png; of several measures into one file each")
	set.BoolVar(&f.csv, "csv", false, "with --sweep: print all measures as comma-separated values")
	flags.Must(cmd.MarkFlagFilename("plot", "svg", "png"))
	flags.Complete(cmd, "sweep", "n=", "m=", "rate=", "think=", "latency=", "cs=")
	flags.Must(cmd.RegisterFlagCompletionFunc("measure", func(_ *cobra.Command, _ []string, typed string) ([]cobra.Completion, cobra.ShellCompDirective) {
		return flags.InList(measures.Names(), typed), cobra.ShellCompDirectiveNoFileComp
	}))
	f.Complete(cmd, f.configured)
	for _, name := range []string{"internal", "recovery"} {
		flags.Complete(cmd, name, "const:", "uniform:", "exp:", "lognormal:", "trace:")
	}
	for _, name := range []string{
		"event", "timer", "link", "loss-chance", "duplicate-chance", "crash-rate", "seed", "runs", "entries", "precision",
		"most-runs", "judged",
	} {
		flags.Complete(cmd, name)
	}
	return f
}

// experiment is what the flags describe.
func (f *command) experiment(cmd *cobra.Command, a *paper.Algorithm) (*experiment, error) {
	for _, b := range budgets {
		if err := flags.Refuse(cmd, b.instead, b.flag); err != nil {
			return nil, err
		}
	}
	if f.JSON && f.markdown {
		return nil, &options.UsageError{Flag: "markdown", Given: "true", Problem: "not together with --json"}
	}
	bounds, err := f.bounds(cmd)
	if err != nil {
		return nil, err
	}
	times, err := f.times.Times(cmd)
	if err != nil {
		return nil, err
	}
	faulty := *a.UpTo(mostProcesses) // what faults can happen to counts if there are any
	faulty.Budgets = paper.Budgets{Loss: happens(f.loss), Duplicate: happens(f.duplicate), Crash: happens(f.crash)}
	c, err := f.configured.Config(&faulty)
	if err != nil {
		return nil, err
	}
	if err := a.Fits(c); err != nil {
		return nil, &options.UsageError{Problem: err.Error()}
	}
	c.Loss, c.Duplicate, c.Crash, c.Unsearched = 0, 0, 0, true
	x := &experiment{algorithm: a.UpTo(mostProcesses), config: c, links: f.links}
	sys := a.New(c)
	if x.options, err = f.options(a, c, sys.Places, times, bounds); err != nil {
		return nil, err
	}
	if x.final = sys.Config.Final; x.final && cmd.Flags().Changed("recovery") {
		return nil, &options.UsageError{Flag: "recovery", Given: f.recovery, Problem: "who crashes does not recover in this model"}
	}
	return x, f.judge(a, x)
}

// happens is a budget that lets what has this chance, or rate, happen.
func happens(often float64) int {
	if often > 0 {
		return 1
	}
	return 0
}

// mostProcesses is as many as a run may have.
const mostProcesses = 10_000

// bounds are those of --delay, which says how long messages take as it does for check, and then --cs for critical sections, too; nil
// without it.
func (f *command) bounds(cmd *cobra.Command) (*model.Times, error) {
	const delay, latency, cs = "delay", "latency", "cs"
	set, t := cmd.Flags(), &model.Times{CS: model.Interval{Lo: 1, Hi: 1}}
	if !set.Changed(delay) {
		return nil, nil
	}
	if err := flags.Refuse(cmd, "--delay says how long messages take", latency); err != nil {
		return nil, err
	}
	for _, x := range []struct {
		flag string
		to   *model.Interval
		as   string // the flag that is set to the same, as times
	}{{delay, &t.Delay, latency}, {cs, &t.CS, cs}} {
		flag := set.Lookup(x.flag)
		if flag.Changed {
			var err error
			if *x.to, err = model.ParseInterval(flag.Value.String()); err != nil || !x.to.Bounded() {
				return nil, &options.UsageError{Flag: x.flag, Given: flag.Value.String(), Problem: "no interval of ticks that has an end", Allowed: "2 or 1..2"}
			}
		}
		flags.Must(set.Lookup(x.as).Value.Set(fmt.Sprintf("%s:%d,%d", measures.Ticks, x.to.Lo, x.to.Hi)))
	}
	return t, nil
}

func (f *command) options(a *paper.Algorithm, c model.Config, places []model.Place, times measures.Times, bounds *model.Times) (o load.Options, err error) {
	o = load.Options{
		Times: times, Loss: f.loss, Duplicate: f.duplicate, Crash: f.crash, Marks: f.marks, Judged: f.judged,
		Seed: f.seed, Runs: f.runs, Entries: f.entries, MostRuns: f.mostRuns, MaxTime: f.maxTime, Workers: f.Workers,
	}
	for _, n := range []struct {
		flag            string
		given, from, to int
	}{
		{"runs", f.runs, 1, 100_000}, {"entries", f.entries, 100, 10_000_000}, {"most-runs", f.mostRuns, 0, 100_000}, {"judged", f.judged, 0, math.MaxInt32},
		{"workers", f.Workers, 1, 256},
	} {
		if n.given < n.from || n.given > n.to {
			return o, &options.UsageError{Flag: n.flag, Given: fmt.Sprint(n.given), Allowed: fmt.Sprintf("a number from %d to %d", n.from, n.to)}
		}
	}
	for _, x := range []struct {
		flag  string
		given float64
		most  float64
	}{{"loss-chance", f.loss, 0.9}, {"duplicate-chance", f.duplicate, 0.9}, {"crash-rate", f.crash, math.MaxFloat64}} {
		if !(x.given >= 0 && x.given <= x.most) {
			return o, &options.UsageError{Flag: x.flag, Given: fmt.Sprint(x.given), Allowed: map[bool]string{true: "a number from 0 to 0.9", false: "a number from 0"}[x.most < 1]}
		}
		if a.Shared && x.given > 0 {
			return o, &options.UsageError{Flag: x.flag, Given: fmt.Sprint(x.given), Problem: "the processes of " + a.Name + " share a memory: they send no messages, and none crashes"}
		}
	}
	if o.Precision, err = part(f.precision); err != nil {
		return o, err
	}
	if o.Links, err = links(places, f.links); err != nil {
		return o, err
	}
	o.Sizes = f.sizes
	if o.Recovery, err = distribution("recovery", f.recovery); err != nil {
		return o, err
	}
	if o.Step, err = distribution("internal", f.internal); err != nil {
		return o, err
	}
	if o.Events, err = named("event", f.events, nil); err != nil {
		return o, err
	}
	if bounds != nil {
		if err := o.Keep(bounds); err != nil {
			return o, err
		}
	}
	lengths := map[string]measures.Distribution{}
	if a.Lengths != nil && bounds == nil {
		for timer, length := range a.Lengths(c, times.Latency.Mean(), times.CS.Mean()) {
			lengths[timer] = measures.Must("const:" + strconv.FormatFloat(length, 'g', -1, 64))
		}
	}
	if o.Timers, err = named("timer", f.timers, lengths); err != nil {
		return o, err
	}
	for timer := range o.Timers {
		if !slices.Contains(a.Timers, timer) {
			return o, flags.NoSuch(a, "timer", timer, "timer", a.Timers)
		}
	}
	if err := cmp.Or(flags.Marked(a, f.marks), flags.Timed(a, slices.Sorted(maps.Keys(o.Events)))); err != nil {
		return o, err
	}
	if a.NoRequests && times.Open() {
		return o, &options.UsageError{Flag: "rate", Given: fmt.Sprint(times.Rate), Problem: "nobody requests anything of " + a.Name, Allowed: "--think"}
	}
	for _, timer := range a.Timers {
		if _, given := o.Timers[timer]; !given && c.Timeouts != model.Off && bounds == nil {
			return o, &options.UsageError{Problem: fmt.Sprintf("nothing says how long timer %s of %s runs: --timer %[1]s=TIMES, --timeouts off, or --delay, with which times are ticks", timer, a.Name)}
		}
	}
	return o, nil
}

// part reads a precision.
func part(text string) (float64, error) {
	if text == "" {
		return 0, nil
	}
	number, percent := strings.CutSuffix(text, "%")
	x, err := strconv.ParseFloat(number, 64)
	if percent {
		x /= 100
	}
	if err != nil || !(x >= 0.0001 && x < 1) {
		return 0, &options.UsageError{Flag: "precision", Given: text, Allowed: "a part of the mean from 0.01% to 99%, such as 2% or 0.02"}
	}
	return x, nil
}

func distribution(flag, text string) (measures.Distribution, error) {
	d, err := measures.Parse(text)
	if err != nil {
		return d, &options.UsageError{Flag: flag, Given: text, Problem: err.Error(), Allowed: measures.Forms()}
	}
	return d, nil
}

// named reads times of things that have names, on top of others.
func named(flag string, given []string, all map[string]measures.Distribution) (map[string]measures.Distribution, error) {
	all = maps.Clone(all)
	for _, text := range given {
		name, times, is := strings.Cut(text, "=")
		if !is || name == "" {
			return nil, &options.UsageError{Flag: flag, Given: text, Allowed: "NAME=TIMES, such as T1=const:20"}
		}
		d, err := distribution(flag, times)
		if err != nil {
			return nil, err
		}
		if all == nil {
			all = map[string]measures.Distribution{}
		}
		all[name] = d
	}
	return all, nil
}

// exclusion are the properties that are judged of those who are inside alone, so at all entries.
var exclusion = []string{invariants.Mutex.Name, invariants.GME.Name, invariants.KSafety(1).Name}

// judge says what is judged: up to the sizes that are explored, too, all that a run can judge; mutual exclusion at any size.
func (f *command) judge(a *paper.Algorithm, x *experiment) error {
	selected, err := f.Violable("a run", a, x.config)
	if err != nil {
		return err
	}
	explored := x.config.Processes <= a.Processes.Max
	if !explored || f.judged == 0 {
		if f.Properties != nil && !explored {
			return &options.UsageError{Flag: "property", Given: strings.Join(f.Properties, ","), Problem: fmt.Sprintf("with more than %d processes only %s is judged", a.Processes.Max, names.Or(exclusion))}
		}
		selected = slices.DeleteFunc(selected, func(p invariants.Property) bool { return !slices.Contains(exclusion, p.Name) })
		x.options.Judged = 0
	}
	x.panel = selected
	if x.options.Judge = x.panel; x.options.Judged == 0 {
		x.options.Judge = nil
	}
	var always invariants.Panel
	for k, p := range x.panel {
		if slices.Contains(exclusion, p.Name) && !a.NoRequests {
			always = append(always, p)
			x.always, x.options.AlwaysOf = append(x.always, p.Name), append(x.options.AlwaysOf, k)
		}
	}
	if always != nil {
		x.options.Always = always
	}
	return nil
}
