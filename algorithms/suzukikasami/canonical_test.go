package suzukikasami_test

import (
	"testing"

	"github.com/gmecheck/gmecheck/algorithms/paper/papertest"
	"github.com/gmecheck/gmecheck/algorithms/suzukikasami"
	"github.com/gmecheck/gmecheck/model"
)

func TestCanonical(t *testing.T) {
	papertest.CanonicalAgrees(t, &suzukikasami.Algorithm, suzukikasami.Protocol, "-n 2 -r 3", "-n 3", "-n 3 -r 2,2,1", "-n 3 -r 2,1,1 --net fifo", "-n 2 -r 2 --crash 1")
	papertest.Endless(t, &suzukikasami.Algorithm, map[string]int{"-n 2 -r inf": 22, "-n 3 -r inf": 852, "-n 3 -r inf --net fifo": 837})
}

func TestWrongCanonical(t *testing.T) {
	c := suzukikasami.Algorithm.With(model.Published, func(c *model.Config) { c.Processes = 3 })
	papertest.CanonicalRefused(t, &suzukikasami.Algorithm, c, suzukikasami.WrongForms(c))
}
