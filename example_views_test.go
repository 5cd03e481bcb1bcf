package gmecheck_test

import (
	"context"
	"fmt"
	"os"
	"strings"

	"github.com/gmecheck/gmecheck"
	"github.com/gmecheck/gmecheck/explore/conform"
)

// station is a site of a ring.
type station struct{ Has bool }

type baton struct{}

// relay passes a baton around a ring of n sites, for ever.
func relay(n int) *gmecheck.Model[station] {
	p := gmecheck.New[station]("relay", n)
	has := func(s station) bool { return s.Has }
	p.Init(func(s *station, c gmecheck.Ctx) { s.Has = c.Self == 1 })
	p.Event("pass", gmecheck.Always, func(s *station, _ gmecheck.Ctx) bool { return s.Has },
		func(s *station, c gmecheck.Ctx) { s.Has = false; c.Send(c.Self%gmecheck.Site(n)+1, baton{}) })
	gmecheck.On(p, func(s *station, _ gmecheck.Ctx, _ baton) { s.Has = true })
	p.NeverTwo("one-holder", has)
	return p
}

// A property of any two sites, which check judges in all states of a few sites, may be proved without searching states for many.
func ExampleModel_NeverTwo() {
	run("ExampleModel_NeverTwo", "views -n 12 --quiet", func() { gmecheck.Main(gmecheck.Family(relay)) })
	// Output:
	// relay -n 12 -r inf
	// views of 2; any number of requests
	//
	// property    verdict
	// one-holder  holds for n = 12 by views of 2
	//
	// 24 states of sites, 12 messages, 342 pairs of them
	// covered: messages in any order, any of them lost
}

// The log of a real run is compared with the model: here site 2 passes on what it does not have.
func ExampleModel_Conform() {
	log := `{"process": 1, "kind": "internal", "name": "pass"}
{"process": 2, "kind": "internal", "name": "pass"}
{"process": 2, "kind": "deliver", "message": {"kind": "baton"}}`
	a, violations, err := relay(3).Conform(context.Background(), "relay.log", strings.NewReader(log), conform.Options{})
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return
	}
	fmt.Println(a.Conforms, a.Fitted, len(violations))
	fmt.Println(a.Misfit.Event.Line, a.Misfit.Why)
	// Output:
	// false 1 0
	// 2 internal pass is not possible at P2
}
