package drsgme

import "github.com/gmecheck/gmecheck/model"

// look is what the properties of this paper ask of a process beyond [model.View]. Where a variable means nothing to
// them it is left out, so that there are few views.
type look struct {
	state        state
	captain      model.Site  // of a follower with a request
	typ          model.Group // token.type of a captain
	RS           model.Sites
	queued       model.Sites        // the processes in a holder's queue
	queuedComing model.Sites        // the processes in the queues of valid tokens in flight to this process
	copies       int                // valid tokens in flight to this process, those of one session counted once
	regenerating model.Sites        // whose gen_tokens are in flight to this process
	twice        model.Sites        // those of whom there are several
	answers      numbers            // of the starts and valid tokens in flight to this process
	inbox        kinds              // of messages in flight to this process
	follower     model.Sites        // of a captain
	sn           int                // of a process that waits: the number of its request
	heard        model.PerSite[int] // of a holder: SN, the numbers of the requests that it has heard of
	load         int                // the most requests in the queue of a token that this process holds, or that is valid and on its way to it
	long         bool               // the queue of such a token has more than min(n, m) entries
}

// numbers is what messages in flight to a process say of the number of its request which they answer.
type numbers struct {
	named bool // one of them names a number
	other bool // it is not that of the request with which the process waits
}

// answer notes the number of a request that a message answers; 0 is none.
func (x *numbers) answer(sn, waits int) {
	x.named = x.named || sn != 0
	x.other = x.other || sn != 0 && sn != waits
}

// kinds is a set of kinds of messages.
type kinds uint8

// The kinds of messages; a token is valid or not.
const (
	requests kinds = 1 << iota
	starts
	completes
	valid
	invalid
	genTokens
	isCompletes
)

// has reports that one of these kinds is there.
func (k kinds) has(any kinds) bool { return k&any != 0 }

func (p *protocol) Look(i model.Site, v vars, inbox []message) model.View {
	x := look{state: v.state, RS: v.RS}
	view := model.View{
		Waits: !v.req.null() && !v.state.inCS(),
		InCS:  v.state.inCS(), Groups: model.Groups(v.req),
	}
	if v.state == EF {
		x.captain = v.captain
	}
	if v.state == EC || v.state == HS {
		x.typ, x.follower = v.token.typ, v.follower
	}
	if view.Waits {
		x.sn = v.SN.At(i)
	}
	if v.state.holder() {
		view.Holds = 1
		x.queued, x.heard, x.load = queued(v.token.queue), v.SN, load(v.token.queue)
		x.long = v.token.queue.Len() > min(p.c.Processes, p.c.Groups)
	}
	sessions := map[int]bool{}
	for _, m := range inbox {
		switch m := m.(type) {
		case request:
			x.inbox |= requests
		case start:
			x.inbox |= starts
			x.answers.answer(m.SN, x.sn)
		case complete:
			x.inbox |= completes
		case token:
			if m.session <= v.oldToken.session {
				x.inbox |= invalid
				break
			}
			x.inbox |= valid
			view.Coming++
			x.answers.answer(sentFor(m, i), x.sn)
			x.queuedComing = x.queuedComing.Union(queued(m.queue))
			x.load = max(x.load, load(m.queue))
			x.long = x.long || m.queue.Len() > min(p.c.Processes, p.c.Groups)
			sessions[m.session] = true
		case genToken:
			x.inbox |= genTokens
			if x.regenerating.Has(m.j) {
				x.twice = x.twice.With(m.j)
			}
			x.regenerating = x.regenerating.With(m.j)
		case isComplete:
			x.inbox |= isCompletes
		}
	}
	x.copies = len(sessions)
	view.More = x
	return view
}
