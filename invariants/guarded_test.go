package invariants

import (
	"reflect"
	"testing"

	"github.com/gmecheck/gmecheck/model"
)

// TestGuarded: whichever function of a property panics, the panic names both.
func TestGuarded(t *testing.T) {
	breaking := func(of any) { // gives all functions a panic
		v := reflect.ValueOf(of).Elem()
		for k := range v.NumField() {
			if f := v.Field(k); f.Kind() == reflect.Func {
				f.Set(reflect.MakeFunc(f.Type(), func([]reflect.Value) []reflect.Value { panic("out of paper") }))
			}
		}
	}
	p := Property{Name: "frail", Gauge: &Gauge{}, Chain: &Chain{}}
	breaking(&p)
	breaking(p.Gauge)
	breaking(p.Chain)
	elsewhere := map[string]bool{"Keeps": true} // judges no run
	called := 0
	guarded := p.Guarded()
	for _, of := range []any{guarded, *guarded.Gauge, *guarded.Chain} {
		v := reflect.ValueOf(of)
		for k := range v.NumField() {
			f, name := v.Field(k), v.Type().Field(k).Name
			if f.Kind() != reflect.Func || elsewhere[name] {
				continue
			}
			called++
			var args []reflect.Value
			for in := range f.Type().Ins() {
				args = append(args, reflect.Zero(in))
			}
			func() {
				defer func() {
					if b, is := recover().(*model.Broken); !is || b.Property != "frail" || b.Method != name {
						t.Errorf("%s of %T: %v", name, of, b)
					}
				}()
				f.Call(args)
			}()
		}
	}
	if called < 23 {
		t.Errorf("only %d functions", called)
	}
}
