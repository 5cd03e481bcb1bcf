package gbp_test

import (
	"maps"
	"testing"

	"github.com/gmecheck/gmecheck/algorithms/gbp"
	"github.com/gmecheck/gmecheck/algorithms/paper/papertest"
	"github.com/gmecheck/gmecheck/explore"
	"github.com/gmecheck/gmecheck/explore/naive"
)

func TestCounts(t *testing.T) {
	papertest.Counts(t, &gbp.Algorithm, gbp.Protocol, map[string]naive.Result{
		"-n 2 -m 2":                                                        {States: 81, Transitions: 128, Depth: 7},
		"-n 2 -m 2 --priorities 2":                                         {States: 249, Transitions: 388, Depth: 10},
		"-n 2 -m 2 --priorities 2 --net fifo":                              {States: 217, Transitions: 324, Depth: 10},
		"-n 2 -m 3 --priorities 2 --quorums tri":                           {States: 538, Transitions: 906, Depth: 10},
		"-n 2 -m 4 --priorities 2 --quorums grid --net fifo":               {States: 6721, Transitions: 15912, Depth: 16},
		"-n 3 -m 2 --net fifo":                                             {States: 633, Transitions: 1368, Depth: 9},
		"-n 3 -m 3 --priorities 3 --quorums tri --workload 1:g1,2:g2,3:g3": {States: 3842, Transitions: 8328, Depth: 16},
		"--variant repaired -n 2 -m 2":                                     {States: 605, Transitions: 1223, Depth: 19},
		"--variant repaired -n 2 -m 2 --durations 2 --net fifo":            {States: 1593, Transitions: 3101, Depth: 19},
		"--variant fair -n 2 -m 2":                                         {States: 593, Transitions: 1199, Depth: 19},
		"--variant fair -n 2 -m 2 --durations 2 --net fifo":                {States: 1569, Transitions: 3065, Depth: 19},
	})
}

// TestViolated: exactly these properties of states, ends and steps are violated, after so many steps; gate.yaml has the rest.
func TestViolated(t *testing.T) {
	late := func(steps int) map[string]int {
		return map[string]int{"concurrent-entering": steps, "admission-strict": steps}
	}
	ranked := map[string]int{"concurrent-entering": 7, "admission-strict": 7, "priority-registered": 7}
	for line, want := range map[string]map[string]int{
		"--variant repaired -n 2 -m 1 -r 2":                                    late(5),
		"--variant repaired -n 2 -m 2":                                         late(7),
		"--variant repaired -n 2 -m 2 -r 2,1 --durations 2":                    late(7),
		"--variant repaired -n 3 -m 2 --net fifo":                              late(7),
		"--variant repaired -n 2 -m 2 --priorities 2":                          ranked,
		"--variant repaired -n 2 -m 2 --fixed-priorities 1,2":                  ranked,
		"--variant repaired -n 2 -m 3 --quorums tri":                           late(7),
		"--variant repaired -n 2 -m 3 --quorums grid":                          late(7),
		"--variant repaired -n 3 -m 3 --quorums tri --workload 1:g1,2:g2,3:g3": {},

		// Concurrent entering holds where a group hears of all others.
		"--variant fair -n 2 -m 1 -r 2":                                    {"admission-strict": 5},
		"--variant fair -n 2 -m 2":                                         {"admission-strict": 7},
		"--variant fair -n 2 -m 2 -r 2,1 --durations 2":                    {"admission-strict": 7},
		"--variant fair -n 3 -m 2 --net fifo":                              {"admission-strict": 7},
		"--variant fair -n 3 -m 3 --quorums tri --workload 1:g1,2:g2,3:g3": {},
		"--variant fair -n 2 -m 2 --priorities 2":                          {"admission-strict": 7, "priority-registered": 7},
		"--variant fair -n 2 -m 3 --quorums tri":                           late(7),
		"--variant fair -n 2 -m 3 --quorums grid":                          late(7),

		// The repairs do not go with this reading of upgrade(priori): the members of the quorums disagree about who goes first.
		"--variant repaired -n 2 -m 2 --priorities 2 -r 1,2 --upgrade waiting": {
			"concurrent-entering": 7, "priority-registered": 7, "admission-strict": 7, "calls-holder": 13, "deadlock": 18,
		},
		"--variant fair -n 2 -m 2 --priorities 2 -r 1,2 --upgrade waiting": {
			"priority-registered": 7, "admission-strict": 7, "calls-holder": 13, "deadlock": 18,
		},

		// Nobody enters: most properties have nothing to say.
		"-n 1 -m 1":                           {"deadlock": 2},
		"-n 1 -m 2":                           {"deadlock": 4},
		"-n 2 -m 2":                           {"deadlock": 6},
		"-n 2 -m 2 --priorities 2 --net fifo": {"deadlock": 6, "calls-holder": 5, "gives-its-own": 6},
		"-n 2 -m 2 --priorities 2 --upgrade waiting":  {"deadlock": 6, "calls-holder": 5, "gives-its-own": 6},
		"-n 2 -m 3 --priorities 2 -r 2 --quorums tri": {"deadlock": 6, "calls-holder": 5, "gives-its-own": 6},
		// Somebody enters.
		"-n 3 -m 3 --fixed-priorities 3,2,1 --workload 1:g1,2:g2,3:g3 --net fifo": {
			"permission": 10, "deadlock": 14, "calls-holder": 5, "gives-its-own": 6, "session-serves": 35, "stage-serves": 23,
		},
	} {
		c := papertest.Model(t, &gbp.Algorithm, line)
		got := papertest.Explore(t, &gbp.Algorithm, c).Verdicts
		maps.DeleteFunc(got, func(_ string, steps int) bool { return steps < 0 })
		if !maps.Equal(got, want) {
			t.Errorf("%s: violated are %v, want %v", line, got, want)
		}
	}
}

