package drsgme

import "github.com/gmecheck/gmecheck/model"

// Protocol is the protocol itself, for the naive checker.
func Protocol(c model.Config) model.Protocol[vars, message] { return newProtocol(c, false) }

// ExtendedProtocol is that of the extended problem.
func ExtendedProtocol(c model.Config) model.Protocol[vars, message] {
	return &extended{*newProtocol(c, true)}
}
