package drsgme

import (
	"slices"

	"github.com/gmecheck/gmecheck/algorithms/paper"
)

// Faults that claims cover.
var (
	faults  = []string{"--loss 1", "--crash 1"}
	always  = append([]string{""}, faults...)
	untimed = []string{"--timeouts off"}
	ordered = []string{"--loss 1 --timers ordered", "--crash 1 --timers ordered"}
)

// threeLose has a process that need neither have sent the token last nor be the one to which it went: two processes say little of who generates a
// token, and for whom.
const threeLose = "-n 3 -m 1 --net fifo --loss 1"

// untimedStay: timers stay off.
var untimedStay = []string{"timeouts"}

// What the paper takes for granted.
const (
	transient = "only transient faults occur; stable storage; delays and critical sections are bounded, so that timers expire " +
		"when nothing else can happen"
	faultFree = "no faults"
)

// Readings on which refutations rest.
const (
	sessionOnce = "token.session is counted in Event 1 alone, as the pseudo-code has it; the text would have every session " +
		"counted"
	asksNobody = "by Event 1 a captain in state HS puts its own request into token.queue, and sends it to nobody"
	forgets    = sessionOnce + "; a request that reaches a process without the token is forgotten"
	lettersRS  = "Event 2 adds i to RS_i by the letters; text and Table I mean j"
)

// claims are the paper's own, in its order.
func claims() []paper.Claim {
	return slices.Concat(problem(), assumptions(), eventClaims(), timers(false), proofs(), performance(), delays())
}

// problem is the abstract and section I.
func problem() []paper.Claim {
	return []paper.Claim{
		{
			Source: "section I, Safety; section V, Safety", Property: "gme",
			Text: "no two processes that asked for different groups are in their CS together",
		},
		{
			Source: "abstract; section V, Safety", Property: "gme", At: faults, Assumes: transient,
			Text: "the same while a message is lost or a site fails for a time",
		},
		{
			Source: "section I, Starvation Freedom; section V", Property: "starved", Reading: sessionOnce,
			Text: "whoever wants to attend a session can still succeed",
		},
		{
			Source: "section I, Starvation Freedom; section V", Property: "fair-starvation", Reading: sessionOnce,
			Text: "whoever wants to attend a session will succeed in the end",
		},
		{
			Source: "section V, Starvation Freedom", Property: "deadlock",
			Text: "the system never stops while a process waits",
		},
		{
			Source: "section V, Starvation Freedom", Property: "deadlock", At: untimed, Fixed: untimedStay, Reading: forgets,
			Text: "the same without the timers, of which the proof says nothing",
		},
		{
			Source: "section I, Starvation Freedom; section V", Property: "starved", At: untimed, Fixed: untimedStay, Reading: forgets,
			Text: "whoever wants to attend a session can still succeed, without the timers",
		},
		{
			Source: "section I, Starvation Freedom; section V", Property: "fair-starvation", At: untimed, Fixed: untimedStay, Reading: forgets,
			Text: "whoever wants to attend a session will succeed in the end, without the timers",
		},
		{
			Source: "abstract; section II", Property: "starved", At: faults, Assumes: transient, Reading: sessionOnce,
			Text: "transient faults are handled: a process that waits can still be served after a loss or a crash",
		},
		{
			Source: "abstract; section II", Property: "fair-starvation", At: faults, Assumes: transient,
			Reading: "timers that are due expire in any order",
			Text:    "transient faults are handled: a process that waits is served in the end after a loss or a crash",
		},
		{
			Source: "abstract; section II; section IV, T_req and T_fol", Property: "fair-starvation", At: ordered, Assumes: transient,
			Reading: "T_fol is shorter than T_req, as their values have it, so that T2 expires before T1",
			Text:    "the same where timers expire in the order of the paper's values",
		},
		{
			Source: "section I, Concurrent Occupancy; section V", Property: "concurrent-occupancy", Reading: sessionOnce,
			Text: "where nobody attends or wants another group, whoever asks gets in without waiting for anybody to leave",
		},
		{
			Source: "abstract; section I; section V, Smooth Admission", Property: "smooth-admission",
			Text: "while a captain is in its CS, whoever asks for its group is let in at once",
		},
		{
			Source: "section I",
			Average: &paper.Average{
				Measure: "messages-per-entry", Load: "lightly loaded", CS: 1, Think: 10_000,
				Measured: []string{"-n 4 -r inf", "-n 16 -r inf"},
			},
			Text: "when the system is lightly loaded, an entry takes far fewer messages",
		},
		{
			Source: "section I", Reason: "averages here are of messages and of times, not of variables",
			Text: "the reason: the cardinality of request sets is far less than n-1 in that case",
		},
		{
			Source: "section I", Property: "starved", At: []string{"-n 2 -m 1 --timeouts off --loss 1", "-n 2 -m 1 --timeouts off --crash 1"}, Fixed: untimedStay,
			Text: "token-based algorithms are susceptible to token loss, and the token has to be regenerated. A refutation shows it: without timers, whoever " +
				"waits can still be served if a message is lost, or a site fails",
		},
		{
			Source: "section I", Reason: "it speaks of algorithms of which there is no model here, and rests on their own papers",
			Text: "Mittal and Mohan's algorithm costs 2(n-1) messages, and that of Mamun and Nakazato needs synchronized logical clocks",
		},
		{
			Source: "section I", Reason: "srt-gme decides it",
			Text: "the authors' algorithm with priorities costs n+1 messages in the worst case, and takes channels and processes for reliable",
		},
	}
}

// assumptions are section II.
func assumptions() []paper.Claim {
	return []paper.Claim{
		{
			Source: "section II", Reason: "every model here is like that",
			Text: "n sites with one process each, fully connected, that communicate by messages only",
		},
		{
			Source: "section II", Without: "--early 1", First: []string{"-n 2 -m 1 -r 2,1"},
			Text: "assumed: message delays and critical sections are bounded, so that no timer expires in vain",
		},
		{
			Source: "section II", Reason: "in the model a site that is down can always recover, and a message that is lost can be sent again",
			Text: "assumed: only transient faults occur; what fails recovers",
		},
		{
			Source: "section II", Reason: "no model here has sites that forget their variables",
			Text: "assumed: stable storage, which survives failure",
		},
		{
			Source: "section II, by its silence", Without: "--duplicate 1", First: []string{"-n 2 -m 1 -r 1,4"},
			Reading: "faults lose messages; nothing is said of channels that copy them",
			Text:    "assumed: no message arrives twice",
		},
	}
}
