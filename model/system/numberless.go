package system

import (
	"fmt"
	"reflect"
	"unsafe"

	"github.com/gmecheck/gmecheck/model"
)

// Numberless is a message with its plain numbers at zero: sites, groups, and numbers of types with a text of their own stay.
func Numberless(message any) any { return numberless{}.Of(message) }

// numberless takes numbers out of values in the way in which symmetry renames sites in them.
type numberless struct{}

func (numberless) Site(i model.Site) model.Site    { return i }
func (numberless) Group(g model.Group) model.Group { return g }

func (n numberless) Of(x any) any {
	if x == nil {
		return nil
	}
	v := reflect.New(reflect.TypeOf(x)).Elem()
	v.Set(reflect.ValueOf(x))
	n.in(v)
	return v.Interface()
}

// in takes the numbers out of v, which can be set.
func (n numberless) in(v reflect.Value) {
	switch x := v.Interface().(type) {
	case model.Site, model.Group, model.Alias:
		return
	case model.Named:
		if y := reflect.ValueOf(x.Renamed(n)); y.Type() == v.Type() {
			v.Set(y)
			return
		}
	}
	switch v.Kind() {
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64,
		reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		if _, worded := v.Interface().(fmt.Stringer); !worded {
			v.SetZero()
		}
	case reflect.Struct:
		for k := range v.NumField() {
			f := v.Field(k)
			n.in(reflect.NewAt(f.Type(), unsafe.Pointer(f.UnsafeAddr())).Elem())
		}
	case reflect.Array:
		for k := range v.Len() {
			n.in(v.Index(k))
		}
	case reflect.Interface:
		if !v.IsNil() {
			v.Set(reflect.ValueOf(n.Of(v.Elem().Interface())))
		}
	}
}
