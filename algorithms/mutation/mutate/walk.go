package mutate

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"
)

// walker goes through one function of the scope and notes its mutants.
type walker struct {
	p        *Package
	file     *file
	function string
	mutants  *[]*Mutant
	changed  map[string]bool // files with mistakes in them that there are already

	op      *operator // whose mutants are made
	header  string    // the statement in which it is, without the statements inside that
	results bool      // the innermost function returns something
	target  string    // what the statement assigns to, if that is one variable
	source  ast.Expr  // what it assigns
}

// find makes the mutants of the package, and gives them their ids.
func (p *Package) find() error {
	changed := map[string]bool{}
	for _, d := range p.scope() {
		w := &walker{p: p, file: d.file, function: d.name(), mutants: &p.Mutants, changed: changed}
		w.body(d.Type, d.Body)
	}
	slices.SortStableFunc(p.Mutants, func(a, b *Mutant) int { return strings.Compare(a.File, b.File) })
	if err := p.compiling(); err != nil {
		return err
	}
	return name(p.Mutants)
}

// add notes a mutant, unless another one makes the same file of it.
func (w *walker) add(at ast.Node, old, now string, edits ...edit) {
	m := &Mutant{
		Operator: w.op.Name, Function: w.function, File: w.file.name, Line: w.p.fset.Position(at.Pos()).Line,
		Before: oneLine(old), After: oneLine(now), statement: w.header, file: w.file, edits: edits,
	}
	if text := m.plain(); text != string(w.file.source) && !w.changed[w.file.name+text] {
		w.changed[w.file.name+text] = true
		*w.mutants = append(*w.mutants, m)
	}
}

// replace notes a mutant that puts text in the place of an expression.
func (w *walker) replace(e ast.Expr, text string) {
	t := w.p.info.TypeOf(e)
	if t == nil || e == w.source && text == w.target { // x = x is an assignment dropped
		return
	}
	if tuple, ok := t.(*types.Tuple); ok && tuple.Len() == 0 {
		w.add(e, w.text(e), text, edit{statement, w.p.offset(e.Pos()), w.p.offset(e.End()), text, ""})
		return
	}
	name := types.TypeString(types.Default(t), w.qualifier)
	w.add(e, w.text(e), text, edit{expression, w.p.offset(e.Pos()), w.p.offset(e.End()), text, name})
}

// qualifier is the name under which the file imports a package; what it does not import does not compile.
func (w *walker) qualifier(p *types.Package) string {
	if p.Path() == w.p.Path {
		return ""
	}
	return p.Name()
}

func (w *walker) text(n ast.Node) string { return w.between(n.Pos(), n.End()) }

func (w *walker) between(from, to token.Pos) string {
	return string(w.file.source[w.p.offset(from):w.p.offset(to)])
}

// with is the text of n with that of one of its parts replaced.
func (w *walker) with(n, part ast.Node, text string) string {
	return w.between(n.Pos(), part.Pos()) + text + w.between(part.End(), n.End())
}

func (w *walker) body(fn *ast.FuncType, body *ast.BlockStmt) {
	outer := *w
	w.results = fn.Results != nil
	w.list(body.List)
	*w = outer
}

// list goes through statements. What only notes something is left out, so that the others are next to each other with it
// and without it.
func (w *walker) list(all []ast.Stmt) {
	all = slices.DeleteFunc(slices.Clone(all), w.p.onlyNotes)
	for k, s := range all {
		w.begin(s)
		for _, op := range statementOperators {
			w.op = op
			op.statement(w, all, k)
		}
		w.inside(s)
	}
}

// begin enters a statement.
func (w *walker) begin(s ast.Stmt) {
	w.header, w.target, w.source = w.upTo(s), "", nil
	if assign, ok := s.(*ast.AssignStmt); ok && len(assign.Lhs) == 1 {
		w.target, w.source = w.text(assign.Lhs[0]), assign.Rhs[0]
	}
}

// upTo is a statement up to the block in it.
func (w *walker) upTo(s ast.Stmt) string {
	end := s.End()
	switch s := s.(type) {
	case *ast.IfStmt:
		end = s.Body.Pos()
	case *ast.ForStmt:
		end = s.Body.Pos()
	case *ast.RangeStmt:
		end = s.Body.Pos()
	case *ast.SwitchStmt:
		end = s.Body.Pos()
	case *ast.TypeSwitchStmt:
		end = s.Body.Pos()
	case *ast.CaseClause:
		end = s.Colon
	}
	return oneLine(w.between(s.Pos(), end))
}

