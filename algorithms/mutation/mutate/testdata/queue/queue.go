// Package queue is a protocol with something for every kind of mistake.
package queue

import "github.com/gmecheck/gmecheck/model"

type phase uint8

const (
	idle phase = iota
	waiting
	inside
)

type vars struct {
	phase phase
	timer bool
	heard int
	last  model.Site
	queue model.List[model.Site]
	known model.Sites
	made  model.Number
}

type ask struct {
	from, who model.Site
	number    int
	made      model.Number
}

type protocol struct{ n int }

type outbox = model.Outbox[ask]

func (p *protocol) Start(model.Site) vars                   { return vars{} }
func (p *protocol) MayRequest(_ model.Site, v vars) bool    { return v.phase == idle && !v.timer }
func (p *protocol) InCS(_ model.Site, v vars) bool          { return v.phase == inside }
func (p *protocol) Look(model.Site, vars, []ask) model.View { return model.View{} }

func (p *protocol) Request(i model.Site, v *vars, _ model.Demand, out *outbox) {
	v.phase, v.timer = waiting, true
	v.heard++
	for j := range p.others(i) {
		out.Send(j, ask{i, j, v.heard, v.made})
	}
}

func (p *protocol) Receive(i model.Site, v *vars, m ask, out *outbox) {
	if m.number < v.heard || m.number > v.heard+1 {
		return
	}
	if v.made.After(m.made) || m.made.Is(v.made.Next()) {
		return
	}
	v.made = v.made.Max(m.made)
	before := v.queue
	v.queue = v.queue.Add(m.who)
	out.Note(len(before.Slice()))
	v.heard = max(v.heard, m.number)
	switch v.phase {
	case idle:
		p.pass(v, m.number-v.heard, out)
	case inside:
		v.known = v.known.Union(model.SetOf(m.who, m.from))
		for _, j := range v.queue.All() {
			if j == i {
				continue
			}
			v.last = j
			break
		}
	}
}

func (p *protocol) Exit(i model.Site, v *vars, out *outbox) {
	v.phase = idle
	p.pass(v, 0, out)
	var all []model.Site
	for j := range v.known.Without(i).All() {
		all = append(all, j)
	}
	v.queue = model.ListOf(all...)
}

func (p *protocol) pass(v *vars, number int, out *outbox) {
	if v.queue.Empty() {
		return
	}
	v.last, v.queue = v.queue.Front(), v.queue.Rest()
	out.Send(v.known.Least(), ask{from: v.last, who: v.last, number: number})
	out.Enter()
}

func (p *protocol) others(i model.Site) func(yield func(model.Site) bool) {
	return model.UpTo[model.Site](p.n).Without(i).All()
}

func unused(v *vars) { v.phase = idle }
