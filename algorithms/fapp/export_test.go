package fapp

import "github.com/gmecheck/gmecheck/model"

// Protocol is the protocol itself, for the naive checker.
func Protocol(c model.Config) model.Protocol[vars, message] { return newProtocol(c) }
