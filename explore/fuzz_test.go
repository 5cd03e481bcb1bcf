package explore_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/gmecheck/gmecheck/algorithms/paper/papertest"
	"github.com/gmecheck/gmecheck/explore"
	"github.com/gmecheck/gmecheck/explore/disk"
	"github.com/gmecheck/gmecheck/explore/naive"
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
)

// seeded adds inputs that are long enough for all that a property draws.
func seeded(f *testing.F, count int) {
	for seed := range uint64(count) {
		r, bytes := rand.New(rand.NewPCG(seed, 0)), make([]byte, 1<<13)
		for k := range bytes {
			if bytes[k] = byte(r.Uint32()); k&7 > 1 && seed%2 == 0 {
				bytes[k] = 0 // small numbers
			}
		}
		f.Add(bytes)
	}
}

// FuzzProtocols searches random protocols, with every feature or with none, in all modes, and compares with the naive checker.
func FuzzProtocols(f *testing.F) {
	seeded(f, 20)
	f.Fuzz(rapid.MakeFuzz(everyMode))
}

func TestMain(m *testing.M) {
	papertest.FewerChecks()
	os.Exit(m.Run())
}

// TestEveryMode is the same with protocols drawn at random.
func TestEveryMode(t *testing.T) { rapid.Check(t, everyMode) }

// mostCompared is the number of states up to which protocols are compared: the naive checker is slow.
const mostCompared = 400

func everyMode(t *rapid.T) {
	f := drawFeatured(t)
	if len(f.starts) == 0 {
		return
	}
	want, r := tell(t, f.system(), judgedOf(f.Sites), explore.Options{Workers: 1, MaxStates: mostCompared})
	if !r.Complete {
		return
	}
	counts := f.naively(t)
	if counts.States != want.States {
		t.Fatalf("%d states, naively %+v", want.States, counts)
	}
	replayed(t, f.system(), judgedOf(f.Sites))
	reduced, err := explore.Check(context.Background(), f.system(), explore.Options{Symmetry: true, Workers: 2, Judge: judgedOf(f.Sites)})
	if err != nil || reduced.Reduction.States != counts.States || reduced.Reduction.Transitions != counts.Transitions || reduced.Depth != counts.Depth {
		t.Fatalf("by symmetry %+v, %v; naively %+v", reduced.Reduction, err, counts)
	}
	for _, v := range reduced.Violations {
		if x := want.Findings[v.Property]; x.Verdict != invariants.Refuted {
			t.Fatalf("by symmetry %s is violated", x.Property)
		}
	}
	if dir, err := os.MkdirTemp("", "fuzz"); err != nil {
		t.Fatal(err)
	} else {
		defer os.RemoveAll(dir)
		spill := func() *explore.Spill {
			return (&explore.Spill{Dir: dir}).Now(rapid.IntRange(1, 3).Draw(t, "every"), rapid.SampledFrom([]int{1, 4, 16}).Draw(t, "chunk"))
		}
		if got, _ := tell(t, f.system(), judgedOf(f.Sites), explore.Options{Workers: 2, Spill: spill()}); cmp.Diff(want.judged(), got.judged()) != "" {
			t.Fatal("spilled: ", cmp.Diff(want.judged(), got.judged()))
		}
		if want.Depth < 2 {
			return
		}
		which := rapid.IntRange(0, 7).Draw(t, "which of the three searches are spilled")
		got := resumed(t, f, judgedOf(f.Sites), want, func(k int) *explore.Spill {
			if which>>k&1 == 0 {
				return nil
			}
			return spill()
		})
		if diff := cmp.Diff(want.judged(), got.judged()); diff != "" {
			t.Fatal("resumed: ", diff)
		}
	}
}

// drawFeatured draws a protocol with any of the features that protocols may have.
func drawFeatured(t *rapid.T) featured {
	p := drawSeveral(t)
	f := featured{several: p, config: drawSmall(t, p.Sites)}
	c := &f.config
	c.OrderedTimers = c.Timeouts == model.Patient && rapid.Bool().Draw(t, "ordered timers")
	for _, budget := range []*int{&c.Loss, &c.Duplicate, &c.Crash} {
		*budget = rapid.SampledFrom([]int{0, 0, 0, 1, 2}).Draw(t, "budget")
	}
	if c.Timeouts == model.Patient {
		c.Early = rapid.SampledFrom([]int{0, 0, 1}).Draw(t, "early")
	}
	if c.Crash > 0 {
		c.Final, c.Crashing = rapid.Bool().Draw(t, "final"), rapid.SampledFrom([]model.Sites{{}, model.SetOf[model.Site](1), model.SetOf[model.Site](2)}).Draw(t, "crashing")
	}
	if c.Loss > 0 {
		c.Lossy = rapid.SampledFrom([][]string{nil, {"0"}, {"1"}, {"2"}}).Draw(t, "lossy")
	}
	if rapid.IntRange(0, 3).Draw(t, "a boundary") == 0 {
		within(&f)
	}
	return f
}

// naively is the counts of the naive checker, with which the engine agrees on all else, too.
func (f featured) naively(t *rapid.T) naive.Result {
	if f.most > 0 {
		p := fenced{f.several, f.most}
		papertest.Agree[local, int](t, p, f.config, randomProperties)
		return naive.Explore[local, int](p, f.config, nil)
	}
	papertest.Agree[local, int](t, f.several, f.config, randomProperties)
	return naive.Explore[local, int](f.several, f.config, nil)
}

