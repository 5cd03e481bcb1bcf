package views_test

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/gmecheck/gmecheck/algorithms/paper/papertest"
	"github.com/gmecheck/gmecheck/explore"
	"github.com/gmecheck/gmecheck/explore/views"
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/system"
)

// room has so many places, and is open to one group at a time. Its keeper, the first site, counts the places that are free: only by that count
// does it know whether anybody is inside. The numbers are those of usual, or a mistake.
type room struct {
	places  int
	empty   int // so many free places mean that nobody is inside
	takes   int // who is let in, that many of them
	frees   int // whose leaving is heard, that many
	tells   int // who leaves, the keeper so often
	early   int // who enters tells it so often
	least   int // so many places are kept free
	mixes   bool
	forgets bool // sites that crash do
	credits map[string]int
}

// usual is the room without mistakes.
func usual(places int) room {
	return room{places: places, empty: places, takes: 1, frees: 1, tells: 1, credits: map[string]int{"place": 1, "guest": 1, "admit": 1, "left": 1}}
}

// guest is a site of it; free, group and waits are the keeper's.
type guest struct {
	wants  model.Group // what it waits for, or is inside for
	inside bool
	free   int
	group  model.Group // of those inside
	waits  model.PerSite[model.Group]
}

type (
	knock any      // one of these
	left  struct{} // to the keeper
	admit struct{ group model.Group }
	wish  struct { // to the keeper
		from  model.Site
		group model.Group
	}
)

func (r room) Start(i model.Site) guest {
	if i == 1 {
		return guest{free: r.places, waits: model.NewPerSite[model.Group](4)}
	}
	return guest{}
}

func (room) MayRequest(i model.Site, v guest) bool { return i != 1 && v.wants == 0 }
func (room) InCS(_ model.Site, v guest) bool       { return v.inside }

func (r room) Request(i model.Site, v *guest, d model.Demand, out *model.Outbox[knock]) {
	v.wants = d.Group
	out.Send(1, wish{i, d.Group})
}

func (r room) Exit(_ model.Site, v *guest, out *model.Outbox[knock]) {
	v.wants, v.inside = 0, false
	for range r.tells {
		out.Send(1, left{})
	}
}

func (r room) Receive(_ model.Site, v *guest, m knock, out *model.Outbox[knock]) {
	switch m := m.(type) {
	case wish:
		if !r.lets(v, m.from, m.group, out) {
			v.waits = v.waits.With(m.from, m.group)
		}
	case admit:
		v.inside = true
		out.Enter()
		for range r.early {
			out.Send(1, left{})
		}
	case left:
		v.free += r.frees
		for j := range model.UpTo[model.Site](4).All() {
			if g := v.waits.At(j); g != 0 && r.lets(v, j, g, out) {
				v.waits = v.waits.With(j, 0)
			}
		}
	default:
		out.Unhandled()
	}
}

// lets lets a guest in if there is a place, and nobody inside of another group.
func (r room) lets(v *guest, j model.Site, g model.Group, out *model.Outbox[knock]) bool {
	if v.free <= r.least || v.free < r.empty && g != v.group && !r.mixes {
		return false
	}
	v.group = g
	v.free -= r.takes
	out.Send(j, admit{g})
	return true
}

func (r room) Look(_ model.Site, v guest, inbox []knock) model.View {
	look := model.View{Waits: v.wants != 0 && !v.inside, InCS: v.inside, Credit: v.free * r.credits["place"]}
	if v.wants != 0 {
		look.Groups = model.SetOf(v.wants)
	}
	if v.inside {
		look.Credit += r.credits["guest"]
	}
	for _, m := range inbox {
		switch m.(type) {
		case admit:
			look.Credit += r.credits["admit"]
		case left:
			look.Credit += r.credits["left"]
		}
	}
	return look
}

// forgetful is a room whose sites forget when they crash.
type forgetful struct{ room }

func (f forgetful) Crash(i model.Site, v *guest) { *v = f.Start(i) }

// open makes it a system.
func (r room) open(n, requests int, faults model.Config) *system.System {
	c := faults
	c.Processes, c.Groups, c.Requests = n, 2, slices.Repeat([]int{requests}, n)
	if r.forgets {
		return system.Compose[guest, knock](forgetful{r}, c)
	}
	return system.Compose[guest, knock](r, c)
}

// answered is the answer of views, within so much work, to the question whether all inside are of one group.
func answered(t *testing.T, sys *system.System, entities, most int) views.Answer {
	t.Helper()
	question := views.Question{Name: "gme", Deaf: true, Pair: invariants.GME.Few.Pair}
	r, err := views.Of(context.Background(), sys, views.Options{Entities: entities, Questions: []views.Question{question}, MaxWork: most})
	if err != nil {
		t.Fatal(err)
	}
	if r.Limit != "" {
		return views.Answer{Why: r.Limit}
	}
	return r.Answers[0]
}

