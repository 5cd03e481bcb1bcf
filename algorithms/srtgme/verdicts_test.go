package srtgme_test

import (
	"testing"

	"github.com/gmecheck/gmecheck/algorithms/paper/papertest"
	"github.com/gmecheck/gmecheck/algorithms/srtgme"
	"github.com/gmecheck/gmecheck/explore/naive"
)

func TestCounts(t *testing.T) {
	papertest.Counts(t, &srtgme.Algorithm, srtgme.Protocol, map[string]naive.Result{
		"-n 2 -m 1":                                {States: 25, Transitions: 32, Depth: 7},
		"-n 2 -m 1 --priorities 2 -r 2":            {States: 397, Transitions: 812, Depth: 14},
		"-n 2 -m 1 -r 2 --net fifo":                {States: 92, Transitions: 133, Depth: 14},
		"-n 2 -m 2":                                {States: 75, Transitions: 102, Depth: 7},
		"-n 2 -m 2 --net fifo":                     {States: 75, Transitions: 102, Depth: 7},
		"-n 2 -m 2 --priorities 2":                 {States: 273, Transitions: 384, Depth: 7},
		"-n 2 -m 2 --priorities 2 -r 2 --net fifo": {States: 2101, Transitions: 4640, Depth: 16},
		"-n 2 -m 2 -r 2":                           {States: 679, Transitions: 1076, Depth: 16},
		"-n 2 -m 2 -r 2 --net fifo":                {States: 537, Transitions: 850, Depth: 16},
		"-n 3 -m 1":                                {States: 1771, Transitions: 4272, Depth: 18},
		"-n 3 -m 1 --net fifo":                     {States: 1197, Transitions: 3026, Depth: 16},
		"-n 3 -m 2":                                {States: 11601, Transitions: 26932, Depth: 18},
		"-n 3 -m 2 --net fifo":                     {States: 8077, Transitions: 19532, Depth: 16},
		"-n 3 -m 2 --priorities 2 --net fifo":      {States: 61065, Transitions: 149264, Depth: 16},
		"--variant repaired -n 2 -m 1":             {States: 37, Transitions: 45, Depth: 9},
		"--variant repaired -n 2 -m 1 --priorities 2 -r 2 --net fifo": {States: 805, Transitions: 1540, Depth: 16},
		"--variant repaired -n 2 -m 2":                                {States: 101, Transitions: 132, Depth: 9},
		"--variant repaired -n 2 -m 2 --priorities 2 -r 2 --net fifo": {States: 3049, Transitions: 7272, Depth: 18},
		"--variant repaired -n 2 -m 2 -r 2":                           {States: 1017, Transitions: 1838, Depth: 18},
		"--variant repaired -n 3 -m 1":                                {States: 2239, Transitions: 5874, Depth: 18},
		"--variant repaired -n 3 -m 2":                                {States: 13041, Transitions: 32212, Depth: 18},
		"--variant repaired -n 3 -m 2 --net fifo":                     {States: 8125, Transitions: 19536, Depth: 17},
		"--variant repaired -n 3 -m 2 --priorities 2 --net fifo":      {States: 62185, Transitions: 150832, Depth: 17},
	})
}

