package tasks

import (
	"bytes"
	"slices"

	"github.com/gmecheck/gmecheck/explore/internal/store"
)

// number is the task that gives numbers to the nodes that have their first states in the level after this one: in the order of
// what they are, so that the numbers are the same whoever came upon them first.
func (j *job) number(level int) error {
	nodes := make([][]store.Node, j.sites)
	for part := range j.manifest.Parts {
		f, err := j.open(store.Candidates, level, part)
		if err != nil {
			return err
		}
		more, err := f.Nodes(j.sites)
		f.Close()
		if err != nil {
			return err
		}
		for k := range more {
			nodes[k] = append(nodes[k], more[k]...)
		}
	}
	return j.writeNodes(level+1, nodes, slices.Clone(j.manifest.Nodes[level]))
}

// writeNodes writes the nodes of a level, which come after those known.
func (j *job) writeNodes(level int, nodes [][]store.Node, known []int) error {
	to, err := j.create(store.Nodes, level, 0)
	if err != nil {
		return err
	}
	sortNodes(nodes)
	for k := range nodes {
		known[k] += len(nodes[k])
	}
	to.Known = known
	if err := to.Nodes(nodes); err != nil {
		to.Abort()
		return err
	}
	return to.Commit()
}

// sortNodes puts the nodes of each site in their order, each once.
func sortNodes(nodes [][]store.Node) {
	for k := range nodes {
		slices.SortFunc(nodes[k], func(a, b store.Node) int { return bytes.Compare(a, b) })
		nodes[k] = slices.CompactFunc(nodes[k], func(a, b store.Node) bool { return bytes.Equal(a, b) })
	}
}