// rooms are those that a law proves.
var rooms = []struct {
	places, n int
	faults    model.Config
}{
	{2, 3, model.Config{}}, {2, 4, model.Config{}}, {3, 4, model.Config{}},
	{2, 3, model.Config{Loss: 1}}, {2, 3, model.Config{Crash: 1}},
}

// TestCredits: what rests on a count of those that are not there any more is proved by views of two with the law of credits, and not without;
// and not where the law is none, which the answer says then.
func TestCredits(t *testing.T) {
	for _, x := range rooms {
		r := usual(x.places)
		if a := answered(t, r.open(x.n, model.Unlimited, x.faults), 2, 100_000); !a.Proved {
			t.Errorf("%d places, n = %d, %+v: %s", x.places, x.n, x.faults, a.Why)
		}
		for k := range r.credits {
			for credits, why := range map[int]string{
				0: "makes", 2: "makes", -1: "fewer credits than none", math.MaxInt: "credits than", 3689348814741910324: "credits than", // of which five add up to 4
			} {
				r := usual(x.places)
				r.credits[k] = credits
				if a := answered(t, r.open(x.n, model.Unlimited, x.faults), 2, 100_000); a.Proved || !strings.Contains(a.Why, why) || !strings.Contains(a.Why, "credits") {
					t.Errorf("%d places, n = %d, %+v, %d credits for each %s: proved: %v: %s", x.places, x.n, x.faults, credits, k, a.Proved, a.Why)
				}
			}
		}
		r.credits = nil
		if a := answered(t, r.open(x.n, model.Unlimited, x.faults), 2, 100_000); a.Proved {
			t.Errorf("%d places, n = %d, %+v: it is proved without credits", x.places, x.n, x.faults)
		}
	}
	// A message that comes twice brings its credits twice: they are left out.
	if a := answered(t, usual(2).open(3, model.Unlimited, model.Config{Duplicate: 1}), 2, 100_000); a.Proved || !strings.Contains(a.Why, "side by side") {
		t.Errorf("where messages come twice: proved: %v: %s", a.Proved, a.Why)
	}
}

// boasting is a reversal with credits that are none: who asks has one more.
type boasting struct{ reversal }

func (b boasting) Look(i model.Site, v knot, inbox []ask) model.View {
	look := b.reversal.Look(i, v, inbox)
	if v.waits {
		look.Credit = 1
	}
	return look
}

// TestEveryWithoutCredits: the proof for every n does not look at credits, of which there are more where there are more processes.
func TestEveryWithoutCredits(t *testing.T) {
	for _, credits := range []bool{false, true} {
		family := func(n int) []*system.System {
			c := model.Config{Processes: n, Requests: slices.Repeat([]int{model.Unlimited}, n)}
			p := reversal{n: n, fathers: model.NewPerSite[model.Site](n)}
			for i := range model.UpTo[model.Site](n).Without(1).All() {
				p.fathers = p.fathers.With(i, 1)
			}
			if credits {
				return []*system.System{system.Compose[knot, ask](boasting{p}, c)}
			}
			return []*system.System{system.Compose[knot, ask](p, c)}
		}
		question := []views.Question{{Name: "mutex", Deaf: true, Pair: invariants.Mutex.Few.Pair}}
		r, err := views.Every(t.Context(), family, views.Options{MaxWork: 30_000, Questions: question})
		if err != nil || r.Processes < 4 {
			t.Errorf("credits: %v: closed to n = %d: %v %v", credits, r.Processes, r.Obstacles, err)
		}
		one, err := views.Of(t.Context(), family(3)[0], views.Options{Entities: 2, Questions: question})
		if err != nil || one.Answers[0].Proved == credits {
			t.Errorf("credits: %v: proved for n = 3: %v: %v", credits, one.Answers[0].Proved, err)
		}
	}
}

