package mutate

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
)

// handlers are the methods of a protocol that are mutated, with all that they call. The others are what properties see
// (Look, InCS, Account) and what the workload is (Demands, Places).
var handlers = []string{"Start", "MayRequest", "Request", "Receive", "Exit", "Timers", "Expire", "Internals", "Do"}

// spared are methods that decide nothing, whoever calls them.
var spared = []string{"String", "Look", "InCS", "Account", "Demands", "Places", "Alias"}

// declared is a function with the file in which it stands.
type declared struct {
	*ast.FuncDecl
	file *file
}

// name is "protocol.Exit" for a method.
func (d declared) name() string {
	if d.Recv == nil {
		return d.Name.Name
	}
	return base(d.Recv.List[0].Type) + "." + d.Name.Name
}

// base is the name of a receiver's type.
func base(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.StarExpr:
		return base(e.X)
	case *ast.IndexExpr:
		return base(e.X)
	case *ast.Ident:
		return e.Name
	}
	return ""
}

// scope lists the handlers and what they call in this package, in the order of the source.
func (p *Package) scope() []declared {
	decls := map[types.Object]declared{}
	var order []types.Object
	methods := map[string][]string{} // by receiver
	for _, f := range p.files {
		for _, d := range f.syntax.Decls {
			fn, ok := d.(*ast.FuncDecl)
			if !ok || fn.Body == nil {
				continue
			}
			obj := p.info.Defs[fn.Name]
			decls[obj] = declared{fn, f}
			order = append(order, obj)
			if fn.Recv != nil {
				of := base(fn.Recv.List[0].Type)
				methods[of] = append(methods[of], fn.Name.Name)
			}
		}
	}
	reached := map[types.Object]bool{}
	var reach func(obj types.Object)
	reach = func(obj types.Object) {
		d, ok := decls[obj]
		if !ok || reached[obj] || d.Recv != nil && slices.Contains(spared, d.Name.Name) {
			return
		}
		reached[obj] = true
		ast.Inspect(d.Body, func(n ast.Node) bool {
			if call, ok := n.(*ast.CallExpr); ok && p.isNote(call) {
				return false
			}
			if s, ok := n.(ast.Stmt); ok && p.onlyNotes(s) {
				return false
			}
			if id, ok := n.(*ast.Ident); ok {
				if fn, ok := p.info.Uses[id].(*types.Func); ok {
					reach(fn.Origin())
				}
			}
			return true
		})
	}
	for _, obj := range order {
		d := decls[obj]
		if d.Recv == nil || !slices.Contains(handlers, d.Name.Name) {
			continue
		}
		if of := methods[base(d.Recv.List[0].Type)]; slices.Contains(of, "Receive") && slices.Contains(of, "Look") {
			reach(obj)
		}
	}
	var all []declared
	for _, obj := range order {
		if reached[obj] {
			all = append(all, decls[obj])
		}
	}
	return all
}

// outboxCall is the name of the method of an outbox that is called, or "".
func (p *Package) outboxCall(call *ast.CallExpr) string {
	sel, ok := call.Fun.(*ast.SelectorExpr)
	if !ok || !isModel(p.info.TypeOf(sel.X), "Outbox") {
		return ""
	}
	return sel.Sel.Name
}

// isNote: what an event notes is for properties only, and that nobody handles it never happens.
func (p *Package) isNote(call *ast.CallExpr) bool {
	name := p.outboxCall(call)
	return name == "Note" || name == "Unhandled"
}

// onlyNotes reports whether a statement is there for properties only.
func (p *Package) onlyNotes(s ast.Stmt) bool {
	switch s := s.(type) {
	case *ast.ExprStmt:
		call, ok := s.X.(*ast.CallExpr)
		return ok && p.isNote(call)
	case *ast.IfStmt:
		return s.Else == nil && !slices.ContainsFunc(s.Body.List, func(s ast.Stmt) bool { return !p.onlyNotes(s) })
	}
	return false
}

// isModel reports whether t is the type of that name of package model, or a pointer to it.
func isModel(t types.Type, name string) bool {
	obj := modelType(t)
	return obj != nil && obj.Name() == name
}

// modelType is the type of package model that t is, or that t points to; or nil.
func modelType(t types.Type) *types.TypeName {
	if ptr, ok := t.(*types.Pointer); ok {
		t = ptr.Elem()
	}
	if named, ok := types.Unalias(t).(*types.Named); ok && named.Obj().Pkg() != nil && named.Obj().Pkg().Path() == modelPath {
		return named.Obj()
	}
	return nil
}

// innermost is the scope in which a place is.
func (p *Package) innermost(at token.Pos) *types.Scope {
	for _, f := range p.files {
		if inner := p.info.Scopes[f.syntax].Innermost(at); inner != nil {
			return inner
		}
	}
	return nil
}
