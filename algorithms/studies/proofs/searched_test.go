package proofs_test

import (
	"encoding/json"
	"maps"
	"os"
	"testing"

	"github.com/gmecheck/gmecheck/algorithms"
	"github.com/gmecheck/gmecheck/algorithms/options"
	"github.com/gmecheck/gmecheck/algorithms/paper"
	"github.com/gmecheck/gmecheck/algorithms/studies/ledger"
	"github.com/gmecheck/gmecheck/algorithms/studies/proofs"
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
)

// TestNothingProvedIsRefuted: no search that the ledgers store refutes what a stored closure proves for the same model, and many
// confirm it.
func TestNothingProvedIsRefuted(t *testing.T) {
	confirmed, refuted := 0, 0
	for _, a := range algorithms.All() {
		var searched ledger.Explored
		var proved proofs.Report
		for name, into := range map[string]any{"../../../docs/ledger/" + a.Name + ".json": &searched, file(a.Name): &proved} {
			data, err := os.ReadFile(name)
			if err == nil {
				err = json.Unmarshal(data, into)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		read := func(line string) model.Config {
			_, c, err := options.Parse(paper.List{a.UpTo(proofs.MostProcesses)}, line)
			if err != nil {
				t.Fatal(err)
			}
			return c
		}
		closures := map[*proofs.Run]model.Config{}
		for k := range proved.Runs {
			if r := &proved.Runs[k]; r.Ended && !r.Capped {
				closures[r] = read(a.Name + " " + r.Line)
			}
		}
		for _, line := range searched.Lines() {
			c := read(line)
			for _, s := range searched.Get(line) {
				for _, found := range s.Run.Answers {
					for r, d := range closures {
						if !same(c, d) {
							continue
						}
						for _, x := range r.Answers {
							switch {
							case x.Property != found.Property:
							case found.Verdict == invariants.Refuted && x.Verdict != proofs.Open:
								t.Errorf("%s: a search refutes %s, and views of %d prove it", line, x.Property, r.Entities)
							case found.Verdict == invariants.Refuted:
								refuted++
							case x.Verdict != proofs.Open && (found.Verdict == invariants.Holds || found.Verdict == invariants.Vacuous):
								confirmed++
							}
						}
					}
				}
			}
		}
	}
	if t.Logf("%d answers of searches about what is proved, %d refutations of what is not", confirmed, refuted); confirmed < 100 {
		t.Errorf("%d answers of searches are about what is proved: too few to say anything", confirmed)
	}
}

// same reports that two configurations differ at most in requests and in the network, and that there are no faults.
func same(c, d model.Config) bool {
	return c.Variant == d.Variant && c.Processes == d.Processes && c.Groups == d.Groups && c.Tokens == d.Tokens && c.Priorities == d.Priorities &&
		maps.Equal(c.Params, d.Params) && c.Loss == d.Loss && c.Duplicate == d.Duplicate && c.Crash == d.Crash
}
