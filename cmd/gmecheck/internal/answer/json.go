package answer

import (
	"bytes"
	"encoding/json"
	"io"
	"reflect"
	"strings"
)

// JSON writes an answer for programs. The beginning of what a CI would read as a command, wherever it stands in a line, is written in
// another way, which means the same.
func JSON(w io.Writer, answer any) error {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetIndent("", " ")
	e.SetEscapeHTML(false)
	if err := e.Encode(answer); err != nil {
		return err
	}
	_, err := w.Write(bytes.ReplaceAll(b.Bytes(), []byte("##"), []byte(`#\u0023`)))
	return err
}

// Object is a JSON object with its keys in order.
type Object []member

type member struct {
	key   string
	value any
}

// Of is an object of keys and their values, in turn. A key with a question mark behind it is left out, and the mark with it,
// where its value is zero or empty.
func Of(keysAndValues ...any) Object {
	var o Object
	for k := 0; k < len(keysAndValues); k += 2 {
		o.Add(keysAndValues[k].(string), keysAndValues[k+1])
	}
	return o
}

// Add adds a key with its value.
func (o *Object) Add(key string, value any) {
	name, optional := strings.CutSuffix(key, "?")
	if optional && empty(reflect.ValueOf(value)) {
		return
	}
	*o = append(*o, member{name, value})
}

func empty(v reflect.Value) bool {
	if !v.IsValid() || v.IsZero() {
		return true
	}
	return (v.Kind() == reflect.Slice || v.Kind() == reflect.Map) && v.Len() == 0
}

// MarshalJSON writes < and > as they are.
func (o Object) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	b.WriteByte('{')
	for k, m := range o {
		if k > 0 {
			b.WriteByte(',')
		}
		if err := e.Encode(m.key); err != nil {
			return nil, err
		}
		b.WriteByte(':')
		if err := e.Encode(m.value); err != nil {
			return nil, err
		}
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

// Each is the list of what an answer says of each of some things; empty, not null, if there are none.
func Each[T any](all []T, of func(T) any) []any {
	list := []any{}
	for _, x := range all {
		list = append(list, of(x))
	}
	return list
}

// List is a list that is empty, not null, if it is nil.
func List[T any](all []T) []T { return append([]T{}, all...) }
