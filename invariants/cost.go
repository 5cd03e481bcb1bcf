package invariants

import (
	"fmt"

	"github.com/gmecheck/gmecheck/invariants/question"
	"github.com/gmecheck/gmecheck/model"
)

// MaxConcurrency measures how many are in their critical section together; claimed is what the paper says of the
// largest number, which must be attained.
func MaxConcurrency(claimed int) Property {
	return Property{
		Name: "max-concurrency", Kind: Cost,
		Doc:  fmt.Sprintf("as many as %d processes are in their critical section together, and no more", claimed),
		Size: func(vs Views) int { return vs.Count(func(v *model.View) bool { return v.InCS }) }, Deaf: true,
	}.Claiming(&Claimed{Max: claimed, Attained: true})
}

// Together is the largest number of processes that a configuration lets ask for one group; without groups, the number
// of those that may ask at all.
func Together(c model.Config) int {
	most := 0
	for x := range max(1, c.Groups) {
		n := 0
		for i := range c.Processes {
			asks := !c.Limited(model.Site(i+1)) || c.Requests[i] > 0
			allowed := c.Groups == 0 || c.Workload[i].Empty() || c.Workload[i].Has(model.Group(x+1))
			if asks && allowed {
				n++
			}
		}
		most = max(most, n)
	}
	return most
}

// Resources is the largest number of processes that a configuration lets be inside together where every group is a
// resource for one.
func Resources(c model.Config) int {
	used := 0
	taken := make([]int, c.Groups+1) // by resource: who has it, from 1
	var place func(i int, tried []bool) bool
	place = func(i int, tried []bool) bool {
		for x := range c.Groups {
			allowed := c.Workload[i].Empty() || c.Workload[i].Has(model.Group(x+1))
			if !allowed || tried[x+1] {
				continue
			}
			tried[x+1] = true
			if taken[x+1] == 0 || place(taken[x+1]-1, tried) {
				taken[x+1] = i + 1
				return true
			}
		}
		return false
	}
	for i := range c.Processes {
		if asks := !c.Limited(model.Site(i+1)) || c.Requests[i] > 0; asks && place(i, make([]bool, c.Groups+1)) {
			used++
		}
	}
	return used
}

// MessagesToExit measures the messages on i's account (see [model.Attributor]) from its request to its exit, both
// included; messages to oneself are none.
func MessagesToExit(n int, claimed Claimed) Property {
	return messages(n, claimed, "exit", nil)
}

// MessagesToEntry measures the messages on i's account from its request to its entry, both included.
func MessagesToEntry(n int, claimed Claimed) Property {
	return messages(n, claimed, "entry", nil)
}

// MessagesOfCaptains is [MessagesToEntry] of those that enter as captains: no message for their entry comes later.
func MessagesOfCaptains(n int, entered func(*model.View) bool, claimed Claimed) Property {
	return messages(n, claimed, "entry", entered).Named("messages-captain",
		"messages on the account of a process that enters as captain, from its request to its entry")
}

// MessagesOfFollowers is [MessagesToExit] of those that enter as followers.
func MessagesOfFollowers(n int, entered func(*model.View) bool, claimed Claimed) Property {
	return messages(n, claimed, "exit", entered).Named("messages-follower",
		"messages on the account of a process that enters as follower, from its request to its exit")
}

// MessagesToNext measures all messages on i's account from its request to its next one, or to the end of the run, whether
// it is served or not: those that are sent when it has left its critical section count, too.
func MessagesToNext(n int, claimed Claimed) Property {
	return Property{
		Name: "messages", Kind: Cost,
		Doc:     "messages sent on i's account from its request to its next request, or to the end of the run",
		Claimed: &claimed, Deaf: true,
		Gauge: &Gauge{
			Lanes: n, Again: true,
			Within: func(vs Views) uint64 { return 1<<n - 1 },
			Weigh: func(e *model.Event, _, _ *model.View) question.EdgeWeight {
				t := question.EdgeWeight{Weights: accounts(e, n)}
				if e.Kind == model.RequestEvent {
					t.Begins = 1 << (e.Site - 1)
				}
				return t
			},
		},
	}
}

// MessagesUnaccounted measures what [MessagesToNext] leaves out, in n+1 lanes: one for each process, from the initial state
// to its first request, and one for messages on nobody's account, for the whole run. No paper speaks of them.
func MessagesUnaccounted(n int) Property {
	return Property{
		Name: "messages-unaccounted", Kind: Cost,
		Doc:  "the most messages in a run that are sent for no request: all those on nobody's account, or those on one i's account before i first asks",
		Deaf: true,
		Gauge: &Gauge{
			Lanes: n + 1, Whole: true,
			Within: func(vs Views) uint64 { return 1<<(n+1) - 1 },
			Weigh: func(e *model.Event, _, _ *model.View) question.EdgeWeight {
				t := question.EdgeWeight{Weights: append(accounts(e, n), 0)}
				for _, m := range e.Sends {
					if m.Account == 0 && m.To != e.Site {
						t.Weights[n]++
					}
				}
				if e.Kind == model.RequestEvent {
					t.Ends = 1 << (e.Site - 1)
					t.Weights[e.Site-1] = 0
				}
				return t
			},
		},
	}
}

// accounts is how many messages an event sends to other sites on the account of each of n processes.
func accounts(e *model.Event, n int) []int {
	sent := make([]int, n)
	for _, m := range e.Sends {
		if m.Account != 0 && m.To != e.Site {
			sent[m.Account-1]++
		}
	}
	return sent
}

