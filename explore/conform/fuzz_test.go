package conform_test

import (
	"math/rand/v2"
	"strings"
	"testing"
	"unicode"

	"github.com/gmecheck/gmecheck/algorithms"
	"github.com/gmecheck/gmecheck/explore/conform"
	"github.com/gmecheck/gmecheck/model"
)

// FuzzLog: no log makes the reader or the decision panic, and what they say of it has no control characters in it.
func FuzzLog(f *testing.F) {
	a := algorithms.All()[0]
	sys := a.New(a.Config(model.Published))
	f.Add(record(sys, rand.New(rand.NewPCG(1, 1)), 12).text(nil))
	for _, text := range []string{
		``, `{}`, `[]`, `{"process":1,"kind":"exit"`, `{"process":"\u001b[31m","kind":"exit"}`, `{"process":1,"kind":"\u0007"}`, `{"process":1,"kind":"exit","kind":"exit"}`,
		`{"process":1,"kind":"exit","\u001b":1}`, `{"process":1,"kind":"deliver","message":{"kind":"\u001b[2J","fields":{"\u0000":1e999999}}}`,
		`{"process":1,"kind":"request","fields":{"has":` + strings.Repeat("[", 9999) + strings.Repeat("]", 9999) + `}}`,
		`{"log":"gmecheck","version":1,"algorithm":"\u001b"}`, `{"process":1,"seq":9223372036854775807,"kind":"request"}`, "\xff",
		`{"process":1,"kind":"request","x-y":{},"time":"2024-01-01T00:00:00Z"}`, `{"process":1,"kind":"deliver","message":{"text":"\u001b"}}`,
		`{"process":1,"kind":"request","fields":{"phase":"\u001b[2J"}}`, `{"process":2,"kind":"timeout","name":"\u0007"}`,
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		printable := func(what string) {
			if k := strings.IndexFunc(what, func(r rune) bool { return unicode.IsControl(r) }); k >= 0 {
				t.Fatalf("%q has a control character", what)
			}
		}
		l, err := conform.Read("log", strings.NewReader(text))
		if err != nil {
			printable(err.Error())
			return
		}
		for hidden := range 2 {
			got, err := conform.Decide(t.Context(), sys.Fresh(), l, conform.Options{Hidden: hidden, MaxStates: 500})
			if err != nil {
				printable(err.Error())
				return
			}
			if m := got.Misfit; m != nil {
				printable(m.Why + m.Event.String())
			}
			if _, err := conform.Judge(t.Context(), got, a.Properties(sys.Config), 1000); err != nil {
				t.Fatal(err)
			}
		}
	})
}

// TestLimits: lines that are too long, and bytes that are no text, are refused with their place.
func TestLimits(t *testing.T) {
	for text, want := range map[string]string{
		"\n{\"process\":1,\"x-y\":\"" + strings.Repeat("a", conform.MaxLine) + "\"}": "log:2: the line has more than",
		`{"process":1,"kind":"exit","message":{}}`:                                   `log:1: an event "exit" has a key message; allowed is that in deliver or drop`,
		`{"process":1,"kind":"exit","when":1}`:                                       `nobody knows the key "when"`,
		`{"process":1,"kind":"leave"}`:                                               `kind is "leave"; allowed is request,`,
		`{"process":1,"kind":"request","demand":{"size":1}}`:                         `demand has the key "size"; allowed is group,`,
		`{"process":1,"kind":"exit","seq":0}`:                                        "seq is 0",
		`{"process":1,"kind":"exit"} {}`:                                             "something stands behind the object",
	} {
		if _, err := conform.Read("log", strings.NewReader(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.60s: %v; want %s", text, err, want)
		}
	}
}
