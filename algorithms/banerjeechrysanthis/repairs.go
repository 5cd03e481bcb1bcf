package banerjeechrysanthis

import "github.com/gmecheck/gmecheck/model"

// ForwardAlways keeps requests from being dropped.
var ForwardAlways = model.Repair{
	Name: "forward-always", Event: "receipt of a request, after the forwarding phase",
	Doc: "a node that does not collect forwards every request, also before and after its forwarding phase",
}

// NewestArbiter lets a node know which of two elections is the later one.
var NewestArbiter = model.Repair{
	Name: "newest-arbiter", Event: "receipt of the message that names the new arbiter",
	Doc: "elections are numbered, and an arbiter that has been succeeded is not believed any more",
}

// AwaitElection keeps requests from going back and forth.
var AwaitElection = model.Repair{
	Name: "await-election", Event: "receipt of a request, before the election",
	Doc: "a request says by which election its receiver is the arbiter, and a node that has not yet heard of that " +
		"election collects it already",
}

var repairs = []model.Repair{ForwardAlways, NewestArbiter, AwaitElection}
