package ledger

import (
	"testing"

	"github.com/gmecheck/gmecheck/model"
)

// TestGrowth: what the largest values of more and more requests say of a value that is to settle or to grow.
func TestGrowth(t *testing.T) {
	to4, to5, endless := []string{"1", "2", "3", "4"}, []string{"1", "2", "3", "4", "5"}, []string{"1", "2", "3", "4", "inf"}
	for _, test := range []struct {
		requests     []string
		values       []int
		rising, flat bool
	}{
		{to4, []int{1, 2, 3, 4}, true, false},
		{to4, []int{0, 1, 1, 2}, true, false},
		{to4, []int{0, 1, 2, 2}, false, false},
		{to4[:3], []int{1, 2, 3}, true, false},
		{to4[:2], []int{1, 2}, false, false}, // too few
		{to5, []int{1, 2, 2, 2, 2}, false, true},
		{to5, []int{1, 2, 2, 2, 3}, true, false},
		{to5[1:], []int{2, 2, 2, 2}, false, true},
		{to4, []int{2, 2, 2, 2}, false, false},
		{to5[2:], []int{2, 2, 2}, false, false},
		{endless, []int{1, 2, 3, 4, 4}, false, false},
		{endless, []int{1, 2, 3, 4, 5}, false, false}, // it has an end, which is 5
		{endless, []int{1, 2, 2, 2, 2}, false, true},
	} {
		g := Growth{Requests: test.requests, Values: test.values}
		if rising, flat := g.rising(), g.flat(); rising != test.rising || flat != test.flat {
			t.Errorf("%v of %v: rising: %v, flat: %v", test.values, test.requests, rising, flat)
		}
	}
}

// TestAsking: a claim about all processes is decided for some only if there is no configuration in which all ask, and one was to be explored.
func TestAsking(t *testing.T) {
	of := func(all ...[]int) (reaches []Reach, claim track) {
		for _, requests := range all {
			c := model.Config{Requests: requests}
			reaches, claim.starts = append(reaches, Reach{Config: c}), append(claim.starts, start{config: c})
		}
		return reaches, claim
	}
	for _, test := range []struct {
		requests  [][]int
		asking    int
		everybody bool
	}{
		{[][]int{{1, 0, 0}, {1, 2, 0}, {0, 1, 0}}, 2, false},
		{[][]int{{1, 0, 0}, {1, 1, 2}}, 0, true},
		{[][]int{{model.Unlimited, 0}}, 1, false},
		{[][]int{{model.Unlimited, 1}}, 0, true},
	} {
		reaches, claim := of(test.requests...)
		if n, all := asking(reaches), everybody(&claim); n != test.asking || all != test.everybody {
			t.Errorf("%v: %d ask, everybody: %v", test.requests, n, all)
		}
	}
}
