package uniform_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/gmecheck/gmecheck/explore/views/uniform"
)

const root = "../../../"

// naimiTrehel is the package of which the tests read the sources, with changes.
const naimiTrehel = "algorithms/naimitrehel"

// exports are the compiled packages that the sources import.
func exports(t *testing.T) map[string]string {
	cmd := exec.Command("go", "list", "-deps", "-export", "-json=ImportPath,Export", "./"+naimiTrehel, "math/rand", "time", "unsafe", "sort", "hash/maphash", "maps", "log/slog", ".")
	cmd.Dir = root
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]string{}
	for d := json.NewDecoder(bytes.NewReader(out)); ; {
		var l struct{ ImportPath, Export string }
		if err := d.Decode(&l); errors.Is(err, io.EOF) {
			return all
		} else if err != nil {
			t.Fatal(err)
		}
		all[l.ImportPath] = l.Export
	}
}

// source is the package's files, by name.
func source(t *testing.T) map[string]string {
	all := map[string]string{}
	files, err := filepath.Glob(root + naimiTrehel + "/*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if strings.HasSuffix(f, "_test.go") {
			continue
		}
		data, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		all[filepath.Base(f)] = string(data)
	}
	return all
}

// findings are what the analyzer says of a package.
func findings(t *testing.T, exports, files map[string]string) []string {
	return said(t, uniform.Analyzer, exports, files)
}

// said is what an analyzer says of a package.
func said(t *testing.T, by *analysis.Analyzer, exports, files map[string]string) (said []string) {
	fset := token.NewFileSet()
	pass := &analysis.Pass{
		Analyzer: by, Fset: fset,
		TypesInfo: &types.Info{
			Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{},
			Selections: map[*ast.SelectorExpr]*types.Selection{}, Instances: map[*ast.Ident]types.Instance{},
		},
		Report: func(d analysis.Diagnostic) { said = append(said, d.Message) },
	}
	for name, text := range files {
		f, err := parser.ParseFile(fset, name, text, 0)
		if err != nil {
			t.Fatal(err)
		}
		pass.Files = append(pass.Files, f)
	}
	config := types.Config{Importer: importer.ForCompiler(fset, "gc", func(path string) (io.ReadCloser, error) { return os.Open(exports[path]) })}
	var err error
	if pass.Pkg, err = config.Check("naimitrehel", fset, pass.Files, pass.TypesInfo); err != nil {
		t.Fatal(err)
	}
	if _, err := by.Run(pass); err != nil {
		t.Fatal(err)
	}
	return said
}

// change is what is written instead of some text of naimitrehel.go, and of what the analyzer then speaks.
type change struct{ old, new, says string }

const (
	anImport = "import (\n"
	fields   = "type protocol struct {\n"
	maker    = "return &protocol{paper.Parents(c)}"
	request  = "\tv.st = paper.Wait\n"
	receive  = "\tcase v.father != 0:\n"
	start    = "\tfather := p.fathers.At(i)\n"
	end      = "// vars are the local variables of node i.\n"
)

