package mutate

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"go/types"
	"slices"
	"strings"
)

// Overlay is the source of the files that have mutants, by path, with all of them in it. The first of the package's
// mutants has the number first in package mutant, the others follow.
func (p *Package) Overlay(first int) map[string]string {
	all := map[string]string{}
	for _, f := range p.files {
		if s := p.schema(f, first); len(s.owners) > 0 {
			all[f.path] = s.String()
		}
	}
	return all
}

// compiling leaves out the mutants that do not compile.
func (p *Package) compiling() error {
	for {
		bad, err := p.uncompilable()
		if err != nil {
			return err
		}
		if len(bad) == 0 {
			return nil
		}
		p.Mutants = slices.DeleteFunc(p.Mutants, func(m *Mutant) bool { return bad[m] })
	}
}

// uncompilable type-checks the source with all mutants in it, and says which of them have errors.
func (p *Package) uncompilable() (map[*Mutant]bool, error) {
	bad := map[*Mutant]bool{}
	var syntax []*ast.File
	schemas := map[string]*schema{}
	var other []error
	blame := func(at token.Position, err error) {
		if s := schemas[at.Filename]; s != nil {
			if found := s.at(at.Offset); len(found) > 0 {
				for _, m := range found {
					bad[m] = true
				}
				return
			}
		}
		other = append(other, err)
	}
	for _, f := range p.files {
		s := p.schema(f, 1)
		schemas[f.path] = s
		file, err := parser.ParseFile(p.fset, f.path, s.String(), parser.SkipObjectResolution)
		if list, ok := err.(scanner.ErrorList); ok {
			for _, e := range list {
				blame(e.Pos, e)
			}
			continue
		} else if err != nil {
			return nil, err
		}
		syntax = append(syntax, file)
	}
	if len(bad) > 0 {
		return bad, nil
	}
	conf := types.Config{Importer: p.types.Importer, Error: func(err error) {
		e := err.(types.Error)
		blame(p.fset.Position(e.Pos), err)
	}}
	_, _ = conf.Check(p.Path, p.fset, syntax, nil) // errors go to Error
	if len(bad) == 0 && len(other) > 0 {
		return nil, fmt.Errorf("%s with its mutants: %w", p.Path, other[0])
	}
	return bad, nil
}

// schema is the source of a file with its mutants.
type schema struct {
	strings.Builder
	owners []owned
}

// owned is a part of the source that is there because of mutants only.
type owned struct {
	from, to int
	mutants  []*Mutant
}

// at is the mutants in whose part of the source an offset is.
func (s *schema) at(offset int) []*Mutant {
	var all []*Mutant
	for _, o := range s.owners {
		if o.from <= offset && offset < o.to {
			all = append(all, o.mutants...)
		}
	}
	return all
}

func (s *schema) write(text string, mutants ...*Mutant) {
	from := s.Len()
	s.WriteString(text)
	s.owners = append(s.owners, owned{from, s.Len(), mutants})
}

// choice is a part of the source that some mutants replace.
type choice struct {
	kind     editKind
	from, to int
	typ      string
	ways     []way
}

// way is what one mutant does instead.
type way struct {
	number int
	mutant *Mutant
	text   string
}

// schema writes a file with all its mutants. Replaced parts are nested or apart, because they are nodes of one tree; in
// each only one mutant is switched on, so what a mutant puts there is the source as it was but for its own mistake.
func (p *Package) schema(f *file, first int) *schema {
	type key struct {
		kind     editKind
		from, to int
		typ      string
	}
	choices := map[key]*choice{}
	for k, m := range p.Mutants {
		if m.file != f {
			continue
		}
		for _, e := range m.edits {
			id := key{e.kind, e.from, e.to, e.typ}
			if choices[id] == nil {
				choices[id] = &choice{kind: e.kind, from: e.from, to: e.to, typ: e.typ}
			}
			choices[id].ways = append(choices[id].ways, way{first + k, m, e.text})
		}
	}
	s := &schema{}
	if len(choices) == 0 {
		s.Write(f.source)
		return s
	}
	var all []*choice
	for _, c := range choices {
		all = append(all, c)
	}
	// In the order in which they begin, the outer before the inner; what comes before a statement before the statement.
	slices.SortFunc(all, func(a, b *choice) int {
		return cmp.Or(cmp.Compare(a.from, b.from), cmp.Compare(b.kind, a.kind), cmp.Compare(b.to, a.to), strings.Compare(a.typ, b.typ))
	})
	// What comes behind a statement that begins where another ends does not occur: there is a line's end in between.
	at := 0
	copyTo := func(to int) {
		s.Write(f.source[at:to])
		at = to
	}
	var open []*choice
	closeUpTo := func(offset int) {
		for len(open) > 0 && open[len(open)-1].to <= offset {
			c := open[len(open)-1]
			open = open[:len(open)-1]
			copyTo(c.to)
			c.end(s)
		}
	}
	imported := p.offset(f.syntax.Name.End())
	copyTo(imported)
	fmt.Fprintf(s, "; import %s %q", runtime, runtimePath)
	for _, c := range all {
		closeUpTo(c.from)
		copyTo(c.from)
		if c.begin(s); c.from < c.to {
			open = append(open, c)
		}
	}
	closeUpTo(len(f.source))
	copyTo(len(f.source))
	return s
}

func (c *choice) begin(s *schema) {
	var mutants []*Mutant
	for _, w := range c.ways {
		mutants = append(mutants, w.mutant)
	}
	switch c.kind {
	case expression:
		s.write("func() "+c.typ+" { ", mutants...)
	case behind:
		s.WriteString("; ")
	}
	for k, w := range c.ways {
		if c.kind == statement && k > 0 {
			s.WriteString(" else ")
		}
		fmt.Fprintf(s, "if %s.On(%d) { ", runtime, w.number)
		if c.kind == expression {
			s.WriteString("return ")
		}
		s.write(w.text, w.mutant)
		s.WriteString(" }")
		if c.kind == expression || c.kind == before {
			s.WriteString("; ")
		}
	}
	switch c.kind {
	case expression:
		s.WriteString("return ")
	case statement:
		s.WriteString(" else { ")
	}
}

func (c *choice) end(s *schema) {
	if c.kind == expression {
		s.WriteString(" }()")
	} else {
		s.WriteString(" }")
	}
}

func (p *Package) offset(at token.Pos) int { return p.fset.Position(at).Offset }
