package uniform

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/types/typeutil"
)

// Numbers reports what looks at a model.Number otherwise than its methods do. Proofs by views forget numbers and answer what the methods ask
// both ways; of a comparison with == they do not know. It allows what is known to be right: to store numbers, and to hand them on to functions of
// this package and to those of others that are known to hand them on.
var Numbers = &analysis.Analyzer{
	Name: "numbers",
	Doc: "report comparisons of numbers (model.Number), or of what contains them, with ==, != or as a key, texts made of them, conversions, and\n" +
		"functions of other packages that are given some\n\n" +
		"Where a package has numbers, what an interface holds, or a type parameter stands for, may be one. The method String() string of what has\n" +
		"numbers may make texts: who calls it is reported.",
	Run: runNumbers,
}

// numbers is a run of the analyzer.
type numbers struct {
	*analysis.Pass
	called map[*ast.Ident]bool // functions of other packages that are called there
}

// handsOn are the functions and methods of two packages that are known to hand on the numbers they are given, and to tell nothing of them. The
// methods of a model take functions, or ask it as a whole.
var handsOn = map[string]map[string]string{
	modelPath: {
		"":        "ListOf NewPerSite NumberOf SetOf UpTo",
		"Number":  "After Int Is Max Next Since",
		"List":    "Add All At Depth Empty Front Len Rest Slice Where With WithoutAt",
		"PerSite": "All Any At Count Every Len Where With",
		"Outbox":  "Choose Elapsed Enter Note Restart Send Sent Unhandled",
		"Global":  "Forget Messages",
	},
	frontPath: {
		"":           "Events Family ListOf Main Messages New NewPerSite NewShared NumberOf On SetOf",
		"Ctx":        "All Cast Choose ChooseForAll Maybe Next Peers Prev Restart Send Size",
		"World":      "All Any At Channel Count Down Every InFlight Size Used Where",
		"Step":       "Is",
		"SharedStep": "Is",
		"Model": "Agree Always AtEnd CanReach Canonical Check CheckContext Conform Credits Err Event Eventually Init LeadsTo Measure Name Never NeverEnds NeverTwo " +
			"OnCrash OnRecover Overtaking Replay Responds Sometimes Steps System Test Ticks Timer With Within",
		"Shared": "Action Agree Always AtEnd CanReach Check CheckContext Err Eventually Init LeadsTo Measure Name Never NeverEnds Replay Responds Sometimes Steps " +
			"Test With Within",
		"Event":   "Exit Fair Optional Patient",
		"Action":  "Optional",
		"Receipt": "Anonymous When",
		"Timer":   "Reaches",
		"Models":  "Sizes",
	},
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
			f, is := d.(*ast.FuncDecl)
			if is && f.Body == nil {
				x.Reportf(f.Pos(), "%s is not written in Go", f.Name.Name)
			}
			text := is && x.text(f)
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

// text reports that a function may make texts of numbers: it is the method by which what has them shows itself, whose calls are reported.
func (x *numbers) text(d *ast.FuncDecl) bool {
	f, is := x.TypesInfo.Defs[d.Name].(*types.Func)
	if !is || f.Name() != "String" || f.Signature().Recv() == nil {
		return false
	}
	in, out := f.Signature().Params(), f.Signature().Results()
	return in.Len() == 0 && out.Len() == 1 && types.Identical(out.At(0).Type(), types.Typ[types.String]) && hasNumbers(f.Signature().Recv().Type(), true)
}

// any reports that the package has values with numbers: then whatever an interface holds may have them.
func (x *numbers) any() bool {
	var l look
	for _, t := range x.TypesInfo.Types {
		if t.Type != nil && l.numbers(t.Type) {
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
	case *ast.RangeStmt:
		x.key(n.X)
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
	for _, t := range kinds(x.TypesInfo.TypeOf(e)) {
		if m, is := t.(*types.Map); is && hasNumbers(m.Key(), true) {
			x.Reportf(e.Pos(), "numbers are compared as keys")
			return
		}
	}
}

// kinds are the types of which values of a type are: its underlying one, or, of a type parameter, those that its constraint lists.
func kinds(t types.Type) (all []types.Type) {
	if t == nil {
		return nil
	}
	p, is := types.Unalias(t).(*types.TypeParam)
	if !is {
		return []types.Type{t.Underlying()}
	}
	var add func(t types.Type)
	add = func(t types.Type) {
		if u, is := types.Unalias(t).(*types.Union); is {
			for term := range u.Terms() {
				before := len(all)
				if add(term.Type()); len(all) == before { // an interface that lists none: it may be any
					all = append(all, term.Type().Underlying())
				}
			}
			return
		}
		i, is := t.Underlying().(*types.Interface)
		if !is {
			all = append(all, t.Underlying())
			return
		}
		for e := range i.EmbeddedTypes() {
			add(e)
		}
	}
	add(p.Constraint())
	return all
}

// compared looks at two values that are compared with == or !=.
func (x *numbers) compared(a, b ast.Expr) {
	for _, e := range []ast.Expr{a, b} {
		if t := x.TypesInfo.Types[e]; t.IsNil() || t.Value != nil {
			return
		}
	}
	if hasNumbers(x.TypesInfo.TypeOf(a), true) || hasNumbers(x.TypesInfo.TypeOf(b), true) {
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
	if !is || !hasNumbers(s.Recv(), true) {
		return
	}
	of := x.foreign(n.Sel)
	unknown := types.IsInterface(f.Signature().Recv().Type()) // then it may be that of a list
	switch name := f.Name(); {
	case name == "String" || name == "MarshalJSON":
		if !text {
			x.Reportf(n.Pos(), "a text is made of numbers")
		}
	case (name == "Has" || name == "Index") && (unknown || f.Pkg() != nil && f.Pkg().Path() == modelPath):
		x.Reportf(n.Pos(), "numbers are compared by %s", name)
	case of == nil || text:
	case !unknown || handsOn[of.Pkg().Path()] != nil:
		x.Reportf(n.Pos(), "%s.%s looks at numbers", of.Pkg().Name(), name)
	}
}

// conversion looks at a conversion: by another type numbers could be looked at otherwise, unless it is an interface.
func (x *numbers) conversion(n *ast.CallExpr, to types.Type) {
	t := x.TypesInfo.Types[n.Args[0]]
	if t.IsNil() || t.Value != nil || types.Identical(t.Type, to) {
		return
	}
	_, parameter := types.Unalias(to).(*types.TypeParam)
	switch {
	case isUnsafe(to) || isUnsafe(t.Type):
		x.Reportf(n.Pos(), "numbers may be looked at by unsafe.Pointer")
	case types.IsInterface(to) && !parameter:
	case hasNumbers(t.Type, true) || hasNumbers(to, !parameter):
		x.Reportf(n.Pos(), "numbers are converted")
	}
}

func isUnsafe(t types.Type) bool {
	return slices.ContainsFunc(kinds(t), func(k types.Type) bool { return types.Identical(k, types.Typ[types.UnsafePointer]) })
}

// call looks at what functions of other packages are given: of what they do with it nothing is seen.
func (x *numbers) call(n *ast.CallExpr, text bool) {
	fun := ast.Unparen(n.Fun)
	if t := x.TypesInfo.Types[fun]; t.IsType() {
		x.conversion(n, t.Type)
		return
	}
	name := called(fun)
	if name == nil {
		return
	}
	if b, is := x.TypesInfo.Uses[name].(*types.Builtin); is {
		x.builtin(n, b.Name())
		return
	}
	of := x.foreign(name)
	if of == nil || text {
		return
	}
	x.called[name] = true
	for _, e := range n.Args {
		if t := x.TypesInfo.Types[e]; t.Value == nil && !t.IsNil() && hasNumbers(t.Type, true) {
			x.Reportf(n.Pos(), "%s.%s looks at numbers", of.Pkg().Name(), of.Name())
			return
		}
	}
	x.instance(name, of)
	for _, made := range results(x.TypesInfo.TypeOf(n)) { // functions of that package, too
		if takes(made) {
			x.Reportf(n.Pos(), "what %s.%s makes may look at numbers where it is called", of.Pkg().Name(), of.Name())
			return
		}
	}
}

// builtin looks at calls of functions of the language.
func (x *numbers) builtin(n *ast.CallExpr, name string) {
	switch name {
	case "delete", "make", "clear":
		x.key(n.Args[0])
	case "Add", "Slice", "SliceData", "String", "StringData":
		x.Reportf(n.Pos(), "numbers may be looked at by unsafe.%s", name)
	}
}

// results are the types of what a call yields.
func results(t types.Type) (all []types.Type) {
	tuple, is := t.(*types.Tuple)
	if !is {
		return []types.Type{t}
	}
	for v := range tuple.Variables() {
		all = append(all, v.Type())
	}
	return all
}

// takes reports that a type is one of functions to which numbers can be given.
func takes(t types.Type) bool {
	if t == nil {
		return false
	}
	s, is := t.Underlying().(*types.Signature)
	return is && hasNumbers(s.Params(), true)
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
	if takes(of.Type()) {
		x.Reportf(name.Pos(), "%s.%s may look at numbers where it is called", of.Pkg().Name(), of.Name())
	}
}

// instance looks at the types that a function is made for.
func (x *numbers) instance(name *ast.Ident, of types.Object) {
	for t := range x.TypesInfo.Instances[name].TypeArgs.Types() {
		if hasNumbers(t, true) {
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
	switch path := of.Pkg().Path(); path {
	case modelPath, frontPath:
		if slices.Contains(strings.Fields(handsOn[path][receiver(of)]), of.Name()) {
			return nil
		}
	case paperPath, invariantsPath: // which hand on what they are given
		return nil
	}
	return of
}

// receiver is the name of the type of which something is a method.
func receiver(of types.Object) string {
	f, is := of.(*types.Func)
	if !is || f.Signature().Recv() == nil {
		return ""
	}
	t := types.Unalias(f.Signature().Recv().Type())
	if p, is := t.(*types.Pointer); is {
		t = types.Unalias(p.Elem())
	}
	if n, is := t.(*types.Named); is {
		return n.Obj().Name()
	}
	return "interface" // without a name
}

// hasNumbers reports that there are numbers in values of a type; open says what of an interface, of which that is not known.
func hasNumbers(t types.Type, open bool) bool { return (&look{open: open}).numbers(t) }

// look is a look for numbers in types.
type look struct {
	open bool         // what an interface holds may be one
	seen typeutil.Map // named types without numbers, or that are being looked at
}

func (l *look) numbers(t types.Type) bool {
	t = types.Unalias(t)
	if n, is := t.(*types.Named); is {
		if named(t, modelPath, "Number") {
			return true
		}
		if l.seen.Set(t, true) != nil {
			return false
		}
		if of := n.Obj().Pkg(); of != nil && of.Path() == modelPath && n.TypeArgs().Len() > 0 {
			for arg := range n.TypeArgs().Types() { // of a list, a set or an array: what is in it
				if l.numbers(arg) {
					return true
				}
			}
			return false
		}
	}
	switch t := t.(type) {
	case *types.Tuple: // of a call
		return l.variables(t)
	case *types.TypeParam:
		if l.seen.Set(t, true) != nil {
			return false
		}
		all := kinds(t)
		return len(all) == 0 && l.open || slices.ContainsFunc(all, l.numbers)
	}
	switch u := t.Underlying().(type) {
	case *types.Struct:
		if isNumber(u) {
			return true
		}
		for f := range u.Fields() {
			if l.numbers(f.Type()) {
				return true
			}
		}
	case *types.Array:
		return l.numbers(u.Elem())
	case *types.Slice:
		return l.numbers(u.Elem())
	case *types.Pointer:
		return l.numbers(u.Elem())
	case *types.Chan:
		return l.numbers(u.Elem())
	case *types.Map:
		return l.numbers(u.Key()) || l.numbers(u.Elem())
	case *types.Signature: // who calls it has what it yields
		return l.variables(u.Results())
	case *types.Interface:
		return l.open
	}
	return false
}

func (l *look) variables(all *types.Tuple) bool {
	for v := range all.Variables() {
		if l.numbers(v.Type()) {
			return true
		}
	}
	return false
}

// isNumber reports that a struct is that of a number: types can be defined by it which are no model.Number.
func isNumber(s *types.Struct) bool {
	return s.NumFields() == 1 && s.Field(0).Name() == "n" && s.Field(0).Pkg() != nil && s.Field(0).Pkg().Path() == modelPath &&
		types.Identical(s.Field(0).Type(), types.Typ[types.Int])
}
