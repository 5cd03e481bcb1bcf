package conform_test

import (
	"encoding/json"
	"errors"
	"flag"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/gmecheck/gmecheck/algorithms"
	"github.com/gmecheck/gmecheck/algorithms/options"
	"github.com/gmecheck/gmecheck/counterexamples"
	"github.com/gmecheck/gmecheck/explore/conform"
	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/system"
)

var seeds = flag.Int("seeds", 20, "how many logs of each algorithm are compared with the naive search")

// forget leaves out some of what a log says; numbers: also the numbers of events.
func forget(lines []map[string]any, random *rand.Rand, numbers bool) (out []map[string]any) {
	for _, line := range lines {
		o := map[string]any{}
		for _, key := range slices.Sorted(maps.Keys(line)) {
			x := line[key]
			switch key {
			case "seq":
				if numbers {
					continue
				}
			case "fields", "from", "demand", "name", "choices":
				if random.IntN(3) == 0 {
					continue
				}
			case "message":
				if random.IntN(6) == 0 {
					continue
				}
				m := map[string]any{"kind": x.(map[string]any)["kind"]}
				if random.IntN(3) > 0 {
					m["fields"] = x.(map[string]any)["fields"]
				}
				x = m
			}
			o[key] = x
		}
		out = append(out, o)
	}
	return out
}

// spoil changes, drops, doubles or moves one line; the numbers of a site's events stay as they are or are given anew.
func spoil(lines []map[string]any, random *rand.Rand) []map[string]any {
	if len(lines) == 0 {
		return lines
	}
	copied := func(line map[string]any) map[string]any {
		text, _ := json.Marshal(line)
		var o map[string]any
		if err := json.Unmarshal(text, &o); err != nil {
			panic(err)
		}
		return o
	}
	out := append([]map[string]any(nil), lines...)
	k := random.IntN(len(out))
	anew := true
	switch random.IntN(5) {
	case 0: // changed: what another line says of something
		o, other := copied(out[k]), out[random.IntN(len(out))]
		for _, key := range []string{"fields", "message", "from", "demand", "name"} {
			if x, has := other[key]; has && o[key] != nil && random.IntN(2) == 0 {
				o[key] = x
			}
		}
		out[k] = o
	case 1:
		out = append(out[:k:k], out[k+1:]...)
		anew = random.IntN(2) == 0
	case 2:
		out = append(out[:k+1:k+1], out[k:]...)
	case 3:
		line := out[k]
		out = append(out[:k:k], out[k+1:]...)
		at := random.IntN(len(out) + 1)
		out = append(out[:at:at], append([]map[string]any{line}, out[at:]...)...)
	case 4:
		o := copied(out[k])
		o["process"] = out[random.IntN(len(out))]["process"]
		out[k] = o
	}
	if !anew {
		return out
	}
	count := map[any]int{}
	for k := range out {
		if out[k]["seq"] != nil {
			o := copied(out[k])
			count[o["process"]]++
			o["seq"] = count[o["process"]]
			out[k] = o
		}
	}
	return out
}

// compareWithNaive decides logs that have been spoilt, and compares.
func compareWithNaive(t *testing.T, sys *system.System, random *rand.Rand, steps int, met map[bool]int) {
	t.Helper()
	sys.Apart = true // choices that lead to the same are logged as well
	lines := record(sys, random, steps).lines
	numbers := random.IntN(3) == 0
	lines = forget(lines, random, numbers)
	for range random.IntN(3) {
		lines = spoil(lines, random)
	}
	hidden := 0
	if random.IntN(3) == 0 {
		hidden = 1 + random.IntN(2)
	}
	compare(t, sys, lines, hidden, met)
}

