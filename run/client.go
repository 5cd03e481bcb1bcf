package run

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/direct"
)

// ErrLost is the answer to a release of an entry that has been ended by something else than an exit: by a crash of the site, where the
// model has crashes, or by a timer, a message or another event upon which the site is not inside any more.
var ErrLost = errors.New("a crash, or another event that is no exit, has ended this entry")

// ErrWithdrawn is the answer to a client whose request has been given up by its site, by a timer, a message or another event, or whose entry has been ended so
// before it was told of it: it can ask anew.
var ErrWithdrawn = errors.New("the site has given up the request")

// ErrNotInside is the answer to a release of an entry that was never made.
var ErrNotInside = errors.New("there was no such entry")

// Want is what a client asks for.
type Want struct {
	// Who names the client. One that asks again under its name, of the same site, is let in where it stands: it gets the entry
	// that was made for it, even if the answer to that was lost, or the process was killed. Empty: it cannot ask again. If the process of
	// its site is killed while it waits the site leaves at once, and an entry that it was told of stays until it is released.
	Who string
	// Group is the group that is asked for; 0: the first that the model allows, or none.
	Group model.Group
	// Event is the request of a model of one's own that has parameters, such as ask with a number and a name: "ask(7, red)", as logs write it, or
	// "ask(2, 7, red)", as labels do, with the site. Empty: the first that is possible.
	Event string
}

// client is one call of Acquire.
type client struct {
	want   Want
	gone   bool   // its context has ended
	entry  uint64 // that it is told of; 0: none yet
	result chan answer
}

type answer struct {
	entry uint64
	err   error
}

func (x *client) answer(entry uint64, err error) {
	select {
	case x.result <- answer{entry, err}:
	default: // it has one
	}
}

// Acquire asks for the critical section and waits until the site is inside for this client. Clients of one site are served in
// the order in which they come. It returns the number of the entry, which [Node.Release] wants back.
//
// A client whose context ends while it waits is not let in: if its site enters all the same it leaves at once. An entry that somebody of
// its name was told of before stays until it is released.
func (n *Node) Acquire(ctx context.Context, w Want) (entry uint64, err error) {
	if err := n.refuseWant(w); err != nil {
		return 0, err
	}
	x := &client{want: w, result: make(chan answer, 1)}
	if !n.post(func() { n.admit(x) }) {
		return 0, ErrStopped
	}
	select {
	case a := <-x.result:
		return a.entry, a.err
	case <-n.done:
		return 0, ErrStopped
	case <-ctx.Done():
	}
	if !n.post(func() { n.leave(x) }) {
		return 0, ErrStopped
	}
	return 0, ctx.Err()
}

// refuseWant refuses an event that is no request.
func (n *Node) refuseWant(w Want) error {
	request := n.o.Marks.Request
	switch class, _, _ := strings.Cut(w.Event, "("); {
	case w.Event == "" || class == request:
		return nil
	case request == "":
		return fmt.Errorf("Want.Event is %q, and Options.Marks names no request", w.Event)
	}
	return unknown("Want.Event", w.Event, []string{request})
}

// admit lets a client wait, or go on where it stands.
func (n *Node) admit(x *client) {
	switch {
	case n.stopped:
		x.answer(0, ErrStopped)
	case n.st.Asked && x.want.Who != "" && n.st.Who == x.want.Who:
		if n.served != nil {
			n.served.answer(0, fmt.Errorf("%s has asked again", x.want.Who))
		}
		n.served = x
		n.tell()
	default:
		if k := slices.IndexFunc(n.clients, x.again); k >= 0 {
			n.clients[k].answer(0, fmt.Errorf("%s has asked again", x.want.Who))
			n.clients[k] = x
			return
		}
		n.clients = append(n.clients, x)
	}
}

// again reports that a client has the name of another one that waits.
func (x *client) again(y *client) bool { return x.want.Who != "" && x.want.Who == y.want.Who }

