package ledger

import (
	"context"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/gmecheck/gmecheck/algorithms/banerjeechrysanthis"
	"github.com/gmecheck/gmecheck/algorithms/naimitrehel"
	"github.com/gmecheck/gmecheck/algorithms/paper"
	"github.com/gmecheck/gmecheck/explore/measures"
)

func measuring(t *testing.T) *averages { return newAverages(t.Context(), &Ledger{}, &Options{}) }

// TestAverages: with one request after another an entry of naimi-trehel costs 1 + 1/2 + ... + 1/(n-1) messages on average, computed or
// measured. What has no average is said.
func TestAverages(t *testing.T) {
	of := &paper.Average{
		Measure: measures.MessagesPerEntry, CS: 1, Think: 1e7,
		Exact: []string{"-n 2 -r inf", "-n 4 -r inf", "-n 3"}, Measured: []string{"-n 16 -r inf", "-n 3 --tree 0,9,9"},
	}
	c := measuring(t).cell(&naimitrehel.Algorithm, "published", of, nil)
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
	if c := measuring(t).cell(&naimitrehel.Algorithm, "published", of, nil); c.Verdict != Exact || c.Reason != "" {
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
	c := measuring(t).cell(&naimitrehel.Algorithm, "published", measured, paper.List{&naimitrehel.Algorithm})
	if len(c.Compared) != 3 || c.Compared[0].Models != 2 || c.Compared[1] != (Comparison{With: "published", Says: paper.Less, Models: 2}) || c.Compared[2].Models != 0 {
		t.Errorf("%+v", c.Compared)
	}
}

// TestUnserved: where one process alone enters and the others wait, the numbers are no averages of the algorithm; but how unfair that is can be measured.
func TestUnserved(t *testing.T) {
	of := &paper.Average{Measure: measures.MessagesPerEntry, CS: 1, Think: 0.001, Measured: []string{"-n 4 -r inf"}}
	published := measuring(t).cell(&banerjeechrysanthis.Algorithm, "published", of, nil)
	if published.Verdict != NotDecided || !strings.Contains(published.Reason, "in 8 of 8 runs a process waits all the time, while others enter") {
		t.Errorf("%+v", published)
	}
	if repaired := measuring(t).cell(&banerjeechrysanthis.Algorithm, "repaired", of, nil); repaired.Verdict != Measured {
		t.Errorf("%+v", repaired)
	}
	of.Measure = measures.Fairness
	if fair := measuring(t).cell(&banerjeechrysanthis.Algorithm, "published", of, nil); fair.Verdict != Measured || math.Abs(fair.Means[0].Value-0.25) > 0.01 {
		t.Errorf("%+v", fair)
	}
}

// TestAveragesStored: averages are found once, and never where they are stored; of a model whose averages somebody does not want to wait for nothing
// is stored, and the claim is not decided, whatever is known of others.
func TestAveragesStored(t *testing.T) {
	of := &paper.Average{Measure: measures.MessagesPerEntry, CS: 1, Think: 1, Exact: []string{"-n 2 -r inf"}, Measured: []string{"-n 3 -r inf", "-n 4"}}
	ctx, cancel := context.WithCancel(t.Context())
	kept := stock{}
	began := 0
	decide := func(ctx context.Context) (Cell, *Ledger) {
		l := &Ledger{}
		began = 0
		x := newAverages(ctx, l, &Options{Store: kept, Progress: func(at Progress) {
			if began++; !at.Averages || at.Line == "" {
				t.Errorf("progress: %+v", at)
			}
		}})
		first, again := x.cell(&naimitrehel.Algorithm, "published", of, nil), x.cell(&naimitrehel.Algorithm, "published", of, nil)
		if diff := cmp.Diff(first, again); diff != "" {
			t.Errorf("the second time: %s", diff)
		}
		return first, l
	}
	first, l := decide(ctx)
	if first.Verdict != Measured || len(first.Means) != 3 || began != 3 || len(l.Averages) != 3 || l.Averages[0].Stored || len(kept) != 3 {
		t.Errorf("%+v, %d found, %d listed, %d kept", first, began, len(l.Averages), len(kept))
	}
	cancel()
	stored, l := decide(ctx)
	if diff := cmp.Diff(first, stored); diff != "" || began != 0 || len(l.Averages) != 3 || !l.Averages[0].Stored {
		t.Errorf("stored: %s, %d found, %d listed", diff, began, len(l.Averages))
	}
	of.Think = 2
	if c, l := decide(ctx); c.Verdict != NotDecided || c.Means != nil || strings.Count(c.Reason, "not measured, interrupted") != 3 || len(l.Averages) != 0 || len(kept) != 3 {
		t.Errorf("interrupted: %+v, %d listed, %d kept", c, len(l.Averages), len(kept))
	}
	of.CS, of.Think = 2, 1
	if c, _ := decide(ctx); c.Verdict != NotDecided {
		t.Errorf("another time inside: %+v", c)
	}
	of.CS, of.Think = 1, 2
	kept["none"] = &Averages{Line: loadLine(&naimitrehel.Algorithm, "published", "-n 2 -r inf", of) + ", computed", None: "too many states"}
	kept[kept["none"].Line] = kept["none"]
	if c, _ := decide(ctx); !strings.HasPrefix(c.Reason, "-n 2 -r inf: too many states; -n 3 -r inf: not measured, interrupted; ") {
		t.Errorf("none are stored: %+v", c)
	}
	late, cancel := context.WithDeadline(t.Context(), time.Now())
	defer cancel()
	of.Exact, of.Measured = nil, []string{"-n 3 -r inf", "-n 5 -r inf"}
	of.Think = 1
	if c, _ := decide(late); c.Verdict != NotDecided || c.Reason != "-n 5 -r inf: not measured, the time is over" {
		t.Errorf("no time is left: %+v", c)
	}
}

// TestAveragesHalted: what is being simulated when somebody stops it is no average.
func TestAveragesHalted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	kept := stock{}
	x := newAverages(ctx, &Ledger{}, &Options{Store: kept, Progress: func(Progress) { cancel() }})
	for _, of := range []*paper.Average{
		{Measure: measures.MessagesPerEntry, CS: 1, Think: 1, Exact: []string{"-n 2 -r inf"}},
		{Measure: measures.MessagesPerEntry, CS: 1, Think: 1, Measured: []string{"-n 3 -r inf"}},
	} {
		if c := x.cell(&naimitrehel.Algorithm, "published", of, nil); c.Verdict != NotDecided || !strings.HasSuffix(c.Reason, ": not measured, interrupted") || len(kept) != 0 {
			t.Errorf("%+v, %d kept", c, len(kept))
		}
	}
}

// stock keeps averages alone.
type stock map[string]*Averages

func (stock) Get(string) []StoredRun           { return nil }
func (stock) Put(string, []StoredRun)          {}
func (s stock) Averages(line string) *Averages { return s[line] }
func (s stock) PutAverages(m *Averages)        { s[m.Line] = m }
