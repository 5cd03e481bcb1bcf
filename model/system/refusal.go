package system

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/gmecheck/gmecheck/model"
)

// checkMethods refuses a protocol that has a method of an optional interface without being one: Go takes it for some other
// method, and what it is there for would never happen.
func checkMethods[V, M comparable](p model.Protocol[V, M]) error {
	if p == nil {
		return fmt.Errorf("there is no protocol")
	}
	t := reflect.TypeOf(p)
	for _, optional := range []reflect.Type{
		reflect.TypeFor[model.Initial[V]](), reflect.TypeFor[model.Bounded](), reflect.TypeFor[model.Placed](), reflect.TypeFor[model.Demander](), reflect.TypeFor[model.Timed[V, M]](), reflect.TypeFor[model.Ordered](),
		reflect.TypeFor[model.Internal[V, M]](), reflect.TypeFor[model.Selective[V, M]](), reflect.TypeFor[model.InOrder](), reflect.TypeFor[model.Volatile[V]](), reflect.TypeFor[model.Recovering[V, M]](), reflect.TypeFor[model.Attributor[M]](), reflect.TypeFor[model.Ticketed](),
	} {
		if t.Implements(optional) {
			continue
		}
		for wanted := range optional.Methods() {
			if err := misses(t, wanted, optional); err != nil {
				return err
			}
		}
	}
	if _, timed := p.(model.Timed[V, M]); !timed && t.Implements(reflect.TypeFor[model.Ordered]()) {
		return fmt.Errorf("%v has the method Durations, but not Timers and Expire", t)
	}
	return nil
}

// misses says why a type that has this method, or one of its name, does not have the interface.
func misses(t reflect.Type, wanted reflect.Method, optional reflect.Type) error {
	given, has := t.MethodByName(wanted.Name)
	if !has {
		if _, has := reflect.PointerTo(t).MethodByName(wanted.Name); has && t.Kind() != reflect.Pointer {
			return fmt.Errorf("%v has the method %s only behind a pointer: compose &%v", t, wanted.Name, t)
		}
		return nil
	}
	if got := signature(given); got != wanted.Type {
		return fmt.Errorf("the method %s of %v is a %v; expected is a %v", wanted.Name, t, got, wanted.Type)
	}
	for other := range optional.Methods() {
		if _, has := t.MethodByName(other.Name); !has {
			return fmt.Errorf("%v has the method %s, but not %s, a %v", t, wanted.Name, other.Name, other.Type)
		}
	}
	return nil // one of the others is wrong
}

// signature is the type of a method without its receiver.
func signature(m reflect.Method) reflect.Type {
	var in, out []reflect.Type
	for k := 1; k < m.Type.NumIn(); k++ {
		in = append(in, m.Type.In(k))
	}
	for k := range m.Type.NumOut() {
		out = append(out, m.Type.Out(k))
	}
	return reflect.FuncOf(in, out, m.Type.IsVariadic())
}

// types knows which types have values that == compares by what they are. Pointers, channels and functions are compared
// by where they are, maps and slices not at all, and a number with a fraction may be unequal to itself.
type types struct{ known map[reflect.Type]verdict }

// verdict is what is known of a type.
type verdict struct {
	path []string // of fields, to the part that is wrong
	why  string   // empty: nothing is wrong as far as the type says
	open bool     // there are interfaces in it: what is in them decides
}

func newTypes() types { return types{map[reflect.Type]verdict{}} }

func (v verdict) String() string {
	if len(v.path) > 0 {
		return "field " + strings.Join(v.path, ".") + " is " + v.why
	}
	return "it is " + v.why
}

// of looks into a type.
func (k *types) of(t reflect.Type) verdict {
	found, ok := k.known[t]
	if !ok {
		found = judgeType(t, nil)
		k.known[t] = found
	}
	return found
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
func NoValue(t reflect.Type) string {
	if v := judgeType(t, nil); v.why != "" {
		return v.String()
	}
	return ""
}

// wrong says what is wrong with a value, given a pointer to it; false if nothing is.
func (k *types) wrong(at any) (verdict, bool) {
	found := k.inside(reflect.ValueOf(at).Elem())
	return found, found.why != ""
}

func (k *types) inside(v reflect.Value) verdict {
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
		if of, field := heldIn(t); of != nil {
			if held := v.Field(field); !held.IsNil() {
				return k.inside(held.Elem())
			}
			break
		}
		for i := range t.NumField() {
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
	case isBox(t):
		return t.Field(0).Type.Elem().Elem(), 1
	}
	return nil, 0
}

func isHandle(t reflect.Type) bool {
	return t.PkgPath() == "unique" && strings.HasPrefix(t.Name(), "Handle[")
}

// isBox reports that lists consist of values of this type: the first field tells the type of what is in them, the second is an interface
// with that.
func isBox(t reflect.Type) bool {
	return t.PkgPath() == reflect.TypeFor[model.Site]().PkgPath() && strings.HasPrefix(t.Name(), "box[")
}

// fieldName is that of a field; empty within this package's own types, whose insides mean nothing to others.
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