// peeks are ways in which a handler could come to know how many processes there are, what their numbers are or how the tree is.
var peeks = [][]change{
	{{fields, fields + "\tn int\n", ""}, {maker, "return &protocol{n: c.Processes, fathers: paper.Parents(c)}", ""}, {request, "if p.n > 100 {\n\t\tout.Enter()\n\t}\n" + request, "it reads n of the protocol"}},
	{{request, "if p.fathers.Len() > 100 {\n\t\tout.Enter()\n\t}\n" + request, "it reads fathers of the protocol"}},
	{{request, "if q := p; q.fathers.Len() > 100 {\n\t\tout.Enter()\n\t}\n" + request, "the protocol is used as a value"}},
	{{request, "if many(p) {\n\t\tout.Enter()\n\t}\n" + request, "the protocol is used as a value"}, {end, "func many(p *protocol) bool { return p.fathers.Len() > 100 }\n" + end, ""}},
	{{request, "if p.many() {\n\t\tout.Enter()\n\t}\n" + request, ""}, {end, "func (p *protocol) many() bool { return p.fathers.Len() > 100 }\n" + end, "many: it reads fathers"}},
	{{fields, fields + "\tsize\n", ""}, {maker, "return &protocol{size{c.Processes}, paper.Parents(c)}", ""}, {request, "if p.many() {\n\t\tout.Enter()\n\t}\n" + request, "may read what is embedded"}, {end, "type size struct{ n int }\n\nfunc (s size) many() bool { return s.n > 100 }\n" + end, ""}},
	{{fields, fields + "\tsize func() int\n", ""}, {maker, "return &protocol{func() int { return c.Processes }, paper.Parents(c)}", ""}, {request, "if p.size() > 100 {\n\t\tout.Enter()\n\t}\n" + request, "it reads size"}},
	{{maker, "processes = c.Processes\n\treturn &protocol{paper.Parents(c)}", "newProtocol does more"}, {request, "if processes > 100 {\n\t\tout.Enter()\n\t}\n" + request, "the variable processes"}, {end, "var processes int\n\n" + end, ""}},
	{{request, "if *processes() > 100 {\n\t\tout.Enter()\n\t}\n" + request, ""}, {end, "var number int\n\nfunc processes() *int { return &number }\n" + end, "the variable number"}},
	{{request, "if i > 100 {\n\t\tout.Enter()\n\t}\n" + request, "sites are ordered"}},
	{{request, "if i == 100 {\n\t\tout.Enter()\n\t}\n" + request, "it names site 100"}},
	{{request, "if i == hundred {\n\t\tout.Enter()\n\t}\n" + request, "it names site 100"}, {end, "const hundred model.Site = 100\n\n" + end, ""}},
	{{request, "switch i {\n\tcase 100:\n\t\tout.Enter()\n\t}\n" + request, "it names site 100"}},
	{{request, "if int(i) > 100 {\n\t\tout.Enter()\n\t}\n" + request, "a site is converted"}},
	{{request, "if id(i) > 100 {\n\t\tout.Enter()\n\t}\n" + request, "a site is converted"}, {end, "type id int\n\n" + end, ""}},
	{{request, "if i%2 == 0 {\n\t\tout.Enter()\n\t}\n" + request, "sites are ordered"}},
	{{request, "for j := i; j != 0; j-- {\n\t\tif j == v.next {\n\t\t\tout.Enter()\n\t\t}\n\t}\n" + request, "sites are ordered"}},
	{{request, "k := 0\n\tfor range i {\n\t\tk++\n\t}\n\tif k > 100 {\n\t\tout.Enter()\n\t}\n" + request, "it counts with a site"}},
	{{request, "if min(i, v.next) == i {\n\t\tout.Enter()\n\t}\n" + request, "sites are ordered"}},
	{{request, "if less(i, v.next) {\n\t\tout.Enter()\n\t}\n" + request, ""}, {end, "func less[T ~int](a, b T) bool { return a < b }\n" + end, "less: sites are ordered"}},
	{{request, "if number(i) > 100 {\n\t\tout.Enter()\n\t}\n" + request, ""}, {end, "func number[T ~int](a T) int { return int(a) }\n" + end, "number: a site is converted"}},
	{{request, "if fmt.Sprint(i) > \"5\" {\n\t\tout.Enter()\n\t}\n" + request, "it calls fmt.Sprint"}, {anImport, anImport + "\t\"fmt\"\n", ""}},
	{{request, "if time.Now().Year() > 2100 {\n\t\tout.Enter()\n\t}\n" + request, "it calls time.Now"}, {anImport, anImport + "\t\"time\"\n", ""}},
	{{request, "if rand.Int() == 0 {\n\t\tout.Enter()\n\t}\n" + request, "it calls math/rand.Int"}, {anImport, anImport + "\t\"math/rand\"\n", ""}},
	{{request, "if *(*int)(unsafe.Pointer(&i)) > 100 {\n\t\tout.Enter()\n\t}\n" + request, "a site is converted"}, {anImport, anImport + "\t\"unsafe\"\n", ""}},
	{{request, "if *(*int)(&i) > 100 {\n\t\tout.Enter()\n\t}\n" + request, "a pointer is converted"}},
	{{request, "type place int\n\tif *(*place)(&i) > 100 {\n\t\tout.Enter()\n\t}\n" + request, "a pointer is converted"}},
	{{request, "k := uint64(1)\n\tif k <<= i; k == 0 {\n\t\tout.Enter()\n\t}\n" + request, "sites are ordered, or counted with"}},
	{{request, "if 1<<i > 100 {\n\t\tout.Enter()\n\t}\n" + request, "sites are ordered, or counted with"}},
	{{fields + "\tfathers model.PerSite[model.Site] // at the start\n", "type tree struct{ fathers model.PerSite[model.Site] }\n\n" + fields + "\ttree\n", ""}, {maker, "return &protocol{tree: other(c)}", "it reads fathers of the protocol"}, {end, "func other(c model.Config) tree { return tree{paper.Parents(c).With(2, 0)} }\n\n" + end, ""}},
	{{fields, fields + "\tx int\n", ""}, {maker, "return &protocol{x: spoil(&c), fathers: paper.Parents(c)}", "something is called where a protocol is made"}, {end, "func spoil(c *model.Config) int {\n\tc.Params = map[string]string{\"tree\": \"0,0,1,1\"}\n\treturn 0\n}\n\n" + end, ""}},
	{{fields, fields + "\tc *model.Config\n", ""}, {maker, "return &protocol{c: &c, fathers: paper.Parents(c)}", "a pointer is taken where a protocol is made"}},
	{{request, "x := [200]bool{100: true}\n\tif x[i] {\n\t\tout.Enter()\n\t}\n" + request, "used as an index"}},
	{{request, "x := map[model.Site]int{i: 1, v.next: 2}\n\tfor j := range x {\n\t\tif j == i {\n\t\t\tout.Enter()\n\t\t}\n\t\tbreak\n\t}\n" + request, "a map has no order"}},
	{{request, "if model.SetOf(i, v.next).Least() == i {\n\t\tout.Enter()\n\t}\n" + request, "Least"}},
	{{request, "for j := range model.SetOf(i, v.next).All() {\n\t\tif j == i {\n\t\t\tout.Enter()\n\t\t}\n\t\tbreak\n\t}\n" + request, "All"}},
	{{request, "if model.SetOf(i).Mask() > 1<<40 {\n\t\tout.Enter()\n\t}\n" + request, "Mask"}},
	{{request, "f := model.SetOf(i, v.next).Least\n\tif f() == i {\n\t\tout.Enter()\n\t}\n" + request, "Least"}},
	{{request, "for _, j := range []model.Site{1, 2} {\n\t\tif j == i {\n\t\t\tout.Enter()\n\t\t}\n\t}\n" + request, "it names site 1"}},
	{{request, "c := make(chan int, 1)\n\tc <- 1\n" + request, "beside others"}},
	{{request, "if d.Ticket > 100 {\n\t\tout.Enter()\n\t}\n" + request, "time stamp"}, {"_ model.Demand", "d model.Demand", ""}},
	{{request, "if model.ListOf(i) == model.ListOf(v.next) {\n\t\tout.Enter()\n\t}\n" + request, "lists are compared"}},
	{{request, "switch model.ListOf(i) {\n\tcase model.ListOf(v.next):\n\t\tout.Enter()\n\t}\n" + request, "lists are compared"}},
	{{request, "var s interface{ String() string } = model.SetOf(i)\n\tif s.String() == \"{100}\" {\n\t\tout.Enter()\n\t}\n" + request, "not seen which String"}},
	{{receive, "\tcase m.who > i:\n" + receive, "sites are ordered"}},
	{{start, "\tfather := p.fathers.At(p.fathers.At(i))\n", "it reads fathers"}},
	{{start, "\ti = v0\n" + start, "another value"}, {end, "const v0 = model.Site(0)\n\n" + end, ""}},
	{{start, start + "\tif p.fathers.At(father) != 0 {\n\t\tfather = 0\n\t}\n", "it reads fathers"}},
	{{start, start + "\tif i == 7 {\n\t\tfather = 0\n\t}\n", "it names site 7"}},
	{{maker, "return &protocol{other(c)}", "not the tree"}, {end, "func other(c model.Config) model.PerSite[model.Site] {\n\tt := paper.Parents(c)\n\tif c.Processes > 100 {\n\t\tt = t.With(7, 0)\n\t}\n\treturn t\n}\n" + end, ""}},
	{{maker, "return &protocol{paper.Parents(model.Config{Processes: c.Processes})}", "not the tree"}},
	{{maker, "p := &protocol{paper.Parents(c)}\n\tif c.Processes > 100 {\n\t\tp.fathers = p.fathers.With(7, 0)\n\t}\n\treturn p", "newProtocol does more"}},
	{{"func (p *protocol) MayRequest(_ model.Site, v vars) bool { return v.st == paper.Idle }", "func (p *protocol) MayRequest(i model.Site, v vars) bool { return v.st == paper.Idle || i > 100 }", "MayRequest: sites are ordered"}},
	{{"view.Coming++", "view.Coming += p.fathers.Len()", "Look: it reads fathers"}},
	{{end, "func (p *protocol) Places() []model.Place { return make([]model.Place, p.fathers.Len()) }\n" + end, "Places: it reads fathers"}},
}

