package explore_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/gmecheck/gmecheck/explore"
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/system"
)

// composed is the error of making a system of two processes.
func composed[V, M comparable](p model.Protocol[V, M], change func(*model.Config)) error {
	c := model.Config{Algorithm: "own", Processes: 2, Requests: []int{1, 1}, Timeouts: model.Off}
	if change != nil {
		change(&c)
	}
	_, err := system.New(p, c)
	return err
}

// plain is a protocol that does next to nothing, with variables and messages of any type.
type plain[V, M comparable] struct{}

func (plain[V, M]) Start(model.Site) (v V)                                 { return v }
func (plain[V, M]) MayRequest(model.Site, V) bool                          { return true }
func (plain[V, M]) Request(model.Site, *V, model.Demand, *model.Outbox[M]) {}
func (plain[V, M]) InCS(model.Site, V) bool                                { return false }
func (plain[V, M]) Exit(model.Site, *V, *model.Outbox[M])                  {}
func (plain[V, M]) Receive(model.Site, *V, M, *model.Outbox[M])            {}
func (plain[V, M]) Look(model.Site, V, []M) model.View                     { return model.View{} }

type badTimers struct{ plain[int, int] }

func (badTimers) Timers(int) []string { return nil }

type starting struct {
	plain[any, int]
	value any
}

func (s starting) Start(model.Site) any { return s.value }

// unbounded is a protocol that answers every message with a larger one, and tells P2 whenever it likes.
type unbounded struct{ plain[clock, int] }

type clock struct {
	High int
	Odd  bool
}

func (unbounded) Request(_ model.Site, v *clock, _ model.Demand, out *model.Outbox[int]) {
	v.High, v.Odd = v.High+1, !v.Odd
	out.Send(2, 1)
}
func (unbounded) MayRequest(i model.Site, _ clock) bool { return i == 1 }

func pulled(pull func(p *puppet)) error {
	p := newPuppet()
	pull(p)
	_, err := explore.Check(context.Background(), system.Compose[any, any](p, puppetConfig), explore.Options{Workers: 2})
	return err
}

func judged(p ...invariants.Property) error {
	_, _, err := explore.CheckAll(context.Background(), pupil(), invariants.Panel(p), explore.Options{})
	return err
}

