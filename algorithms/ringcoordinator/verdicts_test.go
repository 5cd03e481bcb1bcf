package ringcoordinator_test

import (
	"testing"

	"github.com/gmecheck/gmecheck/algorithms/paper/papertest"
	"github.com/gmecheck/gmecheck/algorithms/ringcoordinator"
	"github.com/gmecheck/gmecheck/explore/naive"
)

func TestCounts(t *testing.T) {
	papertest.Counts(t, &ringcoordinator.Algorithm, ringcoordinator.Protocol, map[string]naive.Result{
		"-n 2":      {States: 76, Transitions: 120, Depth: 10},
		"-n 2 -r 2": {States: 1076, Transitions: 2538, Depth: 20},
		"-n 3":      {States: 1637, Transitions: 3657, Depth: 15},
	})
}

func TestVerdicts(t *testing.T) {
	late := map[string]int{"ts-order": 4}
	papertest.Verdicts(t, &ringcoordinator.Algorithm, map[string]map[string]int{
		"-n 2":                    {"ts-order": 4, "served-first": papertest.Vacuous}, // only one can be queued
		"-n 2 -r 2":               late,
		"-n 3 --net fifo":         late,
		"--variant repaired -n 3": late,
		// a second copy of a request stands in the queue when its process has been served: served-first holds
		"-n 2 --duplicate 1": {"mutex": 10, "spurious": 5, "one-token": 3, "ts-order": 4},
	})
}

func TestEvents(t *testing.T) {
	papertest.Events(t, &ringcoordinator.Algorithm, "-n 2",
		"deliver(Back)", "deliver(Req)", "deliver(Token)", "deliver(Wait)", "exit", "request")
}

func TestEngineAgreesWithNaive(t *testing.T) {
	papertest.AgreeOnSmall(t, &ringcoordinator.Algorithm, 3000, ringcoordinator.Protocol)
}

func TestMeasuresAgreeWithNaive(t *testing.T) {
	papertest.MeasuresAgree(t, &ringcoordinator.Algorithm, 3, 1, ringcoordinator.Protocol)
}
