package verdicts

import (
	"math"
	"math/bits"

	"github.com/gmecheck/gmecheck/explore/internal/membudget"
	"github.com/gmecheck/gmecheck/invariants/question"
	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/system"
)

// Cache remembers the judge's verdicts by combinations of views. Where there are nearly as many combinations as states, because
// the views of a protocol tell nearly all, it forgets them now and then. Each worker has its own.
type Cache struct {
	judge   question.Judge
	sys     *system.System
	memory  *membudget.Budget
	views   []*model.View // by number, as far as they were asked for
	Numbers combinations
	verdict []Verdict // by number of the combination
	Most    int       // of them

	questioned bool     // the protocol is: combinations are of kinds instead of views
	kinds      []uint32 // by view; 0: not known
	asked      uint32   // as far as properties had asked when these were found
	alike      []uint32
	hits       int // since what is remembered was checked
	scratch    []uint32
	judged     []*model.View

	Images func() [][]*model.View // under symmetry: the views of the images of the state, its own included
	Forgot int                    // how often forget was called: combinations have other numbers since
}

// Verdict is what is said of a state, an end or a step: a bit for each property that was not vacuous, and for each violated.
type Verdict struct{ NonVacuous, Violated uint64 }

// MostVerdicts is how many verdicts are remembered at a time: more do not stay near the core, and are found no faster than they are asked for.
const MostVerdicts = 1 << 16

// NewCache returns the cache of one worker.
func NewCache(sys *system.System, judge question.Judge, m *membudget.Budget) *Cache {
	return &Cache{judge: judge, sys: sys, questioned: sys.Questioned(), memory: m, Numbers: newCombinations(m), verdict: make([]Verdict, 1), Most: MostVerdicts}
}

// State judges a state with these views.
func (o *Cache) State(views []uint32) Verdict {
	alike, kindly := views, o.kindly()
	if kindly {
		alike = o.Alike(views)
	}
	at, ok := o.Numbers.Number(alike)
	for !ok || int(at) >= len(o.verdict) {
		if ok = ok && len(o.verdict) < o.Most && o.memory.FitsCache(16*2*int64(len(o.verdict))); !ok {
			o.Forget()
			at, ok = o.Numbers.Number(alike)
			continue
		}
		o.verdict = append(o.verdict, make([]Verdict, len(o.verdict))...)
	}
	m := &o.verdict[at]
	if m.NonVacuous == 0 {
		all := o.Ask(views, o.judge.State)
		if o.Outdated() {
			return o.State(views)
		}
		*m = all
		m.NonVacuous |= Judged
	} else if kindly {
		if o.hits++; o.hits%checkedHits == 0 {
			o.check(views, *m)
		}
	}
	return *m
}

// checkedHits is how often what is remembered of a kind is compared with what the properties say now.
const checkedHits = 1 << 10

// check demands that properties still say what they have said of other sites of the same kinds.
func (o *Cache) check(views []uint32, known Verdict) {
	now := o.Ask(views, o.judge.State)
	differ := known.Violated ^ now.Violated | (known.NonVacuous^now.NonVacuous)&^Judged
	if differ == 0 || o.Outdated() {
		return
	}
	name := model.Unnamed
	if named, is := o.judge.(question.Named); is {
		name = named.PropertyName(bits.TrailingZeros64(differ))
	}
	panic(model.PropertyBroken(name, "State", model.Mistake{Problem: "does not always answer the same: it, or a function that it gives to World, depends on more than its argument"}))
}

// Alike returns what stands for views where it is enough that they are of one kind to the properties: of a questioned protocol
// the numbers of these kinds, until it is called again; otherwise the views themselves.
func (o *Cache) Alike(views []uint32) []uint32 {
	if !o.kindly() {
		return views
	}
	if o.Outdated() {
		o.asked = o.sys.Asked()
		clear(o.kinds)
		o.Forget()
	}
	if len(o.alike) != len(views) {
		o.alike = make([]uint32, len(views))
	}
	alike, kinds := o.alike[:len(views)], o.kinds
	for n, v := range views {
		if int(v) >= len(kinds) || kinds[v] == 0 {
			kinds = o.learn(v)
		}
		alike[n] = kinds[v]
	}
	return alike
}

// learn looks up the kind of a view.
func (o *Cache) learn(view uint32) []uint32 {
	if missing := int(view) + 1 - len(o.kinds); missing > 0 {
		o.kinds = append(o.kinds, make([]uint32, missing+len(o.kinds))...)
	}
	o.kinds[view] = o.sys.Kind(view)
	return o.kinds
}

// Outdated reports that properties have asked for something new since kinds were looked up: what has been said of kinds since
// then must not be remembered.
func (o *Cache) Outdated() bool { return o.kindly() && o.asked != o.sys.Asked() }

// kindly reports that kinds of sites are combined. They have no images.
func (o *Cache) kindly() bool { return o.questioned && o.Images == nil }

// Ask asks for a verdict on the state with these views, and on all that it represents.
func (o *Cache) Ask(views []uint32, judge func(views []*model.View) (spoke, violated uint64)) (all Verdict) {
	if o.Images == nil {
		o.judged = o.list(o.judged[:0], views)
		all.NonVacuous, all.Violated = judge(o.judged)
		return all
	}
	for _, image := range o.Images() {
		spoke, violated := judge(image)
		all.NonVacuous, all.Violated = all.NonVacuous|spoke, all.Violated|violated
	}
	return all
}

