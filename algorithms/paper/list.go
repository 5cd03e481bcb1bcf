package paper

import (
	"fmt"

	"github.com/gmecheck/gmecheck/algorithms/names"
)

// List is the algorithms of a program, in the order in which they are shown. It is handed down to whatever reads the name
// of an algorithm, so that a program may have a list of its own.
type List []*Algorithm

// Names lists the names of the algorithms.
func (l List) Names() []string {
	var all []string
	for _, a := range l {
		all = append(all, a.Name)
	}
	return all
}

// Find returns the algorithm of that name. The error says what was given, what is allowed and what is near.
func (l List) Find(name string) (*Algorithm, error) {
	for _, a := range l {
		if a.Name == name {
			return a, nil
		}
	}
	near := ""
	if n := names.Nearest(name, l.Names()); n != "" {
		near = fmt.Sprintf("; did you mean %s?", n)
	}
	return nil, fmt.Errorf("no algorithm is named %q; allowed is %s%s", name, names.Or(l.Names()), near)
}
