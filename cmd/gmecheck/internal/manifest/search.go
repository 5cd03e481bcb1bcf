package manifest

import (
	"github.com/goccy/go-yaml/ast"

	"github.com/gmecheck/gmecheck/invariants"
)

// search reads a check that explores a model.
func (r *reader) search(c *Check, given map[string]field) {
	known := r.model(c, given["model"].value)
	var all, expressions invariants.Panel
	if known {
		all, c.Panel = c.Algorithm.AllProperties(c.Config), c.Algorithm.Properties(c.Config)
	}
	before := len(r.mistakes)
	f, asks := given["invariants"]
	if asks {
		expressions = r.invariants(c, f.value, all, known)
	}
	limits, places := map[string]string{}, map[string]field{}
	if s, ok := given["search"]; ok {
		fields, _ := r.mapping(s.value, "search", append([]string{"properties"}, r.words.Keys...))
		for _, f := range fields {
			if f.key == "properties" {
				c.Panel = r.selected(c, f.value, all, known)
			} else if text, ok := r.text(f.value, f.key); ok {
				limits[f.key], places[f.key] = text, f
			}
		}
	}
	c.Panel = append(c.Panel, expressions...)
	known = known && len(r.mistakes) == before
	for {
		var err error
		if c.Search, err = r.words.Options(limits); err == nil {
			break
		}
		wrong := r.usage(given["model"].at, places, err)
		if wrong == "" {
			break
		}
		delete(limits, wrong) // to see what is wrong with the others
	}
	if asks && c.Search.Symmetry {
		r.wrong(places["symmetry"].value, "symmetry auto: an expression of invariants may tell processes apart; allowed is off")
	}
	r.expect(c, given, known)
}

// selected reads which of all properties are to be judged. Which there are is known only of a model without mistakes.
func (r *reader) selected(c *Check, n ast.Node, all invariants.Panel, known bool) (panel invariants.Panel) {
	entries, ok := r.list(n, "properties")
	if ok && len(entries) == 0 {
		r.wrong(n, "properties is empty; allowed is to leave it out, for all, or to name some")
	}
	for _, entry := range entries {
		name, ok := r.text(entry, "a property")
		if !ok || !known {
			continue
		}
		k := invariants.Index(all, name)
		switch {
		case k < 0:
			r.noProperty(entry, c, name, all)
		case invariants.Index(panel, name) >= 0:
			r.wrong(entry, "%s for the second time in properties", name)
		default:
			panel = append(panel, all[k])
		}
	}
	return panel
}

func (r *reader) noProperty(n ast.Node, c *Check, name string, all invariants.Panel) {
	r.notOneOf(n, c.Algorithm.Name+" has in this configuration no property", name, invariants.Names(all))
}
