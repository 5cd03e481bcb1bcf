package system

import (
	"slices"
	"testing"

	"github.com/gmecheck/gmecheck/model"
)

// chatter sends numbers that grow: each of its two sites gets new nodes for a long time.
type chatter struct{ model.Protocol[int, int] }

func (chatter) Start(model.Site) int            { return 0 }
func (chatter) MayRequest(model.Site, int) bool { return true }
func (chatter) Request(i model.Site, v *int, _ model.Demand, o *model.Outbox[int]) {
	*v++
	o.Send(3-i, *v)
}
func (chatter) InCS(model.Site, int) bool                                 { return false }
func (chatter) Receive(_ model.Site, v *int, m int, _ *model.Outbox[int]) { *v = (*v + m) % 50 }
func (chatter) Look(model.Site, int, []int) model.View                    { return model.View{} }

// walk works out so much of a system's states, depth first; it goes on where a claim is refused.
func walk(sys *System, steps int) (refused int) {
	r, seen := sys.NewReader(), map[[2]uint32]bool{}
	var todo [][2]uint32
	try := func(f func()) {
		defer func() {
			if recover() != nil {
				refused++
			}
		}()
		f()
	}
	todo = append(todo, [2]uint32(sys.Start()))
	for ; len(todo) > 0 && steps > 0; steps-- {
		at := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for k := range at {
			try(func() {
				for _, m := range r.Expand(k, at[k], 0).Moves {
					to := at
					to[k] = m.Next
					for _, d := range m.Sends {
						to[d.Site] = r.Put(d.Site, to[d.Site], d.Batch)
					}
					if !seen[to] {
						seen[to] = true
						todo = append(todo, to)
					}
				}
			})
		}
	}
	return refused
}

// TestReplayAfterRefusal demands that a system whose tables were refused memory has in its journal what it has worked
// out, no more and no less: otherwise what was saved when the memory ended could not be resumed.
func TestReplayAfterRefusal(t *testing.T) {
	c := model.Config{Processes: 2, Requests: []int{6, 6}, Network: model.Bag}
	refusals := 0
	for refuse := 1; ; refuse++ {
		sys, claims := Compose(chatter{}, c), 0
		sys.Start()
		sys.Journal = &Journal{}
		sys.Claim = func(int64) {
			if claims++; claims == refuse {
				panic("no room")
			}
		}
		refusals += walk(sys, 2000)
		if claims < refuse {
			break
		}
		again := Compose(chatter{}, c)
		again.Start()
		for _, e := range sys.Journal.Since(0) {
			if err := again.Replay(e); err != nil {
				t.Fatalf("claim %d refused: %v", refuse, err)
			}
		}
		if !slices.Equal(again.Nodes(), sys.Nodes()) {
			t.Errorf("claim %d refused: %v nodes, replayed %v", refuse, sys.Nodes(), again.Nodes())
			continue
		}
		for k, count := range sys.Nodes() {
			for n := uint32(1); n <= uint32(count); n++ {
				if sys.Describe(k, n).Hash() != again.Describe(k, n).Hash() {
					t.Fatalf("claim %d refused: node %d of site %d is another one", refuse, n, k)
				}
			}
		}
	}
	if refusals < 4 {
		t.Errorf("%d claims were refused", refusals)
	}
}
