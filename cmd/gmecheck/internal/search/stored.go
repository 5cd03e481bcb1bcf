package search

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/gmecheck/gmecheck/algorithms/options"
	"github.com/gmecheck/gmecheck/algorithms/paper"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/program"
	"github.com/gmecheck/gmecheck/explore"
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
)

// The names of traits from which a search can be made again.
const (
	modelTrait      = "model"
	propertiesTrait = "list of properties"
)

// Traits are what a search is of: one with others does not go on with it.
func Traits(p *program.Program, a *paper.Algorithm, c model.Config, panel invariants.Panel) ([]explore.Trait, error) {
	build, err := programText(p)
	all := []explore.Trait{
		{Name: modelTrait, Value: options.Line(a, c)},
		{Name: "fingerprint", Value: c.Fingerprint()},
		{Name: propertiesTrait, Value: strings.Join(invariants.Names(panel), ",")},
		{Name: "program", Value: build},
	}
	if a.Own { // what the program reads, such as an environment variable, may change what its functions do
		all = append(all, explore.Trait{Name: "digest of random runs", Value: explore.Digest(a.New(c), panel)})
	}
	return all, err
}

// programText identifies the program exactly.
func programText(p *program.Program) (string, error) {
	build, err := program.ExecutableHash()
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("%s %s (%s)", p.Name, p.Version, build[:12]), nil
}

// Of is the model and the properties of a search that is stored.
func Of(p *program.Program, of []explore.Trait) (*paper.Algorithm, model.Config, invariants.Panel, error) {
	value := func(name string) string {
		k := slices.IndexFunc(of, func(t explore.Trait) bool { return t.Name == name })
		if k < 0 {
			return ""
		}
		return of[k].Value
	}
	a, c, err := options.Parse(p.Algorithms, value(modelTrait))
	if err != nil {
		return nil, c, nil, err
	}
	f := Flags{Program: p}
	if names := value(propertiesTrait); names != "" {
		f.Properties = strings.Split(names, ",")
	}
	panel, err := f.Selected(a, c)
	return a, c, panel, err
}

// Do does one task of the search in a directory, or a bucket, which says of what. The flags limit the memory.
func Do(ctx context.Context, p *program.Program, f Flags, dir string, t explore.Task) error {
	place, bucket, err := p.Place(dir)
	if err != nil {
		return err
	}
	stored, err := explore.ReadStore(place, bucket)
	if err != nil {
		return err
	}
	a, c, panel, err := Of(p, stored.Of)
	if err != nil {
		return err
	}
	f.Program, f.Search, f.Symmetry, f.Workers = p, string(explore.BFS), "off", 1
	o, err := f.Options()
	if err != nil {
		return err
	}
	of, err := Traits(p, a, c, panel)
	if err != nil {
		return err
	}
	o.Judge, o.Store = panel, &explore.Store{Dir: place, Bucket: bucket, Of: of}
	return explore.Do(ctx, a.New(c), o, t)
}

// StoreRefused makes a directory, or a bucket, of a search on files that cannot be used the user's mistake.
func StoreRefused(given string, err error) error {
	var store *explore.StoreError
	if errors.As(err, &store) {
		return &options.UsageError{Flag: "store", Given: given, Problem: store.Err.Error()}
	}
	return err
}
