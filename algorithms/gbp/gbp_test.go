package gbp

import (
	"testing"

	"gmecheck/explore/naive"
	"gmecheck/model"
)

func TestNaive(t *testing.T) {
	c := Algorithm.With(model.Published, func(c *model.Config) { c.Priorities = 2; c.Network = model.FIFO })
	t.Log(naive.Explore(newProtocol(c), c, nil))
}