// compare decides a log, and compares.
func compare(t *testing.T, sys *system.System, lines []map[string]any, hidden int, met map[bool]int) {
	t.Helper()
	text := recorded{lines: lines}.text(nil)
	l, err := conform.Read("log", strings.NewReader(text))
	if err != nil {
		return // a key that its kind of event does not have
	}
	got, err := conform.Decide(t.Context(), sys.Fresh(), l, conform.Options{Hidden: hidden, MaxStates: 300_000})
	var mistake *conform.Mistake
	if errors.As(err, &mistake) {
		return
	}
	if err != nil || got.Limit != "" {
		t.Fatal(err, got.Limit, text)
	}
	want, most := naively(sys.Fresh(), lines, hidden)
	met[want]++
	if got.Conforms != want {
		t.Fatalf("conforms: %v; naively: %v, hidden %d, %+v\n%s\n%v", got.Conforms, want, hidden, got.Misfit, text, []any{sys.Config.Network, sys.Config.Loss, sys.Config.Duplicate, sys.Config.Crash})
	}
	if !got.Longest && got.States < conform.PrefixStates {
		t.Fatalf("after %d states the longest prefix is not known\n%s", got.States, text)
	}
	if got.Fitted > most || got.Longest && got.Fitted < most || (got.Misfit == nil) != got.Conforms {
		t.Fatalf("%d events fit; naively %d; %+v\n%s", got.Fitted, most, got.Misfit, text)
	}
	path, err := counterexamples.Walk(sys.Fresh(), &counterexamples.Trace{Start: got.Start, Steps: got.Labels()})
	if err != nil || path.Last() != len(got.Labels()) {
		t.Fatal(err, text)
	}
}

// TestAgrees: logs with events changed, dropped, doubled and moved, and of which little is said, are decided as by trying every order.
func TestAgrees(t *testing.T) {
	for _, a := range algorithms.All() {
		t.Run(a.Name, func(t *testing.T) {
			met := map[bool]int{}
			for seed := range uint64(*seeds) {
				random := rand.New(rand.NewPCG(seed, 7))
				c := a.Config(model.Repaired)
				c.Network = []model.Network{model.Bag, model.FIFO}[random.IntN(2)]
				c.Loss, c.Duplicate, c.Crash = max(0, random.IntN(4)-2), max(0, random.IntN(6)-2), max(0, random.IntN(4)-2)
				compareWithNaive(t, a.New(c), random, 4+random.IntN(10), met)
			}
			if met[true] == 0 || met[false] == 0 {
				t.Errorf("only one verdict was met: %v", met)
			}
		})
	}
}

// TestMissing: of numbered logs lines in a row are missing, of one process, once or twice, and the rest says little: as many steps must have been hidden, but for
// those lines that only say that the step before them has entered.
func TestMissing(t *testing.T) {
	met := map[bool]int{}
	for _, line := range []string{"raymond -n 2 -r 3", "suzuki-kasami -n 2 -r 2", "naimi-trehel -n 2 -r 3", "srt-gme -n 2 -m 1"} {
		a, c, err := options.Parse(algorithms.All(), line)
		if err != nil {
			t.Fatal(err)
		}
		sys := a.New(c)
		for seed := range uint64(30 * *seeds) {
			random := rand.New(rand.NewPCG(seed, 11))
			lines := record(sys, random, 6+random.IntN(8)).lines
			if len(lines) == 0 {
				continue
			}
			whose := lines[random.IntN(len(lines))]["process"]
			var own []int
			for k := range lines {
				if lines[k]["process"] == whose {
					own = append(own, k)
				}
				if random.IntN(2) == 0 {
					delete(lines[k], "fields")
				}
			}
			gone := map[int]bool{}
			for range 1 + random.IntN(2) {
				missing := min(1+random.IntN(3), len(own))
				from := random.IntN(len(own) - missing + 1)
				for _, k := range own[from : from+missing] {
					gone[k] = true
				}
			}
			var kept []map[string]any
			for k := range lines {
				if !gone[k] {
					kept = append(kept, lines[k])
				}
			}
			compare(t, sys, kept, max(0, len(gone)-random.IntN(3)), met)
		}
	}
	if met[true] < 50 || met[false] < 50 {
		t.Errorf("verdicts met: %v", met)
	}
}
