package main

import (
	"strconv"

	"github.com/gmecheck/gmecheck/invariants"
)

// The exit codes. Scripts rely on them.
const (
	exitFine         = 0
	exitDeadlock     = 11
	exitSafety       = 12
	exitLiveness     = 13
	exitVacuous      = 15
	exitCost         = 16
	exitInconclusive = 20
	exitReplay       = 21
	exitGate         = 30
	exitUsage        = 64
	exitInternal     = 70
)

// exitOf is the code of a check's findings: with several reasons, the first of safety, deadlock, liveness, cost,
// inconclusive, vacuous decides. idle says that a fault with a budget never happened: what was to be shown in spite of it
// was not put to the test.
func exitOf(findings []invariants.Finding, complete, idle bool) int {
	found := map[int]bool{exitInconclusive: !complete, exitVacuous: idle}
	for _, f := range findings {
		switch f.Verdict {
		case invariants.Refuted:
			found[refutedExit(f.Property.Kind)] = true
		case invariants.Vacuous:
			found[exitVacuous] = true
		case invariants.Inconclusive:
			found[exitInconclusive] = true
		}
	}
	return gravest(func(code int) bool { return found[code] })
}

// gravity is the verdicts' codes in the order in which they decide.
var gravity = []int{exitSafety, exitDeadlock, exitLiveness, exitCost, exitInconclusive, exitVacuous}

// gravest is the first code found, in the order of [gravity].
func gravest(found func(code int) bool) int {
	for _, code := range gravity {
		if found(code) {
			return code
		}
	}
	return exitFine
}

func refutedExit(kind invariants.Kind) int {
	switch kind {
	case invariants.NoEnd:
		return exitDeadlock
	case invariants.Liveness, invariants.Bound:
		return exitLiveness
	case invariants.Cost:
		return exitCost
	default:
		return exitSafety
	}
}

// exit is how a verb ends with a code and nothing more to say: a verdict is a result, not an error.
type exit int

// ending is how a verb ends with a code: nil if there is nothing wrong.
func ending(code int) error {
	if code == exitFine {
		return nil
	}
	return exit(code)
}

func (e exit) Error() string { return "exit code " + strconv.Itoa(int(e)) }
