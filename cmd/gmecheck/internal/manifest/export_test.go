package manifest

import "github.com/gmecheck/gmecheck/invariants"

// ReadValue reads the value of a bound.
func ReadValue(text string) (*Value, error) {
	r := &reader{file: "value"}
	n := r.tree([]byte(text))
	v := r.value(invariants.Bypass(2), field{"value", n, n})
	if len(r.mistakes) > 0 {
		return nil, r.mistakes
	}
	return v, nil
}
