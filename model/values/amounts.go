package values

import (
	"fmt"
	"reflect"

	"github.com/gmecheck/gmecheck/model"
)

// Amounts are the numbers that stand in a value of this name, each with a name of its own: "free" of a plain number or a truth value (1 or 0), with
// the name of the field behind it in a struct ("token.free"), "state=HI" (1 or 0) of a number of a type with a text of its own, "len(queue)" of a
// list, a set or a [model.PerSite], and the sums over their elements, and over those of an array, "queue[].age". Sites, groups and texts are no amounts, nor are numbers that proofs by
// views forget. Amounts of 0 are left out.
func Amounts(name string, x any) map[string]int {
	all := amounts{}
	if x != nil {
		all.in(name, Copy(reflect.ValueOf(x)))
	}
	return all
}

type amounts map[string]int

func (all amounts) add(name string, n int) {
	if all[name] += n; all[name] == 0 {
		delete(all, name)
	}
}

func (all amounts) in(name string, v reflect.Value) {
	switch x := v.Interface().(type) {
	case model.Site, model.Group, model.Alias, model.Number:
		return
	case interface{ Elements() []any }:
		if v.Type().PkgPath() != reflect.TypeFor[model.Site]().PkgPath() {
			break // the method is that of something embedded
		}
		elements := x.Elements()
		all.add("len("+name+")", len(elements))
		for _, y := range elements {
			if y != nil {
				all.in(name+"[]", Copy(reflect.ValueOf(y)))
			}
		}
		return
	}
	_, worded := v.Interface().(fmt.Stringer)
	switch {
	case v.Kind() == reflect.Bool:
		if v.Bool() {
			all.add(name, 1)
		}
	case worded && (v.CanInt() || v.CanUint()):
		all.add(fmt.Sprintf("%s=%v", name, v.Interface()), 1)
	case v.CanInt():
		all.add(name, int(v.Int()))
	case v.CanUint() && v.Kind() != reflect.Uintptr:
		all.add(name, int(v.Uint()))
	case v.Kind() == reflect.Struct:
		for k := range v.NumField() {
			all.in(name+"."+v.Type().Field(k).Name, Open(v.Field(k)))
		}
	case v.Kind() == reflect.Array:
		for k := range v.Len() {
			all.in(name+"[]", v.Index(k))
		}
	case v.Kind() == reflect.Interface && !v.IsNil():
		all.in(name, Copy(v.Elem()))
	}
}
