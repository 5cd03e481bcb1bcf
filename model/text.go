package model

import (
	"fmt"
	"iter"
	"reflect"
	"strconv"
	"strings"
	"unicode/utf8"
	"unsafe"
)

// Text renders a variable's value or a message as traces show it. A type with a String method renders itself, if that does not panic; any
// other struct is its type's name and its fields in order, "request(2, 1, g1)"; the rest is fmt's. What could not be seen in a line is quoted.
func Text(x any) string {
	text := text(x)
	if !seen(text) {
		return strconv.Quote(text)
	}
	return text
}

func text(x any) string {
	stringer, own := x.(fmt.Stringer)
	if own {
		if text, ok := written(stringer); ok {
			return text
		}
	}
	v := reflect.ValueOf(x)
	switch v.Kind() {
	case reflect.Struct:
	case reflect.String:
		return plain(v.String())
	case reflect.Array:
		if v.Type().Elem().Kind() != reflect.String {
			return without(x, own)
		}
		var all []string
		for k := range v.Len() {
			all = append(all, part(v.Index(k).Interface(), betweenParts+" "))
		}
		return "[" + strings.Join(all, " ") + "]"
	default:
		return without(x, own)
	}
	return v.Type().Name() + "(" + strings.Join(fieldTexts(v), ", ") + ")"
}

// without is a value as fmt writes it, or if it has a String method of its own that panics as in Go's source.
func without(x any, own bool) string {
	if own {
		return fmt.Sprintf("%s(%#v)", reflect.TypeOf(x).Name(), x)
	}
	return fmt.Sprint(x)
}

// written is what a String method returns; ok is false if it panics.
func written(s fmt.Stringer) (text string, ok bool) {
	defer func() {
		if recover() != nil {
			ok = false
		}
	}()
	return s.String(), true
}

// betweenParts are what stands around and between the parts of a value: a string that has one of them is quoted there, so that values that differ
// are written differently.
const betweenParts = ",()[]<>\""

// part renders a part of a value.
func part(x any, between string) string {
	text := Text(x)
	if _, is := x.(fmt.Stringer); !is && reflect.ValueOf(x).Kind() == reflect.String && text[0] != '"' && strings.ContainsAny(text, between) {
		return strconv.Quote(text)
	}
	return text
}

// plain is a string as it is if it can be seen and read where it stands in a line; otherwise, such as the empty one or one that is no UTF-8, quoted.
// So is one that would look like a quoted one.
func plain(s string) string {
	if s == "" || s[0] == '"' || s != strings.TrimSpace(s) || !seen(s) {
		return strconv.Quote(s)
	}
	return s
}

// seen reports that all of a text can be seen in a line.
func seen(s string) bool {
	return utf8.ValidString(s) && !strings.ContainsFunc(s, func(r rune) bool { return !strconv.IsPrint(r) })
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

// Fields lists the variables of vars as texts: see [Variables].
func Fields(vars any) []Field {
	var fields []Field
	for name, value := range Variables(vars) {
		fields = append(fields, Field{name, Text(value)})
	}
	return fields
}

// Variables yields the variables of a site by name, in the order of their declaration: those of a [Listed] type, or the fields
// of a struct; anything else is one variable, "value", and so is a [Set], a [List] or a [PerSite].
func Variables(vars any) iter.Seq2[string, any] {
	v := reflect.ValueOf(vars)
	l, listed := vars.(Listed)
	_, whole := vars.(interface{ Elements() []any })
	switch {
	case listed:
		return func(yield func(string, any) bool) {
			names, values := l.Variables()
			for k, name := range names {
				if !yield(name, values[k]) {
					return
				}
			}
		}
	case whole || v.Kind() != reflect.Struct:
		return func(yield func(string, any) bool) { yield("value", vars) }
	}
	return fieldsOf(v)
}

// fieldsOf yields the fields of a struct.
func fieldsOf(v reflect.Value) iter.Seq2[string, any] {
	addressable := reflect.New(v.Type()).Elem()
	addressable.Set(v)
	return func(yield func(string, any) bool) {
		for k := range v.NumField() {
			f := addressable.Field(k)
			// A protocol's names are the paper's, most of them lower case. Reflection reads such fields but refuses
			// to call their String method; going through the address of our own copy lifts that.
			if !yield(v.Type().Field(k).Name, reflect.NewAt(f.Type(), unsafe.Pointer(f.UnsafeAddr())).Elem().Interface()) {
				return
			}
		}
	}
}

// fieldTexts renders the fields of a struct.
func fieldTexts(v reflect.Value) []string {
	var texts []string
	for _, value := range fieldsOf(v) {
		texts = append(texts, part(value, betweenParts))
	}
	return texts
}
