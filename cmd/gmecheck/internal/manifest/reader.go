package manifest

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/goccy/go-yaml/ast"
)

// reader reads the nodes of one file strictly: no unknown key, no key twice, no other type.
type reader struct {
	file  string
	words Vocabulary
}

// field is one key of a mapping.
type field struct {
	key   string
	at    ast.Node // the key
	value ast.Node
}

// mapping reads the keys of a mapping, all of which must be allowed; none is twice in it.
func (r *reader) mapping(n ast.Node, what string, allowed []string) ([]field, error) {
	var entries []*ast.MappingValueNode
	switch n := n.(type) {
	case *ast.MappingNode:
		entries = n.Values
	case *ast.MappingValueNode:
		entries = []*ast.MappingValueNode{n}
	default:
		return nil, r.at(n, "%s is %s; allowed is a mapping", what, kind(n))
	}
	var fields []field
	lines := map[string]int{}
	for _, e := range entries {
		key, ok := e.Key.(*ast.StringNode)
		if !ok {
			return nil, r.at(e.Key, "a key of %s is %s; allowed is a name", what, kind(e.Key))
		}
		name := key.Value
		if line := lines[name]; line > 0 {
			return nil, r.at(key, "%s for the second time in %s; it stands in line %d already", clip(name), what, line)
		}
		if allowed != nil && !slices.Contains(allowed, name) {
			return nil, r.notOneOf(key, "unknown key of "+what, name, allowed)
		}
		lines[name] = place(key).Line
		fields = append(fields, field{name, key, e.Value})
	}
	return fields, nil
}

// list reads the entries of a list.
func (r *reader) list(n ast.Node, what string) ([]ast.Node, error) {
	s, ok := n.(*ast.SequenceNode)
	if !ok {
		return nil, r.at(n, "%s is %s; allowed is a list", what, kind(n))
	}
	return s.Values, nil
}

// text reads a scalar as it is written.
func (r *reader) text(n ast.Node, what string) (string, error) {
	text, ok := scalar(n)
	switch {
	case !ok:
		return "", r.at(n, "%s is %s; allowed is text", what, kind(n))
	case strings.TrimSpace(text) == "":
		return "", r.at(n, "%s is empty; allowed is text", what)
	case strings.ContainsFunc(text, func(c rune) bool { return c < ' ' || c == 0x7f }):
		return "", r.at(n, "%s %q; allowed is text in one line, without control characters", what, clip(text))
	}
	return text, nil
}

// texts reads a scalar, or a list of them.
func (r *reader) texts(n ast.Node, what string) ([]string, error) {
	if _, ok := n.(*ast.SequenceNode); !ok {
		text, err := r.text(n, what)
		return []string{text}, err
	}
	var all []string
	for _, entry := range n.(*ast.SequenceNode).Values {
		text, err := r.text(entry, "an entry of "+what)
		if err != nil {
			return nil, err
		}
		all = append(all, text)
	}
	return all, nil
}

// number reads a number from 0; the least value of a balance may be below that.
func (r *reader) number(n ast.Node, what string) (*Number, error) {
	text, _ := scalar(n)
	k, err := strconv.Atoi(text)
	if _, integer := n.(*ast.IntegerNode); !integer || err != nil || k < 0 && what != "min" || text != strconv.Itoa(k) {
		given := kind(n)
		if text != "" {
			given = fmt.Sprintf("%q", clip(text))
		}
		return nil, r.at(n, "%s is %s; allowed is a number from 0", what, given)
	}
	return &Number{k, place(n)}, nil
}

// truth reads true or false.
func (r *reader) truth(n ast.Node, what string) (bool, error) {
	b, ok := n.(*ast.BoolNode)
	if !ok {
		text, _ := scalar(n)
		if text == "" {
			text = kind(n)
		}
		return false, r.at(n, "%s is %s; allowed is true or false", what, clip(text))
	}
	return b.Value, nil
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
