package ledger

import (
	"slices"
	"testing"

	"github.com/gmecheck/gmecheck/model"
)

// TestTelling: of as many processes several groups say more than one, however many states that has; more processes say more than that.
func TestTelling(t *testing.T) {
	reach := func(line string, processes, groups, states int) Reach {
		return Reach{Line: line, States: states, Config: model.Config{Processes: processes, Groups: groups, Network: model.Bag}}
	}
	all := []Reach{reach("one group", 3, 1, 300), reach("two groups", 3, 2, 200), reach("two processes", 2, 3, 400)}
	for want, all := range map[string][]Reach{"two groups": all, "four processes": append(slices.Clone(all), reach("four processes", 4, 1, 100))} {
		if shown := Telling(all, 2); len(shown) != 2 || shown[0].Line != want {
			t.Errorf("%v instead of %s first", shown, want)
		}
	}
	ordered := reach("most states", 2, 2, 1000)
	ordered.Config.Network = model.FIFO
	if shown := Telling(append(all, ordered), 2); len(shown) != 2 || shown[0].Line != "two groups" || shown[1].Line != "most states" {
		t.Errorf("%v instead of that with the most states last", shown)
	}
	alone := []Reach{reach("five processes", 5, 1, 900), reach("four processes", 4, 1, 1000), reach("two groups", 3, 2, 200), reach("three groups", 2, 3, 100)}
	if shown := Telling(alone, 2); len(shown) != 2 || shown[0].Line != "five processes" || shown[1].Line != "two groups" {
		t.Errorf("%v does not show that there are several groups", shown)
	}
	if shown := Telling(append(all, ordered), 1); len(shown) != 1 || shown[0].Line != "two groups" {
		t.Errorf("%v where there is room for one", shown)
	}
}
