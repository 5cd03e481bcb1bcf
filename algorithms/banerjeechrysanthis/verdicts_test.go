package banerjeechrysanthis_test

import (
	"testing"

	"github.com/gmecheck/gmecheck/algorithms/banerjeechrysanthis"
	"github.com/gmecheck/gmecheck/algorithms/paper/papertest"
	"github.com/gmecheck/gmecheck/explore/naive"
)

func TestCounts(t *testing.T) {
	papertest.Counts(t, &banerjeechrysanthis.Algorithm, banerjeechrysanthis.Protocol, map[string]naive.Result{
		"-n 2 --net fifo":                         {States: 91, Transitions: 159, Depth: 12},
		"-n 2":                                    {States: 145, Transitions: 303, Depth: 13},
		"-n 2 --forwarding patient":               {States: 99, Transitions: 163, Depth: 13},
		"-n 3 --net fifo --forwarding patient":    {States: 2022, Transitions: 4270, Depth: 25},
		"--repair await-election -n 2":            {States: 163, Transitions: 330, Depth: 13}, // no other repair numbers elections
		"--variant repaired -n 2 -r 2 --net fifo": {States: 864, Transitions: 1859, Depth: 25},
	})
}

func TestVerdicts(t *testing.T) {
	papertest.Verdicts(t, &banerjeechrysanthis.Algorithm, map[string]map[string]int{
		"-n 2":                                             {"deadlock": 9, "dropped-early": 5, "knows-arbiter": 10},
		"-n 2 --net fifo":                                  {"deadlock": 9, "dropped-early": papertest.Vacuous},
		"-n 2 --forwarding patient":                        {"deadlock": 9, "dropped-early": 5, "dropped-late": papertest.Vacuous, "knows-arbiter": 10},
		"-n 2 --net fifo --forwarding patient":             {"dropped-early": papertest.Vacuous, "dropped-late": papertest.Vacuous},
		"-n 3 --net fifo --forwarding patient":             {"deadlock": 14, "dropped-early": 6, "knows-arbiter": 12},
		"--repair newest-arbiter,await-election -n 2 -r 2": {"deadlock": 11, "dropped-early": 12},
		"--variant repaired -n 2 -r 2":                     nil,
		"--variant repaired -n 3 --net fifo":               nil,
		"--variant repaired -n 3 --forwarding patient":     nil,
	})
}

func TestEvents(t *testing.T) {
	papertest.Events(t, &banerjeechrysanthis.Algorithm, "-n 2",
		"close", "deliver(New)", "deliver(Req)", "deliver(Token)", "endforward", "exit", "request")
}

func TestEngineAgreesWithNaive(t *testing.T) {
	papertest.AgreeOnSmall(t, &banerjeechrysanthis.Algorithm, 3000, banerjeechrysanthis.Protocol)
}
