package conform

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/dustin/go-humanize/english"

	"github.com/gmecheck/gmecheck/algorithms/names"
	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/system"
)

// Misfit is an event that does not fit behind the longest prefix that is a run.
type Misfit struct {
	Event   *Event
	Site    string   // where: "P2"
	Why     string   // "no Reply is on its way to P2"
	Instead []string // labels of the steps that were possible at its site
	Before  *Event   // the last event of its site that fits; nil: there is none
	// Others are the next events of the other sites: what they wait for has not happened, perhaps because of this one.
	Others []*Event
}

// stuck is the next event of a site that cannot go on.
type stuck struct {
	site  int
	event *Event
	why   string
	// weight sorts them: first what nobody can make possible any more, last what waits for a site that is stuck itself.
	weight int
	rank   float64
}

// misfit says which of the events that come next does not fit, at a place where nobody can go on. Of several it is the one that
// does not wait for the others.
func (s *searcher) misfit(p *place) *Misfit {
	var all []stuck
	for k := range s.sites {
		if e, from := s.next(p, k); e != nil {
			x := stuck{site: k, event: e, rank: s.rank(p, k)}
			x.why, x.weight = s.reason(p, k, e, from)
			all = append(all, x)
		}
	}
	if len(all) == 0 {
		return nil
	}
	slices.SortStableFunc(all, func(a, b stuck) int {
		return cmp.Or(cmp.Compare(a.weight, b.weight), cmp.Compare(a.rank, b.rank), cmp.Compare(a.event.Line, b.event.Line))
	})
	first := all[0]
	m := &Misfit{Event: first.event, Site: title(s.sys, model.Site(first.site+1)), Why: first.why, Instead: s.possible(p, first.site, first.event)}
	if n := int(p.done[first.site]); n > 0 {
		m.Before = s.sites[first.site].events[n-1]
	}
	for _, x := range all[1:] {
		m.Others = append(m.Others, x.event)
	}
	return m
}

// Weights of events that are stuck.
const (
	never   = iota // whatever others do
	unsent         // a message that nobody has sent
	unquiet        // what waits for quiet
	awaited        // a message that may be sent by a site that is stuck
)

// reason says why the next event of a site is not possible.
func (s *searcher) reason(p *place, k int, e *Event, from model.Site) (why string, weight int) {
	who := title(s.sys, model.Site(k+1))
	if gap := s.gap(p, k); !s.filled(p, k, e) {
		allowed := "no hidden steps are allowed"
		if s.o.Hidden > 0 {
			allowed = fmt.Sprintf("fewer steps can have been hidden there (--hidden %d)", s.o.Hidden)
		}
		return fmt.Sprintf("before it %s missing in the log of %s, and %s", numbered(e.Seq-gap, e.Seq-1), who, allowed), never
	}
	if e.Kind == enter {
		if p.entered>>k&1 == 0 {
			return fmt.Sprintf("the step before it at %s does not enter the critical section", who), never
		}
		return "after it, " + e.fieldsAfter(s.sys, k, p.nodes[k]), never
	}
	x := s.reader.Expand(k, p.nodes[k], s.budget(p))
	d := s.sys.Describe(k, p.nodes[k])
	var near []string  // messages of the kind
	var alien []string // what is logged that these do not have, each
	blocked, unpaid, otherwise := false, false, false
	for n := range x.Moves {
		m := &x.Moves[n]
		if v := m.Event.Message.Value; v != nil && m.Event.Kind.String() == e.Kind {
			if value, kind, _ := opened(m.Event.Message); e.Message == nil || e.Message.Kind == "" || kind == e.Message.Kind {
				near = append(near, model.Text(v)+fromText(m.Event.Message, s.sys))
				alien = append(alien, e.alienTo(kind, value))
			}
		}
		if !e.names(m.Event, from, s.sys.Places) {
			continue
		}
		if !e.chose(m.Event) {
			otherwise = true
			continue
		}
		if senders, _ := s.from(p, k, m.Event, from); len(senders) == 0 {
			blocked = true
			continue
		}
		if wrong := e.fieldsAfter(s.sys, k, m.Next); wrong != "" {
			return fmt.Sprintf("after %s, %s", clip(s.sys.Label(k, p.nodes[k], m.Event)), wrong), never
		}
		unpaid = true
	}
	switch {
	case d.Down && e.Kind != "recover" && e.Kind != "drop":
		return who + " is down", never
	case unpaid && (e.Kind == "timeout" || e.Kind == "internal"):
		return "it waits until nothing else can happen, and something can; early expiries have a budget of their own", unquiet
	case unpaid:
		return "its budget is used up", never
	case otherwise && !blocked:
		return fmt.Sprintf("its handler cannot choose %s there", clip(strings.Join(e.Choices, " "))), never
	case e.Kind == "request" || e.Kind == "exit" || e.Kind == "timeout" || e.Kind == "internal":
		return fmt.Sprintf("%s is not possible at %s%s%s", e.brief(), who, s.budgetSpent(k, e, d), s.meant(e)), never
	case e.Kind == "crash" || e.Kind == "recover":
		return fmt.Sprintf("%s cannot %s", who, e.Kind), never
	}
	why, weight = s.undelivered(p, k, e, from, near, blocked)
	if len(alien) == 0 || slices.Contains(alien, "") {
		return why, weight
	}
	return why + "; " + alien[0], never
}

