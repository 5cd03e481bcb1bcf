package views

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/gmecheck/gmecheck/explore/internal/session"
	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/system"
	"github.com/gmecheck/gmecheck/model/values"
)

// Law is a law of credits that was found and not declared: what it weighs of all sites and messages together stays as it is at the
// beginning. It is a guess, from steps of a few random runs; what makes it a law is that every step of the closure is weighed.
type Law struct {
	Weights map[string]int // of the amounts that it weighs, see [values.Amounts]; all above 0
	Total   int            // of the whole at the beginning, the most if there are several
}

// String is a law as a sum: "admit in flight + 2 free + inside = 2".
func (l Law) String() string {
	var terms []string
	for _, name := range slices.Sorted(maps.Keys(l.Weights)) {
		if w := l.Weights[name]; w > 1 {
			name = fmt.Sprintf("%d %s", w, name)
		}
		terms = append(terms, name)
	}
	return fmt.Sprintf("%s = %d", strings.Join(terms, " + "), l.Total)
}

func (l Law) weigh(all map[string]int) (sum int) {
	for name, w := range l.Weights {
		sum += w * all[name]
	}
	return sum
}

// amountsOf are those of the variables of a site, without the counts of events.
func amountsOf(vars any) map[string]int {
	all := map[string]int{}
	for name, value := range model.Variables(vars) {
		if !strings.HasPrefix(name, "#") {
			maps.Copy(all, values.Amounts(name, value))
		}
	}
	return all
}

// amountsIn are those of a message on its way: that it is there, and what it says.
func amountsIn(message any) map[string]int {
	kind := model.Kind(message)
	if of, is := message.(model.Carrier); is {
		message, _, _ = of.Carries()
	}
	all := values.Amounts(kind, message)
	all[kind+" in flight"] = 1
	return all
}

// amounts are those of an entity.
func (t *entities) amounts(e entity) map[string]int {
	if e.flies() {
		return amountsIn(t.alone.Message(e.message))
	}
	return amountsOf(t.alone.Vars(e.site, e.local.Vars))
}

// The random runs from which laws are guessed, and what is not worth guessing from.
const (
	lawRuns    = 60
	newRuns    = 6 // that must have shown nothing new, to end earlier
	lawSteps   = 120
	mostLaws   = 8
	mostWeighs = 64  // amounts that change
	mostSums   = 400 // while laws are computed
	mostFactor = 1 << 20
)

// findLaws guesses laws: it looks for sums of amounts with weights of 0 and more that no step of some random runs changes, and of these for the
// ones that no others are parts of. The steps are those of views, which forget numbers; a crash and a recovery are left out, for they may make the
// whole lighter. It is empty where handlers do not know what to do, and where it is stopped.
func findLaws(sys *system.System, stopped func() bool) (laws []Law) {
	w := &wandering{alone: sys.Fresh().Alone(), random: rand.New(rand.NewPCG(1, 2)), changes: map[string]map[string]int{}}
	if err := session.Try(w.runs); err != nil {
		return nil
	}
	for _, weights := range conserved(slices.Collect(maps.Values(w.changes)), stopped) {
		l := Law{Weights: weights}
		for _, start := range w.alone.Starts() {
			sum := 0
			for site, vars := range start {
				sum += l.weigh(amountsOf(w.alone.Vars(site, vars)))
			}
			l.Total = max(l.Total, sum)
		}
		if l.Total > 0 && len(laws) < mostLaws {
			laws = append(laws, l)
		}
	}
	return laws
}

// guessed are the laws that are guessed, if they are to be.
func (o Options) guessed(sys *system.System, stopped func() bool) []Law {
	if !o.FindLaws || o.lawless || sys.Config.Duplicate > 0 { // what comes twice brings its credits twice
		return nil
	}
	return findLaws(sys, stopped)
}

// lawful closes views with laws: again without one that turns out to be none, until all that are left are kept. It returns these.
func lawful(laws []Law, closes func(laws []Law) *entities) []Law {
	for {
		broken := closes(laws).foundBroken()
		if broken < 0 {
			return laws
		}
		laws = slices.Delete(slices.Clone(laws), broken, broken+1)
	}
}

// wandering takes random runs.
type wandering struct {
	alone   *system.Alone
	random  *rand.Rand
	sites   []system.Local
	flying  []system.Parcel
	changes map[string]map[string]int // of the amounts, by their text
}

func (w *wandering) runs() {
	starts, last := w.alone.Starts(), 0
	for run := 0; run < lawRuns && run <= last+newRuns; run++ {
		known := len(w.changes)
		w.sites, w.flying = nil, nil
		for _, vars := range starts[run%len(starts)] {
			w.sites = append(w.sites, system.Local{Vars: vars})
		}
		for range lawSteps {
			w.step()
		}
		if len(w.changes) > known {
			last = run
		}
	}
}

