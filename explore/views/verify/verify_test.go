package verify_test

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"strings"
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
		report, err := verify.Check(t.Context(), certificate, sys.Direct(nil), c, bad)
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
			if _, err := verify.Check(t.Context(), &spoilt, sys.Direct(nil), c, bad); err != nil {
				spoils[thing.Message]++
			}
		}
		if spoils[false] != other[false] || spoils[true] != other[true] || other[false]*other[true] == 0 {
			t.Errorf("%s: of %v other weights %v are noticed; true: of messages", line, other, spoils)
		}
		last := len(certificate.Things) - 1
		spoilt.Things, spoilt.Weights = certificate.Things[:last], certificate.Weights[:last]
		if _, err := verify.Check(t.Context(), &spoilt, sys.Direct(nil), c, bad); err == nil {
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
		report, err := verify.Check(t.Context(), certificate, sys.Direct(nil), c, bad)
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
			if _, err := verify.Check(t.Context(), &spoilt, sys.Direct(nil), c, bad); err == nil {
				t.Errorf("%s: confirmed without %v beside %v", line, certificate.Things[k], certificate.Things[l])
			}
		}
		last := len(certificate.Things) - 1
		shorter := *certificate
		shorter.Things, shorter.Beside = certificate.Things[:last], certificate.Beside[:last]
		if _, err := verify.Check(t.Context(), &shorter, sys.Direct(nil), c, bad); err == nil {
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
		if _, err := verify.Check(t.Context(), &spoilt, sys.Direct(nil), c, bad); bit > 2 && err == nil {
			t.Errorf("bit %d is not looked at", bit)
		}
	}
}

// lamp is a protocol of two sites that does a bit of everything: a request chooses twice, a message waits until its receiver has asked
// itself, a timer ends a wait, a site goes off by itself, and sites crash.
type lamp struct{}

type light struct {
	waits, inside bool
	shade         int
}

// off is a lamp that is not lit again: so it sends a message once, and only a duplicate makes two of it.
var off = light{shade: 7}

type hue struct{ shade int }

func (lamp) Start(model.Site) light                { return light{} }
func (lamp) MayRequest(_ model.Site, v light) bool { return v == light{} }
func (lamp) InCS(_ model.Site, v light) bool       { return v.inside }
func (lamp) Accepts(_ model.Site, v light, m hue) bool {
	return v.waits && (m.shade > 0 || v.shade == 2)
}
func (lamp) Exit(_ model.Site, v *light, _ *model.Outbox[hue]) { *v = off }

func (lamp) Request(i model.Site, v *light, _ model.Demand, out *model.Outbox[hue]) {
	v.waits, v.shade = true, out.Choose("shade", 1, 2)
	out.Send(3-i, hue{out.Choose("tint", 0, 1)})
}

func (lamp) Receive(_ model.Site, v *light, m hue, out *model.Outbox[hue]) {
	v.waits, v.inside, v.shade = false, true, v.shade+3*m.shade
	out.Enter()
}

func (lamp) Timers(_ model.Site, v light) []string {
	if v.waits {
		return []string{"tired"}
	}
	return nil
}

func (lamp) Expire(_ model.Site, v *light, _ string, _ *model.Outbox[hue]) {
	v.waits, v.shade = false, 9
}

func (lamp) Internals(_ model.Site, v light) []model.Inner {
	if v.shade == 9 {
		return []model.Inner{{Name: "off"}}
	}
	return nil
}

func (lamp) Do(_ model.Site, v *light, _ string, _ *model.Outbox[hue]) { *v = off }

func (lamp) Look(_ model.Site, v light, inbox []hue) model.View {
	return model.View{Waits: v.waits, InCS: v.inside, Coming: len(inbox)}
}

// lamps is a certificate of two lamps, and what it says of pairs: that nothing is forbidden.
func lamps(t *testing.T, crashes int) (*system.System, model.Config, *views.Result, *views.Certificate) {
	t.Helper()
	c := model.Config{Processes: 2, Requests: []int{model.Unlimited, model.Unlimited}, Timeouts: model.Patient, Crash: crashes, Duplicate: 1}
	sys := system.Compose[light, hue](lamp{}, c)
	r, err := views.Of(t.Context(), sys, views.Options{Entities: 2, Questions: []views.Question{{Name: "anything", Pair: never}}})
	if err != nil {
		t.Fatal(err)
	}
	certificate, err := r.Certificate("lamps")
	if err != nil {
		t.Fatal(err)
	}
	return sys, c, r, certificate
}

func never(_, _ *model.View) bool { return false }

// without is a certificate without one thing.
func without(c *views.Certificate, gone int) *views.Certificate {
	return reordered(c, func(yield func(int) bool) {
		for k := range c.Things {
			if k != gone && !yield(k) {
				return
			}
		}
	})
}

