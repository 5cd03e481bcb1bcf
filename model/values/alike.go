package values

import (
	"bytes"
	"reflect"
	"slices"

	"github.com/gmecheck/gmecheck/model"
)

// Compare orders values: what their types and bytes are decides, whatever their texts are.
func Compare(x, y any) int {
	c, anything := NewCodec(), reflect.TypeFor[any]()
	return bytes.Compare(c.Append(nil, As(anything, x)), c.Append(nil, As(anything, y)))
}

// Namesakes are the messages of an inbox that have the text of one of them; of a message that is there alone, none is asked for.
func Namesakes(inbox []model.Message, value any) (same []model.Message) {
	if len(inbox) < 2 {
		return inbox
	}
	text := model.Text(value)
	for _, m := range inbox {
		if m.Value == value || model.Text(m.Value) == text {
			same = append(same, m)
		}
	}
	return same
}

// Place is the place of a message's value, from 1, among the different values of its namesakes, in the order of [Compare]; 0: there is no other.
func Place(same []model.Message, value any) int {
	others := []any{value}
	for _, m := range same {
		if !slices.Contains(others, m.Value) {
			others = append(others, m.Value)
		}
	}
	if len(others) == 1 {
		return 0
	}
	slices.SortFunc(others, Compare)
	return slices.Index(others, value) + 1
}
