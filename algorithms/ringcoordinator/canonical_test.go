package ringcoordinator_test

import (
	"testing"

	"github.com/gmecheck/gmecheck/algorithms/paper/papertest"
	"github.com/gmecheck/gmecheck/algorithms/ringcoordinator"
	"github.com/gmecheck/gmecheck/model"
)

func TestCanonical(t *testing.T) {
	papertest.CanonicalAgrees(t, &ringcoordinator.Algorithm, ringcoordinator.Protocol, "-n 2 -r 2", "-n 3", "-n 2 -r 3,2 --net fifo", "-n 2 --crash 1")
	papertest.Endless(t, &ringcoordinator.Algorithm, map[string]int{"-n 2 -r inf": 55, "-n 3 -r inf": 649, "-n 3 -r inf --net fifo": 412})
}

func TestWrongCanonical(t *testing.T) {
	c := ringcoordinator.Algorithm.With(model.Published, func(c *model.Config) { c.Processes = 3 })
	papertest.CanonicalRefused(t, &ringcoordinator.Algorithm, c, ringcoordinator.WrongForms(c))
}
