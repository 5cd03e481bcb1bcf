package reduction

import (
	"github.com/gmecheck/gmecheck/explore/internal/packed"
	"github.com/gmecheck/gmecheck/model/system"
)

// Forms is a worker's access to the canonical forms of packed states, see [system.Reader.Canon].
type Forms[S packed.State] struct {
	layout *packed.Layout
	reader *system.Reader
	state  packed.Vector
}

// NewForms returns the access of the worker that has this reader.
func NewForms[S packed.State](l *packed.Layout, r *system.Reader) *Forms[S] {
	return &Forms[S]{l, r, make(packed.Vector, len(l.Fields))}
}

// Make makes a state canonical. It is false if the layout has no room for the form.
func (f *Forms[S]) Make(t *S) (fits bool) {
	for k := range f.state {
		f.state[k] = packed.Get(f.layout, t, k)
	}
	form := packed.Vector(f.reader.Canon(f.state))
	if !f.layout.Fits(form) {
		return false
	}
	*t = packed.Pack[S](f.layout, form)
	return true
}
