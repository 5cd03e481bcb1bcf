package predicate

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/expr-lang/expr"
	"github.com/expr-lang/expr/ast"
	"github.com/expr-lang/expr/conf"
	"github.com/expr-lang/expr/file"
	"github.com/expr-lang/expr/types"
	"github.com/expr-lang/expr/vm"

	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/system"
)

// Predicate is an expression that is true or false in a state. It may be used by several goroutines.
type Predicate struct {
	text    string
	program *vm.Program
	names   []string // of the sites, as expressions have them
	seen    sync.Map // model.View to the site in it
}

// Error is what is wrong with an expression.
type Error struct {
	Text    string
	Column  int // from 1, in characters
	Problem string
	Known   []string // the names that there are, if one is not known
	Unknown string
}

func (e *Error) Error() string {
	return fmt.Sprintf("column %d: %s\n  %s\n  %s^", e.Column, e.Problem, e.Text, strings.Repeat(" ", e.Column-1))
}

// New reads an expression about the states of a system. The error is an [*Error].
func New(text string, sys *system.System) (*Predicate, error) {
	if !utf8.ValidString(text) { // the language would read other letters, and look for a text that nobody has written
		good := strings.ToValidUTF8(text, "\ufffd")
		at := strings.IndexFunc(good, func(r rune) bool { return r == utf8.RuneError })
		return nil, &Error{Text: good, Column: utf8.RuneCountInString(good[:at]) + 1, Problem: "allowed is UTF-8"}
	}
	p := &Predicate{text: text}
	scope := types.Map{
		step: types.TypeOf(func() bool { return true }),
		"cs": types.Array(types.String), "waiting": types.Array(types.String), "inflight": types.TypeOf(func(...string) int { return 0 }),
	}
	var element types.Type = types.Any
	for k, place := range sys.Places {
		name := identifier(place.Title())
		kind := siteType(sys.Describe(k, sys.Start()[k]).Vars, sys.Own())
		scope[name], p.names = kind, append(p.names, name)
		if k == 0 || element.Equal(kind) {
			element = kind
		} else {
			element = types.Any
		}
	}
	scope["sites"] = types.Array(element)
	if sys.Own() {
		delete(scope, "cs")
		delete(scope, "waiting")
	}
	program, err := expr.Compile(text, expr.Env(scope), expr.AsBool(), expr.DisableAllBuiltins(), enable, expr.Patch(counted{}))
	if err != nil {
		return nil, p.explain(err, scope, sys)
	}
	p.program = program
	if wrong := p.impossible(sys); wrong != nil {
		return nil, wrong
	}
	return p, nil
}

// identifier is a site's title as a name of the language.
func identifier(title string) string {
	return strings.Map(func(r rune) rune {
		if r < 128 && (unicode.IsLetter(r) || unicode.IsDigit(r)) {
			return r
		}
		return '_'
	}, title)
}

// mostSteps is how many elements of lists an expression looks at in one state: one within the other they could be without end,
// and no limit of a search would end it.
const mostSteps = 100_000

// step is called with every element of a list; no expression can name it.
const step = "(step)"

// counted makes what is done with each element of a list count it.
type counted struct{}

// Visit puts the call first.
func (counted) Visit(node *ast.Node) {
	if p, is := (*node).(*ast.PredicateNode); is {
		p.Node = &ast.SequenceNode{Nodes: []ast.Node{&ast.CallNode{Callee: &ast.IdentifierNode{Value: step}}, p.Node}}
	}
}

// enable is the functions of the language that judge lists and numbers; the others read clocks, or make what a state has not.
func enable(c *conf.Config) {
	for _, name := range []string{"all", "any", "none", "one", "count", "filter", "map", "len", "min", "max", "sum", "abs", "first", "last", "indexOf", "find", "reduce", "flatten", "uniq"} {
		expr.EnableBuiltin(name)(c)
	}
}

// unknown are the messages of the language on names that it does not know.
var unknown = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(?:unknown name|cannot fetch|unknown field|.* has no field) (\w+)`)
})

// typed are Go's names of the types of values, where the language says that one is wrong.
var typed = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`((?:types?|and|got|use|expected) )(\[\]interface \{\}|map\[string\]interface \{\}|(?:string|int)\b)`)
})

// kinds are the same as the documents have them.
var kinds = map[string]string{"[]interface {}": "list", "map[string]interface {}": "record", "string": "text", "int": "number"}

// braces stand where something is compared with what traces show of a set or a list.
var braces = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?:[=!]=|\bin)\s*\{`) })

