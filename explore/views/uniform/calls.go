package uniform

import (
	"go/ast"
	"go/types"
	"slices"
)

// allowed are the functions and methods of package model that handlers may call: they know nothing of the order or the number of sites,
// but for the place of a site in an array, which is renamed with it.
var allowed = map[string][]string{
	"":        {"ListOf", "SetOf"},
	"Outbox":  {"Send", "Enter", "Note", "Restart", "Unhandled", "Choose"},
	"List":    {"Empty", "Len", "Front", "Rest", "At", "All", "Slice", "Add", "With", "WithoutAt", "Index", "Has", "Where"},
	"Set":     {"Has", "With", "Without", "Union", "Intersect", "Minus", "Len", "Empty", "Equal"},
	"PerSite": {"At", "With"},
}

// builtins are those that handlers may call.
var builtins = []string{"append", "cap", "copy", "len", "max", "min", "new", "panic"}

// call looks at a call, or a conversion.
func (b *function) call(n *ast.CallExpr) {
	fun := ast.Unparen(n.Fun)
	if t := b.TypesInfo.Types[fun]; t.IsType() {
		b.conversion(n, t.Type)
		return
	}
	switch x := fun.(type) {
	case *ast.FuncLit:
		return
	case *ast.IndexExpr:
		fun = x.X
	case *ast.IndexListExpr:
		fun = x.X
	}
	name, _ := fun.(*ast.Ident)
	if s, is := fun.(*ast.SelectorExpr); is {
		if b.parent(n, s) {
			return
		}
		name = s.Sel
	}
	if name == nil {
		b.blame(n, "it is not seen what is called")
		return
	}
	switch o := b.TypesInfo.Uses[name].(type) {
	case *types.Builtin:
		if !slices.Contains(builtins, o.Name()) {
			b.blame(n, "it calls %s", o.Name())
		}
		for _, a := range n.Args {
			if (o.Name() == "min" || o.Name() == "max") && isNumberOfSite(b.TypesInfo.TypeOf(a)) {
				b.blame(n, "sites are ordered, or counted with")
			}
		}
	case *types.Func:
		b.calls(n, o)
	case *types.Var: // a function that is kept somewhere: where its text stands it has been looked at, unless it comes from elsewhere
		if o.IsField() || o.Parent() == b.Pkg.Scope() {
			b.blame(n, "it is not seen what is called")
		}
	default:
		b.blame(n, "it is not seen what is called")
	}
}

// calls looks at the call of a function that is known.
func (b *function) calls(at ast.Node, f *types.Func) {
	sig := f.Type().(*types.Signature)
	switch {
	case sig.Recv() != nil && types.IsInterface(sig.Recv().Type()):
		b.blame(at, "it is not seen which %s is called", f.Name())
	case f.Pkg() == b.Pkg:
		b.check.call(f)
	case f.Pkg() == nil || f.Pkg().Path() != modelPath:
		b.blame(at, "it calls %s", f.FullName())
	default:
		of := ""
		if sig.Recv() != nil {
			t := types.Unalias(sig.Recv().Type())
			if p, is := t.(*types.Pointer); is {
				t = types.Unalias(p.Elem())
			}
			of = t.(*types.Named).Obj().Name()
		}
		if !slices.Contains(allowed[of], f.Name()) {
			b.blame(at, "it calls %s", f.FullName())
		}
	}
}

// conversion looks at a conversion: of sites only constants may be converted, and nothing to one.
func (b *function) conversion(n *ast.CallExpr, to types.Type) {
	from := b.TypesInfo.TypeOf(n.Args[0])
	if b.TypesInfo.Types[n.Args[0]].Value != nil {
		return // which site it is is looked at with the value
	}
	basic, _ := to.Underlying().(*types.Basic)
	_, pointer := to.Underlying().(*types.Pointer)
	switch {
	case types.Identical(from, to), types.IsInterface(to):
	case pointer:
		b.blame(n, "a pointer is converted: what it points to may be a site")
	case basic != nil && basic.Kind() == types.UnsafePointer, isNumberOfSite(from), isNumberOfSite(to):
		b.blame(n, "a site is converted")
	}
}

// parent reports that a call is p.parents.At(i), where i is the site whose beginning is asked for.
func (b *function) parent(n *ast.CallExpr, s *ast.SelectorExpr) bool {
	field, is := s.X.(*ast.SelectorExpr)
	if !is || b.own == nil || s.Sel.Name != "At" || len(n.Args) != 1 || !named(b.TypesInfo.TypeOf(field), modelPath, "PerSite") {
		return false
	}
	if f := b.TypesInfo.Selections[field]; f == nil || len(f.Index()) != 1 { // not of what is embedded
		return false
	}
	p, is := field.X.(*ast.Ident)
	i, too := n.Args[0].(*ast.Ident)
	if !is || !too || b.TypesInfo.Uses[p] != b.receiver || b.TypesInfo.Uses[i] != b.own {
		return false
	}
	if !b.made[b.protocol(b.receiver.Type())] {
		b.blame(n, "it is not seen where the parents come from")
	}
	for _, x := range []ast.Node{s, s.Sel, field, field.Sel, p} {
		b.allowed[x] = true
	}
	return true
}

// selector looks at a field or a method.
func (b *function) selector(n *ast.SelectorExpr) {
	s := b.TypesInfo.Selections[n]
	if s == nil || b.allowed[n] {
		return // of a package: the name tells
	}
	recv := s.Recv()
	switch o := s.Obj().(type) {
	case *types.Func:
		if x, is := n.X.(*ast.Ident); is && s.Kind() == types.MethodVal && b.isOwn(recv) {
			if b.allowed[x] = true; len(s.Index()) > 1 {
				b.blame(n, "%s may read what is embedded in the protocol", o.Name())
			}
		}
	case *types.Var:
		switch {
		case b.isOwn(recv):
			b.blame(n, "it reads %s of the protocol", o.Name())
			if x, is := n.X.(*ast.Ident); is {
				b.allowed[x] = true
			}
		case named(recv, modelPath, "Demand") && o.Name() == "Ticket":
			b.blame(n, "it reads a time stamp")
		}
	}
}

// ident looks at a name.
func (b *function) ident(n *ast.Ident) {
	switch o := b.TypesInfo.Uses[n].(type) {
	case *types.Var:
		switch {
		case b.allowed[n] || o.IsField():
		case o.Pkg() != nil && o.Parent() == o.Pkg().Scope():
			b.blame(n, "it reads the variable %s, which is nobody's", o.Name())
		case b.isOwn(o.Type()):
			b.blame(n, "the protocol is used as a value")
		}
	case *types.Func: // also where it is not called
		if sig := o.Type().(*types.Signature); sig.Recv() == nil || !types.IsInterface(sig.Recv().Type()) {
			b.calls(n, o)
		}
	}
}
