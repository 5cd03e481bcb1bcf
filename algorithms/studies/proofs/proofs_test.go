package proofs_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gmecheck/gmecheck/algorithms"
	"github.com/gmecheck/gmecheck/algorithms/options"
	"github.com/gmecheck/gmecheck/algorithms/paper"
	"github.com/gmecheck/gmecheck/algorithms/studies/proofs"
)

var (
	proveNames = flag.String("prove", "", "close the views of these algorithms anew, or of all, and write docs/ledger/views")
	file       = func(name string) string { return filepath.Join("../../../docs/ledger/views", name+".json") }
)

// bounds are those of what is stored.
var bounds = proofs.Options{First: 1_000_000, Work: 20_000_000, Most: 16, Caps: 2}

// again is the most states and messages of a stored closure that every test run closes once more.
const again = 300

// TestStored: what is stored of every algorithm is what closing the views finds, for those closures that are small.
func TestStored(t *testing.T) {
	for _, a := range algorithms.All() {
		if names := strings.Split(*proveNames, ","); *proveNames == "all" || slices.Contains(names, a.Name) {
			r, err := proofs.Decide(t.Context(), a, bounds)
			if err != nil {
				t.Fatal(err)
			}
			var data bytes.Buffer
			e := json.NewEncoder(&data)
			e.SetEscapeHTML(false)
			e.SetIndent("", " ")
			if err := e.Encode(r); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(file(a.Name), data.Bytes(), 0o666); err != nil {
				t.Fatal(err)
			}
			continue
		} else if *proveNames != "" {
			continue
		}
		data, err := os.ReadFile(file(a.Name))
		if err != nil {
			t.Fatal(err, "; go test ./algorithms/studies/proofs -prove ", a.Name, " writes it")
		}
		var r proofs.Report
		if err := json.Unmarshal(data, &r); err != nil {
			t.Fatal(err)
		}
		closed := 0
		for k := range r.Runs {
			was := &r.Runs[k]
			if !was.Ended || was.States+was.Messages > again {
				continue
			}
			closed++
			_, c, err := options.Parse(paper.List{a.UpTo(proofs.MostProcesses)}, a.Name+" "+was.Line)
			if err != nil {
				t.Fatal(err)
			}
			now, err := proofs.Close(t.Context(), a, c, was.Entities, was.Work, was.Queues)
			if err != nil || now == nil {
				t.Fatalf("%s %s: %v", a.Name, was.Line, err)
			}
			if d := cmp.Diff(was, now); d != "" {
				t.Errorf("%s %s: what is stored (-) is not what is found (+)\n%s", a.Name, was.Line, d)
			}
		}
		t.Logf("%s: %d of %d closures closed again", a.Name, closed, len(r.Runs))
	}
}
