package options

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"gmecheck/algorithms/names"
	"gmecheck/algorithms/paper"
	"gmecheck/model"
)

var (
	networks = []string{string(model.Bag), string(model.FIFO)}
	timeouts = []string{string(model.Off), string(model.Patient)}
)

// Config is the configuration that the flags describe, with the algorithm's defaults for those not given. The error is
// a [*UsageError].
func (f *Flags) Config(a *paper.Algorithm) (model.Config, error) {
	if err := f.useful(a); err != nil {
		return model.Config{}, err
	}
	variant, repairs, err := f.variant(a)
	if err != nil {
		return model.Config{}, err
	}
	c := a.Config(variant)
	c.Repairs, c.Requests, c.Workload, c.Params = repairs, nil, nil, nil
	for _, read := range []func(*paper.Algorithm, *model.Config) error{
		f.numbers, f.words, f.requests, f.requesters, f.workload, f.params,
	} {
		if err := read(a, &c); err != nil {
			return model.Config{}, err
		}
	}
	if a.Check != nil {
		if err := a.Check(c); err != nil {
			return model.Config{}, Usage(err)
		}
	}
	return c, nil
}

// useful refuses flags that the algorithm has no use for.
func (f *Flags) useful(a *paper.Algorithm) error {
	no := useless(a)
	for _, name := range Names() {
		value, given := f.given(name)
		if why, is := no[name]; is && given {
			return &UsageError{Flag: name, Given: value, Problem: fmt.Sprintf("%s has no use for it: %s", a.Name, why)}
		}
	}
	return nil
}

// variant reads --variant, --repair and --without. --without alone means the repaired variant.
func (f *Flags) variant(a *paper.Algorithm) (string, []string, error) {
	variant, given := f.given(variantFlag)
	switch {
	case !given:
		variant = model.Published
		if _, without := f.given(withoutFlag); without {
			variant = model.Repaired
		}
	case !slices.Contains(a.AllVariants(), variant):
		return "", nil, notOneOf(variantFlag, variant, variant, "no variant of "+a.Name, a.AllVariants())
	}
	on, err := f.repairs(a, repairFlag, variant, model.Published)
	if err != nil {
		return "", nil, err
	}
	off, err := f.repairs(a, withoutFlag, variant, model.Repaired)
	if err != nil {
		return "", nil, err
	}
	var repairs []string
	for _, name := range a.RepairNames() {
		if slices.Contains(on, name) || variant == model.Repaired && !slices.Contains(off, name) {
			repairs = append(repairs, name)
		}
	}
	return variant, repairs, nil
}

// repairs reads a list of repairs, which only one variant may have.
func (f *Flags) repairs(a *paper.Algorithm, flag, variant, only string) ([]string, error) {
	text, given := f.given(flag)
	if !given {
		return nil, nil
	}
	if variant != only {
		return nil, &UsageError{
			Flag: flag, Given: text, Problem: "only with --variant " + only + ", not " + variant,
		}
	}
	list := strings.Split(text, ",")
	for k, name := range list {
		if !slices.Contains(a.RepairNames(), name) {
			return nil, notOneOf(flag, text, name, fmt.Sprintf("no repair of %s is named %q", a.Name, name), a.RepairNames())
		}
		if slices.Contains(list[:k], name) {
			return nil, &UsageError{Flag: flag, Given: text, Problem: name + " stands in it twice"}
		}
	}
	return list, nil
}

// numbers reads the flags that are one number each.
func (f *Flags) numbers(a *paper.Algorithm, c *model.Config) error {
	faults := paper.Range{Max: maxFaults}
	for _, number := range []struct {
		flag string
		in   paper.Range
		to   *int
	}{
		{processesFlag, a.Processes, &c.Processes},
		{groupsFlag, a.Groups, &c.Groups},
		{prioritiesFlag, a.Priorities, &c.Priorities},
		{tokensFlag, a.Tokens, &c.Tokens},
		{lossFlag, faults, &c.Loss},
		{duplicateFlag, faults, &c.Duplicate},
		{crashFlag, faults, &c.Crash},
		{earlyFlag, faults, &c.Early},
	} {
		text, given := f.given(number.flag)
		if !given {
			continue
		}
		n, ok := within(text, number.in.Min, number.in.Max)
		if !ok {
			return &UsageError{
				Flag: number.flag, Given: text, Problem: "out of range for " + a.Name,
				Allowed: fmt.Sprintf("a number from %d to %d", number.in.Min, number.in.Max),
			}
		}
		*number.to = n
	}
	return nil
}

// words reads the flags that are one of a few words, and what depends on them.
func (f *Flags) words(_ *paper.Algorithm, c *model.Config) error {
	if net, given := f.given(netFlag); given {
		if !slices.Contains(networks, net) {
			return notOneOf(netFlag, net, net, "no such network", networks)
		}
		c.Network = model.Network(net)
	}
	if when, given := f.given(timeoutsFlag); given {
		if !slices.Contains(timeouts, when) {
			return notOneOf(timeoutsFlag, when, when, "no such time", timeouts)
		}
		c.Timeouts = model.Timeouts(when)
	}
	if c.Early > 0 && c.Timeouts == model.Off {
		return &UsageError{
			Flag: earlyFlag, Given: strconv.Itoa(c.Early), Problem: "no timer expires with --timeouts off", Allowed: "0",
		}
	}
	return nil
}

