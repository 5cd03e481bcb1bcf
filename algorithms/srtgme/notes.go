package srtgme

import (
	"fmt"
	"strings"

	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
)

// The notes that events leave for the properties of steps.
type (
	// received: the token has come to a process.
	received struct {
		waits  bool
		X, typ model.Group
	}
	// decided: a holder in EC or HS, or one that has just got the token, has granted a request of P_j or put it into the queue.
	decided struct {
		j             model.Site
		X             model.Group
		Z             int
		typ           model.Group // of its token
		before, after queue
	}
	// passed: a session has ended while this queue waited.
	passed struct{ before queue }
	// repeated: a request has come whose number the receiver knew.
	repeated struct{ changed bool }
	// counted: a process has made a request, a message has come, or a process has left; right: SN has changed as the paper says, if at all.
	counted struct{ right bool }
)

// queued reports that the request went through Add_request.
func (d decided) queued() bool { return d.before != d.after }

// handed finds the token that a step sends, and to whom.
func handed(e *model.Event) (t token, to model.Site, ok bool) {
	for to, t := range invariants.Sent[token](e) {
		return t, to, true
	}
	return token{}, 0, false
}

// started is the processes to which a step sends a start, as often as it does.
func started(e *model.Event) (all []model.Site) {
	for to := range invariants.Sent[start](e) {
		all = append(all, to)
	}
	return all
}

// chosen is the entry that the next session is for: of the queue before, the entry of the session that the token gets.
func (n passed) chosen(e *model.Event) (entry, bool) {
	t, _, _ := handed(e)
	_, next, ok := find(n.before, t.typ)
	return next, ok
}

// of is what the paper's own properties ask about a site.
func of(v *model.View) more { return v.More.(more) }

func isIn(s state) func(*model.View) bool {
	return func(v *model.View) bool { return of(v).state == s }
}

// find is the entry of session X with its place.
func find(q queue, X model.Group) (at int, e entry, ok bool) {
	at = q.Index(func(e entry) bool { return e.X == X })
	if at < 0 {
		return at, entry{}, false
	}
	return at, q.At(at), true
}

// never is a property of states that no site may contradict: text says in words how one does, and is empty where it does not.
// It has something to say where speaks holds for some site.
func never(name, doc, source string, speaks func(more) bool, text func(v *model.View, m more) string) invariants.Property {
	return invariants.Property{
		Name: name, Kind: invariants.Invariant, Doc: doc, Source: source,
		BySite: true,
		State: func(vs invariants.Views) invariants.Opinion {
			worst := invariants.Silent
			for _, v := range vs {
				m := of(v)
				worst = max(worst, invariants.If(speaks(m), text(v, m) == ""))
			}
			return worst
		},
		Detail: func(vs invariants.Views) string { return say(vs, text) },
	}
}

// say names every process of which text has something to say.
func say(vs invariants.Views, text func(v *model.View, m more) string) string {
	var all []string
	for i, v := range vs {
		if t := text(v, of(v)); t != "" {
			all = append(all, fmt.Sprintf("P%d %s", i+1, t))
		}
	}
	return strings.Join(all, ", ")
}

// unless is the text where the claim is false, and nothing where it is true.
func unless(claim bool, format string, args ...any) string {
	if claim {
		return ""
	}
	return fmt.Sprintf(format, args...)
}