// FuzzSearches is the other comparisons of random protocols.
func FuzzSearches(f *testing.F) {
	all := []func(*rapid.T){randomProtocols, severalInitialStates, searchedWithin, lookingWithin, graphWithin, randomSymmetry, fewestSwitches}
	seeded(f, 20)
	f.Fuzz(rapid.MakeFuzz(func(t *rapid.T) { rapid.SampledFrom(all).Draw(t, "what is compared")(t) }))
}

// FuzzResume resumes searches from checkpoints and files of states in which numbers and names were changed, and all checksums
// made right: it may be refused, or find anything, but neither panics nor goes on without end.
func FuzzResume(f *testing.F) {
	seeded(f, 20)
	f.Fuzz(rapid.MakeFuzz(forged))
}

func TestForged(t *testing.T) { rapid.Check(t, forged) }

func forged(t *rapid.T) {
	f := drawFeatured(t)
	if len(f.starts) == 0 {
		return
	}
	top, err := os.MkdirTemp("", "forged")
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(top)
	path := filepath.Join(top, "checkpoint")
	o := explore.Options{Workers: 1, MaxStates: 100, MaxDepth: rapid.IntRange(1, 5).Draw(t, "depth"), Checkpoint: saved(path, false)}
	spilled := rapid.Bool().Draw(t, "spilled")
	if spilled {
		o.Spill = (&explore.Spill{Dir: top}).Now(1, 4)
	}
	if _, r := tell(t, f.system(), judgedOf(f.Sites), o); !r.Saved {
		return
	}
	dir := disk.Dir{Path: path, Passing: true}
	forge(t, dir, len(f.system().Places))
	o = explore.Options{Workers: rapid.IntRange(1, 2).Draw(t, "workers"), MaxStates: 2000, MaxMemory: 1 << 30, Checkpoint: saved(path, true), Judge: judgedOf(f.Sites)}
	if rapid.Bool().Draw(t, "spills now") {
		o.Spill = (&explore.Spill{Dir: top}).Now(1, 4)
	}
	_, err = explore.Check(t.Context(), f.system(), o)
	var refused *explore.CheckpointError
	var broken *explore.Broken
	if err != nil && !errors.As(err, &refused) && !errors.As(err, &broken) {
		t.Fatalf("%T %v", err, err)
	}
}

// scalar is a line of a manifest with a number or a truth value.
var scalar = regexp.MustCompile(`(?m)^(\s*(?:"\w+": )?)(-?\d+|true|false)(,?)$`)

// forge changes some of what a checkpoint says.
func forge(t *rapid.T, dir disk.Dir, sites int) {
	const name, title = "checkpoint", "gmecheck checkpoint 1"
	var raw json.RawMessage
	if err := dir.Load(name, title, &raw); err != nil {
		t.Fatal(err)
	}
	var of struct{ Journal, States, Sorted []disk.Entry }
	if err := json.Unmarshal(raw, &of); err != nil {
		t.Fatal(err)
	}
	text := string(raw)
	number := rapid.OneOf(rapid.Int64Range(-2, 40), rapid.SampledFrom([]int64{255, 256, math.MaxUint32, 1 << 32, 1 << 40, math.MaxInt64, math.MinInt64}))
	for range rapid.IntRange(0, 2).Draw(t, "numbers changed") {
		all := scalar.FindAllStringSubmatchIndex(text, -1)
		at := rapid.SampledFrom(all).Draw(t, "which")
		to := fmt.Sprint(number.Draw(t, "number"))
		text = text[:at[4]] + to + text[at[5]:]
	}
	for range rapid.IntRange(0, 2).Draw(t, "rows changed") {
		files, width := of.Journal, 4
		switch kind := rapid.IntRange(0, 2).Draw(t, "of"); {
		case kind == 1 && len(of.States) > 0:
			files, width = of.States, sites+2
		case kind == 2 && len(of.Sorted) > 0:
			files, width = of.Sorted, sites+1
		}
		e := &files[rapid.IntRange(0, len(files)-1).Draw(t, "file")]
		text = forgeRows(t, dir, e, width, text, number)
	}
	if err := dir.Save(name, title, json.RawMessage(text)); err != nil {
		t.Fatal(err)
	}
}

// forgeRows changes a row of a file, and what the manifest says of the file.
func forgeRows(t *rapid.T, dir disk.Dir, e *disk.Entry, width int, manifest string, number *rapid.Generator[int64]) string {
	var rows [][]uint32
	if _, err := dir.EachRow(*e, width, func(row []uint32) error {
		rows = append(rows, slices.Clone(row))
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	if len(rows) == 0 {
		return manifest
	}
	row := rapid.IntRange(0, len(rows)-1).Draw(t, "row")
	switch rapid.IntRange(0, 3).Draw(t, "how") {
	case 0:
		rows = slices.Delete(rows, row, row+1)
	case 1:
		rows = slices.Insert(rows, row, slices.Clone(rows[row]))
	default:
		rows[row][rapid.IntRange(0, width-1).Draw(t, "column")] = uint32(number.Draw(t, "number"))
	}
	w, err := dir.CreateRows(e.Name, width)
	for _, row := range rows {
		if err == nil {
			err = w.Append(row)
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	forged, _, err := w.Commit()
	if err != nil {
		t.Fatal(err)
	}
	manifest = strings.ReplaceAll(manifest, e.SHA256, forged.SHA256)
	place := func(bytes int64) string { return fmt.Sprintf("%q,\n   \"bytes\": %d,", e.Name, bytes) }
	manifest = strings.Replace(manifest, place(e.Bytes), place(forged.Bytes), 1)
	*e = forged
	return manifest
}