// TestPeeks: nothing is said of an algorithm as it is, and something of it with each of the changes.
func TestPeeks(t *testing.T) {
	compiled, files := exports(t), source(t)
	if said := findings(t, compiled, files); len(said) > 0 {
		t.Errorf("the algorithm as it is: %q", said)
	}
	for _, p := range peeks {
		text, what, says := files["naimitrehel.go"], "", ""
		for _, c := range p {
			if !strings.Contains(text, c.old) {
				t.Fatalf("there is no %q", c.old)
			}
			if text = strings.Replace(text, c.old, c.new, 1); c.says != "" {
				what, says = c.new, c.says
			}
		}
		if says == "" {
			continue
		}
		changed := map[string]string{}
		for name, as := range files {
			changed[name] = as
		}
		changed["naimitrehel.go"] = text
		said := findings(t, compiled, changed)
		if !slices.ContainsFunc(said, func(x string) bool { return strings.Contains(x, says) }) {
			t.Errorf("%s\nis found to be %q; %q is expected", what, said, says)
		}
	}
}

// TestMakers: systems must be seen to be made of the protocol, and of nothing else.
func TestMakers(t *testing.T) {
	compiled, files := exports(t), source(t)
	for _, c := range []change{
		{"paper.System(newProtocol)", "paper.System(makers[0])", "not made by a function"},
		{"paper.System(newProtocol)", "func(c model.Config) *system.System { return paper.System(newProtocol)(c) }", "not made by paper.System"},
		{"\tNew:   paper.System(newProtocol),\n", "", "not seen how"},
		{"var Algorithm = paper.Algorithm{", "type mine paper.Algorithm\n\nvar Decoy = paper.Algorithm{New: paper.System(newProtocol)}\n\nvar Algorithm = paper.Algorithm(decoy)\n\nvar decoy = mine{", "it is not seen how systems are made"},
		{"var Algorithm = paper.Algorithm{", "type second struct{ fathers model.PerSite[model.Site] }\n\nfunc (p *second) Start(i model.Site) model.Site { return p.fathers.At(i) }\n\nfunc (p *second) Exit(_ model.Site, _ *model.Site, _ *model.Outbox[model.Site]) {}\n\nvar Algorithm = paper.Algorithm{", "not seen where the parents come from"},
		{"var Algorithm = paper.Algorithm{", "var Changed = changed(&Algorithm)\n\nfunc changed(*paper.Algorithm) int { return 0 }\n\nvar Algorithm = paper.Algorithm{", "how systems are made may be changed"},
		{"var Algorithm = paper.Algorithm{", "var Others = *paper.List{&decoy}[0]\n\nvar decoy = paper.Algorithm{New: paper.System(newProtocol)}\n\nvar Algorithm = paper.Algorithm{", "it is not seen how systems are made"},
	} {
		changed := map[string]string{"more.go": "package naimitrehel\n\nimport \"github.com/gmecheck/gmecheck/model\"\n\nvar makers = []func(model.Config) *protocol{newProtocol}\n"}
		for name, text := range files {
			changed[name] = text
		}
		text := strings.Replace(files["algorithm.go"], c.old, c.new, 1)
		if strings.Contains(c.new, "system.System") {
			text = strings.Replace(text, "import (\n", "import (\n\t\"github.com/gmecheck/gmecheck/model/system\"\n", 1)
		}
		changed["algorithm.go"] = text
		if said := findings(t, compiled, changed); !slices.ContainsFunc(said, func(x string) bool { return strings.Contains(x, c.says) }) {
			t.Errorf("%s is found to be %q; %q is expected", c.new, said, c.says)
		}
	}
	files["more.go"] = "package naimitrehel\n\nfunc init() { Algorithm.New = nil }\n"
	if said := findings(t, compiled, files); len(said) != 1 || !strings.Contains(said[0], "may be changed") {
		t.Errorf("%q", said)
	}
}

