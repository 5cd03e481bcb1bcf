package model

import (
	"cmp"
	"fmt"
	"reflect"
	"runtime"
	"runtime/debug"
	"strings"
)

// Broken is what is wrong with a protocol, found where one of its methods was called: a panic, a result that is not the
// same every time, a message to a site that is not there, ...; or the panic of a function of a property. A search that
// catches it adds the trace.
type Broken struct {
	Algorithm string
	Property  string // whose function it is; empty for the protocol's
	Event     string // the label; empty for a method that no event calls
	Method    string // then: its name; or that of the property's function
	Place     string // and the site that it was asked about
	After     string // and the label of the event that makes the variables of which it was asked, if it has not happened yet
	Problem   string // "panics: out of paint"
	Cause     any    // of a panic
	Stack     string // of a panic
	At        Source // of a panic: where
}

func (b *Broken) Error() string {
	where := "the handler of " + b.Event
	switch {
	case b.Property != "" && b.After != "":
		where = fmt.Sprintf("%s of property %s, judging %s,", b.Method, b.Property, b.After)
	case b.Property != "":
		where = fmt.Sprintf("%s of property %s", b.Method, b.Property)
	case b.Event == "":
		where = b.Method + " of " + b.Place
	}
	text := where + " " + b.Problem
	if b.At.Line > 0 {
		text += fmt.Sprintf(", at %s:%d", b.At.File, b.At.Line)
	}
	if b.Algorithm != "" {
		text = b.Algorithm + ": " + text
	}
	return text
}

// unnamed is without the algorithm, which stands before the error anyway.
func (b *Broken) unnamed() *Broken {
	b.Algorithm = ""
	return b
}

// before is the rule which of the mistakes at one node is told of, whatever numbers messages have.
func (b *Broken) before(c *Broken) bool {
	return c == nil || cmp.Or(strings.Compare(b.Event, c.Event), strings.Compare(b.After, c.After), strings.Compare(b.Error(), c.Error())) < 0
}

// broken is what is wrong with the handler of an event.
func (s *space[V, M]) broken(i Site, t trigger, problem string, args ...any) *Broken {
	e := Event{Kind: t.kind, Site: i, Name: t.name}
	switch t.kind {
	case RequestEvent:
		e.Demand = &s.demands[i-1][t.arg]
	case DeliverEvent:
		e.Message = Message{Value: s.messages.all[t.arg]}
	}
	return &Broken{Algorithm: s.config.Algorithm, Event: e.label(s.sys.Places, false), Problem: fmt.Sprintf(problem, args...)}
}

// mistaken is what is wrong with a method that no event calls.
func (s *space[V, M]) mistaken(i Site, method, problem string, args ...any) *Broken {
	return &Broken{Algorithm: s.config.Algorithm, Method: method, Place: s.sys.Places[i-1].Title(), Problem: fmt.Sprintf(problem, args...)}
}

// after notes of which event it is a consequence.
func (b *Broken) after(e *Event, places []Place) *Broken {
	if b != nil {
		b.After = e.label(places, false)
	}
	return b
}

// panicked makes of a panic, if there is one, what is wrong. It must be deferred.
func panicked(broken **Broken, where func(problem string, args ...any) *Broken) {
	if r := recover(); r != nil {
		*broken = where("").panics(r)
	}
}

// panics completes b by a panic that is going on.
func (b *Broken) panics(cause any) *Broken {
	b.Problem, b.Cause, b.Stack, b.At = fmt.Sprintf("panics: %v", cause), cause, string(debug.Stack()), panicPlace()
	return b
}

// PropertyBroken is a panic of a function of a property that is going on; one that is told of already stays what it is.
func PropertyBroken(property, function string, cause any) *Broken {
	if b, known := cause.(*Broken); known {
		return b
	}
	return (&Broken{Property: property, Method: function}).panics(cause)
}

// panicPlace is where the panic that is going on was raised.
func panicPlace() Source {
	var pcs [64]uintptr
	raised := false
	for frames := runtime.CallersFrames(pcs[:runtime.Callers(1, pcs[:])]); ; {
		f, more := frames.Next()
		if raised && packageOf(f.Function) != "runtime" {
			return source(f.File, f.Line)
		}
		if raised = raised || f.Function == "runtime.gopanic"; !more {
			return Source{}
		}
	}
}

// differ says of two values that should be the same what they are: only the fields that differ, where they have fields.
func differ(first, second any) (string, string) {
	a, b := reflect.TypeOf(first), reflect.TypeOf(second)
	if a != b || a.Kind() != reflect.Struct || isNamed(first) {
		return Text(first), Text(second)
	}
	var one, other []string
	theirs := Fields(second)
	for k, f := range Fields(first) {
		if f != theirs[k] {
			one, other = append(one, f.Name+" = "+f.Value), append(other, f.Name+" = "+theirs[k].Value)
		}
	}
	return strings.Join(one, ", "), strings.Join(other, ", ")
}

func isNamed(x any) bool {
	_, ok := x.(fmt.Stringer)
	return ok
}
