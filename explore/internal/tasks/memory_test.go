package tasks

import "testing"

// TestManyStates checks which levels are the last in memory where up to 1,000 states are, and twice as many near the end.
func TestManyStates(t *testing.T) {
	for _, c := range []struct {
		levels []int
		states int
		want   bool
	}{
		{[]int{1}, 1, false},
		{[]int{300, 400}, 400, false},  // at most 533 more
		{[]int{300, 400}, 500, true},   // the next level would be too large
		{[]int{300, 300}, 900, true},   // no end is in sight
		{[]int{400, 200}, 900, false},  // 200 more are expected
		{[]int{400, 300}, 1150, true},  // 900 more
		{[]int{400, 200}, 1800, false}, // 2,000 in all
		{[]int{400, 201}, 1800, true},
	} {
		if got := (&Options{TasksFrom: 1000}).many(c.levels, c.states); got != c.want {
			t.Errorf("levels %d, %d states: many = %v, want %v", c.levels, c.states, got, c.want)
		}
	}
	if !(&Options{TasksFrom: 1}).many([]int{1}, 1) {
		t.Error("there are levels in memory although tasks begin with the first state")
	}
}

// TestGrown: how large the next level becomes, also after levels that a damaged store says are empty.
func TestGrown(t *testing.T) {
	for _, x := range []struct {
		levels []int
		want   int
	}{
		{[]int{7}, 7},
		{[]int{1, 10, 30}, 90},
		{[]int{1, 30, 10}, 10},
		{[]int{1, 0, 5}, 25},
		{[]int{1, 0}, 0},
	} {
		if got := grown(x.levels); got != x.want {
			t.Errorf("after %v: %d, want %d", x.levels, got, x.want)
		}
		(&Options{}).many(x.levels, 1) // divides by none of them
	}
}
