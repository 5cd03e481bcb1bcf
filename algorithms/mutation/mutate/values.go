package mutate

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strconv"
)

var offByOne = &operator{
	Name: "off-by-one", Doc: "an integer is one more or one less",
	value: func(w *walker, e ast.Expr) {
		if x, method, _ := w.onNumber(e); method == "Next" {
			w.replace(e, x)
			w.replace(e, w.text(e)+".Next()")
		}
		lit, ok := e.(*ast.BasicLit)
		if !ok || lit.Kind != token.INT {
			return
		}
		n, err := strconv.Atoi(lit.Value)
		if err != nil {
			return
		}
		w.replace(e, strconv.Itoa(n+1))
		if _, plain := w.p.info.TypeOf(e).(*types.Basic); n > 0 || plain { // a name that is 0 is NULL
			w.replace(e, strconv.Itoa(n-1))
		}
	},
}

var constant = &operator{
	Name: "constant", Doc: "true for false, a neighbour in an enumeration",
	value: func(w *walker, e ast.Expr) {
		id, ok := e.(*ast.Ident)
		if sel, selected := e.(*ast.SelectorExpr); selected {
			id, ok = sel.Sel, true
		}
		if !ok {
			return
		}
		c, ok := w.p.info.Uses[id].(*types.Const)
		if !ok {
			return
		}
		if c.Pkg() == nil {
			if other := map[string]string{"true": "false", "false": "true"}[c.Name()]; other != "" {
				w.replace(e, other)
			}
			return
		}
		for _, other := range neighbours(c) {
			w.replace(e, w.with(e, id, other.Name()))
		}
	},
}

// neighbours are the next and the previous constant of an enumeration, in the order of their values, around its ends.
func neighbours(c *types.Const) []*types.Const {
	named, ok := types.Unalias(c.Type()).(*types.Named)
	if !ok || named.Obj().Pkg() != c.Pkg() {
		return nil
	}
	if b, ok := named.Underlying().(*types.Basic); !ok || b.Info()&types.IsInteger == 0 {
		return nil
	}
	var all []*types.Const
	scope := c.Pkg().Scope()
	for _, name := range scope.Names() {
		if other, ok := scope.Lookup(name).(*types.Const); ok && types.Identical(other.Type(), c.Type()) {
			all = append(all, other)
		}
	}
	slices.SortFunc(all, func(a, b *types.Const) int { return int(a.Pos() - b.Pos()) })
	at, n := slices.Index(all, c), len(all)
	switch {
	case n < 2:
		return nil
	case n == 2:
		return []*types.Const{all[1-at]}
	}
	return []*types.Const{all[(at+1)%n], all[(at+n-1)%n]}
}

var variable = &operator{
	Name: "variable", Doc: "another variable of the same type: i for j",
	value: func(w *walker, e ast.Expr) {
		if id, ok := e.(*ast.Ident); ok {
			if v, ok := w.p.info.Uses[id].(*types.Var); ok && !v.IsField() {
				w.others(e, v.Type(), id.Name)
			}
		}
	},
}

var field = &operator{
	Name: "field", Doc: "another field of the same type, or else a variable of it",
	value: func(w *walker, e ast.Expr) {
		sel, ok := e.(*ast.SelectorExpr)
		if !ok {
			return
		}
		s := w.p.info.Selections[sel]
		if s == nil || s.Kind() != types.FieldVal {
			return
		}
		owner := w.p.info.TypeOf(sel.X)
		if isModel(owner, "Config") {
			return // what is explored, no part of the algorithm
		}
		if ptr, ok := owner.Underlying().(*types.Pointer); ok {
			owner = ptr.Elem()
		}
		fields, ok := owner.Underlying().(*types.Struct)
		if !ok {
			return
		}
		var same []string
		own := -1
		for k := range fields.NumFields() {
			f := fields.Field(k)
			if f == s.Obj() {
				own = len(same)
			} else if types.Identical(f.Type(), s.Obj().Type()) {
				same = append(same, f.Name())
			}
		}
		if len(same) == 0 || own < 0 {
			w.others(e, s.Obj().Type(), "")
			return
		}
		w.replace(e, w.text(sel.X)+"."+same[own%len(same)])
	},
}

