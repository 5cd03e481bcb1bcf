package srtgme

import (
	"slices"
	"testing"

	"github.com/gmecheck/gmecheck/model"
)

func q(entries ...entry) queue { return model.ListOf(entries...) }

func e(X model.Group, level int, who ...model.Site) entry {
	return entry{X, level, model.ListOf(who...)}
}

func TestAddRequest(t *testing.T) {
	for _, c := range []struct {
		name   string
		before queue
		i      model.Site
		X      model.Group
		Z      int
		after  queue
	}{
		{"the first entry", q(), 2, 1, 2, q(e(1, 2, 2))},
		{"a new entry of the same level stays at the rear", q(e(1, 2, 2)), 3, 2, 2, q(e(1, 2, 2), e(2, 2, 3))},
		{"a new entry passes lower levels", q(e(1, 3, 2), e(2, 2, 3), e(3, 1, 4)), 5, 4, 3,
			q(e(1, 3, 2), e(4, 3, 5), e(2, 2, 3), e(3, 1, 4))},
		{"a request joins its session", q(e(1, 2, 2), e(2, 1, 3)), 4, 1, 1, q(e(1, 2, 2, 4), e(2, 1, 3))},
		{"and raises it", q(e(1, 2, 2), e(2, 1, 3)), 4, 2, 3, q(e(2, 3, 3, 4), e(1, 2, 2))},
		{"but only past lower levels", q(e(1, 3, 2), e(2, 1, 3)), 4, 2, 3, q(e(1, 3, 2), e(2, 3, 3, 4))},
		{"aging may have raised levels beyond K", q(e(1, 5, 2)), 3, 2, 4, q(e(1, 5, 2), e(2, 4, 3))},
		{"nobody checks for repetitions", q(e(1, 1, 2)), 2, 1, 1, q(e(1, 1, 2, 2))},
	} {
		if after := addRequest(c.before, c.i, c.X, c.Z); after != c.after {
			t.Errorf("%s: %v, want %v", c.name, after, c.after)
		}
	}
}

// variant is the published algorithm with some repairs, every process asking once.
func variant(n, m, K int, repairs ...model.Repair) model.Config {
	return Algorithm.With(model.Published, func(c *model.Config) {
		c.Processes, c.Groups, c.Priorities = n, m, K
		for _, r := range repairs {
			c.Repairs = append(c.Repairs, r.Name)
		}
	})
}

// passing is P_1 in its CS with a queue in which it stands itself, and then leaves.
func passing(t *testing.T, repairs ...model.Repair) (vars, []string) {
	t.Helper()
	p := &protocol{variant(4, 3, 2, repairs...)}
	v := p.Start(1)
	v.state, v.X = EC, 1
	v.token.queue = q(e(2, 2, 3, 4), e(1, 1, 1, 2))
	out := model.NewOutbox[message]()
	p.Exit(1, &v, out)
	var sent []string
	for to, m := range out.Sent() {
		sent = append(sent, model.Text(m)+" -> "+model.Text(to))
	}
	return v, sent
}

func TestPass(t *testing.T) {
	v, sent := passing(t)
	if want := []string{"token(<(g1, 2, <1, 2>)>, g2, 1) -> 3", "start(3) -> 4"}; !slices.Equal(sent, want) {
		t.Errorf("sent %v, want %v", sent, want)
	}
	if v.RS != model.SetOf[model.Site](1, 3) {
		t.Errorf("RS = %v, want the first of every entry", v.RS)
	}
	if v.state != N {
		t.Errorf("state = %v; the paper prints N for a request in the queue", v.state)
	}
	if v, _ := passing(t, StateByQueue); v.state != R {
		t.Errorf("state = %v with %s, want R", v.state, StateByQueue.Name)
	}
}

// TestExit follows the exit event of a captain by the letter and as the text has it.
func TestExit(t *testing.T) {
	for _, c := range []struct {
		name    string
		token   token
		repairs []model.Repair
		state   state
		typ     model.Group
	}{
		{"nothing pending", token{typ: 1}, nil, HS, 0},
		{"nothing pending", token{typ: 1}, []model.Repair{ThreeCases}, HI, 0},
		{"followers inside", token{typ: 1, followers: 1}, nil, HS, 1},
		{"followers inside", token{typ: 1, followers: 1}, []model.Repair{ThreeCases}, HS, 1},
		{"followers inside and a queue", token{q(e(2, 1, 2)), 1, 1, model.PerSite[int]{}}, nil, HS, 1},
	} {
		p := &protocol{variant(3, 2, 1, c.repairs...)}
		v := p.Start(1)
		v.state, v.token = EC, c.token
		p.Exit(1, &v, model.NewOutbox[message]())
		if v.state != c.state || v.token.typ != c.typ {
			t.Errorf("%s, repairs %v: %v with type %v, want %v with type %v", c.name, p.c.Repairs, v.state, v.token.typ,
				c.state, c.typ)
		}
	}
}
