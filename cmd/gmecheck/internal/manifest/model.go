package manifest

import (
	"slices"
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

// modelKeys are the keys of a model.
func modelKeys(list paper.List) []string {
	keys := []string{"algorithm"}
	for _, flag := range options.Names(list) {
		key := flag
		for k, f := range renamed {
			if f == flag {
				key = k
			}
		}
		keys = append(keys, key)
	}
	return keys
}

// model reads the algorithm and its configuration.
func (r *reader) model(c *Check, n ast.Node) error {
	fields, err := r.mapping(n, "model", modelKeys(r.words.Algorithms))
	if err != nil {
		return err
	}
	at := slices.IndexFunc(fields, func(f field) bool { return f.key == "algorithm" })
	if at < 0 {
		return r.at(n, "model without an algorithm")
	}
	name, err := r.text(fields[at].value, "algorithm")
	if err != nil {
		return err
	}
	if c.Algorithm, err = r.words.Algorithms.Find(name); err != nil {
		return r.notOneOf(fields[at].value, "no algorithm is named", name, r.words.Algorithms.Names())
	}
	set := pflag.NewFlagSet(name, pflag.ContinueOnError)
	flags := options.New(set, r.words.Algorithms)
	places := map[string]field{}
	for _, f := range fields {
		if f.key == "algorithm" {
			continue
		}
		list, err := r.texts(f.value, f.key)
		if err != nil {
			return err
		}
		if len(list) == 0 && (f.key == "repairs" || f.key == "without") {
			continue // as the report writes that there are none
		}
		places[flagOf(f.key)] = f
		if err := set.Set(flagOf(f.key), strings.Join(list, ",")); err != nil {
			return r.at(f.value, "%s: %v", f.key, err)
		}
	}
	if c.Config, err = flags.Config(c.Algorithm); err != nil {
		return r.ofFlag(n, places, err)
	}
	return nil
}