// others puts up to two other variables, or fields of a message, in the place of e.
func (w *walker) others(e ast.Expr, t types.Type, name string) {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		if u.Info()&types.IsInteger == 0 {
			return // to exchange two flags is seldom a small mistake
		}
	default:
		if !isModel(t, "Number") {
			return
		}
	}
	var all []string
	for scope := w.p.innermost(e.Pos()); scope != nil && scope != w.p.pkg.Scope(); scope = scope.Parent() {
		names := scope.Names()
		slices.SortFunc(names, func(a, b string) int { return int(scope.Lookup(a).Pos() - scope.Lookup(b).Pos()) })
		for _, other := range names {
			v, ok := scope.Lookup(other).(*types.Var)
			if !ok || other == name || other == "_" || v.Pos() >= e.Pos() {
				continue
			}
			if types.Identical(v.Type(), t) {
				all = append(all, other)
			}
			if s, ok := v.Type().Underlying().(*types.Struct); ok {
				for k := range s.NumFields() {
					if types.Identical(s.Field(k).Type(), t) {
						all = append(all, other+"."+s.Field(k).Name())
					}
				}
			}
		}
	}
	all = slices.DeleteFunc(all, func(other string) bool { return other == w.text(e) })
	for _, other := range all[:min(2, len(all))] {
		w.replace(e, other)
	}
}

var swap = &operator{
	Name: "swap", Doc: "two arguments or fields of the same type are exchanged",
	value: func(w *walker, e ast.Expr) {
		var parts []ast.Expr
		switch e := e.(type) {
		case *ast.CallExpr:
			if !w.isMinOrMax(e) && w.text(e.Fun) != "model.SetOf" { // these have no order
				parts = e.Args
			}
		case *ast.CompositeLit:
			for _, x := range e.Elts {
				if pair, ok := x.(*ast.KeyValueExpr); ok {
					x = pair.Value
				}
				parts = append(parts, x)
			}
		}
		for k := 1; k < len(parts); k++ {
			a, b := parts[k-1], parts[k]
			ta, tb := w.p.info.TypeOf(a), w.p.info.TypeOf(b)
			if w.p.info.Types[a].IsType() || ta == nil || tb == nil || !types.Identical(ta, tb) {
				continue
			}
			w.replace(e, w.between(e.Pos(), a.Pos())+w.text(b)+w.between(a.End(), b.Pos())+w.text(a)+w.between(b.End(), e.End()))
		}
	},
}

var order = &operator{
	Name: "order", Doc: "the other end of a queue: the last for the first, in front instead of behind, the greatest for the least",
	value: func(w *walker, e ast.Expr) {
		c, ok := e.(*ast.CallExpr)
		if !ok {
			return
		}
		if id, ok := c.Fun.(*ast.Ident); ok && id.Name == "append" && len(c.Args) == 2 {
			w.replace(e, runtime+".Before"+w.between(c.Lparen, c.End()))
			return
		}
		sel, ok := c.Fun.(*ast.SelectorExpr)
		if !ok {
			return
		}
		args := w.text(sel.X)
		if len(c.Args) > 0 {
			args += ", " + w.between(c.Args[0].Pos(), c.Rparen)
		}
		t := w.p.info.TypeOf(sel.X)
		for _, other := range []struct{ typ, method, function string }{
			{"List", "Front", "Back"}, {"List", "Rest", "ButLast"}, {"List", "Add", "Prepend"}, {"Set", "Least", "Greatest"},
		} {
			if sel.Sel.Name == other.method && isModel(t, other.typ) {
				w.replace(e, runtime+"."+other.function+"("+args+")")
			}
		}
	},
}

var stale = &operator{
	Name: "stale", Doc: "a list, set or array as it was, without what is put in or taken out",
	value: func(w *walker, e ast.Expr) {
		c, ok := e.(*ast.CallExpr)
		if !ok {
			return
		}
		sel, ok := c.Fun.(*ast.SelectorExpr)
		if !ok || w.p.info.Selections[sel] == nil {
			return
		}
		t := w.p.info.TypeOf(sel.X)
		if types.Identical(t, w.p.info.TypeOf(e)) && modelType(t) != nil {
			w.replace(e, w.text(sel.X))
		}
	},
}
