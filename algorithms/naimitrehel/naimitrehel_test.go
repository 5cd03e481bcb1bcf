package naimitrehel_test

import (
	"testing"

	"github.com/gmecheck/gmecheck/algorithms/naimitrehel"
	"github.com/gmecheck/gmecheck/algorithms/paper/papertest"
	"github.com/gmecheck/gmecheck/explore/naive"
)

func TestCounts(t *testing.T) {
	papertest.Counts(t, &naimitrehel.Algorithm, naimitrehel.Protocol, map[string]naive.Result{
		"-n 3 -r 2":            {States: 1530, Transitions: 3113, Depth: 22},
		"-n 3 -r 2 --net fifo": {States: 1432, Transitions: 2779, Depth: 21},
		"-n 4":                 {States: 1476, Transitions: 3352, Depth: 18},
		"-n 3 -r inf":          {States: 318, Transitions: 756, Depth: 20},
	})
}

func TestVerdicts(t *testing.T) {
	papertest.Verdicts(t, &naimitrehel.Algorithm, map[string]map[string]int{
		"-n 3 -r inf":                           nil,
		"-n 3 -r inf --tree 2,0,1 --net fifo":   nil,
		"-n 4":                                  nil,
		"-n 4 -r inf --tree 0,1,2,3 --net fifo": nil,
		"-n 3 --loss 1":                         {"deadlock": 7, "one-token": 3},
		"-n 3 --duplicate 1":                    {"mutex": 9, "deadlock": 16, "one-token": 3, "path-length": 5, "spurious": 5},
	})
}

func TestEvents(t *testing.T) {
	papertest.Events(t, &naimitrehel.Algorithm, "", "deliver(Req)", "deliver(Token)", "exit", "request")
}

func TestEngineAgreesWithNaive(t *testing.T) {
	papertest.AgreeOnSmall(t, &naimitrehel.Algorithm, 3000, naimitrehel.Protocol)
}

func TestMeasuresAgreeWithNaive(t *testing.T) {
	papertest.MeasuresAgree(t, &naimitrehel.Algorithm, 3, 2, naimitrehel.Protocol)
}
