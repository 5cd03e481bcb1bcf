package drsgme

import "github.com/gmecheck/gmecheck/model"

// look is what the properties of this paper ask of a process beyond [model.View]. Where a variable means nothing to
// them it is left out, so that there are few views.
type look struct {
	state        state
	captain      model.Site  // of a follower with a request
	typ          model.Group // token.type of a captain
	RS           model.Sites
	queued       model.Sites // the processes in a holder's queue
	queuedComing model.Sites // the processes in the queues of valid tokens in flight to this process
	copies       int         // valid tokens in flight to this process, those of one session counted once
	regenerating model.Sites // whose gen_tokens are in flight to this process
	asking       bool        // some request, token or gen_token is in flight to this process
	long         bool        // a holder's token.queue has more than min(n, m) entries
}

func (p *protocol) Look(_ model.Site, v vars, inbox []message) model.View {
	x := look{state: v.state, RS: v.RS}
	view := model.View{
		Waits: v.req != 0 && !v.state.inCS(),
		InCS:  v.state.inCS(), Groups: model.Groups(v.req),
	}
	if v.state == EF && v.req != 0 {
		x.captain = v.captain
	}
	if v.state == EC || v.state == HS {
		x.typ = v.token.typ
	}
	if v.state.holder() {
		view.Holds = 1
		x.queued = queued(v.token.queue)
		x.long = v.token.queue.Len() > min(p.c.Processes, p.c.Groups)
	}
	sessions := map[int]bool{}
	for _, m := range inbox {
		switch m := m.(type) {
		case token:
			x.asking = true
			if m.session > v.oldToken.session {
				view.Coming++
				x.queuedComing |= queued(m.queue)
				sessions[m.session] = true
			}
		case genToken:
			x.asking = true
			x.regenerating = x.regenerating.With(m.j)
		case request:
			x.asking = true
		}
	}
	x.copies = len(sessions)
	view.More = x
	return view
}
