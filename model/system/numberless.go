package system

import (
	"fmt"
	"reflect"

	"github.com/gmecheck/gmecheck/model"
)

// Numberless is a message with its plain numbers at zero: sites, groups, and numbers of types with a text of their own stay.
func Numberless(message any) any {
	return rewriter{
		settles: func(v reflect.Value) bool {
			switch v.Interface().(type) {
			case model.Site, model.Group, model.Alias:
				return true
			}
			return false
		},
		leaf: func(v reflect.Value) {
			if _, worded := v.Interface().(fmt.Stringer); !worded && (v.CanInt() || v.CanUint() && v.Kind() != reflect.Uintptr) {
				v.SetZero()
			}
		},
	}.Of(message)
}
