package srtgme

import (
	"slices"
	"testing"

	"gmecheck/explore/naive"
	"gmecheck/model"
)

// TestVerdicts pins counts, and the violated properties with the length of their shortest traces.
func TestVerdicts(t *testing.T) {
	for _, c := range []struct {
		variant    string
		n, m, K, R int
		net        model.Network
		want       naive.Result
		verdicts   string
	}{
		{model.Published, 2, 1, 1, 1, model.Bag, naive.Result{States: 25, Transitions: 32, Depth: 7},
			"co-captain 4, deadlock 4, one-token 2, rs-lemma 4, rs-lemma-w 4, sync-2T 4, " +
				"type-match 3; vacuous: prio-level, prio-raw"},
		{model.Published, 2, 1, 1, 2, model.FIFO, naive.Result{States: 92, Transitions: 133, Depth: 14},
			"co-captain 3, deadlock 5, one-token 2, rs-lemma 4, rs-lemma-w 4, sync-2T 3, " +
				"type-match 3; vacuous: prio-level, prio-raw"},
		{model.Published, 2, 1, 2, 2, model.Bag, naive.Result{States: 397, Transitions: 812, Depth: 14},
			"co-captain 3, deadlock 5, one-token 2, rs-lemma 4, rs-lemma-w 4, sync-2T 3, " +
				"type-match 3; vacuous: prio-level, prio-raw"},
		{model.Published, 2, 2, 1, 1, model.Bag, naive.Result{States: 75, Transitions: 102, Depth: 7},
			"co-captain 4, deadlock 4, ghost-R 4, gme 4, one-token 2, rs-lemma 4, rs-lemma-w 4, sync-2T 4, " +
				"type-match 3"},
		{model.Published, 2, 2, 1, 1, model.FIFO, naive.Result{States: 75, Transitions: 102, Depth: 7},
			"co-captain 4, deadlock 4, ghost-R 4, gme 4, one-token 2, rs-lemma 4, rs-lemma-w 4, sync-2T 4, " +
				"type-match 3"},
		{model.Published, 2, 2, 1, 2, model.Bag, naive.Result{States: 679, Transitions: 1076, Depth: 16},
			"co-captain 3, deadlock 5, ghost-R 4, gme 4, one-token 2, rs-lemma 4, rs-lemma-w 4, sync-2T 3, " +
				"type-match 3"},
		{model.Published, 2, 2, 1, 2, model.FIFO, naive.Result{States: 537, Transitions: 850, Depth: 16},
			"co-captain 3, deadlock 5, ghost-R 4, gme 4, one-token 2, rs-lemma 4, rs-lemma-w 4, sync-2T 3, " +
				"type-match 3"},
		{model.Published, 2, 2, 2, 1, model.Bag, naive.Result{States: 273, Transitions: 384, Depth: 7},
			"co-captain 4, deadlock 4, ghost-R 4, gme 4, one-token 2, rs-lemma 4, rs-lemma-w 4, sync-2T 4, " +
				"type-match 3"},
		{model.Published, 2, 2, 2, 2, model.FIFO, naive.Result{States: 2101, Transitions: 4640, Depth: 16},
			"co-captain 3, deadlock 5, ghost-R 4, gme 4, one-token 2, rs-lemma 4, rs-lemma-w 4, sync-2T 3, " +
				"type-match 3"},
		{model.Published, 3, 1, 1, 1, model.Bag, naive.Result{States: 1771, Transitions: 4272, Depth: 18},
			"co-captain 4, deadlock 8, ghost-R 6, one-token 2, rs-lemma 4, rs-lemma-w 4, spurious 9, " +
				"sync-2T 4, type-match 3"},
		{model.Published, 3, 2, 1, 1, model.Bag, naive.Result{States: 11601, Transitions: 26932, Depth: 18},
			"co-captain 4, deadlock 8, ghost-R 4, gme 4, one-token 2, queue-dup 8, rs-lemma 4, rs-lemma-w 4, " +
				"spurious 9, sync-2T 4, type-match 3"},
		{model.Published, 3, 2, 1, 1, model.FIFO, naive.Result{States: 8077, Transitions: 19532, Depth: 16},
			"co-captain 4, deadlock 8, ghost-R 4, gme 4, one-token 2, queue-dup 8, rs-lemma 4, rs-lemma-w 4, " +
				"spurious 10, sync-2T 4, type-match 3"},
		{model.Published, 3, 2, 2, 1, model.FIFO, naive.Result{States: 61065, Transitions: 149264, Depth: 16},
			"co-captain 4, deadlock 8, ghost-R 4, gme 4, one-token 2, queue-dup 8, rs-lemma 4, rs-lemma-w 4, " +
				"spurious 10, sync-2T 4, type-match 3"},
		{model.Repaired, 2, 1, 1, 1, model.Bag, naive.Result{States: 37, Transitions: 45, Depth: 9},
			"; vacuous: fcfs-entry, fcfs-join, level, prio-level, prio-raw, queue-dup, sync-2T"},
		{model.Repaired, 2, 1, 2, 2, model.FIFO, naive.Result{States: 805, Transitions: 1540, Depth: 16},
			"; vacuous: fcfs-entry, fcfs-join, level, prio-level, prio-raw, queue-dup, sync-2T"},
		{model.Repaired, 2, 2, 1, 1, model.Bag, naive.Result{States: 101, Transitions: 132, Depth: 9},
			"; vacuous: sync-2T"},
		{model.Repaired, 2, 2, 1, 2, model.Bag, naive.Result{States: 1017, Transitions: 1838, Depth: 18},
			""},
		{model.Repaired, 2, 2, 2, 2, model.FIFO, naive.Result{States: 3049, Transitions: 7272, Depth: 18},
			""},
		{model.Repaired, 3, 1, 1, 1, model.Bag, naive.Result{States: 2239, Transitions: 5874, Depth: 18},
			"rs-lemma 7; vacuous: fcfs-entry, fcfs-join, level, prio-level, prio-raw, queue-dup, sync-2T"},
		{model.Repaired, 3, 2, 1, 1, model.Bag, naive.Result{States: 13041, Transitions: 32212, Depth: 18},
			"rs-lemma 7"},
		{model.Repaired, 3, 2, 1, 1, model.FIFO, naive.Result{States: 8125, Transitions: 19536, Depth: 17},
			"rs-lemma 8"},
		{model.Repaired, 3, 2, 2, 1, model.FIFO, naive.Result{States: 62185, Transitions: 150832, Depth: 17},
			"rs-lemma 8"},
	} {
		config := sized(c.variant, c.n, c.m, c.K, c.R, c.net)
		got := search(config)
		if got.Result != c.want || got.String() != c.verdicts {
			t.Errorf("%v: %+v, %q; want %+v, %q", config, got.Result, got, c.want, c.verdicts)
		}
	}
}

