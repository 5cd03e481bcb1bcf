package system

import (
	"fmt"
	"slices"
	"strings"

	"github.com/gmecheck/gmecheck/model"
)

// Whatever the protocol is asked, it is asked twice, and the answers are compared: a method that depends on something else
// than its arguments, such as a clock, a random number, the order of a map or what it was called with before, gives other
// states, and perhaps another verdict, in every run.

// ran is one outcome of a handler: of one sequence of choices.
type ran[V, M comparable] struct {
	vars V
	model.Effect[M]
}

// outcomes runs the handler of an event, once for every sequence of choices that it makes; all of it twice.
func (s *space[V, M]) outcomes(i model.Site, vars V, t trigger) ([]ran[V, M], *model.Broken) {
	s.sys.handlerCalls.Add(1)
	first, broken := s.once(i, vars, t, true)
	if broken != nil {
		return nil, broken
	}
	return first, s.again(i, vars, t, first)
}

// again runs the handler once more, and says how the outcomes differ from those known.
func (s *space[V, M]) again(i model.Site, vars V, t trigger, first []ran[V, M]) *model.Broken {
	second, broken := s.once(i, vars, t, false)
	if broken != nil {
		return s.broken(i, t, "does not always do the same: first %s; then %s", first[0].sends(), broken.Problem)
	}
	for k := range min(len(first), len(second)) {
		if !first[k].same(&second[k]) {
			one, other := first[k].differ(&second[k])
			return s.broken(i, t, "does not always do the same: first %s; then %s", one, other)
		}
	}
	if len(first) != len(second) {
		return s.broken(i, t, "does not always do the same: first it makes %d sequences of choices; then %d", len(first), len(second))
	}
	return nil
}

func (s *space[V, M]) once(i model.Site, vars V, t trigger, traced bool) (all []ran[V, M], broken *model.Broken) {
	out := s.outbox
	out.Reset(traced)
	for more := true; more; more = out.Again() {
		r := ran[V, M]{vars: vars}
		if broken := s.handle(i, &r, t, out); broken != nil {
			return nil, broken
		}
		all = append(all, r)
	}
	return all, nil
}

func (r *ran[V, M]) same(q *ran[V, M]) bool {
	return r.vars == q.vars && slices.Equal(r.Sends, q.Sends) && slices.Equal(r.Notes, q.Notes) &&
		r.Entries == q.Entries && slices.Equal(r.Choices, q.Choices)
}

// differ says in which parts two outcomes differ.
func (r *ran[V, M]) differ(q *ran[V, M]) (string, string) {
	var one, other []string
	part := func(same bool, a, b string) {
		if !same {
			one, other = append(one, a), append(other, b)
		}
	}
	a, b := differ(r.vars, q.vars)
	part(r.vars == q.vars, a, b)
	part(slices.Equal(r.Sends, q.Sends), r.sends(), q.sends())
	part(slices.Equal(r.Notes, q.Notes), fmt.Sprintf("notes %v", r.Notes), fmt.Sprintf("notes %v", q.Notes))
	part(r.Entries == q.Entries, fmt.Sprintf("enters %d times", r.Entries), fmt.Sprintf("enters %d times", q.Entries))
	part(slices.Equal(r.Choices, q.Choices), fmt.Sprintf("chooses %v", r.Choices), fmt.Sprintf("chooses %v", q.Choices))
	return strings.Join(one, ", "), strings.Join(other, ", ")
}

func (r *ran[V, M]) sends() string {
	if len(r.Sends) == 0 {
		return "sends nothing"
	}
	var all []string
	for _, m := range r.Sends {
		all = append(all, fmt.Sprintf("%s -> %d", model.Text(m.Message), m.To))
	}
	return "sends " + strings.Join(all, ", ")
}

// twice asks a method of site i that no event calls, twice.
func twice[V, M comparable, T any](s *space[V, M], i model.Site, method string, same func(a, b T) bool, ask func() T) (answer T, broken *model.Broken) {
	defer panicked(&broken, func(problem string, args ...any) *model.Broken { return s.mistaken(i, method, problem, args...) })
	answer = ask()
	if again := ask(); !same(answer, again) {
		one, other := differ(answer, again)
		broken = s.mistaken(i, method, "does not always answer the same: first %s; then %s", one, other)
	}
	return answer, broken
}

// equal compares comparable answers.
func equal[T comparable](a, b T) bool { return a == b }
