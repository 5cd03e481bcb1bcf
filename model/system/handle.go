package system

import (
	"fmt"
	"slices"

	"github.com/gmecheck/gmecheck/model"
)

// handle calls the protocol for one sequence of choices, and notes in r what the handler has done. It returns what is
// wrong with that.
func (s *space[V, M]) handle(i model.Site, r *ran[V, M], t trigger, out *model.Outbox[M]) (broken *model.Broken) {
	v := &r.vars
	wrong := func(problem string, args ...any) *model.Broken { return s.broken(i, t, problem, args...) }
	defer panicked(&broken, wrong)
	switch t.kind {
	case model.RequestEvent:
		d := s.demands[i-1][t.arg]
		d.Ticket = t.ticket
		s.protocol.Request(i, v, d, out)
	case model.ExitEvent:
		s.protocol.Exit(i, v, out)
	case model.DeliverEvent:
		s.protocol.Receive(i, v, s.messages.all[t.arg], out)
	case model.TimeoutEvent:
		s.timed.Expire(i, v, t.name, out)
	case model.InternalEvent:
		s.internal.Do(i, v, t.name, out)
	case model.CrashEvent:
		s.volatile.Crash(i, v)
	case model.RecoverEvent:
		s.recovering.Recover(i, v, out)
	default:
		panic("no handler for " + t.kind.String())
	}
	if r.Effect = out.Effect(); r.Unhandled {
		return wrong("%s", s.unhandledText(i, t))
	}
	if s.openVars {
		if found, is := s.types.wrong(v); is {
			return wrong("leaves variables that are no value: %v", found)
		}
	}
	for k := range r.Sends {
		m := &r.Sends[k]
		if s.openMessages {
			if found, is := s.types.wrong(&m.Message); is {
				return wrong("sends a message that is no value: %v", found)
			}
		}
		if m.To < 1 || int(m.To) > len(s.sites) {
			return wrong("sends %s to site %d, which is not there: sites are 1 to %d", model.Text(m.Message), m.To, len(s.sites))
		}
	}
	for k := range r.Notes {
		if found, is := s.types.wrong(&r.Notes[k]); is {
			return wrong("notes what is no value: %v", found)
		}
	}
	return nil
}

// unhandledText says what it is that no handler takes.
func (s *space[V, M]) unhandledText(i model.Site, t trigger) string {
	place := s.sys.Places[i-1].Title()
	if t.kind != model.DeliverEvent {
		return fmt.Sprintf("is missing: %s has one for no %s of this name", place, t.kind)
	}
	m := s.messages.all[t.arg]
	return fmt.Sprintf("is missing: %s takes no messages of type %T (%s)", place, m, model.Kind(m))
}

// look computes what properties see of the node: once with its messages in their order and once backwards, because they
// are in no particular order.
func (s *space[V, M]) look(x *expanding[V]) (uint32, *model.Broken) {
	s.inbox = s.inbox[:0]
	for k := range x.inbox.len() {
		s.inbox = append(s.inbox, s.messages.all[x.inbox.at(k).message])
	}
	v, broken := s.see(x.site, x.vars, s.inbox)
	if broken != nil {
		return 0, broken
	}
	v.InFlight, v.Down = len(s.inbox) > 0, x.down
	stands, broken := s.stand(x.site, x.local)
	if broken == nil && standIn(v) != stands {
		broken = s.mistaken(x.site, "Look", "shows Waits, InCS, Groups or Priority that do not follow from the variables alone, but depend on the inbox %v", s.inbox)
	}
	if broken != nil {
		return 0, broken
	}
	if s.sys.showing {
		v.Shown = model.Shown{Vars: x.vars, Inbox: model.ListOf(s.messagesOf(x.inbox)...)}
	}
	return s.views.number(v), nil
}

// see asks the protocol what a site looks like. It changes the order of the messages.
func (s *space[V, M]) see(i model.Site, vars V, inbox []M) (v model.View, broken *model.Broken) {
	wrong := func(problem string, args ...any) *model.Broken { return s.mistaken(i, "Look", problem, args...) }
	defer panicked(&broken, wrong)
	v = s.protocol.Look(i, vars, inbox)
	if v.More == nil {
	} else if found, is := s.types.wrong(&v.More); is {
		return v, wrong("shows what is no value in More: %v", found)
	}
	if !s.inOrder {
		slices.Reverse(inbox)
	}
	if again := s.protocol.Look(i, vars, inbox); again != v {
		one, other := differ(v, again)
		return v, wrong("does not always show the same for the same messages: first %s; then %s", one, other)
	}
	return v, nil
}
