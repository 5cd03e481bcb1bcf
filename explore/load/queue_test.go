package load

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/stat"
)

// TestQueue: whatever is added in whatever order comes out by time, and at the same time in the order in which it was added.
func TestQueue(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	var q queue
	var in, out []happening
	for q.seq < 5000 || !q.empty() {
		if q.seq < 5000 && (q.empty() || random.IntN(3) > 0) {
			h := happening{at: float64(random.IntN(50)) + float64(q.seq/100), arg: uint32(q.seq)}
			if len(out) > 0 {
				h.at = max(h.at, out[len(out)-1].at) // nothing is noted for the past
			}
			q.add(h)
			in = append(in, h)
			continue
		}
		out = append(out, q.next())
	}
	slices.SortStableFunc(in, func(a, b happening) int {
		switch {
		case a.at < b.at:
			return -1
		case a.at > b.at:
			return 1
		}
		return int(a.arg) - int(b.arg)
	})
	for k := range in {
		if in[k].at != out[k].at || in[k].arg != out[k].arg {
			t.Fatalf("number %d is %+v, want %+v", k, out[k], in[k])
		}
	}
}

// TestMser: what is left out is the beginning that is unlike the rest, and at most half.
func TestMser(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	series := func(n, odd int, by float64) (all []float64) {
		for k := range n {
			x := random.NormFloat64()
			if k < odd {
				x += by
			}
			all = append(all, x)
		}
		return all
	}
	if cut := mser(series(400, 60, 20)); cut < 60 || cut > 70 {
		t.Errorf("60 of 400 are too large: %d are left out", cut)
	}
	if cut := mser(series(400, 380, 20)); cut > 200 {
		t.Errorf("380 of 400 are too large: %d are left out", cut)
	}
	for range 1000 { // what is left has the least standard error
		means := series(1+random.IntN(30), random.IntN(20), 3*random.Float64())
		of := func(cut int) (e float64) {
			mean := stat.Mean(means[cut:], nil)
			for _, x := range means[cut:] {
				e += (x - mean) * (x - mean)
			}
			return e / float64((len(means)-cut)*(len(means)-cut))
		}
		cut, least := mser(means), of(0)
		for k := range len(means)/2 + 1 {
			least = min(least, of(k))
		}
		if math.Abs(of(cut)-least) > 1e-9*of(0) {
			t.Errorf("%d of %v are left out: the error is %v, the least is %v", cut, means, of(cut), least)
		}
	}
	if cut := mser([]float64{5, 1, 1, 1, 1, 1, 1, 1}); cut != 1 {
		t.Errorf("the first is too large: %d are left out", cut)
	}
	if cut := mser([]float64{1, 1}); cut != 0 {
		t.Errorf("all are the same: %d are left out", cut)
	}
}