// TestEachRepair: without it, something is violated that holds with it.
func TestEachRepair(t *testing.T) {
	papertest.Needed(t, &gbp.Algorithm, map[string]map[string]int{
		"--without own-lock -n 1 -m 1":               {"deadlock": 2},
		"--without ties -n 2 -m 2":                   {"deadlock": 8},
		"--without own-release -n 2 -m 1":            {"deadlock": 9},
		"--without stage-over -n 2 -m 1":             {"session-serves": 12},
		"--without waiting-processes -n 1 -m 1 -r 2": {"deadlock": 8},
		"--without new-own-lock -n 2 -m 1":           {"deadlock": 8},
		"--without new-time -n 2 -m 1 --durations 2": {"session-covers": 9},
		"--without held-only -n 2 -m 2":              {"permission": 7},
		"--without early-call -n 2 -m 2":             {"deadlock": 9},
	})
}

// TestEvents: every event and every kind of message occurs when the algorithm works.
func TestEvents(t *testing.T) {
	papertest.Events(t, &gbp.Algorithm, "--variant repaired -n 2 -m 2",
		"deliver(Lib-Group)", "deliver(Rec-Group)", "deliver(Rel-Group)", "deliver(Rel-Process)", "deliver(Rep-Process)",
		"deliver(Rep-Rel-Group)", "deliver(Req-Group)", "deliver(Req-Process)", "exit", "request")
}

// TestAnyRepairs: every combination of repairs is an algorithm that runs, if not one that works.
func TestAnyRepairs(t *testing.T) {
	repairs := gbp.Algorithm.RepairNames()
	for subset := range 1 << len(repairs) {
		c := papertest.Model(t, &gbp.Algorithm, "-n 2 -m 2 --workload 1:g1,2:g2")
		for k, name := range repairs {
			if subset>>k&1 == 1 {
				c.Repairs = append(c.Repairs, name)
			}
		}
		if _, err := explore.Check(t.Context(), gbp.Algorithm.New(c), explore.Options{MaxStates: 200}); err != nil {
			t.Errorf("%v: %v", c.Repairs, err)
		}
	}
}

func TestEngineAgreesWithNaive(t *testing.T) {
	papertest.AgreeOnSmall(t, &gbp.Algorithm, 3000, gbp.Protocol)
}
