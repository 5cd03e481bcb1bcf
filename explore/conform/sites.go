package conform

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/gmecheck/gmecheck/algorithms/names"
	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/system"
)

// Mistake is the error of a log that cannot be of the model at all: it names processes or variables that are not there.
type Mistake struct{ text string }

func (m *Mistake) Error() string { return m.text }

// site is what was logged at one site.
type site struct {
	events   []*Event
	froms    []model.Site // of each event, the sender that it names; 0: none
	gaps     []int        // before each event, how many numbers are missing
	numbered bool         // its events have numbers, so that it is known where some are missing

	// of the events from each on
	named    []int // that name a sender
	timeouts []int
	inners   []int // that may be internal: those of a protocol of one's own may be called request and exit
	requests []int
	drops    bool // it logs what it misses while it is down
	ranks    []float64
}

// bySite sorts the events of a log by the sites of a system.
func bySite(l *Log, sys *system.System) ([]site, error) {
	all := make([]site, len(sys.Places))
	for _, e := range l.Events {
		i := siteOf(sys, e.Process)
		if i == 0 {
			return nil, l.mistake(e, "process is %s; %s", quoted(e.Process), processes(sys))
		}
		if names := e.unknownVariable(sys, i); names != "" {
			return nil, l.mistake(e, "%s", names)
		}
		s := &all[i-1]
		if numbered := e.Seq > 0; len(s.events) > 0 && numbered != s.numbered {
			return nil, l.mistake(e, "of %s some events have a seq and some have none; allowed is all or none", title(sys, i))
		}
		s.numbered = e.Seq > 0
		s.events = append(s.events, e)
		s.drops = s.drops || e.Kind == "drop"
	}
	for k := range all {
		if err := all[k].sort(l, sys, model.Site(k+1)); err != nil {
			return nil, err
		}
	}
	rank(l, all)
	return all, nil
}

// sort puts the events of one site into their order, and counts what follows each.
func (s *site) sort(l *Log, sys *system.System, i model.Site) error {
	slices.SortStableFunc(s.events, func(a, b *Event) int { return cmp.Compare(a.Seq, b.Seq) })
	n, seq := len(s.events), 0
	s.gaps, s.froms, s.ranks = make([]int, n), make([]model.Site, n), make([]float64, n)
	s.named, s.timeouts, s.inners, s.requests = make([]int, n+1), make([]int, n+1), make([]int, n+1), make([]int, n+1)
	for k, e := range s.events {
		if s.numbered {
			if k > 0 && e.Seq == seq {
				return l.mistake(e, "seq %d of %s for the second time; line %d has it, too", seq, title(sys, i), s.events[k-1].Line)
			}
			s.gaps[k], seq = e.Seq-seq-1, e.Seq
		}
		if e.From != "" {
			if s.froms[k] = siteOf(sys, e.From); s.froms[k] == 0 {
				return l.mistake(e, "from is %s; %s", quoted(e.From), processes(sys))
			}
		}
	}
	for k := n - 1; k >= 0; k-- {
		e := s.events[k]
		s.named[k] = s.named[k+1] + one(e.From != "")
		s.timeouts[k] = s.timeouts[k+1] + one(e.Kind == "timeout")
		s.inners[k] = s.inners[k+1] + one(e.Kind == "internal" || e.Kind == "request" || e.Kind == "exit")
		s.requests[k] = s.requests[k+1] + one(e.Kind == "request")
	}
	return nil
}

func one(is bool) int {
	if is {
		return 1
	}
	return 0
}

// rank gives each event a number that says which is tried first: its time, if all have one; otherwise its line, or where each
// process has a part of the log to itself, how far in its part it stands. It decides nothing but how fast an answer is found.
func rank(l *Log, all []site) {
	timed, switches := len(l.Events) > 0, 0
	for k, e := range l.Events {
		timed = timed && !e.Time.IsZero()
		switches += one(k > 0 && e.Process != l.Events[k-1].Process)
	}
	for k := range all {
		for n, e := range all[k].events {
			switch {
			case timed:
				all[k].ranks[n] = e.Time.Sub(l.Events[0].Time).Seconds()
			case switches < len(all):
				all[k].ranks[n] = float64(n) / float64(len(all[k].events))
			default:
				all[k].ranks[n] = float64(e.Line)
			}
		}
	}
}

// Requests is how many requests each process has logged, and so many hidden ones: budgets that leave nothing out.
func (l *Log) Requests(sys *system.System, hidden int) []int {
	all := make([]int, sys.Config.Processes)
	for k := range all {
		all[k] = hidden
	}
	for _, e := range l.Events {
		if i := int(siteOf(sys, e.Process)); e.Kind == "request" && i >= 1 && i <= len(all) {
			all[i-1]++
		}
	}
	return all
}

func (l *Log) mistake(e *Event, format string, args ...any) error {
	return &Mistake{l.at(e.Line, format, args...).Error()}
}

// siteOf is the site of a number or a name; 0 if there is none.
func siteOf(sys *system.System, text string) model.Site {
	for k, p := range sys.Places {
		if text == p.Name || text == p.Title() {
			return model.Site(k + 1)
		}
	}
	switch n, err := strconv.Atoi(text); {
	case err != nil || n < 1:
	case n <= len(sys.Places):
		return model.Site(n) // of a site that has a name
	case sys.Lone() && n <= sys.Config.Processes:
		return 1 // whichever process it was, what is shared has changed
	}
	return 0
}

func title(sys *system.System, i model.Site) string { return sys.Places[i-1].Title() }

func processes(sys *system.System) string {
	var all []string
	for _, p := range sys.Places {
		all = append(all, p.Name)
	}
	return "the model has " + names.Or(all)
}

// unknownVariable says which of the logged variables the site does not have.
func (e *Event) unknownVariable(sys *system.System, i model.Site) string {
	if len(e.Fields) == 0 {
		return ""
	}
	return unknown(title(sys, i), "variable", e.Fields, sys.Describe(int(i-1), sys.Start()[i-1]).Vars)
}

// alienTo says which of the fields that were logged of a message of this kind it does not have.
func (e *Event) alienTo(kind string, message any) string {
	if e.Message == nil || e.Message.Kind == "" {
		return ""
	}
	return unknown(kind, "field", e.Message.Fields, message)
}

// unknown says which of the names that were logged is none of a value's, and what it has.
func unknown(who, what string, logged map[string]any, value any) string {
	var all []string
	for name := range model.Variables(value) {
		all = append(all, name)
	}
	for _, name := range slices.Sorted(maps.Keys(logged)) {
		if slices.Contains(all, name) {
			continue
		}
		return fmt.Sprintf("%s has no %s %s; it has %s%s", who, what, quoted(name), cmp.Or(strings.Join(all, ", "), "none"), names.DidYouMean(name, all))
	}
	return ""
}
