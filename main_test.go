package gmecheck_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/gmecheck/gmecheck"
	"github.com/gmecheck/gmecheck/algorithms/paper/papertest"
)

// programs are command lines that the test runs in a process of their own.
var programs = map[string]func(){
	"family": func() { gmecheck.Main(gmecheck.Family(RicartAgrawala).Sizes(2, 2, 3)) },
	"faulty": func() {
		gmecheck.Main(lock(3).With(gmecheck.Faults{Loss: 1, Lossy: []any{ask{}}}), lights(3).With(gmecheck.Faults{Crash: 1, Final: true}))
	},
	"pair": func() {
		gmecheck.Main(gmecheck.Family(func(n int) *gmecheck.Model[light] {
			p := gmecheck.New[light]("pair", n)
			p.Init(func(s *light, c gmecheck.Ctx) { s.On = []bool{true, false}[c.Self-1] })
			return p
		}))
	},
	"memory":   func() { gmecheck.Main(counting(2, 1023)) },
	"ordered":  func() { gmecheck.Main(lock(3).With(gmecheck.FIFO, gmecheck.Faults{Loss: 2})) },
	"mistaken": func() { gmecheck.Main(lock(2).With(gmecheck.Faults{Final: true})) },
	"shared":   func() { gmecheck.Main(sharedLight(2)) },
	"keyed": func() {
		p := keys(2)
		p.Never("entered", func(w gmecheck.World[asker]) bool { return w.At(2).Inside })
		gmecheck.Main(p)
	},
	"timed":   func() { gmecheck.Main(courier(roundTrip).With(gmecheck.Times{Delay: gmecheck.Interval{Lo: 1, Hi: 2}})) },
	"untimed": func() { gmecheck.Main(courier(nil)) },
	"starts":  func() { gmecheck.Main(boundedLights()) },
	"nobody": func() {
		gmecheck.Main(gmecheck.Family(func(int) *gmecheck.Model[light] { return gmecheck.New[light]("lights", 0) }))
	},
	"several": func() {
		gmecheck.Main(gmecheck.Family[*gmecheck.Model[light]](nil), lights(2), gmecheck.New[light]("none", 0))
	},
	"twice": func() { gmecheck.Main(lights(2), lights(3)) },
	"nil":   func() { gmecheck.Main(nil) },
	"empty": func() { gmecheck.Main(gmecheck.Family[*gmecheck.Model[light]](nil)) },
	"none":  func() { gmecheck.Main(gmecheck.Family(func(int) *gmecheck.Shared[light] { return nil })) },
	"fixed": func() {
		gmecheck.Main(gmecheck.Family(func(int) *gmecheck.Model[light] { return lights(2) }).Sizes(1, 2, 3))
	},
	"panics":  func() { gmecheck.Main(gmecheck.Family(panicking).Sizes(1, 2, 4)) },
	"named":   func() { gmecheck.Main(gmecheck.Family(named)) },
	"some":    func() { gmecheck.Main(gmecheck.Family(some).Sizes(1, 2, 4)) },
	"inside":  func() { gmecheck.Main(outside(func(w gmecheck.World[light]) bool { return !w.At(1).On })) },
	"outside": func() { gmecheck.Main(outside(func(gmecheck.World[light]) bool { return false })) },
	"forms":   func() { gmecheck.Main(forms(20)) }, "formless": func() { gmecheck.Main(forms(0)) },
	"nothing":   func() { gmecheck.Main(gmecheck.New[light]("nothing", 1)) },
	"early":     func() { gmecheck.Main(early()) },
	"finding":   func() { gmecheck.Main(finding("finding", 2)) },
	"seven":     func() { gmecheck.Main(finding("seven", 7)) },
	"forgetful": func() { gmecheck.Main(forgetful(1)) }, "forgetting": func() { gmecheck.Main(forgetful(gmecheck.Always)) },
	"alike": func() { gmecheck.Main(alike([]any{held{1}, held{int8(1)}, held{int16(1)}}, 1)) },
	"lossy": func() {
		gmecheck.Main(alike([]any{pale{}}, 0).With(gmecheck.FIFO, gmecheck.Faults{Loss: 1, Duplicate: 2, Crash: 3}))
	},
	"bounded": func() {
		p := forms(0)
		p.Within(func(w gmecheck.World[count1]) bool { return w.At(1).N < 9 })
		gmecheck.Main(p)
	},
	"edged": func() {
		gmecheck.Main(gmecheck.Family(func(n int) *gmecheck.Model[count] {
			p := gmecheck.New[count]("edged", n)
			p.Event("up", gmecheck.Always, nil, func(s *count, _ gmecheck.Ctx) { s.N++ })
			small := func(s count) bool { return s.N < 3 }
			p.Within(func(w gmecheck.World[count]) bool { return w.Every(small) })
			p.Always("small", func(w gmecheck.World[count]) bool { return w.Every(small) })
			return p
		}).Sizes(2, 2, 3))
	},
	"wrong": func() { gmecheck.Main(gmecheck.New[light]("two words", 1)) },
	"tied": func() {
		p := gmecheck.New[light]("tied", 2)
		p.Init(func(s *light, c gmecheck.Ctx) { s.On = c.Self == 1 && c.Maybe("on") })
		p.Timer("t", func(*light, gmecheck.Ctx) bool { return true }, func(gmecheck.Times) int { return 1 }, func(*light, gmecheck.Ctx) {})
		gmecheck.Main(p)
	},
	"idling":   func() { gmecheck.Main(gmecheck.Family(idling)) },
	"averages": func() { gmecheck.Main(thrown(), dealt(), choosy(), leaving(), circling(), serving()) },
	"sharing":  func() { gmecheck.Main(sharing()) },
	"boom":     func() { gmecheck.Main(boom()) },
	"sized":    func() { gmecheck.Main(sized().With(gmecheck.Times{Delay: gmecheck.Interval{Lo: 1, Hi: 1}})) },
	"asking":   func() { gmecheck.Main(family(captured["handler that forgets"])) },
	"captured": func() { gmecheck.Main(family(captured["guard"])) },
	"changing": func() { gmecheck.Main(changing(1, 40)) }, "changed": func() { gmecheck.Main(changing(2, 40)) }, "claimed": func() { gmecheck.Main(changing(1, 3)) },
	"numbered": func() { gmecheck.Main(gmecheck.Family(numberedWith(os.Getenv("GMECHECK_MISTAKE")))) },

	"ExampleMain": ExampleMain, "ExampleCheckable": ExampleCheckable, "ExampleFamily": ExampleFamily, "ExampleModels": ExampleModels,
	"ExampleModels_Sizes": ExampleModels_Sizes, "ExampleMain_load": ExampleMain_load, "ExampleMain_mean": ExampleMain_mean, "ExampleModel_NeverTwo": ExampleModel_NeverTwo, "ExampleModel_Credits": ExampleModel_Credits, "ExampleMain_laws": ExampleMain_laws, "ExampleMain_budgets": ExampleMain_budgets, "often": func() { gmecheck.Main(gmecheck.Family(often)) },
}

