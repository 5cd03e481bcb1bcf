package paper

// Survey is the title of the survey that describes several of the algorithms in prose. The copy that was read begins with
// the abstract, without title, authors or venue; these are the abstract's own words.
const Survey = "A Framework for Token Based Mutual Exclusion Algorithms in Distributed Systems"

// NoCells is why the cells of the survey's tables are not decided.
const NoCells = "the copy of the survey that was read has the captions of its tables, and not their cells"

// Cells is the claim that the cells of a row of the survey's tables make.
func Cells(source string) Claim {
	return Claim{
		Source: source, Reason: NoCells,
		Text: "messages at low and at high load, synchronization delay, static or dynamic, structural or not",
	}
}

// What section 2.2 of the survey demands of every algorithm, in the configurations that decide it.

// WithoutDeadlock is decided by the property deadlock.
func WithoutDeadlock(at ...string) Claim {
	return Claim{
		Source: "section 2.2", Property: "deadlock", At: at,
		Text: "mutual exclusion is without deadlock",
	}
}

// EntersFree is decided by the property enters-free.
func EntersFree(at ...string) Claim {
	return Claim{
		Source: "section 2.2", Property: "enters-free", At: at,
		Text: "when nobody is inside, a process that asks is permitted to enter without delay: it, or another, gets in even if nobody " +
			"exits or asks",
	}
}

// FiniteTime is about processes, which the environment of a model plays.
func FiniteTime() Claim {
	return Claim{
		Source: "section 2.2", Reason: "the environment decides it; what says that something happens in the end counts on an exit, if one is possible",
		Text: "a process executes in its critical section for a finite time",
	}
}

// WithoutInterfering is decided by the property starved, where some process never asks.
func WithoutInterfering(at ...string) Claim {
	return Claim{
		Source: "section 2.2", Property: "starved", At: at,
		Reading: "the others may keep it from being served, too: see mutual exclusion without starvation",
		Text: "a process must do without interfering with other processes: one that never asks keeps nobody from being served; of one inside it is " +
			"mutual exclusion",
	}
}

// OwnerChooses is what section 3.1 says of every token, decided by the property sent-by-owner.
func OwnerChooses(source string, at ...string) Claim {
	return Claim{
		Source: source, Property: "sent-by-owner", At: at,
		Text: "the owner of the token chooses the next owner and sends it the token: nobody else does",
	}
}

// Continuously is what section 3.2 says of rings, decided by the property moves-on.
func Continuously(reading string, at ...string) Claim {
	return Claim{
		Source: "section 3.2", Property: "moves-on", At: at, Reading: reading,
		Text: "on a logical ring the token goes from a node to another continuously: it rests with nobody who does not need it",
	}
}

// FaultTolerance is what the abstract promises of the new algorithms, for each fault that there is here. Their own sections do not
// speak of faults.
func FaultTolerance() []Claim {
	claim := func(property, at, text string) Claim {
		return Claim{Source: "abstract", Property: property, At: []string{at}, Text: text}
	}
	return []Claim{
		claim("starved", "--loss 1", "it is proposed in order to increase fault tolerance: whoever waits can still be served if a message is lost"),
		claim("starved", "--crash 1", "the same, if a process is down for a while and misses what arrives"),
		claim("mutex", "--duplicate 1", "the same: there is mutual exclusion still if a message arrives twice"),
	}
}

// WithoutStarvation is decided by the property starved.
func WithoutStarvation(at ...string) Claim {
	return Claim{
		Source: "section 2.2", Property: "starved", At: at,
		Text: "mutual exclusion is without starvation: whoever waits can still be served",
	}
}

// ServedInTheEnd is decided by the property fair-starvation.
func ServedInTheEnd(at ...string) Claim {
	return Claim{
		Source: "section 2.2", Property: "fair-starvation", At: at,
		Text: "mutual exclusion is without starvation: whoever waits is served in the end",
	}
}

// Cheaper is the rest of what the abstract promises of the new algorithms: it gives no numbers, so they are laid beside the traditional ones of its Table 1,
// at a high and at a low load. Section 3 defines synchronization delay as the average time in which the critical section is granted, other
// papers as the time from an exit to the next entry. Without variants it is asked of all.
func Cheaper(variants ...string) (all []Claim) {
	const (
		beside   = ", beside the traditional algorithms (raymond on a path)"
		messages = "it is proposed in order to minimize message complexity" + beside
		delay    = "it is proposed in order to decrease synchronization delay" + beside
		granted  = delay + ": the average time in which the critical section is granted"
	)
	for _, x := range []struct {
		measure, text, load string
		think               float64
	}{
		{"messages-per-entry", messages, "everybody asks again at once", 0.001},
		{"messages-per-entry", messages, "one request after another", 1e5},
		{"waiting-time", granted, "everybody asks again at once", 0.001},
		{"waiting-time", granted, "one request after another", 1e5},
		{"sync-delay", delay + ": the time from an exit to the next entry", "everybody asks again at once", 0.001},
	} {
		all = append(all, Claim{Source: "abstract", Text: x.text, Variants: variants, Average: &Average{
			Measure: x.measure, Load: x.load, CS: 1, Think: x.think, Measured: []string{"-n 4 -r inf", "-n 16 -r inf"},
			Beside: []string{"suzuki-kasami", "raymond", "naimi-trehel"}, Says: Less,
		}})
	}
	return all
}
