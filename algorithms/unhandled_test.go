package algorithms_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strings"
	"testing"

	"github.com/gmecheck/gmecheck/algorithms"
	"github.com/gmecheck/gmecheck/model"
)

// TestUnhandled: in every protocol, whatever dispatches messages, timers or internal events says so of those that it does not
// know. A switch without such a branch would swallow them, and be the protocol of something else.
func TestUnhandled(t *testing.T) {
	for _, a := range algorithms.All() {
		at := a.New(a.Config(model.Published)).Handler(&model.Event{Kind: model.DeliverEvent}, 0)
		dir := filepath.Join("..", filepath.Dir(at.File))
		names, err := filepath.Glob(filepath.Join(dir, "*.go"))
		if err != nil {
			t.Fatal(err)
		}
		var files []*ast.File
		for _, name := range names {
			if strings.HasSuffix(name, "_test.go") {
				continue
			}
			f, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
			if err != nil {
				t.Fatal(err)
			}
			files = append(files, f)
		}
		dispatchers := 0
		for _, f := range files {
			for _, d := range f.Decls {
				if fn, ok := d.(*ast.FuncDecl); ok && fn.Recv != nil && dispatches[fn.Name.Name] {
					dispatchers++
					if fault := swallows(fn, files); fault != "" {
						t.Errorf("%s: %s %s", a.Name, fn.Name.Name, fault)
					}
				}
			}
		}
		if dispatchers == 0 {
			t.Errorf("%s: no Receive in %s", a.Name, dir)
		}
	}
}

var dispatches = map[string]bool{"Receive": true, "Expire": true, "Do": true}

// swallows says what is wrong with a method that dispatches what its third parameter is; empty: nothing.
func swallows(fn *ast.FuncDecl, files []*ast.File) string {
	what := fn.Type.Params.List[2]
	if kind, ok := what.Type.(*ast.Ident); ok && isStruct(kind.Name, files) {
		return "" // there is one kind of messages only
	}
	switches, fault := 0, ""
	ast.Inspect(fn.Body, func(n ast.Node) bool {
		var on ast.Expr
		var body *ast.BlockStmt
		switch n := n.(type) {
		case *ast.TypeSwitchStmt:
			on, body = asserted(n.Assign), n.Body
		case *ast.SwitchStmt:
			on, body = n.Tag, n.Body
		}
		if name, ok := on.(*ast.Ident); ok && name.Name == what.Names[0].Name {
			switches++
			if !unhandled(body) {
				fault = "has a switch without default: out.Unhandled()"
			}
		}
		return true
	})
	if switches == 0 {
		fault = "has no switch over " + what.Names[0].Name
	}
	return fault
}

// asserted is the x of "x.(type)" and "y := x.(type)".
func asserted(s ast.Stmt) ast.Expr {
	switch s := s.(type) {
	case *ast.AssignStmt:
		return s.Rhs[0].(*ast.TypeAssertExpr).X
	case *ast.ExprStmt:
		return s.X.(*ast.TypeAssertExpr).X
	}
	return nil
}

// unhandled: the default branch does nothing but call Unhandled.
func unhandled(body *ast.BlockStmt) bool {
	for _, s := range body.List {
		branch := s.(*ast.CaseClause)
		if branch.List != nil || len(branch.Body) != 1 {
			continue
		}
		if call, ok := branch.Body[0].(*ast.ExprStmt); ok {
			if f, ok := call.X.(*ast.CallExpr); ok {
				if m, ok := f.Fun.(*ast.SelectorExpr); ok && m.Sel.Name == "Unhandled" {
					return true
				}
			}
		}
	}
	return false
}

func isStruct(name string, files []*ast.File) bool {
	for _, f := range files {
		if o := f.Scope.Lookup(name); o != nil {
			if spec, ok := o.Decl.(*ast.TypeSpec); ok {
				_, is := spec.Type.(*ast.StructType)
				return is
			}
		}
	}
	return false
}

// TestSwallows: the test notices a switch that swallows, and one that is not there.
func TestSwallows(t *testing.T) {
	for _, test := range []struct{ body, want string }{
		{"switch m := m.(type) { case A: p.a(m); default: out.Unhandled() }", ""},
		{"switch m.(type) { case A: p.a(m); default: out.Unhandled() }", ""},
		{"switch m { case A: p.a(m); default: out.Unhandled() }", ""},
		{"if x { switch m := m.(type) { case A: p.a(m); default: out.Unhandled() } }", ""},
		{"switch m := m.(type) { case A: p.a(m) }", "has a switch without default: out.Unhandled()"},
		{"switch m := m.(type) { case A: p.a(m); default: p.a(m) }", "has a switch without default: out.Unhandled()"},
		{"switch m { case A: out.Unhandled(); default: }", "has a switch without default: out.Unhandled()"},
		{"switch v { case A: p.a(m); default: out.Unhandled() }", "has no switch over m"},
	} {
		f, err := parser.ParseFile(token.NewFileSet(), "", "package p\nfunc (p q) Receive(i Site, v *vars, m message, out *outbox) {"+test.body+"}", 0)
		if err != nil {
			t.Fatal(err)
		}
		if got := swallows(f.Decls[0].(*ast.FuncDecl), []*ast.File{f}); got != test.want {
			t.Errorf("%s: %q, want %q", test.body, got, test.want)
		}
	}
}
