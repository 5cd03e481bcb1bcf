package values

import (
	"reflect"
	"slices"
	"strings"

	"github.com/gmecheck/gmecheck/model"
)

// Types knows which types have values that == compares by what they are. Pointers, channels and functions are compared
// by where they are, maps and slices not at all, and a number with a fraction may be unequal to itself.
type Types struct {
	known map[reflect.Type]verdict
	sure  reflect.Type // all values of it are well; the last that was met in an interface
}

// verdict is what is known of a type.
type verdict struct {
	path   []string // of fields, to the part that is wrong
	why    string   // empty: nothing is wrong as far as the type says
	open   bool     // there are interfaces in it: what is in them decides
	holds  bool     // what decides is behind a field, see heldIn
	fields []int    // of a struct otherwise: those in which there are interfaces
}

// NewTypes returns what nothing is known of yet; it is for the use of one goroutine.
func NewTypes() Types { return Types{known: map[reflect.Type]verdict{}} }

// text is empty where nothing is wrong.
func (v verdict) text() string {
	switch {
	case v.why == "":
		return ""
	case len(v.path) > 0:
		return "field " + strings.Join(v.path, ".") + " is " + v.why
	}
	return "it is " + v.why
}

// of looks into a type.
func (k *Types) of(t reflect.Type) verdict {
	found, ok := k.known[t]
	if !ok {
		found = judgeType(t, nil)
		if found.open && t.Kind() == reflect.Struct {
			k.openFields(t, &found)
		}
		k.known[t] = found
	}
	return found
}

// openFields notes in which fields of a struct there is what decides.
func (k *Types) openFields(t reflect.Type, of *verdict) {
	if held, field := heldIn(t); held != nil {
		of.holds, of.fields = true, []int{field}
		return
	}
	for i := range t.NumField() {
		if k.Open(t.Field(i).Type) {
			of.fields = append(of.fields, i)
		}
	}
}

// judgeType looks into a type that stands within others, one of which may be itself.
func judgeType(t reflect.Type, within []reflect.Type) (found verdict) {
	if slices.Contains(within, t) {
		return verdict{} // the rest of it decides
	}
	within = append(slices.Clip(within), t)
	part := func(field string, t reflect.Type) {
		inside := judgeType(t, within)
		if found.open = found.open || inside.open; found.why == "" && inside.why != "" {
			found.path, found.why = join(field, inside.path), inside.why
		}
	}
	switch t.Kind() {
	case reflect.Interface:
		found.open = true
	case reflect.Array:
		part("", t.Elem())
	case reflect.Struct:
		if of, _ := heldIn(t); of != nil {
			part("", of)
			break
		}
		for i := range t.NumField() {
			part(fieldName(t, i), t.Field(i).Type)
		}
	case reflect.Pointer, reflect.Chan, reflect.Func, reflect.UnsafePointer:
		found.why = article(t) + ", which is compared by where it is, not by what it is"
	case reflect.Map, reflect.Slice:
		found.why = article(t) + ", which cannot be compared"
	case reflect.Float32, reflect.Float64, reflect.Complex64, reflect.Complex128:
		found.why = article(t) + ", which may be unequal to itself"
	}
	return found
}

// NoValue says why values of a type cannot be compared by what they are: which field of it is a pointer, for instance. It is
// empty if they can, or if what is in an interface decides.
func NoValue(t reflect.Type) string { return judgeType(t, nil).text() }

// Open reports that the type does not decide: there are interfaces in it, and what is in them does.
func (k *Types) Open(t reflect.Type) bool { return k.of(t).open }

// Wrong says what is wrong with a value, given a pointer to it; empty if nothing is.
func (k *Types) Wrong(at any) string { return k.inside(reflect.ValueOf(at).Elem()).text() }

// WrongIn says what is wrong with what an interface holds; empty if nothing is.
func (k *Types) WrongIn(x any) string {
	t := reflect.TypeOf(x)
	if t == nil || t == k.sure {
		return ""
	}
	found := k.inside(reflect.ValueOf(x))
	if found.why == "" && !k.Open(t) {
		k.sure = t
	}
	return found.text()
}

func (k *Types) inside(v reflect.Value) verdict {
	t := v.Type()
	known := k.of(t)
	if known.why != "" || !known.open {
		return known
	}
	switch t.Kind() {
	case reflect.Interface:
		if !v.IsNil() {
			return k.inside(v.Elem())
		}
	case reflect.Array:
		for i := range v.Len() {
			if found := k.inside(v.Index(i)); found.why != "" {
				return found
			}
		}
	case reflect.Struct:
		if known.holds {
			if held := v.Field(known.fields[0]); !held.IsNil() {
				return k.inside(held.Elem())
			}
			break
		}
		for _, i := range known.fields {
			if found := k.inside(v.Field(i)); found.why != "" {
				found.path = join(fieldName(t, i), found.path)
				return found
			}
		}
	}
	return verdict{}
}

// heldIn is the type of what a value holds and is compared by, and the field that leads there, of what lists consist of and of handles of
// package unique: equal handles have equal values behind their only field, a pointer. It is nil for all other types.
func heldIn(t reflect.Type) (of reflect.Type, field int) {
	switch {
	case isHandle(t):
		return t.Field(0).Type.Elem(), 0
	case IsBox(t):
		return t.Field(0).Type.Elem().Elem(), 1
	}
	return nil, 0
}

func isHandle(t reflect.Type) bool {
	return t.PkgPath() == "unique" && strings.HasPrefix(t.Name(), "Handle[")
}

// IsBox reports that lists consist of values of this type: the first field tells the type of what is in them, the second is an interface
// with that.
func IsBox(t reflect.Type) bool {
	return t.PkgPath() == reflect.TypeFor[model.Site]().PkgPath() && strings.HasPrefix(t.Name(), "box[")
}

// fieldName is that of a field; empty within the types of the package model, whose insides mean nothing to others.
func fieldName(t reflect.Type, i int) string {
	if t.PkgPath() == reflect.TypeFor[model.Site]().PkgPath() && strings.Contains(t.Name(), "[") {
		return ""
	}
	return t.Field(i).Name
}

func join(field string, path []string) []string {
	if field == "" {
		return path
	}
	return append([]string{field}, path...)
}

func article(t reflect.Type) string {
	if strings.HasPrefix(t.String(), "unsafe") || strings.HasPrefix(t.String(), "int") {
		return "an " + t.String()
	}
	return "a " + t.String()
}
