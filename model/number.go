package model

import (
	"math"
	"strconv"
	"sync"
)

// Number counts from 0 without end: requests, elections, sessions. Handlers ask in which order two numbers stand, and no more; so proofs by
// views can leave out what they are, as they could not of an int, of which a handler may know that it is 1000. Handlers must not compare
// numbers, or what contains them, with == or !=.
type Number struct{ n int }

// forgotten is a number of which nothing is known. A search never makes one.
const forgotten = math.MinInt

// Forgotten is the number of which nothing is known.
var Forgotten = Number{forgotten}

// NumberOf is the number n, from 0.
func NumberOf(n int) Number { return Number{n} }

// Next is the number after a.
func (a Number) Next() Number {
	if a.n == forgotten {
		return a
	}
	return Number{a.n + 1}
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
		panic(Unknown{})
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
		return "?"
	}
	return strconv.Itoa(a.n)
}

// guessing is who answers questions about forgotten numbers. Numbers are plain values, so their methods find nobody else to ask.
var guessing struct {
	sync.Mutex
	guess func() bool // nil: nobody
}

// Guessing runs f. What is asked of forgotten numbers in it, guess answers: a proof by views gives both answers, one after the other. One f
// runs at a time. Elsewhere such a question is a panic with [Unknown].
func Guessing(guess func() bool, f func()) {
	guessing.Lock()
	defer guessing.Unlock()
	guessing.guess = guess
	defer func() { guessing.guess = nil }()
	f()
}

func guessed() bool {
	if guessing.guess == nil {
		panic(Unknown{})
	}
	return guessing.guess()
}