// messages leaves out entries after which entered does not hold; nil: none.
func messages(n int, claimed Claimed, until string, entered func(*model.View) bool) Property {
	return Property{
		Name: "messages", Kind: Cost,
		Doc:     "messages sent on i's account from its request to its " + until,
		Claimed: &claimed, Deaf: entered == nil,
		Gauge: &Gauge{
			Lanes: n,
			Within: func(vs Views) uint64 {
				return vs.Mask(func(v *model.View) bool {
					return v.Waits || until == "exit" && v.InCS && (entered == nil || entered(v))
				})
			},
			Weigh: func(e *model.Event, _, after *model.View) question.EdgeWeight {
				t, lane := question.EdgeWeight{Weights: accounts(e, n)}, uint64(1)<<(e.Site-1)
				switch {
				case e.Entries > 0 && entered != nil && !entered(after):
					t.Drops = lane
				case e.Entries > 0 && until == "entry", e.Kind == model.ExitEvent && until == "exit":
					t.Ends = lane
				}
				if e.Kind == model.RequestEvent {
					t.Begins = lane
				}
				return t
			},
		},
	}
}

// ToEntry measures, in a lane for each process, from its request to the entry that serves it.
func ToEntry(n int, weigh func(e *model.Event, before, after *model.View) []int) *Gauge {
	return &Gauge{
		Lanes: n, Within: Waiting,
		Weigh: func(e *model.Event, before, after *model.View) question.EdgeWeight {
			t := waiting(e)
			t.Weights = weigh(e, before, after)
			return t
		},
	}
}

// WholeRun measures runs that serve everybody, from the initial state: those that end in a state in which nothing can happen
// any more and nobody waits, and those without an end. A run that stops short of a request would be the cheapest of all.
func WholeRun(weigh func(e *model.Event, before, after *model.View) int) *Gauge {
	return &Gauge{
		Lanes: 1, Whole: true,
		Within: func(Views) uint64 { return 1 },
		Last:   func(vs Views) uint64 { return 1 - unserved(vs) },
		Weigh: func(e *model.Event, before, after *model.View) question.EdgeWeight {
			return question.EdgeWeight{Weights: []int{weigh(e, before, after)}}
		},
	}
}

// RunSends measures the messages of type M between different sites that are sent in a whole run; what says in words what they are.
func RunSends[M any](name, what string) Property {
	return Property{
		Name: name, Kind: Cost, Doc: what + " sent between different processes in a whole run that serves everybody", Deaf: true,
		Gauge: WholeRun(func(e *model.Event, _, _ *model.View) (sent int) {
			for to := range Sent[M](e) {
				if to != e.Site {
					sent++
				}
			}
			return sent
		}),
	}
}

// Travelling is how many messages an event sends to other sites.
func Travelling(e *model.Event) int {
	n := 0
	for _, m := range e.Sends {
		if m.To != e.Site {
			n++
		}
	}
	return n
}

// RunMessages measures all messages between different sites over whole runs. Without a claim they must have a bound.
var RunMessages = Property{
	Name: "run-messages", Kind: Cost,
	Doc:   "messages between different sites in a whole run that serves everybody, or that has no end",
	Gauge: WholeRun(func(e *model.Event, _, _ *model.View) int { return Travelling(e) }),
	Deaf:  true,
}

// RunMessagesUnserved measures the runs that [RunMessages] leaves out.
var RunMessagesUnserved = RunMessages.endingUnserved()

func (p Property) endingUnserved() Property {
	g := *p.Gauge
	g.Last, g.Ending = unserved, true
	p.Name, p.Doc, p.Gauge = "run-messages-unserved", "messages between different sites in a whole run that ends while somebody waits", &g
	return p
}

// unserved is 1 where somebody waits, otherwise 0.
func unserved(vs Views) uint64 { return min(1, Waiting(vs)) }

// SyncDelay measures synchronisation delay in message times: when an exit leaves nobody inside while somebody waits (and
// armed holds before it; nil: always), how many messages, at the least, have to be sent one because of the other until somebody
// enters. Messages that travel at the same time take the time of one, and those that nobody waits for take none; one to oneself is a message like others.
// Where it is said in words when armed holds: "requests having arrived".
func SyncDelay(armed func(Views) bool, where string, claimed *Claimed) Property {
	doc := "message times, at the least, from the exit of the last one inside to the next entry, while somebody waits and nobody asks meanwhile"
	if where != "" {
		doc += ", " + where
	}
	return Property{
		Name: delayName, Kind: Cost, Doc: doc,
		Claimed: claimed, Deaf: armed == nil,
		Chain: &Chain{
			Within: func(vs Views) bool { return !vs.Any(attends) && vs.Any(waits) },
			Armed:  armed,
			Begins: func(e *model.Event) bool { return e.Kind == model.ExitEvent },
			Ends:   Entering,
			Drops:  func(e *model.Event) bool { return e.Kind == model.RequestEvent }, // for whom nobody has waited
		},
	}
}

// CaptainAlone is a captain that leaves when all followers have left, and have told it.
const CaptainAlone = "captain that waits for no complete"

// Queued says where [SyncDelay] is armed if what counts is the queue of the token: a request that nobody has noted, or that it has lost, is none.
const Queued = "if somebody stands in the queue of the token when it leaves"

// SyncDelayAfter is [SyncDelay] after the exit of a captain, or of a follower: who says of whom, and armed sees to it.
func SyncDelayAfter(name, who string, armed func(Views) bool, claimed int) Property {
	return SyncDelay(armed, "", &Claimed{Min: claimed, Max: claimed}).Named("sync-delay-"+name,
		"message times, at the least, from the exit of the last one inside, if that is a "+who+", to the next entry, while nobody asks meanwhile, "+
			Queued+", and no start of the session is on its way")
}

// Waiting is the processes that wait: a registration for those that are registered with their request.
func Waiting(vs Views) uint64 { return vs.Mask(waits) }
