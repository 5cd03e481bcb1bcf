package main

import (
	"os"
	"os/exec"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
)

const module = "github.com/gmecheck/gmecheck/"

// rooms are those of the command, which the map names together.
var rooms = []string{"answer", "exit", "flags", "layout", "program", "report", "search", "terminal"}

// allowedImports reads the map of packages in CONTRIBUTING.md: by package, patterns of what it may import.
func allowedImports(t *testing.T) map[string][]string {
	text, err := os.ReadFile("../../CONTRIBUTING.md")
	if err != nil {
		t.Fatal(err)
	}
	var users, verbs []string
	quoted, allowed := regexp.MustCompile("`([^`]+)`"), map[string][]string{}
	for line := range strings.Lines(string(text)) {
		cells := strings.Split(line, "|")
		if len(cells) != 5 || !strings.HasPrefix(cells[1], " `") {
			continue
		}
		pattern := strings.Trim(cells[1], " `")
		allowed[pattern] = []string{}
		for _, m := range quoted.FindAllStringSubmatch(cells[3], -1) {
			allowed[pattern] = append(allowed[pattern], m[1])
		}
		if strings.Contains(cells[3], "and the papers") {
			allowed[pattern] = append(allowed[pattern], "algorithms/*")
		}
		if strings.Contains(cells[3], "the rooms of the command") {
			users = append(users, pattern)
		}
		if strings.Contains(cells[2], "the verb `") {
			verbs = append(verbs, pattern)
		}
	}
	for _, pattern := range users {
		for _, room := range rooms {
			room = "cmd/gmecheck/internal/" + room
			allowed[pattern] = append(append(allowed[pattern], room), allowed[room]...)
		}
		slices.Sort(allowed[pattern])
		allowed[pattern] = slices.Compact(allowed[pattern])
	}
	allowed["cmd/gmecheck/cli"] = append(allowed["cmd/gmecheck/cli"], verbs...)
	return allowed
}

// matches reports whether a package is one of the patterns; … stands for any one name.
func matches(patterns []string, name string) bool {
	return slices.ContainsFunc(patterns, func(pattern string) bool {
		ok, err := path.Match(strings.ReplaceAll(pattern, "…", "*"), name)
		return ok && err == nil
	})
}

// TestImports demands that every package has its line in CONTRIBUTING's map, and imports no more of the project than the line
// allows.
func TestImports(t *testing.T) {
	allowed := allowedImports(t)
	list := exec.Command("go", "list", "-f", "{{.ImportPath}} {{join .Imports \" \"}}", "./...")
	list.Dir = "../.."
	out, err := list.Output()
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for line := range strings.Lines(string(out)) {
		names := strings.Fields(line)
		name := strings.TrimPrefix(names[0], module)
		if name == strings.TrimSuffix(module, "/") {
			name = "."
		}
		key := name
		if _, own := allowed[key]; !own {
			if key = "algorithms/*"; strings.HasPrefix(name, "examples/") {
				key = "examples/*"
			}
		}
		if !matches([]string{key}, name) {
			t.Errorf("CONTRIBUTING.md has no line for package %s", name)
			continue
		}
		seen[key] = true
		for _, imported := range names[1:] {
			if of, ours := strings.CutPrefix(imported, module); ours && !matches(allowed[key], of) {
				t.Errorf("%s imports %s; CONTRIBUTING.md allows %s", name, of, strings.Join(allowed[key], ", "))
			}
		}
	}
	for key := range allowed {
		if !seen[key] {
			t.Errorf("CONTRIBUTING.md has a line for %s, which is no package", key)
		}
	}
}
