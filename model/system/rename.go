package system

import (
	"reflect"
	"unsafe"

	"github.com/gmecheck/gmecheck/model"
)

// names is a renaming as the types that are [model.Named] ask for it.
type names struct{ *Renaming }

// Of renames what is in x.
func (n names) Of(x any) any { return rename(n.Renaming, x) }

// rename is x with every site and group in it renamed: values of the types [model.Site] and [model.Group], also in structs,
// interfaces, arrays, lists, sets and aliases, and the places of a [model.PerSite]. Plain numbers and strings stay as they are, so a
// protocol that keeps a site in one of them is not symmetric under this renaming, and must be found out.
func rename[T any](r *Renaming, x T) T {
	v := reflect.ValueOf(&x).Elem()
	renameIn(r, v)
	return x
}

// renameIn renames what is in v, which must be addressable and settable.
func renameIn(r *Renaming, v reflect.Value) {
	switch x := v.Addr().Interface().(type) {
	case *model.Site:
		*x = r.Site(*x)
		return
	case *model.Group:
		*x = r.Group(*x)
		return
	}
	// An embedded list, set or alias gives its method to the struct around it, which is not renamed by that: the types
	// tell.
	switch x := v.Interface().(type) {
	case model.Named:
		if y := reflect.ValueOf(x.Renamed(names{r})); y.Type() == v.Type() {
			v.Set(y)
			return
		}
	case model.Alias:
		inside := addressable(reflect.ValueOf(x.Alias()))
		if inside.CanConvert(v.Type()) && inside.Convert(v.Type()).Interface() == v.Interface() {
			renameIn(r, inside)
			v.Set(inside.Convert(v.Type()))
			return
		}
	}
	switch v.Kind() {
	case reflect.Struct:
		for k := range v.NumField() {
			f := v.Field(k)
			// Fields with lower-case names can be set through the address of our own copy, as in fieldTexts.
			renameIn(r, reflect.NewAt(f.Type(), unsafe.Pointer(f.UnsafeAddr())).Elem())
		}
	case reflect.Array:
		for k := range v.Len() {
			renameIn(r, v.Index(k))
		}
	case reflect.Interface:
		if !v.IsNil() {
			inside := addressable(v.Elem())
			renameIn(r, inside)
			v.Set(inside)
		}
	}
}

// addressable is a copy of v that can be changed.
func addressable(v reflect.Value) reflect.Value {
	c := reflect.New(v.Type()).Elem()
	c.Set(v)
	return c
}
