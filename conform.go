package gmecheck

import (
	"context"
	"errors"
	"io"

	"github.com/gmecheck/gmecheck/explore"
	"github.com/gmecheck/gmecheck/explore/conform"
	"github.com/gmecheck/gmecheck/invariants"
)

// Conform decides whether the log of a real run, as docs/conform.md describes it, is a run of the model. The options are those
// of [Model.Check] that say what the network may do; what is allowed is an Options of github.com/gmecheck/gmecheck/explore/conform, whose zero
// value has no limits. The name is that of the log in errors. Violations are those of the run found, and of
// other orders of its events; the answer says what the log leaves open of that run. The error is a mistake in the log, the model or the options.
func (p *Model[V]) Conform(ctx context.Context, name string, log io.Reader, allowed conform.Options, options ...Option) (*conform.Answer, []conform.Violation, error) {
	return p.own().conform(ctx, name, log, allowed, options)
}

func (p *core) conform(ctx context.Context, name string, log io.Reader, allowed conform.Options, options []Option) (*conform.Answer, []conform.Violation, error) {
	switch {
	case ctx == nil:
		return nil, nil, errors.New("Conform has a nil context; context.Background never ends")
	case log == nil:
		return nil, nil, errors.New("Conform has no log to read: its reader is nil")
	}
	sys, _, err := p.checked(options)
	if err != nil {
		return nil, nil, err
	}
	if err := explore.Rehearse(ctx, sys, invariants.Panel(p.properties)); err != nil {
		return nil, nil, err
	}
	l, err := conform.Read(name, log)
	if err != nil {
		return nil, nil, err
	}
	a, err := conform.Decide(ctx, sys, l, allowed)
	if err != nil {
		return nil, nil, err
	}
	judged, err := conform.Judge(ctx, a, p.properties, conform.Pairs)
	if err != nil {
		return a, nil, err
	}
	return a, judged.Violations, nil
}