// counting is a shared memory with a number that only grows.
func counting(n, most int) *gmecheck.Shared[count1] {
	p := gmecheck.NewShared[count1]("counter", n)
	p.Action("add", func(s *count1, c gmecheck.Ctx) bool { return s.N < most }, func(s *count1, c gmecheck.Ctx) { s.N++ })
	p.Eventually("full", func(s count1) bool { return s.N == most })
	return p
}

// changing is one model by its name, whatever it adds and claims: what a program does can depend on what it reads.
func changing(step, most int) *gmecheck.Model[count1] {
	p := gmecheck.New[count1]("changing", 2)
	p.Event("add", gmecheck.Always, func(s *count1, _ gmecheck.Ctx) bool { return s.N < 30 }, func(s *count1, _ gmecheck.Ctx) { s.N += step })
	p.Always("few", func(w gmecheck.World[count1]) bool { return w.At(1).N < most })
	return p
}

func sharedLight(n int) *gmecheck.Shared[light] {
	p := gmecheck.NewShared[light]("light", n)
	p.Action("toggle", nil, func(s *light, c gmecheck.Ctx) { s.On = !s.On })
	p.Never("on", func(s light) bool { return s.On })
	return p
}

// early ends where it begins, and does nothing of what is claimed.
func early() *gmecheck.Model[light] {
	p := gmecheck.New[light]("early", 1)
	on := func(w gmecheck.World[light]) bool { return w.At(1).On }
	p.Sometimes("there", on)
	p.Eventually("soon", on)
	return p
}

// finding has runs to what it looks for.
func finding(name string, n int) *gmecheck.Model[light] {
	p := gmecheck.New[light](name, n)
	p.Event("light", gmecheck.Always, func(s *light, _ gmecheck.Ctx) bool { return !s.On }, func(s *light, _ gmecheck.Ctx) { s.On = true })
	on := func(s light) bool { return s.On }
	p.Sometimes("both", func(w gmecheck.World[light]) bool { return w.Every(on) })
	p.Sometimes("dark", func(w gmecheck.World[light]) bool { return w.Count(on) == 0 })
	return p
}

// boundedLights has several initial states, and states outside of its boundary.
func boundedLights() *gmecheck.Model[light] {
	p := lights(3)
	p.Init(func(s *light, c gmecheck.Ctx) { s.On = c.Choose("on", 0, 1) == 1 })
	on := func(s light) bool { return s.On }
	p.Within(func(w gmecheck.World[light]) bool { return w.Count(on) > 0 && w.Count(on) < 3 })
	p.Never("two", func(w gmecheck.World[light]) bool { return w.At(1).On && w.At(2).On })
	return p
}

// idling has an event that is always possible, and does something only where there is something to do. A patient one waits for it, and
// never happens.
func idling(n int) *gmecheck.Model[idler] {
	p := gmecheck.New[idler]("idling", n)
	type answer struct{}
	p.Event("ask", gmecheck.Always, func(s *idler, _ gmecheck.Ctx) bool { return *s == idler{} }, func(s *idler, c gmecheck.Ctx) {
		s.Asked = true
		c.Send(c.Self, answer{})
	}).Optional()
	gmecheck.On(p, func(s *idler, _ gmecheck.Ctx, _ answer) { s.Answered = true })
	p.Event("look", gmecheck.Always, nil, func(s *idler, _ gmecheck.Ctx) {
		if s.Answered {
			*s = idler{In: true}
		}
	})
	p.Event("leave", gmecheck.Always, func(s *idler, _ gmecheck.Ctx) bool { return s.In }, func(s *idler, _ gmecheck.Ctx) { s.In = false })
	p.Event("late", gmecheck.Always, func(s *idler, _ gmecheck.Ctx) bool { return *s == idler{} }, func(s *idler, _ gmecheck.Ctx) { s.Answered = true }).Patient()
	return p
}

type idler struct{ Asked, Answered, In bool }

// often has a budget that depends on its size, and a guard that changes variables where there are three sites.
func often(n int) *gmecheck.Model[twice] {
	p := gmecheck.New[twice]("often", n)
	p.Event("enter", n, func(s *twice, _ gmecheck.Ctx) bool { s.Old = n == 3; return !s.In }, func(s *twice, _ gmecheck.Ctx) { s.In = true })
	p.NeverTwo("never", func(twice) bool { return false })
	return p
}

// some has a property more for three sites.
func some(n int) *gmecheck.Model[light] {
	p := gmecheck.New[light]("light", n)
	p.Event("on", 1, nil, func(s *light, _ gmecheck.Ctx) { s.On = true })
	p.Never("dark", func(w gmecheck.World[light]) bool { return false })
	if n == 3 {
		p.Never("darker", func(w gmecheck.World[light]) bool { return w.At(3).On })
	}
	return p
}

// panicking is a family whose function panics for three sites, and whose Init does for four.
func panicking(n int) *gmecheck.Model[light] {
	p := gmecheck.New[light]("panicking", n)
	if n == 3 {
		panic("out of paint")
	}
	p.Init(func(*light, gmecheck.Ctx) {
		if n == 4 {
			panic("out of lamps")
		}
	})
	return p
}

// named is a family whose name depends on its size.
func named(n int) *gmecheck.Model[light] { return gmecheck.New[light](fmt.Sprintf("light%d", n), n) }

// outside is a model within a boundary.
func outside(within func(gmecheck.World[light]) bool) *gmecheck.Model[light] {
	p := lights(2)
	p.Within(within)
	return p
}

type side struct{ Bad, Thrown bool }

// thrown throws a die of ten sides once; dealt has thrown one before, if a coin said so.
func thrown() *gmecheck.Model[side] {
	p := gmecheck.New[side]("thrown", 1)
	p.Event("roll", gmecheck.Always, func(s *side, _ gmecheck.Ctx) bool { return !s.Thrown }, func(s *side, c gmecheck.Ctx) {
		s.Thrown, s.Bad = true, c.Choose("side", 0, 9) == 9
	})
	p.Never("bad", func(w gmecheck.World[side]) bool { return w.At(1).Bad })
	return p
}

func dealt() *gmecheck.Model[side] {
	p := gmecheck.New[side]("dealt", 1)
	p.Init(func(s *side, c gmecheck.Ctx) { s.Bad = c.Maybe("two") && c.Choose("side", 0, 9) == 9 })
	p.Event("roll", gmecheck.Always, func(s *side, _ gmecheck.Ctx) bool { return !s.Thrown }, func(s *side, _ gmecheck.Ctx) { s.Thrown = true })
	p.Never("bad", func(w gmecheck.World[side]) bool { return w.At(1).Bad })
	return p
}

