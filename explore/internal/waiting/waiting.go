package waiting

import (
	"context"
	"encoding/binary"
	"fmt"
	"sync/atomic"
	"time"

	"github.com/gmecheck/gmecheck/explore/internal/packed"
	"github.com/gmecheck/gmecheck/explore/internal/session"
	"github.com/gmecheck/gmecheck/explore/internal/trace"
	"github.com/gmecheck/gmecheck/explore/internal/transitions"
	"github.com/gmecheck/gmecheck/invariants/question"
	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/system"
)

const (
	// Patience is how long one call may go on once a run is to end.
	Patience = 5 * time.Second
	// before is how many times as long it may go on until then.
	before = 12
	// pursuit is how long, at most, the steps are looked for that lead to a call that does not return.
	pursuit = time.Minute
	// mostPursued is among how many states.
	mostPursued = 1_000_000
)

// For does something with a system of any protocol, which ends by itself once the context has ended or the limit of time, 0: none, is reached. One of one's
// own may not return: a handler, a guard or a function of a property that goes on then for longer than it has patience with is not waited for, nor one
// that goes on for much longer before.
// Its goroutine goes on, and what that holds is lost. The error is then a [*trace.Broken], of a handler or a guard with the steps that lead there
// if they can be found. The system is for this alone.
func For[R any](ctx context.Context, limit time.Duration, sys *system.System, judge question.Judge, patience time.Duration, do func() (R, error)) (R, error) {
	if !sys.Own() {
		return do()
	}
	ctx, cancel := session.Limited(ctx, limit)
	defer cancel()
	var r, none R
	asked := nobody
	if n, is := judge.(question.Noting); is {
		asked = n.Asked
	}
	if err := wait(ctx, sys, asked, patience, func() (err error) {
		r, err = do()
		return err
	}, func(call *system.Call, problem string) error { return led(sys, call, problem, patience) }); err != nil {
		return none, err
	}
	return r, nil
}

// Alone does something with any protocol. With one of one's own it is For where functions are called for variables of a site to which perhaps no steps lead: none are looked for.
func Alone(ctx context.Context, sys *system.System, noting question.Noting, patience time.Duration, do func() error) error {
	if !sys.Own() {
		return do()
	}
	return wait(ctx, sys, noting.Asked, patience, do, func(call *system.Call, problem string) error {
		return (&trace.Broken{Broken: sys.Broken(call, problem), Lost: true}).Complete(sys)
	})
}

func wait(ctx context.Context, sys *system.System, asked func() (string, int64), patience time.Duration, do func() error, tell func(call *system.Call, problem string) error) error {
	var err error = (&trace.Broken{Broken: session.Gone(), Lost: true}).Complete(sys) // unless there is an answer
	sys.Calls = &system.Calls{}
	done := make(chan struct{})
	go func() {
		defer close(done) // also where a function ends the goroutine
		err = do()
	}()
	call, property, since := held(ctx, sys.Calls, asked, done, patience)
	wrong := fmt.Sprintf("has not returned for %v", since)
	if call != nil {
		return tell(call, wrong)
	} else if property != "" {
		return (&trace.Broken{Broken: &model.Broken{Property: property, Problem: wrong}, Lost: true}).Complete(sys)
	}
	if call := sys.Calls.Left(); call != nil {
		return tell(call, session.Gone().Problem)
	}
	return err
}

// nobody asks properties.
func nobody() (string, int64) { return "", 0 }

// held waits until something is done, or one call of the protocol, or of a function of a property, has gone on for too long: it is returned then, with
// how long that is.
func held(ctx context.Context, calls *system.Calls, asked func() (string, int64), done <-chan struct{}, patience time.Duration) (call *system.Call, property string, since time.Duration) {
	const looks = 25 // while one call goes on and the run is to end
	type underway struct {
		call  *system.Call
		since int // looks
	}
	var times int64
	var all []underway // by caller
	sinceAsked, most := 0, before*looks
	for {
		select {
		case <-done:
			return nil, "", 0
		case <-time.After(patience / looks):
		}
		if most > looks && ctx.Err() != nil { // from now on less is too long
			most, sinceAsked = looks, 0
			clear(all)
		}
		sinceAsked++
		for k, now := range calls.Now() {
			if k == len(all) {
				all = append(all, underway{})
			}
			if x := &all[k]; now != x.call {
				*x = underway{call: now}
			} else if x.since++; now != nil && x.since >= most {
				return now, "", patience * time.Duration(most) / looks
			}
		}
		if name, now := asked(); name != property || now != times {
			property, times, sinceAsked = name, now, 0
		}
		if property != "" && sinceAsked >= most {
			return nil, property, patience * time.Duration(most) / looks
		}
	}
}

// led tells what is wrong with a call, with the steps that lead there: a search of its own, one state after the other, comes upon that call or
// another one with which the same is wrong.
func led(sys *system.System, call *system.Call, problem string, patience time.Duration) error {
	own := sys.Fresh()
	own.Calls = &system.Calls{}
	p := &pursuer{sys: own, until: time.Now().Add(pursuit), seen: map[string]bool{}}
	done := make(chan struct{})
	go func() {
		defer close(done)
		_ = session.Try(p.search)
	}()
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	met, _, _ := held(ended, own.Calls, nobody, done, patience)
	if left := own.Calls.Left(); left != nil {
		met = left
	}
	if met == nil {
		return (&trace.Broken{Broken: sys.Broken(call, problem), Lost: true}).Complete(sys)
	}
	return (&trace.Broken{Broken: own.Broken(met, problem), Trace: p.now.Load().trace()}).Complete(own)
}

// pursuer searches breadth first, and tells where it is.
type pursuer struct {
	sys   *system.System
	until time.Time
	seen  map[string]bool
	now   atomic.Pointer[visit]
}

// visit is a state, and the step that has led there first. It knows that by its label: whoever asks cannot ask the system, in which a call that does not return
// leaves no room for others.
type visit struct {
	at   packed.Vector
	via  string // of an initial state its name, if there are several
	from *visit // nil in an initial state
}

func (v *visit) trace() (labels []string) {
	if v == nil { // also where initial states are looked at: with times, guards are asked then
		return nil
	}
	labels = v.from.trace()
	if v.via != "" {
		labels = append(labels, v.via)
	}
	return labels
}

func (p *pursuer) search() {
	r, bounds := p.sys.NewReader(), transitions.NewBounds(p.sys)
	var queue []*visit
	enter := func(at packed.Vector, via func() string, from *visit) {
		var key []byte
		for _, n := range at {
			key = binary.AppendUvarint(key, uint64(n))
		}
		if !p.seen[string(key)] {
			p.seen[string(key)] = true
			queue = append(queue, &visit{at, via(), from})
		}
	}
	names := p.sys.StartNames()
	for k, nodes := range p.sys.Starts() {
		enter(append(nodes, p.sys.StartBudget()), func() string {
			if names[k] == "" {
				return ""
			}
			return "start " + names[k]
		}, nil)
	}
	for ; len(queue) > 0 && len(p.seen) < mostPursued && time.Now().Before(p.until); queue = queue[1:] {
		v := queue[0]
		p.now.Store(v)
		if !bounds.Within(r, v.at) {
			continue
		}
		for _, t := range r.Steps(v.at) {
			enter(t.To, func() string { return p.sys.Label(t.Site, v.at[t.Site], t.Move.Event) }, v)
		}
	}
}
