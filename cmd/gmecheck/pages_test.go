package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/gmecheck/gmecheck/algorithms"
	"github.com/gmecheck/gmecheck/algorithms/options"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/layout"
	"github.com/gmecheck/gmecheck/counterexamples"
)

// picture is the image of a trace's diagram in a document; the file is compared, and written with -update.
func picture(t *testing.T, document, trace string) string {
	t.Helper()
	data, err := os.ReadFile(trace)
	if err != nil {
		t.Fatal(err)
	}
	run, err := counterexamples.Parse(trace, data)
	if err != nil {
		t.Fatal(err)
	}
	a, c, err := options.Parse(algorithms.All(), run.Model)
	if err != nil {
		t.Fatal(err)
	}
	outcome, err := counterexamples.Replay(a.New(c), a.Properties(c), run)
	if err != nil {
		t.Fatal(err)
	}
	var svg bytes.Buffer
	if err := counterexamples.SVG(&svg, a.New(c), run, outcome); err != nil {
		t.Fatal(err)
	}
	link := image(t, document, fmt.Sprintf("%s-%s", a.Name, run.Property), svg.Bytes())
	return fmt.Sprintf("![Diagram of a trace: %s is violated in %d steps, %s](%s)\n", run.Property, len(run.Steps), run.Model, link)
}

// plotted is what a command prints as Markdown, behind the picture of its first measure, which has a name.
func plotted(t *testing.T, document, what, tmp string) string {
	t.Helper()
	name, command, _ := strings.Cut(what, " ")
	text := shellOutput(t, command+" --markdown --quiet --plot "+filepath.Join(tmp, name+".svg"), tmp)
	_, measures, _ := strings.Cut(command, "--measure ")
	first, _, several := strings.Cut(strings.Fields(measures)[0], ",")
	file := filepath.Join(tmp, name+".svg")
	if several {
		file = filepath.Join(tmp, name+"-"+first+".svg")
	}
	svg, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf("![%s, as the table below has it](%s)\n\n%s", first, image(t, document, name, svg), text)
}

