package main

import "strconv"

// The exit codes that are not verdicts.
const (
	exitFine     = 0
	exitUsage    = 64
	exitInternal = 70
)

// exit is how a verb ends with a code and nothing more to say: a verdict is a result, not an error.
type exit int

func (e exit) Error() string { return "exit code " + strconv.Itoa(int(e)) }
