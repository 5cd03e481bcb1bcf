package gbp

import "gmecheck/model"

var repairs = []model.Repair{OwnLock, OwnRelease, WaitingProcesses, StageOver, NewOwnLock, NewTime, Ties, HeldOnly, EarlyCall, Turns, Alone}

// OwnLock: published, a group enters its own request in LG and waits for a Rec-Group from itself that nobody sends.
var OwnLock = model.Repair{
	Name: "own-lock", Event: "Receive Req-Process, Inactive",
	Doc: "the own request is handled as if it had come from another group: the own lock is granted if it is free",
}
var WaitingProcesses = model.Repair{Name: "waiting-processes"}
var StageOver = model.Repair{Name: "stage-over"}
var OwnRelease = model.Repair{Name: "own-release"}
var NewOwnLock = model.Repair{Name: "new-own-lock"}
var NewTime = model.Repair{Name: "new-time"}
var Ties = model.Repair{Name: "ties"}
var HeldOnly = model.Repair{Name: "held-only"}
var EarlyCall = model.Repair{Name: "early-call"}
var Turns = model.Repair{Name: "turns"}
var Alone = model.Repair{Name: "alone"}
