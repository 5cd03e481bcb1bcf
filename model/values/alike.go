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

// Among completes a message, and says whether a label must tell its details, too, so that it means this message alone of those that have its
// text in the inbox. In channels these differ in the channel, or in the place in it; in a bag, in their values, or in their ages.
func Among(inbox []model.Message, m model.Message) (_ model.Message, details bool) {
	same := namesakes(inbox, m.Value)
	if m.From != 0 {
		return m, len(same) > 1
	}
	m.Alike = place(same, m.Value)
	return m, slices.ContainsFunc(same, func(other model.Message) bool { return other.Age != m.Age })
}

// namesakes are the messages of an inbox that have the text of one of them; of a message that is there alone, none is asked for.
func namesakes(inbox []model.Message, value any) (same []model.Message) {
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

// place is the place of a message's value, from 1, among the different values of its namesakes, in the order of [Compare]; 0: there is no other.
func place(same []model.Message, value any) int {
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
