package drsgme

import "github.com/gmecheck/gmecheck/model"

// Protocol is the protocol itself, for the naive checker.
func Protocol(c model.Config) model.Protocol[vars, message] { return &protocol{c: c} }

// ExtendedProtocol is that of the extended problem.
func ExtendedProtocol(c model.Config) model.Protocol[vars, message] {
	return &extended{protocol{c: c, extended: true}}
}
