package views

import "github.com/gmecheck/gmecheck/model"

// judge judges pairs of sites, and remembers what it has said of pairs that look the same.
type judge struct {
	question *Question
	pair     [2]int32 // the first that must not be
	found    bool

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
func (t *entities) unknowing(q *Question, a *Answer) bool {
	if !t.unsure || q.Pair == nil || q.Deaf {
		return false
	}
	a.Why = "what it asks for depends on numbers, and views do not know these"
	return true
}

// hear hears of two sites that can stand side by side; that with the lower number comes first.
func (j *judge) hear(t *entities, a, b int32) {
	if j == nil || j.found {
		return
	}
	key := [2]int32{j.look(t, a), j.look(t, b)}
	bad, said := j.said[key]
	if !said {
		bad = j.bad(key)
		j.said[key] = bad
	}
	if bad {
		j.found, j.pair = true, [2]int32{a, b}
	}
}

// bad asks the question, of which no answer is a bad one: it asks for numbers that are not known.
func (j *judge) bad(key [2]int32) (bad bool) {
	defer func() {
		if r := recover(); r != nil {
			if _, unknown := r.(model.Unknown); !unknown {
				panic(r)
			}
			bad = true
		}
	}()
	return j.question.Pair(&j.looks[key[0]-1], &j.looks[key[1]-1])
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
