package verdicts

import (
	"cmp"
	"math"
	"math/bits"

	"github.com/gmecheck/gmecheck/explore/internal/membudget"
	"github.com/gmecheck/gmecheck/invariants/question"
	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/system"
)

// Cache remembers the judge's verdicts by combinations of what is seen of sites. Where there are nearly as many combinations as states, because
// the views of a protocol tell nearly all, it forgets them now and then. Each worker has its own.
type Cache struct {
	*Sights
	judge   question.Judge
	rest    question.Judge // of a divided judge, otherwise the same
	divided question.Judge // what it judges of sites alone; nil: it is not divided, or what sites show is not all that properties see
	alone   []Verdict      // by number of a view: what that says of it; Judged if it is known
	verdict []Verdict      // by number of the combination
	forgot  int            // how often combinations had been forgotten then
	Most    int            // of them
	judged  []*model.View
	after   []*model.View // where a step leads
}

// Verdict is what is said of a state, an end or a step: a bit for each property that was not vacuous, and for each violated.
type Verdict struct{ NonVacuous, Violated uint64 }

// Judged marks a combination that has been judged; no property has this bit.
const Judged = 1 << 63

// MostVerdicts is how many verdicts are remembered at a time: more do not stay near the core, and are found no faster than they are asked for.
const MostVerdicts = 1 << 16

// NewCache returns the cache of one worker.
func NewCache(sys *system.System, judge question.Judge, m *membudget.Budget) *Cache {
	o := &Cache{judge: judge, rest: judge, verdict: make([]Verdict, 1), Most: MostVerdicts}
	if d, is := judge.(question.Divided); is {
		alone, rest := d.Divide()
		if o.rest = rest; !sys.Questioned() {
			o.divided = alone
		}
	}
	var sees func(*model.View) any
	if b, is := o.rest.(question.Brief); is {
		sees = b.Sees()
	}
	if sees != nil && o.divided != nil {
		sees = o.seesAlone(sees)
	}
	o.Sights = NewSights(sys, sees, m)
	return o
}

// seesAlone sees, too, what a view says by itself.
func (o *Cache) seesAlone(sees func(*model.View) any) func(*model.View) any {
	type seen struct {
		rest  any
		alone Verdict
	}
	return func(v *model.View) any { return seen{sees(v), o.sayAlone(v)} }
}

// Add joins two verdicts.
func (v *Verdict) Add(w Verdict) {
	v.NonVacuous, v.Violated = v.NonVacuous|w.NonVacuous, v.Violated|w.Violated
}

// State judges a state by what is seen of it, and its nodes.
func (o *Cache) State(seen, nodes []uint32) Verdict {
	o.Update(seen, nodes)
	at, ok := o.Number(seen)
	for !ok || int(at) >= len(o.verdict) {
		if ok = ok && len(o.verdict) < o.Most && o.memory.FitsCache(16*2*int64(len(o.verdict))); !ok {
			o.Forget()
			at, ok = o.Number(seen)
			continue
		}
		o.verdict = append(o.verdict, make([]Verdict, len(o.verdict))...)
	}
	if o.forgot != o.Forgot {
		o.forgot = o.Forgot
		clear(o.verdict)
	}
	m := &o.verdict[at]
	if m.NonVacuous == 0 {
		all := o.combine(seen, nodes)
		if o.Outdated() {
			return o.State(seen, nodes)
		}
		*m = all
		m.NonVacuous |= Judged
	} else if o.Hit() {
		o.check(seen, nodes, *m)
	}
	return *m
}

// combine judges a state whose sites have not been seen together; what each of them says by itself is remembered.
func (o *Cache) combine(seen, nodes []uint32) Verdict {
	if o.divided == nil || o.Images != nil {
		return o.Ask(seen, nodes, o.judge.State)
	}
	all := o.Ask(seen, nodes, o.rest.State)
	for _, number := range seen {
		if o.alone = reach(o.alone, number); o.alone[number].NonVacuous == 0 {
			o.alone[number] = o.sayAlone(o.View(number))
		}
		all.Add(o.alone[number])
	}
	return all
}

// sayAlone asks what a view says by itself, and returns that, and Judged.
func (o *Cache) sayAlone(v *model.View) Verdict {
	spoke, violated := o.divided.State([]*model.View{v})
	return Verdict{spoke | Judged, violated}
}

// check demands that properties still say what they have said of other sites of the same kinds, or that looked the same to a brief judge.
func (o *Cache) check(seen, nodes []uint32, known Verdict) {
	now := o.Ask(seen, nodes, o.judge.State)
	differ := known.Violated ^ now.Violated | (known.NonVacuous^now.NonVacuous)&^Judged
	if differ == 0 || o.Outdated() {
		return
	}
	panic(o.Unsteady(cmp.Or(question.NameOf(o.judge, bits.TrailingZeros64(differ)), model.Unnamed), "State"))
}