// TestNumbers: what looks at numbers otherwise than by their methods is found, and nothing else is.
func TestNumbers(t *testing.T) {
	compiled := exports(t)
	for body, want := range map[string]string{
		"return a.Is(b) || a.Next().After(b.Max(a))": "",
		"return m == nil": "",
		"return model.ListOf(1, 2).Has(1) && l.Front().s.Is(a)":                  "",
		"switch m.(type) { case letter: return true }; return false":             "",
		"f := a.Is; return f(b)":                                                 "",
		"return errors.New(\"5\") == nil":                                        "",
		"f := strings.ToUpper; return f(\"a\") == \"A\"":                         "",
		"return len(map[int]model.Number{1: a}) == 1":                            "",
		"return fmt.Sprint(map[int]model.Number{1: a}) == \"map[1:70]\"":         "fmt.Sprint",
		"return fmt.Sprint(keys) == \"\"":                                        "fmt.Sprint",
		"return hands(a).Is(b)":                                                  "",
		"return a == b":                                                          "==",
		"return a != model.Number{}":                                             "==",
		"return letter{s: a} == letter{s: b}":                                    "==",
		"return struct{ x model.Number }{a} == struct{ x model.Number }{b}":      "==",
		"return [2]letter{} == [2]letter{}":                                      "==",
		"return l == model.ListOf(letter{})":                                     "==",
		"return m == letter{}":                                                   "==",
		"return m == m":                                                          "==",
		"x, y := &a, &b; return *x == *y":                                        "==",
		"switch a { case b: return true }; return false":                         "==",
		"return map[model.Number]bool{a: true}[b]":                               "keys",
		"return map[any]bool{a: true}[b]":                                        "keys",
		"return len(map[model.Number]bool{a: true, b: true}) == 1":               "keys",
		"k := map[model.Number]bool{}; k[a] = true; return len(k) == 1":          "keys",
		"delete(keys, b); return len(keys) == 0":                                 "keys",
		"return l.Has(letter{s: a})":                                             "by Has",
		"has := l.Has; return has(letter{s: a})":                                 "by Has",
		"index := l.Index; return index(func(letter) bool { return true }) == 0": "by Index",
		"return a.String() == \"5\"":                                             "text",
		"f := a.String; return f() == \"5\"":                                     "text",
		"f := model.Number.String; return f(a) == \"5\"":                         "text",
		"var s fmt.Stringer = a; return s.String() == \"5\"":                     "text",
		"return letter{s: a}.String() == \"5\"":                                  "text",
		"return fmt.Sprint(a) == \"5\"":                                          "fmt.Sprint",
		"return fmt.Sprint(m) == \"5\"":                                          "fmt.Sprint",
		"return fmt.Sprintf(\"%d\", []any{a}...) == \"{5}\"":                     "fmt.Sprintf",
		"return model.Text(letter{s: a}) == \"5\"":                               "model.Text",
		"return slices.Contains([]model.Number{a}, b)":                           "slices.Contains",
		"return slices.Contains[[]model.Number]([]model.Number{a}, b)":           "slices.Contains",
		"return slices.Contains([]any{a}, any(b))":                               "slices.Contains",
		"f := slices.Index[[]model.Number]; return f(nil, b) == 0":               "slices.Index",
		"return len(slices.Compact([]model.Number{a, b})) == 1":                  "slices.Compact",
		"x := []model.Number{a}; return maps.Equal(map[int]model.Number{0: a}, map[int]model.Number{0: x[0]})": "maps.Equal",
		"var x, y any = a, b; return reflect.DeepEqual(x, y)":                                                  "reflect.DeepEqual",
		"f := reflect.DeepEqual; return f(a, b)":                                                               "reflect.DeepEqual may",
		"var k sync.Map; k.Store(a, true); return false":                                                       "sync.Store",
		"var k sync.Map; store := k.Store; store(a, true); return false":                                       "sync.Store may",
		"return maphash.Comparable(seed, a) == maphash.Comparable(seed, b)":                                    "maphash.Comparable",
		"return *(*int)(unsafe.Pointer(&a)) == *(*int)(unsafe.Pointer(&b))":                                    "unsafe.Pointer",
		"return false }; var f = func(a, b model.Number) bool { return a == b":                                 "==",
		// conversions
		"return fmt.Sprint(plain(a)) == \"{70}\"":                                             "converted",
		"return plain(a) == plain(b)":                                                         "converted",
		"var x, y plain; return x == y":                                                       "==",
		"var x plain; return fmt.Sprint(x) == \"{0}\"":                                        "fmt.Sprint",
		"return *(*plain)(&a) == plain{}":                                                     "converted",
		"type other letter; return other(letter{s: a}).s.Is(b)":                               "converted",
		"type hidden struct{ i model.Site; s plain }; return hidden{}.i == 0":                 "",
		"return false }; func as[T interface{ plain }](a model.Number) T { return T(a)":       "converted",
		"return false }; func count[T ~int](x T) int { return int(x) + int(int8(len(\"a\")))": "",
		"return any(a) != nil && fmt.Stringer(a) != nil && []model.Number(nil) == nil":        "",
		"return unsafe.Slice((*int)(nil), 1)[0] == 5":                                         "unsafe.Slice",
		"x := struct{ k int; n model.Number }{}; return *(*int)(unsafe.Pointer(&x.k)) == 5":   "unsafe.Pointer",
		"return (*model.Number)(unsafe.Pointer(uintptr(0))).Is(a)":                            "unsafe.Pointer",
		// what is called String, or makes texts elsewhere
		"return false }; func (kit) String(a model.Number) string { return fmt.Sprint(a)":    "fmt.Sprint",
		"return false }; func (kit) String() string { return fmt.Sprint(most)":               "fmt.Sprint",
		"return false }; func (kit) String() (s string, n int) { return fmt.Sprint(most), 1": "fmt.Sprint",
		"return false }; func String() string { return fmt.Sprint(most)":                     "fmt.Sprint",
		"return false }; func (x boxed) String() string { return fmt.Sprint(x.n)":            "",
		"return outer{}.String() == \"5\"":                                                   "text",
		"f := (*letter).String; return f(&letter{s: a}) == \"5\"":                            "text",
		"x, _ := a.MarshalJSON(); return len(x) == 2":                                        "text",
		"x, _ := outer{}.s.MarshalJSON(); return len(x) == 2":                                "text",
		// keys
		"x := make(map[model.Number]bool); return len(x) == 0":                                                           "keys",
		"return false }; type set[K comparable] map[K]bool; func (s set[K]) has(k K) bool { return s[k]":                 "keys",
		"type set map[plain]bool; return set{}[plain{}]":                                                                 "keys",
		"for k := range keys { return k.Is(a) }; return false":                                                           "keys",
		"clear(keys); return len(keys) == 0":                                                                             "keys",
		"return false }; func in[M ~map[K]bool, K comparable](m M, k K) bool { return m[k]":                              "keys",
		"return false }; func in[M ~map[K]bool | ~map[K]int, K comparable](m M) { clear(m)":                              "keys",
		"return false }; func in[M interface{ ~map[K]bool; String() string }, K comparable](m M, k K) { delete(m, k)":    "keys",
		"return false }; func in[M interface{ ~map[K]bool }, K comparable]() M { return make(M)":                         "keys",
		"return false }; func in[K ~int](m map[K]bool, k K) bool { return m[k] && k == 5":                                "",
		"return false }; func same[T comparable](a, b T) bool { return a == b":                                           "==",
		"return false }; func same[T any | int](a, b T) bool { return any(a) == any(b)":                                  "==",
		"return false }; func same[T interface{ model.Number | plain }](a, b T) bool { return a == b":                    "==",
		"return false }; func same[T interface{ ~[]T }](a T) string { return fmt.Sprint(len(a))":                         "",
		"return false }; type pair[T comparable] struct{ a, b T }; func (p pair[T]) same() bool { return p == pair[T]{}": "==",
		"return false }; func text[T any](x T) string { return fmt.Sprint(x)":                                            "fmt.Sprint",
		"return false }; func in[T comparable](l model.List[T], x T) bool { return l.Has(x)":                             "by Has",
		"return false }; func in[L interface{ Has(model.Number) bool }](l L, x model.Number) bool { return l.Has(x)":     "by Has",
		"var x interface{ Has(letter) bool } = l; return x.Has(letter{s: a})":                                            "by Has",
		"return false }; func in[T comparable](l []T, x T) bool { return slices.Contains(l, x)":                          "slices.Contains",
		// functions of the project that make texts, or anything, of values
		"return model.Kind(a) == \"70\"":                                                           "model.Kind",
		"return model.Fields(struct{ A model.Number }{a})[0].Value == \"70\"":                      "model.Fields",
		"for _, x := range model.Variables(letter{s: a}) { return x != nil }; return false":        "model.Variables",
		"f := model.Fields; return f(a)[0].Value == \"70\"":                                        "model.Fields may",
		"return l.Elements()[0] != nil":                                                            "model.Elements",
		"f := l.Elements; return f()[0] != nil":                                                    "model.Elements",
		"f := model.List[letter].Elements; return f(l)[0] != nil":                                  "model.Elements",
		"e := model.Event{Message: model.Message{Value: a}}; return e.Label(nil, false) == \"70\"": "model.Label",
		"return model.NewPerSite[model.Number](2).With(1, a).At(1).Is(b) && l.With(0, letter{}).Where(func(x letter) bool { return x.s.Is(a) }).Empty()": "",
		"out := model.NewPerSite[letter](2); return out.Any(func(x letter) bool { return x.s.After(a) })":                                                "",
		"return gmecheck.ListOf(a).Front().Is(gmecheck.NumberOf(1)) && gmecheck.NewPerSite[gmecheck.Number](2).At(1).Is(a)":                              "",
		"return gmecheck.Packet{Message: a} == gmecheck.Packet{}":                                                                                        "==",
		"return fmt.Sprint(gmecheck.Packet{Message: a}) == \"\"":                                                                                         "fmt.Sprint",
		// several values, functions and channels
		"return fmt.Sprint(with(a)) == \"0 {70}\"":                                                        "fmt.Sprint",
		"return fmt.Sprint(func() (int, error) { return 0, nil }()) == \"5\"":                             "fmt.Sprint",
		"return reflect.ValueOf(func() model.Number { return a }).IsNil()":                                "reflect.ValueOf",
		"c := make(chan model.Number, 1); return reflect.ValueOf(c).IsNil()":                              "reflect.ValueOf",
		"c := make(chan model.Number, 1); select { case x := <-c: return x == a; default: return false }": "==",
		"c := make(chan model.Number, 1); for x := range c { return x.Is(a) }; return false":              "",
		"f := func(x, y any) bool { return x == y }; return f(a, b)":                                      "==",
		"switch x := m.(type) { case model.Number: return x == a }; return false":                         "==",
		"switch x := any(a).(type) { case fmt.Stringer: return x.String() == \"5\" }; return false":       "text",
		"return sync.OnceValue(func() model.Number { return a })().Is(b)":                                 "sync.OnceValue",
		"return (&fs.PathError{Err: m.(error)}).Error() == \"5\"":                                         "fs.Error",
		"var x error = m.(error); return x.Error() == \"5\"":                                              "",
		"defer fmt.Print(a); return false":                                                                "fmt.Print",
		"go fmt.Print(a); return false":                                                                   "fmt.Print",
		"_, stop := context.WithCancelCause(nil); stop(m.(error)); return false":                          "what context.WithCancelCause makes",
		"f := (*sync.Map).Store; f(new(sync.Map), a, true); return false":                                 "sync.Store",
		"var x atomic.Pointer[model.Number]; return x.Load() == nil":                                      "atomic.Load",
		"f := new(slog.HandlerOptions).ReplaceAttr; return f == nil":                                      "slog.ReplaceAttr may",
		"return false }; func elsewhere(a model.Number) bool; func _() {":                                 "not written in Go",
	} {
		text := "package naimitrehel\n\nimport (\n\"context\"\n\"errors\"\n\"fmt\"\n\"hash/maphash\"\n\"io/fs\"\n\"log/slog\"\n\"maps\"\n\"reflect\"\n\"slices\"\n\"strings\"\n\"sync\"\n\"sync/atomic\"\n\"unsafe\"\n" +
			"\"github.com/gmecheck/gmecheck\"\n\"github.com/gmecheck/gmecheck/model\"\n)\n\ntype letter struct{ i model.Site; s model.Number }\n\n" +
			"func (x letter) String() string { return fmt.Sprint(x.s) }\n\nvar keys map[model.Number]bool\n\nvar seed = maphash.MakeSeed()\n\n" +
			"type plain model.Number\n\ntype kit struct{}\n\ntype boxed struct{ n model.Number }\n\ntype outer struct{ letter }\n\n" +
			"var most model.Number\n\nfunc with(a model.Number) (int, boxed) { return 0, boxed{a} }\n\n" +
			"func hands[T any](x T) T { return x }\n\n" +
			"var _ = slices.Contains[[]int]\n\nvar _ = errors.New\n\nvar _ = strings.ToUpper\n\nvar _ = maps.Equal[map[int]int, map[int]int]\n\nvar _ reflect.Kind\n\nvar _ sync.Mutex\n\nvar _ unsafe.Pointer\n\n" +
			"var _ context.Context\n\nvar _ slog.Level\n\nvar _ fs.FileMode\n\nvar _ atomic.Bool\n\nvar _ gmecheck.Site\n\n" +
			"func asks(a, b model.Number, l model.List[letter], m any) bool {\n" + body + "\n}\n"
		got := said(t, uniform.Numbers, compiled, map[string]string{"x.go": text})
		if want == "" && len(got) > 0 || want != "" && !slices.ContainsFunc(got, func(x string) bool { return strings.Contains(x, want) }) {
			t.Errorf("%s is found to be %q; %q is expected", body, got, want)
		}
	}
}