// choosy has a site that takes what comes only now and then.
func choosy() *gmecheck.Model[side] {
	type coin struct{}
	p := gmecheck.New[side]("choosy", 2)
	p.Event("enter", gmecheck.Always, func(s *side, c gmecheck.Ctx) bool { return c.Self == 1 && !s.Thrown }, func(s *side, c gmecheck.Ctx) { s.Thrown = true; c.Send(2, coin{}) })
	p.Event("open", gmecheck.Always, func(s *side, c gmecheck.Ctx) bool { return c.Self == 2 && !s.Bad }, func(s *side, _ gmecheck.Ctx) { s.Bad = true })
	gmecheck.On(p, func(s *side, _ gmecheck.Ctx, _ coin) { s.Thrown = true }).When(func(s *side, _ gmecheck.Ctx, _ coin) bool { return s.Bad })
	return p
}

// leaving is a token that goes around; its holder works, and has an event that is how it leaves. In circling nobody can ever work.
func leaving() *gmecheck.Model[holder] {
	p := gmecheck.New[holder]("leaving", 2)
	p.Init(func(s *holder, c gmecheck.Ctx) { s.Has = c.Self == 1 })
	p.Event("work", gmecheck.Always, func(s *holder, _ gmecheck.Ctx) bool { return s.Has && !s.Works }, func(s *holder, _ gmecheck.Ctx) { s.Works = true })
	p.Event("done", gmecheck.Always, func(s *holder, _ gmecheck.Ctx) bool { return s.Works }, func(s *holder, c gmecheck.Ctx) {
		*s = holder{}
		c.Send(c.Next(), handOver{})
	}).Exit()
	gmecheck.On(p, func(s *holder, _ gmecheck.Ctx, _ handOver) { s.Has = true })
	return p
}

func circling() *gmecheck.Model[holder] {
	p := gmecheck.New[holder]("circling", 3)
	p.Init(func(s *holder, c gmecheck.Ctx) { s.Has = c.Self == 1 })
	p.Event("work", gmecheck.Always, func(s *holder, _ gmecheck.Ctx) bool { return s.Works }, func(s *holder, _ gmecheck.Ctx) { s.Works = false })
	p.Event("pass", gmecheck.Always, func(s *holder, _ gmecheck.Ctx) bool { return s.Has }, func(s *holder, c gmecheck.Ctx) { s.Has = false; c.Send(c.Next(), handOver{}) })
	gmecheck.On(p, func(s *holder, _ gmecheck.Ctx, _ handOver) { s.Has = true })
	return p
}

// serving is two clients, and a server that never asks.
func serving() *gmecheck.Model[idler] {
	type asks struct{}
	type answers struct{}
	p := gmecheck.New[idler]("serving", 3)
	p.Event("ask", gmecheck.Always, func(s *idler, c gmecheck.Ctx) bool { return c.Self < 3 && *s == idler{} }, func(s *idler, c gmecheck.Ctx) { s.Asked = true; c.Send(3, asks{}) })
	gmecheck.On(p, func(_ *idler, c gmecheck.Ctx, _ asks) { c.Send(c.From, answers{}) })
	gmecheck.On(p, func(s *idler, _ gmecheck.Ctx, _ answers) { s.In = true })
	p.Event("leave", gmecheck.Always, func(s *idler, _ gmecheck.Ctx) bool { return s.In }, func(s *idler, _ gmecheck.Ctx) { *s = idler{} })
	return p
}

// sharing is a memory whose only process enters and leaves.
func sharing() *gmecheck.Shared[light] {
	p := gmecheck.NewShared[light]("sharing", 1)
	p.Action("enter", func(s *light, _ gmecheck.Ctx) bool { return !s.On }, func(s *light, _ gmecheck.Ctx) { s.On = true })
	p.Action("leave", func(s *light, _ gmecheck.Ctx) bool { return s.On }, func(s *light, _ gmecheck.Ctx) { s.On = false })
	return p
}

// boom has a guard that panics after more steps than a rehearsal makes.
func boom() *gmecheck.Model[count1] {
	p := gmecheck.New[count1]("boom", 1)
	p.Event("step", gmecheck.Always, func(s *count1, _ gmecheck.Ctx) bool {
		if s.N == 400 {
			panic("boom")
		}
		return true
	}, func(s *count1, _ gmecheck.Ctx) { s.N++ })
	return p
}

// sized counts farther than it claims.
func sized() *gmecheck.Model[count1] {
	p := gmecheck.New[count1]("sized", 2)
	p.Event("add", gmecheck.Always, func(s *count1, _ gmecheck.Ctx) bool { return s.N < 3 }, func(s *count1, _ gmecheck.Ctx) { s.N++ })
	p.Measure("sum", func(w gmecheck.World[count1]) int { return w.At(1).N + w.At(2).N }).AtMost(2)
	return p
}

// forms counts without end, and takes numbers for alike that its property tells apart up to so many.
func forms(most int) *gmecheck.Model[count1] {
	p := gmecheck.New[count1]("forms", 2)
	p.Event("add", gmecheck.Always, nil, func(s *count1, _ gmecheck.Ctx) { s.N++ })
	p.Canonical(func(g *gmecheck.Global[count1]) {
		for k := range g.Sites {
			g.Sites[k].N = 0
		}
	})
	p.Always("few", func(w gmecheck.World[count1]) bool { return most == 0 || w.At(1).N < most })
	return p
}

// forgetful is a process that asks so often, enters after a while and leaves; a crash lets it forget where it was.
func forgetful(asks int) *gmecheck.Model[count1] {
	p := gmecheck.New[count1]("forgetful", 1)
	next := func(from int) func(*count1, gmecheck.Ctx) bool {
		return func(s *count1, _ gmecheck.Ctx) bool { return s.N == from }
	}
	p.Event("ask", asks, next(0), func(s *count1, _ gmecheck.Ctx) { s.N = 1 })
	p.Event("enter", gmecheck.Always, next(1), func(s *count1, _ gmecheck.Ctx) { s.N = 2 })
	p.Event("leave", gmecheck.Always, next(2), func(s *count1, _ gmecheck.Ctx) { s.N = 0 })
	p.OnCrash(func(s *count1, _ gmecheck.Ctx) { s.N = 0 })
	return p
}

func TestMain(m *testing.M) {
	if program := programs[os.Getenv("GMECHECK_PROGRAM")]; program != nil {
		program()
	}
	papertest.FewerChecks()
	os.Exit(m.Run())
}

