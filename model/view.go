package model

// View is what properties may ask about one site: its phase, and what it holds or is about to receive. It is computed
// once per node. Everything in it is comparable, so that equal views are one.
//
// Waits, InCS, Groups and Priority say what the environment knows, too, see [Event.Unfaithful]. They follow from the site's
// variables alone, not from the messages on their way to it.
type View struct {
	Waits bool // a request of this process has not yet led into its critical section
	InCS  bool
	// Groups are those that the process attends, or asks for while it waits. Two processes inside conflict if both
	// have groups and no group is common to both. NULL (0) may be a member: it then counts as a group of its own.
	Groups Groups
	// Priority is that of the request that waits, and of the one that was served as long as the process keeps it; 0 where
	// requests have none.
	Priority int
	Holds    int // tokens at this site
	Coming   int // tokens in flight to this site
	// Credit is that of this site and of the messages in flight to it, never below 0: a quantity of which no step makes what takes part in it
	// have more. Proofs by views of two or of one use such a law, and check it; nothing else asks for it. See docs/views.md.
	Credit   int
	InFlight bool // whether messages are in flight to this site; set by the framework
	Down     bool
	// More is what else the protocol's own properties need: a comparable value of a type of the protocol's.
	More any
	// Shown is a [Shown] in systems that show variables and messages to whom they concern, such as predicates; nil in all others.
	Shown any
}

// Shown is the variables of a site and the messages on their way to it.
type Shown struct {
	Vars  any
	Inbox List[Message]
}

// Brief is what of a view the properties ask for that look at exclusion alone: who waits, who is inside, for which groups and with which priority.
func (v View) Brief() View {
	return View{Waits: v.Waits, InCS: v.InCS, Groups: v.Groups, Priority: v.Priority}
}
