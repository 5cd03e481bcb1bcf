package ringcoordinator

import (
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
)

func properties(c model.Config) []invariants.Property {
	all := []invariants.Property{
		invariants.Mutex.From("section 2.2"),
		invariants.NoDeadlock.From("section 2.2"),
		invariants.Starved.From("section 2.2"),
		invariants.Spurious.From("section 2.2"),
		invariants.OneToken.From("section 3.1"),
		TSOrder.From("section 3.3.1"),
	}
	all = append(all, invariants.Endless(c.Processes, "section 2.2", Registered)...)
	if c.Faultless() {
		all = append(all, invariants.MaxConcurrency(min(1, invariants.Together(c))).From("section 3.3.1"))
	}
	return all
}

// TSOrder says that requests are served in the order of their time stamps.
var TSOrder = invariants.Property{
	Name: "ts-order", Kind: invariants.Stepwise,
	Doc:   "no process enters its critical section while one waits whose request has a smaller time stamp",
	Hears: invariants.Entering,
	Step: func(s invariants.Step) invariants.Opinion {
		ts := about(s.Before[s.Event.Site-1]).ts
		return invariants.That(!s.Before.Any(func(v *model.View) bool { return v.Waits && about(v).ts < ts }))
	},
}

// Registered are the processes whose requests are in REQUEST_QUEUE.
func Registered(vs invariants.Views) model.Sites {
	var all model.Sites
	for _, v := range vs {
		all |= about(v).queued
	}
	return all
}

func about(v *model.View) more { return v.More.(more) }
