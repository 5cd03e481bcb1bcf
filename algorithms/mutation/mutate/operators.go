package mutate

import "go/ast"

// operator is a kind of mistake.
type operator struct {
	Name string
	Doc  string

	// One of them: what it makes of statement k of a list, or of an expression whose value is used.
	statement func(w *walker, list []ast.Stmt, k int)
	value     func(w *walker, e ast.Expr)
}

// Operator is a kind of mistake, for a reader.
type Operator struct{ Name, Doc string }

// Operators lists the kinds of mistakes.
func Operators() []Operator {
	all := []Operator{{guard.Name, guard.Doc}}
	for _, ops := range [][]*operator{statementOperators, valueOperators} {
		for _, op := range ops {
			all = append(all, Operator{op.Name, op.Doc})
		}
	}
	return all
}

var statementOperators = []*operator{assignment, late, call, recipient, leave, stay}

var valueOperators = []*operator{comparison, logic, arithmetic, offByOne, constant, variable, field, swap, order, stale}
