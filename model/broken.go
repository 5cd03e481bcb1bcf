package model

import (
	"fmt"
	"path"
	"reflect"
	"runtime"
	"runtime/debug"
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

// Mistake is a panic of a layer between this package and the protocol that finds the protocol wrong: a mistake of the
// protocol's, not a bug.
type Mistake struct {
	Method  string // whose mistake it is, instead of the handler's or the method's that was called; may be empty
	Problem string // as in [Broken]; empty: the panic of Cause
	Cause   any
}

// Panics completes b by a panic that is going on, with its cause, and returns it.
func (b *Broken) Panics(cause any) *Broken {
	if m, is := cause.(Mistake); is {
		if m.Method != "" {
			b.Method = m.Method
		}
		if cause = m.Cause; m.Problem != "" {
			b.Problem, b.At = m.Problem, panicPlace()
			return b
		}
	}
	b.Problem, b.Cause, b.Stack, b.At = fmt.Sprintf("panics: %v", cause), cause, string(debug.Stack()), panicPlace()
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

// panicPlace is where the panic that is going on was raised.
func panicPlace() Source {
	if f := raising(); f.File != "" {
		return source(f.File, f.Line)
	}
	return Source{}
}

// PanicPackage is the package of the function that has raised the panic that is going on.
func PanicPackage() string { return packageOf(raising().Function) }

// raising is the function that has raised the panic that is going on.
func raising() runtime.Frame {
	var pcs [64]uintptr
	raised := false
	for frames := runtime.CallersFrames(pcs[:runtime.Callers(1, pcs[:])]); ; {
		f, more := frames.Next()
		if in := packageOf(f.Function); raised && in != "runtime" && in != front {
			return f
		}
		if raised = raised || f.Function == "runtime.gopanic"; !more {
			return runtime.Frame{}
		}
	}
}
