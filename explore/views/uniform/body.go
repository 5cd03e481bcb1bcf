package uniform

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
)

// body looks at a function that handlers call.
func (c *check) body(f *types.Func, d *ast.FuncDecl) {
	b := &function{check: c, f: f, allowed: map[ast.Node]bool{}}
	if d.Recv != nil && len(d.Recv.List[0].Names) == 1 {
		if r, is := c.TypesInfo.Defs[d.Recv.List[0].Names[0]].(*types.Var); is && c.isOwn(r.Type()) {
			b.receiver = r
		}
	}
	if f.Name() == "Start" && b.receiver != nil {
		if p := f.Type().(*types.Signature).Params(); p.Len() == 1 {
			b.own = p.At(0)
		}
	}
	ast.Inspect(d.Body, func(n ast.Node) bool {
		if n != nil {
			b.node(n)
		}
		return true
	})
}

// isOwn reports that a type is a protocol of this package, or points to one.
func (c *check) isOwn(t types.Type) bool { return c.protocol(t) != nil }

// protocol is that one; nil: it is none.
func (c *check) protocol(t types.Type) *types.TypeName {
	if p, is := types.Unalias(t).(*types.Pointer); is {
		t = p.Elem()
	}
	if n, is := types.Unalias(t).(*types.Named); is && c.protocols[n.Obj()] {
		return n.Obj()
	}
	return nil
}

// function is one that handlers call.
type function struct {
	*check
	f        *types.Func
	receiver *types.Var        // the protocol; nil: it has none
	own      *types.Var        // the site whose parent may be read; nil: none
	allowed  map[ast.Node]bool // what has been looked at already, and is right
}

func (b *function) blame(at ast.Node, format string, args ...any) {
	b.check.blame(b.f, at, format, args...)
}

func (b *function) node(n ast.Node) {
	switch n := n.(type) {
	case *ast.GoStmt, *ast.SelectStmt, *ast.SendStmt:
		b.blame(n, "it works beside others")
	case *ast.BinaryExpr:
		b.compare(n)
	case *ast.UnaryExpr:
		if n.Op == token.ARROW {
			b.blame(n, "it works beside others")
		} else if n.Op != token.AND {
			b.counts(n, n.X)
		} else {
			b.changes(n.X)
		}
	case *ast.IncDecStmt:
		b.counts(n, n.X)
	case *ast.AssignStmt:
		if n.Tok != token.ASSIGN && n.Tok != token.DEFINE {
			b.counts(n, n.Lhs[0])
			b.counts(n, n.Rhs[0]) // which is of another type in a shift
		}
		for _, l := range n.Lhs {
			b.changes(l)
		}
	case *ast.IndexExpr:
		if t := b.TypesInfo.TypeOf(n.Index); isNumberOfSite(t) && !b.TypesInfo.Types[n.Index].IsType() {
			b.blame(n, "a site is used as an index")
		}
	case *ast.SliceExpr:
		for _, x := range []ast.Expr{n.Low, n.High, n.Max} {
			if x != nil && isNumberOfSite(b.TypesInfo.TypeOf(x)) {
				b.blame(n, "a site is used as an index")
			}
		}
	case *ast.RangeStmt:
		if isNumberOfSite(b.TypesInfo.TypeOf(n.X)) {
			b.blame(n, "it counts with a site")
		}
		b.changes(n.Key)
		b.changes(n.Value)
	case *ast.SwitchStmt:
		if n.Tag != nil && hasLists(b.TypesInfo.TypeOf(n.Tag), nil) {
			b.blame(n, "lists are compared as a whole")
		}
	case *ast.CallExpr:
		b.call(n)
	case *ast.SelectorExpr:
		b.selector(n)
	case *ast.Ident:
		b.ident(n)
	}
	if e, is := n.(ast.Expr); is {
		b.value(e)
	}
}

// changes blames what may give the own site of Start another value.
func (b *function) changes(e ast.Expr) {
	if x, is := e.(*ast.Ident); is && b.own != nil && b.TypesInfo.Uses[x] == b.own {
		b.blame(e, "it gives its own site another value")
	}
}

// value looks at what kind of value an expression is.
func (b *function) value(e ast.Expr) {
	t, known := b.TypesInfo.Types[e]
	if !known || t.IsType() {
		return
	}
	if t.Value != nil && isSite(t.Type) && constant.Sign(t.Value) != 0 {
		b.blame(e, "it names site %s", t.Value)
	}
	switch types.Unalias(t.Type).Underlying().(type) {
	case *types.Map:
		b.blame(e, "a map has no order of its own")
	case *types.Chan:
		b.blame(e, "it works beside others")
	}
}

// compare looks at an operation on two values.
func (b *function) compare(n *ast.BinaryExpr) {
	x := b.TypesInfo.TypeOf(n.X)
	if n.Op != token.EQL && n.Op != token.NEQ {
		b.counts(n, n.X)
		b.counts(n, n.Y)
		return
	}
	if hasLists(x, nil) || hasLists(b.TypesInfo.TypeOf(n.Y), nil) {
		b.blame(n, "lists are compared as a whole")
	}
}

// counts blames an operation on a site that is neither == nor !=.
func (b *function) counts(n ast.Node, x ast.Expr) {
	if isNumberOfSite(b.TypesInfo.TypeOf(x)) {
		b.blame(n, "sites are ordered, or counted with")
	}
}

// isSite reports that a type is that of sites.
func isSite(t types.Type) bool {
	n, is := types.Unalias(t).(*types.Named)
	return is && named(n, modelPath, "Site")
}

// isNumberOfSite reports that a value may be a site of which the number is used.
func isNumberOfSite(t types.Type) bool {
	if t == nil {
		return false
	}
	_, open := types.Unalias(t).(*types.TypeParam)
	return open || isSite(t)
}

// hasLists reports that there are lists in values of a type, or that it is not known.
func hasLists(t types.Type, seen []types.Type) bool {
	t = types.Unalias(t)
	for _, s := range seen {
		if types.Identical(s, t) {
			return false
		}
	}
	seen = append(seen, t)
	if named(t, modelPath, "List") {
		return true
	}
	switch u := t.Underlying().(type) {
	case *types.Struct:
		for k := range u.NumFields() {
			if hasLists(u.Field(k).Type(), seen) {
				return true
			}
		}
	case *types.Array:
		return hasLists(u.Elem(), seen)
	case *types.Interface:
		return true
	}
	return false
}
