package manifest

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/gmecheck/gmecheck/algorithms/options"
	"github.com/gmecheck/gmecheck/counterexamples"
)

// outcomes are what may be expected of a stored trace, with the property in the place of PROPERTY.
const outcomes = "violates PROPERTY, no longer violates PROPERTY or diverges"

// replay reads a check that replays a stored trace.
func (r *reader) replay(c *Check, given map[string]field) error {
	if f, ok := given["search"]; ok {
		return r.at(f.at, "check %q has search, but nothing is searched to replay a trace", clip(c.Name))
	}
	at := given["replay"].value
	name, err := r.text(at, "replay")
	if err != nil {
		return err
	}
	file := filepath.FromSlash(name)
	if !filepath.IsAbs(file) {
		file = filepath.Join(filepath.Dir(r.file), file)
	}
	info, err := os.Stat(file)
	var failed *fs.PathError
	switch {
	case errors.As(err, &failed):
		return r.at(at, "replay %s: %v", name, failed.Err)
	case err != nil:
		return r.at(at, "replay %s: %v", name, err)
	case !info.Mode().IsRegular():
		return r.at(at, "replay %s: it is no file", name)
	case info.Size() > counterexamples.MaxTraceBytes:
		return r.at(at, "replay %s: %d bytes; allowed are up to %d", name, info.Size(), counterexamples.MaxTraceBytes)
	}
	data, err := os.ReadFile(file)
	if err != nil {
		return r.at(at, "replay %s: %v", name, err)
	}
	t, err := counterexamples.Parse(file, data)
	if err != nil {
		return r.at(at, "replay: %v", err)
	}
	if c.Algorithm, c.Config, err = options.Parse(r.words.Algorithms, t.Model); err != nil {
		return r.at(at, "replay %s: model: %v", name, err)
	}
	if ours := c.Config.Fingerprint(); t.Fingerprint != "" && t.Fingerprint != ours {
		return r.at(at, "replay %s: the trace is of another model: its fingerprint is %s, that of %s is %s",
			name, t.Fingerprint, t.Model, ours)
	}
	all := c.Algorithm.Properties(c.Config)
	if indexOf(all, t.Property) < 0 {
		return r.noProperty(at, c, t.Property, all)
	}
	c.Replay = &Replay{File: name, Trace: t}
	return r.outcome(c, given)
}

// outcome reads what shall become of a trace: by default, that it violates as it says.
func (r *reader) outcome(c *Check, given map[string]field) error {
	c.Replay.Expect, c.Replay.At = counterexamples.Replayed, Place{}
	f, ok := given["expect"]
	if !ok {
		return nil
	}
	text, err := r.text(f.value, "expect")
	if err != nil {
		return err
	}
	c.Replay.At = place(f.value)
	if text == "diverges" {
		c.Replay.Expect = counterexamples.Diverged
		return nil
	}
	property, violates := strings.CutPrefix(text, "violates ")
	if !violates {
		c.Replay.Expect = counterexamples.NoLongerViolates
		property, violates = strings.CutPrefix(text, "no longer violates ")
	}
	switch {
	case !violates:
		return r.at(f.value, "expect %q; allowed is %s", clip(text), outcomes)
	case property != c.Replay.Trace.Property:
		return r.notOneOf(f.value, "the trace is not of property", property, []string{c.Replay.Trace.Property})
	}
	return nil
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
