package values

import (
	"fmt"
	"reflect"

	"github.com/gmecheck/gmecheck/model"
)

// Rewriter changes what is in values, in the way in which symmetry renames sites in them. It is given values that can be set.
type Rewriter struct {
	Settles func(v reflect.Value) bool // whether nothing in v is left to change; it may change v
	Leaf    func(v reflect.Value)      // is given what has no parts; nil: that stays
}

func (Rewriter) Site(i model.Site) model.Site    { return i }
func (Rewriter) Group(g model.Group) model.Group { return g }

// Of is x with what is in it changed.
func (r Rewriter) Of(x any) any {
	if x == nil {
		return nil
	}
	v := Copy(reflect.ValueOf(x))
	r.In(v)
	return v.Interface()
}

// models is the package whose lists and sets do not show what is in them. Of other types the fields are changed, so that nobody has to be believed.
var models = reflect.TypeFor[model.Site]().PkgPath()

// In changes what is in v.
func (r Rewriter) In(v reflect.Value) {
	if r.Settles(v) {
		return
	}
	if x, is := v.Interface().(model.Named); is && v.Type().PkgPath() == models {
		if y := reflect.ValueOf(x.Renamed(r)); y.Type() == v.Type() {
			v.Set(y)
			return
		}
	}
	switch v.Kind() {
	case reflect.Struct:
		for k := range v.NumField() {
			r.In(Open(v.Field(k)))
		}
	case reflect.Array:
		for k := range v.Len() {
			r.In(v.Index(k))
		}
	case reflect.Interface:
		if !v.IsNil() {
			v.Set(reflect.ValueOf(r.Of(v.Elem().Interface())))
		}
	default:
		if r.Leaf != nil {
			r.Leaf(v)
		}
	}
}

// Numberless is a message with its plain numbers at zero: sites, groups, and numbers of types with a text of their own stay.
func Numberless(message any) any {
	return Rewriter{
		Settles: func(v reflect.Value) bool {
			switch v.Interface().(type) {
			case model.Site, model.Group, model.Alias:
				return true
			}
			return false
		},
		Leaf: func(v reflect.Value) {
			if _, worded := v.Interface().(fmt.Stringer); !worded && (v.CanInt() || v.CanUint() && v.Kind() != reflect.Uintptr) {
				v.SetZero()
			}
		},
	}.Of(message)
}
