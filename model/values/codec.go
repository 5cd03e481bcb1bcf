package values

import (
	"encoding/binary"
	"errors"
	"fmt"
	"reflect"
	"unsafe"
)

// Codec writes values as bytes and reads them: equal values are equal bytes, different values of one type are different bytes.
// It writes booleans, whole numbers, strings, arrays, structs, lists, and interfaces that hold such values. Types have names in
// it, so that what is in an interface can be read only when its type has been met.
type Codec struct {
	types map[string]reflect.Type       // that were met in interfaces, by name
	lists map[reflect.Type]reflect.Type // of the elements of lists; nil: it is no list
}

// NewCodec returns one that has met no types; it is for the use of one goroutine.
func NewCodec() *Codec { return &Codec{map[string]reflect.Type{}, map[reflect.Type]reflect.Type{}} }

// element is [ElementType], remembered.
func (c *Codec) element(t reflect.Type) reflect.Type {
	if t.Kind() != reflect.Struct {
		return nil
	}
	element, ok := c.lists[t]
	if !ok {
		element = ElementType(t)
		c.lists[t] = element
	}
	return element
}

// UnknownType is the error that a value is of a type that has not been met.
type UnknownType struct{ name string }

func (u *UnknownType) Error() string { return fmt.Sprintf("no value of type %s has been met", u.name) }

// ErrNoValue is the error of bytes that no value is written as.
var ErrNoValue = errors.New("it is not the bytes of a value")

// List is a list, a set or an array by site, as it is taken apart and made again.
type List interface {
	Elements() []any
	Filled(n int, fill func(element any)) any
}

var filledType = reflect.TypeFor[List]()

// ElementType is the type of the elements of lists of type t; nil if it is no list, but for instance a struct in which one is embedded.
func ElementType(t reflect.Type) (element reflect.Type) {
	if !t.Implements(filledType) || t.Kind() != reflect.Struct {
		return nil
	}
	list := reflect.Zero(t).Interface().(List).Filled(1, func(at any) { element = reflect.TypeOf(at).Elem() })
	if reflect.TypeOf(list) != t {
		return nil
	}
	return element
}

// Unwritable says what values of a type have in them that cannot be written; empty if nothing, or if an interface decides.
func Unwritable(t reflect.Type) string { return unwritable(t, map[reflect.Type]bool{}) }

