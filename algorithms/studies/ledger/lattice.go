package ledger

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/gmecheck/gmecheck/algorithms/options"
	"github.com/gmecheck/gmecheck/algorithms/paper"
	"github.com/gmecheck/gmecheck/model"
)

// lattice is the configurations that grow from starting points with the same fixed flags, for one variant.
type lattice struct {
	algorithm *paper.Algorithm
	column    int
	fixed     words  // the variant's flags and those that do not grow
	like      string // the same
	given     words  // the command line's, which prevail
	axes      []axis
	points    map[int]*point
	inOrder   []*point // as many of them as there were when [lattice.sorted] was called last
	modes     []mode
	tracks    []*track // the claims that begin in it, but for what [book.share] adds when all is explored
	queue     queue
	changed   []*point // of which a run or a limit is new since places in the queue were found
	found     int      // refutations then; negative: no places were found yet
}

// axis is a direction in a lattice.
type axis struct {
	flag   string
	steps  []string
	shapes []shape  // of requests; steps are nil then
	next   [][]int  // by step: those that follow it
	last   [][]int  // those that it follows
	stride int      // of the keys of points
	turns  bool     // its steps are no growth, but turn a mode
	after  [][]bool // by two steps: the first is the second, follows it, or has some of its runs, or does so step by step
}

// point is one configuration of a lattice.
type point struct {
	lattice *lattice
	at      []int // by axis: the step
	key     int   // in the lattice
	hole    bool  // there is no such configuration
	begins  bool  // some claim does there
	first   bool  // and it is known to be refuted there
	alone   bool  // some claim is decided there alone
	refutes int   // a claim, after so many states, as is known; 0: it is not
	known   bool  // what is below is
	config  model.Config
	extent  extent // of the configuration
	line    string

	tracks []*track    // the claims in whose directions it lies; nil: not known
	lower  []neighbour // see [point.before]
	wide   []*point    // see [point.widened]

	run      *Run    // nil: not explored
	estimate float64 // of its states, where there is no complete run
	limit    int     // states after which the next exploration ends
	stage    int     // of the book in which the estimate was made, plus one; 0: it is out of date
	ready    bool    // it is in the queue
	seen     bool    // those that follow have been put into the queue
}

// newLattice has the axes of an algorithm that are not fixed. Steps that starts or the command line name besides those of the algorithm
// are part of their axes.
func newLattice(a *paper.Algorithm, column int, fixed, given words, starts []words) *lattice {
	l := &lattice{algorithm: a, column: column, fixed: fixed, like: fixed.String(), given: given, points: map[int]*point{}, found: -1}
	most := 1
	directions := a.Directions()
	for _, f := range faults {
		for _, s := range starts {
			if v, ok := s[f]; ok && fixed[f] == "" {
				n, _ := strconv.Atoi(v)
				directions = append(directions, paper.Climb(f, n, n+1))
				break
			}
		}
	}
	for _, d := range directions {
		if _, ok := fixed[d.Flag]; ok {
			continue
		}
		if _, said := given[d.Flag]; d.Flag == "timeouts" && !said && (fixed.timed() || given.timed()) {
			continue // timers expire by their clocks: that they never do is no special case of it
		}
		x := axis{flag: d.Flag, steps: slices.Clone(d.Steps), turns: narrower[d.Flag] != ""}
		if v, ok := given[d.Flag]; ok {
			x.steps = []string{v}
		} else {
			for _, s := range starts {
				if v, ok := s[d.Flag]; ok && !slices.Contains(x.steps, v) && !strings.Contains(v, ",") {
					x.insert(v)
				}
			}
		}
		if d.Flag == "processes" {
			for _, s := range x.steps {
				n, _ := strconv.Atoi(s)
				most = max(most, n)
			}
		}
		for k := range x.steps {
			x.next = append(x.next, nil)
			if k+1 < len(x.steps) {
				x.next[k] = []int{k + 1}
			}
		}
		l.axes = append(l.axes, x)
	}
	for k := range l.axes {
		if x := &l.axes[k]; x.flag == "requests" {
			x.shapes, x.next = shapes(x.steps, most)
			x.steps = nil
		}
	}
	stride := 1
	for k := range l.axes {
		x := &l.axes[k]
		x.stride = stride
		stride *= len(x.next)
		x.last = make([][]int, len(x.next))
		for s, all := range x.next {
			for _, n := range all {
				x.last[n] = append(x.last[n], s)
			}
		}
	}
	for k, x := range l.axes {
		narrow := slices.Index(x.steps, narrower[x.flag])
		wide := slices.IndexFunc(x.steps, func(step string) bool { return step != narrower[x.flag] })
		if narrow >= 0 && wide >= 0 {
			l.modes = append(l.modes, mode{k, narrow, wide})
		}
	}
	for k := range l.axes {
		l.axes[k].close(l.modes, k)
	}
	return l
}

