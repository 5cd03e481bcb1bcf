package values

import (
	"reflect"

	"github.com/gmecheck/gmecheck/model"
)

// Renamer gives sites and groups other names.
type Renamer interface {
	Site(i model.Site) model.Site
	Group(g model.Group) model.Group
}

// names is a renamer as the types that are [model.Named] ask for it.
type names struct{ Renamer }

// Of renames what is in x.
func (n names) Of(x any) any { return Rename(n.Renamer, x) }

// Rename is x with every site and group in it renamed: values of the types [model.Site] and [model.Group], also in structs,
// interfaces, arrays, lists, sets and aliases, and the places of a [model.PerSite]. Plain numbers and strings stay as they are, so a
// protocol that keeps a site in one of them is not symmetric under this renaming, and must be found out.
func Rename[T any](r Renamer, x T) T {
	v := reflect.ValueOf(&x).Elem()
	renameIn(r, v)
	return x
}

// renameIn renames what is in v, which must be addressable and settable.
func renameIn(r Renamer, v reflect.Value) {
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
		inside := Copy(reflect.ValueOf(x.Alias()))
		if inside.CanConvert(v.Type()) && inside.Convert(v.Type()).Interface() == v.Interface() {
			renameIn(r, inside)
			v.Set(inside.Convert(v.Type()))
			return
		}
	}
	switch v.Kind() {
	case reflect.Struct:
		for k := range v.NumField() {
			renameIn(r, Open(v.Field(k)))
		}
	case reflect.Array:
		for k := range v.Len() {
			renameIn(r, v.Index(k))
		}
	case reflect.Interface:
		if !v.IsNil() {
			inside := Copy(v.Elem())
			renameIn(r, inside)
			v.Set(inside)
		}
	}
}
