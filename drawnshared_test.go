package gmecheck_test

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/gmecheck/gmecheck"
)

// cells is a drawn shared memory: a place of each process, and a value that all see.
type cells struct {
	At    gmecheck.PerSite[int]
	Value int
}

// move is what an action does to one of the places and the value.
type move struct {
	Guard    bool
	At       int // 2 for the next process' place
	Value    int
	Neighbor bool // the place that changes is that of the next process
	More     int  // the value can be higher by up to this
}

// drawnMemory is a random algorithm with a shared memory, as tables by place and value.
type drawnMemory struct {
	Processes, Starts, Within int
	Optional, Steps           bool
	Actions                   [2][ats][ats]move
}

func drawMemory(t *rapid.T) *drawnMemory {
	d := &drawnMemory{
		Processes: rapid.IntRange(1, 4).Draw(t, "processes"), Starts: rapid.IntRange(0, 2).Draw(t, "starts"),
		Within: rapid.SampledFrom([]int{0, 0, 4}).Draw(t, "within"), Optional: rapid.Bool().Draw(t, "optional"), Steps: rapid.Bool().Draw(t, "steps"),
	}
	for k := range d.Actions {
		for at := range ats {
			for value := range ats {
				name := fmt.Sprint(k, at, value)
				d.Actions[k][at][value] = move{
					rapid.IntRange(0, 2).Draw(t, name+" guard") > 0, rapid.IntRange(0, ats-1).Draw(t, name+" place"),
					rapid.IntRange(0, ats-1).Draw(t, name+" value"), rapid.IntRange(0, 3).Draw(t, name+" neighbor") == 0,
					rapid.SampledFrom([]int{0, 0, 0, 1, 2}).Draw(t, name+" more"),
				}
			}
		}
	}
	return d
}

func (d *drawnMemory) move(s cells, k, i int) move {
	return d.Actions[k][s.At.At(gmecheck.Site(i))][s.Value]
}

// do is what action k of process i makes of a memory, if it chooses this.
func (d *drawnMemory) do(s cells, k, i, more int) cells {
	m := d.move(s, k, i)
	if m.Neighbor {
		i = i%d.Processes + 1
	}
	s.At, s.Value = s.At.With(gmecheck.Site(i), m.At), (m.Value+more)%ats
	return s
}

// steps are the labels of the steps that are possible, and where they lead.
func (d *drawnMemory) steps(s cells) map[string]cells {
	all := map[string]cells{}
	for k := range d.Actions {
		for i := 1; i <= d.Processes; i++ {
			m, label := d.move(s, k, i), fmt.Sprintf("action%d(%d)", k, i)
			for more := 0; m.Guard && more <= m.More; more++ {
				if m.More > 0 {
					all[fmt.Sprintf("%s more=%d", label, more)] = d.do(s, k, i, more)
				} else {
					all[label] = d.do(s, k, i, 0)
				}
			}
		}
	}
	return all
}

// calm is true of the steps that do not make process 1 set the value to 2.
func calm(after cells, process gmecheck.Site) bool { return process != 1 || after.Value != 2 }

func (d *drawnMemory) inside(s cells) bool {
	sum := s.Value
	for i := range d.Processes {
		sum += s.At.At(gmecheck.Site(i + 1))
	}
	return d.Within == 0 || sum <= d.Within
}

func (d *drawnMemory) one(s cells) bool { return s.Value != 2 || s.At.At(1) != 1 }

func (d *drawnMemory) model() *gmecheck.Shared[cells] {
	p := gmecheck.NewShared[cells]("memory", d.Processes)
	p.Init(func(s *cells, c gmecheck.Ctx) {
		s.At, s.Value = gmecheck.NewPerSite[int](d.Processes), c.Choose("value", 0, d.Starts)
	})
	if d.Within > 0 {
		p.Within(d.inside)
	}
	for k := range d.Actions {
		a := p.Action(fmt.Sprint("action", k), func(s *cells, c gmecheck.Ctx) bool {
			return d.move(*s, k, int(c.Self)).Guard
		}, func(s *cells, c gmecheck.Ctx) {
			*s = d.do(*s, k, int(c.Self), c.Choose("more", 0, d.move(*s, k, int(c.Self)).More))
		})
		if d.Optional {
			a.Optional()
		}
	}
	p.Always("one", d.one)
	if d.Steps {
		p.Steps("calm", func(s gmecheck.SharedStep[cells]) bool { return calm(s.After, s.Process) })
	}
	p.AtEnd("end", func(s cells) bool { return s.Value == 0 })
	p.NeverEnds("goes-on")
	p.LeadsTo("leads", at(1), at(0))
	p.NeverTwo("two", at(2))
	p.Overtaking("overtaking", waits, at(2))
	p.CanReach("reach", func(s cells) bool { return s.Value == 0 })
	return p
}

// at is true of a process that is in this place.
func at(place int) func(s cells, i gmecheck.Site) bool {
	return func(s cells, i gmecheck.Site) bool { return s.At.At(i) == place }
}

// waits is true of a process that is not at its first place: one can begin to wait, and go in, in the same step.
func waits(s cells, i gmecheck.Site) bool { return s.At.At(i) != 0 }

// endless is more than any number of overtakings that is not without end.
const endless = 1 << 20

