package predicate_test

import (
	"errors"
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"github.com/gmecheck/gmecheck/algorithms"
	"github.com/gmecheck/gmecheck/explore"
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/invariants/predicate"
	"github.com/gmecheck/gmecheck/model"
)

// TestValues: of every variable of every algorithm, each value that it has in some state can be asked for, and a text that its type
// never has is refused before anything is searched.
func TestValues(t *testing.T) {
	for _, a := range algorithms.All() {
		t.Run(a.Name, func(t *testing.T) {
			sys := a.New(a.Config(model.Published)).Showing()
			type place struct{ path, text string }
			had, named := map[place]bool{}, map[string]bool{}
			var see func(path string, value any)
			see = func(path string, value any) {
				t := reflect.TypeOf(value)
				if s, is := value.(fmt.Stringer); is && t.Kind() != reflect.Struct {
					had[place{path + " == ", s.String()}], named[path+" == "] = true, true
					return
				}
				if list, is := value.(interface{ Elements() []any }); is {
					for _, e := range list.Elements() {
						if s, is := e.(fmt.Stringer); is && reflect.TypeOf(e).Kind() != reflect.Struct {
							had[place{" in " + path, s.String()}], named[" in "+path] = true, true
						}
					}
					return
				}
				if t != nil && t.Kind() == reflect.Struct {
					for name, part := range model.Variables(value) {
						see(path+"."+name, part)
					}
				}
			}
			look := invariants.Property{Name: "look", State: func(vs invariants.Views) invariants.Opinion {
				for k, v := range vs {
					for name, value := range model.Variables(v.Shown.(model.Shown).Vars) {
						see(strings.NewReplacer("-", "_", " ", "_").Replace(sys.Places[k].Title())+"."+name, value)
					}
				}
				return invariants.That(true)
			}}
			if _, err := explore.Check(t.Context(), sys, explore.Options{Workers: 1, MaxStates: 3000, Judge: invariants.Panel{look}}); err != nil {
				t.Fatal(err)
			}
			ask := func(path, text string) error {
				expression := path + fmt.Sprintf("%q", text)
				if strings.HasPrefix(path, " in ") {
					expression = fmt.Sprintf("%q", text) + path
				}
				_, err := predicate.New(expression, sys)
				return err
			}
			for x := range had {
				if err := ask(x.path, x.text); err != nil {
					t.Errorf("%s %s is refused: %v", x.path, x.text, err)
				}
			}
			for x := range had {
				if _, err := strconv.Atoi(x.text); err == nil {
					delete(named, x.path) // numbers, some of which have names: there is no list of them
				}
			}
			for path := range named {
				var wrong *predicate.Error
				if err := ask(path, "Nonsense"); !errors.As(err, &wrong) || wrong.Unknown != "Nonsense" {
					t.Errorf("%s a text that is never there: %v", path, err)
				}
			}
			t.Logf("%d variables and parts with names as values, %d values", len(named), len(had))
		})
	}
}