// leave forgets a client that does not wait any more.
func (n *Node) leave(x *client) {
	x.gone = true
	for k, y := range n.clients {
		if x == y {
			n.clients = append(n.clients[:k:k], n.clients[k+1:]...)
			return
		}
	}
	if n.st.Inner && x.entry == n.st.Entry {
		n.told-- // it has not heard it
	}
	if n.served != nil && n.served.gone && !n.st.Down { // a site that is down leaves when it recovers
		n.tell()
	}
}

// serve lets the next client ask, if the site may; those that ask for what it cannot have are refused on the way.
func (n *Node) serve() {
	for len(n.clients) > 0 && !n.st.Asked && !n.st.Inner && !n.st.Down && n.err() == nil {
		x := n.clients[0]
		e, is, err := n.request(x.want)
		if err == nil && !is {
			return
		}
		n.clients = n.clients[1:]
		if err != nil {
			x.answer(0, err)
			continue
		}
		n.served, n.asked = x, time.Now()
		n.st.Asked, n.st.Who, n.barred = true, x.want.Who, false
		n.happen(e, nil)
	}
}

// request is the event by which a site asks; false if it may not ask now.
func (n *Node) request(w Want) (direct.Event, bool, error) {
	i := n.o.Site
	if n.o.Marks.Request == "" {
		demands := n.sites.Demands(i)
		for k := range demands {
			d := &demands[k]
			if w.Group == 0 || d.Group == w.Group || d.Set.Has(w.Group) {
				return direct.Event{Kind: model.RequestEvent, Site: i, Demand: d}, n.sites.MayRequest(i), nil
			}
		}
		return direct.Event{}, false, fmt.Errorf("site %d cannot ask for group %d", i, w.Group)
	}
	given := written(w.Event)
	for _, x := range n.sites.Internals(i) {
		class, rest, some := strings.Cut(x.Name, "(")
		if class != n.o.Marks.Request {
			continue
		}
		own := fmt.Sprintf("%s(%d", class, i) // how its label begins
		label := own + ")"
		if some {
			label = own + "," + rest
		}
		switch given {
		case "", written(x.Name), written(label):
			return direct.Event{Kind: model.InternalEvent, Site: i, Name: x.Name}, true, nil
		}
		if k := parameters(given); k != parameters(x.Name) && (k != parameters(label) || !strings.HasPrefix(given, own+",")) {
			return direct.Event{}, false, fmt.Errorf("Want.Event is %q; allowed is what the site may ask for, such as %q", w.Event, x.Name)
		}
	}
	return direct.Event{}, false, nil
}

// written is an event without blanks.
func written(event string) string { return strings.ReplaceAll(event, " ", "") }

// parameters is how many an event has that is written so; a list is one, whatever its length.
func parameters(event string) (n int) {
	depth := 0
	for _, c := range event {
		switch c {
		case '(', '[', '<', '{':
			if depth++; n == 0 {
				n = 1
			}
		case ')', ']', '>', '}':
			depth--
		case ',':
			if depth == 1 {
				n++
			}
		}
	}
	return n
}

// exitEvent is the event by which the site leaves; false if it is not inside.
func (n *Node) exitEvent() (direct.Event, bool) {
	i := n.o.Site
	if n.o.Marks.Exit == "" {
		return direct.Event{Kind: model.ExitEvent, Site: i}, n.sys.Places[i-1].Process && n.sites.InCS(i)
	}
	for _, x := range n.sites.Internals(i) {
		if e := (direct.Event{Kind: model.InternalEvent, Site: i, Name: x.Name}); n.leaves(e) {
			return e, true
		}
	}
	return direct.Event{}, false
}

// leaves reports that an event is an exit.
func (n *Node) leaves(e direct.Event) bool {
	if n.o.Marks.Exit == "" {
		return e.Kind == model.ExitEvent
	}
	class, _, _ := strings.Cut(e.Name, "(")
	return e.Kind == model.InternalEvent && class == n.o.Marks.Exit
}

