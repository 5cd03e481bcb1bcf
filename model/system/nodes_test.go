package system

import "testing"

// TestPairTable demands that pairs stand near their places whichever of their numbers they differ in: nodes of one inbox
// and many selves, inboxes of one self, and of many.
func TestPairTable(t *testing.T) {
	for _, shape := range [][2]uint32{{1, 4096}, {4096, 1}, {64, 64}} {
		table := newPairTable(1 << 8)
		for a := range shape[0] {
			for b := range shape[1] {
				table = table.with(pair(a+1, b+1), a*shape[1]+b+1)
			}
		}
		steps, mask := 0, uint64(len(table.entries)-1)
		for k := range table.entries {
			e := &table.entries[k]
			if e.number.Load() == 0 {
				continue
			}
			a, b, key := e.a-1, e.b-1, e.pair()
			if n := table.get(key); n != a*shape[1]+b+1 {
				t.Errorf("%v: the pair %d, %d has number %d", shape, a+1, b+1, n)
			}
			steps += int((uint64(k)-table.place(key))&mask) + 1
		}
		if table.used != 4096 || steps > 3*table.used {
			t.Errorf("%v: %d pairs are found in %d steps", shape, table.used, steps)
		}
	}
}
