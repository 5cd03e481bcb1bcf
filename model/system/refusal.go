package system

import (
	"fmt"
	"reflect"

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
