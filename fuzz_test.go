package gmecheck_test

import (
	"context"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/gmecheck/gmecheck"
	"github.com/gmecheck/gmecheck/explore"
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/system"
)

// FuzzModels draws models of the front door with every feature; see drawnModels.
func FuzzModels(f *testing.F) {
	seeded(f)
	f.Fuzz(rapid.MakeFuzz(drawnModels))
}

func TestDrawnModels(t *testing.T) { rapid.Check(t, drawnModels) }

// seeded adds inputs that are long enough for all that is drawn.
func seeded(f *testing.F) {
	for seed := range uint64(20) {
		r, bytes := rand.New(rand.NewPCG(seed, 0)), make([]byte, 1<<13)
		for k := range bytes {
			if bytes[k] = byte(r.Uint32()); k&7 > 1 && seed%2 == 0 {
				bytes[k] = 0 // small numbers
			}
		}
		f.Add(bytes)
	}
}

// mostDrawn is the number of states up to which drawn models are compared: the naive checker is slow.
const mostDrawn = 400

// drawnModels compares a search of a drawn model with the naive checker, with searches in all other modes, and with the same
// model in which budgets, senders and parameters are written out.
func drawnModels(t *rapid.T) {
	d := drawModel(t)
	options := drawOptions(t, d)
	p := d.model(false)
	d.claim(p, false)
	want, err := p.Check(append(options, gmecheck.MaxStates(mostDrawn))...)
	if err != nil {
		t.Fatal(err)
	}
	if !want.Complete {
		return
	}
	p.Agree(t, options...)

	plain := d.model(true)
	d.claim(plain, true)
	got, err := plain.Check(append(options, gmecheck.Workers(rapid.IntRange(1, 3).Draw(t, "workers")))...)
	if err != nil {
		t.Fatal("written out: ", err)
	}
	sameReport(t, "written out", want, got)

	symmetric, err := p.Check(append(options, gmecheck.Symmetry())...)
	if err != nil {
		t.Fatal("by symmetry: ", err)
	}
	sameReport(t, "by symmetry", want, symmetric)
	if rapid.Bool().Draw(t, "trails") {
		canonically(t, d, options, want)
	}
	familiar(t, d, options, want)
	sys, err := p.System(options...)
	if err != nil {
		t.Fatal(err)
	}
	deep, err := explore.Check(context.Background(), sys, explore.Options{Mode: explore.DFS, Canonical: explore.CanonicalOff})
	if err != nil || deep.States != want.States || deep.Transitions != want.Transitions {
		t.Errorf("depth first: %+v, %v\n%v", deep, err, want)
	}
	onDisk(t, sys, p.Claims(sys.Config), want)
}

// sameReport demands the same counts, and of every property the same verdict and value, and of runs that end as many steps. Whether a run that ends
// is shown, or one that goes on for ever, depends on the order of the states where both violate a property.
func sameReport(t *rapid.T, how string, want, got *gmecheck.Report) {
	if got.States != want.States || got.Transitions != want.Transitions || got.Depth != want.Depth || got.Complete != want.Complete {
		t.Errorf("%s\n%v\n%v", how, got, want)
	}
	for k, v := range want.Verdicts {
		w := got.Verdicts[k]
		if w.Property != v.Property || w.Result != v.Result || w.Value != v.Value || !v.Endless && !w.Endless && len(w.Steps) != len(v.Steps) {
			t.Errorf("%s\n%v %q\n%v %q", how, w, w.Steps, v, v.Steps)
		}
	}
}

