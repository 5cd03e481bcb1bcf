package system

import (
	"cmp"
	"slices"
	"testing"

	"github.com/gmecheck/gmecheck/model"
)

// veiled is a message whose text does not tell its number.
type veiled int

func (veiled) String() string { return "veiled" }

// teller sends a message with each of its requests, the larger numbers first.
type teller struct{}

func (teller) Start(model.Site) int                                    { return 0 }
func (teller) MayRequest(model.Site, int) bool                         { return true }
func (teller) InCS(model.Site, int) bool                               { return false }
func (teller) Exit(model.Site, *int, *model.Outbox[veiled])            {}
func (teller) Receive(model.Site, *int, veiled, *model.Outbox[veiled]) {}
func (teller) Look(model.Site, int, []veiled) model.View               { return model.View{} }
func (teller) Request(_ model.Site, v *int, _ model.Demand, out *model.Outbox[veiled]) {
	*v++
	out.Send(2, veiled(9-*v))
}

// TestInboxOrder: a state shows messages that have one text in the order of their ages, whatever their values are.
func TestInboxOrder(t *testing.T) {
	sys := Compose[int, veiled](teller{}, model.Config{Processes: 2, Requests: []int{3, 0}, Network: model.Bag, Times: &model.Times{Delay: model.Interval{Lo: 0, Hi: 3}}})
	todo, seen, told := [][]uint32{append(sys.Start(), sys.StartBudget())}, map[uint32]bool{}, 0
	for r := sys.NewReader(); len(todo) > 0; todo = todo[1:] {
		box := sys.Describe(1, todo[0][1]).Inbox
		if !slices.IsSortedFunc(box, func(a, b model.Message) int { return cmp.Compare(a.Age, b.Age) }) {
			t.Error(box)
		}
		if len(box) == 3 && box[0].Age < box[2].Age {
			told++
		}
		for _, x := range r.Out(todo[0]) {
			if !seen[x.To[1]] {
				seen[x.To[1]], todo = true, append(todo, x.To)
			}
		}
	}
	if told == 0 {
		t.Error("no state has three messages of different ages")
	}
}
