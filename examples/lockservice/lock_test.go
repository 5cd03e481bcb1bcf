package main

import (
	"testing"

	"github.com/gmecheck/gmecheck"
)

func TestLock(t *testing.T) {
	Lock(3).Test(t, gmecheck.States(210))
	Lock(2).Agree(t)
}

// TestLoss: the protocol relies on channels that lose nothing, which is why it runs over TCP.
func TestLoss(t *testing.T) {
	Lock(2).Test(t, gmecheck.Faults{Loss: 1}, gmecheck.Expect("served", gmecheck.Violated), gmecheck.Expect("one-token", gmecheck.Violated))
}
