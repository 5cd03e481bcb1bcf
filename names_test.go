package gmecheck

import (
	"go/ast"
	"go/doc"
	"go/parser"
	"go/token"
	"os"
	"slices"
	"strings"
	"testing"
)

// TestExamples demands an example, which go test runs, and a documentation of every exported name: function, type, method, and
// group of constants.
func TestExamples(t *testing.T) {
	files, entries := []*ast.File{}, token.NewFileSet()
	dir, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range dir {
		if strings.HasSuffix(f.Name(), ".go") {
			parsed, err := parser.ParseFile(entries, f.Name(), nil, parser.ParseComments)
			if err != nil {
				t.Fatal(err)
			}
			files = append(files, parsed)
		}
	}
	p, err := doc.NewFromFiles(entries, files, "github.com/gmecheck/gmecheck")
	if err != nil {
		t.Fatal(err)
	}
	lacks := func(name, text string, examples []*doc.Example) {
		if text == "" {
			t.Errorf("%s has no documentation", name)
		}
		if !slices.ContainsFunc(examples, func(x *doc.Example) bool { return x.Output != "" || x.EmptyOutput }) {
			t.Errorf("%s has no example with an output", name)
		}
	}
	constants := func(all []*doc.Value) {
		for _, group := range all {
			var found []*doc.Example
			for _, file := range files {
				for _, x := range doc.Examples(file) {
					if slices.Contains(group.Names, x.Name) {
						found = append(found, x)
					}
				}
			}
			lacks(strings.Join(group.Names, ", "), group.Doc, found)
		}
	}
	functions := func(of string, all []*doc.Func) {
		for _, f := range all {
			lacks(of+f.Name, f.Doc, f.Examples)
		}
	}
	constants(p.Consts)
	functions("", p.Funcs)
	for _, x := range p.Types {
		lacks(x.Name, x.Doc, x.Examples)
		constants(x.Consts)
		functions("", x.Funcs)
		functions(x.Name+".", x.Methods)
	}
}
