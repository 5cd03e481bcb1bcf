package ledger_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/gmecheck/gmecheck/algorithms/paper"
	"github.com/gmecheck/gmecheck/algorithms/srtgme"
	"github.com/gmecheck/gmecheck/algorithms/studies/ledger"
	"github.com/gmecheck/gmecheck/explore"
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
)

// teller is a search that explores nothing, and is told what it finds.
type teller struct {
	say    func(c model.Config, property string) invariants.Finding
	states func(c model.Config) int // nil: 5 for each group, more with every request
	asked  []string                 // configurations, each with the properties asked
}

func (s *teller) search(_ context.Context, a *paper.Algorithm, c model.Config, panel invariants.Panel, most int) ([]invariants.Finding, *explore.Result, error) {
	var names []string
	var findings []invariants.Finding
	n := 5 * c.Groups
	for _, r := range c.Requests {
		n *= 1 + r
	}
	if s.states != nil {
		n = s.states(c)
	}
	r := &explore.Result{Complete: true, States: n, Depth: 7}
	if n > most {
		r.Complete, r.Limit, r.States = false, fmt.Sprintf("max-states %d", most), most/2
	}
	for _, p := range panel {
		f := s.say(c, p.Name)
		if f.Property = p; !r.Complete && f.Verdict != invariants.Refuted {
			f = invariants.Finding{Property: p, Verdict: invariants.Inconclusive}
		}
		findings, names = append(findings, f), append(names, p.Name)
	}
	s.asked = append(s.asked, c.Variant+" "+ledger.Flags(a, c)+": "+strings.Join(names, " "))
	return findings, r, nil
}

