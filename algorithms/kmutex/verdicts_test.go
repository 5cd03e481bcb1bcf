package kmutex_test

import (
	"testing"

	"github.com/gmecheck/gmecheck/algorithms/kmutex"
	"github.com/gmecheck/gmecheck/algorithms/paper/papertest"
	"github.com/gmecheck/gmecheck/explore/naive"
	"github.com/gmecheck/gmecheck/model"
)

// TestCounts pins what independent implementations of the paper have found, too.
func TestCounts(t *testing.T) {
	papertest.Counts(t, &kmutex.Algorithm, kmutex.Protocol, map[string]naive.Result{
		"":                              {States: 1175, Transitions: 2567, Depth: 18},
		"--variant baseline --tokens 2": {States: 1677, Transitions: 3910, Depth: 19},
	})
}

// empty is a property that has nothing to say.
const empty = papertest.Vacuous

// TestVerdicts: more than the gate has.
func TestVerdicts(t *testing.T) {
	papertest.Verdicts(t, &kmutex.Algorithm, map[string]map[string]int{
		"-n 4 --tokens 1 --net fifo": {
			"deadlock": 8, "case-2B": empty, "case-3A": 8,
			"case-3B": empty, "equal-shares": empty, "asks-once": 3, "takes-all": 5,
			"dequeued": 2, "divides-all": 6, "no-idle-token": 4, "one-queue": 3, "dequeued-at-exit": 3,
		},
		"-n 4 --tokens 1 -r 2,1,0,0": {
			"grq-in-order": empty,
			"deadlock":     6, "queue-length": 5, "case-1B": empty, "case-2A": empty,
			"case-2B": empty, "case-3A": empty, "case-3B": empty, "equal-shares": empty,
			"asked": empty, "asks-once": empty, "takes-all": empty, "dequeued": 2,
			"served-first": empty, "distributes": empty, "no-idle-token": 4, "one-token-queue": empty, "dequeued-at-exit": 3,
		},
		"-n 4 --tokens 2 --net fifo": {
			"k-safety": 9, "token-inside": 4, "case-1B": empty,
			"case-3A": empty, "case-3B": empty, "equal-shares": empty, "asks-once": 3,
			"takes-all": 5, "dequeued": 4, "no-idle-token": 6, "one-queue": 5, "dequeued-at-exit": 3,
		},
		"--variant baseline -n 4 --tokens 2 --net fifo": {
			"deadlock": 8, "case-1B": empty, "case-3B": empty,
			"equal-shares": empty, "asks-once": 3, "takes-all": 5, "dequeued": 2,
			"forwards-at-once": 3, "no-idle-token": 3, "one-queue": 3, "dequeued-at-exit": 3,
		},
		"--variant baseline -n 4 --tokens 2 -r 2,1,0,0": {
			"grq-in-order": empty,
			"deadlock":     6, "queue-length": 5, "case-1B": empty, "case-2A": empty,
			"case-2B": empty, "case-3A": empty, "case-3B": empty, "equal-shares": empty,
			"asked": empty, "asks-once": empty, "takes-all": empty, "dequeued": 2,
			"served-first": empty, "distributes": empty, "forwards-at-once": 3, "no-idle-token": 3,
			"one-token-queue": empty, "dequeued-at-exit": 3,
		},
		"--variant repaired -n 4 --tokens 2 -r inf --net fifo": {
			"case-1B": empty, "case-2A": empty, "case-3A": empty, "case-3B": empty,
			"equal-shares": empty, "dealt-in-turn": empty, "one-queue": 5, "dequeued-at-exit": 3,
		},
		"--variant repaired -n 4 --tokens 3 --net fifo": {
			"case-1B": empty, "case-2A": empty, "case-3A": empty, "case-3B": empty,
			"equal-shares": empty, "dealt-in-turn": empty, "one-queue": 7, "dequeued-at-exit": 3,
		},
		"--variant repaired -n 9 --tokens 2 --requesters 2,4,5,8": {
			"case-1B": empty, "case-2A": empty, "case-3A": empty, "case-3B": empty,
			"equal-shares": empty, "dealt-in-turn": empty, "enters-at-once": empty, "one-queue": 7, "dequeued-at-exit": 3,
		},
	})
}

