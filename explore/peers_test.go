package explore_test

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/gmecheck/gmecheck/explore"
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/invariants/question"
	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/permutation"
	"github.com/gmecheck/gmecheck/model/system"
)

// peer is a site of a random protocol that may be symmetric.
type peer struct {
	At, Fuel int
	Friend   model.Site
}

// ping is a message that names a site.
type ping struct {
	Kind int
	Who  model.Site
}

// addressee says to whom a message of a random symmetric protocol goes.
type addressee int

const (
	self addressee = iota
	all
	friend
	named
	third // to P3: nothing symmetric about it
)

// turn is what an event makes of a peer.
type turn struct {
	Next, Kind int
	To         addressee
	Befriend   bool // the site that the message names
	ByNumber   bool // only if that site's number is above 1
}

// peers is a protocol of tables.
type peers struct {
	n               int
	Requests, Exits [states]turn
	Inner           [states]turn
	Receives        [states][2]turn
	May, In, Moves  [states]bool
	Hidden          bool       // properties see nothing of P1
	Special         model.Site // starts with less fuel; 0: nobody
}

func (p *peers) run(i model.Site, v *peer, r turn, who model.Site, out *model.Outbox[ping]) {
	v.At = r.Next
	if r.Befriend && (!r.ByNumber || who > 1) {
		v.Friend = who
	}
	var to model.Sites
	switch r.To {
	case self:
		to = model.SetOf(i)
	case all:
		to = model.UpTo[model.Site](p.n).Without(i)
	case friend:
		to = model.SetOf(v.Friend).Without(0)
	case named:
		to = model.SetOf(who).Without(0)
	case third:
		to = model.SetOf[model.Site](3)
	}
	if v.Fuel == 0 {
		return
	}
	v.Fuel--
	for j := range to.All() {
		out.Send(j, ping{r.Kind, i})
	}
}

func (p *peers) Start(i model.Site) peer {
	if i == p.Special {
		return peer{}
	}
	return peer{Fuel: 1}
}
func (p *peers) MayRequest(_ model.Site, v peer) bool { return p.May[v.At] }
func (p *peers) InCS(_ model.Site, v peer) bool       { return p.In[v.At] }
func (p *peers) Request(i model.Site, v *peer, d model.Demand, out *model.Outbox[ping]) {
	p.run(i, v, p.Requests[v.At], 0, out)
}

func (p *peers) Exit(i model.Site, v *peer, out *model.Outbox[ping]) {
	p.run(i, v, p.Exits[v.At], v.Friend, out)
	out.Note(v.At)
}

func (p *peers) Internals(_ model.Site, v peer) []model.Inner {
	if p.Moves[v.At] {
		return []model.Inner{{Name: "inner"}}
	}
	return nil
}

func (p *peers) Do(i model.Site, v *peer, _ string, out *model.Outbox[ping]) {
	p.run(i, v, p.Inner[v.At], v.Friend, out)
}

func (p *peers) Receive(i model.Site, v *peer, m ping, out *model.Outbox[ping]) {
	p.run(i, v, p.Receives[v.At][m.Kind], m.Who, out)
	out.Note(m)
}

func (p *peers) Look(i model.Site, v peer, inbox []ping) model.View {
	if p.Hidden && i == 1 {
		return model.View{}
	}
	return model.View{InCS: p.In[v.At], Holds: v.At, Coming: len(inbox), More: v.Friend}
}

func drawPeers(t *rapid.T) *peers {
	p := &peers{n: 3}
	tie := rapid.IntRange(0, 3).Draw(t, "ties") == 0
	moves := rapid.Bool().Draw(t, "moves by itself") // then it may go round for ever
	draw := func(name string) turn {
		to := rapid.SampledFrom([]addressee{self, all, all, friend, named, third}).Draw(t, name+" to")
		if to == third && !tie {
			to = all
		}
		return turn{
			Next: rapid.IntRange(0, states-1).Draw(t, name), Kind: rapid.IntRange(0, 1).Draw(t, name+" kind"), To: to,
			Befriend: rapid.Bool().Draw(t, name+" befriends"), ByNumber: tie && rapid.Bool().Draw(t, name+" by number"),
		}
	}
	for k := range states {
		p.Requests[k], p.Exits[k] = draw(fmt.Sprint(k, " request")), draw(fmt.Sprint(k, " exit"))
		p.Receives[k][0], p.Receives[k][1] = draw(fmt.Sprint(k, " receive 0")), draw(fmt.Sprint(k, " receive 1"))
		if p.Moves[k] = moves && rapid.Bool().Draw(t, "moves"); p.Moves[k] {
			p.Inner[k] = draw(fmt.Sprint(k, " inner"))
		}
		p.May[k], p.In[k] = k == 0 || rapid.Bool().Draw(t, "may"), rapid.Bool().Draw(t, "in")
	}
	p.Hidden = rapid.IntRange(0, 3).Draw(t, "hidden") == 0
	p.Special = model.Site(rapid.SampledFrom([]int{0, 0, 1, 2}).Draw(t, "special"))
	return p
}

