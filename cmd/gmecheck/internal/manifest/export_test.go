package manifest

import (
	"gmecheck/invariants"

	"github.com/goccy/go-yaml/ast"
)

// ReadValue reads the value of a property of some kind.
func ReadValue(kind invariants.Kind, text string) (*Value, error) {
	r := &reader{file: "value"}
	n, err := r.tree([]byte(text))
	if err != nil {
		return nil, err
	}
	return r.value(invariants.Property{Name: "p", Kind: kind}, field{"value", ast.Node(n), n})
}
