package tokenring_test

import (
	"testing"

	"github.com/gmecheck/gmecheck/algorithms/paper/papertest"
	"github.com/gmecheck/gmecheck/algorithms/tokenring"
	"github.com/gmecheck/gmecheck/explore/naive"
)

func TestCounts(t *testing.T) {
	papertest.Counts(t, &tokenring.Algorithm, tokenring.Protocol, map[string]naive.Result{
		"-n 3":            {States: 503, Transitions: 957, Depth: 15},
		"-n 3 -m 2":       {States: 4989, Transitions: 11662, Depth: 15},
		"-n 4":            {States: 11550, Transitions: 27469, Depth: 24},
		"-n 4 --net fifo": {States: 3238, Transitions: 6783, Depth: 24},
	})
}

func TestVerdicts(t *testing.T) {
	papertest.Verdicts(t, &tokenring.Algorithm, map[string]map[string]int{
		"-n 3 -r 2":                 nil,
		"-n 3 -m 2":                 {"deadlock": 10},
		"-n 4":                      {"deadlock": 11},
		"-n 4 --net fifo":           nil,
		"-n 3 -r 2 -m 2 --net fifo": nil,
		"-n 4 -m 2 --net fifo --workload 1:g1,2:g2,3:g1,4:g1":                    {"deadlock": 18},
		"--variant repaired -n 3 -m 2":                                           nil,
		"--variant repaired -n 4":                                                nil,
		"--variant repaired -n 4 -m 2 --net fifo --workload 1:g1,2:g2,3:g1,4:g1": nil,
		"--variant repaired -n 3 --loss 1":                                       {"deadlock": 7, "one-token": 2},
	})
}

func TestEvents(t *testing.T) {
	papertest.Events(t, &tokenring.Algorithm, "", "deliver(Token)", "exit", "request")
}

func TestEngineAgreesWithNaive(t *testing.T) {
	papertest.AgreeOnSmall(t, &tokenring.Algorithm, 3000, tokenring.Protocol)
}

func TestMeasuresAgreeWithNaive(t *testing.T) {
	papertest.MeasuresAgree(t, &tokenring.Algorithm, 3, 1, tokenring.Protocol)
}