func unwritable(t reflect.Type, within map[reflect.Type]bool) string {
	if within[t] {
		return ""
	}
	within[t] = true
	if element := ElementType(t); element != nil {
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

// Learn notes the types of all values in interfaces inside of v. Two types of one name cannot be told apart.
func (c *Codec) Learn(v reflect.Value) error {
	t := v.Type()
	element := c.element(t)
	switch {
	case element != nil:
		for _, x := range Open(v).Interface().(List).Elements() {
			if err := c.Learn(As(element, x)); err != nil {
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
		return c.Learn(Copy(Open(v).Elem()))
	case t.Kind() == reflect.Struct:
		for k := range t.NumField() {
			if err := c.Learn(v.Field(k)); err != nil {
				return err
			}
		}
	case t.Kind() == reflect.Array:
		for k := range v.Len() {
			if err := c.Learn(v.Index(k)); err != nil {
				return err
			}
		}
	}
	return nil
}

func (c *Codec) note(t reflect.Type) error {
	if known, ok := c.types[t.String()]; ok && known != t {
		return fmt.Errorf("the types %s of %s and of %s have one name", t, known.PkgPath(), t.PkgPath())
	}
	if why := Unwritable(t); why != "" {
		return fmt.Errorf("values of type %s cannot be written", why)
	}
	c.types[t.String()] = t
	return nil
}

// Open is a value that may be an unexported field of something that can be addressed, as one that can be used.
func Open(v reflect.Value) reflect.Value {
	return reflect.NewAt(v.Type(), unsafe.Pointer(v.UnsafeAddr())).Elem()
}

// Copy is a copy of a value that can be addressed, and changed.
func Copy(v reflect.Value) reflect.Value {
	at := reflect.New(v.Type()).Elem()
	at.Set(v)
	return at
}

// As is a value in a place of its own, of type t.
func As(t reflect.Type, x any) reflect.Value {
	at := reflect.New(t).Elem()
	if x != nil {
		at.Set(reflect.ValueOf(x))
	}
	return at
}

// Append writes a value that can be addressed.
func (c *Codec) Append(b []byte, v reflect.Value) []byte {
	t := v.Type()
	if element := c.element(t); element != nil {
		all := Open(v).Interface().(List).Elements()
		b = binary.AppendUvarint(b, uint64(len(all)))
		for _, x := range all {
			b = c.Append(b, As(element, x))
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
		return AppendText(b, v.String())
	case reflect.Array:
		for k := range v.Len() {
			b = c.Append(b, v.Index(k))
		}
	case reflect.Struct:
		for k := range t.NumField() {
			b = c.Append(b, v.Field(k))
		}
	case reflect.Interface:
		if v.IsNil() {
			return AppendText(b, "")
		}
		inside := Copy(Open(v).Elem())
		return c.Append(AppendText(b, inside.Type().String()), inside)
	}
	return b
}

// AppendText writes a text: its length comes first.
func AppendText(b []byte, text string) []byte {
	return append(binary.AppendUvarint(b, uint64(len(text))), text...)
}

// Reader takes parts off the front of bytes; Bad notes that they were not there.
type Reader struct {
	Rest []byte
	Bad  bool
}

// Uvarint takes a whole number that is not negative.
func (r *Reader) Uvarint() uint64 {
	x, n := binary.Uvarint(r.Rest)
	if n <= 0 {
		r.Bad, r.Rest = true, nil
		return 0
	}
	r.Rest = r.Rest[n:]
	return x
}

func (r *Reader) varint() int64 {
	x, n := binary.Varint(r.Rest)
	if n <= 0 {
		r.Bad, r.Rest = true, nil
		return 0
	}
	r.Rest = r.Rest[n:]
	return x
}

// Size is a number of things of which each takes a byte at least.
func (r *Reader) Size() int {
	n := r.Uvarint()
	if n > uint64(len(r.Rest)) {
		r.Bad, r.Rest = true, nil
		return 0
	}
	return int(n)
}

// Text takes what [AppendText] has written.
func (r *Reader) Text() string {
	n := r.Size()
	text := string(r.Rest[:n])
	r.Rest = r.Rest[n:]
	return text
}

// Set reads a value that can be addressed.
func (c *Codec) Set(r *Reader, v reflect.Value) error {
	v = Open(v)
	t := v.Type()
	if c.element(t) != nil {
		var failed error
		n := int(r.Uvarint())
		if n > 1<<20 {
			return ErrNoValue
		}
		all := v.Interface().(List).Filled(n, func(at any) {
			if failed == nil {
				failed = c.Set(r, reflect.ValueOf(at).Elem())
			}
		})
		if failed == nil {
			v.Set(reflect.ValueOf(all))
		}
		return failed
	}
	switch t.Kind() {
	case reflect.Bool:
		v.SetBool(r.Uvarint() != 0)
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		v.SetInt(r.varint())
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		v.SetUint(r.Uvarint())
	case reflect.String:
		v.SetString(r.Text())
	case reflect.Array:
		for k := range v.Len() {
			if err := c.Set(r, v.Index(k)); err != nil {
				return err
			}
		}
	case reflect.Struct:
		for k := range t.NumField() {
			if err := c.Set(r, v.Field(k)); err != nil {
				return err
			}
		}
	case reflect.Interface:
		name := r.Text()
		if name == "" {
			v.SetZero()
			break
		}
		known, ok := c.types[name]
		if !ok {
			return &UnknownType{name}
		}
		if !known.AssignableTo(t) {
			return ErrNoValue
		}
		inside := reflect.New(known).Elem()
		if err := c.Set(r, inside); err != nil {
			return err
		}
		v.Set(inside)
	}
	if r.Bad {
		return ErrNoValue
	}
	return nil
}
