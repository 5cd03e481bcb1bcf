package predicate

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/expr-lang/expr/ast"

	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/system"
)

// literals finds a text that is compared with a variable which never has it, P1.state == "Waiting" where states are N, R and HS, and a site that is
// compared with a site.
type literals struct {
	sites  map[string]map[string]reflect.Type // the variables of each site
	names  []string                           // of the sites
	groups int

	comparisons []*ast.BinaryNode
	element     map[*ast.PointerNode]bool // the elements that predicates look at: whether they are sites
}

// impossible is what is wrong with a compiled expression; nil if nothing is.
func (p *Predicate) impossible(sys *system.System) *Error {
	x := literals{sites: map[string]map[string]reflect.Type{}, names: p.names, groups: sys.Config.Groups, element: map[*ast.PointerNode]bool{}}
	for k, name := range p.names {
		x.sites[name] = variables(sys.Describe(k, sys.Start()[k]).Vars)
	}
	root := p.program.Node()
	ast.Walk(&root, &x)
	for _, c := range x.comparisons {
		if x.isSite(c.Left) && x.isSite(c.Right) {
			return &Error{
				Text: p.text, Column: c.Left.Location().From + 1,
				Problem: "two sites differ in every state, by their names at least; compare variables of theirs",
			}
		}
		for _, sides := range [][2]ast.Node{{c.Left, c.Right}, {c.Right, c.Left}} {
			known := x.known(sides[0])
			if c.Operator == "in" && sides[0] == c.Right {
				known = x.elements(c.Right)
			}
			for _, text := range texts(sides[1]) {
				if known != nil && !slices.Contains(known, text) {
					at := sides[1].Location()
					if _, list := sides[1].(*ast.ConstantNode); list { // the compiler has not kept its place
						at = c.Location()
					}
					return &Error{
						Text: p.text, Column: at.From + 1, Unknown: text, Known: known,
						Problem: fmt.Sprintf("it is never %q; allowed is %s", text, strings.Join(known, ", ")),
					}
				}
			}
		}
	}
	return nil
}

// isSite reports whether a node is the name of a site.
func (x *literals) isSite(node ast.Node) bool {
	n, is := node.(*ast.IdentifierNode)
	return is && slices.Contains(x.names, n.Value)
}

func variables(vars any) map[string]reflect.Type {
	all := map[string]reflect.Type{}
	for name, value := range model.Variables(vars) {
		all[name] = reflect.TypeOf(value)
	}
	return all
}

// Visit is called of what is inside first.
func (x *literals) Visit(node *ast.Node) {
	switch n := (*node).(type) {
	case *ast.BinaryNode:
		if n.Operator == "==" || n.Operator == "!=" || n.Operator == "in" {
			x.comparisons = append(x.comparisons, n)
		}
	case *ast.BuiltinNode:
		if len(n.Arguments) > 1 {
			list, is := n.Arguments[0].(*ast.IdentifierNode)
			ast.Walk(&n.Arguments[1], elements{x.element, is && list.Value == "sites"})
		}
	}
}

// elements notes what those elements are of which it is not known yet: those of lists further inside are.
type elements struct {
	known map[*ast.PointerNode]bool
	sites bool
}

func (e elements) Visit(node *ast.Node) {
	if p, is := (*node).(*ast.PointerNode); is {
		if _, known := e.known[p]; !known {
			e.known[p] = e.sites
		}
	}
}

// known are the texts that a node can be; nil if there is no telling.
func (x *literals) known(node ast.Node) []string {
	member, is := node.(*ast.MemberNode)
	if !is {
		return nil
	}
	_, is = member.Property.(*ast.StringNode)
	switch {
	case !is:
		return x.elements(member.Node)
	case x.common(member, "name"):
		return x.names
	}
	return x.values(x.typeOf(node))
}

// elements are the texts that the elements of a list can be.
func (x *literals) elements(list ast.Node) []string {
	switch n := list.(type) {
	case *ast.IdentifierNode:
		if n.Value == "cs" || n.Value == "waiting" {
			return x.names
		}
	case *ast.MemberNode:
		if x.common(n, "groups") {
			return x.values(reflect.TypeFor[model.Group]())
		}
		if t := x.typeOf(n); t != nil && t.Kind() == reflect.Array && !t.Implements(sliced) {
			return x.values(t.Elem())
		} else if t != nil && t.Implements(sliced) {
			for _, method := range []string{"At", "Least"} { // of lists and arrays, of sets
				if one, is := t.MethodByName(method); is {
					return x.values(one.Type.Out(0))
				}
			}
		}
	}
	return nil
}

// common reports whether a node is what every site has, and no variable of that name.
func (x *literals) common(node *ast.MemberNode, name string) bool {
	field, is := node.Property.(*ast.StringNode)
	if !is || field.Value != name || x.typeOf(node) != nil {
		return false
	}
	switch of := node.Node.(type) {
	case *ast.IdentifierNode:
		vars, is := x.sites[of.Value]
		return is && vars[name] == nil
	case *ast.PointerNode:
		for _, vars := range x.sites {
			if vars[name] != nil {
				return false
			}
		}
		return x.element[of]
	}
	return false
}

// typeOf is the type of a variable, or of a part of one; nil if the node is nothing of the kind.
func (x *literals) typeOf(node ast.Node) reflect.Type {
	member, is := node.(*ast.MemberNode)
	if !is {
		return nil
	}
	field, is := member.Property.(*ast.StringNode)
	if !is {
		return nil
	}
	switch of := member.Node.(type) {
	case *ast.IdentifierNode:
		return x.sites[of.Value][field.Value]
	case *ast.PointerNode:
		var same reflect.Type
		for _, vars := range x.sites {
			if t := vars[field.Value]; !x.element[of] || t == nil || same != nil && same != t {
				return nil
			} else {
				same = t
			}
		}
		return same
	}
	if t := x.typeOf(member.Node); t != nil && t.Kind() == reflect.Struct {
		return variables(reflect.Zero(t).Interface())[field.Value]
	}
	return nil
}

// values are the texts of all values of a type; nil if there is no telling.
func (x *literals) values(t reflect.Type) (all []string) {
	if t == nil || !t.Implements(stringer) || !reflect.Zero(t).CanInt() && !reflect.Zero(t).CanUint() {
		return nil
	}
	most := 255
	if t == reflect.TypeFor[model.Group]() {
		most = x.groups
	}
	for k := range most + 1 {
		text, ok := textOf(reflect.ValueOf(k).Convert(t))
		if !ok || strings.HasSuffix(text, fmt.Sprintf("(%d)", k)) { // as tools write the names of constants
			return all
		}
		all = append(all, text)
	}
	if most == 255 {
		return nil // numbers of some kind
	}
	return all
}

// textOf is the text of a value; false if there is no such value.
func textOf(v reflect.Value) (text string, ok bool) {
	defer func() { ok = recover() == nil }()
	return v.Interface().(fmt.Stringer).String(), true
}

// texts are the literals of one side of a comparison.
func texts(node ast.Node) []string {
	switch n := node.(type) {
	case *ast.StringNode:
		return []string{n.Value}
	case *ast.ConstantNode: // the compiler makes one of a list of texts
		if set, is := n.Value.(map[string]struct{}); is {
			return slices.Sorted(maps.Keys(set))
		}
	}
	return nil
}
