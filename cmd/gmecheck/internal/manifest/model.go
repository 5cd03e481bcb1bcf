package manifest

import (
	"strings"

	"github.com/goccy/go-yaml/ast"
	"github.com/spf13/pflag"

	"github.com/gmecheck/gmecheck/algorithms/options"
	"github.com/gmecheck/gmecheck/algorithms/paper"
)

// renamed are the keys of a model that are not named like their flags: they are those of the JSON report.
var renamed = map[string]string{"repairs": "repair", "network": "net"}

// flagOf is the flag that a key of a model stands for.
func flagOf(key string) string {
	if flag, ok := renamed[key]; ok {
		return flag
	}
	return key
}

// KeyOf is the key of a model that stands for a flag.
func KeyOf(flag string) string {
	for key, f := range renamed {
		if f == flag {
			return key
		}
	}
	return flag
}

// ModelKeys are the keys of a model.
func ModelKeys(list paper.List) []string {
	keys := []string{"algorithm"}
	for _, flag := range options.Names(list) {
		keys = append(keys, KeyOf(flag))
	}
	return keys
}

// model reads the algorithm and its configuration; false if the configuration is not known.
func (r *reader) model(c *Check, n ast.Node) bool {
	fields, ok := r.mapping(n, "model", ModelKeys(r.words.Algorithms))
	set := pflag.NewFlagSet("model", pflag.ContinueOnError)
	flags := options.New(set, r.words.Algorithms)
	places := map[string]field{}
	named := false
	for _, f := range fields {
		if f.key == "algorithm" {
			named = true
			c.Algorithm = r.algorithm(f.value)
			continue
		}
		list, right := r.texts(f.value, f.key)
		if !right {
			ok = false
			continue
		}
		if len(list) == 0 && (f.key == "repairs" || f.key == "without") {
			continue // as the report writes that there are none
		}
		places[flagOf(f.key)] = f
		if err := set.Set(flagOf(f.key), strings.Join(list, ",")); err != nil {
			r.wrong(f.value, "%s: %v", f.key, err)
			ok = false
		}
	}
	if !named && ok {
		r.wrong(n, "model without an algorithm")
	}
	if c.Algorithm == nil {
		return false
	}
	config, mistakes := flags.Checked(c.Algorithm)
	for _, err := range mistakes {
		r.usage(n, places, err)
	}
	c.Config = config
	return ok && len(mistakes) == 0
}

// algorithm reads the name of an algorithm; nil if there is none with that name.
func (r *reader) algorithm(n ast.Node) *paper.Algorithm {
	name, ok := r.text(n, "algorithm")
	if !ok {
		return nil
	}
	a, err := r.words.Algorithms.Find(name)
	if err != nil {
		r.notOneOf(n, "no algorithm is named", name, r.words.Algorithms.Names())
		return nil
	}
	return a
}
