package gmecheck

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"time"

	"github.com/gmecheck/gmecheck/algorithms/names"
	"github.com/gmecheck/gmecheck/model"
)

// Option is what a model can be checked with: a [Network], [Faults], [Times], and the results of [States], [Workers], [MaxStates], ...
// [Model.With] sets options for all checks of a model; those of one check come on top: each replaces the one of its kind as a whole, so that
// Faults{Crash: 1} of a check leaves nothing of Faults{Loss: 1}. Two of a kind in one list are an error, but [Expect] of several properties.
type Option interface {
	set(s *settings)
	kind() string
}

// Network is the order in which messages arrive.
type Network string

// The networks.
const (
	// Bag lets any message in flight arrive next; it is the default.
	Bag Network = "bag"
	// FIFO keeps the order of the messages from one site to another; between different pairs there is none.
	FIFO Network = "fifo"
)

// Faults is what can go wrong. The zero value is nothing. The command line, and so the replay of a trace, takes at most 9 of a kind.
type Faults struct {
	Loss      int   // so many messages can be lost in a run; of a channel any, not only the first
	Lossy     []any // a message of each kind that can be lost: []any{Request{}}; empty: every kind
	Duplicate int   // so many messages can arrive once more; a step of its own puts the copy beside the original, under fifo right behind it
	// Crash is how many crashes there can be in a run. A site that is down does nothing, and messages that reach it are dropped,
	// until it recovers. To be dropped is a step in the place of the delivery: what is still on its way then arrives. A site that
	// recovers has the variables that [Model.OnCrash] leaves.
	Crash    int
	Crashing Sites // the sites that can crash; empty: all
	Final    bool  // who crashes does not recover
}

// settings are the options of a check.
type settings struct {
	network   Network
	faults    Faults
	times     *Times
	states    *int
	workers   int
	maxStates int
	maxTime   time.Duration
	maxMemory int64
	symmetry  bool
	golden    *string
	expect    []expected
}

type option struct {
	of string
	to func(s *settings)
}

func (o option) set(s *settings) { o.to(s) }
func (o option) kind() string    { return o.of }

func (n Network) set(s *settings) { s.network = n }
func (Network) kind() string      { return "Network" }
func (f Faults) set(s *settings)  { s.faults = f }
func (Faults) kind() string       { return "Faults" }

// take takes a list of options.
func (s *settings) take(options []Option) error {
	var kinds []string
	for _, o := range options {
		if o == nil {
			return fmt.Errorf("an option is nil")
		}
		if slices.Contains(kinds, o.kind()) {
			return fmt.Errorf("%s is there twice in one list of options; allowed is one of a kind", o.kind())
		}
		kinds = append(kinds, o.kind())
		o.set(s)
	}
	return nil
}

// States pins the number of states, with [Symmetry], too, all of them: a check that finds another number is an error.
func States(n int) Option { return option{"States", func(s *settings) { s.states = &n }} }

// Workers is how many goroutines search; 0, the default, is one.
func Workers(n int) Option { return option{"Workers", func(s *settings) { s.workers = n }} }

// MaxStates ends a search after so many states; 0, the default, is no limit. What is not decided by then is inconclusive; of numbers, LeadsTo and
// Responds, which are about runs, what was explored is asked for a violation.
func MaxStates(n int) Option { return option{"MaxStates", func(s *settings) { s.maxStates = n }} }

// MaxTime ends a search after this time; 0, the default, is no limit. A function of the model that has not returned 5 seconds later is a mistake in
// it, and named, and so is one that has not returned for a minute before; that of an event or of a message with the run that leads there, to look for
// which takes 5 seconds more, or up to a minute. Init may take 5 seconds for a site.
func MaxTime(d time.Duration) Option { return option{"MaxTime", func(s *settings) { s.maxTime = d }} }

// MaxMemory is how many bytes a search may take; 0, the default, is most of the machine's.
func MaxMemory(bytes int64) Option {
	return option{"MaxMemory", func(s *settings) { s.maxMemory = bytes }}
}

// Symmetry visits one of the states that are the same but for the names of the sites. gmecheck finds out which sites are
// alike; states that differ are never taken to be the same.
func Symmetry() Option { return option{"Symmetry", func(s *settings) { s.symmetry = true }} }

// config is the model's configuration with these settings.
func (s settings) config(name string, n int, known *kinds, memory bool) (model.Config, error) {
	c := model.Config{
		Algorithm: name, Variant: model.Published, Processes: n, Requests: slices.Repeat([]int{1}, n), Workload: make([]model.Groups, n),
		Network: cmp.Or(model.Network(s.network), model.Bag), Timeouts: model.Off,
		Loss: s.faults.Loss, Duplicate: s.faults.Duplicate, Crash: s.faults.Crash,
		Crashing: s.faults.Crashing, Final: s.faults.Final,
	}
	if len(known.timers) > 0 {
		c.Timeouts = model.Patient
	}
	if s.times != nil {
		if err := s.times.of(&c, known); err != nil {
			return c, err
		}
	}
	for _, m := range s.faults.Lossy {
		r := known.of[reflect.TypeOf(m)]
		if r == nil {
			return c, fmt.Errorf("Faults.Lossy has a %T, and no On takes messages of this type; %s", m, known.known())
		}
		if slices.Contains(c.Lossy, r.name) {
			return c, fmt.Errorf("Faults.Lossy has two %T; allowed is one of a kind", m)
		}
		c.Lossy = append(c.Lossy, r.name)
	}
	if !memory {
		c.Params = s.faults.params(known)
	}
	if beyond := s.faults.Crashing.Minus(model.UpTo[Site](n)); !beyond.Empty() {
		return c, fmt.Errorf("Faults.Crashing has site %d; allowed are 1 to %d", beyond.Least(), n)
	}
	switch {
	case s.golden != nil && *s.golden == "":
		return c, fmt.Errorf("Golden names no file")
	case s.faults.Crash == 0 && (s.faults.Final || !s.faults.Crashing.Empty()):
		return c, fmt.Errorf("Faults says who crashes, or how, and Crash, which says how often, is 0")
	case s.faults.Loss == 0 && len(c.Lossy) > 0:
		return c, fmt.Errorf("Faults says what can be lost, and Loss, which says how often, is 0")
	}
	if s.network != "" && s.network != Bag && s.network != FIFO {
		allowed := []string{string(Bag), string(FIFO)}
		return c, fmt.Errorf("Network is %q; allowed is %q, which is the default, and %q%s", s.network, Bag, FIFO, names.DidYouMean(string(s.network), allowed))
	}
	for _, budget := range []struct {
		name  string
		given int
	}{{"Faults.Loss", s.faults.Loss}, {"Faults.Duplicate", s.faults.Duplicate}, {"Faults.Crash", s.faults.Crash},
		{"Workers", s.workers}, {"MaxStates", s.maxStates}} {
		if budget.given < 0 {
			return c, fmt.Errorf("%s is %d; it cannot be negative", budget.name, budget.given)
		}
	}
	if s.maxTime < 0 {
		return c, fmt.Errorf("MaxTime is %v; it cannot be negative", s.maxTime)
	}
	if s.maxMemory < 0 {
		return c, fmt.Errorf("MaxMemory is %d; it cannot be negative", s.maxMemory)
	}
	return c, nil
}
