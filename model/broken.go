package model

import (
	"fmt"
	"iter"
	"path"
	"reflect"
	"runtime"
	"slices"
	"strings"
)

// Broken is what is wrong with a protocol, found where one of its methods was called: a panic, a result that is not the
// same every time, a message to a site that is not there, ...; or the panic of a function of a property. A search that
// catches it adds the trace.
type Broken struct {
	Algorithm string
	Property  string // whose function it is, [Unnamed] or [Boundary]; empty for the protocol's
	Event     string // the label; empty for a method that no event calls
	Method    string // then: its name; or that of the property's function
	Place     string // and the site that it was asked about
	After     string // and the label of the event that makes the variables of which it was asked, if it has not happened yet
	Problem   string // "panics: out of paint"
	Cause     any    // of a panic
	Stack     string // of a panic: the functions of the protocol that were at work, a line each, the innermost first
	At        Source // of a panic: where; otherwise, where the handler begins, if that is known
}

// CanonicalForm is the Method of what is wrong with canonical forms.
const CanonicalForm = "the canonical form"

func (b *Broken) Error() string {
	where := "the handler of " + b.Event
	switch {
	case b.Property == Unnamed:
		where = b.Method + " of a property"
	case b.Property == Boundary:
		where = b.Method
	case b.Property != "":
		where = "property " + b.Property
	case b.Event == "":
		where = b.Method + " of " + b.Place
	}
	if b.Property != "" && b.After != "" {
		where += ", judging " + b.After + ","
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

// What stands where the name of a property does.
const (
	Unnamed  = "(unnamed)"  // a property that is known only to be one
	Boundary = "(boundary)" // no property, but what bounds the search: see [Bounded]
)

// Mistake is a panic of a layer between this package and the protocol that finds the protocol wrong: a mistake of the
// protocol's, not a bug.
type Mistake struct {
	Method  string // whose mistake it is, instead of the handler's or the method's that was called; may be empty
	Place   string // and whose site, instead of that which was asked about; may be empty
	Problem string // as in [Broken]; empty: the panic of Cause
	Cause   any
	In      any // the function of the protocol that is mistaken, if the panic is not raised in it

	raised *Broken // with At and Stack alone: where it was raised, if that was in another goroutine
}

// Raised notes where the panic that is going on was raised, so that another goroutine can panic with the mistake.
func (m Mistake) Raised() Mistake {
	m.raised = &Broken{Stack: panicStack(), At: panicPlace()}
	return m
}

// Error is its text, for where nobody recovers: in a goroutine that a handler has begun.
func (m Mistake) Error() string {
	if m.Problem == "" {
		return fmt.Sprint(m.Method, " panics: ", m.Cause)
	}
	return strings.TrimSpace(m.Method + " " + m.Problem)
}

// Panics completes b by a panic that is going on, with its cause, and returns it.
func (b *Broken) Panics(cause any) *Broken {
	b.Stack, b.At = panicStack(), panicPlace()
	if m, is := cause.(Mistake); is {
		if m.Method != "" {
			b.Method = m.Method
		}
		if m.Place != "" {
			b.Place = m.Place
		}
		if m.raised != nil {
			b.Stack, b.At = m.raised.Stack, m.raised.At
		}
		if cause = m.Cause; m.Problem != "" {
			if b.Problem, b.Cause, b.Stack = m.Problem, cause, ""; m.In != nil {
				b.At = Begin(m.In)
			}
			return b
		}
	}
	b.Problem, b.Cause = fmt.Sprintf("panics: %v", cause), cause
	return b
}

// PropertyBroken is a panic of a function of a property that is going on; one that is told of already stays what it is.
func PropertyBroken(property, function string, cause any) *Broken {
	if b, known := cause.(*Broken); known {
		return b
	}
	return (&Broken{Property: property, Method: function}).Panics(cause)
}

// front is the package in front of this one, whose functions stand between a protocol and this package.
var front = path.Dir(reflect.TypeFor[Site]().PkgPath())

// here is this package, whose values protocols use.
var here = reflect.TypeFor[Site]().PkgPath()

// panicPlace is where a protocol was when the panic that is going on was raised; the zero Source if it was not there.
func panicPlace() Source {
	if f := raising(front, here); f.File != "" && !strings.HasPrefix(packageOf(f.Function), here+"/") {
		return source(f.File, f.Line)
	}
	return Source{}
}

// PanicPackage is the package of the function that has raised the panic that is going on.
func PanicPackage() string { return packageOf(raising(front).Function) }

// panicStack lists the functions of the protocol that were at work when the panic that is going on was raised, a line each, the innermost first.
func panicStack() string {
	var lines []string
	for f := range raisers() {
		in := packageOf(f.Function)
		if in == front || in == here {
			continue
		}
		if within(in, here) || within(in, front+"/explore") || within(in, front+"/invariants") {
			break // whoever calls protocols
		}
		at := source(f.File, f.Line)
		lines = append(lines, fmt.Sprintf("%s, %s:%d", f.Function, at.File, at.Line))
	}
	return strings.Join(lines, "\n")
}

// within reports that a package is another one, or below it.
func within(in, other string) bool { return in == other || strings.HasPrefix(in, other+"/") }

// raising is the function that has raised the panic that is going on, or that has called those of these packages which have.
func raising(but ...string) runtime.Frame {
	for f := range raisers() {
		if !slices.Contains(but, packageOf(f.Function)) {
			return f
		}
	}
	return runtime.Frame{}
}

// raisers are the functions that were at work when the panic that is going on was raised, the innermost first, without those of Go's runtime.
func raisers() iter.Seq[runtime.Frame] {
	return func(yield func(runtime.Frame) bool) {
		var pcs [64]uintptr
		raised := false
		for frames := runtime.CallersFrames(pcs[:runtime.Callers(1, pcs[:])]); ; {
			f, more := frames.Next()
			if raised && packageOf(f.Function) != "runtime" && !yield(f) {
				return
			}
			if raised = raised || f.Function == "runtime.gopanic"; !more {
				return
			}
		}
	}
}
