package model

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
)

// Number counts from 0 without end: requests, elections, sessions. Handlers ask in which order two numbers stand, and no more; so proofs by
// views can leave out what they are, as they could not of an int, of which a handler may know that it is 1000. Handlers must not compare
// numbers, or what contains them, with == or !=.
type Number struct{ n int }

// forgotten is a number of which nothing is known. A search never makes one.
const forgotten = math.MinInt

// Forgotten is the number of which nothing is known.
var Forgotten = Number{forgotten}

// MostNumber is the largest number.
const MostNumber = math.MaxInt / 2

// NumberOf is the number n, from 0 to [MostNumber]. It panics on others.
func NumberOf(n int) Number {
	counts(n)
	if guesser.Load() == nil {
		constant(n)
	}
	return known(n)
}

func counts(n int) {
	if n < 0 || n > MostNumber {
		panic(fmt.Sprintf("%d as a Number, which counts from 0 to %d", n, MostNumber))
	}
}

// Next is the number after a. It panics after [MostNumber].
func (a Number) Next() Number {
	if a.n == forgotten {
		return a
	}
	counts(a.n + 1)
	return known(a.n + 1)
}

// Is reports that a and b are the same number.
func (a Number) Is(b Number) bool {
	if a.n == forgotten || b.n == forgotten {
		return guessed()
	}
	return a.n == b.n
}

// After reports that a is larger than b.
func (a Number) After(b Number) bool {
	if a.n == forgotten || b.n == forgotten {
		return guessed()
	}
	return a.n > b.n
}

// Max is the larger one.
func (a Number) Max(b Number) Number {
	if a.n == forgotten || b.n == forgotten {
		return Forgotten
	}
	return Number{max(a.n, b.n)}
}

// Since is by how much a is larger than b: nothing that a handler should ask, since proofs by views have no answer then.
func (a Number) Since(b Number) int {
	if a.n == forgotten || b.n == forgotten {
		unanswered(Unknown{})
	}
	return a.n - b.n
}

// Int is the number itself. Proofs by views have none.
func (a Number) Int() int { return a.Since(Number{}) }

// Unknown is what a question about forgotten numbers panics with where nobody answers it.
type Unknown struct{}

func (Unknown) Error() string { return "the number is not known" }

// String is the number, or "?".
func (a Number) String() string {
	if a.n == forgotten {
		if g := guesser.Load(); g != nil {
			g.Looks++
		}
		return "?"
	}
	return strconv.Itoa(a.n)
}

// MarshalJSON is the number as logs of real runs have it.
func (a Number) MarshalJSON() ([]byte, error) { return []byte(strconv.Itoa(a.Int())), nil }

// Guesser answers questions about forgotten numbers. Numbers are plain values, so their methods find it in a variable of the package.
type Guesser struct {
	Guess func() bool // is asked which of two numbers is larger, or whether they are the same; it may panic, with [Unanswered]
	Looks int         // so often somebody wanted to know more of a forgotten number: made a text of it, or asked what has no answer, whoever recovers from that
	made  []int       // numbers that were made of nothing, to compare others with
}

var (
	guessing sync.Mutex // held as long as there is a guesser: there is one at a time
	guesser  atomic.Pointer[Guesser]
	making   sync.Mutex // for what is made, also by others beside it
)

// Guessing runs f. What is asked of forgotten numbers in it, the guesser answers: a proof by views gives both answers, one after the other.
// Elsewhere such a question is a panic with [Unknown].
func Guessing(g *Guesser, f func()) {
	guessing.Lock()
	defer guessing.Unlock()
	guesser.Store(g)
	defer guesser.Store(nil)
	f()
}

// Made are the numbers that were made of nothing since it was last asked, the smallest first.
func (g *Guesser) Made() []int {
	making.Lock()
	defer making.Unlock()
	all := slices.Clone(g.made)
	g.made = g.made[:0]
	slices.Sort(all)
	return slices.Compact(all)
}

// mostConstants is how many numbers are kept of those that are made where nobody guesses: searches may make any number of them.
const mostConstants = 256

// constants are these numbers, the smallest first.
var constants atomic.Pointer[[]int]

// Constants are the numbers that [NumberOf] has made where nobody guessed, the smallest first: with one that is kept in a variable of a package,
// or in a protocol, a handler may compare others. If there are too many, later ones are left out.
func Constants() []int {
	if all := constants.Load(); all != nil {
		return *all
	}
	return nil
}

// constant notes a number. Mostly it is known, and nothing is written.
func constant(n int) {
	for {
		before := constants.Load()
		all := Constants()
		at, known := slices.BinarySearch(all, n)
		if known || len(all) == mostConstants {
			return
		}
		if after := slices.Insert(slices.Clone(all), at, n); constants.CompareAndSwap(before, &after) {
			return
		}
	}
}

func guessed() bool {
	g := guesser.Load()
	if g == nil {
		panic(Unknown{})
	}
	return g.Guess()
}

// Unanswered panics for a question about forgotten numbers that has no answer.
func Unanswered() { unanswered(Unknown{}) }

func unanswered(cause any) {
	if g := guesser.Load(); g != nil {
		g.Looks++
	}
	panic(cause)
}

// known is the number n, of which a guesser is told.
func known(n int) Number {
	if g := guesser.Load(); g != nil {
		making.Lock()
		g.made = append(g.made, n)
		making.Unlock()
	}
	return Number{n}
}