// overtaking is the largest number of times that others go in while one waits; -1: nobody goes in who has waited. In each round
// the largest numbers so far go one step further; those that still grow after as many rounds as there are states go round.
func (d *drawnMemory) overtaking(known map[cells]bool) int {
	largest := -1
	for i := gmecheck.Site(1); int(i) <= d.Processes; i++ {
		while := map[cells]int{} // waits in this state, while so many have gone in
		for round := 0; round <= 2*len(known); round++ {
			grows := false
			for s := range known {
				most, open := while[s]
				for _, after := range d.steps(s) {
					if !known[after] {
						continue
					}
					others, served := 0, false
					for k := gmecheck.Site(1); int(k) <= d.Processes; k++ {
						switch enters := !at(2)(s, k) && at(2)(after, k); {
						case enters && k == i:
							served = true
						case enters:
							others++
						}
					}
					switch begins := !waits(s, i) && waits(after, i); {
					case served && open:
						largest = max(largest, most+others)
					case (begins || open) && !served && waits(after, i):
						now := others
						if open {
							now += most
						}
						if old, is := while[after]; !is || now > old {
							while[after], grows = now, true
						}
					}
				}
			}
			if !grows {
				break
			}
			if round == 2*len(known) {
				return endless
			}
		}
	}
	return largest
}

// directly visits all states with a map: how many there are, how many steps, how far the last is, and after how many steps what is
// always to be true is not; -1: never.
func (d *drawnMemory) directly() (known map[cells]bool, transitions, depth, wrong int) {
	known = map[cells]bool{}
	var level []cells
	add := func(s cells) {
		if !known[s] && d.inside(s) {
			known[s], level = true, append(level, s)
		}
	}
	for value := range d.Starts + 1 {
		add(cells{gmecheck.NewPerSite[int](d.Processes), value})
	}
	wrong = -1
	for far := 0; len(level) > 0; far++ {
		now := level
		level, depth = nil, far
		for _, s := range now {
			if !d.one(s) && wrong < 0 {
				wrong = far
			}
			for i := 1; i <= d.Processes; i++ {
				for k := range d.Actions {
					led := map[cells]bool{s: true}
					for more := 0; d.move(s, k, i).Guard && more <= d.move(s, k, i).More; more++ {
						if after := d.do(s, k, i, more); !led[after] {
							led[after] = true
							transitions++
							add(after)
						}
					}
				}
			}
		}
	}
	return known, transitions, depth, wrong
}

// leads reports that the steps of a violation can be taken, one after another, and that what they lead to is one.
func (d *drawnMemory) leads(v gmecheck.Verdict) bool {
	value := 0
	if v.Start != "" {
		if _, err := fmt.Sscanf(v.Start, "value=%d", &value); err != nil {
			return false
		}
	}
	s, last := cells{gmecheck.NewPerSite[int](d.Processes), value}, ""
	for _, label := range v.Steps {
		after, may := d.steps(s)[label]
		if !may {
			return false
		}
		s, last = after, label
	}
	switch v.Property {
	case "one":
		return !d.one(s)
	case "calm":
		return strings.HasPrefix(last[len("action0"):], "(1)") && s.Value == 2
	case "end":
		for _, after := range d.steps(s) {
			if after != s && d.inside(after) {
				return false
			}
		}
		return s.Value != 0
	}
	return true
}

// FuzzMemories draws algorithms with a shared memory; see drawnMemories.
func FuzzMemories(f *testing.F) {
	seeded(f)
	f.Fuzz(rapid.MakeFuzz(drawnMemories))
}

func TestDrawnMemories(t *testing.T) { rapid.Check(t, drawnMemories) }

// drawnMemories compares a search with one of a few lines, with the naive checker, and with searches on disk.
func drawnMemories(t *rapid.T) {
	d := drawMemory(t)
	p := d.model()
	known, transitions, depth, wrong := d.directly()
	states := len(known)
	want, err := p.Check()
	if err != nil {
		t.Fatal(err)
	}
	if states == 0 {
		return
	}
	if want.States != states || want.Transitions != transitions || want.Depth != depth || !want.Complete {
		t.Errorf("%v\ndirectly %d states, %d transitions, depth %d", want, states, transitions, depth)
	}
	if v := want.Verdict("one"); (v.Result == gmecheck.Violated) != (wrong >= 0) || wrong >= 0 && len(v.Steps) != wrong {
		t.Errorf("%v; directly after %d steps", v, wrong)
	}
	for _, v := range want.Verdicts {
		if v.Result == gmecheck.Violated && !v.Endless && v.Property != "reach" && !d.leads(v) {
			t.Errorf("%v\nno step of these is possible in its turn, or they do not violate %s: from %q, %q", want, v.Property, v.Start, v.Steps)
		}
	}
	if v, most := want.Verdict("overtaking"), d.overtaking(known); (v.Result == gmecheck.Vacuous) != (most < 0) ||
		(v.Result == gmecheck.Violated) != (most == endless) || v.Result == gmecheck.Holds && !strings.HasSuffix(".."+v.Value, fmt.Sprint("..", most)) {
		t.Errorf("%v; directly %d", v, most)
	}
	most := 0
	for s := range known {
		inside := 0
		for i := range d.Processes {
			if at(2)(s, gmecheck.Site(i+1)) {
				inside++
			}
		}
		most = max(most, inside)
	}
	if v := want.Verdict("two"); v.Result != []gmecheck.Result{gmecheck.Vacuous, gmecheck.Holds, gmecheck.Violated}[min(most, 2)] {
		t.Errorf("%v; directly in up to %d processes", v, most)
	}
	more, err := p.Check(gmecheck.Workers(3))
	if err != nil {
		t.Fatal(err)
	}
	sameReport(t, "3 workers", want, more)
	if states > mostDrawn {
		return
	}
	p.Agree(t)
	sys, claims, err := gmecheck.Composed(p)
	if err != nil {
		t.Fatal(err)
	}
	onDisk(t, sys, claims, want)
}
