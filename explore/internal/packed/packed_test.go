package packed

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/gmecheck/gmecheck/model"
)

// TestLayout packs states of every layout and reads them again. The least of them, which has node 1 everywhere and 0 for the
// budgets, must not look like a free slot of the visited set, which is told by its first word.
func TestLayout(t *testing.T) {
	t.Run("1", rapid.MakeCheck(testLayout[[1]uint64]))
	t.Run("2", rapid.MakeCheck(testLayout[[2]uint64]))
	t.Run("3", rapid.MakeCheck(testLayout[[3]uint64]))
	t.Run("4", rapid.MakeCheck(testLayout[[4]uint64]))
	t.Run("6", rapid.MakeCheck(testLayout[[6]uint64]))
	t.Run("8", rapid.MakeCheck(testLayout[[8]uint64]))
	t.Run("16", rapid.MakeCheck(testLayout[[16]uint64]))
}

func testLayout[S State](t *rapid.T) {
	words := len(*new(S))
	need := rapid.SliceOfN(rapid.IntRange(1, 32), 1, 3*words).Draw(t, "bits of the nodes")
	need = append(need, rapid.IntRange(0, 20).Draw(t, "bits of the budgets"))
	level := rapid.SampledFrom([]int{0, 1, LeastLevel, LevelBits}).Draw(t, "bits of the level")
	l, ok := Fit(need, words, level)
	if !ok {
		t.Skip("more bits than there are")
	}
	taken := make([]uint64, words)
	taken[l.Level.Word] = l.Level.Mask()
	if int(l.Level.Bits) != level || l.Level.Mask()>>l.Level.Shift != 1<<level-1 {
		t.Fatalf("the level of %v has not %d bits", l, level)
	}
	for k, f := range l.Fields {
		mask := (f.Limit() - 1) << f.Shift
		if int(f.Bits) < need[k] || int(f.Shift+f.Bits) > 64 || taken[f.Word]&mask != 0 {
			t.Fatalf("field %d of %v overlaps another, or has less than %d bits", k, l, need[k])
		}
		taken[f.Word] |= mask
	}
	var least, s S
	want := make([]uint32, len(need))
	for k := range need[:len(need)-1] {
		Set(&l, &least, k, 0, 1)
	}
	if least[0] == 0 {
		t.Fatalf("a state of %v looks like a free slot", l)
	}
	for range 2 { // from 0, and from other values
		for k, f := range l.Fields {
			x := uint32(rapid.Uint64Range(0, f.Limit()-1).Draw(t, "component"))
			Set(&l, &s, k, want[k], x)
			want[k] = x
		}
		for k, x := range want {
			if Get(&l, &s, k) != x {
				t.Fatalf("component %d of %v is %d, not %d", k, l, Get(&l, &s, k), x)
			}
		}
	}
}

// TestChoose demands a layout for as many sites as there can be, though there are not as many bits as each would like.
func TestChoose(t *testing.T) {
	for _, sites := range []int{1, 3, 4, 5, 16, 43, model.MaxSites} {
		for _, least := range []int{16, 24} {
			l, _ := Choose(slices.Repeat([]int{1}, sites), 1, least, 1, MaxWords)
			for k, f := range l.Fields[:sites] {
				if f.Limit() < 2*64 {
					t.Errorf("%d sites: there are %d nodes of site %d in %+v", sites, f.Limit(), k, l)
				}
			}
			if inside := l.Level.Bits > 0; inside && !l.HasLevel(1<<LeastLevel-1) || inside && int(l.Fields[0].Bits) < leastBeside {
				t.Errorf("%d sites: %+v has no room for levels", sites, l)
			}
		}
	}
}

// TestChooseDepthFirst demands that levels take no bits from the nodes where there are none, and states are never packed anew.
func TestChooseDepthFirst(t *testing.T) {
	for sites := 1; sites <= 6; sites++ {
		l, _ := Choose(slices.Repeat([]int{1}, sites), 1, 24, 0, MaxWords)
		for k, f := range l.Fields[:sites] {
			if int(f.Bits) < min(24, 64/sites) {
				t.Errorf("%d sites: there are %d bits for site %d in %+v", sites, f.Bits, k, l)
			}
		}
	}
}