// reordered is a certificate of those things only, in that order.
func reordered(c *views.Certificate, order func(func(int) bool)) *views.Certificate {
	to, all := *c, slices.Collect(order)
	to.Things, to.Beside = nil, nil
	for at, k := range all {
		row := make([]byte, at/8+1)
		for b, l := range all[:at+1] {
			row[b/8] |= c.Beside[max(k, l)][min(k, l)/8] >> (min(k, l) % 8) & 1 << (b % 8)
		}
		to.Things, to.Beside = append(to.Things, c.Things[k]), append(to.Beside, row)
	}
	return &to
}

// TestLeast: a certificate of the pairs that come about is confirmed in any order, and not without any one pair or thing of it: choices,
// timers, crashes, duplicates, what a site does by itself and what it does not accept yet are all followed. Without crashes, nothing but a
// choice of its own leads to some of the pairs.
func TestLeast(t *testing.T) {
	least(t, 0)
	least(t, 1)
}

func least(t *testing.T, crashes int) {
	t.Helper()
	sys, c, r, certificate := lamps(t, crashes)
	report, err := verify.Check(t.Context(), certificate, sys.Direct(nil), c, never)
	if err != nil || report.Things != r.States+r.Messages || report.Pairs != r.Views || report.Steps <= 0 {
		t.Errorf("%+v, %v; want %d things, %d pairs", report, err, r.States+r.Messages, r.Views)
	}
	backward := reordered(certificate, func(yield func(int) bool) { // messages first
		for _, messages := range []bool{true, false} {
			for k, thing := range slices.Backward(certificate.Things) {
				if thing.Message == messages && !yield(k) {
					return
				}
			}
		}
	})
	if again, err := verify.Check(t.Context(), backward, sys.Direct(nil), c, never); err != nil || again != report {
		t.Errorf("in the other order: %+v, %v; want %+v", again, err, report)
	}
	for k := range certificate.Things {
		if _, err := verify.Check(t.Context(), without(certificate, k), sys.Direct(nil), c, never); err == nil {
			t.Errorf("confirmed without %v", certificate.Things[k])
		}
		for l := range k + 1 {
			if certificate.Beside[k][l/8]>>(l%8)&1 == 0 {
				continue
			}
			spoilt := *certificate
			spoilt.Beside = slices.Clone(certificate.Beside)
			spoilt.Beside[k] = bytes.Clone(certificate.Beside[k])
			spoilt.Beside[k][l/8] &^= 1 << (l % 8)
			if _, err := verify.Check(t.Context(), &spoilt, sys.Direct(nil), c, never); err == nil {
				t.Errorf("confirmed without %v beside %v", certificate.Things[k], certificate.Things[l])
			}
		}
	}
}

// TestForbidden: a bad pair in a certificate is found, whichever of the two is given first, and by both kinds of certificate.
func TestForbidden(t *testing.T) {
	for entities := 1; entities <= 2; entities++ {
		sys, c, _, certificate := proved(t, "naimi-trehel -n 3 -r inf", entities)
		for name, bad := range map[string]func(v, w *model.View) bool{
			"one waits, another is inside": func(v, w *model.View) bool { return v.Waits && w.InCS },
			"one is inside, another waits": func(v, w *model.View) bool { return v.InCS && w.Waits },
		} {
			if _, err := verify.Check(t.Context(), certificate, sys.Direct(nil), c, bad); err == nil || !strings.Contains(err.Error(), "which must not be") {
				t.Errorf("views of %d: %s: %v", entities, name, err)
			}
		}
	}
}

// TestMalformed: what is no certificate is refused, and told why.
func TestMalformed(t *testing.T) {
	sys, c, _, rows := proved(t, "naimi-trehel -n 2 -r inf", 2)
	_, _, _, weights := proved(t, "naimi-trehel -n 2 -r inf", 1)
	weighs := func(w int) *views.Certificate {
		spoilt := *weights
		spoilt.Weights = slices.Clone(weights.Weights)
		spoilt.Weights[0] = w
		return &spoilt
	}
	both, short, twice, more := *weights, *rows, *rows, *rows
	both.Weights, both.Beside = weights.Weights[:len(weights.Weights)-1], rows.Beside[:1]
	short.Beside = rows.Beside[:len(rows.Beside)-1]
	twice.Things = slices.Clone(rows.Things)
	twice.Things[1] = twice.Things[0]
	more.Things = append(slices.Clone(rows.Things), views.Thing{Site: 1, Text: "nothing of this kind"})
	more.Beside = append(slices.Clone(rows.Beside), make([]byte, len(rows.Things)/8+1))
	for want, x := range map[string]*views.Certificate{
		"thing 0 weighs -1;":         weighs(-1),
		"thing 0 weighs 1073741825;": weighs(1<<30 + 1),
		"rows and":                   &both,
		" rows and 0 weights":        &short,
		"thing 1 is there twice":     &twice,
		" only ":                     &more,
	} {
		if _, err := verify.Check(t.Context(), x, sys.Direct(nil), c, never); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v; want %q", err, want)
		}
	}
	c.Duplicate = 1
	if _, err := verify.Check(t.Context(), weights, sys.Direct(nil), c, never); err == nil || !strings.Contains(err.Error(), "may come twice") {
		t.Errorf("where messages come twice: %v", err)
	}
}
