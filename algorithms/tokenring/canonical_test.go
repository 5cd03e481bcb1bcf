package tokenring_test

import (
	"testing"

	"github.com/gmecheck/gmecheck/algorithms/paper/papertest"
	"github.com/gmecheck/gmecheck/algorithms/tokenring"
	"github.com/gmecheck/gmecheck/model"
)

func TestCanonical(t *testing.T) {
	papertest.CanonicalAgrees(t, &tokenring.Algorithm, tokenring.Protocol,
		"-n 2 -r 3", "-n 3 -r 2,2,1", "-n 3 -m 2", "-n 3 --net fifo -r 2,1,1 --variant repaired", "-n 2 -r 2 --crash 1", "-n 2 --loss 1")
	papertest.Endless(t, &tokenring.Algorithm, map[string]int{
		"-n 2 -r inf": 26, "-n 3 -r inf --variant repaired": 342, "-n 3 -r inf -m 2 --workload 1:g1,2:g1,3:g2": 2336,
	})
}

func TestWrongCanonical(t *testing.T) {
	c := tokenring.Algorithm.With(model.Published, func(c *model.Config) { c.Processes = 3 })
	papertest.CanonicalRefused(t, &tokenring.Algorithm, c, tokenring.WrongForms(c))
}
