package system

import (
	"encoding/binary"
	"errors"
	"fmt"
	"reflect"
	"unsafe"
)

// codec writes values as bytes and reads them: equal values are equal bytes, different values of one type are different bytes.
// It writes booleans, whole numbers, strings, arrays, structs, lists, and interfaces that hold such values. Types have names in
// it, so that what is in an interface can be read only when its type has been met.
type codec struct {
	types map[string]reflect.Type       // that were met in interfaces, by name
	lists map[reflect.Type]reflect.Type // of the elements of lists; nil: it is no list
}

func newCodec() codec { return codec{map[string]reflect.Type{}, map[reflect.Type]reflect.Type{}} }

// element is [elementType], remembered.
func (c *codec) element(t reflect.Type) reflect.Type {
	if t.Kind() != reflect.Struct {
		return nil
	}
	element, ok := c.lists[t]
	if !ok {
		element = elementType(t)
		c.lists[t] = element
	}
	return element
}

// unknownType is that a value is of a type that has not been met.
type unknownType struct{ name string }

func (u *unknownType) Error() string { return fmt.Sprintf("no value of type %s has been met", u.name) }

var errNoValue = errors.New("it is not the bytes of a value")

// filled is a list as the codec sees it.
type filled interface {
	Elements() []any
	Filled(n int, fill func(element any)) any
}

var filledType = reflect.TypeFor[filled]()

// elementType is the type of the elements of lists of type t; nil if it is no list, but for instance a struct in which one is embedded.
func elementType(t reflect.Type) (element reflect.Type) {
	if !t.Implements(filledType) || t.Kind() != reflect.Struct {
		return nil
	}
	list := reflect.Zero(t).Interface().(filled).Filled(1, func(at any) { element = reflect.TypeOf(at).Elem() })
	if reflect.TypeOf(list) != t {
		return nil
	}
	return element
}

// unwritable says what values of a type have in them that cannot be written; empty if nothing, or if an interface decides.
func unwritable(t reflect.Type, within map[reflect.Type]bool) string {
	if within[t] {
		return ""
	}
	within[t] = true
	if element := elementType(t); element != nil {
		return unwritable(element, within)
	}
	switch t.Kind() {
	case reflect.Bool, reflect.String, reflect.Interface,
		reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64,
		reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return ""
	case reflect.Array:
		return unwritable(t.Elem(), within)
	case reflect.Struct:
		if isHandle(t) {
			break
		}
		for k := range t.NumField() {
			if why := unwritable(t.Field(k).Type, within); why != "" {
				return why
			}
		}
		return ""
	}
	return t.String()
}

// learn notes the types of all values in interfaces inside of v. Two types of one name cannot be told apart.
func (c *codec) learn(v reflect.Value) error {
	t := v.Type()
	element := c.element(t)
	switch {
	case element != nil:
		for _, x := range open(v).Interface().(filled).Elements() {
			if err := c.learn(as(element, x)); err != nil {
				return err
			}
		}
	case t.Kind() == reflect.Interface:
		if v.IsNil() {
			return nil
		}
		if err := c.note(v.Elem().Type()); err != nil {
			return err
		}
		return c.learn(copied(open(v).Elem()))
	case t.Kind() == reflect.Struct:
		for k := range t.NumField() {
			if err := c.learn(v.Field(k)); err != nil {
				return err
			}
		}
	case t.Kind() == reflect.Array:
		for k := range v.Len() {
			if err := c.learn(v.Index(k)); err != nil {
				return err
			}
		}
	}
	return nil
}

func (c *codec) note(t reflect.Type) error {
	if known, ok := c.types[t.String()]; ok && known != t {
		return fmt.Errorf("the types %s of %s and of %s have one name", t, known.PkgPath(), t.PkgPath())
	}
	if why := unwritable(t, map[reflect.Type]bool{}); why != "" {
		return fmt.Errorf("values of type %s cannot be written", why)
	}
	c.types[t.String()] = t
	return nil
}

// open is a value that may be an unexported field of something that can be addressed, as one that can be used.
func open(v reflect.Value) reflect.Value {
	return reflect.NewAt(v.Type(), unsafe.Pointer(v.UnsafeAddr())).Elem()
}