// close works out which steps come after which.
func (x *axis) close(modes []mode, along int) {
	x.after = make([][]bool, len(x.next))
	for s := range x.after {
		x.after[s] = make([]bool, len(x.next))
	}
	for from := range x.next {
		for open := []int{from}; len(open) > 0; {
			s := open[len(open)-1]
			open = open[:len(open)-1]
			if x.after[s][from] {
				continue
			}
			x.after[s][from] = true
			open = append(open, x.next[s]...)
			for _, m := range modes {
				if m.axis == along && m.wide == s {
					open = append(open, m.narrow)
				}
			}
		}
	}
}

// follows reports that what is expected of a point may rest on another.
func (p *point) follows(q *point) bool {
	for k, x := range p.lattice.axes {
		if !x.after[p.at[k]][q.at[k]] {
			return false
		}
	}
	return true
}

// insert puts a step in its place: numbers in their order, others at the end.
func (x *axis) insert(step string) {
	at := len(x.steps)
	if n, err := strconv.Atoi(step); err == nil {
		at = slices.IndexFunc(x.steps, func(s string) bool {
			m, err := strconv.Atoi(s)
			return err != nil || m > n
		})
		if at < 0 {
			at = len(x.steps)
		}
	}
	x.steps = slices.Insert(x.steps, at, step)
}

// corner is the point of a start: along every axis the step that it names, or the algorithm's first.
func (l *lattice) corner(start words) ([]int, error) {
	at := make([]int, len(l.axes))
	n := 1
	for k := range l.axes {
		x := &l.axes[k]
		if x.flag == "requests" {
			continue // last: it needs the number of processes
		}
		if v, ok := start[x.flag]; ok && l.given[x.flag] == "" {
			if at[k] = slices.Index(x.steps, v); at[k] < 0 {
				return nil, fmt.Errorf("--%s %s: is no step of its direction", x.flag, v)
			}
		} else if d := l.first(x); d >= 0 {
			at[k] = d
		}
		if x.flag == "processes" {
			n, _ = strconv.Atoi(x.steps[at[k]])
		}
	}
	for k := range l.axes {
		if x := &l.axes[k]; x.flag == "requests" {
			v, ok := start[x.flag]
			if !ok || l.given[x.flag] != "" {
				continue
			}
			if at[k] = shapeOf(v, x.shapes, n); at[k] < 0 {
				return nil, fmt.Errorf("--%s %s: is no step of its direction", x.flag, v)
			}
		}
	}
	return at, nil
}

// first is the algorithm's own first step, which need not be the axis's.
func (l *lattice) first(x *axis) int {
	for _, d := range l.algorithm.Directions() {
		if d.Flag == x.flag {
			return slices.Index(x.steps, d.Steps[0])
		}
	}
	return 0
}

