package ledger_test

import (
	"bytes"
	"encoding/json"
	"testing"

	"github.com/gmecheck/gmecheck/algorithms/studies/ledger"
)

// FuzzExplored: what is read of a stored ledger is written, and written alike when it is read again.
func FuzzExplored(f *testing.F) {
	f.Add([]byte(`{"algorithm":"gbp","budget":9,"version":"1","properties":["a","b"],"runs":[{"line":"-n 2","states":3,"transitions":4,"depth":1,"said":"h?","more":{"b":{"steps":2,"value":[1,2]}}}]}`))
	f.Add([]byte(`{"algorithm":"gbp","averages":[{"of":"gbp -n 2","means":{"throughput":[0.5,0.01]},"ended":1,"waits":2},{"of":"gbp -n 3","none":"why"}]}`))
	f.Add([]byte(`{"averages":[null]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		var x ledger.Explored
		if json.Unmarshal(data, &x) != nil {
			return
		}
		first, err := json.Marshal(&x)
		if err != nil {
			t.Fatal(err)
		}
		var y ledger.Explored
		if err := json.Unmarshal(first, &y); err != nil {
			t.Fatalf("%s: %v", first, err)
		}
		if second, err := json.Marshal(&y); err != nil || !bytes.Equal(first, second) {
			t.Fatalf("%s is written as\n%s, %v", first, second, err)
		}
	})
}
