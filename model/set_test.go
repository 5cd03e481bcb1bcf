package model

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/mitchellh/hashstructure/v2"
	"pgregory.net/rapid"
)

// numbers are small ones, and some that do not fit into one word.
func numbers(t *rapid.T, label string) map[Site]bool {
	return rapid.MapOf(rapid.SampledFrom([]Site{0, 1, 2, 5, 63, 64, 65, 127, 128, 1000}), rapid.Just(true)).Draw(t, label)
}

// TestSet demands of sets what maps do.
func TestSet(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := numbers(t, "a"), numbers(t, "b")
		members := func(m map[Site]bool) []Site { return slices.Sorted(maps.Keys(m)) }
		where := func(f func(x Site) bool) map[Site]bool {
			all := maps.Clone(a)
			maps.Copy(all, b)
			maps.DeleteFunc(all, func(x Site, _ bool) bool { return !f(x) })
			return all
		}
		s, r := SetOf(members(a)...), SetOf(members(b)...)
		same := func(what string, got Sites, want map[Site]bool) {
			if !slices.Equal(slices.Collect(got.All()), members(want)) || got.Len() != len(want) || got.Empty() != (len(want) == 0) {
				t.Fatalf("%s of %v and %v: %v", what, s, r, got)
			}
			shuffled := rapid.Permutation(members(want)).Draw(t, "order")
			if again := SetOf(shuffled...); again != got || !again.Equal(got) {
				t.Fatalf("%s of %v and %v: %v, and not %v of %v", what, s, r, got, again, shuffled)
			}
			for _, x := range []Site{0, 1, 63, 64, 128, 1000, 1001} {
				if got.Has(x) != want[x] {
					t.Fatalf("%v has %d: %t", got, x, got.Has(x))
				}
			}
		}
		same("first", s, a)
		same("union", s.Union(r), where(func(x Site) bool { return a[x] || b[x] }))
		same("intersection", s.Intersect(r), where(func(x Site) bool { return a[x] && b[x] }))
		same("difference", s.Minus(r), where(func(x Site) bool { return a[x] && !b[x] }))
		x := rapid.SampledFrom([]Site{0, 2, 63, 64, 128, 1000}).Draw(t, "x")
		less := maps.Clone(a)
		delete(less, x)
		same("without", s.Without(x), less)
		n := rapid.SampledFrom([]int{0, 1, 62, 63, 64, 127, 128, 200}).Draw(t, "n")
		upTo := map[Site]bool{}
		for x := range n {
			upTo[Site(x+1)] = true
		}
		same("up to", UpTo[Site](n), upTo)
	})
}

// TestSetBounds: what can be no member is refused, and is none.
func TestSetBounds(t *testing.T) {
	for _, x := range []Site{-1, math.MinInt, MostMember + 1, math.MaxInt} {
		for _, s := range []Sites{{}, SetOf[Site](3), SetOf[Site](100)} {
			if s.Has(x) || s.Without(x) != s {
				t.Errorf("%v has %d", s, x)
			}
			func() {
				defer func() {
					if text := fmt.Sprint(recover()); !strings.HasPrefix(text, fmt.Sprintf("%d in a Set, ", x)) {
						t.Errorf("%v and %d: %s", s, x, text)
					}
				}()
				t.Errorf("%v and %d are %v", s, x, s.With(x))
			}()
		}
	}
	if s := SetOf[Site](MostMember); !s.Has(MostMember) || s.Len() != 1 {
		t.Error("the largest member is none")
	}
}

func TestSetMask(t *testing.T) {
	for _, s := range []Sites{{}, SetOf[Site](1), SetOf[Site](2, 63), UpTo[Site](63)} {
		if got := SetOfMask[Site](s.Mask()); got != s {
			t.Errorf("%v: %v", s, got)
		}
	}
	if got := SetOf[Site](1, 3).Mask(); got != 0b101 {
		t.Errorf("%b", got)
	}
}

// TestSetHash demands that fingerprints are those of the time when a set was a number.
func TestSetHash(t *testing.T) {
	type number uint64
	was, err := hashstructure.Hash(struct{ Crashing number }{0b1010}, hashstructure.FormatV2, nil)
	if err != nil {
		t.Fatal(err)
	}
	if is, err := hashstructure.Hash(struct{ Crashing Sites }{SetOf[Site](1, 3)}, hashstructure.FormatV2, nil); err != nil || is != was {
		t.Errorf("%x, not %x: %v", is, was, err)
	}
	if a, b := must(SetOf[Site](1, 64).Hash()), must(SetOf[Site](1, 65).Hash()); a == b {
		t.Errorf("%x twice", a)
	}
}

func must[T any](x T, err error) T {
	if err != nil {
		panic(err)
	}
	return x
}

// TestPerSite demands of arrays what slices do.
func TestPerSite(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.SampledFrom([]int{0, 1, 2, 8, 9, 16, 17, 72, 73, 80, 600}).Draw(t, "n")
		a, want := NewPerSite[int](n), make([]int, n)
		for range rapid.IntRange(0, 40).Draw(t, "changes") {
			if n == 0 {
				break
			}
			i, x := rapid.IntRange(1, n).Draw(t, "site"), rapid.IntRange(0, 2).Draw(t, "value")
			a, want[i-1] = a.With(Site(i), x), x
		}
		var got []int
		for _, x := range a.Elements() {
			got = append(got, x.(int))
		}
		if !slices.Equal(got, want) || a.Len() != n || a != perSiteOf(want) {
			t.Fatalf("%v: %v", want, a)
		}
	})
}

// TestPerSiteBeyond panics at a site that there is not, and says so.
func TestPerSiteBeyond(t *testing.T) {
	for _, i := range []Site{-1, 0, 4} {
		for name, use := range map[string]func(){
			"At":   func() { NewPerSite[int](3).At(i) },
			"With": func() { NewPerSite[int](3).With(i, 1) },
		} {
			func() {
				defer func() {
					if said, ok := recover().(string); !ok || said == "" {
						t.Errorf("%s(%d): %v", name, i, said)
					}
				}()
				use()
				t.Errorf("%s(%d) is possible", name, i)
			}()
		}
	}
}
