package ladder

import (
	"encoding/json"
	"os"
	"reflect"
	"testing"

	"github.com/gmecheck/gmecheck/algorithms/studies/ledger"
)

// FuzzShelf reads files of a store whose checksum is right, whatever is in them, and files as they come: what is read is stored and
// read again.
func FuzzShelf(f *testing.F) {
	f.Add([]byte(`[{"States":100,"Run":{"line":"a line","limit":"x","states":7,"transitions":1,"depth":2,"holds":["gme"],"open":["a"],"answers":[{"property":"bypass","verdict":"violated","value":{"Min":1,"Max":3},"steps":2,"trace":["x","y"],"loop":1,"endless":true}]}}]`))
	f.Add([]byte(`null`))
	f.Fuzz(func(t *testing.T, runs []byte) {
		s := &Shelf{folder: t.TempDir(), build: "this", warn: func(string, ...any) {}}
		const line = "a line"
		if err := os.WriteFile(s.file(line), runs, 0o666); err != nil {
			t.Fatal(err)
		}
		s.Get(line)
		data, err := json.Marshal(shelfFile{Build: s.build, Line: line, Sum: sum(runs), Found: runs})
		if err != nil {
			return // not even JSON
		}
		if err := os.WriteFile(s.file(line), data, 0o666); err != nil {
			t.Fatal(err)
		}
		all := s.Get(line)
		s.Put(line, all)
		if again := s.Get(line); len(all) != len(again) || !reflect.DeepEqual(told(all), told(again)) {
			t.Fatalf("%+v is read again as %+v", all, again)
		}
	})
}

// told is what runs say of each property, in any order.
func told(all []ledger.StoredRun) (said []map[string]ledger.Answer) {
	for _, s := range all {
		of := map[string]ledger.Answer{}
		for _, a := range s.Run.Answers {
			of[a.Property] = a
		}
		said = append(said, of)
	}
	return said
}

// FuzzBudget: a budget is wrong, a number of states from 1 on, or a time to come; only the word for none is no limit.
func FuzzBudget(f *testing.F) {
	for _, text := range []string{"500K", "1,000", "10m", "none", "1e3G", "-1", "NaN", "Inf"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		states, until, err := ParseBudget(text)
		if err == nil && states < 1 && until.IsZero() && text != "none" {
			t.Fatalf("%q is no limit", text)
		}
	})
}
