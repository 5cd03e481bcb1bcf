package kmutex

import (
	"fmt"
	"maps"
	"slices"

	"github.com/gmecheck/gmecheck/model"
)

// Outcome is one execution under the assumptions of section IV.
type Outcome struct {
	Time      Time // until all tokens are back at the GRC
	Response  Time // from a request to the end of its critical section, on average
	Messages  int  // in all; the next five are those of them that go ...
	Requests  int  // from a node to its LRC, to ask
	Asked     int  // from an LRC to the GRC, to ask
	Given     int  // from the GRC to an LRC, with tokens
	Circled   int  // within a group, with a token
	Returned  int  // from an LRC to the GRC, with tokens
	Entries   int  // of critical sections: those served
	Least     int  // tokens that the GRC sends, when it divides them, to the LRC of a requesting group that gets the fewest
	Most      int  // to the one that gets the most
	Forwarded int  // tokens that the GRC sends to LRCs after that
	Longest   int  // nodes in the longest queue that an LRC gives a token
	Delivered Time // from the requests until a token of the GRC is at the last LRC
	Finished  Time // from Delivered until the last node of that group has left its critical section
	InGroup   Time // from Delivered until the last LRC has sent the last one back
	Back      Time // from Delivered until that is at the GRC
	Latest    Time // from the requests until the last token of all is sent back to the GRC
}

// Measure runs a variant as section IV assumes: all nodes of the load request at once, all requests are in before the
// GRC divides its tokens, every message takes M, every critical section E, and nothing else takes time. M and E are in
// any unit. Events of the same time happen in the order in which they were caused.
//
// To keep the tokens until all requests are in, the GRC gets them only just before the last request. A request of its own
// group is one of the GRC's, which costs no message.
func Measure(variant string, repairs []string, l Load, M, E int) Outcome {
	m := l.Q() + 1
	for _, n := range l.N {
		m = max(m, n+1)
	}
	p := newProtocol(model.Config{Variant: variant, Repairs: repairs, Processes: m * m, Tokens: l.K})
	x := &execution{p: p, M: M, E: E, groups: l.Q(), sites: make([]vars, m*m+1), last: p.collector(model.Site(l.Q()*m + 1))}
	for i := range x.sites[1:] {
		x.sites[i+1] = p.Start(model.Site(i + 1))
	}
	tokens := x.sites[theGRC].tokens
	x.sites[theGRC].tokens = model.List[queue]{}
	if l.Own {
		x.run(theGRC, func(v *vars, out *outbox) { p.Request(theGRC, v, model.Demand{}, out) })
	}
	for g, requests := range l.N {
		for j := range requests {
			i := model.Site((g+1)*m + j + 2) // NORMAL nodes of the groups after the GRC's
			x.run(i, func(v *vars, out *outbox) { p.Request(i, v, model.Demand{}, out) })
		}
	}
	for asked := 0; len(x.agenda) > 0; {
		e := x.next()
		if _, isRequest := e.msg.(LRC_GRC_REQ_CS); isRequest {
			if asked++; asked == l.Q() {
				x.sites[theGRC].tokens = tokens
			}
		}
		x.happen(e)
	}
	if inHand := x.sites[theGRC].tokens.Len(); inHand != l.K {
		panic(fmt.Sprintf("k-mutex %s, K=%d, N=%v: %d tokens are back at the end", variant, l.K, l.N, inHand))
	}
	x.Time, x.Response = x.now, x.Response.Times(1/float64(x.Entries))
	return x.Outcome
}

// execution is the system at a moment, and what will happen.
type execution struct {
	Outcome
	p       *protocol
	M, E    int
	sites   []vars // by site
	now     Time
	agenda  []appointment
	last    model.Site // LRC of the last group that requests
	groups  int        // that request, without the GRC's
	divided bool       // the GRC has divided its tokens
}

// appointment is a delivery, or without a message an exit.
type appointment struct {
	at   Time
	site model.Site
	msg  message
}

// value is a time in the unit of M and E.
func (x *execution) value(t Time) float64 { return t.M*float64(x.M) + t.E*float64(x.E) }

// next takes the earliest appointment off the agenda, of several the one made first.
func (x *execution) next() appointment {
	first := 0
	for k, a := range x.agenda {
		if x.value(a.at) < x.value(x.agenda[first].at) {
			first = k
		}
	}
	a := x.agenda[first]
	x.agenda = append(x.agenda[:first], x.agenda[first+1:]...)
	return a
}

func (x *execution) happen(a appointment) {
	x.now = a.at
	if t, ok := a.msg.(TOKEN); ok {
		switch {
		case a.site == x.last && t.from == theGRC:
			x.Delivered = x.now
		case a.site == theGRC && t.from == x.last:
			x.Back = x.now.Plus(x.Delivered.Times(-1))
		}
	}
	if a.msg == nil && x.p.group(a.site) == x.p.group(x.last) {
		x.Finished = x.now.Plus(x.Delivered.Times(-1))
	}
	x.run(a.site, func(v *vars, out *outbox) {
		if a.msg == nil {
			x.Response = x.Response.Plus(x.now) // the sum: all ask at 0
			x.p.Exit(a.site, v, out)
		} else {
			x.p.Receive(a.site, v, a.msg, out)
		}
	})
}

// kind is the count of messages like msg from i to another site.
func (x *execution) kind(i, to model.Site, msg message) *int {
	switch _, isToken := msg.(TOKEN); {
	case x.p.group(i) == x.p.group(to) && isToken:
		return &x.Circled
	case x.p.group(i) == x.p.group(to):
		return &x.Requests
	case !isToken:
		return &x.Asked
	case i == theGRC:
		return &x.Given
	default:
		return &x.Returned
	}
}

// run runs an event at site i now, and makes appointments for what it causes.
func (x *execution) run(i model.Site, event func(*vars, *outbox)) {
	v, out := &x.sites[i], model.NewOutbox[message]()
	before := v.mutex
	event(v, out)
	shares := map[model.Site]int{} // tokens that the GRC sends in this event, by LRC
	for to, msg := range out.Sent() {
		x.Messages++
		*x.kind(i, to, msg)++
		if t, ok := msg.(TOKEN); ok {
			x.Longest = max(x.Longest, t.inner.Len())
			if to == theGRC && i != theGRC {
				x.Latest = x.now
			}
			switch {
			case i == x.last && to == theGRC:
				x.InGroup = x.now.Plus(x.Delivered.Times(-1))
			case i == theGRC && x.p.group(to) != x.p.group(i) && x.divided:
				x.Forwarded += 1 + t.more
			case i == theGRC && x.p.group(to) != x.p.group(i):
				shares[to] += 1 + t.more
			}
		}
		x.agenda = append(x.agenda, appointment{x.now.Plus(Time{M: 1}), to, msg})
	}
	if len(shares) > 0 {
		x.divided = true
		all := slices.Collect(maps.Values(shares))
		x.Most = slices.Max(all)
		if len(all) == x.groups {
			x.Least = slices.Min(all)
		}
	}
	if v.mutex && !before {
		x.Entries++
		x.agenda = append(x.agenda, appointment{at: x.now.Plus(Time{E: 1}), site: i})
	}
}