func (p *Predicate) explain(err error, scope types.Map, sys *system.System) error {
	e := &Error{Text: p.text, Column: 1, Problem: err.Error()}
	var at *file.Error
	if errors.As(err, &at) {
		e.Column, e.Problem = at.Column+1, at.Message
	}
	e.Problem = typed().ReplaceAllStringFunc(e.Problem, func(s string) string {
		word, kind, _ := strings.Cut(s, " ")
		return word + " " + kinds[kind]
	})
	if braces().MatchString(p.text) {
		e.Problem += "; sets and lists are written in brackets: [1, 2]"
	}
	if m := unknown().FindStringSubmatch(e.Problem); m != nil {
		e.Unknown = m[1]
		if strings.HasPrefix(e.Problem, "unknown name") && compared(p.text, e.Column) {
			e.Problem += fmt.Sprintf("; if it is a value, it stands in quotes: %q", e.Unknown)
		}
		switch {
		case sys == nil || !sys.Own():
		case slices.Contains(append(ofRequests, "cs", "waiting"), e.Unknown):
			e.Problem += "; nobody requests anything in a protocol of one's own, so ask for its variables"
		case len(p.names) == 1 && process().MatchString(e.Unknown):
			e.Problem += fmt.Sprintf("; the processes share the variables of %s: %[1]s.name, for a name", p.names[0])
		}
		for name, kind := range scope {
			if name == step {
				continue
			}
			e.Known = append(e.Known, name)
			if site, ok := kind.(types.Map); ok {
				for field := range site {
					e.Known = append(e.Known, field)
				}
			}
		}
		slices.Sort(e.Known)
		e.Known = slices.Compact(e.Known)
	}
	return e
}

// process is the name of a process, where processes are sites.
var process = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^P\d+$`) })

// compared reports whether something else is compared with what stands in a column: P1.state == HI is forgotten quotes.
func compared(text string, column int) bool {
	before := []rune(text)
	before = before[:min(column-1, len(before))]
	left := strings.TrimRight(string(before), " ")
	return strings.HasSuffix(left, "==") || strings.HasSuffix(left, "!=")
}

// String is the expression.
func (p *Predicate) String() string { return p.text }

// Kinds are the kinds of message that the expression names in inflight.
func (p *Predicate) Kinds() []string {
	root, all := p.program.Node(), &asked{}
	ast.Walk(&root, all)
	return all.kinds
}

type asked struct{ kinds []string }

func (a *asked) Visit(node *ast.Node) {
	call, is := (*node).(*ast.CallNode)
	if !is {
		return
	}
	if of, is := call.Callee.(*ast.IdentifierNode); is && of.Value == "inflight" {
		for _, argument := range call.Arguments {
			if kind, is := argument.(*ast.StringNode); is && !slices.Contains(a.kinds, kind.Value) {
				a.kinds = append(a.kinds, kind.Value)
			}
		}
	}
}

// Holds reports whether the expression is true in a state of a system that shows variables, see [system.System.Showing]. It
// panics with an [*Error] where the expression cannot be evaluated, such as beyond the end of a list.
func (p *Predicate) Holds(vs invariants.Views) bool {
	scope, sites := make(map[string]any, len(vs)+4), make([]any, len(vs))
	cs, waiting, kinds, all := []string{}, []string{}, map[string]int{}, 0
	for k, v := range vs {
		site := p.site(k, v)
		scope[p.names[k]], sites[k] = site.value, site.value
		if v.InCS {
			cs = append(cs, p.names[k])
		}
		if v.Waits {
			waiting = append(waiting, p.names[k])
		}
		for _, kind := range site.kinds {
			kinds[kind]++
			all++
		}
	}
	scope["sites"], scope["cs"], scope["waiting"] = sites, cs, waiting
	scope["inflight"] = func(of ...string) int {
		sum := 0
		for _, kind := range of {
			sum += kinds[kind]
		}
		if len(of) == 0 {
			return all
		}
		return sum
	}
	steps := 0
	scope[step] = func() bool {
		if steps++; steps > mostSteps {
			panic(fmt.Errorf("the expression makes more than %d steps through lists", mostSteps))
		}
		return true
	}
	value, err := expr.Run(p.program, scope)
	if err != nil {
		panic(p.explain(err, nil, nil))
	}
	return value.(bool)
}

// site is a site as expressions see it.
type site struct {
	value map[string]any
	kinds []string // of the messages on their way to it
}

func (p *Predicate) site(k int, v *model.View) *site {
	key := siteKey{k, *v}
	if known, ok := p.seen.Load(key); ok {
		return known.(*site)
	}
	s := newSite(p.names[k], v)
	p.seen.Store(key, s)
	return s
}

type siteKey struct {
	site int
	view model.View
}

// Property judges every state: it is violated where the expression is not true.
func (p *Predicate) Property(name string) invariants.Property {
	return invariants.Property{
		Name: name, Doc: "in every state: " + p.text, Kind: invariants.Invariant,
		State: func(vs invariants.Views) invariants.Opinion { return invariants.That(p.Holds(vs)) },
	}
}
