package invariants

import (
	"fmt"
	"slices"
	"strings"

	"github.com/gmecheck/gmecheck/model"
)

// The exclusion properties are judged on the variables: [Environment] says whether these are what the environment knows.

// GME is group mutual exclusion: all processes inside are there for one group.
var GME = Property{
	Name: "gme", Kind: Invariant,
	Doc:   "all processes in their critical section attend the same group",
	State: compatible,
	Keeps: insideStays, Deaf: true,
	Few:    &Few{Pair: func(v, w *model.View) bool { return v.InCS && w.InCS && conflict(v, w) }},
	Detail: attendance,
}

// Mutex is mutual exclusion, for each resource where there are several.
var Mutex = Property{
	Name: "mutex", Kind: Invariant,
	Doc: "at most one process is in its critical section, for each resource",
	State: func(vs Views) Opinion {
		inside := 0
		var used model.Groups
		for _, v := range vs {
			if !v.InCS {
				continue
			}
			if v.Groups.Empty() && inside > 0 || !v.Groups.Empty() && !used.Intersect(v.Groups).Empty() {
				return Violated
			}
			inside++
			used = used.Union(v.Groups)
		}
		return If(inside > 0, true)
	},
	Keeps: insideStays, Deaf: true,
	Few: &Few{Pair: func(v, w *model.View) bool {
		return v.InCS && w.InCS && (v.Groups.Empty() || w.Groups.Empty() || !v.Groups.Intersect(w.Groups).Empty())
	}},
	Detail: attendance,
}

// KSafety is k-mutual exclusion.
func KSafety(k int) Property {
	return Property{
		Name: "k-safety", Kind: Invariant,
		Doc: fmt.Sprintf("at most k = %d processes are in their critical section", k),
		State: func(vs Views) Opinion {
			inside := vs.Count(func(v *model.View) bool { return v.InCS })
			return If(inside > 0, inside <= k)
		},
		Keeps: insideStays, Deaf: true,
		Few:    &Few{Inside: k},
		Detail: attendance,
	}
}

// NoDeadlock says that nobody waits in a state in which nothing can happen any more.
var NoDeadlock = Property{
	Name: "deadlock", Kind: NoEnd,
	Doc:    "no state without a transition in which a process waits",
	BySite: true,
	State:  func(vs Views) Opinion { return If(vs.Any(waits), true) },
	AtEnds: true, Deaf: true,
	End: func(vs Views) Opinion { return If(vs.Any(waits), false) },
	Detail: func(vs Views) string {
		return strings.Join(words(vs, func(v *model.View) string {
			if v.Waits {
				return "waits"
			}
			return ""
		}), ", ") + ", and nothing can happen"
	},
}

// Spurious says that nobody enters its critical section without a request that waits for it. It hears such entries alone,
// so that the search need not stop at the others, and has something to say where a process is inside.
var Spurious = Property{
	Name: "spurious", Kind: Stepwise,
	Doc:     "no process enters its critical section without a waiting request, nor once more while it is inside",
	BySite:  true,
	State:   func(vs Views) Opinion { return If(vs.Any(attends), true) },
	Hears:   func(e *model.Event) bool { return e.Spurious },
	Few:     &Few{Heard: true},
	ByEvent: true,
	Step:    func(Step) Opinion { return Violated },

	StepDetail: func(e *model.Event) string { return fmt.Sprintf("P%d enters, and has not asked for it", e.Site) },
}

// Environment says that the variables are what the environment knows: it makes the requests and the exits, and hears of
// the entries. It is judged of every step, given that it was so before it; so where it holds, Waits, InCS, Groups and
// Priority of every view are those of the environment, and what other properties say of views they say of processes that
// have entered and not yet left, and of what was demanded.
//
// Like [Spurious], it hears of violations alone. Of an entry that nobody has asked for it says only that it leads inside: that
// it happens is what Spurious is about.
var Environment = Property{
	Name: "environment", Kind: Stepwise, Source: "what the other verdicts rest on",
	Doc: "by its variables a process waits from its request to its entry, and is inside from there to its exit, and never " +
		"otherwise, with the groups and the priority that were demanded",
	BySite:     true,
	State:      func(vs Views) Opinion { return If(vs.Any(waits) || vs.Any(attends), true) },
	Hears:      func(e *model.Event) bool { return e.Unfaithful != "" },
	Few:        &Few{Heard: true},
	ByEvent:    true,
	Step:       func(Step) Opinion { return Violated },
	StepDetail: func(e *model.Event) string { return fmt.Sprintf("P%d %s", e.Site, e.Unfaithful) },
}

// Count is the number of sites for which f holds.
func (vs Views) Count(f func(*model.View) bool) int {
	n := 0
	for _, v := range vs {
		if f(v) {
			n++
		}
	}
	return n
}

// Any reports whether f holds for some site.
func (vs Views) Any(f func(*model.View) bool) bool { return slices.ContainsFunc(vs, f) }

// Quiet reports that no message is in flight.
func (vs Views) Quiet() bool { return !vs.Any(func(v *model.View) bool { return v.InFlight }) }

func waits(v *model.View) bool { return v.Waits }

func attends(v *model.View) bool { return v.InCS }

func compatible(vs Views) Opinion {
	inside := 0
	for i, v := range vs {
		if !v.InCS {
			continue
		}
		inside++
		for _, w := range vs[:i] {
			if w.InCS && conflict(v, w) {
				return Violated
			}
		}
	}
	return If(inside > 0, true)
}

// conflict reports that two sites attend groups, and none together.
func conflict(v, w *model.View) bool {
	return !v.Groups.Empty() && !w.Groups.Empty() && v.Groups.Intersect(w.Groups).Empty()
}

func attendance(vs Views) string {
	return strings.Join(words(vs, func(v *model.View) string {
		switch {
		case !v.InCS:
			return ""
		case v.Groups.Empty():
			return "is in its CS"
		}
		var groups []string
		for g := range v.Groups.All() {
			groups = append(groups, g.String())
		}
		return "attends " + strings.Join(groups, " or ")
	}), ", ")
}

// words says of every site what say says of it, if anything: "P1 waits".
func words(vs Views, say func(*model.View) string) []string {
	var all []string
	for i, v := range vs {
		if text := say(v); text != "" {
			all = append(all, fmt.Sprintf("P%d %s", i+1, text))
		}
	}
	return all
}
