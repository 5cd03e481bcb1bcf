package paper

import (
	"fmt"

	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/values"
)

// Claim is one statement of a paper: a lemma, a theorem, a formula or a cell of a table. It is decided by a property, by
// executions that it lays beside a formula, by an average, or not at all; exactly one of Property, Measure, Average, Without and Reason is given.
type Claim struct {
	Source string // where it stands: "section V, Lemma 1"
	Text   string // what it says, in one line

	Property string                           // the name of the property that decides it
	Figure   Figure                           // the number that the paper gives for the property's value, if it gives one
	Measure  func(variant string) Measurement // executes the loads for which the paper has a formula
	Average  *Average                         // the mean of which it speaks; it gets numbers, never a verdict
	Reason   string                           // why no exploration of finite sizes can decide it
	// Without drops an assumption that the sentence states, as the model's flags: "--loss 1". The row then shows what
	// breaks first without it.
	Without string

	// At lists the configurations at which its decision begins, each as the model's flags on the command line. A flag that
	// is one of the algorithm's directions grows from the value given, every other flag stays as it is. Nil: the smallest
	// configuration without faults.
	At []string
	// First are configurations that are known to refute it. Its decision begins there, too, and before everything else, so that
	// any budget shows it.
	First []string
	// Fixed are the directions along which the claim does not grow, since its sentence says where it stands: "priorities",
	// for "with one priority level".
	Fixed []string
	// Alone: it grows along no direction. So larger configurations are explored for it than for claims of which smaller ones say
	// something.
	Alone    bool
	Variants []string // those that it speaks of; nil: all but the algorithm's own variants
	Assumes  string   // what the paper takes for granted here: "reliable channels"
	// Reading is how an open or contradictory passage is read, if a verdict rests on that: "a request that comes too
	// early is dropped".
	Reading string
}

// Still lists the directions of the algorithm along which the claim does not grow.
func (c *Claim) Still(a *Algorithm) []string {
	if !c.Alone {
		return c.Fixed
	}
	var all []string
	for _, d := range a.Directions() {
		all = append(all, d.Flag)
	}
	return all
}

// Average is a mean over long runs, in message times, under one load.
type Average struct {
	Measure   string   // one of package measures, or a part of it
	Load      string   // in words: "under heavy demand"
	CS, Think float64  // mean times; the latency is 1, and all times are exponential
	Exact     []string // models whose states are few enough, as the model's flags: their mean is computed
	Measured  []string // larger ones: theirs is measured, by simulation
	Beside    []string // what is measured in the same models: another algorithm as published, by name, or a variant of this one: "--variant baseline"
	Says      Sense    // how the sentence has the mean beside those; empty if it has none
}

// Sense is which of two means a sentence has as the smaller one.
type Sense string

// A mean is less than another, or more.
const (
	Less Sense = "less"
	More Sense = "more"
)

// AllClaims lists the claims of the paper, in its order.
func (a *Algorithm) AllClaims() []Claim {
	if a.Claims == nil {
		return nil
	}
	return a.Claims()
}

// Claiming returns the same algorithm with these claims in the place of its paper's.
func (a *Algorithm) Claiming(all []Claim) *Algorithm {
	b := *a
	b.Claims = func() []Claim { return all }
	return &b
}

// Speaks reports whether the claim is about a variant.
func (c Claim) Speaks(variant string) bool {
	if c.Variants == nil {
		return variant == model.Published || variant == model.Repaired
	}
	for _, v := range c.Variants {
		if v == variant {
			return true
		}
	}
	return false
}

// Measurement is what executions of a formula's loads gave.
type Measurement struct {
	Loads   int    // executed
	Differ  int    // of them, in which the formula is not what was measured
	Example string // the first of these, or the last load if there are none
}

// Beginning lays what a paper says of the beginning beside that of systems of some sizes. wrong says how process i of n begins otherwise; empty: it does not.
func Beginning(of []int, says string, wrong func(n int, i model.Site) string) Measurement {
	m := Measurement{Loads: len(of), Example: says}
	for _, n := range of {
		for i := range model.Site(n) {
			if how := wrong(n, i+1); how != "" {
				m.Differ++
				m.Example = fmt.Sprintf("n = %d: P_%d %s", n, i+1, how)
				break
			}
		}
	}
	return m
}

// SameSize lays the bytes of a message beside those that it has at the first of some sizes of the system.
func SameSize(of []int, sent func(n int) any) Measurement {
	m, weigher := Measurement{Loads: len(of)}, values.NewWeigher()
	first := weigher.Of(sent(of[0]))
	for _, n := range of {
		size := weigher.Of(sent(n))
		if size != first {
			m.Differ++
		}
		m.Example = fmt.Sprintf("n = %d: %d bytes of %v, n = %d: %d bytes", of[0], first, sent(of[0]), n, size)
	}
	return m
}
