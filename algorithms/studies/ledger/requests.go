package ledger

import (
	"slices"
	"strconv"
	"strings"

	"github.com/gmecheck/gmecheck/model"
)

// shape is how many requests the processes have, whatever their number: the step of the direction "requests".
type shape struct {
	form  form
	base  int    // everybody has so many; model.Unlimited: no budget
	more  int    // raised: how many have one more; one: how many requests the one has
	given string // literal
}

// form is who has how many requests.
type form uint8

const (
	uniform    form = iota // everybody the same
	raiseFirst             // the first processes one more: 2,1,1 and 2,2,1
	raiseLast              // the last processes one more: 1,1,2 and 1,2,2
	firstAlone             // the first process many, the others one: 4,1,1
	lastAlone              // the last process many, the others one: 1,1,4
	literal                // as it is given, for one number of processes
)

// text is the shape as the command line takes it, for n processes; false if they cannot have it.
func (s shape) text(n int) (string, bool) {
	if s.form == literal {
		return s.given, true
	}
	all := s.vector(n)
	if all == nil {
		return "", false
	}
	return model.RequestsText(all), true
}

// vector is the budgets of n processes; nil if they cannot have this shape, or it is literal.
func (s shape) vector(n int) []int {
	if s.form == literal || s.form != uniform && n < 2 || (s.form == raiseFirst || s.form == raiseLast) && s.more >= n {
		return nil
	}
	all := slices.Repeat([]int{s.base}, n)
	switch s.form {
	case raiseFirst:
		for k := range s.more {
			all[k]++
		}
	case raiseLast:
		for k := range s.more {
			all[n-1-k]++
		}
	case firstAlone:
		all[0] = s.more
	case lastAlone:
		all[n-1] = s.more
	}
	return all
}

// shapes are the steps between the numbers of requests that a direction names, for up to n processes, and for each the
// ones that follow it.
func shapes(steps []string, n int) (all []shape, next [][]int) {
	link := func(from, to int) {
		if from >= 0 && !slices.Contains(next[from], to) {
			next[from] = append(next[from], to)
		}
	}
	add := func(s shape, before ...int) int {
		k := slices.Index(all, s)
		if k < 0 {
			k = len(all)
			all, next = append(all, s), append(next, nil)
		}
		for _, b := range before {
			link(b, k)
		}
		return k
	}
	last, first, most := -1, -1, 0
	for _, step := range steps {
		r, err := strconv.Atoi(step)
		switch {
		case step == "inf":
			add(shape{form: uniform, base: model.Unlimited}, first) // not after the last: it may have far fewer states
			continue
		case err != nil:
			last = add(shape{form: literal, given: step}, last)
			continue
		}
		if last >= 0 && all[last] == (shape{form: uniform, base: r - 1}) {
			for _, f := range []form{raiseFirst, raiseLast} {
				before := last
				for j := 1; j < n; j++ {
					before = add(shape{form: f, base: r - 1, more: j}, before)
				}
			}
			low := last
			last = add(shape{form: uniform, base: r}, low)
			for k, s := range all { // of n processes those with one less come last
				if (s.form == raiseFirst || s.form == raiseLast) && s.base == r-1 {
					link(k, last)
				}
			}
		} else {
			last = add(shape{form: uniform, base: r}, last)
		}
		if first < 0 {
			first = last
		}
		most = max(most, r)
	}
	if slices.Contains(all, shape{form: raiseFirst, base: 1, more: 1}) {
		for _, pair := range [][2]form{{firstAlone, raiseFirst}, {lastAlone, raiseLast}} {
			before := slices.Index(all, shape{form: pair[1], base: 1, more: 1})
			for k := 3; k <= most; k++ {
				before = add(shape{form: pair[0], base: 1, more: k}, before)
			}
		}
	}
	return all, next
}

// shapeOf finds the shape of budgets as the command line has them among those known.
func shapeOf(text string, all []shape, n int) int {
	text = strings.TrimSpace(text)
	return slices.IndexFunc(all, func(s shape) bool {
		t, ok := s.text(n)
		return ok && t == text
	})
}
