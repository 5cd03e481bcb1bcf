package drsgme

import (
	"fmt"

	"github.com/gmecheck/gmecheck/algorithms/paper"
)

// timesStay are the directions along which claims in ticks do not grow: at the sizes that can be explored these say nothing of the largest times, but
// take the budget from those that do.
var timesStay = []string{"groups", "requests", "net"}

// onItsWay is how the best case of the delay is refuted.
const onItsWay = "also where nobody is inside because a start is on its way, which has been sent before the last one leaves"

// timers are T_req and T_fol, one at a time: the other timer never expires. extended: of the algorithm of section VII, for which the abstract
// promises the same.
func timers(extended bool) []paper.Claim {
	source, reading, first := "section IV", "", "-n 3 -m 2 --timeouts timed --delay 0..1 --cs 1 --timer T2=inf"
	if extended {
		source, reading, first = "section VII; section IV", adapted+"; ", "-n 3 -m 2 --timeouts timed --delay 2 --cs 1 --timer T2=inf"
	}
	at := func(other string) []string {
		all := paper.AtBounds("-n 2 -m 2 --timeouts timed")
		all = append(all, "-n 3 -m 2 --timeouts timed --delay 0..1 --cs 0..1")
		for k := range all {
			all[k] += fmt.Sprintf(" --timer %s=inf", other)
		}
		return all
	}
	return []paper.Claim{
		{
			Source: source + ", T_req", Property: "no-vain-expiry", At: at(T2), Fixed: timesStay, First: []string{first},
			Reading: reading + "with the largest delay t_m and time inside t_c, T1 does not expire where nothing fails",
			Text:    "(n+1) t_m + (n-1) t_c is a reasonable time after which to suspect that the token is lost",
		},
		{
			Source: source + ", T_fol", Property: "no-vain-expiry", At: at(T1), Fixed: timesStay,
			Reading: reading + "with the largest delay t_m and time inside t_c, T2 does not expire where nothing fails",
			Text:    "a follower has completed within 2 t_m + t_c",
		},
	}
}

// delays are the synchronisation delays of section VI in time; without timers, which do not expire where they are long enough. They are so long, and not
// off, because what is about all states is not judged where a ladder has turned timers off.
func delays() []paper.Claim {
	const source, at = "section VI, synchronization delay", "-n 2 -m 2 --timeouts timed --timer T1=inf,T2=inf"
	const three = "-n 3 -m 2 --timeouts timed --timer T1=inf,T2=inf"
	return []paper.Claim{
		{
			Source: source, Property: "loaded-delay-time", At: append(paper.AtBounds(at), three+" --delay 0..1 --cs 0..1"), Fixed: timesStay,
			Figure: paper.Figure{Form: paper.AtMost, Formula: paper.Delays("2 t_m", 2)},
			Text:   "at most 2 t_m under heavy load, in time, if anybody enters again: messages take up to t_m",
		},
		{
			Source: source, Property: "loaded-delay-time", At: append(paper.AtDelays(at), three+" --delay 1 --cs 0..1"), Fixed: timesStay, Reading: onItsWay,
			Figure: paper.Figure{Form: paper.AtBest, Formula: paper.Delays("t_m", 1)},
			Text:   "t_m under heavy load in the best case, in time: each message takes t_m",
		},
	}
}
