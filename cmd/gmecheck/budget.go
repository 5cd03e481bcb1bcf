package main

import (
	"strconv"
	"strings"
	"time"

	"github.com/gmecheck/gmecheck/algorithms/options"
)

// thousands are the letters behind a number of states.
var thousands = []struct {
	letter string
	times  float64
}{{"K", 1e3}, {"k", 1e3}, {"M", 1e6}, {"G", 1e9}}

// parseBudget reads a number of states, or a time from now on; 0 states are no limit.
func parseBudget(text string) (states int, until time.Time, err error) {
	if text == unlimited {
		return 0, time.Time{}, nil
	}
	if d, err := time.ParseDuration(text); err == nil && d > 0 {
		return 0, time.Now().Add(d), nil
	}
	number, times := strings.ReplaceAll(text, ",", ""), 1.0
	for _, t := range thousands {
		if rest, ok := strings.CutSuffix(number, t.letter); ok {
			number, times = rest, t.times
			break
		}
	}
	if n, err := strconv.ParseFloat(number, 64); err == nil && n*times >= 1 && n*times <= 1e15 {
		return int(n * times), time.Time{}, nil
	}
	return 0, time.Time{}, &options.UsageError{
		Flag: "budget", Given: text, Allowed: "a number of states such as 500K or 50M, none, or a time such as 10m",
	}
}
