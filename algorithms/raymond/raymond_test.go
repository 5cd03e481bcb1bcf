package raymond_test

import (
	"testing"

	"github.com/gmecheck/gmecheck/algorithms/paper/papertest"
	"github.com/gmecheck/gmecheck/algorithms/raymond"
	"github.com/gmecheck/gmecheck/explore/naive"
)

func TestCounts(t *testing.T) {
	papertest.Counts(t, &raymond.Algorithm, raymond.Protocol, map[string]naive.Result{
		"-n 3 -r 2":              {States: 1012, Transitions: 2071, Depth: 21},
		"-n 3 -r 2 --net fifo":   {States: 860, Transitions: 1719, Depth: 21},
		"-n 3 -r 2 --tree 2,0,2": {States: 1004, Transitions: 2055, Depth: 21},
		"-n 4 --tree 0,1,1,1":    {States: 1049, Transitions: 2351, Depth: 20},
		"-n 3 -r inf":            {States: 110, Transitions: 252, Depth: 12},
	})
}

func TestVerdicts(t *testing.T) {
	papertest.Verdicts(t, &raymond.Algorithm, map[string]map[string]int{
		"-n 3 -r inf":                           nil,
		"-n 3 -r inf --tree 2,3,0 --net fifo":   nil,
		"-n 4 --tree 0,1,1,1":                   nil,
		"-n 4 -r inf --tree 0,1,2,2 --net fifo": nil,
		"-n 3 --loss 1":                         {"deadlock": 6, "one-token": 3},
		"-n 3 --duplicate 1":                    {"mutex": 8, "one-token": 3, "queue-bound": 4},
	})
}

func TestEvents(t *testing.T) {
	papertest.Events(t, &raymond.Algorithm, "", "deliver(Request)", "deliver(Token)", "exit", "request")
}

func TestEngineAgreesWithNaive(t *testing.T) {
	papertest.AgreeOnSmall(t, &raymond.Algorithm, 3000, raymond.Protocol)
}

func TestMeasuresAgreeWithNaive(t *testing.T) {
	papertest.MeasuresAgree(t, &raymond.Algorithm, 3, 2, raymond.Protocol)
}
