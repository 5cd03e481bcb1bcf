// Package exit has the exit codes, and says which of several decides.
package exit

import (
	"strconv"
	"strings"

	"github.com/gmecheck/gmecheck/invariants"
)

// The exit codes. Scripts rely on them.
const (
	Fine         = 0
	Deadlock     = 11
	Safety       = 12
	Liveness     = 13
	Vacuous      = 15
	Cost         = 16
	Inconclusive = 20
	Replay       = 21
	None         = 22
	Gate         = 30
	Usage        = 64
	Internal     = 70
)

// Meanings say what the codes mean.
var Meanings = []struct {
	Code int
	Text string
}{
	{Fine, "complete, and every property holds; gate: every expectation is met; replay: the trace still violates as it says"},
	{Deadlock, "deadlock"},
	{Safety, "a safety property or a lemma is violated"},
	{Liveness, "a liveness property or a bound is violated"},
	{Vacuous, "vacuous: nothing was judged, a property never had anything to say, or a budgeted fault never happened"},
	{Cost, "a quantitative claim of the paper is refuted"},
	{Inconclusive, "inconclusive: a limit was hit, or interrupted"},
	{Replay, "replay: the trace diverged, or no longer violates; conform: the log is no run of the model"},
	{None, "find: there is no such state; graph --property: no run violates it; all states were visited"},
	{Gate, "gate: an expectation is not met"},
	{Usage, "usage: flags, manifest or trace file, or a mistake in a protocol of one's own"},
	{Internal, "internal error"},
}

// Order is the codes in the order in which they decide: of those that end a run before anything is found, and of verdicts.
func Order() string {
	codes := []string{strconv.Itoa(Internal), strconv.Itoa(Usage)}
	for _, code := range gravity {
		codes = append(codes, strconv.Itoa(code))
	}
	return strings.Join(codes, ", ")
}

// Of is the code of a check's findings: with several reasons, the first of safety, deadlock, liveness, cost,
// inconclusive, vacuous decides. idle says that a fault with a budget never happened: what was to be shown in spite of it
// was not put to the test.
func Of(findings []invariants.Finding, complete, idle bool) int {
	found := map[int]bool{Inconclusive: !complete, Vacuous: idle}
	for _, f := range findings {
		switch f.Verdict {
		case invariants.Refuted:
			found[OfViolation(f.Property.Kind)] = true
		case invariants.Vacuous:
			found[Vacuous] = true
		case invariants.Inconclusive:
			found[Inconclusive] = true
		}
	}
	return Gravest(found)
}

// gravity is the verdicts' codes in the order in which they decide.
var gravity = []int{Safety, Deadlock, Liveness, Cost, Inconclusive, Vacuous}

// Gravest is the first code found, in the order of [gravity].
func Gravest(found map[int]bool) int {
	for _, code := range gravity {
		if found[code] {
			return code
		}
	}
	return Fine
}

func OfViolation(kind invariants.Kind) int {
	switch kind {
	case invariants.NoEnd:
		return Deadlock
	case invariants.Liveness, invariants.Bound:
		return Liveness
	case invariants.Cost:
		return Cost
	default:
		return Safety
	}
}

// Code is how a verb ends with a code and nothing more to say: a verdict is a result, not an error.
type Code int

// Err is how a verb ends with a code: nil if there is nothing wrong.
func Err(code int) error {
	if code == Fine {
		return nil
	}
	return Code(code)
}

func (e Code) Error() string { return "exit code " + strconv.Itoa(int(e)) }

func Verdict(code int) string {
	switch code {
	case Fine:
		return string(invariants.Holds)
	case Inconclusive:
		return string(invariants.Inconclusive)
	case Vacuous:
		return string(invariants.Vacuous)
	default:
		return string(invariants.Refuted)
	}
}
