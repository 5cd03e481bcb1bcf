package views

import (
	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/system"
)

// judge judges pairs of sites, and remembers what it has said of pairs that look the same.
type judge struct {
	question *Question
	pair     [2]int32 // the first that must not be
	found    bool
	panicked *model.Broken // what is said of them is that the question panics

	number map[model.View]int32
	looks  []model.View
	of     []int32 // the number of an entity's look, from 1
	said   map[[2]int32]bool
}

// newJudge returns nil if a question is not about pairs of sites.
func newJudge(q *Question) *judge {
	if q.Pair == nil && q.Inside != 1 {
		return nil
	}
	x := *q
	if x.Inside == 1 {
		x.Deaf, x.Pair = true, func(v, w *model.View) bool { return v.InCS && w.InCS }
	}
	return &judge{question: &x, number: map[model.View]int32{}, said: map[[2]int32]bool{}}
}

// unknowing says of a question about what sites show that numbers decide it which are not known, if they do.
func (t *entities) unknowing(q int, a *Answer) bool {
	question := &t.options.Questions[q]
	switch {
	case question.Pair == nil || question.Deaf:
	case t.compares[q]:
		a.Why = "it compares numbers, or what contains them, with == or !=, or looks at them otherwise than by their methods"
	case t.unsure:
		a.Why = "what it asks for depends on numbers, and views do not know these"
	}
	return a.Why != ""
}

// drawn hears what a site shows with numbers that are drawn, and without. A question of which the answer is a bad one only then looks at
// numbers without asking.
func (t *entities) drawn(with, without model.View) {
	for q := range t.options.Questions {
		question := &t.options.Questions[q]
		if question.Pair == nil || question.Deaf || t.compares[q] {
			continue
		}
		t.compares[q] = !t.bad(question, &without, &without) && t.bad(question, &with, &with)
		if last := t.last; last[0] != nil {
			t.compares[q] = t.compares[q] || !t.bad(question, &without, last[1]) && t.bad(question, &with, last[0])
		}
	}
	t.last = [2]*model.View{&with, &without}
}

// hear hears of two sites that can stand side by side; that with the lower number comes first.
func (j *judge) hear(t *entities, a, b int32) {
	if j == nil || j.found {
		return
	}
	key := [2]int32{j.look(t, a), j.look(t, b)}
	bad, said := j.said[key]
	if !said {
		bad = t.bad(j.question, &j.looks[key[0]-1], &j.looks[key[1]-1])
		j.said[key], j.panicked = bad, t.panicked
	}
	if bad {
		j.found, j.pair = true, [2]int32{a, b}
	}
}

// bad asks the question, of the two in either order, and is true if any answers to what it asks about numbers that are not known make it so.
func (t *entities) bad(q *Question, v, w *model.View) bool {
	return t.asked(q, func() bool { return q.Pair(v, w) || q.Pair(w, v) })
}

// speaks reports that there may be something to say.
func (t *entities) speaks(q *Question, v *model.View) bool {
	return t.asked(q, func() bool { return q.Speaks(v) })
}

// asked asks a function of a question. It is true, too, where the function asks what a number is, of which there is no answer, or panics: perhaps no run
// leads there. The error is a panic: that it does not always answer the same.
func (t *entities) asked(q *Question, f func() bool) bool {
	is, panics := t.answer(q, f)
	t.panicked = panics
	t.asks++
	for range system.Repetitions(t.asks) {
		if again, _ := t.answer(q, f); again != is {
			panic(&model.Broken{Property: q.Name, Problem: "does not always answer the same"})
		}
	}
	return is
}

func (t *entities) answer(q *Question, f func() bool) (is bool, panics *model.Broken) {
	defer func() {
		if r := recover(); r != nil {
			is = true
			if _, unknown := r.(model.Unknown); !unknown {
				panics = model.PropertyBroken(q.Name, "", r)
			}
		}
	}()
	return t.alone.Some(f), nil
}

// look is the number of what a site looks like.
func (j *judge) look(t *entities, e int32) int32 {
	for len(j.of) <= int(e) {
		j.of = append(j.of, 0)
	}
	if j.of[e] == 0 {
		v := j.question.told(t.looks[e])
		k, known := j.number[v]
		if !known {
			j.looks = append(j.looks, v)
			k = int32(len(j.looks))
			j.number[v] = k
		}
		j.of[e] = k
	}
	return j.of[e]
}
