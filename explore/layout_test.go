package explore

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/gmecheck/gmecheck/model"
)

// TestLayout packs states of every layout and reads them again. The least of them, which has node 1 everywhere and 0 for the
// budgets, must not look like a free slot of the store, which is told by its first word.
func TestLayout(t *testing.T) {
	t.Run("1", rapid.MakeCheck(testLayout[[1]uint64]))
	t.Run("2", rapid.MakeCheck(testLayout[[2]uint64]))
	t.Run("3", rapid.MakeCheck(testLayout[[3]uint64]))
	t.Run("4", rapid.MakeCheck(testLayout[[4]uint64]))
	t.Run("6", rapid.MakeCheck(testLayout[[6]uint64]))
	t.Run("8", rapid.MakeCheck(testLayout[[8]uint64]))
	t.Run("16", rapid.MakeCheck(testLayout[[16]uint64]))
}

func testLayout[S packed](t *rapid.T) {
	words := len(*new(S))
	need := rapid.SliceOfN(rapid.IntRange(1, 32), 1, 3*words).Draw(t, "bits of the nodes")
	need = append(need, rapid.IntRange(0, 20).Draw(t, "bits of the budgets"))
	level := rapid.SampledFrom([]int{0, 1, leastLevel, levelBits}).Draw(t, "bits of the level")
	l, ok := fit(need, words, level)
	if !ok {
		t.Skip("more bits than there are")
	}
	taken := make([]uint64, words)
	taken[l.level.word] = l.level.mask()
	if int(l.level.bits) != level || l.level.mask()>>l.level.shift != 1<<level-1 {
		t.Fatalf("the level of %v has not %d bits", l, level)
	}
	for k, f := range l.fields {
		mask := (f.limit() - 1) << f.shift
		if int(f.bits) < need[k] || int(f.shift+f.bits) > 64 || taken[f.word]&mask != 0 {
			t.Fatalf("field %d of %v overlaps another, or has less than %d bits", k, l, need[k])
		}
		taken[f.word] |= mask
	}
	var least, s S
	want := make([]uint32, len(need))
	for k := range need[:len(need)-1] {
		set(&l, &least, k, 0, 1)
	}
	if least[0] == 0 {
		t.Fatalf("a state of %v looks like a free slot", l)
	}
	for range 2 { // from 0, and from other values
		for k, f := range l.fields {
			x := uint32(rapid.Uint64Range(0, f.limit()-1).Draw(t, "component"))
			set(&l, &s, k, want[k], x)
			want[k] = x
		}
		for k, x := range want {
			if get(&l, &s, k) != x {
				t.Fatalf("component %d of %v is %d, not %d", k, l, get(&l, &s, k), x)
			}
		}
	}
}

// TestWidth demands a layout for as many sites as there can be, though there are not as many bits as each would like.
func TestWidth(t *testing.T) {
	for _, sites := range []int{1, 3, 4, 5, 16, 43, model.MaxSites} {
		c := &common{sys: model.Compose(counter{end: 1}, model.Config{Processes: sites, Requests: make([]int, sites), Network: model.Bag})}
		for _, least := range []int{16, 24} {
			l, _ := c.width(least, 1)
			for k, f := range l.fields[:sites] {
				if f.limit() < 2*64 {
					t.Errorf("%d sites: there are %d nodes of site %d in %+v", sites, f.limit(), k, l)
				}
			}
			if inside := l.level.bits > 0; inside && !l.holds(1<<leastLevel-1) || inside && int(l.fields[0].bits) < leastBeside {
				t.Errorf("%d sites: %+v has no room for levels", sites, l)
			}
		}
	}
}

// TestWidthDepthFirst demands that levels take no bits from the nodes where there are none, and states are never packed anew.
func TestWidthDepthFirst(t *testing.T) {
	for sites := 1; sites <= 6; sites++ {
		c := &common{sys: model.Compose(counter{end: 1}, model.Config{Processes: sites, Requests: make([]int, sites), Network: model.Bag})}
		l, _ := c.width(24, 0)
		for k, f := range l.fields[:sites] {
			if int(f.bits) < min(24, 64/sites) {
				t.Errorf("%d sites: there are %d bits for site %d in %+v", sites, f.bits, k, l)
			}
		}
	}
}
