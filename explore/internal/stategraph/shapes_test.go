package stategraph

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"

	"pgregory.net/rapid"

	"github.com/gmecheck/gmecheck/explore/internal/membudget"
)

// TestNumbersOfShapes: workers that number the same shapes in different orders agree on every one, no two have one number, and
// each is read as it was written down, also where labels and edges only together tell shapes apart.
func TestNumbersOfShapes(t *testing.T) {
	type kind struct {
		label uint32
		edges []uint16
	}
	var all []kind
	for label := range uint32(40) {
		for first := range uint16(30) {
			all = append(all, kind{label, []uint16{first}}, kind{label, []uint16{first, uint16(label)}})
		}
		all = append(all, kind{label, nil}, kind{label, slices.Repeat([]uint16{7}, 300)})
	}
	x, numbers := newShapes(&membudget.Budget{}), make([][]uint32, 4)
	var workers sync.WaitGroup
	for w := range numbers {
		numbers[w] = make([]uint32, len(all))
		workers.Go(func() {
			r, order := x.reader(), rand.New(rand.NewPCG(uint64(w), 0))
			for _, k := range append(order.Perm(len(all)), order.Perm(len(all))...) {
				numbers[w][k] = r.number(all[k].label, all[k].edges)
			}
		})
	}
	workers.Wait()
	known := map[uint32]string{}
	for k, want := range all {
		n, text := numbers[0][k], fmt.Sprint(want)
		for w := range numbers {
			if numbers[w][k] != n {
				t.Fatalf("%v is %d to one worker and %d to another", want, n, numbers[w][k])
			}
		}
		if known[n] != "" {
			t.Fatalf("%s and %s are both %d", known[n], text, n)
		}
		known[n] = text
		if x.all[n].label != want.label || !slices.Equal(x.of(n), want.edges) {
			t.Errorf("%d is label %d, edges %v; want %v", n, x.all[n].label, x.of(n), want)
		}
	}
	if len(x.all) != len(all) {
		t.Errorf("%d shapes, want %d", len(x.all), len(all))
	}
}

// TestTargets: what is put is read back, at the ends of what three bytes and four hold, wherever it stands.
func TestTargets(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		states := rapid.SampledFrom([]int{2, 1 << 16, 1 << 24, 1<<24 + 1, 1 << 31}).Draw(t, "states")
		state := rapid.OneOf(rapid.Uint32Range(0, uint32(states-1)), rapid.Just(uint32(states-1)))
		lists := rapid.SliceOfN(rapid.SliceOfN(state, 0, 5), 1, 20).Draw(t, "lists")
		all := slices.Concat(lists...)
		x := newTargets(&membudget.Pages{}, states, len(all))
		defer x.Free()
		at := make([]uint32, len(lists)) // where each begins
		order := make([]int, len(lists))
		for k := range lists[1:] {
			at[k+1], order[k+1] = at[k]+uint32(len(lists[k])), k+1
		}
		for _, k := range rapid.Permutation(order).Draw(t, "order") {
			x.put(at[k], lists[k])
		}
		for k, list := range lists {
			out := x.of(at[k], len(list))
			if out.Len() != len(list) {
				t.Fatalf("%d, want %d", out.Len(), len(list))
			}
			for n, want := range list {
				if got := out.At(n); got != want {
					t.Errorf("of %d states list %d, %d: %d, want %d", states, k, n, got, want)
				}
			}
		}
	})
}
