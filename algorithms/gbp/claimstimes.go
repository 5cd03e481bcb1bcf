package gbp

import (
	"github.com/gmecheck/gmecheck/algorithms/paper"
	"github.com/gmecheck/gmecheck/model"
)

// estimates are the configurations with the largest delay, t_m, and the unit of the times, t_c, of one and two ticks, and every estimate up to the
// smallest that is no less than the delay. With so many durations somebody is let in late: who asks for one unit, at the beginning of a
// session of the most.
func estimates() (all []string) {
	for _, n := range []string{"-n 2 -m 1 ", "-n 3 -m 1 "} {
		all = append(all, paper.AtStays(n+"--durations 2 --tc 0")...)
		all = append(all, paper.AtStays(n+"--durations 2 --tc 1")...)
		all = append(all, n+"--durations 3 --tc 2 --delay 0..2 --cs 1")
	}
	return all
}

// safe are those of them with that smallest estimate. Where a unit is two ticks that is one unit, whatever the
// delay: so the last two have times of up to four ticks, those of two and four among them, and an estimate of a single tick.
var safe = []string{
	"-n 2 -m 1 --durations 2 --tc 1 --delay 0..1 --cs 1", "-n 2 -m 1 --durations 2 --tc 1 --delay 0..1 --cs 2",
	"-n 2 -m 1 --durations 3 --tc 2 --delay 0..2 --cs 1", "-n 2 -m 1 --durations 2 --tc 1 --delay 0..2 --cs 2",
	"-n 3 -m 1 --durations 2 --tc 1 --delay 0..1 --cs 1", "-n 3 -m 1 --durations 2 --tc 1 --delay 0..1 --cs 2",
	"-n 3 -m 1 --durations 3 --tc 2 --delay 0..2 --cs 1", "-n 3 -m 1 --durations 2 --tc 1 --delay 0..2 --cs 2",
	"-n 2 -m 1 --durations 4 --tc 1 --delay 0..1 --cs 1", "-n 3 -m 1 --durations 4 --tc 1 --delay 0..1 --cs 1",
}

// remainder is by how much the largest delay exceeds the estimate, which is in units of t_c.
var remainder = paper.Formula{Text: "t_m - tc t_c", Of: func(c model.Config) int {
	return c.Times.Delay.Hi - c.IntParam(tcName)*unit(c.Times)
}}

// inTime is what section III says of the times of processes and groups, which stay as long as they say.
func inTime() []paper.Claim {
	return []paper.Claim{
		{
			Source: "section III", Property: "late-overrun", At: estimates(), Alone: true, Variants: repairedOnly,
			Figure: paper.Figure{Form: paper.UpTo, Formula: remainder},
			Text: "the communication time is necessary to adjust the remainder time: a process that is let in late leaves after the time of its group, by as much as the " +
				"largest delay exceeds the estimate; the group counts its time from when it has all its locks, and compares by <=, as in figure 5",
		},
		{
			Source: "section III, acceptance control; figure 5", Property: "late-overrun", At: safe, Alone: true, Variants: repairedOnly,
			Text: "with the estimated communication time tc, a process is let in late only if its time fits into what remains of its group's; tc is the largest delay, " +
				"in whole units of the processes' times, and the comparison is <=, as in figure 5",
		},
		{
			Source: "section III; section IV, second consideration", Property: "session-overrun", At: estimates(), Alone: true, Variants: repairedOnly,
			Figure: paper.Figure{Form: paper.AtMost, Formula: paper.Delays("2 t_m", 2)},
			Text: "a group does not look at its own time, but waits until all its processes have left: it does not use the resource indefinitely; with a largest delay " +
				"it does for at most that of the message that lets a process in, and of the one that says that it has left, beyond its time",
		},
	}
}

// repairedOnly: published, nobody enters at these sizes.
var repairedOnly = []string{model.Repaired}