// TestGuardRails goes through the mistakes that somebody can make with a protocol of their own, or with properties: each
// ends with an error that says what is wrong, where, and after which steps.
func TestGuardRails(t *testing.T) {
	calls := 0
	exit := func(f func(v *any, out *model.Outbox[any])) error {
		return pulled(func(p *puppet) { p.exit = func(_ model.Site, v *any, out *model.Outbox[any]) { f(v, out) } })
	}
	differs := "puppet: the handler of exit(1) does not always do the same: first "
	for _, x := range []struct {
		mistake string
		err     error
		want    string
		trace   []string
	}{
		{"random number", exit(func(v *any, _ *model.Outbox[any]) { *v = rand.Int() }), differs, []string{"request(1)"}},
		{"clock", exit(func(v *any, _ *model.Outbox[any]) { *v = int(time.Now().UnixNano()) }), differs, []string{"request(1)"}},
		{"counter", exit(func(v *any, _ *model.Outbox[any]) { calls++; *v = calls }), differs + "1; then 2", []string{"request(1)"}},
		{"order of a map", exit(func(_ *any, out *model.Outbox[any]) {
			all := map[int]bool{}
			for k := range 1000 {
				all[k] = true
			}
			for k := range all {
				out.Send(2, k)
			}
		}), differs + "sends ", []string{"request(1)"}},
		{"captured state", pulled(func(p *puppet) {
			last := model.Site(0)
			p.receive = func(i model.Site, v *any, _ any, out *model.Outbox[any]) {
				if *v = 1; last == i {
					*v = 2
				}
				last = i
			}
		}), "puppet: the handler of deliver(1 -> 2) does not always do the same: first 1; then 2", []string{"request(1)"}},
		{"unhandled message", pulled(func(p *puppet) {
			p.receive = func(_ model.Site, _ *any, _ any, out *model.Outbox[any]) { out.Unhandled() }
		}), "puppet: the handler of deliver(1 -> 2) is missing: P2 takes no messages of type int (1)", []string{"request(1)"}},
		{"message to an absent site", exit(func(_ *any, out *model.Outbox[any]) { out.Send(9, 1) }),
			"puppet: the handler of exit(1) sends 1 to site 9, which is not there: sites are 1 to 2", []string{"request(1)"}},

		{"optional method with a wrong signature", composed(badTimers{}, nil),
			"own: the method Timers of explore_test.badTimers is a func(int) []string; expected is a func(model.Site, int) []string", nil},
		{"network misspelt", composed(plain[int, int]{}, func(c *model.Config) { c.Network = "fifos" }),
			`own: Network is "fifos"; allowed is "bag", which is the default, and "fifo"`, nil},
		{"timeouts misspelt", composed(plain[int, int]{}, func(c *model.Config) { c.Timeouts = "impatient" }), `own: Timeouts is "impatient"`, nil},
		{"negative loss", composed(plain[int, int]{}, func(c *model.Config) { c.Loss = -1 }), "own: Loss is -1; it cannot be negative", nil},
		{"negative crashes", composed(plain[int, int]{}, func(c *model.Config) { c.Crash = -2 }), "own: Crash is -2; it cannot be negative", nil},
		{"negative requests", composed(plain[int, int]{}, func(c *model.Config) { c.Requests[1] = -2 }), "own: Requests gives process 2 the budget -2", nil},
		{"missing requests", composed(plain[int, int]{}, func(c *model.Config) { c.Requests = nil }), "own: Requests has 0 budgets for 2 processes", nil},
		{"no processes", composed(plain[int, int]{}, func(c *model.Config) { c.Processes, c.Requests = 0, nil }), "own: Processes is 0", nil},

		{"pointer in a variable", composed(plain[struct{ next *int }, int]{}, nil), "field next is a *int, which is compared by where it is", nil},
		{"channel in a message", composed(plain[int, struct{ done chan int }]{}, nil), "field done is a chan int, which is compared by where it is", nil},
		{"function in a variable", composed(starting{value: func() {}}, nil), "is a func(), which is compared by where it is", nil},
		{"NaN in a variable", composed(starting{value: math.NaN()}, nil), "is a float64, which may be unequal to itself", nil},
		{"slice in a variable", composed(starting{value: []int{}}, nil), "is a []int, which cannot be compared", nil},

		{"property that asks nothing", judged(invariants.Property{Name: "x"}), `property "x": it asks nothing: `, nil},
		{"half-filled property", judged(invariants.Property{Name: "x", Pending: one}), `property "x": it has Pending, and Goal, which says what is to be reached, is missing`, nil},
		{"two questions", judged(invariants.Property{Name: "x", Fair: one, Pending: one, Goal: one}), `property "x": it asks more than one question`, nil},
		{"claim without a measure", judged(invariants.Property{Name: "x", Pending: one, Goal: one, Claimed: &invariants.Claimed{Max: 2}}),
			`property "x": it has Claimed, and neither Size, Gauge nor Chain measures what is claimed`, nil},
		{"two of one name", judged(everyStep, everyStep), `two properties are named "every step"`, nil},

		{"panic in a guard", pulled(func(p *puppet) {
			p.may = func(_ model.Site, v any) bool { return v != 2 || v.([]int) != nil }
		}), "puppet: MayRequest of P1 panics: interface conversion: interface {} is int, not []int, at explore/guardrails_test.go:", []string{"request(1)", "exit(1)"}},
		{"panic in a view", pulled(func(p *puppet) {
			p.look = func(_ model.Site, v any, _ []any) model.View { return model.View{Holds: 1 / (2 - max(v.(int), 0))} }
		}), "puppet: Look of P1 panics: runtime error: integer divide by zero, at explore/guardrails_test.go:", []string{"request(1)", "exit(1)"}},
		{"slice in a view", pulled(func(p *puppet) {
			p.look = func(_ model.Site, v any, _ []any) model.View { return model.View{More: []any{v}} }
		}), "puppet: Look of P1 shows what is no value in More: it is a []interface {}, which cannot be compared", nil},
		{"panic in a property", judged(invariants.Property{Name: "x", State: func(vs invariants.Views) invariants.Opinion { return invariants.That(bit(vs) > 0) }}),
			"puppet: property x panics: runtime error: index out of range [1] with length 0, at explore/failing_test.go:", []string{"request(1)", "exit(1)", "request(1)"}},
		{"negative limit", func() error {
			_, err := explore.Check(t.Context(), pupil(), explore.Options{MaxStates: -1})
			return err
		}(), "MaxStates is -1; allowed is a number from 1, or 0 for the default", nil},
		{"search misspelt", func() error {
			_, err := explore.Check(t.Context(), pupil(), explore.Options{Mode: "breadth"})
			return err
		}(), `Mode is "breadth"; allowed is "bfs", which is the default, and "dfs"`, nil},
	} {
		if x.err == nil || !strings.Contains(x.err.Error(), x.want) {
			t.Errorf("%s: %v; not %s", x.mistake, x.err, x.want)
		}
		var broken *explore.Broken
		if x.trace != nil && (!errors.As(x.err, &broken) || !slices.Equal(broken.Trace, x.trace)) {
			t.Errorf("%s: %+v; not after %q", x.mistake, broken, x.trace)
		}
	}
}

