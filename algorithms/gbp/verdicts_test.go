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

// TestRepaired: everything that the repairs can keep holds; what they cannot keep is listed.
func TestRepaired(t *testing.T) {
	papertest.Verdicts(t, &gbp.Algorithm, map[string]map[string]int{
		"--variant repaired -n 2 -m 1 -r 2":                                    {"concurrent-entering": 5},
		"--variant repaired -n 2 -m 2":                                         {"concurrent-entering": 7},
		"--variant repaired -n 2 -m 2 -r 2,1 --durations 2":                    {"concurrent-entering": 7},
		"--variant repaired -n 3 -m 2 --net fifo":                              {"concurrent-entering": 7},
		"--variant repaired -n 3 -m 3 --quorums tri --workload 1:g1,2:g2,3:g3": nil,
		"--variant repaired -n 2 -m 2 --priorities 2":                          {"concurrent-entering": 7, "priority-registered": 7},
		"--variant repaired -n 2 -m 2 --fixed-priorities 1,2":                  {"concurrent-entering": 7, "priority-registered": 7},
		"--variant repaired -n 2 -m 3 --quorums tri":                           {"concurrent-entering": 7},
		"--variant repaired -n 2 -m 3 --quorums grid":                          {"concurrent-entering": 7},
	})
}

// TestFair: concurrent entering holds where a group hears of all others.
func TestFair(t *testing.T) {
	papertest.Verdicts(t, &gbp.Algorithm, map[string]map[string]int{
		"--variant fair -n 2 -m 1 -r 2":                                    nil,
		"--variant fair -n 2 -m 2":                                         nil,
		"--variant fair -n 2 -m 2 -r 2,1 --durations 2":                    nil,
		"--variant fair -n 3 -m 2 --net fifo":                              nil,
		"--variant fair -n 3 -m 3 --quorums tri --workload 1:g1,2:g2,3:g3": nil,
		"--variant fair -n 2 -m 2 --priorities 2":                          {"priority-registered": 7},
		"--variant fair -n 2 -m 2 --fixed-priorities 1,2":                  {"priority-registered": 7},
		"--variant fair -n 2 -m 3 --quorums tri":                           {"concurrent-entering": 7},
		"--variant fair -n 2 -m 3 --quorums grid":                          {"concurrent-entering": 7},
	})
}

// TestPublished: nobody enters, so most properties have nothing to say.
func TestPublished(t *testing.T) {
	stuck := func(steps int, others map[string]int) map[string]int {
		want := map[string]int{"deadlock": steps}
		for _, name := range []string{
			"gme", "group-exclusion", "concurrent-entering", "session-covers", "session-serves", "priority-registered", "spurious",
		} {
			want[name] = papertest.Vacuous
		}
		maps.Copy(want, others)
		return want
	}
	papertest.Verdicts(t, &gbp.Algorithm, map[string]map[string]int{
		"-n 1 -m 1":                           stuck(2, map[string]int{"permission": papertest.Vacuous}),
		"-n 1 -m 2":                           stuck(4, nil),
		"-n 2 -m 2":                           stuck(6, nil),
		"-n 2 -m 2 --priorities 2 --net fifo": stuck(6, nil),
		"-n 2 -m 2 --priorities 2 --upgrade waiting":  stuck(6, nil),
		"-n 2 -m 3 --priorities 2 -r 2 --quorums tri": stuck(6, nil),
	})
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