// TestFurther: the sentences that only claims ask for.
func TestFurther(t *testing.T) {
	a := kmutex.Algorithm
	a.Panel = a.Further
	papertest.Verdicts(t, &a, map[string]map[string]int{
		"-n 9 --tokens 2 -r 2,0,0,2,0,0,2,0,0":                    {"another-lrc": 7, "equal-tokens": 4, "shorter-queues": empty},
		"-n 9 --tokens 2 -r 0,0,0,0,1,1,0,0,0":                    {"held-kept": empty, "another-lrc": 9, "equal-tokens": empty, "shorter-queues": 6, "returns-unneeded": 9},
		"-n 9 --tokens 1 -r 0,0,0,0,1,1,0,0,0":                    {"held-kept": empty, "another-lrc": empty, "equal-tokens": empty, "shorter-queues": empty, "returns-unneeded": 9},
		"--variant bundled -n 9 --tokens 2 -r 0,0,0,0,1,1,0,0,0":  {"held-kept": empty, "another-lrc": empty, "equal-tokens": empty, "returns-unneeded": 9},
		"--variant repaired -n 9 --tokens 2 -r 2,0,0,2,0,0,2,0,0": {"another-lrc": 7, "equal-tokens": 4, "shorter-queues": empty},
	})
}

// TestAgain: tokens that come back, and whoever has asked again.
func TestAgain(t *testing.T) {
	a := kmutex.Algorithm
	a.Panel = a.Further
	papertest.Some(t, &a, map[string]map[string]int{
		"--variant bundled -n 4 --tokens 2 -r 2 --net fifo":                 {"another-lrc": 9, "shorter-queues": papertest.Holds},
		"--variant bundled -n 4 --tokens 2 -r 0,0,2,2":                      {"another-lrc": 9, "shorter-queues": papertest.Holds},
		"--variant bundled -n 9 --tokens 2 -r 0,0,0,2,0,0,2,0,0":            {"another-lrc": 14},
		"--variant bundled -n 9 --tokens 2 -r 0,0,0,2,2,0,1,0,0 --net fifo": {"another-lrc": 15},
	})
}

// TestRepairs: what forces repairs. What forces after-own-group and forward-both is an endless run.
func TestRepairs(t *testing.T) {
	papertest.Needed(t, &kmutex.Algorithm, map[string]map[string]int{
		"--without token-back-first -n 4 --tokens 1":      {"deadlock": 8},
		"--without in-turn -n 4 --tokens 2 -r 2":          {"k-safety": 9},
		"--without ask-once -n 4 --tokens 2 -r 2":         {"queue-length": 15},
		"--without one-answer -n 4 --tokens 3 -r 0,0,2,2": {"queue-length": 16},
	})
}

// TestEvents: every event and every kind of message occurs, in every variant.
func TestEvents(t *testing.T) {
	for _, variant := range kmutex.Algorithm.AllVariants() {
		papertest.Events(t, &kmutex.Algorithm, "--variant "+variant,
			"deliver(LRC_GRC_REQ_CS)", "deliver(NODE_LRC_REQ_CS)", "deliver(TOKEN)", "exit", "request")
	}
	papertest.Events(t, &kmutex.Algorithm, "--grc moving --requesters 2,4",
		"deliver(LRC_GRC_REQ_CS)", "deliver(NEW_GRC)", "deliver(NODE_LRC_REQ_CS)", "deliver(TOKEN)", "exit", "request")
}

// TestCheck: n must be a square.
func TestCheck(t *testing.T) {
	for n := 4; n <= 16; n++ {
		c := kmutex.Algorithm.Config("published")
		c.Processes = n
		if err, square := kmutex.Algorithm.Check(c), n == 4 || n == 9 || n == 16; (err == nil) != square {
			t.Errorf("n=%d: %v", n, err)
		}
	}
}

func TestEngineAgreesWithNaive(t *testing.T) {
	papertest.AgreeOnSmall(t, &kmutex.Algorithm, 3000, kmutex.Protocol)
}

// TestWithoutEnd: each request of the GRC's own leaves an entry behind.
func TestWithoutEnd(t *testing.T) {
	for _, variant := range []string{model.Published, kmutex.Baseline} {
		papertest.WithoutEnd(t, &kmutex.Algorithm, "--variant "+variant+" -n 4 -r inf", nil, []string{"request(1)", "exit(1)"})
	}
}
