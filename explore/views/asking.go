package views

import (
	"sync/atomic"

	"github.com/gmecheck/gmecheck/model"
)

// noting knows which question is being asked, for whoever waits for an answer.
type noting struct {
	now   atomic.Pointer[string]
	times atomic.Int64
}

// Asked is the question that is being asked, and how often one was; empty: none is.
func (n *noting) Asked() (question string, times int64) {
	if now := n.now.Load(); now != nil {
		question = *now
	}
	return question, n.times.Load()
}

// noted makes the functions of the questions let know that they are called, and returns who knows.
func (o *Options) noted() *noting {
	n := &noting{}
	all := make([]Question, len(o.Questions))
	for k, q := range o.Questions {
		name, pair, speaks, heard := q.Name, q.Pair, q.Speaks, q.Heard
		during := func(ask func() bool) bool {
			n.now.Store(&name)
			n.times.Add(1)
			defer n.now.Store(nil)
			return ask()
		}
		if pair != nil {
			q.Pair = func(v, w *model.View) bool { return during(func() bool { return pair(v, w) }) }
		}
		if speaks != nil {
			q.Speaks = func(v *model.View) bool { return during(func() bool { return speaks(v) }) }
		}
		if heard != nil {
			q.Heard = func(e *model.Event) bool { return during(func() bool { return heard(e) }) }
		}
		all[k] = q
	}
	o.Questions = all
	return n
}
