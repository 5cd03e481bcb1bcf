package run

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"reflect"
	"strconv"
	"unicode/utf8"

	"github.com/gmecheck/gmecheck/model/values"
)

// codec writes variables and messages as JSON and reads them: what is read is equal to what was written. encoding/json alone
// would leave out what papers write in lower case, and the contents of lists and sets.
//
// A struct is an object of its fields, a list or an array is an array, a value in an interface is an object of its type's name
// and the value: {"type": "lock.Request", "value": {"Seq": 3}}. A string that is not UTF-8 is {"base64": "..."}.
type codec struct {
	types map[string]reflect.Type // that can stand in interfaces, by name
}

// know notes that values of a type stand in interfaces.
func (c *codec) know(t reflect.Type) error {
	if known, is := c.types[t.String()]; is && known != t {
		return fmt.Errorf("the types %s of %s and of %s have one name", t, known.PkgPath(), t.PkgPath())
	}
	c.types[t.String()] = t
	return nil
}

// unknownType is that a value in an interface is of a type that the codec does not know.
type unknownType struct{ name string }

func (u *unknownType) Error() string {
	return fmt.Sprintf("a value of type %s stands in an interface: list one in Options.Messages", u.name)
}

// encode writes a value of a type, which may be an interface.
func (c *codec) encode(t reflect.Type, x any) (json.RawMessage, error) {
	tree, err := c.tree(values.As(t, x))
	if err != nil {
		return nil, err
	}
	return json.Marshal(tree)
}

// tree is a value that can be addressed as encoding/json takes it.
func (c *codec) tree(v reflect.Value) (any, error) {
	v = values.Open(v)
	if element := values.ElementType(v.Type()); element != nil {
		all := []any{}
		for _, x := range v.Interface().(values.List).Elements() {
			tree, err := c.tree(values.As(element, x)) // those of an interface's type lose it on their way
			if err != nil {
				return nil, err
			}
			all = append(all, tree)
		}
		return all, nil
	}
	switch v.Kind() {
	case reflect.Bool:
		return v.Bool(), nil
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return v.Int(), nil
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return v.Uint(), nil
	case reflect.String:
		if !utf8.ValidString(v.String()) {
			return map[string]string{"base64": base64.StdEncoding.EncodeToString([]byte(v.String()))}, nil
		}
		return v.String(), nil
	case reflect.Array:
		all := make([]any, v.Len())
		for k := range all {
			tree, err := c.tree(v.Index(k))
			if err != nil {
				return nil, err
			}
			all[k] = tree
		}
		return all, nil
	case reflect.Struct:
		all := map[string]any{}
		for k := range v.NumField() {
			name := v.Type().Field(k).Name
			if name == "_" {
				continue
			}
			tree, err := c.tree(v.Field(k))
			if err != nil {
				return nil, err
			}
			all[name] = tree
		}
		return all, nil
	case reflect.Interface:
		if v.IsNil() {
			return nil, nil
		}
		inside := values.Copy(v.Elem())
		name := inside.Type().String()
		if c.types[name] != inside.Type() {
			return nil, &unknownType{name}
		}
		tree, err := c.tree(inside)
		return map[string]any{"type": name, "value": tree}, err
	}
	return nil, fmt.Errorf("values of type %s cannot be written", v.Type())
}

// decode reads a value of a type. What is wrong with the text is an error: it may come from anywhere.
func (c *codec) decode(t reflect.Type, text []byte) (any, error) {
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	var tree any
	if err := d.Decode(&tree); err != nil {
		return nil, err
	}
	v := reflect.New(t).Elem()
	if err := c.set(v, tree); err != nil {
		return nil, err
	}
	return v.Interface(), nil
}

// set gives a value that can be addressed what a tree says.
func (c *codec) set(v reflect.Value, tree any) error {
	v = values.Open(v)
	no := func() error { return fmt.Errorf("%.100v is no %s", tree, v.Type()) }
	if values.ElementType(v.Type()) != nil {
		all, is := tree.([]any)
		if !is {
			return no()
		}
		var failed error
		k := 0
		filled := v.Interface().(values.List).Filled(len(all), func(at any) {
			if failed == nil {
				failed = c.set(reflect.ValueOf(at).Elem(), all[k])
			}
			k++
		})
		if failed == nil {
			v.Set(reflect.ValueOf(filled))
		}
		return failed
	}
	switch v.Kind() {
	case reflect.Bool:
		b, is := tree.(bool)
		if !is {
			return no()
		}
		v.SetBool(b)
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		n, _ := tree.(json.Number)
		x, err := strconv.ParseInt(string(n), 10, v.Type().Bits())
		if err != nil {
			return no()
		}
		v.SetInt(x)
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		n, _ := tree.(json.Number)
		x, err := strconv.ParseUint(string(n), 10, v.Type().Bits())
		if err != nil {
			return no()
		}
		v.SetUint(x)
	case reflect.String:
		if s, is := tree.(string); is {
			v.SetString(s)
			return nil
		}
		coded, _ := tree.(map[string]any)
		text, is := coded["base64"].(string)
		b, err := base64.StdEncoding.DecodeString(text)
		if !is || len(coded) != 1 || err != nil {
			return no()
		}
		v.SetString(string(b))
	case reflect.Array:
		all, is := tree.([]any)
		if !is || len(all) != v.Len() {
			return no()
		}
		for k := range all {
			if err := c.set(v.Index(k), all[k]); err != nil {
				return err
			}
		}
	case reflect.Struct:
		return c.setFields(v, tree)
	case reflect.Interface:
		return c.setInterface(v, tree)
	default:
		return no()
	}
	return nil
}

func (c *codec) setFields(v reflect.Value, tree any) error {
	all, is := tree.(map[string]any)
	left := len(all)
	for k := range v.NumField() {
		name := v.Type().Field(k).Name
		if name == "_" {
			continue
		}
		field, has := all[name]
		if !is || !has {
			return fmt.Errorf("%.100v is no %s: it has no %s", tree, v.Type(), name)
		}
		left--
		if err := c.set(v.Field(k), field); err != nil {
			return err
		}
	}
	if !is || left > 0 {
		return fmt.Errorf("%.100v is no %s: it has other fields", tree, v.Type())
	}
	return nil
}

func (c *codec) setInterface(v reflect.Value, tree any) error {
	if tree == nil {
		v.SetZero()
		return nil
	}
	of, _ := tree.(map[string]any)
	name, _ := of["type"].(string)
	t, known := c.types[name]
	if !known {
		return &unknownType{name}
	}
	if !t.AssignableTo(v.Type()) {
		return fmt.Errorf("a %s is no %s", t, v.Type())
	}
	inside := reflect.New(t).Elem()
	if err := c.set(inside, of["value"]); err != nil {
		return err
	}
	v.Set(inside)
	return nil
}
