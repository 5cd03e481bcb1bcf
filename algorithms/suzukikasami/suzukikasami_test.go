package suzukikasami_test

import (
	"testing"

	"github.com/gmecheck/gmecheck/algorithms/paper/papertest"
	"github.com/gmecheck/gmecheck/algorithms/suzukikasami"
	"github.com/gmecheck/gmecheck/explore/naive"
)

func TestCounts(t *testing.T) {
	papertest.Counts(t, &suzukikasami.Algorithm, suzukikasami.Protocol, map[string]naive.Result{
		"-n 1 -r 3":       {States: 7, Transitions: 6, Depth: 6},
		"-n 3":            {States: 726, Transitions: 2079, Depth: 15},
		"-n 3 --net fifo": {States: 589, Transitions: 1610, Depth: 15},
		"-n 3 -r 2":       {States: 59380, Transitions: 261266, Depth: 29},
	})
}

func TestVerdicts(t *testing.T) {
	papertest.Verdicts(t, &suzukikasami.Algorithm, map[string]map[string]int{
		"-n 3":            nil,
		"-n 3 --net fifo": nil,
		"-n 3 -r 2":       nil,
	})
}

func TestEvents(t *testing.T) {
	papertest.Events(t, &suzukikasami.Algorithm, "", "deliver(Request)", "deliver(Token)", "exit", "request")
}

func TestEngineAgreesWithNaive(t *testing.T) {
	papertest.AgreeOnSmall(t, &suzukikasami.Algorithm, 3000, suzukikasami.Protocol)
}

func TestMeasuresAgreeWithNaive(t *testing.T) {
	papertest.MeasuresAgree(t, &suzukikasami.Algorithm, 3, 1, suzukikasami.Protocol)
}