// Ask asks for a verdict on the state that is seen so, and on all that it represents.
func (o *Cache) Ask(seen, nodes []uint32, judge func(views []*model.View) (spoke, violated uint64)) (all Verdict) {
	if o.Images == nil {
		o.judged = o.list(o.judged[:0], seen, nodes)
		all.NonVacuous, all.Violated = judge(o.judged)
		return all
	}
	for _, image := range o.Images() {
		spoke, violated := judge(image)
		all.NonVacuous, all.Violated = all.NonVacuous|spoke, all.Violated|violated
	}
	return all
}

// Step judges a step from the state that is seen so to another, the node of every site and then the budgets.
func (o *Cache) Step(r *system.Reader, seen, nodes []uint32, e *model.Event, to []uint32) Verdict {
	return o.step(o.judge, r, seen, nodes, e, to)
}

// Move is Step for a move of which it is known what a divided judge says by the event alone; to matters only if it is judged by more.
func (o *Cache) Move(r *system.Reader, seen, nodes []uint32, m *system.Move, to []uint32) Verdict {
	all := Verdict{NonVacuous: m.Spoke, Violated: m.Violated}
	if m.Between {
		judge := o.judge
		if m.Divided {
			judge = o.rest
		}
		all.Add(o.step(judge, r, seen, nodes, m.Event, to))
	}
	return all
}

// step: most sites are as they were, and a node has one view, whatever the budgets.
func (o *Cache) step(judge question.Judge, r *system.Reader, seen, nodes []uint32, e *model.Event, to []uint32) (all Verdict) {
	o.judged = o.list(o.judged[:0], seen, nodes)
	o.after = append(o.after[:0], o.judged...)
	for k, node := range to[:len(nodes)] {
		switch {
		case node == nodes[k]:
		case o.Kinds():
			o.after[k] = o.show(k, node)
		default:
			o.after[k] = o.View(r.Expand(k, node, to[len(nodes)]).View)
		}
	}
	all.NonVacuous, all.Violated = judge.Step(o.judged, e, o.after)
	return all
}

// Sights are what one worker sees of states, as numbers: those of the views of its sites; of a [system.Questioned] protocol, where it is
// enough that sites are of one kind, those of their kinds. Where little of a view is asked for, views that show the same of it are one.
type Sights struct {
	sys     *system.System
	memory  *membudget.Budget
	views   []*model.View            // by number, as far as they were asked for
	shown   []map[uint32]*model.View // where there are kinds: by site and node, as far as they were asked for
	numbers combinations

	sees   func(*model.View) any // all that is asked for of a view; nil: that may be all of it, or the protocol is questioned
	briefs []uint32              // by number of a view: the number of what is seen of it; 0: not known
	same   map[any]uint32        // these, by what is seen
	key    []uint32

	questioned bool   // the protocol is
	asked      uint32 // as far as properties had asked when combinations were numbered
	first      uint32 // the least kind since then
	hits       int    // of what is remembered of kinds, or of what was seen of views
	nextCheck  int    // so many hits make it due
	scratch    []uint32

	// Renew finds out the kind of a node anew, where properties have asked for something since.
	Renew  func(site int, node uint32) (kind uint32)
	Images func() [][]*model.View // under symmetry: the views of the images of the state, its own included
	Forgot int                    // how often [Sights.Forget] was called: combinations have other numbers since
}

// NewSights returns the sights of one worker; sees is all that is asked for of a view, a comparable value; nil: all of it may be.
func NewSights(sys *system.System, sees func(*model.View) any, m *membudget.Budget) *Sights {
	o := &Sights{
		sys: sys, memory: m, numbers: newCombinations(m), shown: make([]map[uint32]*model.View, len(sys.Places)), same: map[any]uint32{},
		questioned: sys.Questioned(), nextCheck: firstCheck, Renew: sys.Kind,
	}
	if !o.questioned {
		o.sees = sees
	}
	return o
}

// Number is that of the combination that is seen; false if there is no memory for a new one, or no number. What has images is seen as it is.
func (o *Sights) Number(seen []uint32) (n uint32, ok bool) {
	if o.sees != nil && o.Images == nil {
		seen = o.shortened(seen)
	}
	return o.numbers.Number(seen)
}

// Exhausted reports that there are no more numbers of combinations.
func (o *Sights) Exhausted() bool { return o.numbers.exhausted() }

