package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"gmecheck/algorithms/options"
	"gmecheck/algorithms/paper"
	"gmecheck/explore"
	"gmecheck/invariants"
	"gmecheck/model"
)

// section is a part of a document that the tool writes: <!-- run: COMMAND --> or <!-- verdicts: MODEL -->, up to <!-- end -->.
var section = regexp.MustCompile(`(?s)<!-- (run|verdicts): ([^\n]*) -->\n(.*?)<!-- end -->`)

// TestREADME runs every command of the README and compares what it shows; -update writes it anew.
func TestREADME(t *testing.T) {
	top := filepath.Join("..", "..")
	name := filepath.Join(top, "README.md")
	old, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(top)
	sections := 0
	now := section.ReplaceAllFunc(old, func(found []byte) []byte {
		sections++
		m := section.FindSubmatch(found)
		kind, what := string(m[1]), string(m[2])
		body := ""
		switch kind {
		case "run":
			body = "```console\n$ " + what + "\n" + shellOutput(t, what) + "```\n"
		case "verdicts":
			body = verdictTable(t, what)
		}
		return []byte(fmt.Sprintf("<!-- %s: %s -->\n%s<!-- end -->", kind, what, body))
	})
	if sections == 0 {
		t.Fatal("README.md has no section that the tool writes")
	}
	if bytes.Equal(old, now) {
		return
	}
	if *update {
		if err := os.WriteFile("README.md", now, 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	was, is := strings.Split(string(old), "\n"), strings.Split(string(now), "\n")
	for k := range min(len(was), len(is)) {
		if was[k] != is[k] {
			t.Fatalf("README.md:%d says\n  %s\nbut it is\n  %s\n(go test ./cmd/gmecheck -update writes it)", k+1, was[k], is[k])
		}
	}
	t.Fatal("README.md is out of date: go test ./cmd/gmecheck -update writes it")
}

// shellOutput is what a command of the README prints on stdout: gmecheck itself, or cat.
func shellOutput(t *testing.T, command string) string {
	words := strings.Fields(command)
	switch words[0] {
	case "cat":
		data, err := os.ReadFile(words[1])
		if err != nil {
			t.Fatal(err)
		}
		return string(data)
	case "gmecheck":
		var stdout, stderr bytes.Buffer
		if code := run(context.Background(), words[1:], &stdout, &stderr); code == exitUsage || code == exitInternal {
			t.Fatalf("%s: exit code %d: %s", command, code, &stderr)
		}
		return stdout.String()
	}
	t.Fatalf("README runs %s, which is neither gmecheck nor cat", words[0])
	return ""
}

// verdictTable checks every variant of a model and sets the verdicts side by side.
func verdictTable(t *testing.T, line string) string {
	name, flags, _ := strings.Cut(line, " ")
	var variants []string
	var a *paper.Algorithm
	verdicts := map[string]map[string]string{}
	var order []invariants.Property
	size := ""
	var counts []string
	for _, variant := range []string{model.Published, model.Repaired, "baseline"} {
		found, c, err := options.Parse(fmt.Sprintf("%s --variant %s %s", name, variant, flags))
		if err != nil {
			if variant == "baseline" {
				continue
			}
			t.Fatal(err)
		}
		a = found
		if variant == model.Repaired && len(a.Repairs) == 0 {
			continue // published is what there is
		}
		panel := invariants.Panel(a.Properties(c))
		findings, r, err := search(t.Context(), a, c, panel, explore.Options{Workers: 2, MaxStates: 5_000_000})
		if err != nil {
			t.Fatal(err)
		}
		size = strings.TrimPrefix(strings.Replace(options.Line(a, c), " --variant "+variant, "", 1), a.Name+" ")
		variants = append(variants, variant)
		counts = append(counts, fmt.Sprintf("%s: %s states, %s transitions, depth %d", variant, grouped(r.States), grouped(r.Transitions), r.Depth))
		for _, f := range findings {
			if verdicts[f.Property.Name] == nil {
				verdicts[f.Property.Name] = map[string]string{}
				order = append(order, f.Property)
			}
			text := string(f.Verdict)
			if f.Verdict == invariants.Refuted {
				text = fmt.Sprintf("**violated**, %d", f.Steps)
			}
			verdicts[f.Property.Name][variant] = text
		}
	}
	var b strings.Builder
	fmt.Fprintf(&b, "**%s**, %s: *%s*. `%s` (%s)\n\n", a.Name, a.Authors, a.Title, size, strings.Join(counts, "; "))
	fmt.Fprintf(&b, "| property | source | %s |\n| --- | --- |%s\n", strings.Join(variants, " | "), strings.Repeat(" --- |", len(variants)))
	for _, p := range order {
		fmt.Fprintf(&b, "| `%s` | %s |", p.Name, p.Source)
		for _, variant := range variants {
			fmt.Fprintf(&b, " %s |", verdicts[p.Name][variant])
		}
		b.WriteString("\n")
	}
	return b.String()
}
