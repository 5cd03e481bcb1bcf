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
	Flags string // behind the name of the algorithm, if it is another
	Value float64
	Half  float64 // of the interval of 95 %; 0 where the value is exact
}

// Comparison is how the means of a cell stand beside those of another algorithm, or of a variant, in the same models. A difference is shown
// where the intervals of 95 % have no point in common.
type Comparison struct {
	With      string
	Says      paper.Sense // what the sentence says
	Models    int         // in which both have a mean
	Shown     int         // of them, in which it is as the sentence says
	Otherwise int         // in which it is the other way round; in the others no difference is shown
}

// lay enters the means of one model.
func (c *Comparison) lay(own, other Mean) {
	c.Models++
	switch less, more := own.Value+own.Half < other.Value-other.Half, own.Value-own.Half > other.Value+other.Half; {
	case less && c.Says == paper.Less, more && c.Says == paper.More:
		c.Shown++
	case less, more:
		c.Otherwise++
	}
}

// String is "less than baseline in 1 of 3 models, more in 2".
func (c Comparison) String() string {
	if c.Models == 0 {
		return fmt.Sprintf("%s has no mean beside which it could be laid", c.With)
	}
	other := map[paper.Sense]paper.Sense{paper.Less: paper.More, paper.More: paper.Less}[c.Says]
	text := fmt.Sprintf("%s than %s in %d of %d models", c.Says, c.With, c.Shown, c.Models)
	if c.Otherwise > 0 {
		text += fmt.Sprintf(", %s in %d", other, c.Otherwise)
	}
	if open := c.Models - c.Shown - c.Otherwise; open > 0 {
		text += fmt.Sprintf(", no difference shown in %d", open)
	}
	return text
}

// How large a model whose average is computed may be, and how long one is simulated whose average is measured.
const (
	mostMeanStates = 200_000
	loadRuns       = 8
	loadEntries    = 2500
	entriesOfEach  = 100  // at least so many of each process, for what a tree or a token has learnt takes some of each
	mostLoaded     = 1000 // processes
)

// averaged is the cell of an average. Its reason says of which models no number was found.
func averaged(a *paper.Algorithm, variant string, of *paper.Average, others paper.List) Cell {
	c := Cell{Verdict: NotDecided}
	var without []string
	note := func(flags string, m Mean, err error) {
		if m.Flags = flags; err != nil {
			without = append(without, flags+": "+err.Error())
		} else {
			c.Means = append(c.Means, m)
		}
	}
	for _, way := range []struct {
		verdict Verdict
		models  []string
		find    func(*paper.Algorithm, string, string, *paper.Average) (Mean, error)
	}{{Exact, of.Exact, exactMean}, {Measured, of.Measured, measuredMean}} {
		for _, flags := range way.models {
			m, err := way.find(a, variant, flags, of)
			if note(flags, m, err); err == nil {
				c.Verdict = way.verdict
			}
		}
	}
	if c.Verdict == NotDecided {
		c.Reason = strings.Join(without, "; ")
		return c // there is nothing to lay others beside
	}
	own := c.Means
	for _, name := range of.Beside {
		other, as, unknown := a, strings.TrimPrefix(name, "--variant "), error(nil)
		beside := Comparison{With: as, Says: of.Says}
		if as == name {
			other, unknown = others.Find(name)
			as = model.Published
		}
		for _, flags := range of.Measured {
			m, err := Mean{}, unknown
			if err == nil {
				m, err = measuredMean(other, as, flags, of)
			}
			if note(name+" "+flags, m, err); err != nil {
				continue
			}
			if k := slices.IndexFunc(own, func(m Mean) bool { return m.Flags == flags }); k >= 0 {
				beside.lay(own[k], m)
			}
		}
		if of.Says != "" {
			c.Compared = append(c.Compared, beside)
		}
	}
	c.Reason = strings.Join(without, "; ")
	return c
}

// found is what the process has computed and simulated: the same ledger is often decided more than once, and claims share loads.
var found sync.Map

// once is what is found once.
func once[T any](key string, find func() (T, error)) (T, error) {
	x, _ := found.LoadOrStore(key, sync.OnceValues(find))
	return x.(func() (T, error))()
}

func exactMean(a *paper.Algorithm, variant, flags string, of *paper.Average) (Mean, error) {
	c, err := configured(a, variant, flags)
	if err != nil {
		return Mean{}, err
	}
	r, err := once(fmt.Sprint(Exact, a.Name, variant, flags, of.CS, of.Think), func() (*mean.Result, error) {
		return mean.Of(context.Background(), a.New(c), mean.Options{
			Clocks: mean.Clocks{Latency: 1, CS: of.CS, Think: of.Think}, Symmetry: true, MaxStates: mostMeanStates,
		})
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
	sizes := strings.HasPrefix(of.Measure, measures.MessageSize)
	r, err := once(fmt.Sprint(Measured, a.Name, variant, flags, of.CS, of.Think, sizes), func() (*load.Result, error) {
		return loaded(a, variant, flags, of, sizes)
	})
	if err != nil {
		return Mean{}, err
	}
	e, measured := r.Estimate(of.Measure)
	switch {
	case !measured || r.Runs < loadRuns:
		return Mean{}, fmt.Errorf("%d of %d runs come to an end, where nobody enters any more", loadRuns-r.Runs, loadRuns)
	case r.Unserved > 0 && !sizes && of.Measure != measures.Fairness: // which says just that
		return Mean{}, fmt.Errorf("in %d of %d runs a process waits all the time, while others enter", r.Unserved, loadRuns)
	}
	return Mean{Value: e.Mean, Half: e.Half}, nil
}

// loaded simulates an average's load.
func loaded(a *paper.Algorithm, variant, flags string, of *paper.Average, sizes bool) (*load.Result, error) {
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
	return load.Run(context.Background(), a.New(c), load.Options{
		Times:  measures.Times{Latency: exponential(1), CS: exponential(of.CS), Think: exponential(of.Think)},
		Timers: timers, Sizes: sizes,
		Seed: 1, Runs: loadRuns, Entries: max(loadEntries, entriesOfEach*c.Processes),
	})
}

// configured is the configuration of an algorithm that flags describe.
func configured(a *paper.Algorithm, variant, flags string) (model.Config, error) {
	_, c, err := options.Parse(paper.List{a}, a.Name+" --variant "+variant+" "+flags)
	return c, err
}
