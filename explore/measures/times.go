package measures

// Times are those in which runs pass. Handlers take no time.
type Times struct {
	Latency Distribution // of a message, from its sending to its delivery
	CS      Distribution // from an entry to the exit
	// Think is the time from an exit, or the beginning, to the next request of the process: a closed load. Not with a Rate.
	Think Distribution
	// Rate is of each process's requests, which come in a Poisson stream of their own: an open load. A request that comes
	// while the one before is not done waits for it, and its times count from when it came. 0: the load is closed.
	Rate float64
}

// Open reports that requests come whether the last one is done or not.
func (t Times) Open() bool { return t.Rate > 0 }
