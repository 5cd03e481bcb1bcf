// Package algorithms lists the algorithms that gmecheck knows.
package algorithms

import (
	"fmt"

	"github.com/gmecheck/gmecheck/algorithms/banerjeechrysanthis"
	"github.com/gmecheck/gmecheck/algorithms/drsgme"
	"github.com/gmecheck/gmecheck/algorithms/dynamicpriorityring"
	"github.com/gmecheck/gmecheck/algorithms/fapp"
	"github.com/gmecheck/gmecheck/algorithms/gbp"
	"github.com/gmecheck/gmecheck/algorithms/kmutex"
	"github.com/gmecheck/gmecheck/algorithms/naimitrehel"
	"github.com/gmecheck/gmecheck/algorithms/names"
	"github.com/gmecheck/gmecheck/algorithms/paper"
	"github.com/gmecheck/gmecheck/algorithms/raymond"
	"github.com/gmecheck/gmecheck/algorithms/ringcoordinator"
	"github.com/gmecheck/gmecheck/algorithms/srtgme"
	"github.com/gmecheck/gmecheck/algorithms/suzukikasami"
	"github.com/gmecheck/gmecheck/algorithms/tokenring"
)

// All lists the algorithms in the order in which they are shown.
func All() []*paper.Algorithm {
	return []*paper.Algorithm{
		&suzukikasami.Algorithm,
		&srtgme.Algorithm,
		&drsgme.Algorithm,
		&drsgme.Extended,
		&kmutex.Algorithm,
		&gbp.Algorithm,
		&ringcoordinator.Algorithm,
		&banerjeechrysanthis.Algorithm,
		&fapp.Algorithm,
		&tokenring.Algorithm,
		&dynamicpriorityring.Algorithm,
		&raymond.Algorithm,
		&naimitrehel.Algorithm,
	}
}

// Names lists the names of the algorithms.
func Names() []string {
	var all []string
	for _, a := range All() {
		all = append(all, a.Name)
	}
	return all
}

// Find returns the algorithm of that name. The error says what was given, what is allowed and what is near.
func Find(name string) (*paper.Algorithm, error) {
	for _, a := range All() {
		if a.Name == name {
			return a, nil
		}
	}
	near := ""
	if n := names.Nearest(name, Names()); n != "" {
		near = fmt.Sprintf("; did you mean %s?", n)
	}
	return nil, fmt.Errorf("no algorithm is named %q; allowed is %s%s", name, names.Or(Names()), near)
}
