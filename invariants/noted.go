package invariants

import "sync/atomic"

// noting counts calls of the functions of a property, in all searches.
type noting struct {
	inside atomic.Int64 // that have not returned
	called atomic.Int64 // all
}

// Noted returns the property with functions whose calls are counted, so that [Panel.Asked] knows of them.
func (p Property) Noted() Property {
	n := &noting{}
	p.noting = n
	p.State, p.End, p.Step, p.Hears = noted(n, p.State), noted(n, p.End), noted(n, p.Step), noted(n, p.Hears)
	p.Pending, p.Goal, p.Along = noted(n, p.Pending), noted(n, p.Goal), noted(n, p.Along)
	p.Witness, p.Sees, p.Cause, p.Fair, p.Size = noted(n, p.Witness), noted(n, p.Sees), noted(n, p.Cause), noted(n, p.Fair), noted(n, p.Size)
	return p
}

func noted[A, R any](n *noting, f func(A) R) func(A) R {
	if f == nil {
		return nil
	}
	return func(a A) R {
		n.inside.Add(1)
		n.called.Add(1)
		defer n.inside.Add(-1)
		return f(a)
	}
}

// Asked is a property of which a function runs, and how often one was called; empty: none does that is known of. One has not returned as long as
// both stay the same.
func (ps Panel) Asked() (property string, called int64) {
	for k := range ps {
		if n := ps[k].noting; n != nil && n.inside.Load() > 0 {
			return ps[k].Name, n.called.Load()
		}
	}
	return "", 0
}
