package model

import (
	"fmt"
	"reflect"
	"strings"
	"unsafe"
)

// Text renders a variable's value or a message as traces show it. A type with a String method renders itself; any
// other struct is its type's name and its fields in order, "request(2, 1, g1)"; the rest is fmt's.
func Text(x any) string {
	if s, ok := x.(fmt.Stringer); ok {
		return s.String()
	}
	v := reflect.ValueOf(x)
	if v.Kind() != reflect.Struct {
		return fmt.Sprint(x)
	}
	return v.Type().Name() + "(" + strings.Join(fieldTexts(v), ", ") + ")"
}

// Kind is the name of a message's kind: what stands before the parenthesis in its [Text].
func Kind(m any) string {
	name, _, _ := strings.Cut(Text(m), "(")
	return name
}

// Field is one variable of a site, by its name.
type Field struct{ Name, Value string }

// Listed is a type of variables that lists them itself, names and values.
type Listed interface {
	Variables() (names []string, values []any)
}

// Fields lists the variables of vars, in the order of their declaration.
func Fields(vars any) []Field {
	if l, ok := vars.(Listed); ok {
		var fields []Field
		names, values := l.Variables()
		for k, name := range names {
			fields = append(fields, Field{name, Text(values[k])})
		}
		return fields
	}
	v := reflect.ValueOf(vars)
	if v.Kind() != reflect.Struct {
		return []Field{{Name: "value", Value: Text(vars)}}
	}
	texts := fieldTexts(v)
	fields := make([]Field, v.NumField())
	for k := range fields {
		fields[k] = Field{Name: v.Type().Field(k).Name, Value: texts[k]}
	}
	return fields
}

// fieldTexts renders the fields of a struct.
func fieldTexts(v reflect.Value) []string {
	addressable := reflect.New(v.Type()).Elem()
	addressable.Set(v)
	texts := make([]string, v.NumField())
	for k := range texts {
		f := addressable.Field(k)
		// A protocol's names are the paper's, most of them lower case. Reflection reads such fields but refuses
		// to call their String method; going through the address of our own copy lifts that.
		texts[k] = Text(reflect.NewAt(f.Type(), unsafe.Pointer(f.UnsafeAddr())).Elem().Interface())
	}
	return texts
}
