package raymond

import (
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
)

func properties(c model.Config) []invariants.Property {
	all := []invariants.Property{
		invariants.Mutex.From("mutual exclusion"),
		invariants.NoDeadlock.From("freedom from deadlock"),
		invariants.Starved.From("freedom from starvation"),
		invariants.Spurious.From("mutual exclusion"),
		invariants.OneToken.From("there is a single token"),
	}
	all = append(all, invariants.Endless(c.Processes, "freedom from starvation", nil)...)
	if c.Faultless() {
		all = append(all, invariants.MaxConcurrency(min(1, invariants.Together(c))).From("mutual exclusion"))
		if entries, limited := c.TotalRequests(); limited {
			all = append(all, messages(newProtocol(c).diameter(), entries))
		}
	}
	return all
}

// messages measures whole runs: a request may serve several nodes, so that messages have no single account.
func messages(diameter, entries int) invariants.Property {
	p := invariants.RunMessages.Named("messages", "messages in a whole run: at most twice the diameter of the tree for each entry")
	p.Claimed = &invariants.Claimed{Max: 2 * diameter * entries}
	return p.From("at most 2 D messages per entry, D the diameter")
}

// diameter is the longest way between two nodes of the tree, in edges.
func (p *protocol) diameter() int {
	longest := 0
	for i := range p.n {
		for j := range p.n {
			longest = max(longest, p.way(model.Site(i+1), model.Site(j+1)))
		}
	}
	return longest
}

func (p *protocol) way(i, j model.Site) int {
	above := map[model.Site]int{}
	for k, at := 0, i; at != 0; k, at = k+1, p.parents.At(at) {
		above[at] = k
	}
	for k, at := 0, j; ; k, at = k+1, p.parents.At(at) {
		if d, ok := above[at]; ok {
			return k + d
		}
	}
}
