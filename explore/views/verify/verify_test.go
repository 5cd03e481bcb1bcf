package verify_test

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/gmecheck/gmecheck/algorithms"
	"github.com/gmecheck/gmecheck/algorithms/options"
	"github.com/gmecheck/gmecheck/explore/views"
	"github.com/gmecheck/gmecheck/explore/views/verify"
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/system"
)

var bad = invariants.Mutex.Few.Pair

// proved is the proof of mutual exclusion of a model by views of so many places, with its certificate.
func proved(t *testing.T, line string, entities int) (*system.System, model.Config, *views.Result, *views.Certificate) {
	t.Helper()
	a, c, err := options.Parse(algorithms.All(), line)
	if err != nil {
		t.Fatal(err)
	}
	sys := a.New(c)
	r, err := views.Of(t.Context(), sys, views.Options{Entities: entities, Questions: []views.Question{{Name: "mutex", Pair: bad}}})
	if err != nil || !r.Answers[0].Proved {
		t.Fatal(line, err)
	}
	certificate, err := r.Certificate(line)
	if err != nil {
		t.Fatal(line, err)
	}
	return sys, c, r, certificate
}

// TestWeights: certificates of views of one are confirmed, and no longer if something inside, or a message, has another weight, or a thing has gone.
func TestWeights(t *testing.T) {
	for _, line := range []string{"naimi-trehel -n 4 -r inf", "fapp --variant repaired -n 3 -r inf", "fapp --variant repaired -n 2 -r inf"} {
		sys, c, r, certificate := proved(t, line, 1)
		report, err := verify.Check(certificate, sys.Direct(nil), c, bad)
		if err != nil || report.Things != r.States+r.Messages {
			t.Errorf("%s: %+v, %v; want %d things", line, report, err, r.States+r.Messages)
		}
		spoilt := *certificate
		other, spoils := map[bool]int{}, map[bool]int{}
		for k, thing := range certificate.Things {
			spoilt.Weights = slices.Clone(certificate.Weights)
			if spoilt.Weights[k]++; !thing.Message {
				if spoilt.Weights[k] = 0; certificate.Weights[k] == 0 {
					continue
				}
			}
			other[thing.Message]++
			if _, err := verify.Check(&spoilt, sys.Direct(nil), c, bad); err != nil {
				spoils[thing.Message]++
			}
		}
		if spoils[false] != other[false] || spoils[true] != other[true] || other[false]*other[true] == 0 {
			t.Errorf("%s: of %v other weights %v are noticed; true: of messages", line, other, spoils)
		}
		last := len(certificate.Things) - 1
		spoilt.Things, spoilt.Weights = certificate.Things[:last], certificate.Weights[:last]
		if _, err := verify.Check(&spoilt, sys.Direct(nil), c, bad); err == nil {
			t.Errorf("%s: confirmed without its last thing", line)
		}
	}
}

// TestCheck: certificates are confirmed, and no longer if any one bit of them is another, or a thing has gone.
func TestCheck(t *testing.T) {
	for _, line := range []string{
		"naimi-trehel -n 3 -r inf", "raymond -n 4 -r inf", "raymond -n 2 -r inf --crash 1", "ring-coordinator -n 2", "gbp -n 2 -r inf", "fapp --variant repaired -n 2 -r inf",
	} {
		sys, c, r, certificate := proved(t, line, 2)
		report, err := verify.Check(certificate, sys.Direct(nil), c, bad)
		if err != nil || report.Things != r.States+r.Messages || report.Pairs != r.Views {
			t.Errorf("%s: %+v, %v; want %d things, %d pairs", line, report, err, r.States+r.Messages, r.Views)
		}
		random := rand.New(rand.NewPCG(1, 2))
		for range 20 {
			k := random.IntN(len(certificate.Beside))
			l := random.IntN(k + 1)
			spoilt := *certificate
			spoilt.Beside = append([][]byte(nil), certificate.Beside...)
			spoilt.Beside[k] = bytes.Clone(certificate.Beside[k])
			if spoilt.Beside[k][l/8]>>(l%8)&1 == 0 {
				continue // a pair more need not be wrong
			}
			spoilt.Beside[k][l/8] &^= 1 << (l % 8)
			if _, err := verify.Check(&spoilt, sys.Direct(nil), c, bad); err == nil {
				t.Errorf("%s: confirmed without %v beside %v", line, certificate.Things[k], certificate.Things[l])
			}
		}
		last := len(certificate.Things) - 1
		shorter := *certificate
		shorter.Things, shorter.Beside = certificate.Things[:last], certificate.Beside[:last]
		if _, err := verify.Check(&shorter, sys.Direct(nil), c, bad); err == nil {
			t.Errorf("%s: confirmed without its last thing", line)
		}
	}
}

// TestBehindRows: a row with pairs behind its end is none.
func TestBehindRows(t *testing.T) {
	sys, c, _, certificate := proved(t, "naimi-trehel -n 3 -r inf", 2)
	for bit := range 8 {
		spoilt := *certificate
		spoilt.Beside = slices.Clone(certificate.Beside)
		spoilt.Beside[2] = []byte{certificate.Beside[2][0] | 1<<bit} // of things 0 to 2
		if _, err := verify.Check(&spoilt, sys.Direct(nil), c, bad); bit > 2 && err == nil {
			t.Errorf("bit %d is not looked at", bit)
		}
	}
}
