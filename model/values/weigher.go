package values

import "reflect"

// Weigher measures messages: how many bytes they take in a plain encoding, in which every number takes four, a truth value one, and a text,
// a list, a set or an array by site four for its length besides what is in it. Their kind takes one.
type Weigher struct{ codec *Codec }

// NewWeigher returns a measure for the use of one goroutine.
func NewWeigher() *Weigher { return &Weigher{NewCodec()} }

const numberBytes = 4

// Of is the size of a message.
func (w *Weigher) Of(message any) int { return 1 + w.in(Copy(reflect.ValueOf(message))) }

// in is the size of a value that can be addressed.
func (w *Weigher) in(v reflect.Value) (sum int) {
	t := v.Type()
	if element := w.codec.element(t); element != nil {
		sum = numberBytes
		for _, x := range Open(v).Interface().(List).Elements() {
			sum += w.in(As(element, x))
		}
		return sum
	}
	switch t.Kind() {
	case reflect.Bool:
		return 1
	case reflect.String:
		return numberBytes + v.Len()
	case reflect.Array:
		for k := range v.Len() {
			sum += w.in(v.Index(k))
		}
		return sum
	case reflect.Struct:
		for k := range t.NumField() {
			sum += w.in(v.Field(k))
		}
		return sum
	case reflect.Interface:
		if v.IsNil() {
			return 1
		}
		return 1 + w.in(Copy(Open(v).Elem()))
	}
	return numberBytes
}