// shortened numbers what is asked for of views, until it is called again.
func (o *Sights) shortened(seen []uint32) []uint32 {
	key := o.key[:0]
	for _, number := range seen {
		if int(number) >= len(o.briefs) || o.briefs[number] == 0 {
			o.shorten(number)
		}
		key = append(key, o.briefs[number])
	}
	o.key = key
	return key
}

func (o *Sights) shorten(number uint32) {
	short := o.sees(o.View(number))
	if o.same[short] == 0 {
		o.same[short] = uint32(len(o.same) + 1)
	}
	o.briefs = reach(o.briefs, number)
	o.briefs[number] = o.same[short]
}

// What is remembered of kinds, and of what was seen of views, is compared with what is said now: first after so many hits, then each time that there
// are twice as many, but never later than after mostUnchecked more.
const (
	firstCheck    = 1 << 6
	mostUnchecked = 1 << 12
)

// Hit notes that something remembered of a combination was used, and reports whether it is to be compared with what is said of the state now.
func (o *Sights) Hit() (due bool) {
	if !o.questioned && o.sees == nil || o.Images != nil {
		return false
	}
	if o.hits++; o.hits < o.nextCheck {
		return false
	}
	o.nextCheck = o.hits + min(o.hits, mostUnchecked)
	return true
}

// Unsteady is a property that does not say of a state what it has said of one that looked the same.
func (o *Sights) Unsteady(property, function string) *model.Broken {
	problem := "does not always answer the same: it, or a function that it gives to World, depends on more than its argument"
	if o.sees != nil {
		problem = "does not always answer the same: it depends on more than its argument, or asks for more than Sees tells, or than a property may that is Deaf"
	}
	return model.PropertyBroken(property, function, model.Mistake{Problem: problem})
}

// Update puts kinds in the place of those that properties have asked too much for since; it forgets combinations of them.
func (o *Sights) Update(seen, nodes []uint32) {
	if !o.Kinds() {
		return
	}
	if o.asked != o.sys.Asked() {
		o.asked, o.first = o.sys.FirstKind()
		o.Forget()
	}
	for k, kind := range seen {
		if kind < o.first {
			seen[k] = o.Renew(k, nodes[k])
		}
	}
}

// Outdated reports that properties have asked for something new since kinds were looked up: what has been said of kinds since
// then must not be remembered.
func (o *Sights) Outdated() bool { return o.Kinds() && o.asked != o.sys.Asked() }

// Kinds reports that kinds of sites are combined. They have no images.
func (o *Sights) Kinds() bool { return o.questioned && o.Images == nil }

// Forget makes room for other combinations: what was said of one is only remembered to be faster.
func (o *Sights) Forget() {
	o.numbers.clear()
	o.Forgot++
}

// list appends the views of what is seen.
func (o *Sights) list(views []*model.View, seen, nodes []uint32) []*model.View {
	for k, number := range seen {
		if o.Kinds() {
			views = append(views, o.show(k, nodes[k]))
		} else {
			views = append(views, o.View(number))
		}
	}
	return views
}

// show is the view of a node.
func (o *Sights) show(site int, node uint32) *model.View {
	if o.sys.Lone() {
		return o.sys.View(o.sys.Show(site, node))
	}
	if v := o.shown[site][node]; v != nil {
		return v
	}
	if o.shown[site] == nil {
		o.shown[site] = map[uint32]*model.View{}
	}
	v := o.sys.View(o.sys.Show(site, node))
	o.shown[site][node] = v
	return v
}

// View returns a view by its number.
func (o *Sights) View(number uint32) *model.View {
	o.views = reach(o.views, number)
	if o.views[number] == nil {
		o.views[number] = o.sys.View(number)
	}
	return o.views[number]
}

// reach makes a list by the numbers of views long enough for a number.
func reach[T any](views []T, number uint32) []T {
	if missing := int(number) + 1 - len(views); missing > 0 {
		return append(views, make([]T, missing+len(views)/2)...)
	}
	return views
}

// combinations numbers the combinations of views that the states of a system have, exactly, from 1. Up to four views
// whose numbers are small make one key; those of larger numbers are folded one by one, ((0, v1), v2) and so on. Longer
// combinations are cut into such parts, and the parts' numbers joined.
type combinations struct {
	small, folds, joins keyTable
	count               uint32
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
			n, ok = c.joins.number(uint64(n)<<32|uint64(part), &c.count)
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
		return c.small.number(key, &c.count)
	}
	for _, v := range views {
		if n, ok = c.folds.number(uint64(n)<<32|uint64(v), &c.count); !ok {
			return 0, false
		}
	}
	return n, true
}

// exhausted reports that there are no more numbers.
func (c *combinations) exhausted() bool { return c.count == math.MaxUint32 }

func (c *combinations) clear() {
	c.small.clear()
	c.folds.clear()
	c.joins.clear()
	c.count = 0
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
