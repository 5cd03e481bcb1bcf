package canonical

import (
	"slices"

	"github.com/gmecheck/gmecheck/explore/internal/packed"
	"github.com/gmecheck/gmecheck/model"
)

// No message may wait for ever. In a run of canonical states a message is called by what it says but for its numbers, under fifo also by
// its channel, since its numbers change along the way: see [values.Numberless]. So as long as it waits, nothing else may go by that name.
// (Under fifo that is no more than that every channel must be served: one that is not has the same message in front for ever.)

// constraint is the name of what must not wait for ever.
type constraint struct {
	site    int
	from    model.Site
	message any
}

func constraintOf(x *step) (c constraint, is bool) {
	if x.look.kind != model.DeliverEvent && x.look.kind != model.DropEvent {
		return c, false
	}
	return constraint{x.Site, x.look.from, x.look.message}, true
}

// waiting lists the messages that wait in a state, but for those that its form leaves out, by the name of what waits.
func (p *Pairs) waiting(s packed.Vector) map[constraint][]any {
	k := s.Key()
	all, known := p.held[k]
	if !known {
		_, left := p.drain(s, p.reader.Canon(s))
		all = named(left)
		p.held[k] = all
	}
	return all
}

func named(steps []step) map[constraint][]any {
	all := map[constraint][]any{}
	for k := range steps {
		c, is := constraintOf(&steps[k])
		if message := steps[k].Move.Event.Message.Value; is && !slices.Contains(all[c], message) { // it is there again where its handler chooses
			all[c] = append(all[c], message)
		}
	}
	return all
}

// steady demands that a message keeps its name as long as it waits, and that no two that wait have the same; left is what is possible
// when what the form leaves out is gone.
func (p *Pairs) steady(s packed.Vector, steps []step, form packed.Vector, left []step) *model.Broken {
	before := named(left)
	p.held[s.Key()] = before
	for _, values := range before {
		if len(values) > 1 {
			return p.wrong(s, "keeps messages that differ in numbers only, so that it is not known which of them waits: %s and %s", model.Text(values[0]), model.Text(values[1]))
		}
	}
	for k := range steps {
		x := &steps[k]
		taken, _ := constraintOf(x)
		after := p.waiting(x.To)
		for c, values := range before {
			if now := after[c]; len(now) == 1 && now[0] != values[0] && (c != taken || p.silent(x, form)) {
				return p.wrong(s, "makes %s take the place of %s, which still waits, after %s", model.Text(now[0]), model.Text(values[0]), p.label(s, *x))
			}
		}
	}
	return nil
}
