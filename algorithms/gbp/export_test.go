package gbp

import "github.com/gmecheck/gmecheck/model"

type (
	Vars    = vars
	Message = message
)

// Protocol is the protocol itself, for the naive checker.
func Protocol(c model.Config) model.Protocol[vars, message] { return newProtocol(c) }
