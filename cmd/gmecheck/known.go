package main

import (
	"github.com/gmecheck/gmecheck/algorithms/ledger"
	"github.com/gmecheck/gmecheck/algorithms/paper"
	"github.com/gmecheck/gmecheck/counterexamples"
	"github.com/gmecheck/gmecheck/counterexamples/corpus"
	"github.com/gmecheck/gmecheck/model"
)

// knownRefutations are the stored counterexamples to properties of an algorithm.
func knownRefutations(algorithm string) ([]ledger.Known, error) {
	var all []ledger.Known
	for _, e := range corpus.Entries {
		if e.Algorithm() != algorithm {
			continue
		}
		trace, err := e.Trace()
		if err != nil {
			return nil, err
		}
		known := ledger.Known{Line: trace.Model, Property: trace.Property, Trace: trace.Steps, Loop: -1}
		if trace.Endless {
			known.Loop = trace.Loop
		}
		all = append(all, known)
	}
	return all, nil
}

// stillRefuted replays a known refutation.
func stillRefuted(a *paper.Algorithm, c model.Config, k ledger.Known) bool {
	t := &counterexamples.Trace{Model: k.Line, Property: k.Property, Steps: k.Trace, Endless: k.Loop >= 0, Loop: max(k.Loop, 0)}
	out, err := counterexamples.Replay(a.New(c), a.Properties(c), t)
	return err == nil && out.Result == counterexamples.Replayed
}