func TestVerdicts(t *testing.T) {
	const vacuous = papertest.Vacuous
	oneGroupTwice := map[string]int{
		"co-captain": 3, "deadlock": 5, "one-token": 2, "rs-lemma": 4, "rs-lemma-w": 4,
		"sync-2T": 3, "type-match": 3, "prio-level": vacuous, "prio-raw": vacuous,
	}
	twoGroups := map[string]int{
		"co-captain": 4, "deadlock": 4, "ghost-R": 4, "gme": 4, "one-token": 2,
		"rs-lemma": 4, "rs-lemma-w": 4, "sync-2T": 4, "type-match": 3,
	}
	twoGroupsTwice := map[string]int{
		"co-captain": 3, "deadlock": 5, "ghost-R": 4, "gme": 4, "one-token": 2,
		"rs-lemma": 4, "rs-lemma-w": 4, "sync-2T": 3, "type-match": 3,
	}
	three := map[string]int{
		"co-captain": 4, "deadlock": 8, "ghost-R": 4, "gme": 4, "one-token": 2, "queue-dup": 8,
		"rs-lemma": 4, "rs-lemma-w": 4, "spurious": 10, "sync-2T": 4, "type-match": 3,
	}
	nothingToOrder := map[string]int{
		"fcfs-entry": vacuous, "fcfs-join": vacuous, "level": vacuous, "prio-level": vacuous,
		"prio-raw": vacuous, "queue-dup": vacuous, "sync-2T": vacuous,
	}
	papertest.Verdicts(t, &srtgme.Algorithm, map[string]map[string]int{
		"-n 2 -m 1": {
			"co-captain": 4, "deadlock": 4, "one-token": 2, "rs-lemma": 4, "rs-lemma-w": 4,
			"sync-2T": 4, "type-match": 3, "prio-level": vacuous, "prio-raw": vacuous,
		},
		"-n 2 -m 1 -r 2 --net fifo":                oneGroupTwice,
		"-n 2 -m 1 --priorities 2 -r 2":            oneGroupTwice,
		"-n 2 -m 2":                                twoGroups,
		"-n 2 -m 2 --net fifo":                     twoGroups,
		"-n 2 -m 2 --priorities 2":                 twoGroups,
		"-n 2 -m 2 -r 2":                           twoGroupsTwice,
		"-n 2 -m 2 -r 2 --net fifo":                twoGroupsTwice,
		"-n 2 -m 2 --priorities 2 -r 2 --net fifo": twoGroupsTwice,
		"-n 3 -m 1": {
			"co-captain": 4, "deadlock": 8, "ghost-R": 6, "one-token": 2, "rs-lemma": 4,
			"rs-lemma-w": 4, "spurious": 9, "sync-2T": 4, "type-match": 3,
		},
		"-n 3 -m 2": {
			"co-captain": 4, "deadlock": 8, "ghost-R": 4, "gme": 4, "one-token": 2, "queue-dup": 8,
			"rs-lemma": 4, "rs-lemma-w": 4, "spurious": 9, "sync-2T": 4, "type-match": 3,
		},
		"-n 3 -m 2 --net fifo":                                        three,
		"-n 3 -m 2 --priorities 2 --net fifo":                         three,
		"--variant repaired -n 2 -m 1":                                nothingToOrder,
		"--variant repaired -n 2 -m 1 --priorities 2 -r 2 --net fifo": nothingToOrder,
		"--variant repaired -n 2 -m 2":                                {"sync-2T": vacuous},
		"--variant repaired -n 2 -m 2 -r 2":                           nil,
		"--variant repaired -n 2 -m 2 --priorities 2 -r 2 --net fifo": nil,
		"--variant repaired -n 3 -m 1": {
			"rs-lemma": 7, "fcfs-entry": vacuous, "fcfs-join": vacuous, "level": vacuous, "prio-level": vacuous,
			"prio-raw": vacuous, "queue-dup": vacuous, "sync-2T": vacuous,
		},
		"--variant repaired -n 3 -m 2":                           {"rs-lemma": 7},
		"--variant repaired -n 3 -m 2 --net fifo":                {"rs-lemma": 8},
		"--variant repaired -n 3 -m 2 --priorities 2 --net fifo": {"rs-lemma": 8},
	})
}

// TestEvents: every event and every kind of message occurs, in both variants.
func TestEvents(t *testing.T) {
	for _, line := range []string{"-n 2 -m 2 -r 2", "--variant repaired -n 2 -m 2 -r 2"} {
		papertest.Events(t, &srtgme.Algorithm, line,
			"deliver(complete)", "deliver(request)", "deliver(start)", "deliver(token)", "exit", "request")
	}
}

// TestRepairs: without any one of the repairs a property is violated that holds with all of them, in the same model.
func TestRepairs(t *testing.T) {
	papertest.Needed(t, &srtgme.Algorithm, map[string]map[string]int{
		"--without give-away -n 2 -m 2":                          {"gme": 4},
		"--without type-from-idle -n 2 -m 2 -r 2":                {"gme": 13},
		"--without three-cases -n 2 -m 2":                        {"deadlock": 4},
		"--without state-by-queue -n 2 -m 2":                     {"ghost-R": 4},
		"--without remember -n 2 -m 2":                           {"deadlock": 6},
		"--without remember -n 3 -m 2 --net fifo":                {"deadlock": 10},
		"--without numbered-token -n 3 -m 2":                     {"one-token": 11},
		"--without numbered-token -n 3 -m 2 --net fifo":          {"queue-dup": 8},
		"--without early-complete -n 3 -m 2 -r 2,1,1 --net fifo": {"deadlock": 15},
		"--without answer-old -n 3 -m 1 -r 2 --net fifo":         {"deadlock": 22},
	})
}

func TestEngineAgreesWithNaive(t *testing.T) {
	papertest.AgreeOnSmall(t, &srtgme.Algorithm, 3000, srtgme.Protocol)
}

func TestMeasuresAgreeWithNaive(t *testing.T) {
	papertest.MeasuresAgree(t, &srtgme.Algorithm, 3, 1, srtgme.Protocol)
}