// TestNetworkLeftOut: a configuration without a network is one of the default, wherever it is used.
func TestNetworkLeftOut(t *testing.T) {
	var prints []string
	for _, network := range []model.Network{"", model.Bag} {
		c := puppetConfig
		c.Network = network
		sys := system.Compose[any, any](newPuppet(), c)
		r, err := explore.Check(t.Context(), sys, explore.Options{})
		if err != nil {
			t.Fatal(err)
		}
		prints = append(prints, fmt.Sprint(sys.Config.Network, sys.Config.Fingerprint(), r.States, r.Transitions))
	}
	if prints[0] != prints[1] {
		t.Errorf("%q", prints)
	}
}

// TestGrowing demands that a search that has no end names what has no bound, by every limit, and ends by itself.
func TestGrowing(t *testing.T) {
	for _, network := range []model.Network{model.Bag, model.FIFO} {
		c := model.Config{Processes: 2, Requests: []int{model.Unlimited, 0}, Network: network}
		inbox := "the inbox of P2 grows: up to "
		if network == model.FIFO {
			inbox = "the inbox of P2 from P1 grows: up to "
		}
		for _, o := range []explore.Options{
			{MaxDepth: 30}, {MaxStates: 1000}, {MaxStates: 1000, Workers: 4}, {MaxTime: 300 * time.Millisecond}, {Mode: explore.DFS, MaxStates: 1000},
			{MaxDepth: 30, Store: onFiles(t.TempDir(), 2)},
		} {
			r, err := explore.Check(t.Context(), system.Compose(unbounded{}, c), o)
			if err != nil || r.Complete || len(r.Growing) != 2 {
				t.Errorf("%+v: %+v, %v", o, r, err)
				continue
			}
			field, messages := r.Growing[0].String(), r.Growing[1].String()
			if !strings.HasPrefix(field, "variable High of P1 grows: up to ") || !strings.HasPrefix(messages, inbox) {
				t.Errorf("%+v: %q", o, r.Growing)
			}
			if o.MaxDepth == 30 && field != "variable High of P1 grows: up to 30, 14 new values in the last 14 levels" {
				t.Errorf("%q", field)
			}
		}
	}
	r, err := explore.Check(t.Context(), pupil(), explore.Options{})
	if err != nil || !r.Complete || r.Growing != nil {
		t.Errorf("%+v, %v", r, err)
	}
}

// TestLimitsOfTwoSearches demands that two searches at once keep to their own limits.
func TestLimitsOfTwoSearches(t *testing.T) {
	var all sync.WaitGroup
	for k := range 8 {
		o := explore.Options{MaxDepth: 10 + k, Workers: 1 + k%2, MaxMemory: []int64{explore.NoLimit, 0, 1 << 40}[k%3]}
		all.Go(func() {
			r, err := explore.Check(t.Context(), system.Compose(unbounded{}, model.Config{Processes: 2, Requests: []int{model.Unlimited, 0}}), o)
			if err != nil || r.Limit != fmt.Sprintf("max-depth %d", o.MaxDepth) || r.Depth != o.MaxDepth {
				t.Errorf("%+v: %+v, %v", o, r, err)
			}
		})
	}
	all.Wait()
}
