package counterexamples

import (
	"encoding/binary"

	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
)

// furthest is how many states a replay searches for what a trace leads to: more, and its question stays open.
const furthest = 1 << 20

// ahead is a search of what can follow the state in which a path ends: that something can never happen any more is seen
// in no run, only in all of them. It is a plain search of whole states, and shares nothing with package explore.
type ahead struct {
	run   *Run
	limit int  // states
	forms bool // canonical forms stand for states, which may have no end otherwise
	seen  map[string]int
	all   []State
	key   []byte
}

// ahead is a search of up to so many states that begins where the path ends.
func (p *Path) ahead(limit int) *ahead {
	a := &ahead{run: p.run, limit: limit, seen: map[string]int{}}
	a.forms = p.run.sys.EndsOnForms() && p.run.sys.Within == nil
	a.number(p.States[p.Last()])
	return a
}

func from(run *Run, s State, limit int) *ahead {
	a := &ahead{run: run, limit: limit, seen: map[string]int{}}
	a.number(s)
	return a
}

// number is the number of a state, in the order in which they are met.
func (a *ahead) number(s State) int {
	if a.forms {
		s = a.run.form(s)
	}
	a.key = binary.LittleEndian.AppendUint32(a.key[:0], s.Budget)
	for _, node := range s.Nodes {
		a.key = binary.LittleEndian.AppendUint32(a.key, node)
	}
	n, known := a.seen[string(a.key)]
	if !known {
		n = len(a.all)
		a.seen[string(a.key)], a.all = n, append(a.all, s)
	}
	return n
}

// full reports that the search has met more states than it may.
func (a *ahead) full() bool { return len(a.all) > a.limit }

// vain finds those of the bits whose goal is in no state that can follow. It is over at once when none is left.
func (a *ahead) vain(bits uint64, goal func(invariants.Views) uint64) (left uint64, decided bool) {
	for n := 0; n < len(a.all) && bits != 0; n++ {
		if a.full() {
			return bits, false
		}
		if bits &^= goal(a.run.views(a.all[n])); bits == 0 {
			break
		}
		a.run.successors(a.all[n], func(c Choice) {
			if a.run.Inside(c.State) {
				a.number(c.State)
			}
		})
	}
	return bits, true
}

// avoidable finds those of the bits whose goal some maximal run of the events along does not lead to: it ends before, or
// goes round and round.
func (a *ahead) avoidable(bits uint64, goal func(invariants.Views) uint64, along func(*model.Event) bool) (left uint64, decided bool) {
	for bit := uint64(1); bit != 0; bit <<= 1 {
		if bits&bit == 0 {
			continue
		}
		b := &ahead{run: a.run, limit: a.limit, forms: a.forms, seen: map[string]int{}}
		b.number(a.all[0])
		escapes, decided := b.escapes(func(vs invariants.Views) bool { return goal(vs)&bit != 0 }, along)
		if !decided {
			return bits, false
		}
		if escapes {
			left |= bit
		}
	}
	return left, true
}

// escapes reports whether a maximal run of the events along passes by every state where goal is true.
func (a *ahead) escapes(goal func(invariants.Views) bool, along func(*model.Event) bool) (escapes, decided bool) {
	type visit struct {
		state int
		next  []int // to go to, inside of the boundary
	}
	follow := func(n int) visit {
		v := visit{state: n}
		a.run.successors(a.all[n], func(c Choice) {
			if along(c.Event) && a.run.Inside(c.State) {
				v.next = append(v.next, a.number(c.State))
			}
		})
		return v
	}
	const (
		open = 1 + iota // on the run that is followed
		done
	)
	mark := map[int]int{}
	var stack []visit
	// enter goes on to a state; it is true where a run that has passed by the goal ends, or goes round.
	enter := func(n int) bool {
		if mark[n] == 0 && goal(a.run.views(a.all[n])) {
			mark[n] = done
		}
		if mark[n] != 0 {
			return mark[n] == open
		}
		v := follow(n)
		mark[n], stack = open, append(stack, v)
		return len(v.next) == 0
	}
	if enter(0) {
		return true, true
	}
	for len(stack) > 0 {
		at := &stack[len(stack)-1]
		if len(at.next) == 0 {
			mark[at.state], stack = done, stack[:len(stack)-1]
			continue
		}
		n := at.next[0]
		at.next = at.next[1:]
		if enter(n) {
			return true, true
		}
		if a.full() {
			return false, false
		}
	}
	return false, true
}

// endless reports that an interval of a chain that is open at the start can never end.
func (a *ahead) endless(c *invariants.Chain) (endless, decided bool) {
	for n := 0; n < len(a.all); n++ {
		if a.full() {
			return false, false
		}
		ends := false
		a.run.successors(a.all[n], func(choice Choice) {
			switch {
			case c.Drops(choice.Event):
			case c.Ends(choice.Event):
				ends = true
			case c.Within(a.run.views(choice.State)) && a.run.Inside(choice.State):
				a.number(choice.State)
			}
		})
		if ends {
			return false, true
		}
	}
	return true, true
}
