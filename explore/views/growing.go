package views

import (
	"reflect"

	"github.com/gmecheck/gmecheck/model/values"
)

// Growing is a field of variables, or of a message, in which lists or numbers grew to the end.
type Growing struct {
	Message string // its type; empty: a variable
	Field   string
	List    int // the longest list; 0: no list grew
	Number  int // the largest plain number; 0: no number grew
}

// growing lists the fields of which the second half of the entities has longer lists, or larger numbers, than the first half.
func (t *entities) growing() (all []Growing) {
	type most struct{ list, number int }
	index := map[Growing]int{}
	var early, late []most
	for k, e := range t.all {
		value, at := t.alone.Vars(e.site, e.local.Vars), Growing{}
		if e.flies() {
			value = t.alone.Message(e.message)
			at.Message = reflect.TypeOf(value).Name()
		}
		for _, x := range values.Extents(value) {
			at.Field = x.Field
			f, known := index[at]
			if !known {
				f = len(all)
				index[at], all, early, late = f, append(all, at), append(early, most{}), append(late, most{})
			}
			half := &late[f]
			if k < len(t.all)/2 {
				half = &early[f]
			}
			half.list, half.number = max(half.list, x.List), max(half.number, x.Number)
		}
	}
	rest := all[:0]
	for f, g := range all {
		if late[f].list > early[f].list {
			g.List = late[f].list
		}
		if late[f].number > early[f].number {
			g.Number = late[f].number
		}
		if g.List > 0 || g.Number > 0 {
			rest = append(rest, g)
		}
	}
	return rest
}
