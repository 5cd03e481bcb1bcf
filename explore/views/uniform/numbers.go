package uniform

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"
)

// Numbers reports what looks at a model.Number otherwise than its methods do. Proofs by views forget numbers and answer what the methods ask
// both ways; of a comparison with == they do not know. It allows what is known to be right: to store numbers, and to hand them on to functions of
// this package, of package model, and of those that only hand them on.
var Numbers = &analysis.Analyzer{
	Name: "numbers",
	Doc: "report comparisons of numbers (model.Number), or of what contains them, with ==, != or as a key, texts made of them, and\n" +
		"functions of other packages that are given some\n\n" +
		"Where a package has numbers, what an interface holds may be one. Methods called String may make texts.",
	Run: runNumbers,
}

// numbers is a run of the analyzer.
type numbers struct {
	*analysis.Pass
	called map[*ast.Ident]bool // functions of other packages that are called there
}

func runNumbers(pass *analysis.Pass) (any, error) {
	x := &numbers{pass, map[*ast.Ident]bool{}}
	if !x.any() {
		return nil, nil
	}
	for _, f := range pass.Files {
		if strings.HasSuffix(pass.Fset.Position(f.Pos()).Filename, "_test.go") {
			continue
		}
		for _, d := range f.Decls {
			method, is := d.(*ast.FuncDecl)
			text := is && method.Recv != nil && method.Name.Name == "String"
			ast.Inspect(d, func(n ast.Node) bool {
				if x.unasked(n) {
					return false
				}
				x.look(n, text)
				return true
			})
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

// unasked reports that proofs by views do not ask that: how a property judges steps.
func (x *numbers) unasked(n ast.Node) bool {
	e, is := n.(*ast.KeyValueExpr)
	if !is {
		return false
	}
	name, _ := e.Key.(*ast.Ident)
	field, is := x.TypesInfo.Uses[name].(*types.Var)
	return is && field.IsField() && field.Name() == "Step" && field.Pkg() != nil && field.Pkg().Path() == invariantsPath
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
		x.key(n.X)
	case *ast.CompositeLit:
		x.key(n)
	case *ast.CallExpr:
		x.call(n, text)
	case *ast.SelectorExpr:
		x.method(n, text)
	case *ast.Ident:
		x.value(n, text)
	}
}

// key looks at a map, in which keys are compared.
func (x *numbers) key(e ast.Expr) {
	if m, is := x.of(e).(*types.Map); is && hasNumbers(m.Key(), true, nil) {
		x.Reportf(e.Pos(), "numbers are compared as keys")
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

// method looks at a method, called or not: lists compare elements, and texts show numbers.
func (x *numbers) method(n *ast.SelectorExpr, text bool) {
	s := x.TypesInfo.Selections[n]
	if s == nil {
		return
	}
	f, is := s.Obj().(*types.Func)
	switch {
	case !is:
	case f.Name() == "String" && !text && hasNumbers(s.Recv(), true, nil):
		x.Reportf(n.Pos(), "a text is made of numbers")
	case (f.Name() == "Has" || f.Name() == "Index") && f.Pkg() != nil && f.Pkg().Path() == modelPath && hasNumbers(s.Recv(), true, nil):
		x.Reportf(n.Pos(), "numbers are compared by %s", f.Name())
	}
}

// call looks at what functions of other packages are given: of what they do with it nothing is seen.
func (x *numbers) call(n *ast.CallExpr, text bool) {
	fun := ast.Unparen(n.Fun)
	if t := x.TypesInfo.Types[fun]; t.IsType() {
		if b, is := t.Type.Underlying().(*types.Basic); is && b.Kind() == types.UnsafePointer && hasNumbers(x.TypesInfo.TypeOf(n.Args[0]), true, nil) {
			x.Reportf(n.Pos(), "numbers are looked at by unsafe.Pointer")
		}
		return
	}
	name := called(fun)
	if name == nil {
		return
	}
	if b, is := x.TypesInfo.Uses[name].(*types.Builtin); is && b.Name() == "delete" {
		x.key(n.Args[0])
	}
	of := x.foreign(name)
	if of == nil || text {
		return
	}
	x.called[name] = true
	for _, e := range n.Args {
		if t := x.TypesInfo.Types[e]; t.Value == nil && !t.IsNil() && hasNumbers(t.Type, true, nil) {
			x.Reportf(n.Pos(), "%s.%s looks at numbers", of.Pkg().Name(), of.Name())
			return
		}
	}
	x.instance(name, of)
}

// called is the name of what is called.
func called(fun ast.Expr) *ast.Ident {
	switch f := fun.(type) {
	case *ast.Ident:
		return f
	case *ast.SelectorExpr:
		return f.Sel
	case *ast.IndexExpr:
		return called(ast.Unparen(f.X))
	case *ast.IndexListExpr:
		return called(ast.Unparen(f.X))
	}
	return nil
}

// value looks at a function of another package that is kept, to be called elsewhere.
func (x *numbers) value(name *ast.Ident, text bool) {
	of := x.foreign(name)
	if of == nil || text || x.called[name] {
		return
	}
	if _, is := x.TypesInfo.Instances[name]; is {
		x.instance(name, of)
		return
	}
	s, is := of.Type().Underlying().(*types.Signature)
	if _, variable := of.(*types.Var); !is || variable { // that of a field, or a parameter, is one that somebody has kept
		return
	}
	for p := range s.Params().Variables() {
		if hasNumbers(p.Type(), true, nil) {
			x.Reportf(name.Pos(), "%s.%s may look at numbers where it is called", of.Pkg().Name(), of.Name())
			return
		}
	}
}

// instance looks at the types that a function is made for.
func (x *numbers) instance(name *ast.Ident, of types.Object) {
	for t := range x.TypesInfo.Instances[name].TypeArgs.Types() {
		if hasNumbers(t, true, nil) {
			x.Reportf(name.Pos(), "%s.%s looks at numbers", of.Pkg().Name(), of.Name())
			return
		}
	}
}

// foreign is a function of a package whose functions may look at what they are given; nil: it is none.
func (x *numbers) foreign(name *ast.Ident) types.Object {
	of := x.TypesInfo.Uses[name]
	if of == nil || of.Pkg() == nil || of.Pkg() == x.Pkg {
		return nil
	}
	if _, is := of.Type().Underlying().(*types.Signature); !is {
		return nil
	}
	if _, is := of.(*types.TypeName); is {
		return nil
	}
	switch of.Pkg().Path() {
	case modelPath:
		if of.Name() != "Text" {
			return nil
		}
	case frontPath, paperPath, invariantsPath: // which hand on what they are given
		return nil
	}
	return of
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
	case *types.Map:
		return hasNumbers(u.Key(), open, seen) || hasNumbers(u.Elem(), open, seen)
	case *types.Interface:
		return open
	}
	return false
}
