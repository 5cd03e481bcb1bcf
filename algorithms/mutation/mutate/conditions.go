package mutate

import (
	"go/ast"
	"go/token"
	"go/types"
)

// guard is no part of the list: it is asked for conditions only.
var guard = &operator{
	Name: "guard", Doc: "a condition is always true, or never",
	value: func(w *walker, e ast.Expr) {
		if w.p.info.Types[e].Value != nil {
			return
		}
		w.replace(e, "true")
		w.replace(e, "false")
	},
}

// others is what a comparison may be mistaken for.
var others = map[token.Token][]string{
	token.LSS: {"<=", ">"},
	token.LEQ: {"<", ">="},
	token.GTR: {">=", "<"},
	token.GEQ: {">", "<="},
	token.EQL: {"!="},
	token.NEQ: {"=="},
}

var comparison = &operator{
	Name: "comparison", Doc: "a comparison is another one: < for <= or >, == for !=",
	value: func(w *walker, e ast.Expr) {
		switch x, method, y := w.onNumber(e); method {
		case "Is":
			w.replace(e, "!"+w.text(e))
		case "After":
			w.replace(e, "!"+y+".After("+x+")")
			w.replace(e, y+".After("+x+")")
		}
		if b, ok := e.(*ast.BinaryExpr); ok {
			for _, op := range others[b.Op] {
				w.replace(e, w.text(b.X)+" "+op+" "+w.text(b.Y))
			}
		}
	},
}

var logic = &operator{
	Name: "logic", Doc: "&& for ||, one of their two sides alone, a ! dropped",
	value: func(w *walker, e ast.Expr) {
		switch e := e.(type) {
		case *ast.BinaryExpr:
			other := map[token.Token]string{token.LAND: " || ", token.LOR: " && "}[e.Op]
			if other == "" {
				return
			}
			w.replace(e, "("+w.text(e.X)+")"+other+"("+w.text(e.Y)+")")
			w.replace(e, w.text(e.X))
			w.replace(e, w.text(e.Y))
		case *ast.UnaryExpr:
			if e.Op == token.NOT {
				w.replace(e, w.text(e.X))
			}
		}
	},
}

var arithmetic = &operator{
	Name: "arithmetic", Doc: "+ for -, the operands of - exchanged, min for max, one operand of a set operation, min or max alone",
	value: func(w *walker, e ast.Expr) {
		switch e := e.(type) {
		case *ast.BinaryExpr:
			x, y := w.text(e.X), w.text(e.Y)
			switch e.Op {
			case token.ADD:
				if w.p.info.Types[e.Y].Value == nil {
					w.replace(e, x+" - "+y)
				}
			case token.SUB:
				if w.p.info.Types[e.Y].Value == nil {
					w.replace(e, x+" + "+y)
					w.replace(e, y+" - "+x)
				}
			case token.AND, token.OR:
				w.replace(e, x)
				w.replace(e, y)
			case token.AND_NOT:
				w.replace(e, x)
			}
		case *ast.CallExpr:
			if x, method, y := w.onNumber(e); method == "Max" {
				w.replace(e, x)
				w.replace(e, y)
			}
			if !w.isMinOrMax(e) {
				return
			}
			other := map[string]string{"min": "max", "max": "min"}[w.text(e.Fun)]
			w.replace(e, w.with(e, e.Fun, other))
			for _, arg := range e.Args {
				w.replace(e, w.text(arg))
			}
		}
	},
}

// isMinOrMax reports whether a call is one of the built-in functions, whose operands have no order.
func (w *walker) isMinOrMax(call *ast.CallExpr) bool {
	id, ok := call.Fun.(*ast.Ident)
	if !ok || id.Name != "min" && id.Name != "max" {
		return false
	}
	_, ok = w.p.info.Uses[id].(*types.Builtin)
	return ok
}

// onNumber takes a call of a method of [model.Number] apart: what is an operator elsewhere.
func (w *walker) onNumber(e ast.Expr) (x, method, y string) {
	call, ok := e.(*ast.CallExpr)
	if !ok {
		return "", "", ""
	}
	sel, ok := call.Fun.(*ast.SelectorExpr)
	if !ok || w.p.info.Selections[sel] == nil || !isModel(w.p.info.TypeOf(sel.X), "Number") {
		return "", "", ""
	}
	if len(call.Args) > 0 {
		y = w.text(call.Args[0])
	}
	return w.text(sel.X), sel.Sel.Name, y
}
