package predicate

import (
	"fmt"
	"reflect"
	"slices"

	"github.com/expr-lang/expr/types"

	"github.com/gmecheck/gmecheck/model"
)

// common is what every site has, unless a variable has the name.
var common = types.Map{
	"name": types.String, "waits": types.Bool, "inside": types.Bool, "down": types.Bool, "tokens": types.Int, "groups": types.Array(types.String),
	"inbox": types.Array(types.Map{"kind": types.String, "text": types.String, "from": types.Int}),
}

// ofRequests is what no site has of which nobody requests anything.
var ofRequests = []string{"waits", "inside", "tokens", "groups"}

// siteType is the type of a site with such variables.
func siteType(vars any, own bool) types.Map {
	out := types.Map{}
	for name, kind := range common {
		if !own || !slices.Contains(ofRequests, name) {
			out[name] = kind
		}
	}
	for name, value := range model.Variables(vars) {
		out[name] = typeOf(reflect.TypeOf(value))
	}
	return out
}

// sliced is a type of package model with elements.
var sliced = reflect.TypeFor[interface{ Elements() []any }]()

var stringer = reflect.TypeFor[fmt.Stringer]()

// typeOf is the type of the values that [valueOf] makes of those of type t.
func typeOf(t reflect.Type) types.Type {
	switch {
	case t == nil || t.Kind() == reflect.Interface:
		return types.Any
	case t == reflect.TypeFor[model.Number]():
		return types.Int
	case t.Implements(sliced):
		return types.Array(types.Any)
	case t.Implements(stringer) && t.Kind() != reflect.Struct:
		return types.String
	}
	switch t.Kind() {
	case reflect.Bool:
		return types.Bool
	case reflect.String:
		return types.String
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64, reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return types.Int
	case reflect.Float32, reflect.Float64:
		return types.Float64
	case reflect.Array:
		return types.Array(typeOf(t.Elem()))
	case reflect.Struct:
		out := types.Map{}
		for name, field := range model.Variables(reflect.Zero(t).Interface()) {
			out[name] = typeOf(reflect.TypeOf(field))
		}
		return out
	default:
		return types.Any
	}
}

// valueOf is a value of the model as expressions have it.
func valueOf(x any) any {
	if x == nil {
		return nil
	}
	if number, ok := x.(model.Number); ok {
		return number.Int()
	}
	v := reflect.ValueOf(x)
	if list, ok := x.(interface{ Elements() []any }); ok {
		out := []any{}
		for _, e := range list.Elements() {
			out = append(out, valueOf(e))
		}
		return out
	}
	if named, ok := x.(fmt.Stringer); ok && v.Kind() != reflect.Struct {
		return named.String()
	}
	switch v.Kind() {
	case reflect.Bool:
		return v.Bool()
	case reflect.String:
		return v.String()
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return int(v.Int())
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return int(v.Uint())
	case reflect.Float32, reflect.Float64:
		return v.Float()
	case reflect.Array:
		out := []any{}
		for k := range v.Len() {
			out = append(out, valueOf(v.Index(k).Interface()))
		}
		return out
	case reflect.Struct:
		out := map[string]any{}
		for name, value := range model.Variables(x) {
			out[name] = valueOf(value)
		}
		return out
	default:
		return fmt.Sprint(x)
	}
}

// newSite is a site as expressions see it.
func newSite(name string, v *model.View) *site {
	shown, ok := v.Shown.(model.Shown)
	if !ok {
		panic("predicate: a system that does not show variables")
	}
	groups, inbox := []any{}, []any{}
	for g := range v.Groups.All() {
		groups = append(groups, g.String())
	}
	s := &site{value: map[string]any{}}
	for _, m := range shown.Inbox.All() {
		kind := model.Kind(m.Value)
		inbox = append(inbox, map[string]any{"kind": kind, "text": model.Text(m.Value), "from": int(m.Sender())})
		s.kinds = append(s.kinds, kind)
	}
	s.value = map[string]any{
		"name": name, "waits": v.Waits, "inside": v.InCS, "down": v.Down, "tokens": v.Holds, "groups": groups, "inbox": inbox,
	}
	for name, value := range model.Variables(shown.Vars) {
		s.value[name] = valueOf(value)
	}
	return s
}
