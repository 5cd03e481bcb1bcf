package system

import "github.com/gmecheck/gmecheck/model"

// Cost is what a move takes from the budgets, and under which condition it may be taken at all.
type Cost uint8

// The costs of moves.
const (
	Free         Cost = iota
	OneLoss           // one of the loss budget
	OneDuplicate      // one of the duplication budget
	OneCrash          // one of the crash budget
	OneTicket         // a request of a Ticketed protocol
	WhenQuiet         // nothing, but possible only while the system is quiet
	OneTick           // nothing, but possible only while nothing must happen now: time passes
	WhenOver          // nothing, but possible only when all that must happen by now has happened: a timer exceeds its value
	Expiry            // of a timer: nothing when it is due, otherwise one early expiry; so are the costs above it, see [expiry]
)

// budgets numbers the combinations of budgets left. The number is the last component of a global state.
type budgets struct {
	count int
	start uint32
	pays  [Expiry + 1][]int32 // the combination after one cost; -1: not left
	left  []Budget
	open  bool // requests have no budget: tickets are left off only because somewhere there must be an end
}

// mostTickets are drawn of a Ticketed protocol without request budgets: as many as live ones never are where they are numbered
// again, and more than a trace has requests.
const mostTickets = 255

// Budget is what is left of the faults, and the tickets drawn so far.
type Budget struct{ Loss, Duplicate, Crash, Early, Tickets int }

func newBudgets(c model.Config, tickets int) *budgets {
	start := Budget{c.Loss, c.Duplicate, c.Crash, c.Early, 0}
	b := &budgets{}
	numbers := map[Budget]int32{}
	for l := start.Loss; l >= 0; l-- {
		for d := start.Duplicate; d >= 0; d-- {
			for k := start.Crash; k >= 0; k-- {
				for e := start.Early; e >= 0; e-- {
					for t := range tickets + 1 {
						left := Budget{l, d, k, e, t}
						numbers[left] = int32(len(b.left))
						b.left = append(b.left, left)
					}
				}
			}
		}
	}
	b.count, b.start = len(b.left), uint32(numbers[start])
	after := func(left Budget) int32 {
		if n, ok := numbers[left]; ok {
			return n
		}
		return -1
	}
	for n, left := range b.left {
		b.pays[Free] = append(b.pays[Free], int32(n))
		b.pays[WhenQuiet] = append(b.pays[WhenQuiet], int32(n))
		b.pays[OneLoss] = append(b.pays[OneLoss], after(Budget{left.Loss - 1, left.Duplicate, left.Crash, left.Early, left.Tickets}))
		b.pays[OneDuplicate] = append(b.pays[OneDuplicate], after(Budget{left.Loss, left.Duplicate - 1, left.Crash, left.Early, left.Tickets}))
		b.pays[OneCrash] = append(b.pays[OneCrash], after(Budget{left.Loss, left.Duplicate, left.Crash - 1, left.Early, left.Tickets}))
		b.pays[Expiry] = append(b.pays[Expiry], after(Budget{left.Loss, left.Duplicate, left.Crash, left.Early - 1, left.Tickets}))
		b.pays[OneTicket] = append(b.pays[OneTicket], after(Budget{left.Loss, left.Duplicate, left.Crash, left.Early, left.Tickets + 1}))
	}
	return b
}
