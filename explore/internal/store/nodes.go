package store

import (
	"fmt"
	"hash/fnv"
	"math/bits"

	"github.com/gmecheck/gmecheck/model/system"
)

// Dictionary is the nodes that have numbers in the store, and which ones they are in a system, whose own numbers depend on the
// order in which it met them.
type Dictionary struct {
	sys    *system.System
	Known  []int      // by site
	local  [][]uint32 // by site and number: that in the system
	number [][]uint32 // by site and that in the system; 0: it has no number yet
	hash   [][]uint64 // by site and number: of what the node is

	Ignored uint64 // tests: bits of hashes
}

// NewDictionary is without nodes.
func NewDictionary(sys *system.System) *Dictionary {
	sites := len(sys.Places)
	d := &Dictionary{sys: sys, Known: make([]int, sites), local: make([][]uint32, sites), number: make([][]uint32, sites), hash: make([][]uint64, sites)}
	for k := range sites {
		d.local[k], d.hash[k] = []uint32{0}, []uint64{0}
	}
	return d
}

// Add gives the next numbers to these nodes of each site.
func (d *Dictionary) Add(nodes [][]Node) error {
	for k, all := range nodes {
		for _, content := range all {
			local, err := d.sys.Intern(k, content)
			if err != nil {
				return err
			}
			for int(local) >= len(d.number[k]) {
				d.number[k] = append(d.number[k], make([]uint32, len(d.number[k])+64)...)
			}
			if d.number[k][local] != 0 {
				return fmt.Errorf("node %d of %s comes twice", d.number[k][local], d.sys.Places[k].Title())
			}
			d.Known[k]++
			d.number[k][local] = uint32(d.Known[k])
			d.local[k], d.hash[k] = append(d.local[k], local), append(d.hash[k], d.Hash(content))
		}
	}
	return nil
}

// Localize replaces the numbers of nodes in states, which have so many components each, by those in the system.
func (d *Dictionary) Localize(states []uint32, width int) error {
	for at := 0; at < len(states); at += width {
		for k := range d.local {
			n := states[at+k]
			if n == 0 || int(n) >= len(d.local[k]) {
				return fmt.Errorf("a state with node %d of %s, of which %d are known", n, d.sys.Places[k].Title(), d.Known[k])
			}
			states[at+k] = d.local[k][n]
		}
		if b := states[at+len(d.local)]; int(b) >= d.sys.Budgets() {
			return fmt.Errorf("a state with budgets %d, of which there are %d", b, d.sys.Budgets())
		}
	}
	return nil
}

// Number is that of a node of the system; 0 if it has none.
func (d *Dictionary) Number(site int, local uint32) uint32 {
	if all := d.number[site]; int(local) < len(all) {
		return all[local]
	}
	return 0
}

// Content is what a node of the system is.
func (d *Dictionary) Content(site int, local uint32) (Node, error) { return d.sys.Content(site, local) }

// HashOf is the hash of a numbered node.
func (d *Dictionary) HashOf(site int, number uint32) uint64 { return d.hash[site][number] }

// Hash is that of what a node is. It only finds a part for states, and nothing else follows from it.
func (d *Dictionary) Hash(content Node) uint64 {
	h := fnv.New64a()
	h.Write(content)
	return h.Sum64() &^ d.Ignored
}

// Placed is how many sites' nodes decide in which part a state is, the first ones: the first half of them. So most successors stay in
// the part of their state, and states that are alike are near to each other in their files.
func Placed(sites int) int { return (sites + 1) / 2 }

// Mix adds the hash of a node to that of those before it.
func Mix(h, node uint64) uint64 {
	hi, lo := bits.Mul64(h^node, 0xD6E8FEB86659FD93)
	return hi ^ lo
}

// Part is the part of a state, from the hash of its nodes.
func Part(h uint64, parts int) int {
	part, _ := bits.Mul64(h, uint64(parts))
	return int(part)
}

// PartOf is the part of a state of numbered nodes.
func (d *Dictionary) PartOf(s []uint32, parts int) int {
	h := uint64(0)
	for k := range Placed(len(d.Known)) {
		h = Mix(h, d.hash[k][s[k]])
	}
	return Part(h, parts)
}
