package manifest

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/goccy/go-yaml/ast"

	"github.com/gmecheck/gmecheck/algorithms/names"
)

// reader reads the nodes of one file strictly: no unknown key, no key twice, no other type. It notes every mistake, and goes on
// with the next node.
type reader struct {
	file     string
	words    Vocabulary
	mistakes Errors
}

// field is one key of a mapping.
type field struct {
	key   string
	at    ast.Node // the key
	value ast.Node
}

// mapping reads the keys of a mapping, all of which must be allowed; none is twice in it. It returns those that are right; false if
// one is not.
func (r *reader) mapping(n ast.Node, what string, allowed []string) (fields []field, ok bool) {
	var entries []*ast.MappingValueNode
	switch n := n.(type) {
	case *ast.MappingNode:
		entries = n.Values
	case *ast.MappingValueNode:
		entries = []*ast.MappingValueNode{n}
	default:
		r.wrong(n, "%s is %s; allowed is a mapping", what, kind(n))
		return nil, false
	}
	ok = true
	lines := map[string]int{}
	for _, e := range entries {
		key, text := e.Key.(*ast.StringNode)
		switch {
		case !text:
			r.wrong(e.Key, "a key of %s is %s; allowed is a name", what, kind(e.Key))
			ok = false
		case lines[key.Value] > 0:
			r.wrong(key, "%s for the second time in %s; it stands in line %d already", shown(key.Value), what, lines[key.Value])
			ok = false
		case allowed != nil && !slices.Contains(allowed, key.Value):
			r.notOneOf(key, "unknown key of "+what, key.Value, allowed)
			ok = false
		default:
			lines[key.Value] = place(key).Line
			fields = append(fields, field{key.Value, key, e.Value})
		}
	}
	return fields, ok
}

// list reads the entries of a list.
func (r *reader) list(n ast.Node, what string) ([]ast.Node, bool) {
	s, ok := n.(*ast.SequenceNode)
	if !ok {
		r.wrong(n, "%s is %s; allowed is a list", what, kind(n))
		return nil, false
	}
	return s.Values, true
}

// text reads a scalar as it is written.
func (r *reader) text(n ast.Node, what string) (string, bool) {
	text, ok := scalar(n)
	switch {
	case !ok:
		r.wrong(n, "%s is %s; allowed is text", what, kind(n))
	case strings.TrimSpace(text) == "":
		r.wrong(n, "%s is empty; allowed is text", what)
	case strings.ContainsFunc(text, names.Hidden):
		r.wrong(n, "%s %q; allowed is text in one line, without control characters", what, clip(text))
	default:
		return text, true
	}
	return "", false
}

// texts reads a scalar, or a list of them.
func (r *reader) texts(n ast.Node, what string) (all []string, ok bool) {
	s, ok := n.(*ast.SequenceNode)
	if !ok {
		text, ok := r.text(n, what)
		return []string{text}, ok
	}
	for _, entry := range s.Values {
		text, right := r.text(entry, "an entry of "+what)
		all, ok = append(all, text), ok && right
	}
	return all, ok
}

// number reads a number from 0; the least value of a balance may be below that. It is nil where there is none.
func (r *reader) number(n ast.Node, what string) *Number {
	text, _ := scalar(n)
	k, err := strconv.Atoi(text)
	if _, integer := n.(*ast.IntegerNode); !integer || err != nil || k < 0 && what != "min" || text != strconv.Itoa(k) {
		given := kind(n)
		if text != "" {
			given = fmt.Sprintf("%q", clip(text))
		}
		r.wrong(n, "%s is %s; allowed is a number from 0", what, given)
		return nil
	}
	return &Number{k, place(n)}
}

// truth reads true or false.
func (r *reader) truth(n ast.Node, what string) bool {
	b, ok := n.(*ast.BoolNode)
	if !ok {
		text, _ := scalar(n)
		if text == "" {
			text = kind(n)
		}
		r.wrong(n, "%s is %s; allowed is true or false", what, shown(text))
		return true
	}
	return b.Value
}

// scalar is a scalar as it is written, without quotes.
func scalar(n ast.Node) (string, bool) {
	switch n := n.(type) {
	case *ast.StringNode:
		return n.Value, true
	case *ast.IntegerNode, *ast.FloatNode, *ast.BoolNode, *ast.InfinityNode, *ast.NanNode:
		return n.GetToken().Value, true
	}
	return "", false
}

// kind is what a node is, in words.
func kind(n ast.Node) string {
	switch n.(type) {
	case nil, *ast.NullNode:
		return "nothing"
	case *ast.StringNode, *ast.LiteralNode:
		return "text"
	case *ast.IntegerNode, *ast.FloatNode, *ast.InfinityNode, *ast.NanNode:
		return "a number"
	case *ast.BoolNode:
		return "true or false"
	case *ast.MappingNode, *ast.MappingValueNode:
		return "a mapping"
	case *ast.SequenceNode:
		return "a list"
	case *ast.AnchorNode, *ast.AliasNode, *ast.MergeKeyNode:
		return "an anchor, an alias or a merge, which manifests do not have"
	case *ast.TagNode:
		return "a tag, which manifests do not have"
	}
	return "something else"
}