// decide decides claims of a paper whose properties exist by name only.
func (s *teller) decide(t *testing.T, o ledger.Options, claims ...paper.Claim) *ledger.Ledger {
	t.Helper()
	a := told(claims...)
	if o.Search = s.search; o.Budget == 0 {
		o.Budget = 20_000
	}
	if o.Only == nil {
		o.Only = []string{} // no rows of properties beside the claims
	}
	l, err := ledger.Decide(t.Context(), a, o)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func told(claims ...paper.Claim) *paper.Algorithm {
	a := srtgme.Algorithm.Claiming(claims)
	a.Grows = func() []paper.Direction {
		return []paper.Direction{
			paper.Climb("processes", 2, 4), paper.Climb("groups", 1, 2), paper.Climb("requests", 1, 5), paper.Along("net", "bag", "fifo"),
		}
	}
	a.Panel = func(model.Config) []invariants.Property {
		state := func(invariants.Views) invariants.Opinion { return invariants.Fine }
		return []invariants.Property{
			{Name: "safe", Kind: invariants.Invariant, State: state}, {Name: "calm", Kind: invariants.Invariant, State: state},
			{Name: "cost", Kind: invariants.Cost, Size: func(invariants.Views) int { return 0 }},
		}
	}
	return a
}

func holds(model.Config, string) invariants.Finding {
	return invariants.Finding{Verdict: invariants.Holds}
}

func violated(steps int) invariants.Finding {
	return invariants.Finding{Verdict: invariants.Refuted, Trace: make([]string, steps)}
}

func found(least, most int) invariants.Finding {
	f := invariants.Finding{Verdict: invariants.Holds, Value: &invariants.Value{Min: least, Max: most}}
	f.Trace, f.Least = make([]string, 5), make([]string, 2)
	return f
}

func flags(r ledger.Reach) string { return ledger.Flags(told(), r.Config) }

// TestSharing: a configuration is explored once for all claims that want it.
func TestSharing(t *testing.T) {
	s := &teller{say: holds}
	s.decide(t, ledger.Options{}, paper.Claim{Property: "safe"}, paper.Claim{Property: "cost"},
		paper.Claim{Property: "safe", At: []string{"", "-r 2"}}, paper.Claim{Property: "calm", At: []string{"-m 2"}})
	seen := map[string]bool{}
	for _, asked := range s.asked {
		line, names, _ := strings.Cut(asked, ":")
		if seen[line] {
			t.Errorf("%s is explored twice", line)
		}
		seen[line] = true
		if calm := strings.Contains(names, "calm"); calm != !strings.Contains(line, "-m 1") {
			t.Errorf("%s: calm, which begins at two groups, is judged: %v", line, calm)
		}
	}
	for _, line := range []string{"published -n 2 -m 1", "repaired -n 2 -m 1", "published -n 3 -m 1 -r 1,1,2", "published -n 2 -m 2 -r 3,1"} {
		if !seen[line] {
			t.Errorf("%s is not explored, of %q", line, s.asked)
		}
	}
}

// TestSteps: a refuted claim asks for nothing larger, and a complete configuration in a bag for nothing where messages
// keep their order.
func TestSteps(t *testing.T) {
	s := &teller{say: func(c model.Config, p string) invariants.Finding {
		if p == "safe" && c.Processes == 3 {
			return violated(4)
		}
		return holds(c, p)
	}}
	l := s.decide(t, ledger.Options{}, paper.Claim{Property: "safe"}, paper.Claim{Property: "calm"})
	larger := 0
	for _, asked := range s.asked {
		if strings.Contains(asked, "-n 4") {
			larger++
			if strings.Contains(asked, "safe") {
				t.Errorf("%s: safe is refuted with three", asked)
			}
		}
		if strings.Contains(asked, "fifo") && strings.Contains(asked, "calm") {
			t.Errorf("%s: calm holds in the bag", asked)
		}
	}
	if larger == 0 {
		t.Error("nothing with four processes is explored")
	}
	if r := l.Rows[0].Cells[0].Refutation; r == nil || r.Steps != 4 || r.Config.Processes != 3 || r.Config.Groups != 1 {
		t.Errorf("refuted by %+v", r)
	}
}

// TestFront: a cell names the largest configurations that were completed, and none that another contains.
func TestFront(t *testing.T) {
	s := &teller{say: holds, states: func(c model.Config) int {
		if c.Processes > 2 && slices.Max(c.Requests) > 1 || c.Processes > 3 || slices.Max(c.Requests) > 2 {
			return 1 << 40
		}
		all, _ := c.TotalRequests()
		return 10 * all
	}}
	l := s.decide(t, ledger.Options{Budget: 200_000, Columns: []ledger.Column{{Variant: model.Published, Flags: "--variant published"}}},
		paper.Claim{Property: "safe"})
	var got []string
	for _, r := range l.Rows[0].Cells[0].Holds {
		got = append(got, flags(r))
	}
	slices.Sort(got)
	if want := []string{"-n 2 -m 2 -r 2", "-n 3 -m 2"}; !slices.Equal(got, want) {
		t.Errorf("holds to %q, want %q", got, want)
	}
	if len(l.Rows[0].Cells[0].Within) == 0 {
		t.Error("nothing is said of the configurations that were searched in part")
	}
}

// TestAlone: a claim that is decided alone grows along nothing, and a configuration of it is explored that is larger than those that others get
// of the same budget.
func TestAlone(t *testing.T) {
	large := paper.Claim{Property: "safe", At: []string{"-m 2"}, Alone: true}
	others := []paper.Claim{{Property: "cost", At: []string{"-n 3"}}, {Property: "calm", At: []string{"-n 3"}}}
	states := func(c model.Config) int {
		if c.Groups == 2 {
			return 15_000
		}
		return 250 * len(c.Requests)
	}
	for alone, want := range map[bool]ledger.Verdict{true: ledger.Holds, false: ledger.Partial} {
		large.Alone = alone
		s := &teller{say: holds, states: states}
		l := s.decide(t, ledger.Options{Budget: 60_000}, append(others, large)...)
		if c := l.Rows[2].Cells[0]; c.Verdict != want {
			t.Errorf("alone %v: %s %s", alone, c.Verdict, c.Reason)
		}
		for _, asked := range s.asked {
			if alone && strings.Contains(asked, "safe") && !strings.Contains(asked, "-n 2 -m 2:") {
				t.Errorf("it grows to %s", asked)
			}
		}
	}
}

// TestPartial: where nothing is completed, the cell says how deep it was searched.
func TestPartial(t *testing.T) {
	s := &teller{say: holds, states: func(model.Config) int { return 1 << 40 }}
	l := s.decide(t, ledger.Options{}, paper.Claim{Property: "safe"}, paper.Claim{Property: "cost"})
	c := l.Rows[0].Cells[0]
	if c.Verdict != ledger.Partial || c.Reason != "not violated" || len(c.Within) == 0 || c.Within[0].Depth != 7 {
		t.Errorf("safe: %s, %s, %+v", c.Verdict, c.Reason, c.Within)
	}
	if c = l.Rows[1].Cells[0]; c.Verdict != ledger.Partial || len(c.Within) != 0 {
		t.Errorf("cost: %s, %+v", c.Verdict, c.Within)
	}
	if l.Spent != 20_000 {
		t.Errorf("%d states are spent, of 20000", l.Spent)
	}
}

// TestFigures: the paper's number decides, whatever the property says itself.
func TestFigures(t *testing.T) {
	for _, test := range []struct {
		form        paper.Form
		least, most int
		verdict     ledger.Verdict
		attained    bool
	}{
		{paper.AtMost, 0, 2, ledger.Holds, true},
		{paper.AtMost, 0, 1, ledger.Holds, false},
		{paper.AtMost, 0, 3, ledger.Refuted, false},
		{paper.AtBest, 2, 9, ledger.Holds, false},
		{paper.AtBest, 1, 9, ledger.Refuted, false},
		{paper.AtBest, 3, 9, ledger.Refuted, false},
		{paper.UpTo, 0, 2, ledger.Holds, true},
		{paper.UpTo, 0, 1, ledger.Refuted, false},
		{paper.UpTo, 0, 3, ledger.Refuted, false},
		{paper.Exactly, 2, 2, ledger.Holds, true},
		{paper.Exactly, 1, 2, ledger.Refuted, true},
	} {
		s := &teller{say: func(model.Config, string) invariants.Finding { return found(test.least, test.most) }}
		l := s.decide(t, ledger.Options{Flags: "-n 2"}, paper.Claim{Property: "cost", Figure: paper.Figure{Form: test.form, Formula: paper.N}})
		cell := l.Rows[0].Cells[0]
		if cell.Verdict != test.verdict || cell.Attained != test.attained {
			t.Errorf("%s n = 2, found %d..%d: %s, attained %v", test.form, test.least, test.most, cell.Verdict, cell.Attained)
		}
		byLeast := test.form == paper.AtBest || test.form == paper.Exactly
		if cell.Refutation != nil && (cell.Refutation.Steps == 2) != byLeast {
			t.Errorf("%s: shown by a trace of %d steps", test.form, cell.Refutation.Steps)
		}
	}
}

// TestAttained: a number that is attained with more requests is not refuted by a configuration with few, but by one with
// more processes that has as many requests.
func TestAttained(t *testing.T) {
	upTo := paper.Claim{Property: "cost", Figure: paper.Figure{Form: paper.UpTo, Formula: paper.N}}
	for most, want := range map[int]ledger.Verdict{5: ledger.Holds, 2: ledger.Refuted} {
		s := &teller{say: func(c model.Config, _ string) invariants.Finding {
			return found(0, min(c.Processes, c.Requests[0], most))
		}}
		l := s.decide(t, ledger.Options{Budget: 200_000}, upTo)
		if c := l.Rows[0].Cells[0]; c.Verdict != want || want == ledger.Refuted && c.Refutation.Config.Processes != 3 {
			t.Errorf("at most %d together: %s, %+v", most, c.Verdict, c.Refutation)
		}
	}
}

// TestAttainedInOrder: that more processes attain a number, where only searches of messages in order have an end, does not say that two do there.
func TestAttainedInOrder(t *testing.T) {
	s := &teller{say: func(c model.Config, _ string) invariants.Finding {
		if c.Processes > 2 {
			return found(0, c.Processes)
		}
		return invariants.Finding{Verdict: invariants.Refuted, Value: &invariants.Value{}}
	}, states: func(c model.Config) int {
		if c.Processes > 2 && c.Network != model.FIFO {
			return 1_000_000
		}
		return 10
	}}
	upTo := paper.Claim{Property: "cost", Figure: paper.Figure{Form: paper.UpTo, Formula: paper.N}}
	c := s.decide(t, ledger.Options{Budget: 200_000, Flags: "-r 2"}, upTo).Rows[0].Cells[0]
	if c.Verdict != ledger.Refuted || !slices.ContainsFunc(s.asked, func(run string) bool { return strings.HasPrefix(run, "published -n 4 -m 2 -r 2 --net fifo") }) {
		t.Errorf("%s, by %+v; holds to %+v", c.Verdict, c.Refutation, c.Holds)
	}
}

// TestUnbounded: no number bounds a value that has no end.
func TestUnbounded(t *testing.T) {
	s := &teller{say: func(model.Config, string) invariants.Finding {
		return invariants.Finding{Verdict: invariants.Refuted, Value: &invariants.Value{Unbounded: true}}
	}}
	for _, figure := range []paper.Figure{
		paper.Number(paper.AtMost, 0), paper.Number(paper.UpTo, 0), paper.Number(paper.Exactly, 0), {Form: paper.Steady}, {},
	} {
		if v := s.decide(t, ledger.Options{}, paper.Claim{Property: "cost", Figure: figure}).Rows[0].Cells[0].Verdict; v != ledger.Refuted {
			t.Errorf("%s, found no end: %s", figure, v)
		}
	}
}

// TestSteady: that a value does not grow with R takes two to five requests of three processes, or no budget; however long it has grown, that
// refutes nothing.
func TestSteady(t *testing.T) {
	claim := paper.Claim{Property: "cost", Figure: paper.Figure{Form: paper.Steady}}
	for _, test := range []struct {
		name   string
		flags  string
		value  func(c model.Config) int
		want   ledger.Verdict
		growth []int
	}{
		{"constant", "", func(c model.Config) int { return 3 }, ledger.Holds, nil},
		{"more with a second request", "", func(c model.Config) int { return min(2, slices.Max(c.Requests)) }, ledger.Holds, nil},
		{"with those of the last", "", func(c model.Config) int { return c.Requests[len(c.Requests)-1] }, ledger.Partial, []int{1, 2, 3, 4, 5}},
		{"it grows to an end", "", func(c model.Config) int { return min(3, slices.Max(c.Requests)) }, ledger.Partial, nil},
		{"two processes", "-n 2", func(c model.Config) int { return 3 }, ledger.Partial, nil},
		{"too few requests", "-r 2", func(c model.Config) int { return 3 }, ledger.Partial, nil},
	} {
		s := &teller{say: func(c model.Config, _ string) invariants.Finding { return found(0, test.value(c)) }}
		if strings.Contains(test.name, "budget") {
			s.states = func(c model.Config) int { return 10 * c.Processes }
		}
		c := s.decide(t, ledger.Options{Budget: 400_000, Flags: test.flags}, claim).Rows[0].Cells[0]
		if c.Verdict != test.want {
			t.Errorf("%s: %s, %s, %v", test.name, c.Verdict, c.Reason, c.Growth)
		}
		if test.growth != nil && !slices.Equal(c.Growth[0].Values, test.growth) {
			t.Errorf("%s: %v", test.name, c.Growth[0])
		}
	}
}

// TestFIFO: what is refuted is tried where messages keep their order, in the same and in larger configurations.
func TestFIFO(t *testing.T) {
	for largest, want := range map[int]ledger.Verdict{9: ledger.HoldsOnly, 2: ledger.Refuted} {
		s := &teller{say: func(c model.Config, p string) invariants.Finding {
			if c.Network == model.Bag || c.Processes > largest {
				return violated(2)
			}
			return holds(c, p)
		}}
		c := s.decide(t, ledger.Options{}, paper.Claim{Property: "safe"}).Rows[0].Cells[0]
		if c.Verdict != want || c.Refutation.Config.Network != model.Bag || c.Refutation.Config.Processes != 2 {
			t.Errorf("violated in order with more than %d: %s, by %+v", largest, c.Verdict, c.Refutation)
		}
		if want == ledger.HoldsOnly && (c.Assumption != ledger.FIFO || c.Holds[0].Config.Processes < 3) {
			t.Errorf("holds with %s to %+v", c.Assumption, c.Holds)
		}
	}
}

// TestOnlyInBag: where a claim is refuted only where messages overtake each other, the other network waits no longer than its states demand.
func TestOnlyInBag(t *testing.T) {
	s := &teller{say: func(c model.Config, p string) invariants.Finding {
		if p == "safe" && c.Network == model.Bag {
			return violated(2)
		}
		return holds(c, p)
	}}
	s.decide(t, ledger.Options{}, paper.Claim{Property: "safe"}, paper.Claim{Property: "cost"})
	at := func(line string) int {
		return slices.IndexFunc(s.asked, func(asked string) bool { return strings.HasPrefix(asked, "published "+line+":") })
	}
	if fifo, bag := at("-n 3 -m 1 --net fifo"), at("-n 3 -m 2"); fifo < 0 || bag < 0 || fifo > bag {
		t.Errorf("40 states in order are exploration %d, 80 without order %d, of %q", fifo, bag, s.asked)
	}
}

// TestDecidedOnFIFO: where no bag ends, a cell says that only the other network decides.
func TestDecidedOnFIFO(t *testing.T) {
	s := &teller{say: holds, states: func(c model.Config) int {
		if c.Network == model.Bag {
			return 1 << 40
		}
		return 10 * c.Processes
	}}
	if c := s.decide(t, ledger.Options{Budget: 50_000}, paper.Claim{Property: "cost"}).Rows[0].Cells[0]; c.Verdict != ledger.Partial || c.Reason != "decided on fifo" {
		t.Errorf("%s: %s", c.Verdict, c.Reason)
	}
}

// TestKnown: a known refutation counts where the claim speaks of its configuration, and if it is shown again.
func TestKnown(t *testing.T) {
	s := &teller{say: holds}
	known := ledger.Known{Line: "srt-gme --variant published -n 3 -m 3 --loss 1", Property: "safe", Trace: make([]string, 9), Loop: -1}
	claims := []paper.Claim{{Property: "safe"}, {Property: "safe", At: []string{"--loss 1"}}, {Property: "calm", At: []string{"--loss 1"}}}
	for _, shown := range []bool{true, false} {
		l := s.decide(t, ledger.Options{
			Known:  []ledger.Known{known},
			Replay: func(*paper.Algorithm, model.Config, ledger.Known, paper.Figure) bool { return shown },
		}, claims...)
		for k, row := range l.Rows {
			want := ledger.Holds
			if shown && k == 1 {
				want = ledger.Refuted
			}
			if c := row.Cells[0]; c.Verdict != want {
				t.Errorf("shown %v: %s at %q: %s", shown, row.Claim.Property, row.Claim.At, c.Verdict)
			}
			if v := row.Cells[1].Verdict; v != ledger.Holds {
				t.Errorf("repaired: %s", v)
			}
		}
	}
}

// TestKnownEndless: a known run on which a number grows for ever refutes a claim that it does not grow, and no claim of its least value.
func TestKnownEndless(t *testing.T) {
	s := &teller{say: func(model.Config, string) invariants.Finding { return found(0, 0) }}
	for loop, want := range map[int]ledger.Verdict{-1: ledger.Holds, 3: ledger.Refuted} {
		l := s.decide(t, ledger.Options{
			Budget: 400_000,
			Known:  []ledger.Known{{Line: "srt-gme --variant published -n 3 -m 3", Property: "cost", Trace: make([]string, 9), Loop: loop}},
			Replay: func(*paper.Algorithm, model.Config, ledger.Known, paper.Figure) bool { return true },
		}, paper.Claim{Property: "cost", Figure: paper.Figure{Form: paper.Steady}}, paper.Claim{Property: "cost", Figure: paper.Number(paper.AtBest, 0)})
		c := l.Rows[0].Cells[0]
		if c.Verdict != want || (want == ledger.Refuted) != (c.Refutation != nil && c.Refutation.Endless && c.Refutation.Known && c.Refutation.Steps == 9) {
			t.Errorf("again from %d: %s, %s, %+v", loop, c.Verdict, c.Reason, c.Refutation)
		}
		if v := l.Rows[1].Cells[0].Verdict; v != ledger.Holds {
			t.Errorf("again from %d, at best: %s", loop, v)
		}
	}
}

// TestKnownThere: a claim that restricts who asks for what is refuted by what is known of a configuration in which it begins, and by
// that of no other.
func TestKnownThere(t *testing.T) {
	s := &teller{say: holds}
	const there = "-n 3 -m 2 -r 2,1,1 --workload 1:g1,2:g2,3:g2"
	for flags, want := range map[string]ledger.Verdict{there: ledger.HoldsOnly, "-n 3 -m 2 -r 1,2,1 --workload 1:g1,2:g2,3:g2": ledger.Holds} {
		for _, claim := range []paper.Claim{{Property: "safe", At: []string{there}}, {Property: "safe", At: []string{there}, First: []string{there}}} {
			l := s.decide(t, ledger.Options{
				Known:  []ledger.Known{{Line: "srt-gme --variant published " + flags, Property: "safe", Trace: make([]string, 9), Loop: -1}},
				Replay: func(*paper.Algorithm, model.Config, ledger.Known, paper.Figure) bool { return true },
			}, claim)
			if c := l.Rows[0].Cells[0]; c.Verdict != want {
				t.Errorf("known of %s: %s, want %s", flags, c.Verdict, want)
			}
		}
	}
}

// TestFaultless: how a claim breaks without a fault is looked for, and shown, though it breaks with one where there are fewer processes.
func TestFaultless(t *testing.T) {
	third := true
	s := &teller{say: func(c model.Config, _ string) invariants.Finding {
		switch {
		case c.Loss > 0:
			return violated(7)
		case c.Crash > 0:
			return violated(9)
		case c.Processes == 3 && third:
			return violated(20)
		}
		return invariants.Finding{Verdict: invariants.Holds}
	}}
	claim := paper.Claim{Property: "safe", At: []string{"", "--loss 1", "--crash 1"}}
	for _, test := range []struct {
		third bool
		want  string
		steps int
	}{{true, "-n 3 -m 1", 20}, {false, "-n 2 -m 1 --loss 1", 7}} {
		third = test.third
		r := s.decide(t, ledger.Options{}, claim).Rows[0].Cells[0].Refutation
		if r == nil || ledger.Flags(told(), r.Config) != test.want || r.Steps != test.steps {
			t.Errorf("%+v, want %d steps at %s", r, test.steps, test.want)
		}
	}
}

// TestFirst: the configuration in which a claim is known to be refuted is explored before everything else, with states enough: a
// budget that does not get as far otherwise shows it. If it has no end the rest is explored all the same.
func TestFirst(t *testing.T) {
	five := func(c model.Config) bool {
		sum, _ := c.TotalRequests()
		return c.Processes == 3 && sum == 5
	}
	states := 9_000 // with three processes
	s := &teller{
		say: func(c model.Config, _ string) invariants.Finding {
			if five(c) && states == 9_000 {
				return violated(9)
			}
			return invariants.Finding{Verdict: invariants.Holds}
		},
		states: func(c model.Config) int {
			if c.Processes == 3 {
				return states
			}
			return 3_000
		},
	}
	first := paper.Claim{Property: "safe", First: []string{"-n 3 -m 2 -r 2,1,2"}}
	for _, test := range []struct {
		states int
		claim  paper.Claim
		want   ledger.Verdict
	}{{9_000, first, ledger.Refuted}, {9_000, paper.Claim{Property: "safe"}, ledger.Holds}, {1 << 40, first, ledger.Partial}} {
		states, s.asked = test.states, nil
		cell := s.decide(t, ledger.Options{Budget: 30_000}, test.claim).Rows[0].Cells[0]
		if cell.Verdict != test.want {
			t.Errorf("%d states, first %q: %s, want %s", test.states, test.claim.First, cell.Verdict, test.want)
		}
		if begins := strings.HasPrefix(s.asked[0], "published -n 3 -m 2 -r 2,1,2:"); begins != (test.claim.First != nil) {
			t.Errorf("%d states, first %q: begins with %s", test.states, test.claim.First, s.asked[0])
		}
		if !slices.Contains(s.asked, "published -n 2 -m 1: safe") {
			t.Errorf("%d states, first %q: the smallest is not among %q", test.states, test.claim.First, s.asked)
		}
	}
}

// TestRetries: a configuration that was given up is tried again after smaller ones, however few states are expected where there are more runs.
func TestRetries(t *testing.T) {
	s := &teller{
		say: func(c model.Config, _ string) invariants.Finding {
			if c.Network == model.Bag {
				return violated(2)
			}
			return invariants.Finding{Verdict: invariants.Holds}
		},
		states: func(c model.Config) int {
			if c.Variant == model.Published && ledger.Flags(told(), c) == "-n 2 -m 1 --net fifo" {
				return 1 << 40
			}
			return 3_000
		},
	}
	s.decide(t, ledger.Options{Budget: 400_000}, paper.Claim{Property: "safe"})
	tried := 0
	for _, asked := range s.asked {
		if strings.HasPrefix(asked, "published -n 2 -m 1 --net fifo:") {
			tried++
		}
	}
	if tried > 3 || len(s.asked) < 20 {
		t.Errorf("what has no end is tried %d times, of %d explorations: %q", tried, len(s.asked), s.asked)
	}
}

// TestUnexplored: a claim that begins in a configuration that was not explored is undecided there; where the configuration is named because it
// refutes the claim for another variant, what was explored is said to hold.
func TestUnexplored(t *testing.T) {
	const large = "-n 3 -m 2 -r 2,1,2"
	s := &teller{say: holds, states: func(c model.Config) int {
		if ledger.Flags(told(), c) == large {
			return 1 << 40
		}
		return 3_000
	}}
	for _, test := range []struct {
		claim paper.Claim
		want  string
	}{
		{paper.Claim{Property: "safe", At: []string{"", large}}, "not explored: " + large},
		{paper.Claim{Property: "safe", First: []string{large}}, "holds as far as explored, without " + large},
		{paper.Claim{Property: "safe", First: []string{large}, At: []string{"", large}}, "not explored: " + large},
	} {
		c := s.decide(t, ledger.Options{Budget: 60_000}, test.claim).Rows[0].Cells[0]
		if c.Verdict != ledger.Partial || c.Reason != test.want || len(c.Holds) == 0 {
			t.Errorf("at %q, first %q: %s, %q, want %q; to %+v", test.claim.At, test.claim.First, c.Verdict, c.Reason, test.want, c.Holds)
		}
	}
}

// TestNamed: a configuration that a claim names is decided before larger ones that nobody named, however many states are expected of it: from one of
// four processes without any smaller one. One that is known to have no end is tried once, and the cell says what grows.
func TestNamed(t *testing.T) {
	const named = "-n 4 -m 2 -r 2,1,2,1"
	size := 0
	s := &teller{say: holds, states: func(c model.Config) int {
		switch {
		case ledger.Flags(told(), c) == named:
			return size
		case c.Processes == 4:
			return 1 << 40
		}
		return 1_000 * c.Processes * c.Groups * slices.Max(c.Requests)
	}}
	for _, test := range []struct {
		size  int
		grows string
		want  string
	}{{10_100, "", "holds"}, {70_000, "", "holds"}, {1 << 40, "", "partial not explored: " + named}, {1 << 40, "lists", "partial lists grow without end: " + named}} {
		size, s.asked = test.size, nil
		a := told(paper.Claim{Property: "safe", At: []string{"", named}, Fixed: []string{"net"}})
		a.Endless = func(c model.Config) string {
			if c.Processes == 4 {
				return test.grows
			}
			return ""
		}
		l, err := ledger.Decide(t.Context(), a, ledger.Options{Budget: 250_000, Only: []string{}, Search: s.search})
		if err != nil {
			t.Fatal(err)
		}
		c := l.Rows[0].Cells[0]
		if got := strings.TrimSpace(string(c.Verdict) + " " + c.Reason); got != test.want || len(c.Holds) == 0 {
			t.Errorf("%d states, %q grow: %s, want %s", test.size, test.grows, got, test.want)
		}
		tried := slices.DeleteFunc(slices.Clone(s.asked), func(asked string) bool { return asked != "published "+named+": safe" })
		if test.grows != "" && len(tried) != 1 {
			t.Errorf("%s grow: tried %d times", test.grows, len(tried))
		}
	}
}

// TestSmallest: of several refutations the one in the smallest configuration is shown, and the shortest beside it.
func TestSmallest(t *testing.T) {
	s := &teller{say: func(c model.Config, p string) invariants.Finding {
		if c.Processes == 3 {
			return violated(9)
		}
		return holds(c, p)
	}}
	for _, known := range []string{"-n 3 -m 2 -r 2", "-n 4 -m 1"} {
		l := s.decide(t, ledger.Options{
			Known:  []ledger.Known{{Line: "srt-gme --variant published " + known, Property: "safe", Trace: make([]string, 3), Loop: -1}},
			Replay: func(*paper.Algorithm, model.Config, ledger.Known, paper.Figure) bool { return true },
		}, paper.Claim{Property: "safe"})
		c := l.Rows[0].Cells[0]
		if got := ledger.Flags(told(), c.Refutation.Config); got != "-n 3 -m 1" || c.Refutation.Steps != 9 {
			t.Errorf("known at %s: smallest at %s, %d steps", known, got, c.Refutation.Steps)
		}
		if c.Shortest == nil || c.Shortest.Steps != 3 || !c.Shortest.Known {
			t.Errorf("known at %s: shortest %+v", known, c.Shortest)
		}
	}
}

// TestWithout: a row that drops an assumption shows what breaks first of all that holds with it.
func TestWithout(t *testing.T) {
	s := &teller{say: func(c model.Config, p string) invariants.Finding {
		switch {
		case p == "calm": // with the assumption, too
			return violated(1)
		case p == "safe" && c.Loss > 0 && c.Processes == 3:
			return violated(5)
		}
		return holds(c, p)
	}}
	l := s.decide(t, ledger.Options{}, paper.Claim{Text: "what breaks first", Without: "--loss 1"})
	c := l.Rows[0].Cells[0]
	if c.Verdict != ledger.Breaks || c.Refutation.Property != "safe" || c.Refutation.Config.Loss == 0 {
		t.Errorf("%s, %+v", c.Verdict, c.Refutation)
	}
	s.say = holds
	if c = s.decide(t, ledger.Options{}, paper.Claim{Text: "nothing", Without: "--loss 1"}).Rows[0].Cells[0]; c.Verdict != ledger.Holds || len(c.Holds) == 0 {
		t.Errorf("nothing breaks: %s, %+v", c.Verdict, c.Holds)
	}
}

// TestFlags: flags on the command line stay as they are; those of a claim that make no sense with them are dropped.
func TestFlags(t *testing.T) {
	s := &teller{say: holds}
	l := s.decide(t, ledger.Options{Flags: "-n 2"}, paper.Claim{Property: "safe", At: []string{"-n 3 -r 1,1,2", "-m 2"}})
	for _, asked := range s.asked {
		if !strings.Contains(asked, "-n 2 ") {
			t.Errorf("explored %s", asked)
		}
	}
	if v := l.Rows[0].Cells[0].Verdict; v != ledger.Holds {
		t.Errorf("%s: %s", v, l.Rows[0].Cells[0].Reason)
	}
	l = s.decide(t, ledger.Options{}, paper.Claim{Property: "safe", At: []string{"-n 3 -r 1,2"}})
	if c := l.Rows[0].Cells[0]; c.Verdict != ledger.NotDecided || !strings.Contains(c.Reason, "2 budgets for 3 processes") {
		t.Errorf("two budgets for three: %s: %s", c.Verdict, c.Reason)
	}
}

// TestProperties: every property has a row of its own, claimed or not, for every variant.
func TestProperties(t *testing.T) {
	s := &teller{say: func(c model.Config, p string) invariants.Finding {
		if p == "calm" {
			return violated(3)
		}
		return holds(c, p)
	}}
	l := s.decide(t, ledger.Options{Only: []string{"safe", "calm"}}, paper.Claim{Property: "safe", Variants: []string{model.Repaired}})
	var got []string
	for _, row := range l.Properties {
		got = append(got, row.Claim.Property+" "+string(row.Cells[0].Verdict)+", "+string(row.Cells[1].Verdict))
	}
	if want := []string{"safe holds, holds", "calm refuted, refuted"}; !slices.Equal(got, want) || len(l.Rows) != 1 {
		t.Errorf("%q, want %q; %d rows", got, want, len(l.Rows))
	}
}

// TestStored: what is stored is not explored again, and is not what a smaller limit would have found.
func TestStored(t *testing.T) {
	kept := newShelf()
	claim := paper.Claim{Property: "safe"}
	first, again := &teller{say: holds}, &teller{say: holds}
	l := first.decide(t, ledger.Options{Store: kept}, claim)
	m := again.decide(t, ledger.Options{Store: kept}, claim)
	if len(first.asked) == 0 || len(again.asked) != 0 || m.Spent != l.Spent || len(m.Runs) != len(l.Runs) {
		t.Errorf("explored %d, then %d; spent %d, then %d", len(first.asked), len(again.asked), l.Spent, m.Spent)
	}
	more := again.decide(t, ledger.Options{Store: kept}, claim, paper.Claim{Property: "calm"})
	if len(again.asked) == 0 || !slices.ContainsFunc(more.Runs, func(r *ledger.Run) bool { return !r.Stored }) {
		t.Error("calm is not stored, and nothing is explored")
	}
}

type shelf struct {
	runs     map[string][]ledger.StoredRun
	averages map[string]*ledger.Averages
}

func newShelf() shelf {
	return shelf{map[string][]ledger.StoredRun{}, map[string]*ledger.Averages{}}
}

func (s shelf) Get(line string) []ledger.StoredRun      { return s.runs[line] }
func (s shelf) Put(line string, all []ledger.StoredRun) { s.runs[line] = all }
func (s shelf) Averages(line string) *ledger.Averages   { return s.averages[line] }
func (s shelf) PutAverages(m *ledger.Averages)          { s.averages[m.Line] = m }

// TestCorners: the smallest configuration is judged for all claims that begin there, not for the first alone.
func TestCorners(t *testing.T) {
	s := &teller{say: holds}
	s.decide(t, ledger.Options{}, paper.Claim{Property: "safe"}, paper.Claim{Property: "calm"})
	if want := "published -n 2 -m 1: safe calm"; s.asked[0] != want {
		t.Errorf("asked %s, want %s", s.asked[0], want)
	}
}

// TestFixed: a claim does not grow in what its sentence fixes, and what refutes it elsewhere does not refute it.
func TestFixed(t *testing.T) {
	s := &teller{say: func(c model.Config, p string) invariants.Finding {
		if c.Groups > 1 {
			return violated(3)
		}
		return holds(c, p)
	}}
	known := []ledger.Known{{Line: "srt-gme --variant published -n 3 -m 2", Property: "safe", Trace: make([]string, 3), Loop: -1}}
	replay := func(*paper.Algorithm, model.Config, ledger.Known, paper.Figure) bool { return true }
	fixed := paper.Claim{Property: "safe", Fixed: []string{"groups"}}
	l := s.decide(t, ledger.Options{Known: known, Replay: replay}, fixed)
	if c := l.Rows[0].Cells[0]; c.Verdict != ledger.Holds {
		t.Errorf("with one group: %s, %+v", c.Verdict, c.Refutation)
	}
	for _, asked := range s.asked {
		if !strings.Contains(asked, "-m 1") {
			t.Errorf("explored %s", asked)
		}
	}
}
