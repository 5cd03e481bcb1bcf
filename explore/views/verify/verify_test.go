package verify_test

import (
	"bytes"
	"context"
	"math/rand/v2"
	"testing"

	"github.com/gmecheck/gmecheck/algorithms"
	"github.com/gmecheck/gmecheck/algorithms/options"
	"github.com/gmecheck/gmecheck/explore/views"
	"github.com/gmecheck/gmecheck/explore/views/verify"
	"github.com/gmecheck/gmecheck/invariants"
)

// TestCheck: certificates are confirmed, and no longer if any one bit of them is another, or a thing has gone.
func TestCheck(t *testing.T) {
	for _, line := range []string{
		"naimi-trehel -n 3 -r inf", "raymond -n 4 -r inf", "raymond -n 2 -r inf --crash 1", "ring-coordinator -n 2", "gbp -n 2 -r inf", "banerjee-chrysanthis -n 2 -r inf",
	} {
		a, c, err := options.Parse(algorithms.All(), line)
		if err != nil {
			t.Fatal(err)
		}
		sys := a.New(c)
		bad := invariants.Mutex.Few.Pair
		r, err := views.Of(context.Background(), sys, views.Options{Entities: 2, Questions: []views.Question{{Name: "mutex", Pair: bad}}})
		if err != nil || !r.Answers[0].Proved {
			t.Fatal(line, err)
		}
		certificate, err := r.Certificate(line)
		if err != nil {
			t.Fatal(line, err)
		}
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
