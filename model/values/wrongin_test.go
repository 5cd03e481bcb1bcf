package values_test

import (
	"testing"

	"github.com/gmecheck/gmecheck/model/values"
)

// TestWrongIn: a value of a type that does not decide is looked into, whatever others of its type were.
func TestWrongIn(t *testing.T) {
	type open struct{ V any }
	types := values.NewTypes()
	for _, x := range []struct {
		value any
		wrong bool
	}{{nil, false}, {1, false}, {open{1}, false}, {open{new(int)}, true}, {new(int), true}, {2, false}, {open{2}, false}, {[]int{}, true}} {
		if found := types.WrongIn(x.value); (found != "") != x.wrong {
			t.Errorf("%T: %q", x.value, found)
		}
	}
}
