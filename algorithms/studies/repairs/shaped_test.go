package repairs

import (
	"fmt"

	"github.com/gmecheck/gmecheck/algorithms/paper"
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/system"
)

// shape is a protocol of one process that sends itself messages until it is upset, after so many steps. What it does and
// what its messages look like depends on the set of repairs in an arbitrary way.
type shape struct {
	set    Set
	length int
}

// Lengths that are none.
const (
	holding = -1 // never upset
	silent  = -2 // never even calm: the property has nothing to say
)

type letter struct {
	Step int
	Set  Set
}

func (shape) Start(model.Site) int            { return 0 }
func (shape) MayRequest(model.Site, int) bool { return true }
func (shape) InCS(model.Site, int) bool       { return false }

func (shape) Exit(model.Site, *int, *model.Outbox[letter]) {}

func (p shape) Request(i model.Site, v *int, _ model.Demand, out *model.Outbox[letter]) {
	p.next(i, v, out)
}

func (p shape) Receive(i model.Site, v *int, _ letter, out *model.Outbox[letter]) {
	p.next(i, v, out)
}

func (p shape) next(i model.Site, v *int, out *model.Outbox[letter]) {
	if *v++; *v < max(2, p.length+1) {
		out.Send(i, letter{*v, p.set & 1})
	}
}

func (p shape) Look(_ model.Site, v int, _ []letter) model.View { return model.View{Holds: v} }

// shaped is an algorithm with k repairs, named by letters, that is upset after length(set) steps.
func shaped(k int, length func(Set) int) (*paper.Algorithm, model.Config) {
	a := &paper.Algorithm{Name: "shape", Processes: paper.Range{Min: 1, Max: 1, Default: 1}}
	for repair := range k {
		a.Repairs = append(a.Repairs, model.Repair{Name: fmt.Sprintf("%c", 'a'+repair)})
	}
	setOf := func(c model.Config) (s Set) {
		for k, r := range a.Repairs {
			if c.Has(r) {
				s = s.with(k)
			}
		}
		return s
	}
	a.New = func(c model.Config) *system.System {
		s := setOf(c)
		return system.Compose[int, letter](shape{s, length(s)}, c)
	}
	a.Panel = func(c model.Config) []invariants.Property {
		upset := length(setOf(c))
		return []invariants.Property{
			{Name: "calm", Kind: invariants.Invariant, State: func(vs invariants.Views) invariants.Opinion {
				return invariants.If(upset != silent, upset == holding || vs[0].Holds < upset)
			}},
			{Name: "deadlock", Kind: invariants.NoEnd, State: func(invariants.Views) invariants.Opinion { return invariants.Fine }},
			{Name: "steps", Kind: invariants.Cost, Size: func(vs invariants.Views) int { return vs[0].Holds }},
		}
	}
	return a, a.Config(model.Published)
}
