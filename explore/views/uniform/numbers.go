package uniform

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"
)

// Numbers reports what looks at a model.Number otherwise than its methods do. Proofs by views forget numbers and answer what the methods ask
// both ways; of a comparison with == they do not know. It allows what is known to be right: to store numbers and to hand them on.
var Numbers = &analysis.Analyzer{
	Name: "numbers",
	Doc: "report comparisons of numbers (model.Number), or of what contains them, with ==, != or as a key, and texts made of them\n\n" +
		"Methods called String may make texts.",
	Run: runNumbers,
}

// numbers is a run of the analyzer.
type numbers struct{ *analysis.Pass }

func runNumbers(pass *analysis.Pass) (any, error) {
	x := &numbers{pass}
	if !x.any() {
		return nil, nil
	}
	for _, f := range pass.Files {
		if strings.HasSuffix(pass.Fset.Position(f.Pos()).Filename, "_test.go") {
			continue
		}
		for _, d := range f.Decls {
			d, is := d.(*ast.FuncDecl)
			text := is && d.Recv != nil && d.Name.Name == "String"
			if is && d.Body != nil {
				ast.Inspect(d.Body, func(n ast.Node) bool { x.look(n, text); return true })
			}
		}
	}
	return nil, nil
}

// any reports that the package has values with numbers: then whatever an interface holds may have them.
func (x *numbers) any() bool {
	for _, t := range x.TypesInfo.Types {
		if t.Type != nil && hasNumbers(t.Type, false, nil) {
			return true
		}
	}
	return false
}

func (x *numbers) look(n ast.Node, text bool) {
	switch n := n.(type) {
	case *ast.BinaryExpr:
		if n.Op == token.EQL || n.Op == token.NEQ {
			x.compared(n.X, n.Y)
		}
	case *ast.SwitchStmt:
		if n.Tag != nil {
			x.compared(n.Tag, n.Tag)
		}
	case *ast.IndexExpr:
		if m, is := x.of(n.X).(*types.Map); is && hasNumbers(m.Key(), true, nil) {
			x.Reportf(n.Pos(), "numbers are compared as keys")
		}
	case *ast.CallExpr:
		x.call(n, text)
	}
}

func (x *numbers) of(e ast.Expr) types.Type {
	if t := x.TypesInfo.TypeOf(e); t != nil {
		return t.Underlying()
	}
	return nil
}

// compared looks at two values that are compared with == or !=.
func (x *numbers) compared(a, b ast.Expr) {
	for _, e := range []ast.Expr{a, b} {
		if t := x.TypesInfo.Types[e]; t.IsNil() || t.Value != nil {
			return
		}
	}
	if hasNumbers(x.TypesInfo.TypeOf(a), true, nil) || hasNumbers(x.TypesInfo.TypeOf(b), true, nil) {
		x.Reportf(a.Pos(), "numbers are compared with == or !=")
	}
}

// call looks at a call: lists and functions of the standard library compare elements, and texts show numbers.
func (x *numbers) call(n *ast.CallExpr, text bool) {
	var f *types.Func
	switch fun := ast.Unparen(n.Fun).(type) {
	case *ast.SelectorExpr:
		f, _ = x.TypesInfo.Uses[fun.Sel].(*types.Func)
		if s := x.TypesInfo.Selections[fun]; s != nil && f != nil {
			switch with := hasNumbers(s.Recv(), false, nil); {
			case with && f.Name() == "String" && !text:
				x.Reportf(n.Pos(), "a text is made of numbers")
			case with && (f.Name() == "Has" || f.Name() == "Index") && f.Pkg().Path() == modelPath:
				x.Reportf(n.Pos(), "numbers are compared by %s", f.Name())
			}
			return
		}
	case *ast.Ident:
		f, _ = x.TypesInfo.Uses[fun].(*types.Func)
	}
	if f == nil || f.Pkg() == nil || text {
		return
	}
	path := f.Pkg().Path()
	for _, e := range n.Args {
		with := hasNumbers(x.TypesInfo.TypeOf(e), false, nil)
		if with && (path == "fmt" || path == "slices" || path == "maps" || path == "reflect" || path == modelPath && f.Name() == "Text") {
			x.Reportf(n.Pos(), "%s.%s looks at numbers", f.Pkg().Name(), f.Name())
		}
	}
}

// hasNumbers reports that there are numbers in values of a type; open says what of an interface, of which that is not known.
func hasNumbers(t types.Type, open bool, seen []types.Type) bool {
	t = types.Unalias(t)
	for _, s := range seen {
		if types.Identical(s, t) {
			return false
		}
	}
	seen = append(seen, t)
	if n, is := t.(*types.Named); is {
		if named(t, modelPath, "Number") {
			return true
		}
		if n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == modelPath {
			for arg := range n.TypeArgs().Types() { // of a list, a set or an array: what is in it
				if hasNumbers(arg, open, seen) {
					return true
				}
			}
			return false
		}
	}
	switch u := t.Underlying().(type) {
	case *types.Struct:
		for k := range u.NumFields() {
			if hasNumbers(u.Field(k).Type(), open, seen) {
				return true
			}
		}
	case *types.Array:
		return hasNumbers(u.Elem(), open, seen)
	case *types.Slice:
		return hasNumbers(u.Elem(), open, seen)
	case *types.Pointer:
		return hasNumbers(u.Elem(), open, seen)
	case *types.Interface:
		return open
	}
	return false
}
