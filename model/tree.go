package model

import (
	"fmt"
	"strconv"
	"strings"
)

// ParseTree reads a tree as the command line takes it: the parent of each of n processes, 0 for the root. "0,1,1" is
// process 1 with the children 2 and 3. The error says what was given and what is allowed.
func ParseTree(text string, n int) (PerSite[Site], error) {
	bad := func(why string, args ...any) (PerSite[Site], error) {
		return PerSite[Site]{}, fmt.Errorf("%q %s; allowed is a tree: the parents of processes 1 to %d, 0 for the root, "+
			"such as %s", text, fmt.Sprintf(why, args...), n, Path(n))
	}
	parents, roots := NewPerSite[Site](n), 0
	fields := strings.Split(text, ",")
	if len(fields) != n {
		return bad("has %d numbers for %d processes", len(fields), n)
	}
	for k, field := range fields {
		parent, err := strconv.Atoi(field)
		if err != nil || field != strconv.Itoa(parent) || parent < 0 || parent > n {
			return bad("has %q in it, which is not a number from 0 to %d", field, n)
		}
		if parent == 0 {
			roots++
		}
		parents = parents.With(Site(k+1), Site(parent))
	}
	if roots != 1 {
		return bad("has %d roots", roots)
	}
	for i := range Site(n) {
		at := i + 1
		for range n {
			if at != 0 {
				at = parents.At(at)
			}
		}
		if at != 0 {
			return bad("has a cycle above process %d", i+1)
		}
	}
	return parents, nil
}

// Path is the tree, as [ParseTree] reads it, in which the parent of each process is the one before it: "0,1,2".
func Path(n int) string { return treeText(n, func(i int) int { return i - 1 }) }

// Star is the tree, as [ParseTree] reads it, in which everybody's parent is process 1: "0,1,1".
func Star(n int) string { return treeText(n, func(i int) int { return min(i-1, 1) }) }

func treeText(n int, parent func(i int) int) string {
	fields := make([]string, n)
	for k := range fields {
		fields[k] = strconv.Itoa(parent(k + 1))
	}
	return strings.Join(fields, ",")
}
