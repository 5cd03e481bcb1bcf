package ledger

import (
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
)

// settled is the run of a point that need not be explored, because no process gets as far as its additional requests: the
// graph of the point before has not changed when the same processes were given more requests, so it has no step that uses
// up the earlier ones. nil: it has to be explored.
func (b *book) settled(p *point, asked invariants.Panel) *Run {
	for _, q := range p.before() {
		if p.lattice.axes[q.along].flag != "requests" || !q.run.Complete() {
			continue
		}
		for _, low := range q.before() {
			if low.along != q.along || !low.run.Complete() || !sameGraph(low.run, q.run) ||
				!unused(low.config.Requests, q.config.Requests, p.config.Requests) {
				continue
			}
			if run := carried(q.run, p, asked); run != nil {
				return run
			}
		}
	}
	return nil
}

func sameGraph(a, b *Run) bool {
	return a.States == b.States && a.Transitions == b.Transitions && a.Depth == b.Depth
}

// unused reports that budgets have more than middle ones only for processes to which those give more than low ones do.
func unused(low, middle, high []int) bool {
	if len(low) != len(middle) || len(middle) != len(high) {
		return false
	}
	for k := range high {
		if low[k] == model.Unlimited || middle[k] == model.Unlimited || high[k] == model.Unlimited {
			return false
		}
		if low[k] > middle[k] || middle[k] > high[k] || high[k] > middle[k] && middle[k] == low[k] {
			return false
		}
	}
	return true
}

// carried is a run of the same graph, as the run of a point; nil if it does not say all that is asked, or the number that
// the paper has for the point is another.
func carried(run *Run, p *point, asked invariants.Panel) *Run {
	same := *run
	same.Line, same.Config, same.Answers, same.charge = p.line, p.config, nil, 0
	for _, property := range asked {
		old := run.answer(property.Name)
		if old == nil {
			return nil
		}
		a := *old
		a.of(property)
		if old.Value != nil && !sameNumber(old.Value.Claimed, a.Value.Claimed) {
			return nil
		}
		same.Answers = append(same.Answers, a)
	}
	return &same
}

func sameNumber(a, b *invariants.Claimed) bool { return a == b || a != nil && b != nil && *a == *b }
