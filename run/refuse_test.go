package run_test

import (
	"testing"
	"time"

	"github.com/gmecheck/gmecheck"
	"github.com/gmecheck/gmecheck/algorithms"
	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/system"
	"github.com/gmecheck/gmecheck/run"
)

// TestRefused: what a model does not have is refused before anything runs.
func TestRefused(t *testing.T) {
	lend := func(options ...gmecheck.Option) *system.System { return composed(t, lending(2), options...) }
	everything := gmecheck.Faults{Loss: 1, Duplicate: 1}
	for want, x := range map[string]struct {
		sys    *system.System
		change func(o *run.Options)
	}{
		"Options.Site is 3; allowed are 1 to 2":         {lend(), func(o *run.Options) { o.Site = 3 }},
		"Options.Peers has 1 addresses for 2 sites":     {lend(), func(o *run.Options) { o.Peers = o.Peers[:1] }},
		"Options.Start is 1; allowed are 0 to 0":        {lend(), func(o *run.Options) { o.Start = 1 }},
		`Options.Transport is "sctp"; allowed is "tcp"`: {lend(), func(o *run.Options) { o.Transport = "sctp" }},
		"UDP loses messages, and in the model none is":  {lend(gmecheck.Faults{Duplicate: 1}), func(o *run.Options) { o.Transport = run.UDP }},
		"UDP can deliver a message twice":               {lend(gmecheck.Faults{Loss: 1}), func(o *run.Options) { o.Transport = run.UDP }},
		"messages over UDP overtake each other":         {lend(everything, gmecheck.FIFO), func(o *run.Options) { o.Transport = run.UDP }},
		"UDP loses messages of any kind, and in the model only [have]": {
			lend(gmecheck.Faults{Loss: 1, Duplicate: 1, Lossy: []any{have{}}}), func(o *run.Options) { o.Transport = run.UDP },
		},
		"it can crash, and what survives a crash must be kept: Options.Dir is empty":   {lend(gmecheck.Faults{Crash: 1}), func(*run.Options) {}},
		"Options.Faults.Loss: in the model nothing is lost":                            {lend(), func(o *run.Options) { o.Faults.Loss = 0.1 }},
		"Options.Faults.Duplicate: in the model nothing arrives twice":                 {lend(), func(o *run.Options) { o.Faults.Duplicate = 0.1 }},
		"Options.Faults.Crash: in the model this site does not crash":                  {lend(), func(o *run.Options) { o.Faults.Crash = time.Second }},
		"a chance in Options.Faults is not from 0 to 1":                                {lend(everything), func(o *run.Options) { o.Faults.Loss = 2 }},
		"messages cannot take from 2s to 1s":                                           {lend(), func(o *run.Options) { o.Faults.Least, o.Faults.Most = 2*time.Second, time.Second }},
		`Options.Marks.Request has "aks"; allowed is ask or leave; did you mean ask?`:  {lend(), func(o *run.Options) { o.Marks.Request = "aks" }},
		`Options.Marks.Exit has "Leave"; allowed is ask or leave; did you mean leave?`: {lend(), func(o *run.Options) { o.Marks.Exit = "Leave" }},
		`Options.Events has "leaves"; allowed is ask or leave`:                         {lend(), func(o *run.Options) { o.Events = pauses("leaves", 1) }},
		`Options.Timers has "T1"; allowed is ask or leave`:                             {lend(), func(o *run.Options) { o.Timers = pauses("T1", 1) }},
		"Options.Events: leave is -1ns; allowed is 0 and more":                         {lend(), func(o *run.Options) { o.Events = pauses("leave", -1) }},
		"Options.Timers: T1 is -1ns; allowed is 0 and more":                            {published(t, "drs-gme"), func(o *run.Options) { o.Timers = pauses("T1", -1) }},
		"Options: Tick is -1ns; allowed is 0 and more":                                 {lend(), func(o *run.Options) { o.Tick = -1 }},
		`Options.Marks.Exit has "leave", and the model has nothing of the kind`:        {published(t, "naimi-trehel"), func(o *run.Options) { o.Marks.Exit = "leave" }},
		"Options.Messages has nil, which is no message":                                {lend(), func(o *run.Options) { o.Messages = []any{nil} }},
		"naimi-trehel: UDP loses messages":                                             {published(t, "naimi-trehel"), func(o *run.Options) { o.Transport = run.UDP }},
		"drs-gme: UDP loses messages":                                                  {published(t, "drs-gme"), func(o *run.Options) { o.Transport = run.UDP }},
		"its requests carry the time of a perfect clock, which no network has":         {published(t, "ring-coordinator"), func(*run.Options) {}},
		"Options.Timers does not say how long again is, nor do the model's times":      {ticking(t), func(*run.Options) {}},
		"it is a shared memory, which has no messages":                                 {memory(t), func(o *run.Options) { o.Peers = o.Peers[:1] }},
	} {
		o := run.Options{Site: 1, Peers: []string{"127.0.0.1:0", "127.0.0.1:0"}}
		x.change(&o)
		n, err := run.Start(x.sys, o)
		if err == nil {
			n.Close()
		}
		if !contains(err, want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

func pauses(name string, d time.Duration) map[string]time.Duration {
	return map[string]time.Duration{name: d}
}

// TestMisspelt: what clients ask for is refused where the model does not have it, instead of never happening.
func TestMisspelt(t *testing.T) {
	c := (&cluster{t: t, sys: composed(t, lending(2)), options: run.Options{Marks: marks}}).start()
	n := c.nodes[0]
	if _, err := n.Acquire(t.Context(), run.Want{Event: "aks(1)"}); !contains(err, `Want.Event has "aks(1)"; allowed is ask; did you mean ask?`) {
		t.Error(err)
	}
	if err := n.Do(t.Context(), "aks"); !contains(err, `the call of Do has "aks"; allowed is ask or leave; did you mean ask?`) {
		t.Error(err)
	}
	c.close()
	n = (&cluster{t: t, sys: published(t, "suzuki-kasami")}).start().nodes[0]
	if _, err := n.Acquire(t.Context(), run.Want{Event: "ask"}); !contains(err, `Want.Event is "ask", and Options.Marks names no request`) {
		t.Error(err)
	}
	if err := n.Do(t.Context(), "ask"); !contains(err, `the call of Do has "ask", and the model has nothing of the kind`) {
		t.Error(err)
	}
}

// published is an algorithm of the literature with two processes.
func published(t *testing.T, name string) *system.System {
	a, err := algorithms.All().Find(name)
	if err != nil {
		t.Fatal(err)
	}
	return a.New(a.With(model.Published, func(c *model.Config) { c.Processes = 2 }))
}

func memory(t *testing.T) *system.System {
	sys, err := system.New[bool, bool](cell{}, model.Config{Algorithm: "memory", Processes: 1, Requests: []int{1}})
	if err != nil {
		t.Fatal(err)
	}
	return sys
}

// ticking is a model of two sites with a timer.
func ticking(t *testing.T) *system.System {
	p := gmecheck.New[counting]("ticking", 2)
	p.Timer("again", func(s *counting, _ gmecheck.Ctx) bool { return s.Last < 3 }, nil, func(s *counting, _ gmecheck.Ctx) { s.Last++ })
	return composed(t, p)
}

// cell is a shared memory of one bit.
type cell struct{}

func (cell) Places() []model.Place {
	return []model.Place{{Name: "memory", Process: true, Silent: true}}
}
func (cell) Start(model.Site) bool                                          { return false }
func (cell) MayRequest(model.Site, bool) bool                               { return false }
func (cell) Request(model.Site, *bool, model.Demand, *model.Outbox[bool])   {}
func (cell) InCS(model.Site, bool) bool                                     { return false }
func (cell) Exit(model.Site, *bool, *model.Outbox[bool])                    {}
func (cell) Receive(_ model.Site, _ *bool, _ bool, out *model.Outbox[bool]) {}
func (cell) Look(model.Site, bool, []bool) model.View                       { return model.View{} }
