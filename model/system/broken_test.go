package system

import (
	"testing"

	"github.com/gmecheck/gmecheck/model"
)

// picky panics at whatever it receives.
type picky struct{ chatter }

func (picky) Request(i model.Site, v *int, _ model.Demand, o *model.Outbox[int]) {
	*v++
	o.Send(3, 10*int(i))
}
func (picky) Receive(_ model.Site, _ *int, m int, _ *model.Outbox[int]) { panic(m) }

// TestBrokenAtNode demands that of several handlers that panic at a node always the same one is told of, in whichever order
// the messages were seen first.
func TestBrokenAtNode(t *testing.T) {
	for _, order := range [][]int{{0, 1}, {1, 0}} {
		sys := Compose(picky{}, model.Config{Processes: 3, Requests: []int{1, 1, 0}, Network: model.Bag})
		r, at := sys.NewReader(), sys.Start()
		for _, site := range order {
			d := r.Expand(site, at[site], 0).Moves[0].Sends[0]
			at[d.Site] = r.Put(d.Site, at[d.Site], d.Batch)
		}
		func() {
			defer func() {
				if b, ok := recover().(*model.Broken); !ok || b.Event != "deliver(10 -> 3)" || b.Cause != 10 {
					t.Errorf("%v: %v", order, b)
				}
			}()
			r.Expand(2, at[2], 0)
		}()
	}
}
