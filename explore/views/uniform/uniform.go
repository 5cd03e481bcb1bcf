// Package uniform is a static check of handlers: that what they do depends on no number of processes, on no order of sites and on no
// topology. It is condition 1 and 2 of the theorem in docs/every-n.md, and what of condition 3 is about the beginning.
//
// It allows what is known to be right and reports everything else, so what it reports need not be wrong.
package uniform

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"
)

// Analyzer reports what in the handlers of a package's protocols could differ with the number of processes, with the names of sites or
// with the topology, and what keeps that from being seen.
var Analyzer = &analysis.Analyzer{
	Name: "uniform",
	Doc: "report handlers that may depend on the number of processes, the order of sites or the topology\n\n" +
		"Handlers are the methods of a protocol (model.Protocol), and the functions of its package that they call. They may compare sites\n" +
		"with == and !=, store them, put them into lists and sets and send to them. They may not order them, count with them, convert them\n" +
		"or name one by a number, and they may read nothing but their arguments; Start alone may read the parent of its own site.",
	Run: run,
}

const (
	modelPath = "github.com/gmecheck/gmecheck/model"
	frontPath = "github.com/gmecheck/gmecheck"
	paperPath = "github.com/gmecheck/gmecheck/algorithms/paper"

	invariantsPath = "github.com/gmecheck/gmecheck/invariants"
)

// check is a run of the analyzer.
type check struct {
	*analysis.Pass
	bodies    map[*types.Func]*ast.FuncDecl // of this package
	queue     []*types.Func                 // functions that handlers call
	queued    map[*types.Func]bool
	protocols map[*types.TypeName]bool
	made      map[*types.TypeName]bool // the parents that a protocol of this type has are the tree of the configuration
}

func run(pass *analysis.Pass) (any, error) {
	c := &check{Pass: pass, bodies: map[*types.Func]*ast.FuncDecl{}, queued: map[*types.Func]bool{}, protocols: map[*types.TypeName]bool{}, made: map[*types.TypeName]bool{}}
	for _, f := range pass.Files {
		for _, d := range f.Decls {
			if d, is := d.(*ast.FuncDecl); is {
				if f, known := pass.TypesInfo.Defs[d.Name].(*types.Func); known {
					c.bodies[f] = d
				}
			}
		}
	}
	c.findProtocols()
	for ; len(c.queue) > 0; c.queue = c.queue[1:] {
		f := c.queue[0]
		if d := c.bodies[f]; d == nil || d.Body == nil {
			pass.Reportf(f.Pos(), "%s is not written in Go", f.Name())
		} else {
			c.body(f, d)
		}
	}
	return nil, nil
}

// findProtocols queues the handlers of all protocols, and looks at how they are made.
func (c *check) findProtocols() {
	scope := c.Pkg.Scope()
	for _, name := range scope.Names() {
		t, is := scope.Lookup(name).(*types.TypeName)
		if !is || t.IsAlias() || !isProtocol(t.Type()) {
			continue
		}
		c.protocols[t] = true
		methods := types.NewMethodSet(types.NewPointer(t.Type()))
		for k := range methods.Len() {
			f := methods.At(k).Obj().(*types.Func)
			if f.Pkg() != c.Pkg {
				c.Reportf(t.Pos(), "%s has its method %s from another package", t.Name(), f.Name())
			} else if f.Exported() {
				c.call(f)
			}
		}
	}
	for _, f := range c.Files {
		if strings.HasSuffix(c.Fset.Position(f.Pos()).Filename, "_test.go") {
			continue // no part of the program
		}
		ast.Inspect(f, func(n ast.Node) bool {
			if e, is := n.(ast.Expr); is {
				c.makes(e)
			}
			return true
		})
	}
}

// makes looks at an expression that is an algorithm, or may change one: each is written here, and stays as it is.
func (c *check) makes(e ast.Expr) {
	if s, is := e.(*ast.SelectorExpr); is {
		if s := c.TypesInfo.Selections[s]; s != nil && s.Obj().Name() == "New" && named(s.Recv(), paperPath, "Algorithm") {
			c.Reportf(e.Pos(), "how systems are made may be changed here")
		}
	}
	if t := c.TypesInfo.Types[e]; t.Type == nil || !t.IsValue() || !named(t.Type, paperPath, "Algorithm") {
		return
	}
	switch e := e.(type) {
	case *ast.CompositeLit:
		c.algorithm(e)
	case *ast.ParenExpr:
	case *ast.Ident:
		if o := c.TypesInfo.Uses[e]; o != nil && o.Pkg() != c.Pkg {
			c.Reportf(e.Pos(), "it is not seen how systems are made")
		}
	case *ast.UnaryExpr:
		if _, made := ast.Unparen(e.X).(*ast.CompositeLit); !made {
			c.Reportf(e.Pos(), "how systems are made may be changed here")
		}
	default: // such as what is called, converted, or of another package
		c.Reportf(e.Pos(), "it is not seen how systems are made")
	}
}

