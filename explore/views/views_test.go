package views_test

import (
	"context"
	"slices"
	"testing"
	"time"

	"github.com/gmecheck/gmecheck/algorithms"
	"github.com/gmecheck/gmecheck/algorithms/options"
	"github.com/gmecheck/gmecheck/algorithms/paper"
	"github.com/gmecheck/gmecheck/explore"
	"github.com/gmecheck/gmecheck/explore/views"
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/system"
)

func read(t *testing.T, line string) (*paper.Algorithm, model.Config) {
	t.Helper()
	a, c, err := options.Parse(algorithms.All(), line)
	if err != nil {
		t.Fatal(err)
	}
	return a, c
}

// few are the properties that show in few sites, and the same as questions.
func few(a *paper.Algorithm, c model.Config) (panel invariants.Panel, questions []views.Question) {
	for _, p := range a.Properties(c) {
		if p.Few == nil {
			continue
		}
		q := views.Question{Name: p.Name, Pair: p.Few.Pair, Deaf: p.Deaf, Inside: p.Few.Inside, Tokens: p.Few.Tokens}
		if p.Few.Heard {
			q.Heard = p.Hears
		}
		panel, questions = append(panel, p), append(questions, q)
	}
	return panel, questions
}

// proved lists what views prove of a model.
func proved(t *testing.T, line string, o views.Options) []string {
	t.Helper()
	a, c := read(t, line)
	_, o.Questions = few(a, c)
	r, err := views.Of(context.Background(), a.New(c), o)
	if err != nil {
		t.Fatal(line, err)
	}
	var names []string
	for _, x := range r.Answers {
		if x.Proved && !r.Capped {
			names = append(names, x.Name)
		}
	}
	return names
}

// TestProved: what views of 1 and of 2 prove.
func TestProved(t *testing.T) {
	all := []string{"mutex", "spurious", "environment", "one-token"}
	for _, x := range []struct {
		line     string
		entities int
		want     []string
	}{
		{"naimi-trehel -n 1 -r inf", 2, all},
		{"naimi-trehel -n 2 -r inf", 2, all},
		{"naimi-trehel -n 5 -r inf", 2, all},
		{"naimi-trehel -n 5 -r inf --tree 0,1,2,3,4", 2, all},
		{"naimi-trehel -n 5 -r inf --loss 1", 2, all[:3]},
		{"naimi-trehel -n 5 -r inf --duplicate 1", 2, []string{"environment"}},
		{"naimi-trehel -n 7 -r inf", 1, []string{"mutex", "environment", "one-token"}},
		{"raymond -n 6 -r inf --tree 0,1,2,3,4,5", 2, all},
		{"raymond -n 5 -r inf --tree 0,1,1,2,2", 2, all},
		{"ring-coordinator -n 2 -r 2", 2, all},
		{"dynamic-priority-ring -n 2 -r inf", 2, []string{"mutex", "spurious", "environment"}},
		{"gbp -n 2 -r inf", 2, []string{"gme", "spurious", "environment"}},
		{"banerjee-chrysanthis -n 2 -r inf", 2, all},
		{"token-ring -n 2 -r inf", 1, nil},
		{"suzuki-kasami -n 2 -r inf", 2, []string{"mutex", "environment", "one-token"}},
		{"suzuki-kasami -n 5 -r inf", 2, []string{"mutex", "environment", "one-token"}},
		{"suzuki-kasami -n 6 -r inf", 1, []string{"mutex", "environment", "one-token"}},
		{"suzuki-kasami -n 3 -r inf --loss 1", 2, []string{"mutex", "environment"}},
		{"banerjee-chrysanthis --variant repaired -n 2 -r inf", 1, all},
		{"banerjee-chrysanthis --variant repaired -n 3 -r inf", 2, all},
	} {
		got := proved(t, x.line, views.Options{Entities: x.entities})
		for _, name := range x.want {
			if !slices.Contains(got, name) {
				t.Errorf("%s, views of %d: %s is not proved", x.line, x.entities, name)
			}
		}
		if x.want == nil && len(got) > 0 {
			t.Errorf("%s, views of %d: proved %v", x.line, x.entities, got)
		}
	}
}