// copied is a copy of a value that can be addressed.
func copied(v reflect.Value) reflect.Value {
	at := reflect.New(v.Type()).Elem()
	at.Set(v)
	return at
}

// as is a value in a place of its own, of type t.
func as(t reflect.Type, x any) reflect.Value {
	at := reflect.New(t).Elem()
	if x != nil {
		at.Set(reflect.ValueOf(x))
	}
	return at
}

// append writes a value that can be addressed.
func (c *codec) append(b []byte, v reflect.Value) []byte {
	t := v.Type()
	if element := c.element(t); element != nil {
		all := open(v).Interface().(filled).Elements()
		b = binary.AppendUvarint(b, uint64(len(all)))
		for _, x := range all {
			b = c.append(b, as(element, x))
		}
		return b
	}
	switch t.Kind() {
	case reflect.Bool:
		if v.Bool() {
			return append(b, 1)
		}
		return append(b, 0)
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return binary.AppendVarint(b, v.Int())
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return binary.AppendUvarint(b, v.Uint())
	case reflect.String:
		return appendText(b, v.String())
	case reflect.Array:
		for k := range v.Len() {
			b = c.append(b, v.Index(k))
		}
	case reflect.Struct:
		for k := range t.NumField() {
			b = c.append(b, v.Field(k))
		}
	case reflect.Interface:
		if v.IsNil() {
			return appendText(b, "")
		}
		inside := copied(open(v).Elem())
		return c.append(appendText(b, inside.Type().String()), inside)
	}
	return b
}

func appendText(b []byte, text string) []byte {
	return append(binary.AppendUvarint(b, uint64(len(text))), text...)
}

// bytesReader takes parts off the front of bytes; bad notes that they were not there.
type bytesReader struct {
	rest []byte
	bad  bool
}

func (r *bytesReader) uvarint() uint64 {
	x, n := binary.Uvarint(r.rest)
	if n <= 0 {
		r.bad, r.rest = true, nil
		return 0
	}
	r.rest = r.rest[n:]
	return x
}

func (r *bytesReader) varint() int64 {
	x, n := binary.Varint(r.rest)
	if n <= 0 {
		r.bad, r.rest = true, nil
		return 0
	}
	r.rest = r.rest[n:]
	return x
}

// size is a number of things of which each takes a byte at least.
func (r *bytesReader) size() int {
	n := r.uvarint()
	if n > uint64(len(r.rest)) {
		r.bad, r.rest = true, nil
		return 0
	}
	return int(n)
}

func (r *bytesReader) text() string {
	n := r.size()
	text := string(r.rest[:n])
	r.rest = r.rest[n:]
	return text
}

// set reads a value that can be addressed.
func (c *codec) set(r *bytesReader, v reflect.Value) error {
	v = open(v)
	t := v.Type()
	if c.element(t) != nil {
		var failed error
		n := int(r.uvarint())
		if n > 1<<20 {
			return errNoValue
		}
		all := v.Interface().(filled).Filled(n, func(at any) {
			if failed == nil {
				failed = c.set(r, reflect.ValueOf(at).Elem())
			}
		})
		if failed == nil {
			v.Set(reflect.ValueOf(all))
		}
		return failed
	}
	switch t.Kind() {
	case reflect.Bool:
		v.SetBool(r.uvarint() != 0)
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		v.SetInt(r.varint())
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		v.SetUint(r.uvarint())
	case reflect.String:
		v.SetString(r.text())
	case reflect.Array:
		for k := range v.Len() {
			if err := c.set(r, v.Index(k)); err != nil {
				return err
			}
		}
	case reflect.Struct:
		for k := range t.NumField() {
			if err := c.set(r, v.Field(k)); err != nil {
				return err
			}
		}
	case reflect.Interface:
		name := r.text()
		if name == "" {
			v.SetZero()
			break
		}
		known, ok := c.types[name]
		if !ok {
			return &unknownType{name}
		}
		if !known.AssignableTo(t) {
			return errNoValue
		}
		inside := reflect.New(known).Elem()
		if err := c.set(r, inside); err != nil {
			return err
		}
		v.Set(inside)
	}
	if r.bad {
		return errNoValue
	}
	return nil
}