// isProtocol reports that a type has methods which only a protocol has.
func isProtocol(t types.Type) bool {
	if types.IsInterface(t) {
		return false
	}
	methods := types.NewMethodSet(types.NewPointer(t))
	for k := range methods.Len() {
		f := methods.At(k).Obj().(*types.Func)
		if f.Name() != "Receive" && f.Name() != "Exit" && f.Name() != "Request" {
			continue
		}
		parameters := f.Type().(*types.Signature).Params()
		if n := parameters.Len(); n > 0 && named(parameters.At(n-1).Type(), modelPath, "Outbox") {
			return true
		}
	}
	return false
}

// named reports that a type, or what it points to, is of that package and name.
func named(t types.Type, path, name string) bool {
	if p, is := types.Unalias(t).(*types.Pointer); is {
		t = p.Elem()
	}
	n, is := types.Unalias(t).(*types.Named)
	return is && n.Obj().Name() == name && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == path
}

// call queues a function of this package.
func (c *check) call(f *types.Func) {
	if f = f.Origin(); !c.queued[f] {
		c.queued[f] = true
		c.queue = append(c.queue, f)
	}
}

// algorithm looks at how an algorithm makes its systems: with a protocol of this package, and nothing besides.
func (c *check) algorithm(lit *ast.CompositeLit) {
	for _, e := range lit.Elts {
		field, is := e.(*ast.KeyValueExpr)
		if !is {
			break // without names: it is not seen below
		} else if field.Key.(*ast.Ident).Name != "New" {
			continue
		}
		call, is := field.Value.(*ast.CallExpr)
		if !is || !c.is(call.Fun, paperPath, "System") || len(call.Args) != 1 {
			c.Reportf(field.Pos(), "systems are not made by paper.System")
			return
		}
		name, is := call.Args[0].(*ast.Ident)
		made, known := c.TypesInfo.Uses[name].(*types.Func)
		if !is || !known || c.bodies[made] == nil {
			c.Reportf(field.Pos(), "the protocol is not made by a function of this package")
			return
		}
		c.maker(c.bodies[made])
		return
	}
	c.Reportf(lit.Pos(), "it is not seen how systems are made")
}

// maker looks at the function that makes a protocol. Only fields of parents matter, because handlers read no others: those must come
// from the tree of the configuration, as it is.
func (c *check) maker(d *ast.FuncDecl) {
	parameters := d.Type.Params.List
	if len(d.Body.List) != 1 || len(parameters) != 1 || len(parameters[0].Names) != 1 {
		c.Reportf(d.Pos(), "%s does more than to make a protocol", d.Name.Name)
		return
	}
	var lit *ast.CompositeLit
	if ret, is := d.Body.List[0].(*ast.ReturnStmt); is && len(ret.Results) == 1 {
		value := ast.Unparen(ret.Results[0])
		if ref, is := value.(*ast.UnaryExpr); is && ref.Op == token.AND {
			value = ref.X
		}
		lit, _ = value.(*ast.CompositeLit)
	}
	if lit == nil || !c.isOwn(c.TypesInfo.TypeOf(lit)) {
		c.Reportf(d.Pos(), "%s does more than to make a protocol", d.Name.Name)
		return
	}
	c.made[c.protocol(c.TypesInfo.TypeOf(lit))] = true
	for _, e := range lit.Elts {
		if field, is := e.(*ast.KeyValueExpr); is {
			e = field.Value
		}
		if !named(c.TypesInfo.TypeOf(e), modelPath, "PerSite") {
			c.plain(e)
			continue
		}
		call, is := e.(*ast.CallExpr)
		if !is || !c.is(call.Fun, paperPath, "Parents") || !c.uses(call.Args[0], parameters[0].Names[0]) {
			c.Reportf(e.Pos(), "an array by site that is not the tree of the configuration")
		}
	}
}

// plain reports what may change the configuration, of which the parents are read beside it.
func (c *check) plain(e ast.Expr) {
	ast.Inspect(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			c.Reportf(n.Pos(), "something is called where a protocol is made")
		case *ast.UnaryExpr:
			if n.Op == token.AND {
				c.Reportf(n.Pos(), "a pointer is taken where a protocol is made")
			}
		}
		return true
	})
}

// uses reports that an expression is nothing but a parameter.
func (c *check) uses(e ast.Expr, parameter *ast.Ident) bool {
	x, is := e.(*ast.Ident)
	return is && c.TypesInfo.Uses[x] == c.TypesInfo.Defs[parameter]
}

// is reports that an expression is a function of that package.
func (c *check) is(e ast.Expr, path, name string) bool {
	s, is := ast.Unparen(e).(*ast.SelectorExpr)
	if !is {
		return false
	}
	f, is := c.TypesInfo.Uses[s.Sel].(*types.Func)
	return is && f.Pkg() != nil && f.Pkg().Path() == path && f.Name() == name && f.Type().(*types.Signature).Recv() == nil
}

// blame reports something in a function.
func (c *check) blame(f *types.Func, at ast.Node, format string, args ...any) {
	c.Reportf(at.Pos(), "%s: %s", f.Name(), fmt.Sprintf(format, args...))
}
