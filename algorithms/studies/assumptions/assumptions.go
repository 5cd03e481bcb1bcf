// Package assumptions says what a property needs of the network and of the sites: the weakest combinations of
// assumptions under which it holds at one size ([Find]), and the fewest faults that violate it ([Smallest]).
//
// The assumptions are that channels keep their order, and that nothing is lost, nothing is duplicated, no site crashes and
// no timer expires early. Where one is dropped, the network is a bag, or the fault has a budget.
//
// # What carries over
//
// A run without faults is also a run of the system that has a budget for them, step by step with the same views, and a run
// with channels in order is also one in a bag. Timers see no difference: the system is quiet when no message is on its way
// to a site that is up, whatever the network. So a state or a step that violates a property under some assumptions is
// there under all weaker ones, and a property of states and steps that holds under some holds under all stronger ones.
//
// That is not so for what can still be reached: where more can happen, more states must be able to reach their goal, but
// there are also more ways to it. Nor for deadlocks: a state in which nothing can happen is none where a message may
// still be lost or a site crash. Such properties are explored under every combination, and where a stronger
// combination violates what a weaker one keeps, the report says so.
package assumptions

import (
	"math/bits"
	"slices"
	"strings"

	"github.com/gmecheck/gmecheck/algorithms/paper"
	"github.com/gmecheck/gmecheck/model"
)

// Set is a set of assumptions.
type Set uint8

// The assumptions.
const (
	FIFO Set = 1 << iota
	NoLoss
	NoDuplication
	NoCrash
	NoEarly
	end
)

// names of the assumptions, and of what happens without them.
var names = []struct {
	assumption    Set
	name, without string
}{
	{FIFO, "fifo", "reordering"},
	{NoLoss, "no loss", "loss"},
	{NoDuplication, "no duplication", "duplication"},
	{NoCrash, "no crash", "crash"},
	{NoEarly, "no premature timeout", "premature timeout"},
}

// All is the assumptions that mean something to an algorithm in a configuration: only where timers expire, and no clock says when, can they
// expire early.
func All(a *paper.Algorithm, c model.Config) Set {
	all := end - 1
	if len(a.Timers) == 0 || c.Timeouts != model.Patient {
		all &^= NoEarly
	}
	return all
}

// Has reports that all assumptions of t are in s.
func (s Set) Has(t Set) bool { return s&t == t }

// Names lists the assumptions.
func (s Set) Names() []string {
	list := []string{}
	for _, n := range names {
		if s.Has(n.assumption) {
			list = append(list, n.name)
		}
	}
	return list
}

// Without names what happens where the assumptions are dropped: "loss".
func (s Set) Without() string {
	var list []string
	for _, n := range names {
		if s.Has(n.assumption) {
			list = append(list, n.without)
		}
	}
	return strings.Join(list, ", ")
}

// String is the assumptions as words.
func (s Set) String() string {
	if s == 0 {
		return "nothing"
	}
	return strings.Join(s.Names(), ", ")
}

// each yields the assumptions of the set, one by one.
func (s Set) each(yield func(Set) bool) {
	for _, n := range names {
		if s.Has(n.assumption) && !yield(n.assumption) {
			return
		}
	}
}

// Subsets lists the subsets, small ones first, those of one size in the order of the assumptions.
func (s Set) Subsets() []Set {
	var list []Set
	for t := range s + 1 {
		if s.Has(t) {
			list = append(list, t)
		}
	}
	slices.SortStableFunc(list, func(s, t Set) int { return bits.OnesCount8(uint8(s)) - bits.OnesCount8(uint8(t)) })
	return list
}

// In is the configuration of an algorithm under these assumptions and no others: what is not excluded has the budget of
// the configuration, but at least one.
func (s Set) In(a *paper.Algorithm, c model.Config) model.Config {
	faults := faultsOf(c)
	budget := func(assumption Set, given int) int {
		if s.Has(assumption) {
			return 0
		}
		return max(1, given)
	}
	faults.Loss = budget(NoLoss, faults.Loss)
	faults.Duplicate = budget(NoDuplication, faults.Duplicate)
	faults.Crash = budget(NoCrash, faults.Crash)
	if All(a, c).Has(NoEarly) {
		faults.Early = budget(NoEarly, faults.Early)
	}
	c = faults.In(c)
	c.Network = model.Bag
	if s.Has(FIFO) {
		c.Network = model.FIFO
	}
	return c
}
