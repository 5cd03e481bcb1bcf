package views_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/gmecheck/gmecheck/explore/views"
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/system"
)

// asked are the answers to questions about a system, by views of so many.
func asked(t *testing.T, sys *system.System, o views.Options, questions ...views.Question) *views.Result {
	t.Helper()
	o.Questions = questions
	r, err := views.Of(t.Context(), sys, o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// rings is a ring of n with a mistake.
func rings(n int, wrong string, faults model.Config) *system.System {
	faults.Processes, faults.Requests = n, slices.Repeat([]int{model.Unlimited}, n)
	return system.Compose[stop, token](ring{n, wrong}, faults)
}

// pairs are of what can stand side by side.
type pairs map[[2]string]bool

func (p pairs) join(a, b string) bool {
	more := !p[[2]string{a, b}]
	p[[2]string{a, b}], p[[2]string{b, a}] = true, true
	return more
}

// tells is what is wrong with the steps that an answer tells: each must take what is there by then, and all of them together, as often as one likes, must make
// its view.
func tells(sys *system.System, entities int, a views.Answer) string {
	known, beside, text := map[string]bool{}, pairs{}, func(s views.Shown) string { return fmt.Sprint(s) }
	alone := sys.Fresh().Alone()
	for _, vars := range alone.Starts() {
		var all []string
		for site, v := range vars {
			s := text(views.Shown{Place: sys.Places[site].Title(), Fields: model.Fields(alone.Vars(site, v))})
			known[s] = true
			for _, b := range all {
				beside.join(s, b)
			}
			all = append(all, s)
		}
	}
	for k, step := range a.Steps {
		if !known[text(step.Before)] || step.Takes != nil && !known[text(*step.Takes)] {
			return fmt.Sprintf("step %d, %s, takes what is not there", k+1, step.Label)
		}
		if takes := strings.HasPrefix(step.Label, "deliver("); takes != (step.Takes != nil) {
			return fmt.Sprintf("step %d, %s, takes %v", k+1, step.Label, step.Takes)
		}
		for _, s := range append([]views.Shown{step.After}, step.Sends...) {
			known[text(s)] = true
		}
	}
	for _, s := range a.View {
		if !known[text(s)] {
			return fmt.Sprintf("nothing makes %v", s)
		}
	}
	if entities == 1 || len(a.View) != 2 {
		return ""
	}
	for again := true; again; {
		again = false
		for _, step := range a.Steps {
			site, message := text(step.Before), text(step.Before)
			if step.Takes != nil {
				if message = text(*step.Takes); !beside[[2]string{site, message}] {
					continue
				}
			}
			var all []string
			for _, x := range append([]views.Shown{step.After}, step.Sends...) {
				s := text(x)
				for _, b := range all {
					again = beside.join(s, b) || again
				}
				all = append(all, s)
				for b := range known {
					if beside[[2]string{b, site}] && beside[[2]string{b, message}] {
						again = beside.join(s, b) || again
					}
				}
			}
		}
	}
	if !beside[[2]string{text(a.View[0]), text(a.View[1])}] {
		return "the steps do not make the view"
	}
	return ""
}

// TestTold: the steps that an answer tells make its view, of each kind of question and of views.
func TestTold(t *testing.T) {
	mutex := views.Question{Name: "mutex", Deaf: true, Pair: invariants.Mutex.Few.Pair}
	told, taken, crashed := 0, 0, 0
	check := func(name string, sys *system.System, o views.Options, questions ...views.Question) {
		for o.Entities = 1; o.Entities <= 2; o.Entities++ {
			for _, q := range questions {
				for _, a := range asked(t, sys, o, q).Answers {
					if a.Proved {
						continue
					}
					if wrong := tells(sys, o.Entities, a); wrong != "" {
						t.Errorf("%s, views of %d, %s: %s: %+v", name, o.Entities, q.Name, wrong, a)
					}
					told++
					for _, s := range a.Steps {
						if s.Takes != nil {
							taken++
						}
						if s.After.Down {
							crashed++
						}
					}
				}
			}
		}
	}
	all := []views.Question{
		mutex, {Name: "inside", Inside: 1}, {Name: "tokens", Tokens: 1},
		{Name: "passes", Heard: func(e *model.Event) bool { return e.Kind == model.InternalEvent && e.Site == 3 }},
		{Name: "takes", Heard: func(e *model.Event) bool { return e.Kind == model.DeliverEvent && e.Site == 3 }},
		{Name: "holds and waits", Pair: func(v, w *model.View) bool { return v.Holds > 0 && w.Waits || w.Holds > 0 && v.Waits }},
	}
	for _, wrong := range []string{"", "keeps the token", "passes the token while inside", "enters without the token", "may send two"} {
		check(wrong, rings(3, wrong, model.Config{}), views.Options{}, all...)
	}
	check("down", rings(3, "", model.Config{Crash: 1}), views.Options{}, views.Question{Name: "two are down", Pair: func(v, w *model.View) bool { return v.Down && w.Down }}, all[3])
	room := usual(2)
	check("declared", room.open(3, model.Unlimited, model.Config{}), views.Options{}, mutex)
	room.credits = nil
	check("none", room.open(3, model.Unlimited, model.Config{}), views.Options{MaxWork: 100_000}, mutex, views.Question{Name: "gme", Deaf: true, Pair: invariants.GME.Few.Pair})
	check("found", room.open(3, model.Unlimited, model.Config{}), views.Options{FindLaws: true}, mutex)
	if told < 30 || taken < 30 || crashed == 0 {
		t.Errorf("%d answers, %d steps that take a message and %d crashes are too few to say anything", told, taken, crashed)
	}
}

// TestHeard: a step that must not happen is heard by each kind of views, whichever of a site's outcomes it is; one that does not happen is proved.
func TestHeard(t *testing.T) {
	for entities := 1; entities <= 2; entities++ {
		for name, x := range map[string]struct {
			wrong  string
			heard  func(e *model.Event) bool
			proved bool
		}{
			"passes": {"", func(e *model.Event) bool { return e.Kind == model.InternalEvent && e.Name == "pass" }, false}, // behind a request, which is possible, too
			"two":    {"may send two", func(e *model.Event) bool { return len(e.Choices) > 0 && strings.Contains(e.Choices[0], "2") }, false},
			"never":  {"", func(e *model.Event) bool { return e.Kind == model.CrashEvent }, true},
		} {
			r := asked(t, rings(2, x.wrong, model.Config{}), views.Options{Entities: entities}, views.Question{Name: name, Heard: x.heard})
			a := r.Answers[0]
			if a.Proved != x.proved {
				t.Errorf("%s, views of %d: %+v", name, entities, a)
			}
			if k := len(a.Steps) - 1; name == "two" && (k < 0 || len(a.Steps[k].Sends) != 2) {
				t.Errorf("%s, views of %d: the step is not shown last: %+v", name, entities, a)
			}
		}
	}
}

// TestEachAlone: what one question finds does not end the search for what the others ask, in any order.
func TestEachAlone(t *testing.T) {
	sys := rings(3, "may send two", model.Config{})
	all := []views.Question{
		{Name: "two hold", Pair: func(v, w *model.View) bool { return v.Holds > 0 && w.Holds > 0 }}, // late
		{Name: "waits", Pair: func(v, w *model.View) bool { return v.Waits || w.Waits }},            // early
		{Name: "takes", Heard: func(e *model.Event) bool { return e.Kind == model.DeliverEvent }},
		{Name: "inside", Inside: 2}, {Name: "tokens", Tokens: 1}, {Name: "at most 1", Inside: 1},
	}
	for entities := 1; entities <= 2; entities++ {
		for k, q := range all {
			for _, other := range all[:k] {
				for _, pair := range [][]views.Question{{q}, {other}, {q, other}, {other, q}} {
					for _, a := range asked(t, sys, views.Options{Entities: entities}, pair...).Answers {
						if a.Proved {
							t.Errorf("views of %d: %s is proved, asked with %d", entities, a.Name, len(pair)-1)
						}
					}
				}
			}
		}
	}
}
