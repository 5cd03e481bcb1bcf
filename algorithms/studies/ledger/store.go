package ledger

import "github.com/gmecheck/gmecheck/invariants"

// Store keeps runs and averages from one time to the next.
type Store interface {
	// Get is the runs stored of a configuration, by the words that the command line has for it.
	Get(line string) []StoredRun
	Put(line string, all []StoredRun)
	// Averages are those of a model under a load, see [Averages.Line]; nil: none are stored.
	Averages(line string) *Averages
	PutAverages(*Averages)
}

// StoredRun is a run with the limit under which it was explored.
type StoredRun struct {
	States int `json:"within"` // the limit
	Run    Run `json:"run"`
}

// recall is a run of a point that is stored: one that ended, or was given up, as it would now. nil: there is none.
func (b *book) recall(p *point, asked invariants.Panel, limit int) *Run {
	if b.options.Store == nil {
		return nil
	}
	for _, s := range b.options.Store.Get(p.line) {
		run := s.Run
		if run.Complete() && run.States > limit || !run.Complete() && s.States != limit {
			continue
		}
		answers := run.Answers
		run.Answers = nil
		for _, property := range asked {
			for _, a := range answers {
				if a.Property == property.Name {
					a.of(property)
					run.Answers = append(run.Answers, a)
				}
			}
		}
		if len(run.Answers) == len(asked) {
			run.Config, run.Column, run.Stored = p.config, p.lattice.column, true
			run.price(limit)
			return &run
		}
	}
	return nil
}

// remember stores a run, if it would come out the same every time.
func (b *book) remember(run *Run, limit int) {
	if b.options.Store == nil || !run.Complete() && run.Limit != stopped(limit) {
		return
	}
	b.options.Store.Put(run.Line, append(b.options.Store.Get(run.Line), StoredRun{limit, *run}))
}
