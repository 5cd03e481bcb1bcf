package explore

import "gmecheck/model"

// Judge has opinions on states, ends and steps, for up to 64 properties at once: bit p of spoke is set if property p
// had something to say, bit p of violated if it was violated.
type Judge interface {
	State(views []*model.View) (spoke, violated uint64)
	End(views []*model.View) (spoke, violated uint64)
	Step(before []*model.View, e *model.Event, after []*model.View) (spoke, violated uint64)
	// Hears reports whether Step wants to judge such events.
	Hears(e *model.Event) bool
}

// opinions remembers what the judge said of each combination of views: there are far fewer of them than states. A
// combination is folded into one number by an exact table of pairs, ((v1, v2), v3) and so on. Each worker has its own.
type opinions struct {
	judge   Judge
	sys     *model.System
	memory  *memory
	views   []*model.View // by number, as far as they were asked for
	pairs   pairTable
	verdict []masks // by number of the combination
	scratch []uint32

	last     []uint32 // the views whose combination was asked for last; views have numbers from 1
	prefixes []uint32 // the numbers of the combinations of the first, the first two, ... of them

	images func() [][]*model.View // under symmetry: the views of the images of the state, its own included
	forgot int                    // how often forget was called: combinations have other numbers since
}

type masks struct{ spoke, violated uint64 }

func newOpinions(sys *model.System, judge Judge, m *memory) *opinions {
	return &opinions{judge: judge, sys: sys, memory: m, pairs: newPairTable(m), verdict: make([]masks, 1)}
}

// state judges a state with these views.
func (o *opinions) state(views []uint32) masks {
	at, ok := o.number(views)
	for !ok || int(at) >= len(o.verdict) {
		if ok = ok && o.memory.cacheRoom(16*2*int64(len(o.verdict))); !ok {
			o.forget()
			at, ok = o.number(views)
			continue
		}
		o.verdict = append(o.verdict, make([]masks, len(o.verdict))...)
	}
	m := &o.verdict[at]
	if m.spoke == 0 {
		*m = o.ask(views, o.judge.State)
		m.spoke |= judged
	}
	return *m
}

// ask asks for an opinion on the state with these views, and on all that it represents.
func (o *opinions) ask(views []uint32, judge func(views []*model.View) (spoke, violated uint64)) (all masks) {
	if o.images == nil {
		all.spoke, all.violated = judge(o.of(views))
		return all
	}
	for _, image := range o.images() {
		spoke, violated := judge(image)
		all.spoke, all.violated = all.spoke|spoke, all.violated|violated
	}
	return all
}

// forget makes room for other combinations: what was said of one is only remembered to be faster.
func (o *opinions) forget() {
	clear(o.pairs.keys)
	clear(o.verdict)
	o.pairs.count, o.last = 0, nil
	o.forgot++
}

// number is that of the combination of these views; false if there is no memory for a new one. Successive states are
// alike: what they begin with in common is not looked up again.
func (o *opinions) number(views []uint32) (n uint32, ok bool) {
	if o.last == nil {
		o.last, o.prefixes = alone[uint32](len(views)), alone[uint32](len(views)+1)
	}
	same := 0
	for same < len(views) && o.last[same] == views[same] {
		same++
	}
	for k := same; k < len(views); k++ {
		if o.prefixes[k+1], ok = o.pairs.number(o.prefixes[k], views[k]); !ok {
			o.last = nil
			return 0, false
		}
		o.last[k] = views[k]
	}
	return o.prefixes[len(views)], true
}

// numbers returns the numbers of the views of expansions, until it is called again.
func (o *opinions) numbers(xs []*model.Expansion) []uint32 {
	o.scratch = o.scratch[:0]
	for _, x := range xs {
		o.scratch = append(o.scratch, x.View)
	}
	return o.scratch
}

// judged marks a combination that has been judged; no property has this bit.
const judged = 1 << 63

// MaxProperties is how many properties one search can judge.
const MaxProperties = 63

// of returns views by their numbers.
func (o *opinions) of(numbers []uint32) []*model.View {
	views := make([]*model.View, len(numbers))
	for k, v := range numbers {
		views[k] = o.view(v)
	}
	return views
}

func (o *opinions) view(number uint32) *model.View {
	for int(number) >= len(o.views) {
		o.views = append(o.views, nil)
	}
	if o.views[number] == nil {
		o.views[number] = o.sys.View(number)
	}
	return o.views[number]
}

// pairTable numbers pairs of numbers, from 1: exact, open addressing.
type pairTable struct {
	keys   []uint64
	values []uint32
	count  int
	memory *memory
}

func newPairTable(m *memory) pairTable {
	return pairTable{keys: make([]uint64, 1<<8), values: make([]uint32, 1<<8), memory: m}
}

// number returns the number of a pair; false if there is no memory for a new one.
func (t *pairTable) number(a, b uint32) (n uint32, ok bool) {
	key := uint64(a)<<32 | uint64(b) // never 0: b is the number of a view
	p := t.find(key)
	if t.keys[p] == 0 {
		if 2*t.count >= len(t.keys) {
			if !t.memory.cacheRoom(12 * 2 * int64(len(t.keys))) {
				return 0, false
			}
			t.grow()
			p = t.find(key)
		}
		t.count++
		t.keys[p], t.values[p] = key, uint32(t.count)
	}
	return t.values[p], true
}

func (t *pairTable) find(key uint64) int {
	mask := uint64(len(t.keys) - 1)
	p := key * 0x9E3779B97F4A7C15 >> 24 & mask
	for t.keys[p] != key && t.keys[p] != 0 {
		p = (p + 1) & mask
	}
	return int(p)
}

func (t *pairTable) grow() {
	old := *t
	t.keys, t.values = make([]uint64, 2*len(old.keys)), make([]uint32, 2*len(old.keys))
	for k, key := range old.keys {
		if key != 0 {
			p := t.find(key)
			t.keys[p], t.values[p] = key, old.values[k]
		}
	}
}