// inside goes through the parts of a statement.
func (w *walker) inside(s ast.Stmt) {
	switch s := s.(type) {
	case *ast.AssignStmt:
		w.values(s.Rhs)
		for _, e := range s.Lhs {
			if x, ok := e.(*ast.IndexExpr); ok {
				w.value(x.Index)
			}
		}
	case *ast.ExprStmt:
		w.value(s.X)
	case *ast.DeclStmt:
		if d, ok := s.Decl.(*ast.GenDecl); ok && d.Tok == token.VAR {
			for _, spec := range d.Specs {
				w.values(spec.(*ast.ValueSpec).Values)
			}
		}
	case *ast.ReturnStmt:
		for _, e := range s.Results {
			w.condition(e)
		}
	case *ast.BlockStmt:
		w.list(s.List)
	case *ast.LabeledStmt:
		w.inside(s.Stmt)
	case *ast.IfStmt:
		w.part(s.Init)
		w.condition(s.Cond)
		w.list(s.Body.List)
		if s.Else != nil {
			w.begin(s.Else)
			w.inside(s.Else)
		}
	case *ast.ForStmt:
		w.part(s.Init)
		if s.Cond != nil {
			w.value(s.Cond)
		}
		w.part(s.Post)
		w.list(s.Body.List)
	case *ast.RangeStmt:
		w.value(s.X)
		w.list(s.Body.List)
	case *ast.SwitchStmt:
		w.part(s.Init)
		if s.Tag != nil {
			w.value(s.Tag)
		}
		w.cases(s.Body, s.Tag == nil)
	case *ast.TypeSwitchStmt:
		w.cases(s.Body, false)
	}
}

// cases goes through the cases of a switch: conditions, values or types.
func (w *walker) cases(body *ast.BlockStmt, conditions bool) {
	for _, s := range body.List {
		c := s.(*ast.CaseClause)
		w.begin(c)
		for _, e := range c.List {
			switch {
			case conditions:
				w.condition(e)
			case !w.p.info.Types[e].IsType():
				w.value(e)
			}
		}
		w.list(c.Body)
	}
}

func (w *walker) part(s ast.Stmt) {
	if s != nil {
		w.inside(s)
	}
}

// condition is a value that decides what happens.
func (w *walker) condition(e ast.Expr) {
	if t, ok := types.Default(w.p.info.TypeOf(e)).Underlying().(*types.Basic); ok && t.Kind() == types.Bool {
		w.op = guard
		guard.value(w, e)
	}
	w.value(e)
}

func (w *walker) values(all []ast.Expr) {
	for _, e := range all {
		w.value(e)
	}
}

// value goes through an expression whose value is used, and its parts.
func (w *walker) value(e ast.Expr) {
	if call, ok := e.(*ast.CallExpr); ok && (w.p.isNote(call) || isPanic(call)) {
		return
	}
	for _, op := range valueOperators {
		w.op = op
		op.value(w, e)
	}
	switch e := e.(type) {
	case *ast.ParenExpr:
		w.value(e.X)
	case *ast.BinaryExpr:
		w.value(e.X)
		w.value(e.Y)
	case *ast.UnaryExpr:
		if e.Op != token.AND {
			w.value(e.X)
		} else if c, ok := e.X.(*ast.CompositeLit); ok {
			w.elements(c)
		}
	case *ast.CallExpr:
		w.inner(e.Fun)
		for _, arg := range e.Args {
			if !w.p.info.Types[arg].IsType() {
				w.value(arg)
			}
		}
	case *ast.CompositeLit:
		w.elements(e)
	default:
		w.inner(e)
	}
}

// elements goes through the values of a composite literal.
func (w *walker) elements(c *ast.CompositeLit) {
	for _, e := range c.Elts {
		if pair, ok := e.(*ast.KeyValueExpr); ok {
			e = pair.Value
		}
		w.value(e)
	}
}

// inner goes through what is inside an expression that is not replaced itself, because its address may be taken.
func (w *walker) inner(e ast.Expr) {
	switch e := e.(type) {
	case *ast.ParenExpr:
		w.inner(e.X)
	case *ast.SelectorExpr:
		w.inner(e.X)
	case *ast.IndexExpr:
		w.inner(e.X)
		if !w.p.info.Types[e.Index].IsType() {
			w.value(e.Index)
		}
	case *ast.SliceExpr:
		w.inner(e.X)
		for _, part := range []ast.Expr{e.Low, e.High, e.Max} {
			if part != nil {
				w.value(part)
			}
		}
	case *ast.TypeAssertExpr:
		w.inner(e.X)
	case *ast.CallExpr, *ast.CompositeLit:
		w.value(e)
	case *ast.FuncLit:
		w.body(e.Type, e.Body)
	}
}

func isPanic(call *ast.CallExpr) bool {
	id, ok := call.Fun.(*ast.Ident)
	return ok && id.Name == "panic"
}
