// Package terminal writes where a user reads: the output, its colours, and the line of progress.
package terminal

import (
	"io"
	"os"
)

// Output is stdout. It keeps the first error of writing: on a full disk no verb may pass for one that has said what it
// found, whatever its reports do with errors.
type Output struct {
	io.Writer
	Color  string // when words are painted: one of [Colors]; empty: auto
	before func() // if not nil, called before anything is written
	Err    error
}

func (a *Output) Write(p []byte) (int, error) {
	if a.before != nil {
		a.before()
	}
	n, err := a.Writer.Write(p)
	if a.Err == nil {
		a.Err = err
	}
	return n, err
}

// file is the file behind a writer; nil if there is none.
func file(w io.Writer) *os.File {
	if a, ok := w.(*Output); ok {
		w = a.Writer
	}
	f, _ := w.(*os.File)
	return f
}