// note notes whether the site is inside now, left says whether by an exit, and tells its client: why is what that hears if its request, or the entry that it
// has not heard of, is there no more.
func (n *Node) note(left bool, why error) {
	if n.st.Down || n.err() != nil {
		return
	}
	_, inside := n.exitEvent()
	switch {
	case inside && !n.st.Inner:
		n.st.Inner, n.changed = true, true
		n.st.Entry++
		n.metrics.entered(time.Since(n.asked), !n.asked.IsZero())
		n.asked = time.Time{}
		n.tell()
	case !inside && n.st.Inner:
		if n.served != nil {
			n.served.answer(0, why) // which it hears only if it was not told that it is inside
		}
		if !left {
			n.st.Lost = n.st.Entry
		}
		n.st.Inner, n.st.Asked, n.st.Who, n.served, n.told, n.changed = false, false, "", nil, 0, true
		n.metrics.left()
	case !inside && n.st.Asked:
		if _, may, err := n.request(Want{}); err != nil || !may {
			n.barred = true
		} else if n.barred || why == ErrCrashed { // the site knows the request no more
			if n.served != nil {
				n.served.answer(0, why)
			}
			n.st.Asked, n.st.Who, n.served, n.changed = false, "", nil, true
		}
	}
}

// tell tells the client who is inside, once that is on disk. One that is gone is let out again, unless another one was told; so is one
// without a name whose question the process before has heard.
func (n *Node) tell() {
	x := n.served
	switch {
	case !n.st.Inner:
	case x == nil:
		if n.st.Asked && n.st.Who == "" && n.told == 0 {
			n.exit()
		}
	case x.entry == n.st.Entry && !x.gone:
	case x.gone && n.told == 0:
		n.exit()
	case !x.gone:
		x.entry = n.st.Entry
		n.told++
		n.after = append(n.after, func() { x.answer(x.entry, nil) })
	}
}

// exit lets the site leave.
func (n *Node) exit() {
	if e, inside := n.exitEvent(); inside {
		n.happen(e, nil)
	}
}

// Release leaves the critical section, and returns when that is on disk. To release an entry again is no error: the answer may have
// been lost. Of a site that is down the error is [ErrCrashed]: it can be tried again. Of the last entry that no exit has ended it is [ErrLost].
func (n *Node) Release(ctx context.Context, entry uint64) error {
	result := make(chan error, 1)
	if !n.post(func() {
		var err error
		switch {
		case n.st.Down:
			err = ErrCrashed
		case n.st.Inner && n.st.Entry == entry:
			n.exit()
		case entry != 0 && entry == n.st.Lost:
			err = ErrLost
		case entry == 0 || entry > n.st.Entry:
			err = ErrNotInside
		}
		n.after = append(n.after, func() { result <- err })
	}) {
		return ErrStopped
	}
	select {
	case err := <-result:
		return err
	case <-n.done:
		return ErrStopped
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Do makes an optional event of a model of one's own happen, such as "write(1, 7)", as soon as it is possible, and returns when that is on disk.
// An event that the model does not have is an error.
func (n *Node) Do(ctx context.Context, event string) error {
	if err := n.refuseEvent("the call of Do", event); err != nil {
		return err
	}
	for {
		result := make(chan bool, 1)
		if !n.post(func() {
			done := false
			if !n.st.Down {
				for _, x := range n.sites.Internals(n.o.Site) {
					if x.Name == event {
						n.happen(direct.Event{Kind: model.InternalEvent, Site: n.o.Site, Name: event}, nil)
						done = true
						break
					}
				}
			}
			n.after = append(n.after, func() { result <- done })
		}) {
			return ErrStopped
		}
		select {
		case done := <-result:
			if done {
				return nil
			}
		case <-n.done:
			return ErrStopped
		}
		select {
		case <-time.After(5 * time.Millisecond):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}
