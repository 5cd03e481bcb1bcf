package conform_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/gmecheck/gmecheck"
	"github.com/gmecheck/gmecheck/algorithms"
	"github.com/gmecheck/gmecheck/explore/conform"
	"github.com/gmecheck/gmecheck/model"
)

// careless is a lock that nobody holds: a site enters and tells the next one, which need not have heard of it.
func careless() *gmecheck.Model[bool] {
	p := gmecheck.New[bool]("careless", 2)
	p.Event("lock", 1, func(s *bool, c gmecheck.Ctx) bool { return !*s }, func(s *bool, c gmecheck.Ctx) { *s = true })
	p.Event("unlock", gmecheck.Always, func(s *bool, c gmecheck.Ctx) bool { return *s }, func(s *bool, c gmecheck.Ctx) {
		*s = false
		c.Cast(c.Peers(), unlocked{})
	})
	gmecheck.On(p, func(s *bool, c gmecheck.Ctx, m unlocked) {})
	p.Always("mutex", func(w gmecheck.World[bool]) bool { return w.Count(func(s bool) bool { return s }) < 2 })
	return p
}

type unlocked struct{}

// TestOtherOrder: what one order of the events does not show, another one does, unless a message is in between.
func TestOtherOrder(t *testing.T) {
	const before, after = `{"process":1,"kind":"internal","name":"lock","time":"2024-05-06T07:08:01Z"}
		{"process":1,"kind":"internal","name":"unlock","time":"2024-05-06T07:08:02Z"}
		`, `{"process":2,"kind":"internal","name":"lock","time":"2024-05-06T07:08:04Z"}`
	for text, want := range map[string]bool{
		before + after: true,
		before + `{"process":2,"kind":"deliver","message":{"kind":"unlocked"},"time":"2024-05-06T07:08:03Z"}
		` + after: false,
	} {
		a, found, err := careless().Conform(t.Context(), "log", strings.NewReader(text), conform.Options{})
		if err != nil || !a.Conforms || (len(found) > 0) != want {
			t.Fatalf("%v %+v %+v; want a violation: %v", err, a, found, want)
		}
		if want && (!found[0].Other || strings.Join(found[0].Steps, ", ") != "lock(1), lock(2)") {
			t.Errorf("%+v", found[0])
		}
	}
}

// crowded is a room that nobody guards, with the properties that at most 1, 2, ... are in it. A site that leaves tells the next one.
func crowded(sites int) *gmecheck.Model[bool] {
	p := gmecheck.New[bool]("crowded", sites)
	p.Event("lock", gmecheck.Always, func(s *bool, c gmecheck.Ctx) bool { return !*s }, func(s *bool, c gmecheck.Ctx) { *s = true })
	p.Event("unlock", gmecheck.Always, func(s *bool, c gmecheck.Ctx) bool { return *s }, func(s *bool, c gmecheck.Ctx) {
		*s = false
		c.Send(c.Self%gmecheck.Site(sites)+1, unlocked{})
	})
	gmecheck.On(p, func(s *bool, c gmecheck.Ctx, m unlocked) {})
	for most := 1; most < sites; most++ {
		p.Always(fmt.Sprint("at-most-", most), func(w gmecheck.World[bool]) bool { return w.Count(func(s bool) bool { return s }) <= most })
	}
	return p
}

// TestTogether: how many can have been inside at the same time is what trying all orders says.
func TestTogether(t *testing.T) {
	met := map[int]int{}
	for seed := range uint64(40) {
		random := rand.New(rand.NewPCG(seed, 5))
		sites := 3 + random.IntN(2)
		sys, err := crowded(sites).System()
		if err != nil {
			t.Fatal(err)
		}
		lines := record(sys, random, 4+random.IntN(14)).lines
		most := 0
		n := &naive{sys: sys.Fresh()}
		n.reader = n.sys.NewReader()
		n.each = func(state []uint32) {
			inside := 0
			for k := range sites {
				for _, x := range model.Variables(n.sys.Describe(k, state[k]).Vars) {
					if x == true {
						inside++
					}
				}
			}
			most = max(most, inside)
		}
		n.decide(lines, 0)
		a, found, err := crowded(sites).Conform(t.Context(), "log", strings.NewReader(recorded{lines: lines}.text(nil)), conform.Options{})
		if err != nil || !a.Conforms {
			t.Fatal(err, a)
		}
		met[most]++
		for _, v := range found {
			if len(v.Steps) == 0 {
				t.Error(v.Property.Name, "without steps")
			}
		}
		if want := min(most, sites) - 1; len(found) != max(0, want) {
			t.Errorf("seed %d: %d are inside together in some order, and %d properties are violated\n%s", seed, most, len(found), recorded{lines: lines}.text(nil))
		}
	}
	if met[2] == 0 || met[3] == 0 {
		t.Errorf("numbers that were inside: %v", met)
	}
}

// TestLongLog: a log of more than 10,000 events is replayed in one go, from state to state, and so is one in which an event near the end is
// wrong.
func TestLongLog(t *testing.T) {
	a := algorithms.All()[0]
	c := a.Config(model.Published)
	for k := range c.Requests {
		c.Requests[k] = 2000
	}
	random := rand.New(rand.NewPCG(1, 1))
	r := record(a.New(c), random, 10_000)
	got := decide(t, a.New(c), r.text(random), conform.Options{})
	if !got.Conforms || got.Events < 10_000 || got.States > got.Events+1 {
		t.Errorf("%d events, %d states, %+v", got.Events, got.States, got.Misfit)
	}
	delete(r.lines[9_000], "seq") // of which nobody knows where it stands
	for k := range r.lines {
		delete(r.lines[k], "seq")
	}
	r.lines = append(r.lines[:9_000:9_000], r.lines[9_001:]...)
	if got := decide(t, a.New(c), r.text(random), conform.Options{}); got.Conforms || got.States > 2*(got.Events+1) || got.Fitted < 8_000 || !got.Longest {
		t.Errorf("%d of %d events, %d states, %+v", got.Fitted, got.Events, got.States, got.Misfit)
	}
}
