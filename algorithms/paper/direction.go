package paper

import (
	"fmt"
	"strings"

	"github.com/gmecheck/gmecheck/model"
)

// Direction is a flag of the model along which the configurations that decide the claims grow.
type Direction struct {
	Flag  string   // "processes", "groups", "priorities", "tokens", "requests", "net", or a parameter of the algorithm
	Steps []string // its values, from the smallest configurations to the largest; at least one
}

// Climb is a direction of numbers from low to high.
func Climb(flag string, low, high int) Direction {
	d := Direction{Flag: flag}
	for n := low; n <= high; n++ {
		d.Steps = append(d.Steps, fmt.Sprint(n))
	}
	return d
}

// Along is a direction of the values given.
func Along(flag string, values ...string) Direction { return Direction{flag, values} }

// Directions are those of an algorithm; if it names none, what its ranges allow: two to five processes, up to three
// groups, priorities and tokens, one to five requests, a bag and then fifo, timers that expire and then none that do.
func (a *Algorithm) Directions() []Direction {
	if a.Grows != nil {
		return a.Grows()
	}
	var all []Direction
	add := func(flag string, in Range, low, high int) {
		if !in.Unused() {
			from := min(max(low, in.Min), in.Max) // one step at least, where all that is allowed is lower or higher
			all = append(all, Climb(flag, from, max(from, min(high, in.Max))))
		}
	}
	add("processes", a.Processes, 2, 5)
	add("groups", a.Groups, 1, 3)
	add("priorities", a.Priorities, 1, 3)
	add("tokens", a.Tokens, 1, 3)
	if !a.NoRequests {
		requests := Climb("requests", 1, 5)
		if a.Unlimited {
			requests.Steps = append(requests.Steps, "inf")
		}
		all = append(all, requests)
	}
	if !a.Shared && !(a.Own && a.Network == model.FIFO) { // a program whose messages keep their order claims nothing of others
		all = append(all, Along("net", string(model.Bag), string(model.FIFO)))
	}
	if len(a.Timers) > 0 && a.Times == nil { // with times, timers that never expire are no special case of those that do
		all = append(all, Along("timeouts", string(model.Patient), string(model.Off)))
	}
	return all
}

func (d Direction) String() string { return d.Flag + " " + strings.Join(d.Steps, ", ") }
