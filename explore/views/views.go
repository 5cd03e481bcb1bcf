package views

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"github.com/gmecheck/gmecheck/explore/internal/session"
	"github.com/gmecheck/gmecheck/explore/internal/trace"
	"github.com/gmecheck/gmecheck/explore/internal/waiting"
	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/system"
)

// Question is what is to be proved, in one of four forms.
type Question struct {
	Name string
	// Pair reports that two sites that look like that must not stand side by side.
	Pair func(v, w *model.View) bool
	// Deaf: Pair asks only for Waits, InCS, Groups and Priority.
	Deaf bool
	// Inside is how many processes may be in their critical section; 0: another form.
	Inside int
	// Tokens is how many there are exactly, held and on their way; 0: another form.
	Tokens int
	// Speaks reports that the question has anything to say where a site looks like that; nil: it always has.
	Speaks func(*model.View) bool
	// Heard reports that such an event must not happen.
	Heard func(*model.Event) bool
}

// Options are the size of views, and limits.
type Options struct {
	Questions []Question
	Entities  int           // of a view: 1 or 2
	Queues    int           // no list may be longer; 0: no cap
	Numbers   int           // no plain number may be larger; 0: no cap
	Unfold    bool          // lists of sites may be of any length: see system.Alone.Unfold
	MaxWork   int           // so many steps and pairs at most, an entity as 50 of them, which is the same on every machine; 0: no limit
	MaxTime   time.Duration // 0: no limit
	MaxMemory int64         // bytes that the process may hold; 0: what the machine has to give, -1: no limit
	Progress  func(entities int)
	FindLaws  bool          // look for laws of credits that the protocol does not declare, see [Law]
	lawless   bool          // credits are not looked at
	patience  time.Duration // with a call of a protocol of one's own once the time is over; 0: waiting.Patience
}

// Result is what has been proved.
type Result struct {
	Entities int    // of a view
	States   int    // variables of a site, each site's counted
	Messages int    // each with its destination
	Views    int    // pairs, where views are of two entities
	Credits  int    // of the whole at the beginning, the most if there are several; 0: there is no law of credits, or it is broken
	Laws     []Law  // that were found, and have kept something apart
	Capped   bool   // something was left out because of a cap
	Limit    string // why there is no answer; empty: there is one
	Answers  []Answer
	Growing  []Growing // where MaxWork ended it: what was growing

	things *entities // that have been closed
	pairs  *two      // nil: views are of one entity
}

// Answer is that to one question.
type Answer struct {
	Name    string
	Proved  bool
	Vacuous bool      // proved, and nothing that it speaks of happens
	Why     string    // not, in one sentence
	View    []Shown   // the offending one
	Steps   []Derived // that made it
}

// Of closes the views of a system, and judges them.
func Of(ctx context.Context, sys *system.System, o Options) (*Result, error) {
	if o.Entities != 1 && o.Entities != 2 {
		return nil, fmt.Errorf("Entities is %d; allowed is 1 and 2", o.Entities)
	}
	if err := possible(sys.Config, sys.Alone().Ticketed()); err != nil {
		return nil, err
	}
	sys = sys.Fresh()
	ctx, cancel := session.Limited(ctx, o.MaxTime)
	defer cancel()
	s := &session.Session{Ctx: ctx, Sys: sys, Start: time.Now(), Settings: session.Settings{MaxTime: o.MaxTime}}
	s.Memory.Allow(o.MaxMemory)
	s.Memory.Start()
	defer s.Memory.Stop()
	defer s.Watch()()
	if ctx.Err() != nil {
		s.Halt(session.Interrupted)
	}
	var r *Result
	err := waiting.Alone(ctx, sys, o.noted(), cmp.Or(o.patience, waiting.Patience), func() error {
		return session.Try(func() {
			lawful(o.guessed(sys, func() bool { return s.Halted() != session.Running }), func(laws []Law) *entities {
				if o.Entities == 1 {
					r = closeOne(s, o, laws)
				} else {
					r = closeTwo(s, o, laws)
				}
				return r.things
			})
		})
	})
	if gone, is := err.(*trace.Broken); is {
		return nil, gone
	}
	if broken, is := err.(*model.Broken); is {
		if _, unknown := broken.Cause.(model.Unknown); !unknown {
			return nil, err
		}
		r = &Result{Entities: o.Entities} // an initial state cannot be looked at without its numbers
		for _, q := range o.Questions {
			r.Answers = append(r.Answers, Answer{Name: q.Name, Why: broken.Error()})
		}
		return r, nil
	} else if err != nil {
		s.Fail(err)
	}
	if reason := s.Halted(); reason != session.Running {
		if r == nil {
			r = &Result{}
		}
		r.Growing = nil
		r.Entities, r.Limit, r.Answers = o.Entities, s.Text(reason), nil
	}
	return r, nil
}

// possible says what of a configuration views do not cover.
func possible(c model.Config, ticketed bool) error {
	if _, limited := c.TotalRequests(); ticketed && !limited {
		return fmt.Errorf("requests carry time stamps, which grow without end: they need budgets, and views are then of so many requests")
	}
	return nil
}
