package manifest

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"

	"github.com/gmecheck/gmecheck/algorithms/options"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/where"
	"github.com/gmecheck/gmecheck/counterexamples"
	"github.com/gmecheck/gmecheck/explore/disk"
	"github.com/gmecheck/gmecheck/invariants"
)

// outcomes are what may be expected of a stored trace, with the property in the place of PROPERTY.
const outcomes = "violates PROPERTY, no longer violates PROPERTY or diverges"

// replay reads a check that replays a stored trace.
func (r *reader) replay(c *Check, given map[string]field) {
	for _, key := range []string{"search", "invariants"} {
		if f, ok := given[key]; ok {
			r.wrong(f.at, "check %q has %s, but nothing is searched to replay a trace", clip(c.Name), key)
		}
	}
	at := given["replay"].value
	name, ok := r.text(at, "replay")
	if !ok {
		return
	}
	t, err := r.trace(c, name)
	if err != nil {
		r.wrong(at, "replay %s: %v", shown(name), err)
		return
	}
	if invariants.Index(c.Panel, t.Property) < 0 {
		r.noProperty(at, c, t.Property, c.Panel)
	}
	c.Replay = &Replay{File: name, Trace: t}
	r.outcome(c, given)
}

// trace reads a trace file, and the model of the check from it.
func (r *reader) trace(c *Check, name string) (*counterexamples.Trace, error) {
	file := filepath.FromSlash(name)
	if !filepath.IsAbs(file) {
		file = filepath.Join(filepath.Dir(r.file), file)
	}
	data, err := disk.ReadFile(file, counterexamples.MaxTraceBytes)
	var failed *fs.PathError
	if errors.As(err, &failed) {
		return nil, failed.Err
	}
	if err != nil {
		return nil, err
	}
	t, err := counterexamples.Parse(file, data)
	if err != nil {
		return nil, err
	}
	if c.Algorithm, c.Config, err = options.Parse(r.words.Algorithms, t.Model); err != nil {
		return nil, fmt.Errorf("model: %w", err)
	}
	if err := t.Of(c.Config); err != nil {
		return nil, err
	}
	if t.Property == "" {
		return nil, errors.New("it names no property; a check replays a run that violates one")
	}
	c.Panel = c.Algorithm.AllProperties(c.Config)
	p, is, err := where.Named(t.Property, c.Algorithm.New(c.Config))
	if err != nil {
		return nil, fmt.Errorf("property: %w", err)
	}
	if is {
		c.Panel, c.expressions = append(c.Panel, p), map[string]string{p.Name: t.Property}
	}
	return t, nil
}

// outcome reads what shall become of a trace: by default, that it violates as it says.
func (r *reader) outcome(c *Check, given map[string]field) {
	c.Replay.Expect, c.Replay.At = counterexamples.Replayed, Place{}
	f, ok := given["expect"]
	if !ok {
		return
	}
	text, ok := r.text(f.value, "expect")
	if !ok {
		return
	}
	c.Replay.At = place(f.value)
	if text == "diverges" {
		c.Replay.Expect = counterexamples.Diverged
		return
	}
	property, violates := strings.CutPrefix(text, "violates ")
	if !violates {
		c.Replay.Expect = counterexamples.NoLongerViolates
		property, violates = strings.CutPrefix(text, "no longer violates ")
	}
	switch {
	case !violates:
		r.wrong(f.value, "expect %q; allowed is %s", clip(text), outcomes)
	case property != c.Replay.Trace.Property:
		r.notOneOf(f.value, "the trace is not of property", property, []string{c.Replay.Trace.Property})
	}
}

// Words is an outcome as the manifest writes it.
func (p *Replay) Words(result counterexamples.Result) string {
	switch result {
	case counterexamples.Replayed:
		return "violates " + p.Trace.Property
	case counterexamples.NoLongerViolates:
		return "no longer violates " + p.Trace.Property
	}
	return "diverges"
}