// small are models whose searches end, and caps that no state of them reaches; 0: none are needed.
var small = []struct {
	line string
	views.Options
}{
	{"naimi-trehel -n 3 -r 2", views.Options{}},
	{"naimi-trehel -n 3 --duplicate 1", views.Options{}},
	{"naimi-trehel -n 3 --loss 1 --net fifo", views.Options{}},
	{"raymond -n 3 -r 2", views.Options{}},
	{"raymond -n 3 --tree 0,1,1 --crash 1", views.Options{}},
	{"raymond -n 2 --duplicate 1", views.Options{Queues: 3, Numbers: 0}},
	{"ring-coordinator -n 2 -r 2", views.Options{}},
	{"ring-coordinator -n 3", views.Options{}},
	{"dynamic-priority-ring -n 2 -r 2", views.Options{}},
	{"gbp -n 2 -m 2", views.Options{}},
	{"banerjee-chrysanthis -n 2 -r 2", views.Options{}},
	{"suzuki-kasami -n 2", views.Options{}},
	{"suzuki-kasami -n 2 -r 3", views.Options{}},
	{"suzuki-kasami -n 2 -r 4,1 --duplicate 1", views.Options{}},
	{"suzuki-kasami -n 3", views.Options{}},
	{"suzuki-kasami -n 3 -r 3,1,0 --net fifo --loss 1", views.Options{}},
	{"suzuki-kasami -n 3 -r 0,2,1 --crash 1", views.Options{}},
	{"banerjee-chrysanthis --variant repaired -n 2 -r 3", views.Options{}},
	{"banerjee-chrysanthis --variant repaired -n 3 -r 1,1,1", views.Options{}},
	{"token-ring -n 2", views.Options{Queues: 2, Numbers: 2}},
	{"raymond -n 3 -r 2", views.Options{Unfold: true}},
	{"raymond -n 4 --tree 0,1,1,1", views.Options{Unfold: true}},
	{"raymond -n 3 -r inf --tree 2,0,2 --net fifo", views.Options{Unfold: true}},
	{"raymond -n 3 --loss 1 --crash 1", views.Options{Unfold: true}},
	{"raymond -n 2 --duplicate 1", views.Options{Unfold: true}},
}

// TestEveryReachablePair: every pair of every reachable state is in the closure.
func TestEveryReachablePair(t *testing.T) {
	for _, x := range small {
		a, c := read(t, x.line)
		sys := a.New(c)
		at := time.Now()
		closure := views.Close(sys.Fresh(), x.Options)
		if wrong := closure.Wrong(); wrong != "" {
			t.Error(x.line, wrong)
		}
		states := reached(t, sys, closure, 20_000)
		if testing.Verbose() {
			t.Logf("%s: %d states, %d pairs, %v", x.line, states, closure.Pairs(), time.Since(at))
		}
	}
}

// reached demands that every pair of every reachable state, up to a number of states, is in the closure, and counts the states.
func reached(t *testing.T, sys *system.System, closure *views.Closure, most int) (states int) {
	t.Helper()
	walk(sys, most, func(state []uint32) {
		states++
		all := entities(sys, state)
		for k, e := range all {
			for _, f := range all[:k] {
				if !closure.Has(e, f) && !t.Failed() {
					t.Errorf("%v: the closure has not %v beside %v", sys.Config, e, f)
				}
			}
		}
	})
	return states
}

// walk visits the states of a system, up to a number.
func walk(sys *system.System, most int, visit func(state []uint32)) {
	r, seen := sys.NewReader(), map[string]bool{}
	var queue [][]uint32
	add := func(s []uint32) {
		if key := string(bytesOf(s)); !seen[key] && len(seen) < most {
			seen[key] = true
			queue = append(queue, s)
		}
	}
	for _, s := range sys.Starts() {
		add(append(s, sys.StartBudget()))
	}
	for k := 0; k < len(queue); k++ {
		visit(queue[k])
		for _, next := range r.Out(queue[k]) {
			add(next.To)
		}
	}
}

func bytesOf(s []uint32) (b []byte) {
	for _, x := range s {
		b = append(b, byte(x), byte(x>>8), byte(x>>16), byte(x>>24))
	}
	return b
}

func entities(sys *system.System, state []uint32) (all []views.Entity) {
	for site, node := range state[:len(state)-1] {
		d := sys.Describe(site, node)
		all = append(all, views.Entity{Site: site, Vars: d.Vars, Down: d.Down})
		for _, m := range d.Inbox {
			all = append(all, views.Entity{Site: site, Message: m.Value})
		}
	}
	return all
}

// TestNothingRefutedIsProved: what a search refutes, views do not prove; neither as published nor with any one repair alone.
func TestNothingRefutedIsProved(t *testing.T) {
	refuted, held := 0, 0
	for _, a := range algorithms.All() {
		for _, flags := range []string{"-n 2", "-n 2 --variant repaired", "-n 3", "-n 2 --duplicate 1", "-n 2 --loss 1"} {
			c, err := options.Read(a, flags)
			if err != nil {
				continue // not for this algorithm
			}
			panel, questions := few(a, c)
			findings, r, err := explore.CheckAll(context.Background(), a.New(c), panel, explore.Options{MaxStates: 2000})
			if err != nil {
				t.Fatal(err)
			}
			for k, f := range findings {
				if f.Verdict != invariants.Refuted {
					continue
				}
				refuted++
				for entities := 1; entities <= 2; entities++ {
					o := views.Options{Entities: entities, Questions: questions[k : k+1], MaxTime: time.Second / 20}
					if proof, err := views.Of(context.Background(), a.New(c), o); err != nil {
						t.Fatal(err)
					} else if len(proof.Answers) > 0 && proof.Answers[0].Proved {
						t.Errorf("%s %s: %s is violated after %d steps, and views of %d prove it", a.Name, flags, f.Property.Name, f.Steps, entities)
					}
				}
			}
			if r.Complete {
				held++
			}
		}
	}
	if t.Logf("%d violations in %d complete searches", refuted, held); refuted < 10 {
		t.Errorf("%d violations are too few to say anything", refuted)
	}
}
