package drsgme

import (
	"strconv"
	"strings"

	"github.com/gmecheck/gmecheck/model"
)

// token is the token record of section III, as a message and as a variable.
type token struct {
	queue     queue
	typ       model.Group // token.type
	followers int
	session   int
	SN        model.PerSite[int] // the requests that its holders have heard of (repair token-SN)
}

// queue is token.queue: one entry for each group that is waited for, in the order of their first requests.
type queue = model.List[entry]

// entry groups the requests for one group. The first is the captain to be, the others are its followers.
type entry struct {
	group model.Group
	ids   model.List[waiter]
}

// waiter is a queued request.
type waiter struct {
	id model.Site
	sn int
}

// String is "g3: 1/1 4/1": processes 1 and 4 wait for group 3, each with its first request.
func (e entry) String() string {
	text := e.group.String() + ":"
	for _, w := range e.ids.All() {
		text += " " + strconv.Itoa(int(w.id)) + "/" + strconv.Itoa(w.sn)
	}
	return text
}

// String is the message "token(<g3: 1/1 4/1, g1: 3/1>, g2, 0, 1)", in the paper's order: queue, type, followers,
// session.
func (t token) String() string {
	fields := []string{t.queue.String(), t.typ.String(), strconv.Itoa(t.followers), strconv.Itoa(t.session)}
	if t.SN != (model.PerSite[int]{}) {
		fields = append(fields, t.SN.String())
	}
	return "token(" + strings.Join(fields, ", ") + ")"
}

// add is "add request (j, SN, X) to token.queue", for every group X that the request names. "The requests for the same
// resource are grouped together and treated as one entry": who is in the entry already only gets its number replaced.
func add(q queue, w waiter, groups model.Groups) queue {
	for x := range groups.All() {
		q = addOne(q, w, x)
	}
	return q
}

func addOne(q queue, w waiter, x model.Group) queue {
	k := q.Index(func(e entry) bool { return e.group == x })
	if k < 0 {
		return q.Add(entry{x, model.ListOf(w)})
	}
	e := q.At(k)
	if at := e.index(w.id); at >= 0 {
		e.ids = e.ids.With(at, w)
	} else {
		e.ids = e.ids.Add(w)
	}
	return q.With(k, e)
}

// wipe deletes all requests of j, and the entries that become empty. The next in an entry then leads it.
func wipe(q queue, j model.Site) queue {
	var kept []entry
	for _, e := range q.All() {
		if e.ids = e.ids.Where(func(w waiter) bool { return w.id != j }); !e.ids.Empty() {
			kept = append(kept, e)
		}
	}
	return model.ListOf(kept...)
}

// front is the process at the front of the queue: the next captain. The queue must not be empty.
func front(q queue) model.Site { return q.Front().captain() }

// sentFor is the number of i's request for which a token goes to i, which stands at the front of the queue; 0 if another does.
func sentFor(t token, i model.Site) int {
	if t.queue.Empty() || t.queue.Front().captain() != i {
		return 0
	}
	return t.queue.Front().ids.Front().sn
}

// queued is the set of all processes in the queue.
func queued(q queue) model.Sites {
	var s model.Sites
	for _, e := range q.All() {
		s = s.Union(e.sites())
	}
	return s
}

// inOrder is everybody in the queue, entry by entry.
func inOrder(q queue) (all model.List[model.Site]) {
	for _, e := range q.All() {
		for _, w := range e.ids.All() {
			all = all.Add(w.id)
		}
	}
	return all
}

// load is the number of requests in the queue.
func load(q queue) (n int) {
	for _, e := range q.All() {
		n += e.ids.Len()
	}
	return n
}

func (e entry) captain() model.Site { return e.ids.Front().id }

func (e entry) sites() model.Sites {
	var s model.Sites
	for _, w := range e.ids.All() {
		s = s.With(w.id)
	}
	return s
}

func (e entry) index(j model.Site) int { return e.ids.Index(func(w waiter) bool { return w.id == j }) }

// without lists the processes of the entry but for i, in their order.
func (e entry) without(i model.Site) []waiter {
	return e.ids.Where(func(w waiter) bool { return w.id != i }).Slice()
}