// point is the one at the given steps.
func (l *lattice) point(at []int) *point {
	key := 0
	for k, s := range at {
		key += s * l.axes[k].stride
	}
	if p := l.points[key]; p != nil {
		return p
	}
	p := &point{lattice: l, at: slices.Clone(at), key: key, hole: l.budgets(at) == ""}
	l.points[key] = p
	return p
}

// meet reads the configuration of a point; false if there is none.
func (p *point) meet() bool {
	if !p.known && !p.hole {
		var err error
		if p.config, err = p.lattice.config(p.at); err != nil {
			p.hole = true
		} else {
			p.extent, p.line = extentOf(p.config), options.Line(p.lattice.algorithm, p.config)
		}
		p.known = true
	}
	return !p.hole
}

// processes is their number at the given steps.
func (l *lattice) processes(at []int) int {
	n := l.algorithm.Processes.Default
	for _, flags := range []words{l.fixed, l.given} {
		if v, ok := flags["processes"]; ok {
			n, _ = strconv.Atoi(v)
		}
	}
	for k, x := range l.axes {
		if x.flag == "processes" {
			n, _ = strconv.Atoi(x.steps[at[k]])
		}
	}
	return n
}

// fewest reports that there are as few processes as the directions allow, and that they allow more.
func (p *point) fewest() bool {
	for k, x := range p.lattice.axes {
		if x.flag == "processes" {
			return p.at[k] == 0 && len(x.steps) > 1
		}
	}
	return false
}

// budgets are the requests at the given steps, as the command line takes them; empty if so many processes cannot have
// them.
func (l *lattice) budgets(at []int) string {
	for k, x := range l.axes {
		if x.shapes != nil {
			text, _ := x.shapes[at[k]].text(l.processes(at))
			return text
		}
	}
	return "fixed"
}

func (l *lattice) config(at []int) (model.Config, error) {
	w := words{}
	for k, x := range l.axes {
		if x.shapes != nil {
			w[x.flag] = l.budgets(at)
		} else {
			w[x.flag] = x.steps[at[k]]
		}
	}
	c, err := options.Read(l.algorithm, l.fixed.with(w).with(l.given).String())
	return c, err
}

// neighbour is a point one step away along an axis.
type neighbour struct {
	*point
	along int
}

// turns reports that the step is no growth, but turns a mode.
func (n neighbour) turns() bool { return n.lattice.axes[n.along].turns }

// after are the points that follow a point.
func (p *point) after() []neighbour {
	return p.neighbours(func(x *axis, at int) []int { return x.next[at] })
}

// before are the points that it follows.
func (p *point) before() []neighbour {
	if p.lower == nil {
		p.lower = p.neighbours(func(x *axis, at int) []int { return x.last[at] })
	}
	return p.lower
}

func (p *point) neighbours(steps func(x *axis, at int) []int) []neighbour {
	all := []neighbour{}
	for k := range p.lattice.axes {
		for _, s := range steps(&p.lattice.axes[k], p.at[k]) {
			at := slices.Clone(p.at)
			at[k] = s
			all = append(all, neighbour{p.lattice.point(at), k})
		}
	}
	return all
}

// above reports that a point lies in the directions of a corner.
func (p *point) above(corner []int) bool {
	for k := range p.lattice.axes {
		x := &p.lattice.axes[k]
		if x.shapes == nil {
			if p.at[k] < corner[k] {
				return false
			}
			continue
		}
		if n := p.lattice.processes(p.at); p.at[k] != corner[k] && !atMost(x.shapes[corner[k]].vector(n), x.shapes[p.at[k]].vector(n)) {
			return false
		}
	}
	return true
}

// atMost reports that budgets are at most those of others, process by process; nil are none.
func atMost(low, high []int) bool {
	if low == nil || len(low) != len(high) {
		return false
	}
	for k := range low {
		if high[k] != model.Unlimited && (low[k] == model.Unlimited || low[k] > high[k]) {
			return false
		}
	}
	return true
}