// image is a link from a document to an image; the file is compared, and written with -update.
func image(t *testing.T, document, name string, svg []byte) string {
	t.Helper()
	file := "docs/images/" + name + ".svg"
	if old, err := os.ReadFile(file); err != nil || !bytes.Equal(old, svg) {
		if !*update {
			t.Fatalf("%s is out of date (%v): go test ./cmd/gmecheck -update writes it", file, err)
		}
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, svg, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	link, err := filepath.Rel(filepath.Dir(document), file)
	if err != nil {
		t.Fatal(err)
	}
	return filepath.ToSlash(link)
}

// speedTable is a part of the first table of a document of the peers: those that were measured, and their speed.
func speedTable(t *testing.T, document string) string {
	t.Helper()
	data, err := os.ReadFile(document)
	if err != nil {
		t.Fatal(err)
	}
	command, table, ok := strings.Cut(string(data), "\n\n| tool | workers | distinct states | transitions | seconds | states/s |")
	if !ok {
		t.Fatalf("%s has no table of speeds", document)
	}
	command = command[strings.LastIndex(command, "\n")+1:]
	var b strings.Builder
	fmt.Fprintf(&b, "| %s, one worker | states | seconds | states/s |\n| --- | --- | --- | --- |\n", command)
	table, _, _ = strings.Cut(table, "\n\n")
	for _, line := range strings.Split(table, "\n")[2:] {
		if cells := strings.Split(line, " | "); len(cells) == 8 {
			if strings.HasPrefix(cells[2], "not installed") || cells[1] != "1" {
				continue
			}
			fmt.Fprintf(&b, "%s | %s | %s | %s |\n", cells[0], cells[2], cells[4], cells[5])
		}
	}
	return b.String()
}

// commandTables describe every command with its flags. Those of the model, which most commands share, stand in a table of
// their own.
func commandTables() string {
	var b strings.Builder
	shared := &cobra.Command{}
	options.New(shared.Flags(), algorithms.All())
	b.WriteString("## Flags of the model\n\n")
	flagTable(&b, shared.Flags(), nil)
	root := gmecheck().Command()
	b.WriteString("\n## Flags of all commands\n\n")
	flagTable(&b, root.PersistentFlags(), nil)
	var all []*cobra.Command
	for _, c := range root.Commands() {
		if all = append(all, c); c.Name() != "completion" {
			all = append(all, c.Commands()...)
		}
	}
	for _, c := range all {
		if c.Name() == "help" || c.Hidden {
			continue
		}
		about := c.Long
		if about == "" {
			about = c.Short + "."
		}
		fmt.Fprintf(&b, "\n## %s\n\n%s\n\n```text\n%s\n```\n", c.CommandPath(), strings.TrimSpace(about), c.UseLine())
		if c.Flags().Lookup("loss") != nil && !c.Flags().Lookup("loss").Hidden {
			b.WriteString("\nIt takes the [flags of the model](#flags-of-the-model), and these:\n")
		}
		b.WriteString("\n")
		flagTable(&b, c.LocalFlags(), shared.Flags())
	}
	return b.String()
}

// flagTable shows the flags that another set does not have. The machine's number of processors is a default of no document.
func flagTable(b *strings.Builder, flags, but *pflag.FlagSet) {
	head := "| flag | meaning |\n| --- | --- |\n"
	flags.VisitAll(func(f *pflag.Flag) {
		if f.Hidden || f.Name == "help" || but != nil && but.Lookup(f.Name) != nil {
			return
		}
		value, usage := pflag.UnquoteUsage(f)
		name := "--" + f.Name
		if f.Shorthand != "" {
			name = "-" + f.Shorthand + ", " + name
		}
		switch {
		case f.Name == "workers":
			usage += " (default: all processors)"
		case f.DefValue != "" && f.DefValue != "0" && f.DefValue != "0s" && f.DefValue != "false" && f.DefValue != "[]":
			usage += " (default " + f.DefValue + ")"
		}
		fmt.Fprintf(b, "%s| `%s` | %s |\n", head, strings.TrimSpace(name+" "+value), layout.Escape(usage))
		head = ""
	})
}

var (
	linked  = regexp.MustCompile(`\]\(([^)]+)\)`)
	heading = regexp.MustCompile(`(?m)^#+ (.*)$`)
	code    = regexp.MustCompile("(?s)\n```.*?\n```|`[^`\n]*`")
	dropped = regexp.MustCompile(`[^a-z0-9 _-]`)
)

// TestLinks: every link of the documents leads to a file, and to a heading if it names one; every page of docs is in the
// contents.
func TestLinks(t *testing.T) {
	t.Chdir(root)
	pages, err := filepath.Glob("docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	links := map[string]bool{}
	for _, page := range append(pages, "README.md", "CONTRIBUTING.md", "CHANGELOG.md") {
		for _, m := range linked.FindAllStringSubmatch(text(t, page), -1) {
			if strings.Contains(m[1], "://") {
				continue
			}
			file, anchor, _ := strings.Cut(m[1], "#")
			target := page
			if file != "" {
				target = filepath.Join(filepath.Dir(page), file)
			}
			links[page+" "+filepath.ToSlash(target)] = true
			if _, err := os.Stat(target); err != nil {
				t.Errorf("%s: %v", page, err)
			} else if anchor != "" && !hasHeading(text(t, target), anchor) {
				t.Errorf("%s: %s has no heading #%s", page, target, anchor)
			}
		}
	}
	for _, page := range pages {
		if page = filepath.ToSlash(page); page != "docs/README.md" && !links["docs/README.md "+page] {
			t.Errorf("%s is not in docs/README.md", page)
		}
	}
}

// TestGlossary: another document uses every word that the glossary explains.
func TestGlossary(t *testing.T) {
	t.Chdir(root)
	pages, err := filepath.Glob("docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	var others strings.Builder
	for _, page := range append(pages, "README.md", "CONTRIBUTING.md") {
		if filepath.Base(page) != "glossary.md" {
			others.WriteString(strings.ToLower(text(t, page)))
		}
	}
	rows := regexp.MustCompile(`(?m)^\| ([a-z-][^|]*) \|`).FindAllStringSubmatch(text(t, "docs/glossary.md"), -1)
	if len(rows) < 20 {
		t.Errorf("only %d rows", len(rows))
	}
	for _, row := range rows {
		for _, word := range strings.Split(row[1], ", ") {
			if !strings.Contains(others.String(), word) {
				t.Errorf("no document uses %q", word)
			}
		}
	}
}

// text is a document without its code.
func text(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return code.ReplaceAllString(string(data), "")
}

// hasHeading reports whether a document has a heading that GitHub gives the anchor.
func hasHeading(text, anchor string) bool {
	for _, m := range heading.FindAllStringSubmatch(text, -1) {
		if strings.ReplaceAll(dropped.ReplaceAllString(strings.ToLower(m[1]), ""), " ", "-") == anchor {
			return true
		}
	}
	return false
}
