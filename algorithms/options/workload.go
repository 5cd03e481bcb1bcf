package options

import (
	"fmt"
	"strings"

	"github.com/gmecheck/gmecheck/model"
)

// requests reads the request budgets.
func requests(text string, c *model.Config) error {
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
func requesters(text string, c *model.Config) error {
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
func workload(text string, c *model.Config) error {
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
