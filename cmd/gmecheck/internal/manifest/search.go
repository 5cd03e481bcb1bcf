package manifest

import (
	"errors"
	"slices"

	"github.com/goccy/go-yaml/ast"

	"github.com/gmecheck/gmecheck/algorithms/options"
	"github.com/gmecheck/gmecheck/invariants"
)

// search reads a check that explores a model.
func (r *reader) search(c *Check, given map[string]field) error {
	if err := r.model(c, given["model"].value); err != nil {
		return err
	}
	all := invariants.Panel(c.Algorithm.Properties(c.Config))
	c.Panel = all
	limits := map[string]string{}
	places := map[string]field{}
	if s, ok := given["search"]; ok {
		fields, err := r.mapping(s.value, "search", append([]string{"properties"}, r.words.Keys...))
		if err != nil {
			return err
		}
		for _, f := range fields {
			if f.key == "properties" {
				if c.Panel, err = r.selected(c, f.value, all); err != nil {
					return err
				}
				continue
			}
			if limits[f.key], err = r.text(f.value, f.key); err != nil {
				return err
			}
			places[f.key] = f
		}
	}
	var err error
	if c.Search, err = r.words.Options(limits); err != nil {
		return r.ofFlag(given["name"].value, places, err)
	}
	return r.expect(c, given)
}

// ofFlag is a flag's error at the key that stands for it, or at n where none does.
func (r *reader) ofFlag(n ast.Node, places map[string]field, err error) error {
	var usage *options.UsageError
	if errors.As(err, &usage) {
		if f, ok := places[usage.Flag]; ok {
			return r.usage(f.value, f.key, err)
		}
	}
	return r.at(n, "%v", err)
}

// selected reads the properties that are to be judged.
func (r *reader) selected(c *Check, n ast.Node, all invariants.Panel) (invariants.Panel, error) {
	entries, err := r.list(n, "properties")
	if err != nil {
		return nil, err
	}
	if len(entries) == 0 {
		return nil, r.at(n, "properties is empty; allowed is to leave it out, for all, or to name some")
	}
	var panel invariants.Panel
	for _, entry := range entries {
		name, err := r.text(entry, "a property")
		if err != nil {
			return nil, err
		}
		k := indexOf(all, name)
		if k < 0 {
			return nil, r.noProperty(entry, c, name, all)
		}
		if indexOf(panel, name) >= 0 {
			return nil, r.at(entry, "%s for the second time in properties", name)
		}
		panel = append(panel, all[k])
	}
	return panel, nil
}

func (r *reader) noProperty(n ast.Node, c *Check, name string, all invariants.Panel) error {
	return r.notOneOf(n, c.Algorithm.Name+" has in this configuration no property", name, propertyNames(all))
}

func indexOf(panel invariants.Panel, name string) int {
	return slices.IndexFunc(panel, func(p invariants.Property) bool { return p.Name == name })
}

func propertyNames(panel invariants.Panel) []string {
	var all []string
	for _, p := range panel {
		all = append(all, p.Name)
	}
	return all
}
