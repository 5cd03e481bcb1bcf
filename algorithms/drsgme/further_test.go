package drsgme_test

import (
	"testing"

	"github.com/gmecheck/gmecheck/algorithms/drsgme"
	"github.com/gmecheck/gmecheck/algorithms/paper"
	"github.com/gmecheck/gmecheck/algorithms/paper/papertest"
)

// onlyFurther is the algorithm with the properties alone that are judged where they are named.
func onlyFurther(a paper.Algorithm) *paper.Algorithm {
	a.Panel = a.Further
	return &a
}

func TestFurther(t *testing.T) {
	a := onlyFurther(drsgme.Algorithm)
	papertest.Verdicts(t, a, map[string]map[string]int{
		"-n 2 -m 1 -r 1,2": {"ghost-R": 2, "followers": 7, "rs-grows": 2},
		"-n 2 -m 2 -r 2":   {"ghost-R": 2, "followers": 7, "rs-grows": 2, "rs-holder": 6, "answers-old": 14},
		"-n 2 -m 2 -r 2 --loss 1": {
			"ghost-R": 2, "followers": 7, "rs-grows": 2, "rs-holder": 6, "follower-set": 11, "state-HS": 17,
		},
	})
	papertest.Verdicts(t, onlyFurther(drsgme.Extended), map[string]map[string]int{
		"-n 2 -m 2":                             {"ghost-R": 2, "rs-grows": 2, "late-ignored": papertest.Vacuous},
		"--variant repaired -n 2 -m 1 --loss 1": {"ghost-R": 2, "copy-exact": 2},
	})
	papertest.AgreeOn(t, a, drsgme.Protocol, "-n 2 -m 1 -r 1,2", "-n 2 -m 1")
}

// TestFurtherNumbers: who leaves last, what a wait begins with, and what a regeneration and T2 are about.
func TestFurtherNumbers(t *testing.T) {
	papertest.Seldom(t, 2)
	for _, test := range []struct{ line, property, want string }{
		{"--variant repaired -n 2 -m 2 -r 2", "sync-delay-captain", "1..2"}, // the complete of the last follower is still on its way
		{"--variant repaired -n 2 -m 2 -r 2", "sync-delay-captain-alone", "1"},
		{"--variant repaired -n 2 -m 2 -r 2", "sync-delay-follower", "2"},
		{"-n 2 -m 2 -r 2", "sync-delay-follower", "unbounded"},
		{"--variant repaired -n 2 -m 1 -r 3,1", "switches", "1"},
		{"--variant repaired -n 2 -m 1 -r 3,1", "switches-asked", "0..4"},
		{"--variant repaired -n 2 -m 2 -r 2", "next-asked", "0..1"}, // a captain in state HS has queued its own request
		{"--variant repaired -n 2 -m 2 -r 2", "next-asked-unknown", "0"},
		{"--variant repaired -n 2 -m 2", "next-asked-unknown", "vacuous"}, // who asks but once stays in the RS of the other
		{"-n 2 -m 2 -r 2", "next-asked", "0"},
		{"--variant repaired -n 3 -m 1 -r 2,2,1 --net fifo", "next-asked-unknown", "0"},
		{"--variant repaired -n 3 -m 2 -r 2,1,1 --net fifo", "messages-captain", "0..3"},
		{"--variant repaired -n 3 -m 2 -r 2,1,1 --net fifo", "messages-follower", "2..4"},
		{"--variant repaired -n 3 -m 2 -r 2,1,1 --net fifo", "requests-to-entry", "0..2"},
		{"-n 2 -m 2 -r 3 --net fifo", "requests-to-entry", "0..2"},
		{"-n 3 -m 2", "messages-follower", "4..5"}, // the request reaches the next captain, too, which sends another start
		{"-n 2 -m 1", "run-starts", "0..1"},
		{"--variant repaired -n 2 -m 1 -r 3,1", "run-completes", "0..3"},
		{"-n 2 -m 1 --loss 1", "late-or-lost", "0..1"},
		{"-n 2 -m 2 --loss 1", "regeneration-after", "0"},
		{"--variant repaired -n 2 -m 2 --loss 1", "regeneration-after", "0..1"},
		{"-n 2 -m 2 --loss 1", "regeneration-since", "0"},
		{"--variant repaired -n 2 -m 1 -r 2 --early 1", "regeneration-since", "0..1"}, // T1 was early: the request has been served since
		{"-n 2 -m 2 -r 2 --loss 1 --net fifo", "accepted-from", "1..3"},
		{"-n 2 -m 2 --early 1 --net fifo", "accepted-from", "1..2"}, // twice in turn by tokens of the same process, itself captain last
		{"--variant repaired -n 3 -m 1 --duplicate 1 --net fifo", "late-or-lost", "vacuous"},
		{"--variant repaired -n 3 -m 1 --duplicate 1 --net fifo", "regenerated-to", "vacuous"},
		{"-n 2 -m 2 --loss 1 --net fifo", "regenerated-to", "0"},
		{"--variant repaired -n 3 -m 1 --loss 1 --net fifo", "accepted-from", "1"},
		{"--variant repaired --without treat-as-request -n 3 -m 1 --loss 1 --net fifo", "accepted-from", "1..3"},
	} {
		if got := value(t, test.line, test.property); got != test.want {
			t.Errorf("%s: %s is %s, want %s", test.line, test.property, got, test.want)
		}
	}
}