// budgetSpent says that a process has made all the requests that it may, or how often an event with a budget has happened.
func (s *searcher) budgetSpent(k int, e *Event, d system.Description) string {
	c := s.sys.Config
	if e.Kind == "request" && k < len(c.Requests) && c.Limited(model.Site(k+1)) && d.Used >= c.Requests[k] && c.Requests[k] > 0 {
		return fmt.Sprintf(": it has made all %d requests that it may", d.Used)
	}
	if e.Kind != "timeout" {
		class, _, _ := strings.Cut(e.own(), "(")
		at := slices.IndexFunc(d.Fields, func(f model.Field) bool { return f.Name == "#"+class })
		if at >= 0 && d.Fields[at].Value != "0" {
			n, _ := strconv.Atoi(d.Fields[at].Value)
			return ": it has a budget, and has happened " + english.Plural(n, "time", "") + " there"
		}
	}
	return ""
}

// undelivered says why a message cannot be delivered.
func (s *searcher) undelivered(p *place, k int, e *Event, from model.Site, near []string, blocked bool) (string, int) {
	who, weight := title(s.sys, model.Site(k+1)), unsent
	for j := range s.sites {
		if next, _ := s.next(p, j); j != k && next != nil && (from == 0 || int(from) == j+1) {
			weight = awaited // it may come yet
		}
	}
	what := "no message"
	if e.Message != nil {
		what = "no " + e.brief()
	}
	if from != 0 {
		what += " from " + title(s.sys, from)
	}
	text := fmt.Sprintf("%s is on its way to %s", what, who)
	if blocked {
		text += "; one of another sender is"
	} else if len(near) > 0 {
		text += fmt.Sprintf("; there %s %s", english.PluralWord(len(near), "is", "are"), strings.Join(clipped(near, 5), "; "))
	}
	return text + s.meant(e), weight
}

// meant is what a timer, an event or a kind of messages may be called that nothing is called that has been possible so far.
func (s *searcher) meant(e *Event) string {
	name, _, _ := strings.Cut(e.Name, "(")
	if e.Message != nil {
		name = e.Message.Kind
	}
	var known []string
	for _, class := range s.sys.Classes() {
		kind, inner, has := strings.Cut(class, "(")
		switch {
		case has && (kind == e.Kind || e.Message != nil):
			known = append(known, strings.TrimSuffix(inner, ")"))
		case !has && e.Kind == "internal":
			known = append(known, class)
		}
	}
	if nearest := names.Nearest(name, known); nearest != "" {
		return fmt.Sprintf("; nothing has been called %s so far: did you mean %s?", name, nearest)
	}
	return ""
}

func clipped(all []string, most int) (out []string) {
	for _, text := range all[:min(most, len(all))] {
		out = append(out, clip(text))
	}
	if more := len(all) - most; more > 0 {
		out = append(out, fmt.Sprintf("and %d more", more))
	}
	return out
}

// numbered names numbers that are missing.
func numbered(from, to int) string {
	if from == to {
		return fmt.Sprintf("seq %d is", from)
	}
	return fmt.Sprintf("seq %d to %d are", from, to)
}

func fromText(m model.Message, sys *system.System) string {
	if m.From == 0 {
		return ""
	}
	return " from " + title(sys, m.From)
}

// brief is an event as messages name it: its kind, and what it is about.
func (e *Event) brief() string {
	switch {
	case e.Message != nil && e.Message.Text != "":
		return clip(e.Message.Text)
	case e.Message != nil:
		text := e.Message.Kind
		if text == "" {
			text = "message"
		}
		if len(e.Message.Fields) == 0 {
			return clip(text)
		}
		var fields []string
		for _, name := range slices.Sorted(maps.Keys(e.Message.Fields)) {
			fields = append(fields, name+" "+loggedText(e.Message.Fields[name]))
		}
		return clip(text + " with " + strings.Join(fields, ", "))
	case e.Name != "":
		return e.Kind + " " + clip(e.Name)
	case len(e.Demand) > 0:
		return e.Kind + " " + loggedText(e.Demand)
	}
	return e.Kind
}

// What is the event as messages name it: "deliver Reply from 3".
func (e *Event) What() string {
	what := e.brief()
	if e.Kind == "deliver" || e.Kind == "drop" {
		if e.Message == nil {
			what = "a message"
		}
		what = e.Kind + " " + what
	}
	if from := " from " + clip(e.From); e.From != "" && !strings.HasSuffix(what, from) { // a text may say it already
		what += from
	}
	return what
}

// String is the event with its line and its process: "line 7: process 2: deliver Reply from 3".
func (e *Event) String() string {
	return fmt.Sprintf("line %d: process %s: %s", e.Line, clip(e.Process), e.What())
}

// possible lists the labels of the steps that are possible at a site, those of the kind of event first.
func (s *searcher) possible(p *place, k int, e *Event) (all []string) {
	var others []string
	x := s.reader.Expand(k, p.nodes[k], s.budget(p))
	for n := range x.Moves {
		m := &x.Moves[n]
		if _, _, possible := s.pay(p, m); !possible {
			continue
		}
		label := s.sys.Label(k, p.nodes[k], m.Event)
		if m.Event.Kind.String() == e.Kind || m.Event.Kind == model.InternalEvent && e.Kind != "deliver" {
			all = append(all, label)
		} else {
			others = append(others, label)
		}
	}
	return append(all, others...)
}