// step takes a step of a site that is drawn, or of a message, if there is one.
func (w *wandering) step() {
	site, message, all := w.random.IntN(len(w.sites)), -1, []system.Happens(nil)
	if len(w.flying) > 0 && w.random.IntN(4) > 0 {
		message = w.random.IntN(len(w.flying))
		site = w.flying[message].To
		all = w.alone.Takes(site, w.sites[site], w.flying[message].Message)
	} else {
		all = slices.DeleteFunc(w.alone.Own(site, w.sites[site]), func(h system.Happens) bool {
			return h.Event.Kind == model.CrashEvent || h.Event.Kind == model.RecoverEvent
		})
	}
	if len(all) == 0 {
		return
	}
	h := all[w.random.IntN(len(all))]
	change := amountsOf(w.alone.Vars(site, h.Next.Vars))
	plus := func(more map[string]int, sign int) {
		for name, n := range more {
			if change[name] += sign * n; change[name] == 0 {
				delete(change, name)
			}
		}
	}
	plus(amountsOf(w.alone.Vars(site, w.sites[site].Vars)), -1)
	if message >= 0 {
		plus(amountsIn(w.alone.Message(w.flying[message].Message)), -1)
		w.flying = slices.Delete(w.flying, message, message+1)
	}
	for _, m := range h.Sends {
		plus(amountsIn(w.alone.Message(m.Message)), 1)
	}
	w.flying = append(w.flying, h.Sends...)
	w.sites[site] = h.Next
	w.changes[fmt.Sprint(change)] = change
}

// conserved finds weights of 0 and more under which no change changes the sum: those whose amounts are not all among the amounts of others. These are the
// minimal semiflows of a Petri net with the amounts as places and the changes as transitions; the method is that of J. Farkas, as J. M. Colom and
// M. Silva describe it ("Convex Geometry and Semiflows in P/T Nets", Advances in Petri Nets 1990). It is empty if there is too much to compute, or it is stopped.
func conserved(changes []map[string]int, stopped func() bool) (found []map[string]int) {
	places := map[string]bool{}
	for _, change := range changes {
		for name := range change {
			places[name] = true
		}
	}
	names := slices.Sorted(maps.Keys(places))
	if len(names) > mostWeighs {
		return nil
	}
	slices.SortFunc(changes, func(a, b map[string]int) int { return strings.Compare(fmt.Sprint(a), fmt.Sprint(b)) })
	var sums []sum
	for k, name := range names {
		s := sum{weights: make([]int, len(names)), left: make([]int, len(changes))}
		s.weights[k] = 1
		for j, change := range changes {
			s.left[j] = change[name]
		}
		sums = append(sums, s)
	}
	for j := range changes {
		var kept []sum
		for _, s := range sums {
			if s.left[j] == 0 {
				kept = append(kept, s)
			}
		}
		for _, s := range sums {
			for _, t := range sums {
				if s.left[j] > 0 && t.left[j] < 0 {
					if both, fits := s.with(-t.left[j], t, s.left[j]); fits {
						kept = append(kept, both)
					}
				}
			}
		}
		if sums = minimal(kept, stopped); len(sums) > mostSums {
			return nil
		}
	}
	for _, s := range sums {
		weights := map[string]int{}
		for k, w := range s.weights {
			if w != 0 {
				weights[names[k]] = w
			}
		}
		found = append(found, weights)
	}
	return found
}

// sum is a sum of amounts with weights, and how each change changes it.
type sum struct{ weights, left []int }

// with adds two sums, so many times each, and divides by what all weights have in common. It is false if numbers become too large to be added.
func (s sum) with(times int, t sum, others int) (r sum, fits bool) {
	small := func(x int) bool { return -mostFactor < x && x < mostFactor }
	fits = small(times) && small(others)
	for _, all := range [][]int{s.weights, s.left, t.weights, t.left} {
		for _, x := range all {
			fits = fits && small(x)
		}
	}
	if !fits {
		return sum{}, false
	}
	r = sum{make([]int, len(s.weights)), make([]int, len(s.left))}
	common := 0
	for k := range r.weights {
		r.weights[k] = times*s.weights[k] + others*t.weights[k]
		common = divisor(common, r.weights[k])
	}
	for k := range r.weights {
		r.weights[k] /= common
	}
	for k := range r.left {
		r.left[k] = (times*s.left[k] + others*t.left[k]) / common
	}
	return r, true
}

func divisor(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// minimal leaves out sums that weigh all that another one weighs; of two that weigh the same the later one.
func minimal(all []sum, stopped func() bool) (kept []sum) {
	covers := func(s, t sum) bool {
		for k := range s.weights {
			if t.weights[k] != 0 && s.weights[k] == 0 {
				return false
			}
		}
		return true
	}
	for k, s := range all {
		if stopped() {
			return nil
		}
		least := true
		for l, t := range all {
			if k != l && covers(s, t) && (l < k || !covers(t, s)) {
				least = false
				break
			}
		}
		if least {
			kept = append(kept, s)
		}
	}
	return kept
}
