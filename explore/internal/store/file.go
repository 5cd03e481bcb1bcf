package store

import "fmt"

// A file is blocks, then its [Contents] as JSON, then the length and the checksum of that and the file's magic.
const (
	magic     = "gmestor1"
	tailBytes = 8 + len(magic)
	blockFull = 1 << 14 // bytes after which a block is closed
)

// Contents say what a file is, and where what stands in it.
type Contents struct {
	Run   string `json:"run"` // of the search: files of another one are not taken for its own
	Kind  Kind   `json:"kind"`
	Level int    `json:"level"`
	Part  int    `json:"part"`

	States int       `json:"states"`
	Blocks []Block   `json:"blocks,omitempty"`
	Known  []int     `json:"known,omitempty"`  // nodes of each site that have numbers, these included
	Counts *Findings `json:"counts,omitempty"` // of a part that is expanded
}

// Kind of a file.
type Kind string

// The kinds. A file has its kind, its level and its part in its name.
const (
	States     Kind = "states"     // of a level, in a part: sorted
	Candidates Kind = "candidates" // successors of the states of a level in a part: for each part sorted, several times
	Nodes      Kind = "nodes"      // that have their first states in a level
	Levels     Kind = "levels"     // several levels in all parts, up to one: their nodes and states
)

// Node is what a node is: see [system.System.Content].
type Node []byte

// Block is a stretch of states.
type Block struct {
	Level  int      `json:"level,omitempty"` // in a file of several levels
	Target int      `json:"part,omitempty"`  // part to which the states belong; of nodes -1
	Run    int      `json:"run,omitempty"`   // the states of all blocks of a run are in order; 0: they are not in order, but numbers one after another
	First  []uint64 `json:"first,omitempty"` // the first state
	States int      `json:"states"`
	Offset int64    `json:"at"`
	Bytes  int      `json:"bytes"`
	Sum    uint32   `json:"sum"`
}

// Name is the name of a file.
func Name(kind Kind, level, part int) string {
	if kind == Nodes || kind == Levels {
		return fmt.Sprintf("%s-%06d", kind, level)
	}
	return fmt.Sprintf("%s-%06d-%04d", kind, level, part)
}
