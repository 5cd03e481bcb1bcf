package ringcoordinator

import (
	"gmecheck/invariants"
	"gmecheck/model"
)

func properties(model.Config) []invariants.Property {
	return []invariants.Property{
		invariants.Mutex.From("section 2.2"),
		invariants.NoDeadlock.From("section 2.2"),
		invariants.Starved.From("section 2.2"),
		invariants.OneToken.From("section 3.1"),
		TSOrder.From("section 3.3.1"),
	}
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
