package fapp_test

import (
	"testing"

	"github.com/gmecheck/gmecheck/algorithms/fapp"
	"github.com/gmecheck/gmecheck/algorithms/paper/papertest"
	"github.com/gmecheck/gmecheck/explore/naive"
)

func TestCounts(t *testing.T) {
	papertest.Counts(t, &fapp.Algorithm, fapp.Protocol, map[string]naive.Result{
		"-n 2 -r 2 --net fifo":    {States: 64, Transitions: 93, Depth: 12},
		"-n 2":                    {States: 21, Transitions: 27, Depth: 8},
		"--variant repaired -n 3": {States: 523, Transitions: 976, Depth: 16},
		"--variant repaired -n 3 --fixed-priorities 1,20,40": {States: 555, Transitions: 1084, Depth: 16},
		"--variant repaired -n 2 -r inf":                     {States: 16, Transitions: 28, Depth: 8},
	})
}

func TestVerdicts(t *testing.T) {
	onTheWay := map[string]int{"priority-order": 2}
	alone := map[string]int{ // on two nodes, each request finds an empty list
		"priority-order": 2, "served-first": papertest.Vacuous, "sorted-lists": papertest.Vacuous, "rule-1": papertest.Vacuous,
		"stops": papertest.Vacuous,
	}
	aged := map[string]int{"priority-order": 2, "priority-order-registered": 5, "enters-with-token": 4}
	papertest.Verdicts(t, &fapp.Algorithm, map[string]map[string]int{
		"-n 2":                  onTheWay,
		"-n 2 -r 2 --net fifo":  alone,
		"--repair no-echo -n 3": {"priority-order": 2, "priority-order-registered": 5, "bounded-lists": 9, "enters-with-token": 4},
		"--repair replace-always,no-echo -n 4 --net fifo":      {"priority-order": 2, "priority-order-registered": 5, "deadlock": 15, "enters-with-token": 4},
		"--variant repaired -n 3 --net fifo":                   aged,
		"--variant repaired -n 3 --fixed-priorities 1,20,40":   {"priority-order": 2, "enters-with-token": 4},
		"--variant repaired -n 3 -r 2 --net fifo --tree 0,1,1": {"priority-order": 2, "priority-order-registered": 9, "enters-with-token": 8},
		"--variant repaired -n 4 --net fifo":                   aged,
	})
}

func TestEvents(t *testing.T) {
	papertest.Events(t, &fapp.Algorithm, "-n 2",
		"deliver(Req)", "deliver(Token)", "exit", "request")
}

func TestEngineAgreesWithNaive(t *testing.T) {
	papertest.AgreeOnSmall(t, &fapp.Algorithm, 3000, fapp.Protocol)
}

// TestWithoutEnd: a request that has crossed the token is sent to and fro, each time with an entry more.
func TestWithoutEnd(t *testing.T) {
	papertest.WithoutEnd(t, &fapp.Algorithm, "--variant published -n 2 -r 2", []string{
		"request(2)", "deliver(Req(2, 2) -> 1)", "request(1)", "deliver(Token(1) -> 2)", "deliver(Req(1, 1) -> 2)", "exit(2)", "request(2)",
	}, []string{"deliver(Req(2, 2) -> 1)", "deliver(Req(1, 2) -> 2)"})
}
