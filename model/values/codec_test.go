package values

import (
	"reflect"
	"strings"
	"testing"
	"unique"

	"github.com/gmecheck/gmecheck/model"
)

// TestCodec writes and reads values with all that variables and messages can have in them.
func TestCodec(t *testing.T) {
	full := site{
		me: 3, X: 2, count: -70000, RS: model.SetOf[model.Site](1, 63), SN: model.NewPerSite[int](3).With(2, -9),
		queue: model.ListOf(letter{1, "a"}, letter{2, nil}, letter{3, letter{4, model.ListOf[any](int8(-3), nil)}}), pair: [2]model.Site{5, 6},
	}
	for _, v := range []any{
		site{}, full, embedding{}, embedding{List: model.ListOf[model.Site](2, 1), other: 3}, true, uint64(1) << 63, "", "\x00",
		struct{ x any }{full}, struct{ x any }{embedding{other: 1}},
	} {
		c := NewCodec()
		at := Copy(reflect.ValueOf(v))
		if err := c.Learn(at); err != nil {
			t.Fatal(err)
		}
		b := c.Append(nil, at)
		r := Reader{Rest: b}
		again := reflect.New(at.Type()).Elem()
		if err := c.Set(&r, again); err != nil || len(r.Rest) > 0 || again.Interface() != v {
			t.Errorf("%T %v is read as %v, %d bytes are left, %v", v, v, again, len(r.Rest), err)
		}
		for n := range b { // nothing that is cut off is a value
			if err := c.Set(&Reader{Rest: b[:n:n]}, reflect.New(at.Type()).Elem()); err == nil {
				t.Errorf("%T: %d of %d bytes are read", v, n, len(b))
			}
		}
	}
}

func TestUnwritable(t *testing.T) {
	for _, v := range []any{unique.Make(1), struct{ x [2]unique.Handle[string] }{}, model.List[unique.Handle[int]]{}, 1.5} {
		if why := Unwritable(reflect.TypeOf(v)); why == "" {
			t.Errorf("%T can be written", v)
		}
		c := NewCodec()
		if err := c.Learn(Copy(reflect.ValueOf(struct{ x any }{v}))); err == nil || !strings.Contains(err.Error(), "cannot be written") {
			t.Errorf("%T in an interface: %v", v, err)
		}
	}
}

// TestOneName demands that two types of one name are not taken for one another.
func TestOneName(t *testing.T) {
	type letter struct{ x int }
	first := func() any { type letter struct{ a int }; return letter{1} }()
	c := NewCodec()
	if err := c.Learn(Copy(reflect.ValueOf(struct{ x any }{first}))); err != nil {
		t.Fatal(err)
	}
	if err := c.Learn(Copy(reflect.ValueOf(struct{ x any }{letter{1}}))); err == nil || !strings.Contains(err.Error(), "have one name") {
		t.Error(err)
	}
}
