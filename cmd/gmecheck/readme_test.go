package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/gmecheck/gmecheck/algorithms"
	"github.com/gmecheck/gmecheck/algorithms/paper/papertest"
	"github.com/gmecheck/gmecheck/algorithms/studies/ledger"
	"github.com/gmecheck/gmecheck/algorithms/studies/proofs"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/answer"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/claims"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/exit"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/layout"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/program"
)

// section is a part of a document that the tool writes: <!-- run: COMMAND -->, <!-- code: FILE NAME ... -->, <!-- markdown: COMMAND -->,
// <!-- claims: ALGORITHM -->, <!-- verdicts: MODEL -->, <!-- picture: TRACE -->, <!-- plot: NAME COMMAND -->, <!-- speed: DOCUMENT -->,
// <!-- table: exit codes -->, <!-- table: commands --> or <!-- table: proofs -->, up to <!-- end -->.
var section = regexp.MustCompile(`(?s)<!-- (run|code|markdown|claims|verdicts|picture|plot|speed|table): ([^\n]*) -->\n(.*?)<!-- end -->`)

// ownTests are the documents that other tests keep.
var ownTests = []string{"docs/CLAIMS.md", "docs/VERDICTS.md", "docs/mutation.md"}

// TestREADME keeps the README, and the pages of docs that have no test of their own, as the tool writes them.
func TestREADME(t *testing.T) {
	t.Chdir(root)
	pages, err := filepath.Glob("docs/*.md")
	if err != nil || len(pages) < 10 {
		t.Fatalf("%d pages in docs, %v", len(pages), err)
	}
	for _, name := range append(pages, "README.md") { // last: it shows a part of docs/speed.md
		name = filepath.ToSlash(name)
		if slices.Contains(ownTests, name) {
			continue
		}
		t.Run(strings.ReplaceAll(name, "/", ":"), func(t *testing.T) { testDocument(t, name) })
	}
	data, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	if lines := bytes.Count(data, []byte("\n")); lines > 150 {
		t.Errorf("README.md has %d lines: at most 150, the rest belongs to docs", lines)
	}
}

// TestVERDICTS keeps the verdicts on all algorithms as the tool writes them.
func TestVERDICTS(t *testing.T) {
	t.Chdir(root)
	text := testDocument(t, "docs/VERDICTS.md")
	for _, name := range algorithms.All().Names() {
		if !strings.Contains(text, "<!-- verdicts: "+name+" -->") {
			t.Errorf("docs/VERDICTS.md lacks the verdicts on %s", name)
		}
	}
}

// TestCLAIMS keeps the ledgers of all papers as the tool writes them.
func TestCLAIMS(t *testing.T) {
	t.Chdir(root)
	text := testDocument(t, "docs/CLAIMS.md")
	for _, name := range algorithms.All().Names() {
		if !strings.Contains(text, "<!-- claims: "+name+" -->") {
			t.Errorf("docs/CLAIMS.md lacks the claims of %s", name)
		}
	}
}

// testDocument runs every command of a document (with SAMPLE a fifth of those for plots, large tables and views) and compares what it shows; -update writes it anew.
func testDocument(t *testing.T, name string) string {
	old, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	tmp := t.TempDir()
	now := section.ReplaceAllFunc(old, func(found []byte) []byte {
		m := section.FindSubmatch(found)
		kind, what := string(m[1]), string(m[2])
		if slow := kind == "plot" || kind == "markdown" || kind == "run" && strings.Contains(what, " views ") && !strings.Contains(what, "$TMPDIR"); slow && !*update && !papertest.Drawn(what, 5) {
			return found
		}
		body := ""
		switch kind {
		case "run":
			body = "```console\n$ " + what + "\n" + shellOutput(t, what, tmp) + "```\n"
		case "code":
			body = declarations(t, what)
		case "markdown":
			body = shellOutput(t, what, tmp)
		case "verdicts":
			body = verdictTable(t, what)
		case "claims":
			body = claimsTable(t, what)
		case "picture":
			body = picture(t, name, what)
		case "plot":
			body = plotted(t, name, what, tmp)
		case "speed":
			body = speedTable(t, what)
		case "table":
			body = toolTables[what]()
		}
		return []byte(fmt.Sprintf("<!-- %s: %s -->\n%s<!-- end -->", kind, what, body))
	})
	if bytes.Equal(old, now) {
		return string(now)
	}
	if *update {
		if err := os.WriteFile(name, now, 0o666); err != nil {
			t.Fatal(err)
		}
		return string(now)
	}
	was, is := strings.Split(string(old), "\n"), strings.Split(string(now), "\n")
	for k := range min(len(was), len(is)) {
		if was[k] != is[k] {
			t.Fatalf("%s:%d says\n  %s\nbut it is\n  %s\n(go test ./cmd/gmecheck -update writes it)", name, k+1, was[k], is[k])
		}
	}
	t.Fatalf("%s is out of date: go test ./cmd/gmecheck -update writes it", name)
	return ""
}

