package permutation

import (
	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/values"
)

// keeping is the identity of n sites.
func keeping(n int) *Permutation {
	r := &Permutation{processes: n}
	for i := range n + 1 {
		r.sites = append(r.sites, model.Site(i))
	}
	return r
}

// Exchanged is a value with two of n sites exchanged.
func Exchanged(x any, n int, i, j model.Site) any {
	r := keeping(n)
	r.sites[i], r.sites[j] = j, i
	return values.Rename(r, x)
}

// Mentioned is the sites, of n, that a value mentions. An array by site mentions all.
func Mentioned(x any, n int) (all model.Sites) {
	r := keeping(n)
	r.met = func(i model.Site) { all = all.With(i) }
	values.Rename(r, x)
	return all
}
