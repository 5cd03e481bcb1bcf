package mutate

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
)

// Package is an algorithm's package, read and type-checked, without its tests.
type Package struct {
	Name    string // of its directory
	Path    string // import path
	Dir     string
	Mutants []*Mutant // by file and place

	fset  *token.FileSet
	files []*file
	info  *types.Info
	types *types.Config
	pkg   *types.Package
}

// file is one source file.
type file struct {
	name   string // without its directory
	path   string
	source []byte
	syntax *ast.File
}

// listed is what go list says of a package.
type listed struct {
	ImportPath, Dir, Export string
	GoFiles                 []string
}

// Load reads packages of this module, named by their directories, and finds their mutants.
func Load(root string, dirs ...string) ([]*Package, error) {
	args := []string{"list", "-deps", "-export", "-json=ImportPath,Dir,Export,GoFiles", runtimePath}
	for _, dir := range dirs {
		args = append(args, "./"+filepath.ToSlash(dir))
	}
	cmd := exec.Command("go", args...)
	cmd.Dir = root
	var complaint bytes.Buffer
	cmd.Stderr = &complaint
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w\n%s", err, complaint.Bytes())
	}
	exports := map[string]string{}
	found := map[string]listed{}
	for d := json.NewDecoder(bytes.NewReader(out)); ; {
		var l listed
		if err := d.Decode(&l); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return nil, err
		}
		exports[l.ImportPath], found[l.Dir] = l.Export, l
	}
	fset := token.NewFileSet()
	imports := importer.ForCompiler(fset, "gc", func(path string) (io.ReadCloser, error) { return os.Open(exports[path]) })
	var all []*Package
	for _, dir := range dirs {
		l := found[filepath.Join(root, dir)]
		p := &Package{
			Name: filepath.Base(dir), Path: l.ImportPath, Dir: l.Dir, fset: fset,
			types: &types.Config{Importer: imports},
		}
		if err := p.read(l.GoFiles); err != nil {
			return nil, err
		}
		if err := p.find(); err != nil {
			return nil, err
		}
		all = append(all, p)
	}
	return all, nil
}

func (p *Package) read(names []string) error {
	var syntax []*ast.File
	for _, name := range names {
		f := &file{name: name, path: filepath.Join(p.Dir, name)}
		var err error
		if f.source, err = os.ReadFile(f.path); err != nil {
			return err
		}
		if f.syntax, err = parser.ParseFile(p.fset, f.path, f.source, parser.SkipObjectResolution|parser.ParseComments); err != nil {
			return err
		}
		p.files, syntax = append(p.files, f), append(syntax, f.syntax)
	}
	p.info = &types.Info{
		Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{},
		Selections: map[*ast.SelectorExpr]*types.Selection{}, Scopes: map[ast.Node]*types.Scope{},
	}
	var err error
	p.pkg, err = p.types.Check(p.Path, p.fset, syntax, p.info)
	return err
}