// peerProperties tell processes apart, which the protocol need not do.
var peerProperties = append([]invariants.Property{
	{Name: "hope", Pending: func(vs invariants.Views) uint64 {
		return vs.Mask(func(v *model.View) bool { return v.Holds == 1 }) &^ 2 // nothing is asked for P2
	}, Goal: func(vs invariants.Views) uint64 {
		return vs.Mask(func(v *model.View) bool { return v.InCS }) | uint64(vs[2].Holds&1)
	}},
	{Name: "due", Pending: func(vs invariants.Views) uint64 { return uint64(vs[0].Coming) & 1 },
		Goal:  func(vs invariants.Views) uint64 { return uint64(vs[1].Holds) & 1 },
		Along: func(e *model.Event) bool { return e.Kind == model.DeliverEvent && e.Site != 3 }},
	{Name: "fair", Fair: func(vs invariants.Views) uint64 {
		return vs.Mask(func(v *model.View) bool { return v.Holds == 2 }) &^ 1
	}},
	{Name: "size", Size: func(vs invariants.Views) int { return vs[0].Coming + 2*vs[1].Holds }},
	{Name: "gauge", Gauge: &invariants.Gauge{
		Lanes:  3,
		Within: func(vs invariants.Views) uint64 { return vs.Mask(func(v *model.View) bool { return v.Holds > 0 }) },
		Counts: func(vs invariants.Views) uint64 { return uint64(3 + 4*(vs[0].Holds&1)) },
		Weigh: func(e *model.Event, before, after *model.View) question.EdgeWeight {
			t := question.EdgeWeight{Weights: []int{before.Holds, int(e.Site) - 1, len(e.Sends)}}
			if e.Kind == model.RequestEvent {
				t.Begins = 1 << (e.Site - 1)
			}
			if after.InCS {
				t.Ends = uint64(1<<(e.Site-1) | 4)
			}
			if e.Site == 3 && after.Holds == 2 {
				t.Drops = 1
			}
			return t
		},
	}},
	{Name: "runs", Gauge: &invariants.Gauge{
		Lanes: 1, Whole: true, Within: func(invariants.Views) uint64 { return 1 },
		Weigh: func(e *model.Event, _, after *model.View) question.EdgeWeight {
			return question.EdgeWeight{Weights: []int{len(e.Sends) + int(e.Site)/3*after.Holds}}
		},
	}},
	{Name: "second", State: func(vs invariants.Views) invariants.Opinion {
		return invariants.If(vs[1].InCS, vs[0].InCS || vs[2].Coming > 0)
	}},
	{Name: "friends", State: func(vs invariants.Views) invariants.Opinion {
		return invariants.That(vs[0].More != model.Site(2) || vs[1].More != model.Site(1))
	}},
	{Name: "step", Hears: func(e *model.Event) bool { return len(e.Notes) > 0 }, Step: func(s invariants.Step) invariants.Opinion {
		m, ok := s.Event.Notes[0].(ping)
		return invariants.If(ok && s.Event.Site == 1, m.Who != 3 || s.After[1].Holds == s.Before[2].Holds)
	}},
}, randomProperties...)

// ofP2 hears of the steps of one process only.
var ofP2 = invariants.Property{
	Name: "of P2", Hears: func(e *model.Event) bool { return e.Site == 2 },
	Step: func(s invariants.Step) invariants.Opinion {
		return invariants.If(s.Event.Site == 2, s.After[1].Holds == s.Before[1].Holds)
	},
}

// TestRandomSymmetry: random protocols, symmetric and not, have the same verdicts and traces reduced and not; and the
// reduced search visits one state of each orbit of the naive count.
func TestRandomSymmetry(t *testing.T) { rapid.Check(t, randomSymmetry) }

