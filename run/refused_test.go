package run_test

import (
	"context"
	"testing"
	"time"

	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/run"
)

// TestRefusedClients: clients that ask for what their site cannot have do not keep those behind them waiting.
func TestRefusedClients(t *testing.T) {
	c := (&cluster{t: t, sys: published(t, "suzuki-kasami")}).start()
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
	defer cancel()
	n := c.nodes[0]
	entry, err := n.Acquire(ctx, run.Want{})
	if err != nil {
		t.Fatal(err)
	}
	answers := make(chan error, 4)
	for _, g := range []model.Group{7, 7, 7, 0} {
		go func() {
			_, err := n.Acquire(ctx, run.Want{Group: g})
			answers <- err
		}()
		time.Sleep(100 * time.Millisecond) // they come in this order
	}
	if err := n.Release(ctx, entry); err != nil {
		t.Fatal(err)
	}
	for k := range 4 {
		t.Log(k, <-answers)
	}
	if ctx.Err() != nil {
		t.Error("a client waits behind those that are refused")
	}
}
