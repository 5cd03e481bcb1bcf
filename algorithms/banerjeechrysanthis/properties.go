package banerjeechrysanthis

import (
	"gmecheck/invariants"
	"gmecheck/model"
)

func properties(model.Config) []invariants.Property {
	return []invariants.Property{
		invariants.Mutex.From("section 3.3.2"),
		invariants.NoDeadlock.From("section 2.2"),
		invariants.OneToken.From("section 3.1"),
		OneCollector.From("section 3.3.2"),
	}
}

// OneCollector says that there is one arbiter at a time.
var OneCollector = invariants.Property{
	Name: "one-collector", Kind: invariants.Invariant,
	Doc: "at most one node is in its request collection phase",
	State: func(vs invariants.Views) invariants.Opinion {
		n := vs.Count(func(v *model.View) bool { return about(v).collects })
		return invariants.If(n > 0, n <= 1)
	},
	Detail: func(vs invariants.Views) string {
		var all model.Sites
		for k, v := range vs {
			if about(v).collects {
				all = all.With(model.Site(k + 1))
			}
		}
		return all.String() + " collect requests"
	},
}

// Registered are the processes whose requests are in a Q-list, of an arbiter or of the token.
func Registered(vs invariants.Views) model.Sites {
	var all model.Sites
	for _, v := range vs {
		all |= about(v).listed
	}
	return all
}

func about(v *model.View) more { return v.More.(more) }
