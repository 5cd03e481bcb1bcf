package paper

// Phase is what a process does, for algorithms whose papers give it no name of their own.
type Phase uint8

// The phases of a process.
const (
	Idle Phase = iota // does not ask
	Wait              // has asked
	CS                // is in its critical section
)

func (p Phase) String() string { return [...]string{"idle", "wait", "cs"}[p] }
