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
		Text: "mutual exclusion is without deadlock: when nobody is inside, a process that asks gets in",
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
