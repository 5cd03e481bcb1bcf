package dynamicpriorityring_test

import (
	"testing"

	"github.com/gmecheck/gmecheck/algorithms/dynamicpriorityring"
	"github.com/gmecheck/gmecheck/algorithms/paper/papertest"
	"github.com/gmecheck/gmecheck/explore/naive"
)

func TestCounts(t *testing.T) {
	papertest.Counts(t, &dynamicpriorityring.Algorithm, dynamicpriorityring.Protocol, map[string]naive.Result{
		"-n 3":                 {States: 183, Transitions: 354, Depth: 15},
		"-n 3 -r 2 --net fifo": {States: 1280, Transitions: 2824, Depth: 30},
		"-n 3 -r 2 --rise all": {States: 1578, Transitions: 3533, Depth: 30},
		"-n 3 -r inf":          {States: 207, Transitions: 495, Depth: 15},
	})
}

func TestVerdicts(t *testing.T) {
	overtaken := map[string]int{"priority-order-initial": 4}
	papertest.Verdicts(t, &dynamicpriorityring.Algorithm, map[string]map[string]int{
		"-n 3 -r inf":                       overtaken,
		"-n 3 -r inf -m 2 --net fifo":       overtaken,
		"-n 2 -r 2 -m 2 --rise all":         overtaken,
		"-n 4 -r inf --net fifo --rise all": overtaken,
		"-n 3 --loss 1":                     {"priority-order-initial": 4, "deadlock": 7, "one-token": 3},
		"-n 3 -m 2 --duplicate 1":           {"priority-order-initial": 4, "mutex": 10, "one-token": 3, "spurious": 5},
	})
}

func TestEvents(t *testing.T) {
	papertest.Events(t, &dynamicpriorityring.Algorithm, "", "deliver(Back)", "deliver(Req)", "deliver(Token)", "exit", "request")
}

func TestEngineAgreesWithNaive(t *testing.T) {
	papertest.AgreeOnSmall(t, &dynamicpriorityring.Algorithm, 3000, dynamicpriorityring.Protocol)
}

func TestMeasuresAgreeWithNaive(t *testing.T) {
	papertest.MeasuresAgree(t, &dynamicpriorityring.Algorithm, 3, 2, dynamicpriorityring.Protocol)
}
