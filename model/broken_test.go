package model

import "testing"

// picky panics at whatever it receives.
type picky struct{ chatter }

func (picky) Request(i Site, v *int, _ Demand, o *Outbox[int]) { *v++; o.Send(3, 10*int(i)) }
func (picky) Receive(_ Site, _ *int, m int, _ *Outbox[int])    { panic(m) }

// TestBrokenAtNode demands that of several handlers that panic at a node always the same one is told of, in whichever order
// the messages were seen first.
func TestBrokenAtNode(t *testing.T) {
	for _, order := range [][]int{{0, 1}, {1, 0}} {
		sys := Compose(picky{}, Config{Processes: 3, Requests: []int{1, 1, 0}, Network: Bag})
		r, at := sys.NewReader(), sys.Start()
		for _, site := range order {
			d := r.Expand(site, at[site], 0).Moves[0].Sends[0]
			at[d.Site] = r.Put(d.Site, at[d.Site], d.Batch)
		}
		func() {
			defer func() {
				if b, ok := recover().(*Broken); !ok || b.Event != "deliver(10 -> 3)" || b.Cause != 10 {
					t.Errorf("%v: %v", order, b)
				}
			}()
			r.Expand(2, at[2], 0)
		}()
	}
}
