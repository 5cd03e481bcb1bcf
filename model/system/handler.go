package system

import (
	"slices"

	"github.com/gmecheck/gmecheck/model"
)

// handler runs the handler of an event once more, to see by which calls it uses its outbox: to keep that of every event would take longer
// than most handlers.
func (s *space[V, M]) handler(e *model.Event, node uint32) model.Source {
	s.mu.Lock()
	defer s.mu.Unlock()
	var calls model.Calls
	if node == 0 {
		return model.Handler(s.protocol, e, calls)
	}
	if t, has := s.triggerOf(e); has {
		own, _ := s.sites[e.Site-1].node(node)
		var all []ran[V, M]
		c := s.caller
		c.tracing = true
		c.noted(e.Site, t, func() { all, _ = c.once(e.Site, s.sites[e.Site-1].locals.at(own.local), t, &c.ran[0], true) })
		c.tracing = false
		for k := range all {
			if slices.Equal(all[k].Choices, e.Choices) {
				calls = all[k].Calls
			}
		}
	}
	return model.Handler(s.protocol, e, calls)
}

// triggerOf is the event as its handler sees it, but for the ticket, which is the first; false if it has no handler.
func (s *space[V, M]) triggerOf(e *model.Event) (trigger, bool) {
	t := trigger{kind: e.Kind, name: e.Name}
	switch e.Kind {
	case model.RequestEvent:
		for k := range s.demands[e.Site-1] {
			if &s.demands[e.Site-1][k] == e.Demand {
				t.arg = uint32(k)
			}
		}
		t.ticket = min(1, s.sys.tickets-1)
	case model.DeliverEvent:
		t.arg = s.messages.number(e.Message.Value.(M))
	case model.ExitEvent, model.TimeoutEvent, model.InternalEvent:
	default:
		return t, false
	}
	return t, true
}
