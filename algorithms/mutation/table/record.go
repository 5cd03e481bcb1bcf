package table

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"

	"github.com/goccy/go-yaml"
)

// RecordFile is the file beside an algorithm that says which of its mutants survive, and why.
const RecordFile = "mutants.yaml"

// Record is what it says. The reasons are written by hand, what was found by the command.
type Record struct {
	Equivalent map[string]string `yaml:"equivalent"` // by id: in no run does the mutant do anything else
	Survives   map[string]string `yaml:"survives"`   // by id: it does something else, and no property at the gate's sizes can tell
	Found      Found             `yaml:"found"`
}

// Found is what the last run of all mutants found.
type Found struct {
	Made    string `yaml:"made"`    // hash of the ids of all mutants
	Gate    string `yaml:"gate"`    // hash of the gate's manifest
	Mutants int    `yaml:"mutants"` // all
	Killed  int    `yaml:"killed"`  // in any way
	Endless int    `yaml:"endless"` // of those: a search does not end
	Broken  int    `yaml:"broken"`  // of those: something panics

	// The ids of the others: those with the same states and transitions as the algorithm as it is, and the rest.
	Same   []string `yaml:"same-counts"`
	Differ []string `yaml:"other-counts"`
}

// Survivors lists the ids of all that are not killed.
func (f *Found) Survivors() []string { return slices.Concat(f.Differ, f.Same) }

// Reason is why a mutant survives, "" if nobody has written it.
func (r *Record) Reason(id string) (text string, equivalent bool) {
	if text, ok := r.Equivalent[id]; ok {
		return strings.Join(strings.Fields(text), " "), true
	}
	return strings.Join(strings.Fields(r.Survives[id]), " "), false
}

// Explained lists the ids that have a reason.
func (r *Record) Explained() []string {
	var all []string
	for _, reasons := range []map[string]string{r.Equivalent, r.Survives} {
		for id := range reasons {
			all = append(all, id)
		}
	}
	slices.Sort(all)
	return all
}

// Read reads a record; where there is no file, it is empty.
func Read(file string) (*Record, error) {
	text, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		return &Record{}, nil
	} else if err != nil {
		return nil, err
	}
	var r Record
	if err := yaml.UnmarshalWithOptions(text, &r, yaml.Strict()); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	for id := range r.Survives {
		if _, both := r.Equivalent[id]; both {
			return nil, fmt.Errorf("%s: %s is equivalent, or survives, but not both", file, id)
		}
	}
	return &r, nil
}

// begin is the line from which on a record is written by the command.
const begin = "# From here on written by go run ./algorithms/mutation --update"

// Write puts what was found into a record, and leaves what is written by hand as it is.
func Write(file string, found *Found) error {
	old, err := os.ReadFile(file)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	byHand, _, _ := strings.Cut(string(old), begin)
	text, err := yaml.MarshalWithOptions(map[string]*Found{"found": found}, yaml.IndentSequence(true))
	if err != nil {
		return err
	}
	return os.WriteFile(file, []byte(byHand+begin+"\n"+string(text)), 0o644)
}
