// Package dropped is a static check of handlers: that the result of a method that changes no variable is used. A handler that says
// s.Queue.Add(x) for s.Queue = s.Queue.Add(x) is a protocol without that line, and no search can tell that it was meant otherwise.
package dropped

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/types/typeutil"
)

// Analyzer reports calls that are statements of their own although all that they do is to give a changed value: those of methods that
// take a value, not a pointer, and give one of the same type, such as the methods of List, Set, PerSite and Number.
var Analyzer = &analysis.Analyzer{
	Name: "dropped",
	Doc: "report changed values that are dropped\n\n" +
		"A method of a value that gives a value of the same type changes nothing but what it gives: s.Queue.Add(x) as a statement does nothing.",
	Run: run,
}

func run(pass *analysis.Pass) (any, error) {
	for _, f := range pass.Files {
		ast.Inspect(f, func(n ast.Node) bool {
			var call ast.Expr
			switch n := n.(type) {
			case *ast.ExprStmt:
				call = n.X
			case *ast.DeferStmt:
				call = n.Call
			case *ast.GoStmt:
				call = n.Call
			default:
				return true
			}
			if c, is := ast.Unparen(call).(*ast.CallExpr); is {
				if m, is := typeutil.Callee(pass.TypesInfo, c).(*types.Func); is && gives(m) {
					pass.Reportf(c.Pos(), "the result of %s is not used: it is the changed %s, and what it was called on stays as it is",
						m.Name(), types.TypeString(m.Signature().Recv().Type(), name(pass.Pkg)))
				}
			}
			return true
		})
	}
	return nil, nil
}

// name is how a file of package self calls another package.
func name(self *types.Package) types.Qualifier {
	return func(other *types.Package) string {
		if other == self {
			return ""
		}
		return other.Name()
	}
}

// gives reports whether m is a method of a value that gives a value of the same type.
func gives(m *types.Func) bool {
	recv, results := m.Signature().Recv(), m.Signature().Results()
	return recv != nil && !types.IsInterface(recv.Type()) && results.Len() == 1 && types.Identical(recv.Type(), results.At(0).Type()) && isValue(recv.Type())
}

// isValue reports whether a value of type t is all that a method of it can change: == compares it, and it is no pointer.
func isValue(t types.Type) bool {
	_, pointer := t.Underlying().(*types.Pointer)
	return !pointer && types.Comparable(t)
}
