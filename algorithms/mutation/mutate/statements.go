package mutate

import (
	"go/ast"
	"go/token"
	"strings"
)

// drop is an edit that takes a statement away.
func (w *walker) drop(s ast.Stmt) edit {
	return edit{statement, w.p.offset(s.Pos()), w.p.offset(s.End()), "", ""}
}

var assignment = &operator{
	Name: "assignment", Doc: "an assignment is dropped: a flag or a timer is not reset, the old value stays",
	statement: func(w *walker, list []ast.Stmt, k int) {
		switch s := list[k].(type) {
		case *ast.IncDecStmt:
			w.add(s, w.text(s), "", w.drop(s))
			other := map[token.Token]string{token.INC: "--", token.DEC: "++"}[s.Tok]
			now := w.text(s.X) + other
			w.add(s, w.text(s), now, edit{statement, w.p.offset(s.Pos()), w.p.offset(s.End()), now, ""})
		case *ast.AssignStmt:
			switch {
			case s.Tok == token.DEFINE:
			case len(s.Lhs) == 1:
				w.add(s, w.text(s), "", w.drop(s))
			default:
				for _, target := range s.Lhs {
					now := w.with(s, target, "_")
					w.add(s, w.text(s), now, edit{statement, w.p.offset(s.Pos()), w.p.offset(s.End()), now, ""})
				}
			}
		}
	},
}

var late = &operator{
	Name: "late", Doc: "an assignment comes after the statement that follows it, which sees the old value",
	statement: func(w *walker, list []ast.Stmt, k int) {
		s, ok := list[k].(*ast.AssignStmt)
		if !ok || s.Tok == token.DEFINE || k+1 == len(list) {
			return
		}
		next := list[k+1]
		if _, ok := next.(*ast.ReturnStmt); ok {
			return
		}
		for _, target := range s.Lhs {
			if w.sees(next, target) {
				text := w.text(s)
				w.add(s, text, "behind: "+w.upTo(next), w.drop(s), edit{behind, w.p.offset(next.End()), w.p.offset(next.End()), text, ""})
				return
			}
		}
	},
}

// sees reports whether a statement reads a variable, or hands the value of which it is a field to somebody who may.
func (w *walker) sees(s ast.Stmt, target ast.Expr) bool {
	name := w.text(target)
	root, _, _ := strings.Cut(name, ".")
	written := map[ast.Node]bool{}
	if assign, ok := s.(*ast.AssignStmt); ok && assign.Tok == token.ASSIGN {
		for _, e := range assign.Lhs {
			written[e] = true
		}
	}
	found := false
	ast.Inspect(s, func(n ast.Node) bool {
		if written[n] {
			return false
		}
		switch n := n.(type) {
		case *ast.SelectorExpr:
			text := w.text(n)
			found = found || text == name || strings.HasPrefix(text, name+".")
		case *ast.CallExpr:
			parts := n.Args
			if sel, ok := n.Fun.(*ast.SelectorExpr); ok {
				parts = append([]ast.Expr{sel.X}, parts...)
			}
			for _, e := range parts {
				id, ok := e.(*ast.Ident)
				found = found || ok && id.Name == root
			}
		case *ast.Ident:
			found = found || n.Name == name
		}
		return true
	})
	return found
}

var call = &operator{
	Name: "call", Doc: "a send, out.Enter() or another call is dropped",
	statement: func(w *walker, list []ast.Stmt, k int) {
		s, ok := list[k].(*ast.ExprStmt)
		if !ok {
			return
		}
		if c, ok := s.X.(*ast.CallExpr); ok && !isPanic(c) {
			w.add(s, w.text(s), "", w.drop(s))
		}
	},
}

var recipient = &operator{
	Name: "recipient", Doc: "a loop leaves its first round out: one recipient less",
	statement: func(w *walker, list []ast.Stmt, k int) {
		s, ok := list[k].(*ast.RangeStmt)
		if !ok {
			return
		}
		rest := w.between(s.Body.Lbrace+1, s.End())
		now := "first__ := true; " + w.between(s.Pos(), s.Body.Lbrace+1) + " if first__ { first__ = false; continue }; " + rest
		w.add(s, w.header, "all but the first",
			edit{statement, w.p.offset(s.Pos()), w.p.offset(s.End()), now, ""})
	},
}

var leave = &operator{
	Name: "leave", Doc: "a handler returns early, before at least two statements of a block",
	statement: func(w *walker, list []ast.Stmt, k int) {
		if w.results || k == 0 || k+1 >= len(list) {
			return
		}
		if _, ok := list[k].(*ast.ReturnStmt); ok {
			return
		}
		at := w.p.offset(list[k].Pos())
		w.add(list[k], w.header, "return before it", edit{before, at, at, "return", ""})
	},
}

var stay = &operator{
	Name: "stay", Doc: "a return, break or continue behind other statements is dropped",
	statement: func(w *walker, list []ast.Stmt, k int) {
		switch s := list[k].(type) {
		case *ast.ReturnStmt:
			if k > 0 && len(s.Results) == 0 && !w.results {
				w.add(s, w.text(s), "", w.drop(s))
			}
		case *ast.BranchStmt:
			if k > 0 && s.Tok != token.FALLTHROUGH {
				w.add(s, w.text(s), "", w.drop(s))
			}
		}
	},
}
