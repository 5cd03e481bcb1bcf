package counterexamples

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gmecheck/gmecheck/algorithms/drsgme"
	"github.com/gmecheck/gmecheck/algorithms/raymond"
	"github.com/gmecheck/gmecheck/algorithms/suzukikasami"
	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/system"
)

// suzuki is suzuki-kasami with two processes.
func suzuki(change func(*model.Config)) *system.System {
	return suzukikasami.Algorithm.New(suzukikasami.Algorithm.With(model.Published, func(c *model.Config) {
		c.Processes = 2
		if change != nil {
			change(c)
		}
	}))
}

// endless is raymond's algorithm with one process, which enters and leaves for ever.
func endless() *system.System {
	return raymond.Algorithm.New(raymond.Algorithm.With(model.Published, func(c *model.Config) {
		c.Processes, c.Requests = 1, []int{model.Unlimited}
	}))
}

var served = []string{"request(2)", "deliver(Request(2, 1) -> 1)", "deliver(Token([0, 0], <>) -> 2)"}

func TestRun(t *testing.T) {
	r := NewRun(suzuki(nil))
	before := r.State()
	if diff := cmp.Diff([]string{"request(1)", "request(2)"}, labels(r.Enabled())); diff != "" {
		t.Error(diff)
	}
	for _, label := range served {
		if err := r.Take(label); err != nil {
			t.Fatal(err)
		}
	}
	views := r.Views()
	if views[0].InCS || !views[1].InCS || r.State().Equal(before) {
		t.Errorf("process 2 is not in its critical section")
	}
}

// TestPatience: a timer that runs expires when nothing else can happen, and not while a message is in flight.
func TestPatience(t *testing.T) {
	r := NewRun(drsgme.Algorithm.New(drsgme.Algorithm.With(model.Published, func(c *model.Config) { c.Processes = 2 })))
	expires := func() bool {
		return slices.ContainsFunc(r.Enabled(), func(c Choice) bool { return c.Event.Kind == model.TimeoutEvent })
	}
	for r.Take("request(2, g1)"); !expires(); {
		moves := slices.DeleteFunc(r.Enabled(), func(c Choice) bool { return c.Event.Kind != model.DeliverEvent })
		if len(moves) == 0 {
			t.Fatal("nothing is in flight, and no timer expires")
		}
		r.GoTo(moves[0].State)
	}
	if in := r.Views(); !in.Quiet() {
		t.Error("a timer expires while a message is in flight")
	}
}

func TestNotEnabled(t *testing.T) {
	r := NewRun(suzuki(nil))
	err := r.Take("request(3)")
	var stuck *NotEnabled
	if !errors.As(err, &stuck) {
		t.Fatal(err)
	}
	if want := `step "request(3)" is not enabled; enabled: request(1); request(2)`; err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
	if err := r.Take("reqest(2)"); !strings.Contains(err.Error(), "enabled: request(2); request(1)") {
		t.Errorf("%v: the nearest is not first", err)
	}
}

// TestNotEnabledLists: an error lists up to ten labels, and says how many more there are.
func TestNotEnabledLists(t *testing.T) {
	e := &NotEnabled{Label: "x", Enabled: strings.Split("abcdefghijkl", "")}
	for count, want := range map[int]string{
		0: `step "x" is not enabled: nothing is`, 10: `step "x" is not enabled; enabled: a; b; c; d; e; f; g; h; i; j`,
		12: `step "x" is not enabled; enabled: a; b; c; d; e; f; g; h; i; j and 2 more`,
	} {
		if got := (&NotEnabled{Label: "x", Enabled: e.Enabled[:count]}).Error(); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
	if got, want := (&NotEnabled{Label: "x", Enabled: e.Enabled[:1], Same: 2}).Error(), `step "x" may mean 2 transitions; enabled: a`; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// Under fifo a label names the channel where the text alone would mean several messages of the destination.
func TestUnqualified(t *testing.T) {
	sys := suzuki(func(c *model.Config) { c.Network, c.Duplicate = model.FIFO, 1 })
	for _, last := range []string{"deliver(Request(2, 1) -> 1 from 2)", "deliver(Request(2, 1) -> 1)"} {
		r := NewRun(sys)
		for _, label := range []string{"request(2)", "duplicate(Request(2, 1) -> 1)", last} {
			if err := r.Take(label); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// Every label that a walk offers leads where its choice says.
func TestEveryChoice(t *testing.T) {
	sys := suzuki(func(c *model.Config) { c.Loss, c.Duplicate, c.Crash = 1, 1, 1 })
	seen := 0
	for start := range 40 {
		r := NewRun(sys)
		for k := range 25 {
			all := r.Enabled()
			if len(all) == 0 {
				break
			}
			c := all[(start*7+k*3)%len(all)]
			if err := r.Take(c.Label); err != nil || !r.State().Equal(c.State) {
				t.Fatalf("%s: %v", c.Label, err)
			}
			seen++
		}
	}
	if seen < 100 {
		t.Errorf("only %d steps", seen)
	}
}

// TestTakeQualified: a label may say of which channel a message is, and where it stands there, though it need not; but not of another.
func TestTakeQualified(t *testing.T) {
	sys := suzuki(func(c *model.Config) { c.Network, c.Duplicate = model.FIFO, 1 })
	for _, test := range []struct {
		label string
		taken bool
	}{
		{"deliver(Request(2, 1) -> 1)", true}, {"deliver(Request(2, 1) -> 1 from 2)", true}, {"deliver(Request(2, 1) -> 1 from 1)", false},
		{"duplicate(Request(2, 1) -> 1)", true}, {"duplicate(Request(2, 1) -> 1 from 2 at 1)", true}, {"duplicate(Request(2, 1) -> 1 from 2 at 2)", false},
	} {
		r := NewRun(sys)
		if err := r.Take("request(2)"); err != nil {
			t.Fatal(err)
		}
		if err := r.Take(test.label); (err == nil) != test.taken {
			t.Errorf("%s: %v", test.label, err)
		}
	}
}
