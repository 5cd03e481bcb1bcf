package options

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/gmecheck/gmecheck/algorithms/names"
	"github.com/gmecheck/gmecheck/algorithms/paper"
	"github.com/gmecheck/gmecheck/model"
)

var (
	networks = []string{string(model.Bag), string(model.FIFO)}
	timeouts = []string{string(model.Off), string(model.Patient), string(model.ByClock)}
	orders   = []string{"free", ordered}
)

const ordered = "ordered"

// Config is the configuration that the flags describe, with the algorithm's defaults for those not given. The error is
// a [*UsageError], the first of the mistakes.
func (f *Flags) Config(a *paper.Algorithm) (model.Config, error) {
	c, mistakes := f.Checked(a)
	if len(mistakes) > 0 {
		return model.Config{}, mistakes[0]
	}
	return c, nil
}

// Checked is the configuration and all mistakes in it, each a [*UsageError]: those in values that depend on others, such as lists
// with one entry for each process, once the others are right.
func (f *Flags) Checked(a *paper.Algorithm) (model.Config, []error) {
	mistakes := f.useful(a)
	variant, repairs, err := f.variant(a)
	if err != nil {
		mistakes = append(mistakes, err)
		variant = model.Published
	}
	c := a.Config(variant)
	c.Repairs, c.Requests, c.Workload, c.Params = repairs, nil, nil, nil
	mistakes = append(mistakes, f.numbers(a, &c)...)
	mistakes = append(mistakes, f.words(&c)...)
	switch when, said := f.given(timeoutsFlag); {
	case !f.untimed || !said || c.Timeouts != model.ByClock || c.Times != nil:
	case f.givenAny(delayFlag):
		c.Timeouts = model.Patient // the clock is the load's, which has them expire
	default:
		mistakes = append(mistakes, &UsageError{Flag: timeoutsFlag, Given: when, Problem: "there are no bounds of ticks", Allowed: "off or patient"})
	}
	if !f.untimed && !a.Shared && (c.Timeouts == model.ByClock || f.givenAny(delayFlag, csFlag, timerFlag)) {
		mistakes = append(mistakes, f.times(a, &c)...)
	}
	if len(mistakes) > 0 {
		return c, firsts(mistakes)
	}
	c = withoutParams(a, c)
	for _, list := range []struct {
		flag string
		read func(text string, c *model.Config) error
	}{{requestsFlag, requests}, {requestersFlag, requesters}, {workloadFlag, workload}} {
		if text, given := f.given(list.flag); given {
			if err := list.read(text, &c); err != nil {
				mistakes = append(mistakes, err)
			}
		}
	}
	if err := f.params(a, &c); err != nil {
		mistakes = append(mistakes, err)
	}
	if c.Times != nil {
		for _, wrong := range []error{timeless(&c), uncounted(a, &c)} {
			if wrong != nil {
				mistakes = append(mistakes, wrong)
			}
		}
	}
	if len(mistakes) == 0 && a.Check != nil {
		if err := a.Check(c); err != nil {
			mistakes = append(mistakes, Usage(err))
		}
	}
	return c, mistakes
}

// firsts leaves one mistake of each flag: a value that is of no use may be wrong, too.
func firsts(mistakes []error) []error {
	seen := map[string]bool{}
	return slices.DeleteFunc(mistakes, func(err error) bool {
		flag := err.(*UsageError).Flag
		again := seen[flag]
		seen[flag] = true
		return again
	})
}

// useful refuses flags that the algorithm has no use for.
func (f *Flags) useful(a *paper.Algorithm) (mistakes []error) {
	no := useless(a)
	for _, name := range Names(f.list) {
		value, given := f.given(name)
		if !given || f.untimed && OfTimes(name) {
			continue
		}
		why, is := no[name]
		for _, p := range params(f.list) {
			if p.name == name && paramIndex(a, name) < 0 {
				why, is = "that is for "+names.Or(paper.List(p.users).Names()), true
			}
		}
		if is {
			mistakes = append(mistakes, &UsageError{Flag: name, Given: value, Problem: fmt.Sprintf("%s has no use for it: %s", a.Name, why)})
		}
	}
	return mistakes
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
func (f *Flags) numbers(a *paper.Algorithm, c *model.Config) (mistakes []error) {
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
			mistakes = append(mistakes, &UsageError{
				Flag: number.flag, Given: text, Problem: "out of range for " + a.Name,
				Allowed: number.in.String(),
			})
			continue
		}
		*number.to = n
	}
	return mistakes
}

// words reads the flags that are one of a few words, and what depends on them.
func (f *Flags) words(c *model.Config) (mistakes []error) {
	net, given := f.given(netFlag)
	switch {
	case given && !slices.Contains(networks, net):
		mistakes = append(mistakes, notOneOf(netFlag, net, net, "no such network", networks))
	case given:
		c.Network = model.Network(net)
	}
	when, given := f.given(timeoutsFlag)
	switch {
	case given && !slices.Contains(timeouts, when): // the rest depends on it
		return append(mistakes, notOneOf(timeoutsFlag, when, when, "no such time", timeouts))
	case given:
		c.Timeouts = model.Timeouts(when)
	}
	order, given := f.given(timersFlag)
	switch c.OrderedTimers = order == ordered; {
	case given && !slices.Contains(orders, order):
		mistakes = append(mistakes, notOneOf(timersFlag, order, order, "no such order", orders))
	case c.OrderedTimers && c.Timeouts == model.Off:
		mistakes = append(mistakes, &UsageError{Flag: timersFlag, Given: order, Problem: "no timer expires with --timeouts off", Allowed: "free"})
	}
	if c.Early > 0 && c.Timeouts == model.Off {
		mistakes = append(mistakes, &UsageError{
			Flag: earlyFlag, Given: strconv.Itoa(c.Early), Problem: "no timer expires with --timeouts off", Allowed: "0",
		})
	}
	return mistakes
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
			allowed := p.Allowed
			if strings.Contains(err.Error(), "allowed is ") { // in this configuration, which is more than in any
				allowed = ""
			}
			nearest := ""
			for word := range strings.SplitSeq(text, ",") { // of a list, the first element that is near another
				nearest = cmp.Or(nearest, names.Nearest(word, p.Values))
			}
			return &UsageError{Flag: p.Name, Given: text, Problem: err.Error(), Allowed: allowed, Nearest: nearest}
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