// canonically searches a model whose sites have trails that nobody reads, and the canonical forms, which have none: these are as many as the model has
// states without trails, and what is said of properties is the same.
func canonically(t *rapid.T, d *drawn, options []gmecheck.Option, want *gmecheck.Report) {
	trailing := *d
	trailing.Trails = true
	search := func(canon func(g *gmecheck.Global[tabled])) *gmecheck.Report {
		p := trailing.model(false)
		trailing.claim(p, false)
		if canon != nil {
			p.Canonical(canon)
		}
		r, err := p.Check(append(options, gmecheck.MaxStates(10*mostDrawn))...)
		if err != nil && canon != nil && (strings.Contains(err.Error(), "differ in numbers only") || strings.Contains(err.Error(), "take the place of")) {
			return nil // messages that wait are not told apart: such models are not searched by forms
		}
		if err != nil {
			t.Fatal("with trails: ", err)
		}
		return r
	}
	all, forms := search(nil), search(withoutTrails)
	if forms == nil || !forms.Canonical || !forms.Complete || !all.Complete {
		return // a step may leave the form as it was: then the search says that it cannot tell
	}
	if forms.States != want.States || forms.Depth != want.Depth {
		t.Errorf("canonical forms\n%v\nwithout trails\n%v", forms, want)
	}
	all.States, all.Transitions, all.Depth = forms.States, forms.Transitions, forms.Depth
	sameReport(t, "canonical forms", all, forms)
}

func withoutTrails(g *gmecheck.Global[tabled]) {
	for k := range g.Sites {
		g.Sites[k].Trail = 0
	}
}

// familiar searches the model as the command line does a family of this size.
func familiar(t *rapid.T, d *drawn, options []gmecheck.Option, want *gmecheck.Report) {
	a, err := gmecheck.Algorithm(gmecheck.Family(func(n int) *gmecheck.Model[tabled] {
		sized := *d
		sized.Sites = n
		return sized.model(false).With(options...)
	}).Sizes(d.Sites, d.Sites, 3))
	if err != nil {
		t.Fatal(err)
	}
	r, err := explore.Check(context.Background(), a.New(a.Config(model.Published)), explore.Options{Workers: 1, Canonical: explore.CanonicalOff})
	if err != nil || r.States != want.States || r.Transitions != want.Transitions || r.Depth != want.Depth {
		t.Errorf("of a family: %+v, %v\n%v", r, err, want)
	}
}

// onDisk searches again: on files, and in two goes, of which the second resumes what the first has saved.
func onDisk(t *rapid.T, sys *system.System, claims invariants.Panel, want *gmecheck.Report) {
	where := rapid.IntRange(0, 5).Draw(t, "where")
	if where > 1 {
		return // most of the time would be the disk's
	}
	top, err := os.MkdirTemp("", "drawn")
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(top)
	whole, r, err := explore.CheckAll(context.Background(), sys, claims, explore.Options{Workers: 1, Canonical: explore.CanonicalOff})
	if err != nil || r.States != want.States {
		t.Fatal(r, err)
	}
	of := []explore.Trait{{Name: "model", Value: "drawn"}}
	all := []explore.Options{
		{Workers: 2, Store: &explore.Store{Dir: filepath.Join(top, "store"), Parts: rapid.IntRange(1, 3).Draw(t, "parts"), Of: of}},
		{Workers: 2, Checkpoint: &explore.Checkpoint{Dir: filepath.Join(top, "saved"), Of: of}},
	}
	o := all[where]
	o.Canonical = explore.CanonicalOff
	if want.Depth > 1 && rapid.Bool().Draw(t, "in two goes") {
		first := o
		first.MaxDepth = rapid.IntRange(1, want.Depth-1).Draw(t, "depth")
		if _, r, err := explore.CheckAll(context.Background(), sys, claims, first); err != nil || r.Complete {
			t.Fatal(r, err)
		}
		if o.Checkpoint != nil {
			again := *o.Checkpoint
			again.Resume = true
			o.Checkpoint = &again
		}
	}
	findings, r, err := explore.CheckAll(context.Background(), sys, claims, o)
	if err != nil || r.States != want.States || r.Transitions != want.Transitions || r.Depth != want.Depth {
		t.Fatal(r, err)
	}
	for k, f := range findings {
		if w := whole[k]; f.Verdict != w.Verdict || f.Detail != w.Detail || f.Endless != w.Endless || f.Loop != w.Loop || !reflect.DeepEqual(f.Trace, w.Trace) || !reflect.DeepEqual(f.Value, w.Value) {
			t.Errorf("on disk: %+v\nin memory: %+v", f, w)
		}
	}
}
