package conform

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/gmecheck/gmecheck/algorithms/names"
)

// object is a JSON object of which the keys are taken one after another; what is left at the end nobody knows.
type object struct {
	values map[string]json.RawMessage
	keys   []string
	taken  map[string]bool
	err    error
}

// objectOf reads an object. A key that stands in it twice is an error, since either could be meant.
func objectOf(text []byte) (*object, error) {
	o := &object{values: map[string]json.RawMessage{}, taken: map[string]bool{}}
	d := json.NewDecoder(bytes.NewReader(text))
	if open, err := d.Token(); err != nil || open != json.Delim('{') {
		return nil, fmt.Errorf("%s is no JSON object", quoted(string(text)))
	}
	for d.More() {
		key, err := d.Token()
		if err != nil {
			return nil, fmt.Errorf("it is no JSON: %v", err)
		}
		var value json.RawMessage
		if err := d.Decode(&value); err != nil {
			return nil, fmt.Errorf("it is no JSON: %v", err)
		}
		name := key.(string)
		if _, twice := o.values[name]; twice {
			return nil, fmt.Errorf("the key %s stands in it twice", quoted(name))
		}
		if string(value) == "null" { // as good as missing
			o.taken[name] = true
		}
		o.values[name] = value
		o.keys = append(o.keys, name)
	}
	if _, err := d.Token(); err != nil {
		return nil, fmt.Errorf("it is no JSON: %v", err)
	}
	if _, err := d.Token(); err != io.EOF {
		return nil, errors.New("something stands behind the object; allowed is one object in each line")
	}
	return o, nil
}

// has reports that a key has a value other than null.
func (o *object) has(key string) bool {
	value, has := o.values[key]
	return has && string(value) != "null"
}

// take is the value of a key; false if there is none.
func (o *object) take(key string) (json.RawMessage, bool) {
	o.taken[key] = true
	return o.values[key], o.has(key)
}

func (o *object) wrong(key string, value json.RawMessage, allowed string) {
	if o.err == nil {
		o.err = fmt.Errorf("%s is %s; allowed is %s", key, quoted(string(value)), allowed)
	}
}

// text takes a string.
func (o *object) text(key string, to *string) {
	if value, has := o.take(key); has && (value[0] != '"' || json.Unmarshal(value, to) != nil) {
		o.wrong(key, value, "a text")
	}
}

// texts takes a list of strings.
func (o *object) texts(key string, to *[]string) {
	value, has := o.take(key)
	if !has {
		return
	}
	var all []*string
	if json.Unmarshal(value, &all) != nil || slices.Contains(all, nil) {
		o.wrong(key, value, "a list of texts")
		return
	}
	for _, text := range all {
		*to = append(*to, *text)
	}
}

// number takes a whole number.
func (o *object) number(key string, to *int) {
	if value, has := o.take(key); has && json.Unmarshal(value, to) != nil {
		o.wrong(key, value, "a whole number")
	}
}

// word takes a string or a whole number as a string.
func (o *object) word(key string, to *string) {
	value, has := o.take(key)
	if !has {
		return
	}
	var number int
	switch {
	case value[0] == '"' && json.Unmarshal(value, to) == nil:
	case json.Unmarshal(value, &number) == nil:
		*to = strconv.Itoa(number)
	default:
		o.wrong(key, value, "the number or the name of a process")
	}
}

// group takes an object.
func (o *object) group(key string) map[string]any {
	value, has := o.take(key)
	if !has {
		return nil
	}
	if value[0] != '{' {
		o.wrong(key, value, "an object")
		return nil
	}
	if o.err != nil {
		return nil
	}
	inner, err := objectOf(value)
	if err != nil {
		o.err = fmt.Errorf("%s: %w", key, err)
		return nil
	}
	all := make(map[string]any, len(inner.keys))
	for _, name := range inner.keys {
		d := json.NewDecoder(bytes.NewReader(inner.values[name]))
		d.UseNumber()
		var x any
		if err := d.Decode(&x); err != nil {
			o.err = fmt.Errorf("%s: %w", key, err)
			return nil
		}
		all[name] = x
	}
	return all
}

// message takes the message of a deliver or drop.
func (o *object) message() *Message {
	value, has := o.take("message")
	if !has {
		return nil
	}
	if value[0] != '{' {
		o.wrong("message", value, "an object")
		return nil
	}
	inner, err := objectOf(value)
	m := &Message{}
	if err == nil {
		inner.text("kind", &m.Kind)
		inner.text("text", &m.Text)
		m.Fields = inner.group("fields")
		err = inner.end()
	}
	if err != nil && o.err == nil {
		o.err = fmt.Errorf("message: %w", err)
	}
	return m
}

// end refuses keys that nobody has taken, but for those of the user's own.
func (o *object) end() error {
	if o.err != nil {
		return o.err
	}
	for _, key := range o.keys {
		if !o.taken[key] && !strings.HasPrefix(key, "x-") {
			near := names.DidYouMean(key, slices.Sorted(maps.Keys(o.taken)))
			return fmt.Errorf("nobody knows the key %s; keys of your own begin with \"x-\"%s", quoted(key), near)
		}
	}
	return nil
}

// quoted is a text as errors quote it: short, and without control characters.
func quoted(text string) string {
	if len(text) > 60 {
		text = strings.ToValidUTF8(text[:60], "") + "..."
	}
	return strconv.Quote(text)
}
