package counterexamples

import (
	"context"
	"slices"
	"testing"

	"github.com/gmecheck/gmecheck/invariants"
)

// TestFind: the way found can be taken, leads to what was looked for, and is as short as the search of the engine says.
func TestFind(t *testing.T) {
	run := NewRun(suzuki(nil))
	inside := func(x Reached) bool { return x.After[1].InCS }
	found, err := run.Find(context.Background(), inside, 1<<16, nil)
	if err != nil || !found.Reached {
		t.Fatalf("%+v, %v", found, err)
	}
	if want := []string{"request(2)", "deliver(Request(2, 1) -> 1)"}; !slices.Equal(found.Steps[:2], want) || len(found.Steps) != 3 {
		t.Errorf("%q, want %q and the token", found.Steps, want)
	}
	for _, label := range found.Steps {
		if err := run.Take(label); err != nil {
			t.Fatal(err)
		}
	}
	if !inside(Reached{After: run.Views()}) {
		t.Error("the way leads elsewhere")
	}
	if again, err := run.Find(context.Background(), inside, 1<<16, nil); err != nil || !again.Reached || len(again.Steps) != 0 {
		t.Errorf("what is so already: %+v, %v", again, err)
	}
	both := Violating(invariants.Mutex)
	switch never, err := run.Find(context.Background(), both, 1<<16, nil); {
	case err != nil, never.Reached, !never.Complete:
		t.Errorf("two inside: %+v, %v", never, err)
	}
	end, err := run.Find(context.Background(), Violating(noEnd), 1<<16, nil)
	if err != nil || !end.Reached {
		t.Fatalf("the end: %+v, %v", end, err)
	}
	rest := NewRun(suzuki(nil))
	for _, label := range slices.Concat(found.Steps, end.Steps) {
		if err := rest.Take(label); err != nil {
			t.Fatal(err)
		}
	}
	if all := rest.Enabled(); len(all) > 0 {
		t.Errorf("the end is where %q is possible", all[0].Label)
	}
	if few, err := run.Find(context.Background(), both, 2, nil); err != nil || few.Complete {
		t.Errorf("of two states: %+v, %v", few, err)
	}
	over, cancel := context.WithCancel(context.Background())
	cancel()
	if none, err := run.Find(over, both, 1<<16, nil); err != nil || none.Complete {
		t.Errorf("stopped: %+v, %v", none, err)
	}
}
