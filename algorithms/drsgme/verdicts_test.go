package drsgme_test

import (
	"maps"
	"testing"

	"github.com/gmecheck/gmecheck/algorithms/drsgme"
	"github.com/gmecheck/gmecheck/algorithms/paper/papertest"
	"github.com/gmecheck/gmecheck/explore/naive"
)

func TestCounts(t *testing.T) {
	papertest.Counts(t, &drsgme.Algorithm, drsgme.Protocol, map[string]naive.Result{
		"-n 2 --timeouts off":                 {States: 63, Transitions: 84, Depth: 7},
		"-n 2 --timeouts off -r 2 --net fifo": {States: 753, Transitions: 1132, Depth: 16},
		"-n 2 --loss 1":                       {States: 2509, Transitions: 7221, Depth: 21},
		"-n 2 --crash 1":                      {States: 4467, Transitions: 13169, Depth: 22},
	})
	papertest.Counts(t, &drsgme.Extended, drsgme.ExtendedProtocol, map[string]naive.Result{
		"-n 2 --timeouts off": {States: 96, Transitions: 139, Depth: 7},
	})
}

// TestRepaired says which claims the repaired variants keep, in all states of small configurations.
func TestRepaired(t *testing.T) {
	// These two are the letters of the paper, by which the repaired variants regenerate, too.
	letters := func(rule, strict int, more map[string]int) map[string]int {
		all := map[string]int{"regeneration-if": rule, "regeneration-strict": strict}
		maps.Copy(all, more)
		return all
	}
	// With one request each, nobody comes between two others, nor reaches one that neither waits nor holds the token.
	once := func(more map[string]int) map[string]int {
		maps.Copy(more, map[string]int{"served-first": papertest.Vacuous, "rs-heard-idle": papertest.Vacuous})
		return more
	}
	papertest.Verdicts(t, &drsgme.Algorithm, map[string]map[string]int{
		"--variant repaired -n 2 -r 2":            nil,
		"--variant repaired -n 2 -r 2 --net fifo": once(map[string]int{}),
		"--variant repaired -n 3":                 {"rs-lemma": 7, "rs-known": 7},
		"--variant repaired -n 3 --timeouts off":  {"rs-lemma": 7, "rs-known": 7},
		"--variant repaired -n 2 --loss 1":        once(letters(4, 5, map[string]int{"single-valid-token": 9})),
		"--variant repaired -n 2 --crash 1":       once(letters(6, 7, map[string]int{"single-valid-token": 11})),
		"--variant repaired -n 2 --early 1":       once(letters(3, 4, map[string]int{"single-valid-token": 4})),
		"--variant repaired -n 2 --duplicate 1": once(letters(papertest.Vacuous, papertest.Vacuous, map[string]int{ // no timer expires
			"single-valid-token": 3, "gen-token-answered": papertest.Vacuous, "gen-token-handled": papertest.Vacuous, "gen-token-answered-captain": papertest.Vacuous,
			"regeneration-only-if": papertest.Vacuous, "is-complete-answered": papertest.Vacuous, "request-answered": papertest.Vacuous,
			"gen-token-sent": papertest.Vacuous, "is-complete-sent": papertest.Vacuous,
		})),
	})
	papertest.Verdicts(t, &drsgme.Extended, map[string]map[string]int{
		"--variant repaired -n 2 -r 2":     nil,
		"--variant repaired -n 2 --loss 1": letters(4, 5, map[string]int{"single-valid-token": 9, "rs-heard-idle": papertest.Vacuous}),
	})
}

// TestRepairs says of each repair what goes wrong without it alone.
func TestRepairs(t *testing.T) {
	papertest.Needed(t, &drsgme.Algorithm, map[string]map[string]int{
		"--without new-session -n 2":                  {"token-kept": 2},
		"--without add-requester -n 2":                {"rs-lemma-quiet": 3},
		"--without remember -n 2":                     {"waits-queued": 5},
		"--without token-sn -m 1":                     {"rs-lemma-quiet": 14},
		"--without request-number -n 2 -r 2":          {"concurrent-occupancy": 13},
		"--without answer-unheard -n 3 -m 1 -r 1,2,1": {"rs-lemma-quiet": 17},
		"--without treat-as-request -n 2 --loss 1":    {"gme": 6},
		"--without receipt -n 2 --loss 1":             {"single-valid-token-copies": 9},
	})
}

// TestCaptains: a captain waits for whom a late start has let in without a request, too.
func TestCaptains(t *testing.T) {
	table := map[string]map[string]int{
		"-n 3 -m 1 --timeouts off":            {"session-over": papertest.Holds},
		"-n 3 -m 1 --timeouts off --net fifo": {"session-over": papertest.Holds},
		"-n 2 -m 1 -r 1,2":                    {"session-over": 9, "session-match": 9, "one-captain": papertest.Holds},
	}
	papertest.Some(t, &drsgme.Algorithm, table)
	papertest.Needed(t, &drsgme.Algorithm, map[string]map[string]int{
		"--without request-number -n 2 -m 2 -r 2,1 --early 1": {"starts-match": 11},
	})
}

func TestEngineAgreesWithNaive(t *testing.T) {
	papertest.AgreeOnSmall(t, &drsgme.Algorithm, 3000, drsgme.Protocol)
	papertest.AgreeOnSmall(t, &drsgme.Extended, 3000, drsgme.ExtendedProtocol)
}

// TestEngineAgreesWithNaiveBetweenFaults are larger configurations, in which faults meet.
func TestEngineAgreesWithNaiveBetweenFaults(t *testing.T) {
	for _, variant := range []string{"published", "repaired"} {
		var lines []string
		for _, flags := range []string{
			"-r 2 --net fifo", "--loss 1", "--crash 1 --net fifo", "--early 1 --duplicate 1 -r 1,0",
			"--timers ordered --loss 1 --early 1 -m 1", "--timers ordered --crash 1",
		} {
			lines = append(lines, "-n 2 --variant "+variant+" "+flags)
		}
		papertest.AgreeOn(t, &drsgme.Algorithm, drsgme.Protocol, lines...)
		papertest.AgreeOn(t, &drsgme.Extended, drsgme.ExtendedProtocol, lines...)
	}
}

func TestMeasuresAgreeWithNaive(t *testing.T) {
	papertest.MeasuresAgree(t, &drsgme.Algorithm, 2, 1, drsgme.Protocol)
}
