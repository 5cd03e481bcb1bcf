package tokenring

import "github.com/gmecheck/gmecheck/model"

// KeepNumber is forced by a deadlock: a token that grew older on its way no longer agrees with the copy at home.
var KeepNumber = model.Repair{
	Name: "keep-number", Event: "a node without the intention to enter receives a token",
	Doc: "the token passes on with the number that its owner gave it, instead of HSeqNumSeen: with a raised number two " +
		"nodes that wait may each find the other's token the less urgent one, and both keep it for ever",
}
