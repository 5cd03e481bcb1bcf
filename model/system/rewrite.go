package system

import (
	"reflect"
	"unsafe"

	"github.com/gmecheck/gmecheck/model"
)

// rewriter changes what is in values, in the way in which symmetry renames sites in them. It is given values that can be set.
type rewriter struct {
	settles func(v reflect.Value) bool // whether nothing in v is left to change; it may change v
	leaf    func(v reflect.Value)      // is given what has no parts; nil: that stays
}

func (rewriter) Site(i model.Site) model.Site    { return i }
func (rewriter) Group(g model.Group) model.Group { return g }

// Of is x with what is in it changed.
func (r rewriter) Of(x any) any {
	if x == nil {
		return nil
	}
	v := addressable(reflect.ValueOf(x))
	r.in(v)
	return v.Interface()
}

// in changes what is in v.
func (r rewriter) in(v reflect.Value) {
	if r.settles(v) {
		return
	}
	if x, is := v.Interface().(model.Named); is {
		if y := reflect.ValueOf(x.Renamed(r)); y.Type() == v.Type() {
			v.Set(y)
			return
		}
	}
	switch v.Kind() {
	case reflect.Struct:
		for k := range v.NumField() {
			f := v.Field(k)
			r.in(reflect.NewAt(f.Type(), unsafe.Pointer(f.UnsafeAddr())).Elem())
		}
	case reflect.Array:
		for k := range v.Len() {
			r.in(v.Index(k))
		}
	case reflect.Interface:
		if !v.IsNil() {
			v.Set(reflect.ValueOf(r.Of(v.Elem().Interface())))
		}
	default:
		if r.leaf != nil {
			r.leaf(v)
		}
	}
}
