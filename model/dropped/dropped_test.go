package dropped_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/gmecheck/gmecheck/model/dropped"
)

// source drops the results that comments name, and uses all others.
const source = `package a

type list[T comparable] struct{ first, second T }

func (l list[T]) Add(x T) list[T]         { l.second = x; return l }
func (l list[T]) Has(x T) bool            { return l.first == x }
func (l *list[T]) Put(x T) *list[T]       { l.first = x; return l }
func (l list[T]) Rest() (T, list[T])      { return l.first, l }
func (l list[T]) Apply(f func(T)) list[T] { f(l.first); return l }
func (l list[T]) Other() list[bool]       { return list[bool]{} }

type number int

func (n number) Next() number { return n + 1 }

type builder struct{ to []string }

func (b builder) Line(text string) builder { b.to[0] = text; return b }

type adder interface{ With(x int) adder }

type embeds struct{ list[int] }

type node struct {
	Queue list[int]
	N     number
	embeds
}

func handler(s *node, a adder, b builder) {
	s.Queue.Add(1) // drops Add of list[int]
	(s.Queue.Add(1)) // drops Add of list[int]
	s.Queue.Add(1).Add(2) // drops Add of list[int]
	s.N.Next() // drops Next of number
	defer s.N.Next() // drops Next of number
	go s.N.Next() // drops Next of number
	s.embeds.Add(3) // drops Add of list[int]
	_ = s.Queue.Apply(func(int) {
		s.Queue.Add(2) // drops Add of list[int]
	})
	s.Queue = s.Queue.Add(1)
	_ = s.Queue.Add(1)
	s.N = s.N.Next()
	s.Queue.Put(1)
	s.Queue.Has(1)
	s.Queue.Rest()
	s.Queue.Other()
	a.With(1)
	b.Line("text")
}
`

func TestDropped(t *testing.T) {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "a.go", source, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	var got, want []string
	pass := &analysis.Pass{
		Analyzer: dropped.Analyzer, Fset: fset, Files: []*ast.File{file},
		TypesInfo: &types.Info{Types: map[ast.Expr]types.TypeAndValue{}, Uses: map[*ast.Ident]types.Object{}, Selections: map[*ast.SelectorExpr]*types.Selection{}},
		Report: func(d analysis.Diagnostic) {
			got = append(got, fmt.Sprint(fset.Position(d.Pos).Line, " ", d.Message))
		},
	}
	if pass.Pkg, err = new(types.Config).Check("a", fset, []*ast.File{file}, pass.TypesInfo); err != nil {
		t.Fatal(err)
	}
	if _, err := pass.Analyzer.Run(pass); err != nil {
		t.Fatal(err)
	}
	for k, line := range strings.Split(source, "\n") {
		if _, drops, is := strings.Cut(line, "// drops "); is {
			method, of, _ := strings.Cut(drops, " of ")
			want = append(want, fmt.Sprintf("%d the result of %s is not used: it is the changed %s, and what it was called on stays as it is", k+1, method, of))
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("found:\n%s\nwanted:\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}
