package gbp

import "github.com/gmecheck/gmecheck/model"

// repairs in the order in which they were found. Each prevents a counterexample that all the others together leave.
var repairs = []model.Repair{
	OwnLock, Ties, OwnRelease, StageOver, WaitingProcesses, NewOwnLock, NewTime, HeldOnly, EarlyCall, Turns,
}

// OwnLock: published, nobody ever sends the Rec-Group that a group needs from itself, and all processes wait for
// ever.
var OwnLock = model.Repair{
	Name: "own-lock", Event: "Receive Req-Process, Inactive",
	Doc: "a group handles its own request for its lock as it does those of other groups, so that it gets it if " +
		"it is free",
}

// Ties: published, each member of two quorums serves whom it has heard of first. Two groups of the same priority
// then get half of their locks each.
var Ties = model.Repair{
	Name: "ties", Event: "HigherPriori, findHigh, findHigher, SelectGroup",
	Doc: "of two requests with the same priority, that of the group with the smaller number counts as higher everywhere",
}

// OwnRelease: published, the request of a group whose session is over stays in its own LG, and its lock is granted
// to it again.
var OwnRelease = model.Repair{
	Name: "own-release", Event: "Receive Rel-Process",
	Doc: "a group that releases the resource deletes its own entry from LG, as the others do on its Lib-Group",
}

// StageOver: published, "if not empty(LG)" stands beside "if activeempty(LP)", not in it, and a group begins a new
// stage in the middle of its session.
var StageOver = model.Repair{
	Name: "stage-over", Event: "Receive Rel-Process",
	Doc: "a new stage begins only when the last one is over",
}

// WaitingProcesses: published, a group competes for the resource because another group wants its lock.
var WaitingProcesses = model.Repair{
	Name: "waiting-processes", Event: "Receive Rel-Process",
	Doc: "a new stage begins if waiting processes exist in the list, as the text has it: LP, not LG, is not empty",
}

// NewOwnLock: published, a group that begins a new stage asks the others alone.
var NewOwnLock = model.Repair{
	Name: "new-own-lock", Event: "Receive Rel-Process",
	Doc: "a group that begins a new stage asks for its own lock, too, as own-lock has it",
}

// NewTime: published, a new stage has the time of the last one, whatever the waiting processes need.
var NewTime = model.Repair{
	Name: "new-time", Event: "Receive Rel-Process",
	Doc: "the time of a new stage is the longest of those of the processes in LP: the waiting ones and, without stage-over, " +
		"those that are let in once more",
}

// HeldOnly: published, a group "gives back" a lock that it has not received yet, or has released already, and the
// lock is granted twice.
var HeldOnly = model.Repair{
	Name: "held-only", Event: "Receive Rel-Group",
	Doc: "a group gives back only a lock that it has, and for the stage that is going on",
}

// EarlyCall: a Rel-Group can overtake the Rec-Group that grants the lock. With held-only alone it would be lost.
var EarlyCall = model.Repair{
	Name: "early-call", Event: "Receive Rel-Group, Receive Rec-Group",
	Doc: "with held-only, a group that is called on for a lock before it comes gives it back when it comes; without, it " +
		"gives it back at once, and this repair changes nothing",
}

// Turns: with ties by number, a group that comes back again and again is preferred for ever to one of the same priority.
// Theorem 4.2 speaks of time stamps, which no message carries. The order by the last session is the same at all groups
// that decide between two requests: both groups' earlier sessions were known to them before they could grant their locks
// anew.
var Turns = model.Repair{
	Name: "turns", Event: "HigherPriori, findHigh, findHigher, SelectGroup",
	Doc: "of two requests with the same priority, that of the group whose last session is longer ago counts as higher; ties " +
		"decides between groups that have had none",
}

// Fair is the variant that keeps bounded delay and concurrent entering, which the repairs cannot, at the price of what
// section III says of priorities and of time. It has all repairs, and two changes of policy:
//
// A request of priority z dates from the z-th last session of its group, and the oldest counts as highest; groups without
// so many sessions come first, by priority. So a group overtakes another that waits at most z times in a row, and a lower
// priority goes first now and then.
//
// A session is prolonged for a latecomer whose time does not fit, while no other group wants the resource: none asks for
// the lock of G_k, and every group would have to.
const Fair = "fair"
