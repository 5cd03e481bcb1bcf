package manifest

import (
	"slices"

	"github.com/goccy/go-yaml/ast"

	"github.com/gmecheck/gmecheck/invariants"
)

// search reads a check that explores a model.
func (r *reader) search(c *Check, given map[string]field) {
	known := r.model(c, given["model"].value)
	if known {
		c.Panel = c.Algorithm.Properties(c.Config)
	}
	limits, places := map[string]string{}, map[string]field{}
	if s, ok := given["search"]; ok {
		fields, _ := r.mapping(s.value, "search", append([]string{"properties"}, r.words.Keys...))
		for _, f := range fields {
			if f.key == "properties" {
				var all bool
				c.Panel, all = r.selected(c, f.value, known)
				known = known && all
			} else if text, ok := r.text(f.value, f.key); ok {
				limits[f.key], places[f.key] = text, f
			}
		}
	}
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
	r.expect(c, given, known)
}

// selected reads the properties that are to be judged; false if not all are right. Which there are is known only of a model
// without mistakes.
func (r *reader) selected(c *Check, n ast.Node, known bool) (panel invariants.Panel, ok bool) {
	before := len(r.mistakes)
	entries, ok := r.list(n, "properties")
	if ok && len(entries) == 0 {
		r.wrong(n, "properties is empty; allowed is to leave it out, for all, or to name some")
	}
	for _, entry := range entries {
		name, ok := r.text(entry, "a property")
		if !ok || !known {
			continue
		}
		k := indexOf(c.Panel, name)
		switch {
		case k < 0:
			r.noProperty(entry, c, name, c.Panel)
		case indexOf(panel, name) >= 0:
			r.wrong(entry, "%s for the second time in properties", name)
		default:
			panel = append(panel, c.Panel[k])
		}
	}
	return panel, len(r.mistakes) == before
}

func (r *reader) noProperty(n ast.Node, c *Check, name string, all invariants.Panel) {
	r.notOneOf(n, c.Algorithm.Name+" has in this configuration no property", name, propertyNames(all))
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