// declarations is a Go file's declarations of some names, in its order: "FILE NAME NAME".
func declarations(t *testing.T, what string) string {
	words := strings.Fields(what)
	data, err := os.ReadFile(words[0])
	if err != nil {
		t.Fatal(err)
	}
	files := token.NewFileSet()
	f, err := parser.ParseFile(files, words[0], data, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	var parts []string
	for _, d := range f.Decls {
		name, doc := "", (*ast.CommentGroup)(nil)
		switch d := d.(type) {
		case *ast.FuncDecl:
			name, doc = d.Name.Name, d.Doc
		case *ast.GenDecl:
			if spec, ok := d.Specs[0].(*ast.TypeSpec); ok {
				name, doc = spec.Name.Name, d.Doc
			}
		}
		if !slices.Contains(words[1:], name) {
			continue
		}
		from := d.Pos()
		if doc != nil {
			from = doc.Pos()
		}
		parts = append(parts, string(data[files.Position(from).Offset:files.Position(d.End()).Offset])+"\n")
	}
	if len(parts) != len(words)-1 {
		t.Fatalf("%s: %d of these names are declared there", what, len(parts))
	}
	return "```go\n" + strings.Join(parts, "\n") + "```\n"
}

// shellWords are the words of a command, some of them in single quotes.
var shellWords = regexp.MustCompile(`'[^']*'|\S+`)

// shellOutput is what a command of a document prints on stdout: gmecheck itself, or cat. $TMPDIR is one directory for all
// commands of the document.
func shellOutput(t *testing.T, command, tmp string) string {
	line := os.Expand(command, func(name string) string {
		if name != "TMPDIR" {
			t.Fatalf("a document uses $%s, which is not $TMPDIR", name)
		}
		return tmp
	})
	var words []string
	for _, word := range shellWords.FindAllString(line, -1) {
		words = append(words, strings.Trim(word, "'"))
	}
	switch words[0] {
	case "cat":
		data, err := os.ReadFile(words[1])
		if err != nil {
			t.Fatal(err)
		}
		return string(data)
	case "gmecheck":
		var stdout, stderr bytes.Buffer
		if code := gmecheck().Run(context.Background(), words[1:], &stdout, &stderr); code == exit.Usage || code == exit.Internal {
			t.Fatalf("%s: exit code %d: %s", command, code, &stderr)
		}
		return stdout.String()
	}
	t.Fatalf("a document runs %s, which is neither gmecheck nor cat", words[0])
	return ""
}

// toolTables are the tables that no command prints.
var toolTables = map[string]func() string{"exit codes": exitTable, "commands": commandTables, "proofs": proofsTable}

// proofsTable is what is stored of proofs by views; go test ./algorithms/studies/proofs -prove all writes that.
func proofsTable() string {
	var b strings.Builder
	b.WriteString("| algorithm | variant | properties | by views |\n| --- | --- | --- | --- |\n")
	for _, a := range algorithms.All() {
		var r proofs.Report
		data, err := os.ReadFile("docs/ledger/views/" + a.Name + ".json")
		if err == nil {
			err = json.Unmarshal(data, &r)
		}
		if err != nil {
			return err.Error() + "\n"
		}
		for _, row := range r.Rows() {
			fmt.Fprintf(&b, "| %s | %s | `%s` | %s |\n", a.Name, row.Variant, strings.Join(row.Properties, "`, `"), row.Text)
		}
	}
	return b.String()
}

// exitTable says what the exit codes mean, and which of several decides.
func exitTable() string {
	var b strings.Builder
	b.WriteString("| code | meaning |\n| --- | --- |\n")
	for _, m := range exit.Meanings {
		fmt.Fprintf(&b, "| %d | %s |\n", m.Code, m.Text)
	}
	fmt.Fprintf(&b, "\nWith several, the first in the order %s decides.\n", exit.Order())
	return b.String()
}

// claimsTable is the ledger of an algorithm as far as it is stored.
func claimsTable(t *testing.T, name string) string {
	a, err := algorithms.All().Find(name)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	b.WriteString(answer.Markdown(func(p answer.Page) { claims.Write(p, &program.Program{Name: "gmecheck"}, documented(t, a)) }))
	if e := store(t, a); e != nil {
		fmt.Fprintf(&b, "\nMade with a budget of %s states, by gmecheck %s.\n", layout.Grouped(e.Budget), e.Version)
	}
	return b.String()
}

// verdictTable decides every property of an algorithm on its ladder, under the faults of the flags, and sets the variants
// side by side.
func verdictTable(t *testing.T, line string) string {
	name, flags, _ := strings.Cut(line, " ")
	a, err := algorithms.All().Find(name)
	if err != nil {
		t.Fatal(err)
	}
	l := documented(t, a)
	rows := l.Properties
	if flags != "" {
		l = decided(t, under(a, flags), []string{})
		rows = l.Rows
	}
	var b strings.Builder
	fmt.Fprintf(&b, "**%s**, %s: *%s*.", a.Name, a.Authors, a.Title)
	if flags != "" {
		fmt.Fprintf(&b, " `%s`.", flags)
	}
	fmt.Fprintf(&b, " %s.\n\n| property | source |", claims.Explored(l))
	for _, column := range l.Columns {
		fmt.Fprintf(&b, " %s |", column.Variant)
	}
	fmt.Fprintf(&b, "\n| --- | --- |%s\n", strings.Repeat(" --- |", len(l.Columns)))
	phrases := claims.CellPhrases{Algorithm: a, Code: func(text string) string { return "`" + text + "`" }}
	for _, row := range rows {
		fmt.Fprintf(&b, "| `%s` | %s |", row.Claim.Property, layout.Escape(row.Claim.Source))
		for _, cell := range row.Cells {
			verdict, rest := phrases.Text(row, cell)
			if cell.Verdict == ledger.Refuted {
				verdict = "**violated**"
			}
			if rest != "" {
				verdict += ": " + rest
			}
			fmt.Fprintf(&b, " %s |", cellMarkdownBut(verdict))
		}
		b.WriteString("\n")
	}
	return b.String()
}

// cellMarkdownBut is cellMarkdown for a cell whose verdict has emphasis.
func cellMarkdownBut(text string) string {
	const violated = "**violated**"
	if rest, ok := strings.CutPrefix(text, violated); ok {
		return violated + layout.Escape(rest)
	}
	return layout.Escape(text)
}
