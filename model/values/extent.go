package values

import (
	"fmt"
	"reflect"
	"strings"

	"github.com/gmecheck/gmecheck/model"
)

// Extent is the length of the longest list in a value, and its largest plain number, whatever its sign. Sites, groups and numbers
// of types with a text of their own are no plain numbers.
func Extent(x any) (list, number int) {
	if x == nil {
		return 0, 0
	}
	return extentIn(Copy(reflect.ValueOf(x)))
}

func extentIn(v reflect.Value) (list, number int) {
	take := func(l, n int) { list, number = max(list, l), max(number, n) }
	switch x := v.Interface().(type) {
	case model.Site, model.Group, model.Sites, model.Groups, model.Alias:
		return 0, 0
	case model.Number:
		if x == model.Forgotten {
			return 0, 0
		}
		return 0, x.Int()
	case interface{ Elements() []any }:
		if v.Type().PkgPath() != reflect.TypeFor[model.Site]().PkgPath() {
			break // the method is that of something embedded
		}
		all := x.Elements()
		if strings.HasPrefix(v.Type().Name(), "List[") {
			list = len(all)
		}
		for _, y := range all {
			take(Extent(y))
		}
		return list, number
	}
	switch v.Kind() {
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		if _, worded := v.Interface().(fmt.Stringer); !worded {
			take(0, int(max(v.Int(), -v.Int())))
		}
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		if _, worded := v.Interface().(fmt.Stringer); !worded {
			take(0, int(v.Uint()))
		}
	case reflect.Struct:
		for k := range v.NumField() {
			take(extentIn(Open(v.Field(k))))
		}
	case reflect.Array:
		for k := range v.Len() {
			take(extentIn(v.Index(k)))
		}
	case reflect.Interface:
		if !v.IsNil() {
			take(extentIn(Copy(v.Elem())))
		}
	}
	return list, number
}

// FieldExtent is the extent of a field, "token.queue" for one of a struct in a struct.
type FieldExtent struct {
	Field        string
	List, Number int
}

// Extents are the extents of the fields of a struct; of anything else that of the whole, which has no name.
func Extents(x any) []FieldExtent {
	if x == nil {
		return nil
	}
	return extentsIn(nil, "", Copy(reflect.ValueOf(x)))
}

func extentsIn(all []FieldExtent, name string, v reflect.Value) []FieldExtent {
	_, alias := v.Interface().(model.Alias)
	_, many := v.Interface().(interface{ Elements() []any })
	if v.Kind() == reflect.Struct && !alias && !many && v.Type() != reflect.TypeFor[model.Number]() {
		for k := range v.NumField() {
			of := v.Type().Field(k).Name
			if name != "" {
				of = name + "." + of
			}
			all = extentsIn(all, of, Open(v.Field(k)))
		}
		return all
	}
	list, number := extentIn(v)
	return append(all, FieldExtent{name, list, number})
}
