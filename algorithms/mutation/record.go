package main

import (
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/gmecheck/gmecheck/algorithms/mutation/mutate"
	"github.com/gmecheck/gmecheck/algorithms/mutation/table"
)

// record reads which mutants survive, and why. A reason for a mutant that does not exist is an error.
func (x *subject) record(root string, p *mutate.Package) (*table.Record, error) {
	r, err := table.Read(filepath.Join(root, x.dir, table.RecordFile))
	if err != nil {
		return nil, err
	}
	known := ids(p)
	gone := slices.DeleteFunc(r.Explained(), func(id string) bool { return slices.Contains(known, id) })
	if len(gone) > 0 {
		return nil, fmt.Errorf("%s/%s gives reasons for mutants that do not exist: %s", x.dir, table.RecordFile, strings.Join(gone, ", "))
	}
	return r, nil
}

// section lays the record beside the mutants.
func (x *subject) section(p *mutate.Package, r *table.Record) *table.Section {
	s := &table.Section{Title: x.title(), Found: &r.Found}
	for _, m := range p.Mutants {
		if !slices.Contains(r.Found.Survivors(), m.ID) {
			continue
		}
		why, equivalent := r.Reason(m.ID)
		s.Lines = append(s.Lines, table.Line{
			ID: m.ID, Where: fmt.Sprintf("%s, %s", m.File, m.Function), Change: m.Change(),
			SameCounts: slices.Contains(r.Found.Same, m.ID), Equivalent: equivalent, Reason: why,
		})
	}
	return s
}

// document is the table of all algorithms as the records have it.
func document(root string) (string, error) {
	s, err := load(nil)
	if err != nil {
		return "", err
	}
	var sections []*table.Section
	for k, p := range s.packages {
		r, err := s.subjects[k].record(root, p)
		if err != nil {
			return "", err
		}
		sections = append(sections, s.subjects[k].section(p, r))
	}
	operators := "| mistake | what it is |\n| --- | --- |\n"
	for _, op := range mutate.Operators() {
		operators += fmt.Sprintf("| %s | %s |\n", op.Name, strings.ReplaceAll(op.Doc, "|", `\|`))
	}
	return table.Document(sections, operators), nil
}

func writeDocument(root string) error {
	text, err := document(root)
	if err != nil {
		return err
	}
	file := filepath.Join(root, table.File)
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return err
	}
	return os.WriteFile(file, []byte(text), 0o644)
}

func ids(p *mutate.Package) []string {
	var all []string
	for _, m := range p.Mutants {
		all = append(all, m.ID)
	}
	slices.Sort(all)
	return all
}

// made is a hash of the mutants that there are.
func made(p *mutate.Package) string { return short([]byte(strings.Join(ids(p), "\n"))) }

// hash is a hash of a file, or of nothing.
func hash(file string) string {
	text, err := os.ReadFile(file)
	if err != nil {
		return short(nil)
	}
	return short(text)
}

func short(text []byte) string { return fmt.Sprintf("%x", sha256.Sum256(text))[:8] }
