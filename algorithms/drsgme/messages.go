package drsgme

import (
	"fmt"

	"github.com/gmecheck/gmecheck/model"
)

// message is one of the kinds below, or a token.
type message any

// want is what a request names: one group, or in the extended problem a set of groups of which any will do. A message
// for a process without a request carries NULL.
type want model.Groups

// String is "g1" for one group, "{g1, g2}" for several.
func (x want) String() string {
	if g := model.Groups(x); g.Len() == 1 {
		return g.Least().String()
	}
	return model.Groups(x).String()
}

// Alias says that a want is a set of groups.
func (x want) Alias() any { return model.Groups(x) }

// null reports that x is NULL.
func (x want) null() bool { return x == want{} }

// has reports whether group g would do.
func (x want) has(g model.Group) bool { return model.Groups(x).Has(g) }

// request is request(j, SN, X): j asks for X.
type request struct {
	j  model.Site
	SN int
	X  want
}

// start is start(i): captain i lets the receiver in. Section VII adds the session X, a repair the request's number.
type start struct {
	i        model.Site
	X        model.Group
	extended bool // X is sent
	SN       int
}

func (m start) String() string {
	text := fmt.Sprintf("start(%d", m.i)
	if m.extended {
		text += ", " + m.X.String()
	}
	return text + numbered(m.SN)
}

// complete is complete(j): follower j has left its critical section.
type complete struct {
	j  model.Site
	SN int
}

func (m complete) String() string { return fmt.Sprintf("complete(%d", m.j) + numbered(m.SN) }

func numbered(sn int) string {
	if sn == 0 {
		return ")"
	}
	return fmt.Sprintf(", %d)", sn)
}

// genToken is gen_token(j, X, SN, session): j suspects that the token is lost.
type genToken struct {
	j       model.Site
	X       want
	SN      int
	session int
}

func (m genToken) String() string {
	return fmt.Sprintf("gen_token(%d, %s, %d, %d)", m.j, m.X, m.SN, m.session)
}

// isComplete is is_complete(j, X): captain j has not heard that the receiver left its session of X.
type isComplete struct {
	j  model.Site
	X  model.Group
	SN int
}

func (m isComplete) String() string {
	return fmt.Sprintf("is_complete(%d, %s", m.j, m.X) + numbered(m.SN)
}

// orNULL is what a message carries of x: without a request NULL.
func (x want) orNULL() want {
	if x.null() {
		return want(model.SetOf[model.Group](0))
	}
	return x
}

// request is the request that a gen_token repeats.
func (m genToken) request() request { return request{m.j, m.SN, m.X} }

// Account charges request to the process that makes it, start and token to the one that gets it, complete to the one
// that left, and the messages of the timers to nobody.
func (p *protocol) Account(m message, to model.Site) model.Site {
	switch m := m.(type) {
	case request:
		return m.j
	case complete:
		return m.j
	case start, token:
		return to
	}
	return 0
}
