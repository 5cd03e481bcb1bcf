package explorer

import (
	"fmt"
	"net/http"
	"strings"

	"github.com/gmecheck/gmecheck/counterexamples"
)

// compareAnswer is the same steps in another variant.
type compareAnswer struct {
	*runAnswer
	Differs int    `json:"differs"` // the first step after which the two differ, or that the other cannot take; -1: there is none
	How     string `json:"how"`
}

// compare takes the same steps in another variant, or those most like them: its messages may have other fields.
func (l *lab) compare(_ *http.Request, q struct {
	runQuestion
	Other string `json:"other"`
}) (*compareAnswer, error) {
	v, err := l.variant(q.Variant)
	if err != nil {
		return nil, err
	}
	w, err := l.variant(q.Other)
	if err != nil {
		return nil, err
	}
	here, _, err := v.walk(q.Start, q.Steps)
	if err != nil {
		return nil, err
	}
	run, err := counterexamples.NewRunFrom(w.system(), w.begin(q.Start))
	if err != nil {
		return nil, err
	}
	out := &compareAnswer{Differs: -1}
	var taken []string
	for k, c := range here.Path().Choices {
		label, ok := run.TakeLike(c.Label)
		if !ok {
			out.Differs, out.How = k+1, c.Label+" is not possible in "+w.name
			break
		}
		taken = append(taken, label)
	}
	there, stuck, err := w.walk(q.Start, taken)
	if err != nil {
		return nil, err
	}
	if out.runAnswer, err = l.show(w, there, stuck, w.properties, nil); err != nil {
		return nil, err
	}
	same := alike(here.Moment(0), there.Moment(0))
	same.one, same.other = v.name, w.name
	for k := range len(there.Path().States) {
		if how := same.differ(here.Moment(k), there.Moment(k)); how != "" {
			out.Differs, out.How = k, how
			break
		}
	}
	return out, nil
}

// comparison is of two variants.
type comparison struct {
	one, other string             // their names
	same       map[[2]string]bool // the variables that they write in the same way, by owner and name: those that are equal at the start
}

func alike(a, b counterexamples.Moment) comparison {
	c := comparison{same: map[[2]string]bool{}}
	for j, o := range a.Owners {
		for _, f := range o.Fields {
			c.same[[2]string{o.Name, f[0]}] = f[1] == b.Owners[j].Value(f[0])
		}
	}
	return c
}

// differ is the first difference between two states in those variables, or in the kinds of messages on their way; empty if
// there is none.
func (c comparison) differ(a, b counterexamples.Moment) string {
	for j, o := range a.Owners {
		p := b.Owners[j]
		for _, f := range o.Fields {
			if here := p.Value(f[0]); c.same[[2]string{o.Name, f[0]}] && f[1] != here {
				return fmt.Sprintf("%s: %s is %s in %s, and %s in %s", o.Name, f[0], f[1], c.one, here, c.other)
			}
		}
		if one, other := kinds(o.Inbox), kinds(p.Inbox); one != other {
			return fmt.Sprintf("on the way to %s is %s in %s, and %s in %s", o.Name, one, c.one, other, c.other)
		}
	}
	return ""
}

// kinds are the kinds of messages, in words.
func kinds(inbox []string) string {
	var all []string
	for _, m := range inbox {
		if end := strings.IndexAny(m, "( "); end >= 0 {
			m = m[:end]
		}
		all = append(all, m)
	}
	if len(all) == 0 {
		return "nothing"
	}
	return strings.Join(all, ", ")
}
