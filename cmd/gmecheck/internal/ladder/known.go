package ladder

import (
	"github.com/gmecheck/gmecheck/algorithms/paper"
	"github.com/gmecheck/gmecheck/algorithms/studies/ledger"
	"github.com/gmecheck/gmecheck/counterexamples"
	"github.com/gmecheck/gmecheck/model"
)

// Known are stored counterexamples as a ledger takes them.
func Known(traces []*counterexamples.Trace) []ledger.Known {
	var all []ledger.Known
	for _, t := range traces {
		known := ledger.Known{Line: t.Model, Property: t.Property, Start: t.Start, Trace: t.Steps, Loop: -1, Long: t.Long}
		if t.Endless {
			known.Loop = t.Loop
		}
		all = append(all, known)
	}
	return all
}

// Replay replays a known refutation. Where a figure speaks of every single value, it is what is claimed.
func Replay(a *paper.Algorithm, c model.Config, k ledger.Known, f paper.Figure) bool {
	all := a.AllProperties(c)
	if each := f.Each(c); each != nil && k.Loop < 0 {
		for i := range all {
			if all[i].Name == k.Property {
				all[i] = all[i].Claiming(each)
			}
		}
	}
	t := &counterexamples.Trace{Model: k.Line, Property: k.Property, Start: k.Start, Steps: k.Trace, Endless: k.Loop >= 0, Loop: max(k.Loop, 0)}
	out, err := counterexamples.Replay(a.New(c), all, t)
	return err == nil && out.Result == counterexamples.Replayed
}
