package load

import (
	"slices"
	"strings"

	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/direct"
	"github.com/gmecheck/gmecheck/model/values"
)

// meter notes what a run is measured by. Sums grow from the beginning; after every few exits they are noted as they are, so that
// those of a part of the run are differences.
type meter struct {
	sums
	waiting, inside int // processes now
	together        int // the most that were inside
	marks           []sums
	kinds           []string // of messages
	kindOf          map[string]int
	tokens          []bool // by kind
	sentOf          []sent // by kind
	sentAt          [][]sent
	sizes           *values.Weigher // nil: bytes are not measured
	entered_        []entry
	responses       []response
	processes       int
	open            bool // nobody is inside since an exit, and somebody has waited since then
	since           float64
	groups          model.Groups // of the last entry
	grouped         bool
	ticketed        bool

	classes, ranks []string
	demandClass    [][]int16 // by process and demand
	demandRank     [][]int16
	longest        float64
}

// sums are what adds up in a run.
type sums struct {
	time                   float64
	entries, exits         int
	insideTime, waitTime   float64 // processes inside, and waiting, times the time
	delay                  float64
	delays, switches, hops int
	vain, expiries         int
	messages               int
}

// sent is what was sent of a kind of message.
type sent struct{ messages, bytes int }

// entry is an entry; waited is below 0 if nobody had asked for it.
type entry struct {
	waited      float64
	process     int32
	class, rank int16
}

// response is an exit with the time since the request.
type response struct {
	time        float64
	class, rank int16
}

// marked is after how many exits sums are noted: the batches of MSER-5.
const marked = 5

func newMeter(sites direct.Sites, exits, processes int) meter {
	m := meter{
		kindOf: map[string]int{}, processes: processes, ticketed: sites.Ticketed(),
		entered_: make([]entry, 0, exits+processes), responses: make([]response, 0, exits), marks: make([]sums, 0, exits/marked+1), sentAt: make([][]sent, 0, exits/marked+1),
	}
	classes, ranks := map[string]int16{}, map[string]int16{}
	number := func(names *[]string, of map[string]int16, name string) int16 {
		k, known := of[name]
		if !known {
			k = int16(len(*names))
			of[name] = k
			*names = append(*names, name)
		}
		return k
	}
	for i := range processes {
		var class, rank []int16
		for _, d := range sites.Demands(model.Site(i + 1)) {
			name, priority := "", ""
			if len(d.Text) > 0 {
				name = d.Text[0]
			}
			if d.Priority > 0 && len(d.Text) > 1 {
				priority = "priority " + d.Text[1]
			}
			class = append(class, number(&m.classes, classes, name))
			rank = append(rank, number(&m.ranks, ranks, priority))
			m.grouped = m.grouped || d.Group != 0 || !d.Set.Empty()
		}
		m.demandClass, m.demandRank = append(m.demandClass, class), append(m.demandRank, rank)
	}
	return m
}

func (m *meter) classOf(i model.Site, demand int) (class, rank int16) {
	return m.demandClass[i-1][demand], m.demandRank[i-1][demand]
}

// pass is that time passes.
func (m *meter) pass(time float64) {
	m.time += time
	m.insideTime += time * float64(m.inside)
	m.waitTime += time * float64(m.waiting)
}

// send counts a message to another site.
func (m *meter) send(r *run, s direct.Send) {
	kind := r.sites.Kind(s.Message)
	k, known := m.kindOf[kind]
	if !known {
		k = len(m.kinds)
		m.kindOf[kind] = k
		m.kinds, m.sentOf = append(m.kinds, kind), append(m.sentOf, sent{})
		with, without := r.sites.View(s.To, []any{s.Message}), r.sites.View(s.To, nil)
		m.tokens = append(m.tokens, with.Coming > without.Coming)
	}
	m.messages++
	m.sentOf[k].messages++
	if m.sizes != nil {
		m.sentOf[k].bytes += m.sizes.Of(s.Message)
	}
	if m.tokens[k] {
		m.hops++
	}
}

func (m *meter) expired(vain bool) {
	m.expiries++
	if vain {
		m.vain++
	}
}

func (m *meter) entered(r *run, i model.Site, p *process, waited float64) {
	m.entries++
	m.together = max(m.together, m.inside)
	if m.open {
		m.delay += r.now - m.since
		m.delays++
		m.open = false
	}
	if m.grouped {
		groups := r.sites.View(i, nil).Groups
		if m.entries > 1 && disjoint(groups, m.groups) {
			m.switches++
		}
		m.groups = groups
	}
	m.longest = max(m.longest, waited)
	m.entered_ = append(m.entered_, entry{waited, int32(i), p.class, p.rank})
}

func disjoint(a, b model.Groups) bool {
	for x := range a.All() {
		if b.Has(x) {
			return false
		}
	}
	return true
}

// left notes an exit; responded is below 0 if nobody had asked for the entry.
func (m *meter) left(now float64, p *process, responded float64) {
	if m.inside == 0 && m.waiting > 0 {
		m.open, m.since = true, now
	}
	m.exits++
	m.responses = append(m.responses, response{responded, p.class, p.rank})
	if m.exits%marked == 0 {
		m.marks = append(m.marks, m.sums)
		m.sentAt = append(m.sentAt, slices.Clone(m.sentOf))
	}
}

// part is what a name says of a group or a priority: without what cannot be told in a name.
func part(name string) string { return strings.ReplaceAll(name, " ", "-") }
