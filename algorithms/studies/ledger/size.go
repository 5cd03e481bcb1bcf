package ledger

import (
	"cmp"
	"maps"
	"math"
	"slices"
	"strconv"

	"github.com/gmecheck/gmecheck/model"
)

// extent is what makes one configuration larger than another.
type extent struct {
	numbers       [8]int      // all but the requests: first the sizes, then the faults
	faults        int         // all of them
	parameters    []parameter // by name
	given         int         // their sum
	requests      []int
	total         int // all requests
	network       model.Network
	timeouts      model.Timeouts
	orderedTimers bool
}

// faultsFrom is where the numbers of faults begin.
const faultsFrom = 4

// parameter is one of the algorithm's own that is a number: a direction may be one of them.
type parameter struct {
	name  string
	value int
}

func extentOf(c model.Config) extent {
	s := extent{
		numbers:  [...]int{c.Processes, c.Groups, c.Priorities, c.Tokens, c.Loss, c.Duplicate, c.Crash, c.Early},
		faults:   c.Loss + c.Duplicate + c.Crash + c.Early,
		requests: c.Requests, total: math.MaxInt, network: c.Network, timeouts: c.Timeouts, orderedTimers: c.OrderedTimers,
	}
	if sum, limited := c.TotalRequests(); limited {
		s.total = sum
	}
	for _, name := range slices.Sorted(maps.Keys(c.Params)) {
		if n, err := strconv.Atoi(c.Params[name]); err == nil {
			s.parameters = append(s.parameters, parameter{name, n})
			s.given += n
		}
	}
	return s
}

// within reports that no number of a configuration is larger than that of another which differs in numbers only.
func within(small, large model.Config) bool { return extentOf(small).within(extentOf(large)) }

func (s extent) within(large extent) bool {
	if s.network != large.network || s.timeouts != large.timeouts || s.orderedTimers != large.orderedTimers {
		return false
	}
	for k := range s.numbers {
		if s.numbers[k] > large.numbers[k] {
			return false
		}
	}
	for _, p := range s.parameters {
		if slices.ContainsFunc(large.parameters, func(q parameter) bool { return p.name == q.name && p.value > q.value }) {
			return false
		}
	}
	n := len(large.requests) - len(s.requests)
	return n >= 0 && (atMost(s.requests, large.requests[n:]) || atMost(s.requests, large.requests[:len(s.requests)]))
}

// compare orders configurations: by faults, of whatever kind, processes, all requests, groups, priorities, tokens and parameters, those without
// special orders first. What goes wrong without a fault says more than what goes wrong with one, however few processes that takes.
func (s extent) compare(other extent) int {
	return cmp.Or(cmp.Compare(s.faults, other.faults), cmp.Compare(s.numbers[0], other.numbers[0]), cmp.Compare(s.total, other.total),
		slices.Compare(s.numbers[:faultsFrom], other.numbers[:faultsFrom]),
		cmp.Compare(s.given, other.given), cmp.Compare(s.network, other.network), -cmp.Compare(s.timeouts, other.timeouts))
}
