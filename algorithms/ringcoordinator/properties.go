package ringcoordinator

import (
	"slices"

	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
)

func properties(c model.Config) []invariants.Property {
	all := []invariants.Property{
		invariants.Mutex.From("section 2.2"),
		invariants.NoDeadlock.From("section 2.2"),
		invariants.Starved.From("section 2.2"),
		invariants.Spurious.From("section 2.2"), invariants.Environment,
		invariants.OneToken.From("section 3.1"),
		TSOrder.From("section 3.3.1"),
		servedFirst.From("section 3.3.1"),
		answered.From("section 3.3.1"),
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

// servedFirst goes by the time stamps of the requests as they were made, not as the coordinator has written them down.
var servedFirst = invariants.ServedFirst("by time stamp", func(s invariants.Step, a, b request) bool {
	return about(s.Before[a.PID-1]).ts < about(s.Before[b.PID-1]).ts
})

// answered is where the WAIT signal comes in, which nobody needs.
var answered = invariants.Property{
	Name: "answered", Kind: invariants.Stepwise,
	Doc: "the coordinator answers every request at once, with the token or with a WAIT signal",
	Hears: func(e *model.Event) bool {
		_, ok := e.Message.Value.(Req)
		return ok && e.Kind == model.DeliverEvent
	},
	Step: func(s invariants.Step) invariants.Opinion {
		answers := slices.DeleteFunc(slices.Clone(s.Event.Sends), func(m model.Send) bool {
			return m.To != s.Event.Message.Value.(Req).PID
		})
		return invariants.That(len(answers) == 1)
	},
}

// Registered are the processes whose requests are in REQUEST_QUEUE.
func Registered(vs invariants.Views) model.Sites {
	var all model.Sites
	for _, v := range vs {
		all = all.Union(about(v).queued)
	}
	return all
}

func about(v *model.View) more { return v.More.(more) }
