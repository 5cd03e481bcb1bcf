package membudget

import (
	"fmt"
	"os"
	"testing"
)

// addressesKept are the process's addresses, in pages.
func addressesKept(t *testing.T) (pages int) {
	t.Helper()
	text, err := os.ReadFile("/proc/self/statm")
	if err == nil {
		_, err = fmt.Sscan(string(text), &pages)
	}
	if err != nil {
		t.Fatal(err)
	}
	return pages
}

// TestRoom: an array that grows stays where it is as long as there are addresses for it; beyond, it is moved with what it
// holds, and no addresses are left behind.
func TestRoom(t *testing.T) {
	var from Pages
	before := addressesKept(t)
	all, held := Grow[uint64](&from, nil, nil, LeastMapped)
	if cap(held) < leastRoom {
		t.Skip("the process may not have as many addresses as it likes")
	}
	for _, length := range []int{leastRoom / 64, leastRoom / 16, leastRoom/8 + LeastMapped} {
		for k := range all {
			all[k] = uint64(k + 1)
		}
		first, gap := &held[0], length-len(all)
		all, held = Grow(&from, all, held, length)
		if stays := 8*length <= leastRoom; stays != (&held[0] == first) {
			t.Errorf("an array of %d bytes stays: %t", 8*length, !stays)
		}
		for k, x := range all {
			if x != uint64(max(0, k-gap+1)) {
				t.Fatalf("an array that grew to %d bytes has %d at %d of %d", 8*length, x, k, length)
			}
		}
	}
	from.Unmap(held)
	if more := (addressesKept(t) - before) * os.Getpagesize(); more > hugePage {
		t.Errorf("addresses for %d bytes are left behind", more)
	}
}
