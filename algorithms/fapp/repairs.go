package fapp

import "github.com/gmecheck/gmecheck/model"

// ReplaceAlways lets every node replace a neighbour's entry.
var ReplaceAlways = model.Repair{
	Name: "replace-always", Event: "receipt of a request, S != P_hold",
	Doc: "a request replaces the old entry of the same neighbour at every node, not only at the root",
}

// NoEcho keeps requests from going back where they came from.
var NoEcho = model.Repair{
	Name: "no-echo", Event: "receipt of a request, S != P_hold",
	Doc: "a request is not sent on to the neighbour that it came from",
}

// StopByOthers lets a request stop only at requests that have gone the way that it would go.
var StopByOthers = model.Repair{
	Name: "stop-by-others", Event: "stop at an intermediate node",
	Doc: "the parent's entry does not stop a request: nothing has been sent to the parent because of it",
}

var repairs = []model.Repair{ReplaceAlways, NoEcho, StopByOthers}