// Forget makes room for other combinations: what was said of one is only remembered to be faster.
func (o *Cache) Forget() {
	clear(o.verdict)
	o.Numbers.clear()
	o.Forgot++
}

// NumbersOf returns the numbers of the views of expansions, until it is called again.
func (o *Cache) NumbersOf(xs []*system.Expansion) []uint32 {
	o.scratch = o.scratch[:0]
	for _, x := range xs {
		o.scratch = append(o.scratch, x.View)
	}
	return o.scratch
}

// Judged marks a combination that has been judged; no property has this bit.
const Judged = 1 << 63

// Views returns views by their numbers.
func (o *Cache) Views(numbers []uint32) []*model.View {
	return o.list(make([]*model.View, 0, len(numbers)), numbers)
}

// list appends views by their numbers.
func (o *Cache) list(views []*model.View, numbers []uint32) []*model.View {
	for _, v := range numbers {
		views = append(views, o.View(v))
	}
	return views
}

func (o *Cache) View(number uint32) *model.View {
	if missing := int(number) + 1 - len(o.views); missing > 0 {
		o.views = append(o.views, make([]*model.View, missing+len(o.views)/2)...)
	}
	if o.views[number] == nil {
		o.views[number] = o.sys.View(number)
	}
	return o.views[number]
}

// combinations numbers the combinations of views that the states of a system have, exactly, from 1. Up to four views
// whose numbers are small make one key; those of larger numbers are folded one by one, ((0, v1), v2) and so on. Longer
// combinations are cut into such parts, and the parts' numbers joined.
type combinations struct {
	small, folds, joins keyTable
	Count               uint32
}

const (
	partViews     = 4 // views in a part
	smallViewBits = 64 / partViews
)

func newCombinations(m *membudget.Budget) combinations {
	return combinations{small: newKeyTable(m), folds: newKeyTable(m), joins: newKeyTable(m)}
}

// Number is that of the combination of these views, by their numbers; false if there is no memory for a new one, or no
// number. The views are always as many: one for each site.
func (c *combinations) Number(views []uint32) (n uint32, ok bool) {
	n, ok = c.part(views[:min(partViews, len(views))])
	for from := partViews; ok && from < len(views); from += partViews {
		var part uint32
		if part, ok = c.part(views[from:min(from+partViews, len(views))]); ok {
			n, ok = c.joins.number(uint64(n)<<32|uint64(part), &c.Count)
		}
	}
	return n, ok
}

func (c *combinations) part(views []uint32) (n uint32, ok bool) {
	key, all := uint64(0), uint32(0)
	for _, v := range views {
		key, all = key<<smallViewBits|uint64(v), all|v
	}
	if all>>smallViewBits == 0 {
		return c.small.number(key, &c.Count)
	}
	for _, v := range views {
		if n, ok = c.folds.number(uint64(n)<<32|uint64(v), &c.Count); !ok {
			return 0, false
		}
	}
	return n, true
}

func (c *combinations) clear() {
	c.small.clear()
	c.folds.clear()
	c.joins.clear()
	c.Count = 0
}

// keyTable gives keys, which are never 0, numbers: exact, open addressing.
type keyTable struct {
	slots  []keySlot
	shift  int // of the hash: its upper bits are the slot
	used   int
	memory *membudget.Budget
}

type keySlot struct {
	key    uint64
	number uint32
}

const (
	firstKeys    = 1 << 6
	keySlotBytes = 16
)

func newKeyTable(m *membudget.Budget) keyTable {
	return keyTable{slots: make([]keySlot, firstKeys), shift: 64 - bits.Len(firstKeys-1), memory: m}
}

// number returns the number of a key, count + 1 for a new one; false if there is no memory for it, or no number.
func (t *keyTable) number(key uint64, count *uint32) (n uint32, ok bool) {
	p := t.find(key)
	if p.key == key {
		return p.number, true
	}
	if *count == math.MaxUint32 {
		return 0, false
	}
	if 2*t.used >= len(t.slots) {
		if !t.memory.FitsCache(keySlotBytes * 2 * int64(len(t.slots))) {
			return 0, false
		}
		t.grow()
		p = t.find(key)
	}
	t.used++
	*count++
	*p = keySlot{key, *count}
	return p.number, true
}

func (t *keyTable) find(key uint64) *keySlot {
	for at := key * 0x9E3779B97F4A7C15 >> t.shift; ; at++ {
		p := &t.slots[at&uint64(len(t.slots)-1)]
		if p.key == key || p.key == 0 {
			return p
		}
	}
}

func (t *keyTable) grow() {
	old := t.slots
	t.slots, t.shift = make([]keySlot, 2*len(old)), t.shift-1
	clear(t.slots) // writes: a page that was read before it is written makes the system interrupt every core
	for _, s := range old {
		if s.key != 0 {
			*t.find(s.key) = s
		}
	}
}

func (t *keyTable) clear() {
	clear(t.slots)
	t.used = 0
}
