package kmutex_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/gmecheck/gmecheck/algorithms/kmutex"
	"github.com/gmecheck/gmecheck/algorithms/paper/papertest"
	"github.com/gmecheck/gmecheck/counterexamples"
	"github.com/gmecheck/gmecheck/model"
)

// alone runs the one request of process i to its end, and returns the labels of the events and the number of messages.
func alone(t *testing.T, variant string, k int, i model.Site) (labels []string, messages int) {
	t.Helper()
	c := papertest.Model(t, &kmutex.Algorithm, fmt.Sprintf("--variant %s -n 9 --tokens %d --requesters %d", variant, k, i))
	run := counterexamples.NewRun(kmutex.Algorithm.New(c))
	for all := run.Enabled(); len(all) > 0; all = run.Enabled() {
		labels = append(labels, all[0].Label)
		messages += len(all[0].Event.Sends)
		run.GoTo(all[0].State)
	}
	return labels, messages
}

// TestLoneRequest is section III.D: 0 messages for the GRC, 6 for a node of a group that has no token.
func TestLoneRequest(t *testing.T) {
	want := strings.Fields(`request(5) deliver(NODE_LRC_REQ_CS(5)->4) deliver(LRC_GRC_REQ_CS(4)->1)
		deliver(TOKEN(1,<>,<>)->4) deliver(TOKEN(4,<5>,<>)->5) exit(5) deliver(TOKEN(5,<>,<>)->4) deliver(TOKEN(4,<>,<>)->1)`)
	labels, _ := alone(t, model.Published, 1, 5)
	for k := range labels {
		labels[k] = strings.ReplaceAll(labels[k], " ", "")
	}
	if !slices.Equal(labels, want) {
		t.Errorf("got  %q\nwant %q", labels, want)
	}
	for _, x := range []struct {
		variant string
		k       int
		want    string // messages for the GRC, a node of its group, another LRC, a node of another group
	}{
		{model.Published, 1, "[0 3 3 6]"},
		{model.Published, 2, "[0 3 5 8]"}, // the second token of the LRC's share travels in vain
		{model.Repaired, 1, "[0 3 3 6]"},
		{model.Repaired, 2, "[0 3 5 8]"},
		{model.Repaired, 8, "[0 3 17 20]"},
		{kmutex.Bundled, 2, "[0 3 3 6]"},
		{kmutex.Bundled, 8, "[0 3 3 6]"},
		{kmutex.Baseline, 2, "[0 3 3 6]"},
	} {
		var got []int
		for _, i := range []model.Site{1, 2, 4, 5} {
			_, messages := alone(t, x.variant, x.k, i)
			got = append(got, messages)
		}
		if fmt.Sprint(got) != x.want {
			t.Errorf("%s k=%d: %v messages, want %s", x.variant, x.k, got, x.want)
		}
	}
}