func TestCommandLine(t *testing.T) {
	t.Chdir(t.TempDir())
	for file, lines := range map[string]string{
		"added.log":  `{"process": 2, "kind": "internal", "name": "add"}` + "\n" + `{"process": 1, "kind": "internal", "name": "add(1)", "fields": {"N": 2}}` + "\n",
		"other.log":  `{"process": 2, "kind": "internal", "name": "add(1)"}` + "\n",
		"nobody.log": `{"process": 3, "kind": "internal", "name": "add"}` + "\n",
	} {
		if err := os.WriteFile(file, []byte(lines), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, x := range []struct {
		program, args string
		code          int
		says          string
	}{
		{"family", "check", 0, "ricart-agrawala -n 2\ncomplete: "},
		{"often", "views -n 4 --quiet", 15, "often -n 4\nviews of 2; at each site enter at most 4 times\n"},
		{"often", "check --quiet", 64, ": in the initial state"},
		{"family", "views --quiet", 64, "has no property that shows in few places, which NeverTwo claims in a protocol of one's own"},
		{"ExampleMain_budgets", "views --json", 0, "\"counted\": [\n  \"enter at most once\"\n ],"},
		{"ExampleMain_budgets", "views --every-n", 64, "--every-n true: nothing is said for every n of a protocol of one's own, whose properties may depend on n"},
		{"family", "check -n 3", 0, "39,933 states, 134,067 transitions, depth 36"},
		{"family", "check -n 4", 64, "--processes 4: out of range for ricart-agrawala; allowed is a number from 2 to 3"},
		{"family", "check --loss 1 --trace-dir .", 11, "served is violated: site 1 waits for ever"},
		{"family", "replay ricart-agrawala-served.trace", 0, "replayed: violates served after 2 steps: site 1 waits for ever"},
		{"family", "replay --format itf ricart-agrawala-served.trace", 0, "\"from\": \"P1\""},
		{"faulty", "check lock --quiet", 13, "lock -n 3 --loss 1 --lossy ask\ncomplete: "},
		{"faulty", "check lock --quiet --lossy token", 13, "lock -n 3 --loss 1 --lossy token\ncomplete: "},
		{"faulty", "check lock --json", 13, "\"loss\": 1,"},
		{"faulty", "check lock --json", 13, "\"lossy\": \"ask\""},
		{"faulty", "check lock --lossy tok", 64, "--lossy tok: no On takes messages of a type \"tok\"; allowed is all, or kinds of message: ask, token; did you mean token?"},
		{"faulty", "check lock --lossy ask,tok", 64, "no On takes messages of a type \"tok\"; allowed is all, or kinds of message: ask, token; did you mean token?"},
		{"faulty", "check lock --loss 0 --lossy token", 64, "--lossy token: nothing of it can happen: --loss, or --loss-chance of a load, which says how often, is 0"},
		{"faulty", "check lights --quiet", 15, "lights -n 3 --crash 1 --final yes\ncomplete: 32 states"},
		{"faulty", "check lights --quiet --crashing 1,2", 15, "lights -n 3 --crash 1 --crashing 1,2 --final yes\n"},
		{"faulty", "check lights --quiet --crashing 4", 64, "\"4\" is no site; allowed is all, or sites from 1 to 3"},
		{"faulty", "check lights --quiet --final no", 15, "lights -n 3 --crash 1 --final no\n"},
		{"faulty", "check lights --variant repaired", 64, "--variant repaired: no variant of lights; allowed is published"},
		{"faulty", "check lock --trace-dir . --quiet --property served", 13, ""},
		{"faulty", "replay lock-served.trace", 0, "replayed: violates served"},
		{"mistaken", "check", 64, "Faults says who crashes, or how, and Crash, which says how often, is 0"},
		{"family", "check -n 3 --checkpoint . --max-states 5000 --quiet", 20, "inconclusive"},
		{"family", "check -n 3 --resume . --quiet", 0, "39,933 states, 134,067 transitions"},
		{"family", "check -n 3 --spill . --quiet", 0, "39,933 states, 134,067 transitions"},
		{"memory", "check --checkpoint memory --max-states 500 --quiet", 20, "inconclusive"},
		{"memory", "check --resume memory --quiet", 0, "complete: 1,024 states"},
		{"shared", "check --trace-dir . --symmetry auto", 12, "on is violated: it is true of the last state\n   1  toggle(1)"},
		{"shared", "replay light-on.trace", 0, "replayed: violates on after 1 step"},
		{"shared", "load --entry-event toggle --crash-rate 0.1", 64, "--crash-rate 0.1: the processes of light share a memory: they send no messages, and none crashes"},
		{"shared", "load --entry-event toggle --loss-chance 0.1", 64, "--loss-chance 0.1: the processes of light share a memory: they send no messages, and none crashes"},
		{"shared", "load --entry-event toggle --internal exp:1 --entries 200 --runs 2", 12, "on is violated: it is true of the last state\n   1  toggle(1)"},
		{"shared", "check --spill here", 64, "--spill here: local states stay in memory, and a state of processes that share a memory is one local state; allowed is --store, or a larger --max-memory"},
		{"shared", "check --delay 1", 64, "--delay 1: light has no use for it: its processes share a memory, and there are no messages"},
		{"shared", "explore --cs 1", 64, "--cs 1: light has no use for it: its processes share a memory, and there are no messages"},
		{"shared", "simulate --net fifo", 64, "--net fifo: light has no use for it: its processes share a memory, and there are no messages"},
		{"shared", "step --loss 1", 64, "--loss 1: light has no use for it: its processes share a memory, and there are no messages"},
		{"shared", "find --where memory.On --duplicate 1", 64, "--duplicate 1: light has no use for it: its processes share a memory, and there are no messages"},
		{"shared", "gate init --crash 1", 64, "--crash 1: light has no use for it: its processes share a memory, and none crashes"},
		{"ordered", "check --help", 0, "bag or fifo (default fifo)\n"},
		{"ordered", "check --help", 0, "budget of lost messages: L (default 2)\n"},
		{"ordered", "check --help", 0, "budget of duplicated messages: D (default 0)\n"},
		{"faulty", "check --help", 0, "budget of crashes: C (default: the algorithm's)\n"},
		{"shared", "check --help", 0, "processes: N (default: the algorithm's)\n\nSearch:\n"},
		{"shared", "load --help", 0, " --cs times "},
		{"shared", "replay --help", 0, " replay light-PROPERTY.trace\n"},
		{"shared", "list light", 0, "light: a protocol of one's own\n\nparameters\n"},
		{"shared", "claims", 12, "published  refuted: 1 step at light -n 2\n"},
		{"family", "views --help", 0, "Flags:\n      --certificate file   write what the proof rests on into this file\n      --find-laws "},
		{"family", "load", 64, "--entry-event names the event that is an entry"},
		{"starts", "check", 12, "complete: 6 states, 18 transitions, depth 0, within the boundary\n"},
		{"starts", "check --json", 12, "\"complete\": true,\n  \"bounded\": true,"},
		{"starts", "check --json", 12, "\"start\": \"on1=1 on2=1 on3=0\",\n   \"trace\": []"},
		{"family", "gate init --file -", 0, "model: {algorithm: ricart-agrawala, processes: 2}\n    expect:\n      states: "},
		{"family", "gate init --help", 0, " gate init ricart-agrawala\n"},
		{"starts", "graph --property two", 0, "two is violated"},
		{"starts", "find --where P1.On&&P2.On --json", 0, "\"found\": true,\n \"start\": \"on1=1 on2=1 on3=0\",\n \"trace\": []"},
		{"starts", "graph --property two", 0, "two is violated"},
		{"starts", "find --where P1.On&&P2.On", 0, " is true after 0 steps (6 states visited within the boundary)\n      start on1=1 on2=1 on3=0\n"},
		{"starts", "claims --json", 12, "\"known\": false,\n     \"start\": \"on1=1 on2=1 on3=0\",\n     \"trace\": []"},
		{"starts", "step --plain", 0, "\nthe start\n  1  toggle(1)\n"},
		{"inside", "help", 0, "replay      Run traces again, step by step, and judge whether they still violate their properties\n  simulate "}, // between them repairs, of papers
		{"inside", "step --plain", 0, "\nthe start\n  1  toggle(2)\n     toggle(1) leads outside of what Within allows\n"},
		{"starts", "step --plain --start on1=0,on2=0,on3=0", 64, "no initial state has this name; allowed is on1=0 on2=0 on3=1, on1=0 on2=1 on3=0, "},
		{"starts", "load --entry-event toggle", 64, "what happens outside of the protocol's boundary is not known"},
		{"starts", "step --plain --start on1=1", 64, "--start on1=1: no initial state has this name; allowed is "},
		{"starts", "check --quiet --trace-dir two", 12, "two is violated"},
		{"starts", "step --plain --trace two/lights-two.trace", 0, "! two is violated: it is true of the last state\n"},
		{"starts", "graph", 0, "label=\"0 on1=0 on2=0 on3=1\\nP1 On: false\\nP2 On: false\\nP3 On: true\""},
		{"family", "find --where P1.inside", 64, "unknown field inside; nobody requests anything in a protocol of one's own, so ask for its variables"},
		{"family", "find --where len(cs)>1", 64, "unknown name cs; nobody requests anything in a protocol of one's own, so ask for its variables"},
		{"shared", "find --where P1.On", 64, "unknown name P1; the processes share the variables of memory: memory.name, for a name"},
		{"family", "compare", 64, "nobody requests anything in ricart-agrawala, a protocol of one's own"},
		{"nothing", "check --quiet", 15, "nothing was judged: the model has no properties\n\nverdict: vacuous"},
		{"early", "check --quiet", 12, "there  violated\n"},
		{"early", "check --quiet", 12, "it is true of no state of the run: it takes no step\n"},
		{"early", "check --quiet --trace-dir .", 12, "there is violated: it is true of no reachable state\n\nsoon is violated: it is true of no state of the run: it takes no step\n      "},
		{"early", "check --quiet --property there --json", 12, "\"verdict\": \"violated\",\n   \"detail\": \"it is true of no reachable state\"\n  }"},
		{"early", "check --quiet --property there", 12, "there is violated: it is true of no reachable state\n\nverdict: violated"},
		{"early", "check --quiet --property there --fault-scenario min", 12, "smallest fault scenarios: no run violates anything\n"},
		{"early", "replay early-there.trace", 64, "no such file"},
		{"early", "replay early-soon.trace", 0, "replayed: violates soon after 0 steps"},
		{"early", "graph --property there", 22, "; there is no run to draw"},
		{"early", "gate init --file -", 0, "there: {verdict: violated}\n        soon: {verdict: violated, steps: 0}\n"},
		{"family", "check --help", 0, "--reduce kept            leave out states that are not needed for what is kept: deadlock (see"},
		{"family", "__complete check --reduce=", 0, "off\ndeadlock\n:"},
		{"family", "check --reduce invariants", 64, "--reduce invariants: the properties of ricart-agrawala see whole sites; allowed is off or deadlock"},
		{"family", "check --reduce deadloc", 64, "--reduce deadloc: allowed is off or deadlock; did you mean deadlock?"},
		{"nothing", "simulate --quiet", 15, "nothing was judged: the model has no properties\n\nverdict: vacuous"},
		{"sized", "check --shortest time --quiet", 16, "sum is violated: found 0..6; claimed: at most 2\n   1  add(1)"}, // to the largest value, however long it takes
		{"sized", "check --shortest time --max-states 12 --quiet", 16, "sum is violated: found 3; claimed: at most 2; it takes 0 ticks, and no run takes fewer\n"},
		{"memory", "simulate --quiet --runs 1", 15, "nothing was judged\n\nnot judged by walks: full\n\nverdict: vacuous"},
		{"memory", "simulate --quiet --runs 1 --json", 15, "\"not_judged\": [\n  \"full\"\n ],"},
		{"memory", "check --quiet --search dfs", 15, "nothing was judged\n\nnot judged by a depth-first search: full\n"},
		{"early", "simulate --quiet --runs 1", 20, "there  true of no state in 1 walk\n\nnot judged by walks: soon\n"},
		{"early", "claims --assumptions --quiet", 12, "not even with all of them: violated, it is true of no reachable state"},
		{"early", "check -n 2", 64, "--processes 2: out of range for early; allowed is only 1"},
		{"early", "sweep", 64, "early has 1 process, and no other size to go on to"},
		{"seven", "claims --quiet --fresh", 0, "dark\n  it is true of some reachable state\n  published  holds: to seven -n 7 (128 states)\n"},
		{"early", "claims --quiet --fresh", 12, "published  refuted: true of no state at early -n 1\n"},
		{"finding", "check --quiet", 0, "both  holds  after 2 steps\ndark  holds  after 0 steps\n\nverdict: holds\n"},
		{"finding", "check --quiet --property both", 0, "both  holds  after 2 steps\n\nboth is true of the last state of this run:\n   1  light("},
		{"finding", "check --quiet --property both --json", 0, "\"verdict\": \"holds\",\n   \"steps\": 2,\n   \"shortest\": true,\n   \"trace\": [\n    \"light("},
		{"finding", "simulate --quiet --runs 1", 20, "both  true after 2 steps\ndark  true after 0 steps\n"},
		{"finding", "simulate --quiet --runs 1 --property both --json", 20, "\"verdict\": \"not violated\",\n   \"steps\": 2,"},
		{"bounded", "claims --quiet --fresh --budget 2K", 20, "it is true of every reachable state, within the boundary\n"},
		{"bounded", "repairs --max-states 1000", 20, "forms -n 2, within the boundary\n"},
		{"bounded", "claims --assumptions --max-states 1000", 20, "forms -n 2, within the boundary\n"},
		{"bounded", "gate init --quiet --max-states 100 --file within.yaml", 0, "written: within.yaml"},
		{"bounded", "gate --quiet within.yaml", 0, "  99      forms -n 2, within the boundary\n"},
		{"edged", "sweep --quiet --up-to 3", 0, "edged -n 2..3, within the boundary\n"},
		{"edged", "sweep --quiet --up-to 3 --json", 0, "\"model\": \"edged -n 2..3\","},
		{"bounded", "simulate --runs 1", 20, "forms -n 2, within the boundary\n"},
		{"bounded", "claims --quiet --fresh --budget 2K --json", 20, "\"bounded\": true,"},
		{"bounded", "repairs --max-states 1000 --json", 20, "\"bounded\": true,"},
		{"bounded", "claims --assumptions --max-states 1000 --json", 20, "\"bounded\": true,"},
		{"bounded", "gate --quiet within.yaml --json", 0, "\"bounded\": true,"},
		{"bounded", "simulate --runs 1 --json", 20, "\"bounded\": true,"},
		{"timed", "claims --quiet --fresh", 0, "published  holds: to courier -n 2 --delay 1..2 --cs 1 ("},
		{"timed", "claims --assumptions --property waiting", 0, "waiting   no crash"},
		{"shared", "views", 64, "views are of sites and messages on their way, and the processes of light share a memory"},
		{"shared", "claims --assumptions", 64, "--assumptions: the processes of light share a memory"},
		{"shared", "step --plain --start x", 64, "allowed is nothing: there is only one"},
		{"keyed", "check --quiet --property entered --trace-dir .", 12, "        in CS     P2\n"},
		{"keyed", "replay keys-entered.trace --format html", 0, "in its critical section"},
		{"keyed", "graph --format json", 0, "\"phase\": \"cs\""}, {"keyed", "graph --format dot", 0, "\\nP2 in CS "},
		{"untimed", "check --quiet", 0, "not judged without --delay or --cs: waiting\n"},
		{"untimed", "check --json", 0, "\"not_judged\": [\n  \"waiting\"\n ],"},
		{"untimed", "check --property waiting", 64, "--property waiting: courier has no such property in this configuration, but with --delay or --cs; "},
		{"timed", "check --quiet", 0, "courier -n 2 --delay 1..2 --cs 1\ncomplete: "},
		{"timed", "check --quiet", 0, "waiting              holds  2..4"},
		{"timed", "check --delay 3 --property largest-clock-retry --quiet", 0, "largest-clock-retry  holds  6"},
		{"timed", "check --timer retry=3 --property no-vain-expiry --trace-dir . --quiet", 12, "no-vain-expiry is violated"},
		{"timed", "replay courier-no-vain-expiry.trace", 0, "replayed: violates no-vain-expiry after 6 steps"},
		{"timed", "replay --format html courier-no-vain-expiry.trace", 0, ".test check courier"},
		{"timed", "check --timer rety=3", 64, "--timer rety=3: courier has no such timer; allowed is retry; did you mean retry?"},
		{"timed", "load --request-event want --exit-event want --timer rety=const:3", 64, "--timer rety: courier has no such timer; allowed is retry; did you mean retry?"},
		{"untimed", "check --quiet", 0, "courier -n 2\ncomplete: "},
		{"untimed", "check --delay 1", 64, "Times.Timers has no length of timer \"retry\", and the model says none"},
		{"untimed", "check --delay 1 --timer retry=2 --quiet", 0, "no-vain-expiry       holds"},
		{"untimed", "check --delay 1 --timer retry=2 --quiet", 0, "courier -n 2 --timeouts timed --delay 1 --timer retry=2\n"},
		{"untimed", "check --delay 1 --timer retry=2 --cs 2", 64, "--cs 2: courier has no use for it: no event is marked as the exit of a critical section"},
		{"idling", "load -n 1 --request-event ask --exit-event leave --latency const:1 --cs const:2 --think const:3 --entries 100 --runs 2", 0, "throughput          0.16667  ± 0"},
		{"idling", "mean -n 1 --request-event ask --exit-event leave --cs exp:2 --think exp:3", 0, "throughput          0.166667  entries per time"},
		{"averages", "mean thrown --entry-event roll --property bad --quiet", 0, "probability that it violates bad  0.1\n"},
		{"averages", "mean dealt --entry-event roll --property bad --quiet", 0, "probability that it violates bad  0.05\n"},
		{"averages", "mean choosy --entry-event enter --quiet", 64, "may have to wait until P2 accepts it, and a chain does not know whether it has come by then: load measures that"},
		{"averages", "mean leaving --entry-event work --event work=exp:4 --cs exp:3 --latency exp:1 --quiet", 0, "\nthroughput           0.125 "},
		{"averages", "mean circling --entry-event work --event work=exp:1 --json", 0, "\"measures\": [],"},
		{"averages", "mean circling --entry-event work --event work=exp:1 --quiet", 0, "of all that happens until nobody enters any more"},
		{"forgetful", "mean --request-event ask --entry-event enter --exit-event leave --think exp:2 --cs exp:3 --event enter=exp:4 --crash 1 --crash-rate 0.1 --recovery exp:50 --json", 0, "\"stuck\": 0,"},
		{"forgetful", "mean --request-event ask --entry-event enter --exit-event leave --think exp:2 --cs exp:3 --event enter=exp:4 --crash 1 --crash-rate 0.1 --recovery exp:50 --quiet", 0, "\nconcurrency          0.0304655  "},
		{"forgetting", "load --request-event ask --entry-event enter --exit-event leave --think exp:2 --cs exp:3 --event enter=exp:4 --crash-rate 0.1 --recovery exp:50 --entries 2000 --quiet", 0, "\nresponse-time       5.17"},
		{"forgetting", "load --request-event ask --entry-event enter --exit-event leave --think exp:2 --cs exp:3 --event enter=exp:4 --crash-rate 0.1 --recovery exp:50 --entries 2000 --quiet", 0, "\nqueue               0.07"},
		{"averages", "mean serving --request-event ask --exit-event leave --quiet", 0, "\nfairness                     1  "},
		{"averages", "load serving --request-event ask --exit-event leave --latency const:1 --cs const:1 --think const:5 --entries 400 --runs 2 --quiet", 0, "\nfairness                     0.99999  ±"},
		{"sharing", "mean --entry-event enter --internal exp:1 --quiet", 0, "\nthroughput           0.5 "},
		{"sharing", "mean --entry-event enter --exit-event leave --quiet", 64, "which process of a shared memory requests and leaves is not known"},
		{"sharing", "load --entry-event enter --exit-event leave --quiet", 64, "which process of a shared memory requests and leaves is not known"},
		{"boom", "load --entry-event step --quiet", 64, "the guard of step of P1 panics: boom"},
		{"memory", "conform added.log --quiet", 0, "added.log conforms: its 2 events are a run"},
		{"memory", "conform other.log --quiet", 21, "other.log does not conform"},
		{"memory", "conform nobody.log --quiet", 64, "nobody.log:1: process is \"3\""},
		{"idling", "load --request-event ask --exit-event ask", 64, "--request-event ask: another flag names it, too"},
		{"idling", "mean --entry-event leave --exit-event leave", 64, "--entry-event leave: another flag names it, too"},
		{"idling", "load --request-event ask --exit-event laeve", 64, "--exit-event laeve: idling has no such internal event; allowed is ask, look, leave or late; did you mean leave?"},
		{"idling", "mean --request-event aks --exit-event leave", 64, "--request-event aks: idling has no such internal event; allowed is ask, look, leave or late; did you mean ask?"},
		{"idling", "load --request-event ask --exit-event leave --event laeve=exp:5", 64, "--event laeve: idling has no such internal event"},
		{"idling", "mean --request-event ask --exit-event leave --event laeve=exp:5", 64, "--event laeve: idling has no such internal event"},
		{"idling", "load --request-event ask --entry-event ask --exit-event leave", 64, "--entry-event ask: another flag names it, too"},
		{"family", "find --quiet -n 2 --where any(P2.inbox,.from==1)", 0, "is true after 1 step"},
		{"ExampleModel_NeverTwo", "views -n 3 -k 1 --quiet", 20, "no more credits together than there are"},
		{"captured", "find --quiet --where P2.In", 64, "does not always do the same"},
		{"asking", "mean --quiet --request-event ask --exit-event leave", 64, "does not always do the same"},
		{"captured", "views --quiet", 64, "does not always do the same"},
		{"changing", "check --quiet --max-states 20 --store stored", 20, "few  inconclusive"},
		{"claimed", "claims --quiet", 12, "  published  refuted: "}, // nothing is stored: the next one is another model, of the same program
		{"changing", "claims --quiet", 0, "  published  holds: "},
		{"tied", "check --delay 1 --quiet --json --property largest-clock-t", 0, "\"start\": \"on1=0\""}, // of two runs that are as long, every search shows the same
		{"tied", "check --delay 1 --quiet --json --property largest-clock-t --store tied", 0, "\"start\": \"on1=0\""},
		{"memory", "conform added.log --quiet --hidden 1 --hidden-kinds ad", 64, "--hidden-kinds ad: counter has no such kind of step; allowed is "},
		{"memory", "conform added.log --quiet --hidden-kinds add", 64, "--hidden-kinds add: --hidden, which says how many steps may be hidden, is 0"},
		{"family", "check --store tied --partitions 0", 64, "--partitions 0: allowed is 1 to "},
		{"timed", "check --timer retry=2 --timer retry=3", 64, "--timer retry=2,retry=3: retry stands in it twice"},
		{"faulty", "load lights --crash-rate 0.01 --crashing 2 --entry-event toggle --internal exp:1 --entries 100 --runs 2 --quiet", 0, "lights -n 3 --crashing 2 --final yes\nlatency exp:1, critical section exp:1, thinking exp:10, rate of crashes 0.01\n"},
		{"faulty", "load lights --crash-rate 0.01 --recovery exp:1 --entry-event toggle", 64, "--recovery exp:1: who crashes does not recover in this model"},
		{"faulty", "load lights --final no --entry-event toggle", 64, "--final no: nothing of it can happen: --crash, or --crash-rate of a load, which says how often, is 0"},
		{"faulty", "mean lights --crash-rate 0.01 --entry-event toggle --internal exp:1", 0, "lights -n 3 --crash 1 --final yes\n"},
		{"faulty", "mean lights --crash-rate 0.01 --recovery exp:1 --entry-event toggle", 64, "--recovery exp:1: who crashes does not recover in this model"},
		{"faulty", "help check", 0, "processes: N (default: the algorithm's)\n      --crashing value"},
		{"pair", "check -n 2", 64, ": Init of P3 panics: runtime error: index out of range [2] with length 2, at main_test.go:"},
		{"pair", "help check", 64, "; this is the model for n = 3, which is made whatever -n says: Sizes says another number"},
		{"faulty", "check lights --quiet --crashing 1 --crashing 2", 15, "lights -n 3 --crash 1 --crashing 1,2 --final yes\n"},
		{"faulty", "check lights --quiet --crashing 1,1", 64, "1 stands in it twice"},
		{"untimed", "load --entry-event want", 64, ": nothing says how long timer retry of courier runs: --timer retry=TIMES, "},
		{"asking", "mean --request-event ask --exit-event leave --latency exp:2e9", 64, "--latency exp:2e9: allowed is a mean from 1e-09 to 1e+09"},
		{"family", "gate init --quiet --file none/gate.yaml", 64, "--file none/gate.yaml: no such directory"},
		{"family", "sweep --up-to 1", 64, "--up-to 1: ricart-agrawala is explored from 2 processes on; allowed is only 3"},
		{"changed", "check --quiet --store stored", 64, "--store stored: its digest of random runs is "},
		{"claimed", "check --quiet --store stored", 64, "--store stored: its digest of random runs is "},
		{"changing", "check --quiet --store stored", 0, "few  holds"},
		{"changing", "check --quiet --max-states 20 --checkpoint saved", 20, "few  inconclusive"},
		{"claimed", "check --quiet --resume saved", 64, "--resume saved: its digest of random runs is "},
		{"changing", "check --quiet --resume saved", 0, "few  holds"},
		{"twice", "check", 64, `: two models are named "lights"`},
		{"nil", "check", 64, ": a model is nil; New, NewShared and Family make one"},
		{"empty", "check", 64, ": Family has no function"},
		{"several", "check lights", 64, ": Family has no function\nnone: New(\"none\", 0): allowed are 1 to 63 sites\n"},
		{"none", "check", 64, ": the function of Family makes no model for n = 3; there has to be a model for 3, which -n is if it is left out: Sizes says another number"},
		{"fixed", "check -n 2 --quiet", 15, "lights -n 2\ncomplete"},
		{"fixed", "check -n 3", 64, ": lights: the function of Family makes 2 processes when asked for 3"},
		{"nobody", "check", 64, `: lights: New("lights", 0): allowed are 1 to 63 sites`},
		{"panics", "check -n 3", 64, ": the function of Family, for n = 3, panics: out of paint, at main_test.go:"},
		{"panics", "check -n 4", 64, ": panicking: Init of P1 panics: out of lamps, at main_test.go:"},
		{"panics", "claims --fresh", 64, ": panicking -n 3: the function of Family, for n = 3, panics: out of paint, at main_test.go:"},
		{"some", "claims --fresh", 12, "darker\n"},
		{"some", "claims --fresh --property darker", 12, "refuted: 1 step at light -n 3"},
		{"some", "claims --fresh --property darker -n 2", 64, "--property darker: light has no such property in this configuration"},
		{"panics", "sweep --up-to 4", 64, ": the function of Family, for n = 3, panics: out of paint, at main_test.go:"},
		{"named", "check -n 2", 64, `: the function of Family names the model "light3" for n = 3 and "light2" for n = 2; allowed is one name for all`},
		{"family", "sweep --quiet --up-to 3 --property served", 0, "ricart-agrawala -n 2..3\n\nprocesses  2 "},
		{"family", "sweep --quiet --up-to 3 --property served --json", 0, "\"over\": \"n\","},
		{"family", "sweep --help", 0, `(default "n")`},
		{"family", "sweep --over requests", 64, "--over requests: nobody requests anything of ricart-agrawala; allowed is n"},
		{"family", "check --quiet --property served --invariant inflight(\"Reply\")<9 --invariant inflight(\"reqest\")<2 --invariant inflight(\"reqest\")<3", 0, ": warning: no message of the kind \"reqest\" is ever delivered; did you mean Request?\n"},
		{"inside", "find --where P1.On", 22, "P1.On is true in none of the 2 states within the boundary\n"},
		{"inside", "find --where P1.On --json", 22, `"bounded": true`},
		{"outside", "check", 64, ": lights: Within is true of no initial state"},
		{"outside", "simulate", 64, ": lights: Within is true of no initial state"},
		{"outside", "graph", 64, ": lights: Within is true of no initial state"},
		{"forms", "check --quiet", 64, ": forms: the canonical form of a global state makes a state of which property \"few\" says something else"},
		{"forms", "check --quiet --canonical on --loss 1", 64, ": forms: the canonical form of a global state makes a state of which property \"few\" says something else"},
		{"formless", "check --quiet", 0, " of random runs; of the others it is believed that they are right\n"},
		{"formless", "check --json", 0, "\"canonical\": {\n   \"states\": 8000,"},
		{"timed", "check --delay 0", 64, ": courier: timer retry has the value 0 by the protocol's formula; allowed is 1 to 200, which --timer, or Times.Timers, can give it\n"},
		{"timed", "check --delay 101", 64, ": courier: timer retry has the value 202 by the protocol's formula; allowed is 1 to 200, which --timer, or Times.Timers, can give it\n"},
		{"timed", "check --delay 101 --timer retry=200 --max-states 10 --quiet", 20, "--delay 101 --cs 1 --timer retry=200\n"},
		{"alike", "check --quiet", 12, "2  deliver(held(1) from 1 -> 2 value 2)\n"},
		{"alike", "load --entry-event send", 12, "2  deliver(held(1) from 1 -> 2 value 2)\n"},
		{"alike", "load --entry-event send --net fifo", 20, "first     not violated\n"},
		{"timed", "mean --timeouts timed", 64, ": nobody requests anything of courier: "},
		{"lossy", "help predicates", 0, "\n  .down .name "},
		{"lossy", "claims --quiet", 12, "refuted: 2 steps at alike -n 2 --net fifo --loss 1 --duplicate 2"},
		{"lossy", "check --quiet --max-states 9", 20, "alike -n 2 --net fifo --loss 1 --duplicate 2 --crash 3\n"},
		{"lossy", "check --quiet --max-states 9 --net bag --duplicate 0", 20, "alike -n 2 --net bag --loss 1 --duplicate 0 --crash 3\n"},
		{"bounded", "check --quiet --canonical on", 64, "--canonical on: the search has a boundary; allowed is off, or auto"},
		{"forms", "check --quiet --max-states 9 --invariant P1.N<99", 20, "the states are not canonical forms: expressions see the variables\n"},
		{"timed", "check --canonical on", 64, "--canonical on: the protocol has none; allowed is off, or auto"},
		{"wrong", "check", 64, `New("two words", 1): allowed is a name of letters`},
	} {
		ends(t, x.program, x.args, x.code, x.says)
	}
}

// ends demands of a program with these arguments its exit code, and what its output has in it.
func ends(t *testing.T, program, args string, code int, says string) {
	t.Helper()
	c := exec.CommandContext(t.Context(), os.Args[0], strings.Fields(args)...)
	c.Env = append(os.Environ(), "GMECHECK_PROGRAM="+program)
	out, _ := c.CombinedOutput()
	if got := c.ProcessState.ExitCode(); got != code || !strings.Contains(string(out), says) {
		t.Errorf("%s %s: exit code %d, not %d\n%s", program, args, got, code, out)
	}
}

// TestOutside: a run is none of the model's from where Within is false.
func TestOutside(t *testing.T) {
	for text, want := range map[string]string{
		"start on1=1 on2=0 on3=0\nsteps\ntoggle(2)\n":            "replayed: violates two after 1 step",
		"start on1=1 on2=0 on3=0\nsteps\ntoggle(2)\ntoggle(3)\n": `diverged at step 2: step "toggle(3)" is not enabled; enabled: toggle(1); toggle(2): it leads outside of what Within allows`,
		"start on1=1 on2=1 on3=1\nsteps\ntoggle(3)\n":            `the initial state "on1=1 on2=1 on3=1" is outside of what Within allows`,
	} {
		file := filepath.Join(t.TempDir(), "run.trace")
		if err := os.WriteFile(file, []byte("# gmecheck trace 1\nmodel lights -n 3\nproperty two\n"+text), 0o600); err != nil {
			t.Fatal(err)
		}
		said, err := boundedLights().Replay(file)
		if err != nil {
			said = err.Error()
		}
		if !strings.Contains(said, want) {
			t.Errorf("%q: %q, not %q", text, said, want)
		}
	}
}

// TestLine: a property that fails is told of at the line of the test that checks the model, and fails the subtest of its name.
func TestLine(t *testing.T) {
	c := exec.CommandContext(t.Context(), os.Args[0], "-test.run", "^TestFailing$")
	c.Env = append(os.Environ(), "GMECHECK_FAILING=1")
	out, err := c.CombinedOutput()
	source, readErr := os.ReadFile("main_test.go")
	if readErr != nil {
		t.Fatal(readErr)
	}
	before, _, _ := strings.Cut(string(source), "\tsharedLight(1).Test(t)\n")
	line := strings.Count(before, "\n") + 1
	for _, want := range []string{"--- FAIL: TestFailing/on", fmt.Sprintf("main_test.go:%d: light -n 1: on violated (1 step)", line)} {
		if err == nil || !strings.Contains(string(out), want) {
			t.Errorf("%v: %s\nwant %s", err, out, want)
		}
	}
}

// TestGatePlaces: what a gate finds wrong with a protocol of one's own is shown where the author's function for the last step begins.
func TestGatePlaces(t *testing.T) {
	source, err := os.ReadFile("main_test.go")
	if err != nil {
		t.Fatal(err)
	}
	top, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	manifest := filepath.Join(t.TempDir(), "gate.yaml")
	if err := os.WriteFile(manifest, []byte("version: 1\nchecks:\n- name: light\n  model: {algorithm: light}\n  expect: {properties: {on: holds}}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	c := exec.CommandContext(t.Context(), os.Args[0], "gate", "--quiet", "--github", manifest)
	c.Env = append(os.Environ(), "GMECHECK_PROGRAM=shared", "GITHUB_WORKSPACE="+top, "GITHUB_STEP_SUMMARY=")
	out, _ := c.CombinedOutput()
	before, _, _ := strings.Cut(string(source), "\tp.Action(\"toggle\"")
	if want := fmt.Sprintf("::error file=main_test.go,line=%d,", strings.Count(before, "\n")+1); c.ProcessState.ExitCode() != 30 || !strings.Contains(string(out), want) {
		t.Errorf("exit code %d\n%s\nwant 30 and %s", c.ProcessState.ExitCode(), out, want)
	}
}

// TestFailing fails, for TestLine.
func TestFailing(t *testing.T) {
	if os.Getenv("GMECHECK_FAILING") == "" {
		t.Skip("only for TestLine")
	}
	t.Chdir(t.TempDir())
	sharedLight(1).Test(t)
}
