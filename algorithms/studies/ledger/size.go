package ledger

import (
	"cmp"
	"math"
	"slices"
	"strconv"

	"github.com/gmecheck/gmecheck/model"
)

// numbers are what makes one configuration larger than another, but for the requests.
func numbers(c model.Config) []int {
	return []int{c.Processes, c.Groups, c.Priorities, c.Tokens, c.Loss, c.Duplicate, c.Crash, c.Early}
}

// parameters are those of the algorithm's own that are numbers: a direction may be one of them.
func parameters(c model.Config) map[string]int {
	all := map[string]int{}
	for name, value := range c.Params {
		if n, err := strconv.Atoi(value); err == nil {
			all[name] = n
		}
	}
	return all
}

// within reports that no number of a configuration is larger than that of another which differs in numbers only.
func within(small, large model.Config) bool {
	a, b := numbers(small), numbers(large)
	for k := range a {
		if a[k] > b[k] {
			return false
		}
	}
	for name, value := range parameters(small) {
		if other, is := parameters(large)[name]; is && value > other {
			return false
		}
	}
	if small.Network != large.Network || small.Timeouts != large.Timeouts || small.OrderedTimers != large.OrderedTimers {
		return false
	}
	n := len(large.Requests) - len(small.Requests)
	return n >= 0 && (atMost(small.Requests, large.Requests[n:]) || atMost(small.Requests, large.Requests[:len(small.Requests)]))
}

// smaller orders configurations: by processes, all requests, groups, priorities, tokens, faults and parameters, those without special
// orders first.
func smaller(a, b model.Config) int {
	total := func(c model.Config) int {
		if sum, limited := c.TotalRequests(); limited {
			return sum
		}
		return math.MaxInt
	}
	given := func(c model.Config) (sum int) {
		for _, value := range parameters(c) {
			sum += value
		}
		return sum
	}
	return cmp.Or(cmp.Compare(a.Processes, b.Processes), cmp.Compare(total(a), total(b)), slices.Compare(numbers(a), numbers(b)),
		cmp.Compare(given(a), given(b)),
		cmp.Compare(a.Network, b.Network), -cmp.Compare(a.Timeouts, b.Timeouts))
}