// requests reads the request budgets.
func (f *Flags) requests(_ *paper.Algorithm, c *model.Config) error {
	text, given := f.given(requestsFlag)
	if !given {
		text = "1"
	}
	fields := strings.Split(text, ",")
	wrong := func(problem string) error {
		return &UsageError{
			Flag: requestsFlag, Given: text, Problem: problem,
			Allowed: fmt.Sprintf("a number from 1 to %d, inf, or a list of them (with 0 for those that never ask), one for "+
				"each of the %d processes", maxRequests, c.Processes),
		}
	}
	if len(fields) != 1 && len(fields) != c.Processes {
		return wrong(fmt.Sprintf("%d budgets for %d processes", len(fields), c.Processes))
	}
	budgets, total := make([]int, c.Processes), 0
	for k := range budgets {
		field := fields[min(k, len(fields)-1)]
		budget, ok := within(field, 0, maxRequests)
		if field == "inf" {
			budget, ok = model.Unlimited, true
		}
		if !ok {
			return wrong(fmt.Sprintf("%q is no budget", field))
		}
		budgets[k] = budget
		total += max(budget, -budget)
	}
	if total == 0 {
		return wrong("nobody would ever request")
	}
	c.Requests = budgets
	return nil
}

// requesters takes the budgets of all others away.
func (f *Flags) requesters(_ *paper.Algorithm, c *model.Config) error {
	text, given := f.given(requestersFlag)
	if !given {
		return nil
	}
	wrong := func(problem string) error {
		return &UsageError{
			Flag: requestersFlag, Given: text, Problem: problem,
			Allowed: fmt.Sprintf("a list of numbers from 1 to %d, such as 1,%d", c.Processes, c.Processes),
		}
	}
	var asking model.Sites
	for _, field := range strings.Split(text, ",") {
		i, ok := within(field, 1, c.Processes)
		if !ok {
			return wrong(fmt.Sprintf("%q is no process", field))
		}
		if asking.Has(model.Site(i)) {
			return wrong(fmt.Sprintf("process %d stands in it twice", i))
		}
		asking = asking.With(model.Site(i))
	}
	for k := range c.Requests {
		switch {
		case !asking.Has(model.Site(k + 1)):
			c.Requests[k] = 0
		case c.Requests[k] == 0:
			return wrong(fmt.Sprintf("--%s gives process %d no request", requestsFlag, k+1))
		}
	}
	return nil
}

// workload reads which groups each process asks for.
func (f *Flags) workload(a *paper.Algorithm, c *model.Config) error {
	*c = withoutParams(a, *c)
	text, given := f.given(workloadFlag)
	if !given {
		return nil
	}
	wrong := func(problem string, args ...any) error {
		return &UsageError{
			Flag: workloadFlag, Given: text, Problem: fmt.Sprintf(problem, args...),
			Allowed: fmt.Sprintf("a list such as 1:g1,2:g1+g2 with processes from 1 to %d and groups from g1 to g%d",
				c.Processes, c.Groups),
		}
	}
	var seen model.Sites
	for _, entry := range strings.Split(text, ",") {
		process, groups, colon := strings.Cut(entry, ":")
		i, ok := within(process, 1, c.Processes)
		switch {
		case !colon:
			return wrong("%q has no colon", entry)
		case !ok:
			return wrong("%q is no process", process)
		case seen.Has(model.Site(i)):
			return wrong("process %d stands in it twice", i)
		}
		seen = seen.With(model.Site(i))
		var set model.Groups
		for _, name := range strings.Split(groups, "+") {
			number, g := strings.CutPrefix(name, "g")
			x, ok := within(number, 1, c.Groups)
			if !g || !ok {
				return wrong("%q is no group", name)
			}
			set = set.With(model.Group(x))
		}
		c.Workload[i-1] = set
	}
	return nil
}

// withoutParams fills in budgets and workloads, and leaves out the parameters.
func withoutParams(a *paper.Algorithm, c model.Config) model.Config {
	c = a.Complete(c)
	c.Params = nil
	return c
}

// params reads the algorithm's own parameters.
func (f *Flags) params(a *paper.Algorithm, c *model.Config) error {
	params := map[string]string{}
	for _, p := range a.Params {
		text, given := f.given(p.Name)
		if !given {
			continue
		}
		value := plain(text)
		if err := p.Check(*c, value); err != nil {
			return &UsageError{
				Flag: p.Name, Given: text, Problem: err.Error(), Allowed: p.Allowed, Nearest: names.Nearest(text, p.Values),
			}
		}
		params[p.Name] = value
	}
	if len(params) > 0 {
		c.Params = params
	}
	*c = a.Complete(*c)
	return nil
}

// plain writes the numbers of a list without signs and zeros in front, so that equal values have one text.
func plain(list string) string {
	fields := strings.Split(list, ",")
	for k, field := range fields {
		if n, err := strconv.Atoi(field); err == nil {
			fields[k] = strconv.Itoa(n)
		}
	}
	return strings.Join(fields, ",")
}

// within reads a number from low to high.
func within(text string, low, high int) (int, bool) {
	n, err := strconv.Atoi(text)
	return n, err == nil && low <= n && n <= high
}
