package ledger

import (
	"context"
	"errors"
	"fmt"
	"math"
	"runtime"
	"slices"
	"strings"

	"github.com/gmecheck/gmecheck/algorithms/options"
	"github.com/gmecheck/gmecheck/algorithms/paper"
	"github.com/gmecheck/gmecheck/explore/load"
	"github.com/gmecheck/gmecheck/explore/mean"
	"github.com/gmecheck/gmecheck/explore/measures"
	"github.com/gmecheck/gmecheck/model"
)

// How large a model whose average is computed may be, and how long one is simulated whose average is measured.
const (
	mostMeanStates = 200_000
	loadRuns       = 8
	loadEntries    = 2500
	entriesOfEach  = 100  // at least so many of each process, for what a tree or a token has learnt takes some of each
	mostLoaded     = 1000 // processes
)

// Averages are those of one model under one load.
type Averages struct {
	Line   string                `json:"of"` // the model and its load
	None   string                `json:"none,omitempty"`
	Means  map[string][2]float64 `json:"means,omitempty"` // by measure: the mean and the half of its interval of 95 %, which is 0 if it was computed
	Ended  int                   `json:"ended,omitempty"` // runs in which nobody enters any more
	Waits  int                   `json:"waits,omitempty"` // runs in which a process waits all the time, while others enter
	Stored bool                  `json:"-"`               // from an earlier time
}

// averages finds those that a ledger needs, each once: claims share loads.
type averages struct {
	*Ledger
	ctx      context.Context // with the end of the time that there is
	store    Store           // nil: none
	progress func(Progress)  // nil: nobody asks
}

func newAverages(ctx context.Context, l *Ledger, o *Options) *averages {
	return &averages{Ledger: l, ctx: ctx, store: o.Store, progress: o.Progress}
}

// haltedError says that somebody did not want to wait for a number.
type haltedError struct{ cause error }

func (e haltedError) Error() string {
	if errors.Is(e.cause, context.DeadlineExceeded) {
		return "not measured, the time is over"
	}
	return "not measured, interrupted"
}

// of is the averages of a model under a load: those that are known or stored, or else what find finds.
func (x *averages) of(line string, find func() (*Averages, error)) (*Averages, error) {
	if k := slices.IndexFunc(x.Averages, func(m *Averages) bool { return m.Line == line }); k >= 0 {
		return x.Averages[k], nil
	}
	var m *Averages
	if x.store != nil {
		m = x.store.Averages(line)
	}
	if m != nil {
		stored := *m
		stored.Stored, m = true, &stored
	} else {
		if x.ctx.Err() != nil {
			return nil, haltedError{x.ctx.Err()}
		}
		if x.progress != nil {
			x.progress(Progress{Line: line, Averages: true, Spent: x.Spent})
		}
		var err error
		if m, err = find(); x.ctx.Err() != nil {
			return nil, haltedError{x.ctx.Err()}
		} else if err != nil {
			return nil, err
		}
		if len(m.Means) == 0 {
			m.Means = nil // as it is read again
		}
		if m.Line = line; x.store != nil {
			x.store.PutAverages(m)
		}
	}
	x.Averages = append(x.Averages, m)
	return m, nil
}

// exact is a mean of a model whose states are few enough to compute it.
func (x *averages) exact(a *paper.Algorithm, variant, flags string, of *paper.Average) (Mean, error) {
	c, err := configured(a, variant, flags)
	if err != nil {
		return Mean{}, err
	}
	m, err := x.of(loadLine(a, variant, flags, of)+", computed", func() (*Averages, error) {
		r, err := mean.Of(x.ctx, a.New(c), mean.Options{
			Clocks: mean.Clocks{Latency: 1, CS: of.CS, Think: of.Think}, Symmetry: true, MaxStates: mostMeanStates,
		})
		if err != nil {
			return nil, err
		}
		m := &Averages{None: r.Limit, Means: map[string][2]float64{}}
		if r.Endless && r.Stuck == 0 {
			for _, e := range r.Measures {
				m.Means[e.Name] = [2]float64{e.Value, 0}
			}
		}
		return m, nil
	})
	if err != nil {
		return Mean{}, err
	}
	if m.None != "" {
		return Mean{}, errors.New(m.None)
	}
	e, is := m.Means[of.Measure]
	if !is {
		return Mean{}, fmt.Errorf("there is no %s in the long run", of.Measure)
	}
	return Mean{Value: e[0]}, nil
}

// measured is a mean of a larger model.
func (x *averages) measured(a *paper.Algorithm, variant, flags string, of *paper.Average) (Mean, error) {
	sizes, how := strings.HasPrefix(of.Measure, measures.MessageSize), ""
	if sizes {
		how = ", with sizes"
	}
	m, err := x.of(loadLine(a, variant, flags, of)+how, func() (*Averages, error) {
		r, err := loaded(x.ctx, a, variant, flags, of, sizes)
		if err != nil {
			return nil, err
		}
		m := &Averages{Means: map[string][2]float64{}, Ended: loadRuns - r.Runs, Waits: r.Unserved}
		if m.Ended == 0 {
			for _, e := range r.Estimates {
				if !math.IsNaN(e.Mean) && !math.IsNaN(e.Half) {
					m.Means[e.Name] = [2]float64{e.Mean, e.Half}
				}
			}
		}
		return m, nil
	})
	if err != nil {
		return Mean{}, err
	}
	e, is := m.Means[of.Measure]
	switch {
	case !is:
		return Mean{}, fmt.Errorf("%d of %d runs come to an end, where nobody enters any more", m.Ended, loadRuns)
	case m.Waits > 0 && !sizes && of.Measure != measures.Fairness: // which says just that
		return Mean{}, fmt.Errorf("in %d of %d runs a process waits all the time, while others enter", m.Waits, loadRuns)
	}
	return Mean{Value: e[0], Half: e[1]}, nil
}

// loadLine says which model stands under which load.
func loadLine(a *paper.Algorithm, variant, flags string, of *paper.Average) string {
	return fmt.Sprintf("%s --variant %s %s, inside for %g, thinking for %g", a.Name, variant, flags, of.CS, of.Think)
}

// loaded simulates an average's load.
func loaded(ctx context.Context, a *paper.Algorithm, variant, flags string, of *paper.Average, sizes bool) (*load.Result, error) {
	large := *a.UpTo(mostLoaded)
	if !large.Groups.Unused() {
		large.Groups.Max = mostLoaded
	}
	c, err := configured(&large, variant, flags)
	if err != nil {
		return nil, err
	}
	c.Unsearched = true
	timers := map[string]measures.Distribution{}
	if a.Lengths != nil {
		for timer, length := range a.Lengths(c, 1, of.CS) {
			timers[timer] = measures.Must(fmt.Sprintf("const:%g", length))
		}
	}
	exponential := func(mean float64) measures.Distribution { return measures.Must(fmt.Sprintf("exp:%g", mean)) }
	return load.Run(ctx, a.New(c), load.Options{
		Times:  measures.Times{Latency: exponential(1), CS: exponential(of.CS), Think: exponential(of.Think)},
		Timers: timers, Sizes: sizes,
		Seed: 1, Runs: loadRuns, Entries: max(loadEntries, entriesOfEach*c.Processes), Workers: runtime.GOMAXPROCS(0),
	})
}

// configured is the configuration of an algorithm that flags describe.
func configured(a *paper.Algorithm, variant, flags string) (model.Config, error) {
	_, c, err := options.Parse(paper.List{a}, a.Name+" --variant "+variant+" "+flags)
	return c, err
}
