package verify_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/gmecheck/gmecheck/explore/views"
	"github.com/gmecheck/gmecheck/explore/views/verify"
	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/system"
)

// closed is the certificate of a system for the question whether anything at all happens.
func closed(t *testing.T, sys *system.System, entities int) *views.Certificate {
	t.Helper()
	r, err := views.Of(t.Context(), sys, views.Options{Entities: entities, Questions: []views.Question{{Name: "anything", Pair: never}}})
	if err != nil {
		t.Fatal(err)
	}
	c, err := r.Certificate("")
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// TestConfigurations: of each configuration of two lamps the certificate is confirmed, and that of one in which less can happen is not: who asks, who
// crashes, and whether timers expire, is looked at.
func TestConfigurations(t *testing.T) {
	with := func(change func(c *model.Config)) model.Config {
		c := model.Config{Processes: 2, Requests: []int{model.Unlimited, model.Unlimited}, Timeouts: model.Patient, Crash: 1}
		change(&c)
		return c
	}
	all := with(func(*model.Config) {})
	for name, less := range map[string]model.Config{
		"P2 never asks":     with(func(c *model.Config) { c.Requests = []int{model.Unlimited, 0} }),
		"only P1 crashes":   with(func(c *model.Config) { c.Crashing = model.SetOf[model.Site](1) }),
		"nobody crashes":    with(func(c *model.Config) { c.Crash = 0 }),
		"no timers":         with(func(c *model.Config) { c.Timeouts = model.Off }),
		"only P2 ever asks": with(func(c *model.Config) { c.Requests = []int{0, model.Unlimited} }),
	} {
		sys := system.Compose[light, hue](lamp{}, less)
		certificate := closed(t, sys, 2)
		if _, err := verify.Check(t.Context(), certificate, sys.Direct(nil), less, never); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if _, err := verify.Check(t.Context(), certificate, system.Compose[light, hue](lamp{}, all).Direct(nil), all, never); err == nil {
			t.Errorf("%s: confirmed where more can happen", name)
		}
	}
	one := with(func(c *model.Config) { c.Crashing = model.SetOf[model.Site](1) })
	none := with(func(c *model.Config) { c.Crash = 0 })
	if _, err := verify.Check(t.Context(), closed(t, system.Compose[light, hue](lamp{}, none), 2), system.Compose[light, hue](lamp{}, one).Direct(nil), one, never); err == nil {
		t.Error("confirmed without the crashes of P1")
	}
}

// coin is a token that begins at one of two sites, or nowhere, and does not move.
type coin struct{}

type pocket struct{ has, inside bool }

func (coin) Start(model.Site) pocket { return pocket{} }
func (coin) Starts() []model.Start[pocket] {
	return []model.Start[pocket]{
		{Name: "at P1", Vars: []pocket{{has: true}, {}}}, {Name: "at P2", Vars: []pocket{{}, {has: true}}}, {Name: "nowhere", Vars: []pocket{{}, {}}},
	}
}
func (coin) MayRequest(_ model.Site, v pocket) bool { return v.has && !v.inside }
func (coin) InCS(_ model.Site, v pocket) bool       { return v.inside }
func (coin) Request(_ model.Site, v *pocket, _ model.Demand, out *model.Outbox[hue]) {
	v.inside = true
	out.Enter()
}
func (coin) Exit(_ model.Site, v *pocket, _ *model.Outbox[hue])   { v.inside = false }
func (coin) Receive(model.Site, *pocket, hue, *model.Outbox[hue]) {}
func (coin) Look(_ model.Site, v pocket, _ []hue) model.View {
	look := model.View{InCS: v.inside}
	if v.has {
		look.Holds = 1
	}
	return look
}

// TestBeginnings: every initial state is looked at, and the whole weighs what the heaviest weighs.
func TestBeginnings(t *testing.T) {
	c := model.Config{Processes: 2, Requests: []int{model.Unlimited, model.Unlimited}}
	sys := system.Compose[pocket, hue](coin{}, c)
	for entities := 1; entities <= 2; entities++ {
		certificate := closed(t, sys, entities)
		if _, err := verify.Check(t.Context(), certificate, sys.Direct(nil), c, bad); err != nil {
			t.Errorf("views of %d: %v", entities, err)
		}
		if _, err := verify.Check(t.Context(), certificate, sys.Direct(nil), c, func(v, w *model.View) bool { return v.InCS && !w.InCS }); err == nil {
			t.Errorf("views of %d: that one is inside and another is not is not found", entities)
		}
	}
	full := closed(t, sys, 2) // without the second initial state, all that comes of the others
	var first []int
	for k, thing := range full.Things {
		if thing.Site == 1 || !strings.Contains(thing.Text, "has: true") {
			first = append(first, k)
		}
	}
	if _, err := verify.Check(t.Context(), reordered(full, slices.Values(first)), sys.Direct(nil), c, never); err == nil {
		t.Error("confirmed without the second initial state")
	}
}

// sleeper is one process that enters as it likes.
type sleeper struct{}

func (sleeper) Start(model.Site) bool                 { return false }
func (sleeper) MayRequest(_ model.Site, in bool) bool { return !in }
func (sleeper) InCS(_ model.Site, in bool) bool       { return in }
func (sleeper) Request(_ model.Site, in *bool, _ model.Demand, out *model.Outbox[hue]) {
	*in = true
	out.Enter()
}
func (sleeper) Exit(_ model.Site, in *bool, _ *model.Outbox[hue])  { *in = false }
func (sleeper) Receive(model.Site, *bool, hue, *model.Outbox[hue]) {}
func (sleeper) Look(_ model.Site, in bool, _ []hue) model.View     { return model.View{InCS: in} }

// TestNobodyBesideItself: two states of one site are no pair, in a certificate that has weights either.
func TestNobodyBesideItself(t *testing.T) {
	c := model.Config{Processes: 1, Requests: []int{model.Unlimited}}
	sys := system.Compose[bool, hue](sleeper{}, c)
	for entities := 1; entities <= 2; entities++ {
		certificate := closed(t, sys, entities)
		if r, err := verify.Check(t.Context(), certificate, sys.Direct(nil), c, func(v, w *model.View) bool { return v.InCS != w.InCS }); err != nil || r.Pairs != 0 || r.Things != 2 {
			t.Errorf("views of %d: %+v, %v", entities, r, err)
		}
	}
}

// sealed is an envelope of which nobody sees what is in it.
type sealed struct{ opens bool }

func (sealed) String() string { return "sealed" }

// post is two sites: the first sends envelopes that look alike, of which the second enters upon one kind only.
type post struct{}

type box struct{ sent, inside bool }

func (post) Start(model.Site) box                { return box{} }
func (post) MayRequest(i model.Site, v box) bool { return i == 1 && !v.sent }
func (post) InCS(_ model.Site, v box) bool       { return v.inside }
func (post) Request(_ model.Site, v *box, _ model.Demand, out *model.Outbox[sealed]) {
	v.sent = true
	out.Send(2, sealed{out.Choose("kind", 0, 1) == 1})
}
func (post) Exit(_ model.Site, v *box, _ *model.Outbox[sealed]) { v.inside = false }
func (post) Receive(_ model.Site, v *box, m sealed, _ *model.Outbox[sealed]) {
	v.inside = m.opens
}
func (post) Look(_ model.Site, v box, _ []sealed) model.View { return model.View{InCS: v.inside} }

// TestAlike: of things that are written alike there is no certificate, and none is confirmed that has only one of them.
func TestAlike(t *testing.T) {
	c := model.Config{Processes: 2, Requests: []int{model.Unlimited, 0}}
	sys := system.Compose[box, sealed](post{}, c)
	r, err := views.Of(t.Context(), sys, views.Options{Entities: 2, Questions: []views.Question{{Name: "anything", Pair: never}}})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := r.Certificate(""); err == nil || !strings.Contains(err.Error(), "written alike") {
		t.Errorf("a certificate: %v", err)
	}
	idle, sent := views.TextOf(box{}), views.TextOf(box{sent: true})
	made := &views.Certificate{
		Things: []views.Thing{{Site: 1, Text: idle}, {Site: 2, Text: idle}, {Site: 1, Text: sent}, {Site: 2, Text: "sealed", Message: true}},
		Beside: [][]byte{{0}, {1}, {2}, {6}}, // nobody is inside
	}
	if _, err := verify.Check(t.Context(), made, sys.Direct(nil), c, func(v, w *model.View) bool { return v.InCS || w.InCS }); err == nil || !strings.Contains(err.Error(), "written alike") {
		t.Errorf("confirmed: %v", err)
	}
}

// waking is a lamp that looks as if it waited while it is down, and is off for good when it recovers.
type waking struct{ lamp }

func (waking) Crash(_ model.Site, v *light) { *v = light{waits: true, shade: 5} }

func (waking) Recover(_ model.Site, v *light, _ *model.Outbox[hue]) { *v = off }

// TestDown: what comes to a site that is down is not delivered.
func TestDown(t *testing.T) {
	c := model.Config{Processes: 2, Requests: []int{model.Unlimited, model.Unlimited}, Timeouts: model.Patient, Crash: 1}
	sys := system.Compose[light, hue](waking{}, c)
	certificate := closed(t, sys, 2)
	if _, err := verify.Check(t.Context(), certificate, sys.Direct(nil), c, never); err != nil {
		t.Error(err)
	}
}
