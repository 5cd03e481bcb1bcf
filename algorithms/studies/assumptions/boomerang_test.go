package assumptions

import "github.com/gmecheck/gmecheck/model"

// boomerang is a protocol of one process that waits until a message to itself is lost: only then is the system quiet, and
// its timer expires.
type boomerang struct{}

type phase int

const (
	idle phase = iota
	waiting
	inside
	done
)

type comesBack struct{}

type box = model.Outbox[comesBack]

func (boomerang) Start(model.Site) phase                            { return idle }
func (boomerang) MayRequest(_ model.Site, v phase) bool             { return v == idle }
func (boomerang) InCS(_ model.Site, v phase) bool                   { return v == inside }
func (boomerang) Exit(_ model.Site, v *phase, _ *box)               { *v = done }
func (boomerang) Expire(_ model.Site, v *phase, _ string, out *box) { *v = inside; out.Enter() }

func (boomerang) Request(i model.Site, v *phase, _ model.Demand, out *box) {
	*v = waiting
	out.Send(i, comesBack{})
}

func (boomerang) Receive(i model.Site, v *phase, m comesBack, out *box) {
	if *v == waiting {
		out.Send(i, m)
	}
}

func (boomerang) Timers(_ model.Site, v phase) []string {
	if v == waiting {
		return []string{"T"}
	}
	return nil
}

func (boomerang) Look(_ model.Site, v phase, _ []comesBack) model.View {
	return model.View{Waits: v == waiting, InCS: v == inside}
}
