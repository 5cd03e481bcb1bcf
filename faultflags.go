package gmecheck

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/gmecheck/gmecheck/algorithms/paper"
	"github.com/gmecheck/gmecheck/model"
)

// The fault model's parameters, which are flags of the command line.
const (
	lossyFlag    = "lossy"    // the kinds of message that can be lost
	crashingFlag = "crashing" // the sites that can crash
	finalFlag    = "final"    // who crashes does not recover
	everything   = "all"
)

// faultParams are the parameters of a model whose faults are these unless the command line says otherwise.
func (p *core) faultParams(usual Faults) []paper.Param {
	given := func(flag string) func(model.Config) string {
		return func(model.Config) string { return usual.params(&p.kinds)[flag] }
	}
	return []paper.Param{
		{
			Name: lossyFlag, List: true, Doc: "the kinds of message that can be lost", Default: given(lossyFlag), Nothing: everything,
			Check: func(c model.Config, value string) error {
				return spread(&c, map[string]string{lossyFlag: value}, &p.kinds)
			},
			Allowed: "all, or kinds of message such as Request,Reply", Values: append([]string{everything}, p.kinds.names...),
		},
		{
			Name: crashingFlag, List: true, Doc: "the sites that can crash", Default: given(crashingFlag), Nothing: everything,
			Check: func(c model.Config, value string) error {
				return spread(&c, map[string]string{crashingFlag: value}, &p.kinds)
			},
			Allowed: "all, or sites such as 1,3",
		},
		{
			Name: finalFlag, Doc: "sites that crash do not recover", Default: given(finalFlag), Nothing: "no",
			Check: func(c model.Config, value string) error {
				return spread(&c, map[string]string{finalFlag: value}, &p.kinds)
			},
			Allowed: "yes or no", Values: []string{"no", "yes"},
		},
	}
}

// params are the parameters of a configuration with these faults.
func (f Faults) params(known *kinds) map[string]string {
	all := map[string]string{lossyFlag: everything, crashingFlag: everything, finalFlag: "no"}
	var list []string
	for _, m := range f.Lossy {
		if r := known.kind(m); r != nil {
			list = append(list, r.name)
		}
	}
	if len(list) > 0 {
		all[lossyFlag] = strings.Join(list, ",")
	}
	list = nil
	for i := range f.Crashing.All() {
		list = append(list, strconv.Itoa(int(i)))
	}
	if len(list) > 0 {
		all[crashingFlag] = strings.Join(list, ",")
	}
	if f.Final {
		all[finalFlag] = "yes"
	}
	return all
}

// spread puts what parameters say into the configuration.
func spread(c *model.Config, params map[string]string, known *kinds) error {
	if text, given := params[lossyFlag]; given && text != everything {
		c.Lossy = strings.Split(text, ",")
		for k, kind := range c.Lossy {
			if !slices.Contains(known.names, kind) {
				return fmt.Errorf("no On takes messages of a type %q; allowed is %s, or kinds of message: %s", kind, everything, strings.Join(known.names, ", "))
			}
			if slices.Contains(c.Lossy[:k], kind) {
				return fmt.Errorf("%s stands in it twice", kind)
			}
		}
	}
	if text, given := params[crashingFlag]; given && text != everything {
		c.Crashing = model.Sites{}
		for word := range strings.SplitSeq(text, ",") {
			i, err := strconv.Atoi(word)
			if err != nil || i < 1 || i > c.Processes {
				return fmt.Errorf("%q is no site; allowed is %s, or sites from 1 to %d", word, everything, c.Processes)
			}
			if c.Crashing.Has(Site(i)) {
				return fmt.Errorf("%d stands in it twice", i)
			}
			c.Crashing = c.Crashing.With(Site(i))
		}
	}
	if text, given := params[finalFlag]; given {
		if text != "yes" && text != "no" {
			return fmt.Errorf("%q is neither yes nor no", text)
		}
		c.Final = text == "yes"
	}
	return nil
}

// idle says which parameter of a configuration means nothing, because what it is about cannot happen.
func idle(c model.Config, usual map[string]string) error {
	const loss, crash = "--loss, or --loss-chance of a load,", "--crash, or --crash-rate of a load,"
	for _, x := range []struct {
		flag, needs string
		budget      int
	}{{lossyFlag, loss, c.Loss}, {crashingFlag, crash, c.Crash}, {finalFlag, crash, c.Crash}} {
		if value := c.Params[x.flag]; x.budget == 0 && value != usual[x.flag] {
			return fmt.Errorf("--%s %s: nothing of it can happen: %s which says how often, is 0", x.flag, value, x.needs)
		}
	}
	return nil
}
