package manifest

import "github.com/gmecheck/gmecheck/invariants"

// ReadValue reads the value of a bound.
func ReadValue(text string) (*Value, error) {
	r := &reader{file: "value"}
	n, err := r.tree([]byte(text))
	if err != nil {
		return nil, err
	}
	return r.value(invariants.Bypass(2), field{"value", n, n})
}
