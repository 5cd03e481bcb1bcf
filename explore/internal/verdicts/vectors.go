package verdicts

import (
	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/system"
)

// Vectors judges states as vectors of nodes, with the budgets last, and steps between them: for all that is not in a hurry.
type Vectors struct {
	*Cache
	reader *system.Reader
}

// OfVectors returns the access of one worker to what its cache remembers.
func OfVectors(c *Cache, r *system.Reader) *Vectors {
	return &Vectors{c, r}
}

// At judges a state.
func (v *Vectors) At(s []uint32) Verdict { return v.State(v.Seen(v.reader, s), s) }

// End judges a state as one in which a run ends.
func (v *Vectors) End(s []uint32) (all Verdict) {
	all.NonVacuous, all.Violated = v.judge.End(v.ViewsAt(v.reader, s))
	return all
}

// Step judges a step from a state to another.
func (v *Vectors) Step(from []uint32, e *model.Event, to []uint32) Verdict {
	return v.Cache.Step(v.reader, v.Seen(v.reader, from), from[:len(from)-1], e, to)
}

// Seen is what is seen of a state, the node of every site and then the budgets, until it is called again.
func (o *Sights) Seen(r *system.Reader, s []uint32) []uint32 {
	o.scratch = o.scratch[:0]
	for k, node := range s[:len(s)-1] {
		if o.Kinds() {
			o.scratch = append(o.scratch, o.sys.Kind(k, node))
		} else {
			o.scratch = append(o.scratch, r.Expand(k, node, s[len(s)-1]).View)
		}
	}
	return o.scratch
}

// Views returns the views of what is seen.
func (o *Sights) Views(seen, nodes []uint32) []*model.View {
	return o.list(make([]*model.View, 0, len(seen)), seen, nodes)
}

// ViewsAt returns those of a state, the node of every site and then the budgets.
func (o *Sights) ViewsAt(r *system.Reader, s []uint32) []*model.View { return o.Views(o.Seen(r, s), s) }
