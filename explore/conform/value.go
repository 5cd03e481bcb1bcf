package conform

import (
	"encoding"
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/gmecheck/gmecheck/model"
)

// same reports that a logged value is that of a variable: its text as traces show it, or its JSON. Arrays are lists, sets and
// values per site; objects are structs, with all their fields.
func same(logged, value any) bool {
	if text, is := logged.(string); is && text == model.Text(value) {
		return true
	}
	switch x := value.(type) {
	case nil:
		return logged == nil
	case json.Marshaler, encoding.TextMarshaler:
		return marshalled(logged, x)
	case interface{ Elements() []any }:
		return elements(logged, x.Elements())
	}
	v := reflect.ValueOf(value)
	switch v.Kind() {
	case reflect.Bool:
		return logged == v.Bool()
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return isNumber(logged, strconv.FormatInt(v.Int(), 10))
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		return isNumber(logged, strconv.FormatUint(v.Uint(), 10))
	case reflect.Float32, reflect.Float64:
		n, is := logged.(json.Number)
		f, err := strconv.ParseFloat(string(n), 64)
		return is && err == nil && f == v.Float()
	case reflect.String:
		return logged == v.String()
	case reflect.Array:
		all := make([]any, v.Len())
		for k := range all {
			if !v.Index(k).CanInterface() {
				return false
			}
			all[k] = v.Index(k).Interface()
		}
		return elements(logged, all)
	case reflect.Struct:
		return fields(logged, value) || marshalled(logged, value)
	}
	return false
}

// isNumber reports that a logged value is a whole number of these digits.
func isNumber(logged any, digits string) bool {
	n, is := logged.(json.Number)
	if !is || string(n) == digits {
		return is
	}
	if len(n) > 40 || !strings.ContainsAny(string(n), ".eE") { // other digits; nobody writes such a number
		return string(n) == "-0" && digits == "0"
	}
	f, err := strconv.ParseFloat(string(n), 64)
	g, _ := strconv.ParseFloat(digits, 64)
	return err == nil && f == g && f < 1<<53 && f > -1<<53
}

func elements(logged any, all []any) bool {
	list, is := logged.([]any)
	if !is || len(list) != len(all) {
		return false
	}
	for k := range all {
		if !same(list[k], all[k]) {
			return false
		}
	}
	return true
}

// fields compares an object with all fields of a struct.
func fields(logged, value any) bool {
	o, is := logged.(map[string]any)
	if !is {
		return false
	}
	n := 0
	for name, x := range model.Variables(value) {
		if y, has := o[name]; !has || !same(y, x) {
			return false
		}
		n++
	}
	return n == len(o)
}

// marshalled compares with what encoding/json writes.
func marshalled(logged, value any) bool {
	text, err := json.Marshal(value)
	if err != nil {
		return false
	}
	d := json.NewDecoder(strings.NewReader(string(text)))
	d.UseNumber()
	var x any
	return d.Decode(&x) == nil && reflect.DeepEqual(x, logged)
}

// differing is the first variable, in the order of their declaration, that has another value than the log says, or that the log
// names and nobody has: as a text that says so. Empty: there is none.
func differing(logged map[string]any, vars any) string {
	if len(logged) == 0 {
		return ""
	}
	met := 0
	for name, x := range model.Variables(vars) {
		y, has := logged[name]
		if !has {
			continue
		}
		if met++; !same(y, x) {
			return fmt.Sprintf("%s is %s; the log says %s", name, shown(x), loggedText(y))
		}
	}
	if met < len(logged) {
		return unknownField(logged, vars)
	}
	return ""
}

// unknownField names a logged variable that is not there.
func unknownField(logged map[string]any, vars any) string {
	known := map[string]bool{}
	var all []string
	for name := range model.Variables(vars) {
		known[name] = true
		all = append(all, name)
	}
	for _, name := range slices.Sorted(maps.Keys(logged)) {
		if !known[name] {
			if len(all) == 0 {
				return fmt.Sprintf("there is no field %s: it has none", quoted(name))
			}
			return fmt.Sprintf("there is no field %s; there are %s", quoted(name), strings.Join(all, ", "))
		}
	}
	return ""
}

// shown is a value as messages quote it.
func shown(x any) string { return clip(model.Text(x)) }

func loggedText(x any) string {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	_ = e.Encode(x) // it has been read as JSON
	return clip(strings.TrimSpace(b.String()))
}

// clip shortens a text, and writes control characters in another way.
func clip(text string) string {
	if len(text) > 120 {
		text = strings.ToValidUTF8(text[:120], "") + "..."
	}
	q := strconv.Quote(text)
	if plain := q[1 : len(q)-1]; plain != text && strings.ContainsFunc(text, func(r rune) bool { return !strconv.IsPrint(r) }) {
		return plain
	}
	return text
}