func randomSymmetry(t *rapid.T) {
	p := drawPeers(t)
	c := model.Config{
		Processes: p.n, Requests: slices.Repeat([]int{1}, p.n), Timeouts: model.Off,
		Network: rapid.SampledFrom([]model.Network{model.Bag, model.FIFO}).Draw(t, "network"),
	}
	fault := rapid.SampledFrom([]*int{nil, nil, &c.Crash}).Draw(t, "fault")
	if fault != nil {
		*fault = 1
	}
	new := func() *system.System { return system.Compose[peer, ping](p, c) }
	r, err := explore.Check(t.Context(), new(), explore.Options{MaxStates: 2000})
	if err != nil || !r.Complete {
		return
	}
	panel := invariants.Panel(peerProperties)
	if rapid.IntRange(0, 3).Draw(t, "hear P2 only") == 0 {
		panel = append(slices.Clone(panel), ofP2)
	}
	r = compareReduced(t, new, panel)
	if got := orbits(new(), r.Reduction.Group); got != r.States {
		t.Errorf("%+v: %d states visited under %v, which has %d orbits", p, r.States, r.Reduction.Group, got)
	}
}

// orbits counts the orbits of the states under a group, by renaming them in words.
func orbits(sys *system.System, group []*permutation.Permutation) int {
	type vector [4]uint32
	var start vector
	copy(start[:], sys.Start())
	start[3] = sys.StartBudget()
	r, seen, queue := sys.NewReader(), map[vector]bool{start: true}, []vector{start}
	least := map[string]bool{}
	for len(queue) > 0 {
		s := queue[0]
		queue = queue[1:]
		var texts []string
		for _, g := range group {
			var sites [3]string
			for k := range sites {
				sites[g.Site(model.Site(k+1))-1] = renamedSite(sys.Describe(k, s[k]), g)
			}
			texts = append(texts, fmt.Sprint(sites, s[3]))
		}
		least[slices.Min(texts)] = true
		calm := system.Still
		for k := range 3 {
			calm = min(calm, r.Expand(k, s[k], s[3]).Calm)
		}
		for k := range 3 {
			for _, m := range r.Expand(k, s[k], s[3]).Moves {
				left, ok := sys.Pay(s[3], m.Cost, calm)
				if !ok {
					continue
				}
				t := s
				t[k], t[3] = m.Next, left
				for _, d := range m.Sends {
					t[d.Site] = r.Put(d.Site, t[d.Site], d.Batch)
				}
				if !seen[t] {
					seen[t] = true
					queue = append(queue, t)
				}
			}
		}
	}
	return len(least)
}

func renamedSite(d system.Description, g *permutation.Permutation) string {
	v := d.Vars.(peer)
	v.Friend = g.Site(v.Friend)
	var inbox []string
	for _, m := range d.Inbox {
		x := m.Value.(ping)
		inbox = append(inbox, fmt.Sprint(g.Site(m.From), m.Position, x.Kind, g.Site(x.Who)))
	}
	slices.Sort(inbox)
	return fmt.Sprint(v, d.Used, d.Down, inbox)
}

// TestRefusals: whatever tells processes apart, permutations that exchange them are refused and the reason is given.
func TestRefusals(t *testing.T) {
	plain := peers{n: 3, May: [states]bool{0: true}, In: [states]bool{1: true}}
	plain.Requests[0] = turn{Next: 1, To: all}
	plain.Exits[1] = turn{Next: 2, To: friend}
	for k := range plain.Receives {
		plain.Receives[k] = [2]turn{{Next: k, Befriend: true}, {Next: k}}
	}
	byNumber, hidden, special := plain, plain, plain
	byNumber.Receives[0][0].ByNumber = true
	hidden.Hidden, special.Special = true, 1
	for _, test := range []struct {
		name    string
		peers   *peers
		panel   invariants.Panel
		Refused string
		taken   int
	}{
		{"plain", &plain, peerProperties, "", 6},
		{"by number", &byNumber, peerProperties, "(P1 P2) deliver(ping(0, 1) -> 2) has no counterpart at P1", 2},
		{"special", &special, peerProperties, "(P1 P2) initially the variables of P1 do not become those of P2", 2},
		{"hidden", &hidden, peerProperties, "(P1 P2) what properties see of P2 does not follow from what they see of P1", 2},
		{"of P2", &plain, invariants.Panel{ofP2}, "(P1 P2) properties do not hear of request(1) at P1 what they hear of its counterpart", 2},
	} {
		c := model.Config{Processes: 3, Requests: []int{1, 1, 1}, Network: model.Bag, Timeouts: model.Off}
		r := compareReduced(t, func() *system.System { return system.Compose[peer, ping](test.peers, c) }, test.panel)
		refused := ""
		for _, f := range r.Reduction.Refused {
			if f.Renaming.String() == "(P1 P2)" {
				refused = "(P1 P2) " + f.Why
			}
		}
		if refused != test.Refused || len(r.Reduction.Group) != test.taken {
			t.Errorf("%s: %d permutations, refused: %q; want %d, %q", test.name, len(r.Reduction.Group), refused, test.taken, test.Refused)
		}
	}
}
