package ledger

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/gmecheck/gmecheck/algorithms/options"
	"github.com/gmecheck/gmecheck/algorithms/paper"
	"github.com/gmecheck/gmecheck/explore/load"
	"github.com/gmecheck/gmecheck/explore/mean"
	"github.com/gmecheck/gmecheck/explore/measures"
	"github.com/gmecheck/gmecheck/model"
)

// Mean is an average of one model.
type Mean struct {
	Flags string
	Value float64
	Half  float64 // of the interval of 95 %; 0 where the value is exact
}

// How large a model whose average is computed may be, and how long one is simulated whose average is measured.
const (
	mostMeanStates = 200_000
	loadRuns       = 8
	loadEntries    = 2500
)

// averaged is the cell of an average. Its reason says of which models no number was found.
func averaged(a *paper.Algorithm, variant string, of *paper.Average) Cell {
	c := Cell{Verdict: NotDecided}
	var without []string
	for _, way := range []struct {
		verdict Verdict
		models  []string
		find    func(*paper.Algorithm, string, string, *paper.Average) (Mean, error)
	}{{Exact, of.Exact, exactMean}, {Measured, of.Measured, measuredMean}} {
		for _, flags := range way.models {
			m, err := once(fmt.Sprint(way.verdict, a.Name, variant, flags, *of), func() (Mean, error) { return way.find(a, variant, flags, of) })
			if m.Flags = flags; err != nil {
				without = append(without, flags+": "+err.Error())
			} else {
				c.Verdict, c.Means = way.verdict, append(c.Means, m)
			}
		}
	}
	c.Reason = strings.Join(without, "; ")
	return c
}

// found is the averages that the process has found: the same ledger is often decided more than once.
var found sync.Map

// once is an average that is found once.
func once(key string, find func() (Mean, error)) (Mean, error) {
	x, _ := found.LoadOrStore(key, sync.OnceValues(find))
	return x.(func() (Mean, error))()
}

func exactMean(a *paper.Algorithm, variant, flags string, of *paper.Average) (Mean, error) {
	c, err := configured(a, variant, flags)
	if err != nil {
		return Mean{}, err
	}
	r, err := mean.Of(context.Background(), a.New(c), mean.Options{
		Clocks: mean.Clocks{Latency: 1, CS: of.CS, Think: of.Think}, Symmetry: true, MaxStates: mostMeanStates,
	})
	if err != nil {
		return Mean{}, err
	}
	if r.Limit != "" {
		return Mean{}, errors.New(r.Limit)
	}
	k := slices.IndexFunc(r.Measures, func(m mean.Measure) bool { return m.Name == of.Measure })
	if k < 0 || !r.Endless || r.Stuck > 0 {
		return Mean{}, fmt.Errorf("there is no %s in the long run", of.Measure)
	}
	return Mean{Value: r.Measures[k].Value}, nil
}

func measuredMean(a *paper.Algorithm, variant, flags string, of *paper.Average) (Mean, error) {
	large := *a
	large.Processes.Max = model.MaxSites - 1 // one more place is a coordinator's
	c, err := configured(&large, variant, flags)
	if err != nil {
		return Mean{}, err
	}
	exponential := func(mean float64) measures.Distribution { return measures.Must(fmt.Sprintf("exp:%g", mean)) }
	r, err := load.Run(context.Background(), a.New(c), load.Options{
		Times: measures.Times{Latency: exponential(1), CS: exponential(of.CS), Think: exponential(of.Think)},
		Seed:  1, Runs: loadRuns, Entries: loadEntries,
	})
	if err != nil {
		return Mean{}, err
	}
	e, measured := r.Estimate(of.Measure)
	if !measured || r.Runs < loadRuns {
		return Mean{}, fmt.Errorf("not all runs have a %s", of.Measure)
	}
	return Mean{Value: e.Mean, Half: e.Half}, nil
}

// configured is the configuration of an algorithm that flags describe.
func configured(a *paper.Algorithm, variant, flags string) (model.Config, error) {
	_, c, err := options.Parse(paper.List{a}, a.Name+" --variant "+variant+" "+flags)
	return c, err
}
