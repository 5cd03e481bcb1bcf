package gbp

import (
	"fmt"

	"github.com/gmecheck/gmecheck/algorithms/paper"
	"github.com/gmecheck/gmecheck/model"
)

// timesStay are the directions along which claims in ticks do not grow: at the sizes that can be explored these say nothing of the times, but take
// the budget from those that do.
var timesStay = []string{"groups", "priorities", "requests", "net"}

// remainder is by how much the largest delay exceeds the estimate.
var remainder = paper.Formula{Text: "t_m - tc", Of: func(c model.Config) int {
	return c.Times.Delay.Hi - c.IntParam(tcName)*unit(c.Times)
}}

// inTime is what section III says of the times of processes and groups, which stay as long as they say: t_m is the largest delay of a message,
// t_c a unit of these times.
func inTime() []paper.Claim {
	var at, safe []string
	for _, base := range []string{late, "-n 3 -m 1 --durations 2"} {
		at = append(at, paper.AtStays(base)...)
	}
	for _, base := range []string{"-n 2 -m 1 --durations 3", "-n 3 -m 1 --durations 3"} {
		for _, delay := range []int{1, 2} {
			for _, cs := range []int{1, 2} {
				tc := (delay + cs - 1) / cs
				line := func(tc int) string { return fmt.Sprintf("%s --tc %d --delay 0..%d --cs %d", base, tc, delay, cs) }
				if safe = append(safe, line(tc)); tc > 1 {
					at = append(at, line(tc-1))
				}
			}
		}
	}
	fixed := append([]string{durationsName}, timesStay...)
	return []paper.Claim{
		{
			Source: "section III", Property: "late-overrun", At: at, Fixed: fixed, Variants: repairedOnly,
			Figure:  paper.Figure{Form: paper.UpTo, Formula: remainder},
			Reading: "the smallest estimate with which a process that is let in late has left when the time of its group has elapsed is the largest delay",
			Text:    "the communication time is necessary to adjust the remainder time, to accept or not a new process",
		},
		{
			Source: "section III, acceptance control; figure 5", Property: "late-overrun", At: safe, Fixed: fixed, Variants: repairedOnly,
			Figure:  paper.Number(paper.AtMost, 0),
			Reading: "tc is the largest delay of a message, in units of the processes' times, rounded up",
			Text:    "with the estimated communication time tc, a process is let in only if its time fits into what remains of its group's",
		},
		{
			Source: "section III; section IV, second consideration", Property: "session-overrun", At: append(at, safe...), Fixed: fixed, Variants: repairedOnly,
			Figure:  paper.Figure{Form: paper.AtMost, Formula: paper.Delays("2 t_m", 2)},
			Reading: "the paper calls this delay unpredictable, and gives no number; with a largest delay it is that of the message that lets a process in, and that of the one that says that it has left",
			Text:    "a group does not look at its own time, but waits until all its processes have finished: it does not use the resource indefinitely",
		},
	}
}

// repairedOnly: published, nobody enters at these sizes.
var repairedOnly = []string{model.Repaired}
