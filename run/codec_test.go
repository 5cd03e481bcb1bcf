package run

import (
	"reflect"
	"testing"

	"github.com/gmecheck/gmecheck/model"
)

type (
	inner struct {
		a  int8
		B  uint64
		on bool
	}
	anything interface{}
	all      struct {
		name   string
		sites  model.Sites
		list   model.List[inner]
		array  [2]inner
		each   model.PerSite[model.List[string]]
		any    anything
		list2  model.List[anything]
		number int64
		inner
		_ int
	}
)

// TestCodec: what is read is equal to what was written.
func TestCodec(t *testing.T) {
	c := &codec{types: map[string]reflect.Type{}}
	for _, x := range []any{inner{}, model.Site(0), ""} {
		if err := c.know(reflect.TypeOf(x)); err != nil {
			t.Fatal(err)
		}
	}
	for _, x := range []any{
		all{},
		all{
			name: "ä\x00\xff<", sites: model.SetOf[model.Site](1, 63, 200), list: model.ListOf(inner{-1, 1<<64 - 1, true}, inner{}),
			array: [2]inner{{a: 1}, {B: 2}}, each: model.NewPerSite[model.List[string]](20).With(17, model.ListOf("", "base64")),
			any: inner{a: 3}, list2: model.ListOf[anything](model.Site(2), "x", nil), number: -1 << 63, inner: inner{on: true},
		},
		7, "x", true, model.ListOf(1, 2), inner{}, [0]int{},
	} {
		text, err := c.encode(reflect.TypeOf(x), x)
		if err != nil {
			t.Fatal(err)
		}
		if again, err := c.decode(reflect.TypeOf(x), text); err != nil || again != x {
			t.Errorf("%#v becomes %s and then %#v; %v", x, text, again, err)
		}
	}
	if _, err := c.encode(reflect.TypeFor[all](), all{any: 7}); err == nil {
		t.Error("an unknown type is written")
	}
	if _, err := c.encode(reflect.TypeFor[float64](), 0.5); err == nil {
		t.Error("a float is written")
	}
}

// TestStranger: what is none of the codec's texts is an error.
func TestStranger(t *testing.T) {
	c := &codec{types: map[string]reflect.Type{"run.inner": reflect.TypeFor[inner]()}}
	for _, x := range []struct {
		of   any
		text string
	}{
		{inner{}, ``}, {inner{}, `{`}, {inner{}, `null`}, {inner{}, `[]`}, {inner{}, `{"a": 1, "B": 2}`},
		{inner{}, `{"a": 128, "B": 2, "on": true}`}, {inner{}, `{"a": 1, "B": -2, "on": true}`}, {inner{}, `{"a": 1, "B": 2, "on": 1}`},
		{inner{}, `{"a": 1, "B": 2, "on": true, "off": 1}`}, {inner{}, `{"a": 1.5, "B": 2, "on": true}`}, {inner{}, `{"a": "1", "B": 2, "on": true}`},
		{model.ListOf(1), `{}`}, {model.ListOf(1), `[true]`}, {[1]int{}, `[]`}, {[1]int{}, `[1, 2]`}, {[1]int{}, `["x"]`},
		{"", `1`}, {"", `{"base64": "?"}`}, {"", `{"base64": "", "x": 1}`}, {true, `null`}, {true, `1`}, {model.NewPerSite[int](1), `7`},
		{struct{ x any }{}, `{"x": {"type": "run.outer", "value": 1}}`}, {struct{ x any }{}, `{"x": 1}`}, {struct{ x any }{}, `{"x": {"type": "run.inner"}}`},
		{struct{ x error }{}, `{"x": {"type": "run.inner", "value": {"a": 1, "B": 2, "on": true}}}`},
	} {
		if y, err := c.decode(reflect.TypeOf(x.of), []byte(x.text)); err == nil {
			t.Errorf("%s is read as %#v", x.text, y)
		}
	}
}

// FuzzCodec: no text makes it panic, and what is read is written the same.
func FuzzCodec(f *testing.F) {
	c := &codec{types: map[string]reflect.Type{"run.inner": reflect.TypeFor[inner]()}}
	text, err := c.encode(reflect.TypeFor[all](), all{any: inner{}, each: model.NewPerSite[model.List[string]](2), list: model.ListOf(inner{})})
	if err != nil {
		f.Fatal(err)
	}
	f.Add([]byte(text))
	f.Fuzz(func(t *testing.T, text []byte) {
		x, err := c.decode(reflect.TypeFor[all](), text)
		if err != nil {
			return
		}
		text, err = c.encode(reflect.TypeFor[all](), x)
		if err != nil {
			t.Fatal(err)
		}
		if y, err := c.decode(reflect.TypeFor[all](), text); err != nil || x != y {
			t.Fatalf("%#v becomes %#v; %v", x, y, err)
		}
	})
}
