package model

import (
	"reflect"
	"unsafe"
)

// named is a type of this package that contains names in a way that its fields do not show. The result has the type of
// the receiver.
type named interface{ renamed(r *Renaming) any }

// Alias is a type that a protocol defines to be a [Site], a [Group] or a set of them, for the sake of a method of its own.
// Renaming cannot see that in the type.
type Alias interface {
	// Alias returns the same value, converted to the type of this package.
	Alias() any
}

// renamed is x with every site and group in it renamed: values of the types [Site] and [Group], also in structs,
// interfaces, arrays, lists, sets and aliases, and the places of a [PerSite]. Plain numbers and strings stay as they are, so a
// protocol that keeps a site in one of them is not symmetric under this renaming, and must be found out.
func renamed[T any](r *Renaming, x T) T {
	v := reflect.ValueOf(&x).Elem()
	rename(r, v)
	return x
}

// rename renames what is in v, which must be addressable and settable.
func rename(r *Renaming, v reflect.Value) {
	switch x := v.Addr().Interface().(type) {
	case *Site:
		*x = r.Site(*x)
		return
	case *Group:
		*x = r.Group(*x)
		return
	}
	// An embedded list, set or alias gives its method to the struct around it, which is not renamed by that: the types
	// tell.
	switch x := v.Interface().(type) {
	case named:
		if y := reflect.ValueOf(x.renamed(r)); y.Type() == v.Type() {
			v.Set(y)
			return
		}
	case Alias:
		inside := addressable(reflect.ValueOf(x.Alias()))
		if inside.CanConvert(v.Type()) && inside.Convert(v.Type()).Interface() == v.Interface() {
			rename(r, inside)
			v.Set(inside.Convert(v.Type()))
			return
		}
	}
	switch v.Kind() {
	case reflect.Struct:
		for k := range v.NumField() {
			f := v.Field(k)
			// Fields with lower-case names can be set through the address of our own copy, as in fieldTexts.
			rename(r, reflect.NewAt(f.Type(), unsafe.Pointer(f.UnsafeAddr())).Elem())
		}
	case reflect.Array:
		for k := range v.Len() {
			rename(r, v.Index(k))
		}
	case reflect.Interface:
		if !v.IsNil() {
			inside := addressable(v.Elem())
			rename(r, inside)
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

func (l List[T]) renamed(r *Renaming) any {
	xs := l.Slice()
	for k := range xs {
		xs[k] = renamed(r, xs[k])
	}
	return ListOf(xs...)
}

func (s Set[T]) renamed(r *Renaming) any {
	var t Set[T]
	for x := range s.All() {
		t = t.With(renamed(r, x))
	}
	return t
}

func (a PerSite[T]) renamed(r *Renaming) any {
	old := a.values.Slice()
	xs := make([]T, len(old))
	for k, x := range old {
		to := int(r.Site(Site(k+1))) - 1
		if to >= len(old) {
			return a // not an array of all processes or all sites: no renaming makes sense of it
		}
		xs[to] = renamed(r, x)
	}
	return PerSite[T]{ListOf(xs...)}
}
