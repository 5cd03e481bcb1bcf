package srtgme_test

import (
	"maps"
	"strings"
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

// verdicts is a row of the table: what is violated, and what has nothing to say, separated by spaces.
func verdicts(violated map[string]int, vacuous string) map[string]int {
	row := maps.Clone(violated)
	for _, name := range strings.Fields(vacuous) {
		row[name] = papertest.Vacuous
	}
	return row
}

func TestVerdicts(t *testing.T) {
	const (
		noChoice = "aging-step head-level served-first" // one entry at most
		noQueue  = noChoice + " captures entry-level fcfs-entry fcfs-join join-level level moved-forward one-entry prio-level " +
			"prio-raw prio-unaged queue-dup queue-length rs-passed sync-2T token-size"
		noPass = "aging-step captures entry-level head-level prio-level prio-raw prio-unaged rs-passed served-first"
	)
	oneGroupTwice := verdicts(map[string]int{
		"co-captain": 3, "current-type": 3, "deadlock": 5, "one-token": 2, "rs-lemma": 4, "rs-lemma-w": 4, "state-HS": 2,
		"sync-2T": 3, "type-match": 3,
	}, noPass+" old-request")
	twoGroups := verdicts(map[string]int{
		"co-captain": 4, "current-type": 3, "deadlock": 4, "ghost-R": 4, "gme": 4, "one-token": 2, "rs-lemma": 4,
		"rs-lemma-w": 4, "state-HS": 2, "sync-2T": 4, "type-match": 3,
	}, noChoice+" moved-forward old-request")
	twoGroupsTwice := map[string]int{
		"co-captain": 3, "current-type": 3, "deadlock": 5, "ghost-R": 4, "gme": 4, "one-token": 2, "rs-lemma": 4,
		"rs-lemma-w": 4, "rs-size": 10, "state-HS": 2, "state-N": 8, "sync-2T": 3, "type-match": 3,
	}
	twoInOrder := verdicts(twoGroupsTwice, "aging-step old-request served-first")
	three := verdicts(map[string]int{
		"captain": 11, "co-captain": 4, "current-type": 3, "deadlock": 8, "entry-level": 8, "followers": 10, "ghost-R": 4,
		"gme": 4, "one-token": 2, "queue-dup": 8, "rs-lemma": 4, "rs-lemma-w": 4, "spurious": 10, "start-match": 9,
		"state-HS": 2, "sync-2T": 4, "token-kept": 12, "token-stays": 5, "type-match": 3,
	}, "old-request")
	twoInBag := verdicts(twoGroupsTwice, "old-request")
	twoInBag["entry-level"], twoInBag["followers"] = 12, 13
	papertest.Verdicts(t, &srtgme.Algorithm, map[string]map[string]int{
		"-n 2 -m 1": verdicts(map[string]int{
			"co-captain": 4, "current-type": 3, "deadlock": 4, "one-token": 2, "rs-lemma": 4, "rs-lemma-w": 4,
			"state-HS": 2, "sync-2T": 4, "type-match": 3,
		}, noPass+" moved-forward old-request"),
		"-n 2 -m 1 -r 2 --net fifo":                oneGroupTwice,
		"-n 2 -m 1 --priorities 2 -r 2":            oneGroupTwice,
		"-n 2 -m 2":                                twoGroups,
		"-n 2 -m 2 --net fifo":                     twoGroups,
		"-n 2 -m 2 --priorities 2":                 twoGroups,
		"-n 2 -m 2 -r 2":                           twoInBag,
		"-n 2 -m 2 -r 2 --net fifo":                twoInOrder,
		"-n 2 -m 2 --priorities 2 -r 2 --net fifo": twoInOrder,
		"-n 3 -m 1": verdicts(map[string]int{
			"captain": 10, "co-captain": 4, "current-type": 3, "deadlock": 8, "followers": 10, "ghost-R": 6,
			"one-token": 2, "rs-lemma": 4, "rs-lemma-w": 4, "spurious": 9, "start-match": 8, "state-HS": 2, "sync-2T": 4,
			"token-stays": 5, "type-match": 3,
		}, noChoice+" old-request"),
		"-n 3 -m 2": {
			"captain": 10, "co-captain": 4, "current-type": 3, "deadlock": 8, "entry-level": 8, "followers": 9,
			"ghost-R": 4, "gme": 4, "one-token": 2, "queue-dup": 8, "rs-lemma": 4, "rs-lemma-w": 4, "spurious": 9,
			"start-match": 8, "state-HS": 2, "sync-2T": 4, "token-kept": 11, "token-stays": 5, "type-match": 3,
		},
		"-n 3 -m 2 --net fifo":                three,
		"-n 3 -m 2 --priorities 2 --net fifo": three,

		"--variant repaired -n 2 -m 1":                                verdicts(map[string]int{}, noQueue+" old-request"),
		"--variant repaired -n 2 -m 1 --priorities 2 -r 2 --net fifo": verdicts(map[string]int{}, noQueue+" old-request"),
		"--variant repaired -n 2 -m 2":                                verdicts(map[string]int{}, noChoice+" moved-forward old-request sync-2T"),
		"--variant repaired -n 2 -m 2 -r 2":                           {"entry-level": 12, "rs-size": 10},
		"--variant repaired -n 2 -m 2 --priorities 2 -r 2 --net fifo": verdicts(map[string]int{"rs-size": 10},
			noChoice+" moved-forward old-request"),
		"--variant repaired -n 3 -m 1":                           verdicts(map[string]int{"rs-lemma": 7}, noQueue),
		"--variant repaired -n 3 -m 2":                           {"rs-lemma": 7, "entry-level": 8},
		"--variant repaired -n 3 -m 2 --net fifo":                {"rs-lemma": 8, "entry-level": 8},
		"--variant repaired -n 3 -m 2 --priorities 2 --net fifo": {"rs-lemma": 8, "entry-level": 8},
	})
}

// TestFurther is the same of the properties that are judged where they are named.
func TestFurther(t *testing.T) {
	a := srtgme.Algorithm
	a.Panel = a.Further
	papertest.Verdicts(t, &a, map[string]map[string]int{
		"-n 2 -m 2 -r 2 --priorities 2":     {"rs-heard": 3, "waits-queued": 7, "level-range": 10, "new-last": 5, "goes-idle": 2, "request-answered": papertest.Vacuous},
		"--variant repaired -n 2 -m 2 -r 2": {"rs-heard": 3, "level-range": 10},
		"-n 3 -m 1":                         {"rs-heard": 3, "joins-at-once": 5, "goes-idle": 2, "request-answered": papertest.Vacuous},
	})
	papertest.AgreeOn(t, &a, srtgme.Protocol, "-n 2 -m 2", "--variant repaired -n 2 -m 2 -r 2")
}

// TestDecidesAsked: an old copy of the token, which says of an own request what is not so any more, is nothing that a later step decides.
func TestDecidesAsked(t *testing.T) {
	papertest.Some(t, &srtgme.Algorithm, map[string]map[string]int{
		"--variant repaired -n 2 -r 2 --duplicate 1": {"decides-asked": papertest.Holds},
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