// TestEvents: every event and every kind of message occurs, in both variants.
func TestEvents(t *testing.T) {
	want := []string{"deliver(complete)", "deliver(request)", "deliver(start)", "deliver(token)", "exit", "request"}
	for _, v := range []string{model.Published, model.Repaired} {
		if got := search(sized(v, 2, 2, 1, 2, model.Bag)).events; !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", v, got, want)
		}
	}
}

// TestRepairs: without any one of the repairs a property is violated that holds with all of them, in the same model.
func TestRepairs(t *testing.T) {
	for _, c := range []struct {
		without  model.Repair
		n, m     int
		requests []int
		net      model.Network
		property string
		steps    int
	}{
		{GiveAway, 2, 2, []int{1, 1}, model.Bag, "gme", 4},
		{TypeFromIdle, 2, 2, []int{2, 2}, model.Bag, "gme", 13},
		{ThreeCases, 2, 2, []int{1, 1}, model.Bag, "deadlock", 4},
		{StateByQueue, 2, 2, []int{1, 1}, model.Bag, "ghost-R", 4},
		{Remember, 2, 2, []int{1, 1}, model.Bag, "deadlock", 6},
		{Remember, 3, 2, []int{1, 1, 1}, model.FIFO, "deadlock", 10},
		{NumberedToken, 3, 2, []int{1, 1, 1}, model.Bag, "one-token", 11},
		{NumberedToken, 3, 2, []int{1, 1, 1}, model.FIFO, "queue-dup", 8},
		{EarlyComplete, 3, 2, []int{2, 1, 1}, model.FIFO, "deadlock", 15},
		{AnswerOld, 3, 1, []int{2, 2, 2}, model.FIFO, "deadlock", 22},
	} {
		all := Algorithm.With(model.Repaired, func(k *model.Config) {
			k.Processes, k.Groups, k.Requests, k.Network = c.n, c.m, c.requests, c.net
		})
		if steps, violated := search(all).violated[c.property]; violated {
			t.Errorf("%v: %s is violated after %d steps", all, c.property, steps)
		}
		but := all.Clone()
		but.Repairs = slices.DeleteFunc(but.Repairs, func(name string) bool { return name == c.without.Name })
		if steps := search(but).violated[c.property]; steps != c.steps {
			t.Errorf("%v without %s: %s is violated after %d steps (0: never), want %d", all, c.without.Name, c.property,
				steps, c.steps)
		}
	}
}
