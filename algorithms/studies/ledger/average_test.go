package ledger

import (
	"math"
	"strings"
	"testing"

	"github.com/gmecheck/gmecheck/algorithms/banerjeechrysanthis"
	"github.com/gmecheck/gmecheck/algorithms/naimitrehel"
	"github.com/gmecheck/gmecheck/algorithms/paper"
	"github.com/gmecheck/gmecheck/explore/measures"
)

// TestAverages: with one request after another an entry of naimi-trehel costs 1 + 1/2 + ... + 1/(n-1) messages on average, computed or
// measured. What has no average is said.
func TestAverages(t *testing.T) {
	of := &paper.Average{
		Measure: measures.MessagesPerEntry, CS: 1, Think: 1e7,
		Exact: []string{"-n 2 -r inf", "-n 4 -r inf", "-n 3"}, Measured: []string{"-n 16 -r inf", "-n 3 --tree 0,9,9"},
	}
	c := averaged(&naimitrehel.Algorithm, "published", of, nil)
	if c.Verdict != Measured || len(c.Means) != 3 {
		t.Fatalf("%+v", c)
	}
	for k, n := range []int{2, 4, 16} {
		want := 0.0
		for i := 1; i < n; i++ {
			want += 1 / float64(i)
		}
		m := c.Means[k]
		if off := math.Abs(m.Value - want); off > 1e-5+3*m.Half || (m.Half == 0) != (n < 16) {
			t.Errorf("%+v, want %v", m, want)
		}
	}
	for _, flags := range []string{"-n 3: ", "-n 3 --tree 0,9,9: "} {
		if !strings.Contains(c.Reason, flags) {
			t.Errorf("%q does not say why there is nothing at %s", c.Reason, flags)
		}
	}
	of.Exact, of.Measured = of.Exact[:1], nil
	if c := averaged(&naimitrehel.Algorithm, "published", of, nil); c.Verdict != Exact || c.Reason != "" {
		t.Errorf("%+v", c)
	}
}

// TestCompared: a difference is shown where the intervals have no point in common, and its sense is that of the sentence or the other.
func TestCompared(t *testing.T) {
	of := func(value, half float64) Mean { return Mean{Value: value, Half: half} }
	for _, test := range []struct {
		says       paper.Sense
		own, other Mean
		want       string
	}{
		{paper.Less, of(1, 0.4), of(2, 0.5), "less than suzuki-kasami in 1 of 1 models"},
		{paper.Less, of(1, 0.5), of(2, 0.5), "less than suzuki-kasami in 0 of 1 models, no difference shown in 1"},
		{paper.Less, of(2, 0), of(1, 0), "less than suzuki-kasami in 0 of 1 models, more in 1"},
		{paper.More, of(2, 0), of(1, 0), "more than suzuki-kasami in 1 of 1 models"},
		{paper.More, of(1, 0), of(1, 0), "more than suzuki-kasami in 0 of 1 models, no difference shown in 1"},
		{paper.More, of(1, 0), of(2, 0), "more than suzuki-kasami in 0 of 1 models, less in 1"},
	} {
		c := Comparison{With: "suzuki-kasami", Says: test.says}
		if c.lay(test.own, test.other); c.String() != test.want {
			t.Errorf("%v beside %v: %q, want %q", test.own, test.other, c, test.want)
		}
	}
	if got, want := (Comparison{With: "baseline", Says: paper.Less}).String(), "baseline has no mean beside which it could be laid"; got != want {
		t.Errorf("beside nothing: %q, want %q", got, want)
	}
	measured := &paper.Average{
		Measure: measures.MessagesPerEntry, CS: 1, Think: 1e7, Measured: []string{"-n 3", "-n 4 -r inf"},
		Beside: []string{"naimi-trehel", "--variant published", "nobody"}, Says: paper.Less,
	}
	c := averaged(&naimitrehel.Algorithm, "published", measured, paper.List{&naimitrehel.Algorithm})
	if len(c.Compared) != 3 || c.Compared[0].Models != 2 || c.Compared[1] != (Comparison{With: "published", Says: paper.Less, Models: 2}) || c.Compared[2].Models != 0 {
		t.Errorf("%+v", c.Compared)
	}
}

// TestUnserved: where one process alone enters and the others wait, the numbers are no averages of the algorithm; but how unfair that is can be measured.
func TestUnserved(t *testing.T) {
	of := &paper.Average{Measure: measures.MessagesPerEntry, CS: 1, Think: 0.001, Measured: []string{"-n 4 -r inf"}}
	published := averaged(&banerjeechrysanthis.Algorithm, "published", of, nil)
	if published.Verdict != NotDecided || !strings.Contains(published.Reason, "in 8 of 8 runs a process waits all the time, while others enter") {
		t.Errorf("%+v", published)
	}
	if repaired := averaged(&banerjeechrysanthis.Algorithm, "repaired", of, nil); repaired.Verdict != Measured {
		t.Errorf("%+v", repaired)
	}
	of.Measure = measures.Fairness
	if fair := averaged(&banerjeechrysanthis.Algorithm, "published", of, nil); fair.Verdict != Measured || math.Abs(fair.Means[0].Value-0.25) > 0.01 {
		t.Errorf("%+v", fair)
	}
}
