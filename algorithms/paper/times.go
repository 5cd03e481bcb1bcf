package paper

import (
	"fmt"

	"github.com/gmecheck/gmecheck/model"
)

// Delays is a number of message times, in ticks of a model with times: the largest delay so often.
func Delays(text string, times int) Formula {
	return Formula{text, func(c model.Config) int { return times * c.Times.Delay.Hi }}
}

// AtBounds are configurations with the bounds for which times are decided: messages and critical sections take up to one or two ticks.
func AtBounds(base string) []string { return within("--delay 0..%d --cs 0..%d", base) }

// AtDelays are those in which all messages take equally long.
func AtDelays(base string) []string { return within("--delay %d --cs 0..%d", base) }

// AtStays are those in which a process stays as long as it says, and messages take up to one or two ticks.
func AtStays(base string) []string { return within("--delay 0..%d --cs %d", base) }

func within(flags, base string) (all []string) {
	for _, delay := range []int{1, 2} {
		for _, cs := range []int{1, 2} {
			line := fmt.Sprintf(flags, delay, cs)
			if base != "" {
				line = base + " " + line
			}
			all = append(all, line)
		}
	}
	return all
}
