package statespace

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/gmecheck/gmecheck/algorithms"
	"github.com/gmecheck/gmecheck/algorithms/options"
	"github.com/gmecheck/gmecheck/explore"
	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/system"
)

// TestGraph compares graphs with what the search counts, and two drawings of each with one another.
func TestGraph(t *testing.T) {
	for _, line := range []string{
		"suzuki-kasami -n 2", "suzuki-kasami -n 2 --loss 1", "srt-gme -n 2", "srt-gme --variant repaired -n 2 -m 1 --net fifo",
		"token-ring -n 2 -m 1", "raymond -n 2", "drs-gme --variant repaired -n 2 -m 1 --crash 1", "k-mutex -n 4 -r 1,0,0,0",
		"suzuki-kasami -n 2 --delay 0..2", "raymond -n 2 --delay 1..2 --cs 1..2 --net fifo", "srt-gme -n 2 -m 1 --delay 1..2",
	} {
		a, c, err := options.Parse(algorithms.All(), line)
		if err != nil {
			t.Fatal(err)
		}
		r, err := explore.Check(t.Context(), a.New(c), explore.Options{})
		if err != nil || !r.Complete {
			t.Fatalf("%+v, %v", r, err)
		}
		var drawings [2]string
		for k := range drawings {
			sys := a.New(c)
			if k == 1 { // another order of numbers
				if _, err := explore.Check(t.Context(), sys, explore.Options{Mode: explore.DFS}); err != nil {
					t.Fatal(err)
				}
			}
			g, err := Explore(t.Context(), sys, r.States)
			if err != nil {
				t.Fatal(err)
			}
			levels := make([]int, r.Depth+1)
			for _, s := range g.States {
				levels[s.Level]++
			}
			if len(g.States) != r.States || len(g.Transitions) != r.Transitions {
				t.Errorf("%s: %d states, %d transitions; the search: %d, %d", line, len(g.States), len(g.Transitions), r.States, r.Transitions)
			}
			for at, n := range r.Levels {
				if levels[at] != n {
					t.Errorf("%s: %d states at level %d; the search: %d", line, levels[at], at, n)
				}
			}
			if !unlike(t, g) {
				t.Errorf("%s: two states look the same in JSON", line)
			}
			var b bytes.Buffer
			if err := errors.Join(g.DOT(&b, line), g.JSON(&b, line, c.Fingerprint())); err != nil {
				t.Fatal(err)
			}
			drawings[k] = b.String()
		}
		if drawings[0] != drawings[1] {
			t.Errorf("%s: two drawings differ", line)
		}
		var large *TooLarge
		if _, err := Explore(t.Context(), a.New(c), r.States-1); !errors.As(err, &large) || large.Limit != r.States-1 {
			t.Errorf("%s: %v", line, err)
		}
	}
}

// unlike reports whether all states of the JSON document differ in more than their numbers and levels.
func unlike(t *testing.T, g *Graph) bool {
	t.Helper()
	var b bytes.Buffer
	if err := g.JSON(&b, "", ""); err != nil {
		t.Fatal(err)
	}
	var doc struct {
		States []map[string]any `json:"states"`
	}
	if err := json.Unmarshal(b.Bytes(), &doc); err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, s := range doc.States {
		delete(s, "state")
		delete(s, "level")
		text, err := json.Marshal(s)
		if err != nil {
			t.Fatal(err)
		}
		seen[string(text)] = true
	}
	return len(seen) == len(doc.States)
}

// TestOwn: states of a protocol of one's own are told apart by variables, counts of events and messages, and texts stay as they are.
func TestOwn(t *testing.T) {
	g := &Graph{Sites: []string{"P1", "P2"}, States: []State{{Sites: []Site{
		{Own: true, Variables: []model.Field{{Name: "Phase", Value: "wait  still"}, {Name: "N", Value: "2"}, {Name: "#want", Value: "1"}}, Inbox: []string{"Ask(1)", "Ask(2)"}},
		{Own: true, Down: true, Variables: []model.Field{{Name: "Phase", Value: "idle"}}},
	}}}}
	if got, want := g.text(0), "0\nP1 Phase: wait  still, N: 2, #want: 1\nin flight to P1: Ask(1); Ask(2)\nP2 down Phase: idle"; got != want {
		t.Errorf("%q, not %q", got, want)
	}
}

// TestDOT: what texts contain cannot end a string, and ends are told from deadlocks.
func TestDOT(t *testing.T) {
	g := &Graph{
		Sites: []string{`P"1\`},
		States: []State{
			{Initial: true, Sites: []Site{{InCS: true, Groups: []string{"g1", "g2"}, Tokens: 2}}},
			{Number: 1, Level: 1, Final: true, Stuck: true, Sites: []Site{{Waits: true, Groups: []string{"g1"}, Down: true, Inbox: []string{"m"}}}},
		},
		Transitions: []Transition{{From: 0, To: 1, Label: "say(\"x\\\", y)\n"}},
	}
	var b strings.Builder
	if err := g.DOT(&b, `a "title"`); err != nil {
		t.Fatal(err)
	}
	want := `digraph states {
  label="a \"title\""; labelloc=t; node [shape=box, style=rounded];
  s0 [label="0\nP\"1\\ in CS g1 or g2 T T", fillcolor=lightgrey, style="rounded,filled,bold"];
  s1 [label="1\nP\"1\\ waits for g1, down\nin flight: 1", peripheries=2, color=red];
  s0 -> s1 [label="say(\"x\\\", y)\n"];
  legend [shape=plain, label=<<table border="0" cellborder="1" cellspacing="0">
    <tr><td>bold frame</td><td align="left">an initial state</td></tr>
    <tr><td bgcolor="lightgrey">grey</td><td align="left">somebody is in a critical section</td></tr>
    <tr><td>double frame</td><td align="left">nothing is possible</td></tr>
    <tr><td><font color="red">red frame</font></td><td align="left">nothing is possible, and somebody waits</td></tr>
    <tr><td>T</td><td align="left">a token at the site</td></tr>
  </table>>];
}
`
	if b.String() != want {
		t.Errorf("%s\nwant\n%s", &b, want)
	}
}

// fragile panics in its first handler.
type fragile struct{ model.Protocol[int, string] }

func (fragile) Start(model.Site) int                      { return 0 }
func (fragile) MayRequest(model.Site, int) bool           { return true }
func (fragile) InCS(model.Site, int) bool                 { return false }
func (fragile) Look(model.Site, int, []string) model.View { return model.View{} }
func (fragile) Request(model.Site, *int, model.Demand, *model.Outbox[string]) {
	panic("too much")
}

func TestBroken(t *testing.T) {
	sys := system.Compose(fragile{}, model.Config{Processes: 1, Requests: []int{1}, Network: model.Bag})
	var broken *model.Broken
	if _, err := Explore(t.Context(), sys, 10); !errors.As(err, &broken) {
		t.Errorf("%v", err)
	}
}