// TestCreditsOfMutants: mistakes in the handlers are not proved right, with a law of credits that the handlers without mistakes keep.
func TestCreditsOfMutants(t *testing.T) {
	for name, x := range map[string]struct {
		mistake  func(r *room)
		violated bool
	}{
		"none":                           {func(r *room) {}, false},
		"has places without end":         {func(r *room) { r.least = -99 }, false},
		"with one guest it is empty":     {func(r *room) { r.empty-- }, true},
		"mixes groups":                   {func(r *room) { r.mixes = true }, true},
		"takes no place":                 {func(r *room) { r.takes = 0 }, true},
		"who leaves frees two":           {func(r *room) { r.frees = 2 }, true},
		"leaves twice":                   {func(r *room) { r.tells = 2 }, true},
		"leaves when it enters":          {func(r *room) { r.early, r.tells = 1, 0 }, true},
		"forgets who is inside":          {func(r *room) { r.forgets = true }, true},
		"has two places for each, and 1": {func(r *room) { r.takes, r.empty = 2, 1 }, false},
	} {
		r, faults := usual(2), model.Config{}
		if x.mistake(&r); r.forgets {
			faults.Crash = 1
		}
		findings, _, err := explore.CheckAll(t.Context(), r.open(3, 2, faults), invariants.Panel{invariants.GME}, explore.Options{MaxStates: 50_000, StopAtFirst: true})
		if err != nil {
			t.Fatal(err)
		}
		if violated := findings[0].Verdict == invariants.Refuted; violated != x.violated {
			t.Errorf("%s: a search says violated: %v", name, violated)
		}
		for entities := 1; entities <= 2; entities++ {
			if a := answered(t, r.open(3, model.Unlimited, faults), entities, 100_000); a.Proved != (name == "none" && entities == 2) {
				t.Errorf("%s, views of %d: proved: %v (%s)", name, entities, a.Proved, a.Why)
			}
		}
	}
}

// TestCreditsReachable: every reachable pair is in the closure that the law of credits has made smaller.
func TestCreditsReachable(t *testing.T) {
	for _, x := range []struct {
		n, requests int
		faults      model.Config
	}{
		{2, 3, model.Config{}}, {3, 2, model.Config{}}, {4, 1, model.Config{}},
		{3, 2, model.Config{Loss: 1}}, {3, 1, model.Config{Crash: 1}}, {3, 2, model.Config{Network: model.FIFO}},
	} {
		sys := usual(2).open(x.n, x.requests, x.faults)
		closure := views.Close(sys.Fresh(), views.Options{})
		if wrong := closure.Wrong(); wrong != "" || !closure.Barred() {
			t.Errorf("n = %d: %s; the law has kept something apart: %v", x.n, wrong, closure.Barred())
		}
		reached(t, sys, closure, 20_000)
	}
}

// judged demands that every reachable pair is in the closure of a room, where it has been closed; apart: a law has kept something apart in it. A
// search tells whether the room is refuted: two groups are inside.
func judged(t *testing.T, sys *system.System, o views.Options) (apart, refuted bool) {
	t.Helper()
	closure := views.Close(sys.Fresh(), o)
	if closure.Wrong() == "" {
		reached(t, sys, closure, 1000)
		apart = closure.Barred()
	}
	findings, _, err := explore.CheckAll(t.Context(), sys, invariants.Panel{invariants.GME}, explore.Options{MaxStates: 2000, StopAtFirst: true})
	if err != nil {
		t.Fatal(err)
	}
	return apart, findings[0].Verdict == invariants.Refuted
}

// TestRandomCredits: of rooms with random mistakes and random credits no reachable pair is outside of the closure, and none is proved of which a
// search shows two groups inside.
func TestRandomCredits(t *testing.T) {
	proved, violated, barred := 0, 0, 0
	for seed := range drawnSeeds(200) {
		r := rand.New(rand.NewPCG(seed, 24))
		room := usual(1 + r.IntN(3))
		mistake := func(x *int) {
			if r.IntN(6) == 0 {
				*x += r.IntN(3) - 1
			}
		}
		for _, x := range []*int{&room.empty, &room.takes, &room.frees, &room.tells, &room.early, &room.least} {
			mistake(x)
		}
		for _, k := range []string{"place", "guest", "admit", "left"} {
			x := room.credits[k]
			mistake(&x)
			room.credits[k] = x
		}
		room.mixes, room.forgets = r.IntN(12) == 0, r.IntN(12) == 0
		faults := []model.Config{{}, {}, {Loss: 1}, {Crash: 1}, {Duplicate: 1}}[r.IntN(5)]
		sys := room.open(2+r.IntN(2), 2, faults)
		var excluded [3]bool
		for entities := 1; entities <= 2; entities++ {
			if excluded[entities] = answered(t, sys, entities, 8_000).Proved; excluded[entities] {
				proved++
			}
		}
		apart, refuted := judged(t, sys, views.Options{MaxWork: 8_000})
		if apart {
			barred++
		}
		if refuted {
			if violated++; excluded[1] || excluded[2] {
				t.Errorf("seed %d: %+v violates gme, and views of 1 or of 2 prove it: %v", seed, room, excluded)
			}
		}
		if t.Failed() {
			t.Fatalf("seed %d: %+v, %+v", seed, room, faults)
		}
	}
	if t.Logf("%d proofs, %d violations; in %d closures credits kept something apart", proved, violated, barred); !papertest.Sampled() && (proved < 20 || violated < 20 || barred < 20) {
		t.Errorf("%d proofs, %d violations and %d closures in which credits kept something apart are too few to say anything", proved, violated, barred)
	}
}
