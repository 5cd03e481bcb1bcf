// Package gmecheck checks protocols of one's own exhaustively: it visits every state that a protocol of a few sites can reach,
// and says which properties hold in all of them, with a shortest run to each violation.
//
// A protocol is a [Model]: the type of the variables of one site, events that sites do by themselves ([Model.Event], [Events]),
// and a handler for each kind of message ([On]). Handlers are plain Go functions that read and write the variables of one site
// and send messages through their [Ctx]; each runs as one indivisible step. gmecheck adds what every protocol leaves to its
// reader: the network, a bag or in order ([Network]), and what can go wrong ([Faults]).
//
// This is a whole protocol, with a property, a test, and a command line of its own:
//
//	type Node struct{ Has, Wants bool }
//	type Ask struct{}
//	type Token struct{}
//
//	// Lock is a lock that two sites pass to each other on demand.
//	func Lock(n int) *gmecheck.Model[Node] {
//		p := gmecheck.New[Node]("lock", n)
//		p.Init(func(s *Node, c gmecheck.Ctx) { s.Has = c.Self == 1 })
//		p.Event("want", 2, // at most twice at each site
//			func(s *Node, c gmecheck.Ctx) bool { return !s.Has && !s.Wants },
//			func(s *Node, c gmecheck.Ctx) { s.Wants = true; c.Cast(c.Peers(), Ask{}) })
//		gmecheck.On(p, func(s *Node, c gmecheck.Ctx, m Ask) { s.Has = false; c.Send(c.From, Token{}) }).
//			When(func(s *Node, c gmecheck.Ctx, m Ask) bool { return s.Has })
//		gmecheck.On(p, func(s *Node, c gmecheck.Ctx, m Token) { s.Has, s.Wants = true, false })
//
//		has := func(s Node) bool { return s.Has }
//		p.Always("one-owner", func(w gmecheck.World[Node]) bool { return w.Count(has) <= 1 })
//		p.LeadsTo("served", func(s Node) bool { return s.Wants }, has)
//		return p
//	}
//
//	func TestLock(t *testing.T) { Lock(2).Test(t, gmecheck.States(16)) }
//	func main()                 { gmecheck.Main(gmecheck.Family(Lock)) }
//
// # Properties
//
//	Always, Never   every reachable state
//	Sometimes       some reachable state: a guard against models in which nothing happens
//	Steps           every step
//	AtEnd           every state in which nothing can happen any more: deadlocks
//	NeverEnds       that there is no such state
//	LeadsTo         of every site, what follows what, on runs that end and on fair ones that do not
//	Responds        the same of whole states
//	Eventually      what comes on every such run
//	CanReach        what stays possible
//	Measure         the least and the largest value of a number
//	Overtaking      how often others go in while one waits; violated where that has no bound
//
// A run ends where nothing is possible any more, or nothing but what need not happen: events with a budget and optional ones,
// losses, duplicates and crashes. A run that does not end is fair if no message, no recovery and no event of the protocol stays possible for ever without
// happening; see [Model.Event] for which events these are.
//
// # Time
//
// With [Times], bounds in ticks, messages take time, critical sections last ([Event.Exit]), and timers ([Model.Timer]) expire by their
// clocks. [Model.Ticks] measures how long something lasts. Of every timer the largest clock is found, and where nothing can go wrong,
// whether it expires in vain. Without Times nothing is said of time, and a timer is longer than all that can happen.
//
// # What a state is
//
// A state is the variables of all sites, the messages in flight with their senders, how often each event with a budget has
// happened, which sites are down, and how many faults are left. Two states are one if all that is equal (==). So variables and
// messages must be values: use [List], [PerSite] and [Sites] instead of slices and maps; go doc github.com/gmecheck/gmecheck/model shows
// their methods, those of Sites at Set. A step that changes nothing is not counted as a transition, and choices with the same result are
// one transition. Two events, or one event with two parameters, are two transitions even if they have the same result; which of
// several equal messages on the same way is delivered, lost or duplicated makes no difference.
//
// Numbers that grow for ever make states without end, unless [Model.Canonical] or [Shared.Canonical] says which of them are alike.
//
// # Shared memory
//
// [Shared] is for algorithms of processes that share a memory: guarded actions on one state. Examples peterson and ticket-lock are such.
//
// Folder examples has protocols of the literature written with this package, each a test that can be copied.
package gmecheck
