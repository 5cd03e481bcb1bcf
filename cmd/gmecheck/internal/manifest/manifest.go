// Package manifest reads the manifest of a gate: checks by name, each with what is expected of it.
//
// Everything that a manifest says is checked before anything runs. All that is wrong is told at once, in [Errors], each with
// file, line and column, what was given, what is allowed and the nearest name.
package manifest

import (
	"strconv"

	"github.com/gmecheck/gmecheck/algorithms/paper"
	"github.com/gmecheck/gmecheck/counterexamples"
	"github.com/gmecheck/gmecheck/explore"
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
)

// Version is the version of the manifests that are read.
const Version = 1

// Manifest is one file.
type Manifest struct {
	File   string
	Checks []*Check // at least one
}

// Check is one entry: a search with its expectations, or a stored trace and what shall become of it.
type Check struct {
	File string
	At   Place // of its name
	Name string

	Algorithm *paper.Algorithm
	Config    model.Config

	Panel  invariants.Panel // the properties that are judged; of a replay, all that there are
	Search explore.Options
	Expect Expect  // of a search
	Replay *Replay // nil for a search

	expressions map[string]string // those of the panel that expressions say, by name
}

// Expect is what is expected of a search. Numbers are exact, nil where the manifest does not name them.
type Expect struct {
	Complete    bool // the search is not ended by a limit; true unless the manifest says otherwise
	CompleteAt  Place
	States      *Number
	Transitions *Number
	Depth       *Number
	Idle        []string // faults with a budget that are expected never to happen
	Properties  []Property
}

// Property is what is expected of one property of the panel, at the same index.
type Property struct {
	Name    string
	At      Place // of its name, or where the check's name stands if the manifest does not name it
	Named   bool
	Verdict Word
	Steps   *Number // only with violated
	Value   *Value  // only of bounds and costs
}

// Word is a word that the manifest writes, or the default where At is zero.
type Word struct {
	Text string
	At   Place
}

// Number is a number that the manifest writes.
type Number struct {
	Is int
	At Place
}

// Unbounded is how a bound without a limit is written.
const Unbounded = "unbounded"

// Ends are the ends of a value as manifests write them.
func Ends(v *invariants.Value) (least, most string) {
	if v.Unbounded {
		return strconv.Itoa(v.Min), Unbounded
	}
	return strconv.Itoa(v.Min), strconv.Itoa(v.Max)
}

// Value is the exact value of a bound or a cost; nil where the manifest does not name it. Each is a number or, for the
// largest, [Unbounded].
type Value struct{ Min, Max *Word }

// Replay is a stored trace.
type Replay struct {
	File  string // as the manifest writes it
	Trace *counterexamples.Trace
	// Expect is the result, with its place; the property is the trace's own.
	Expect counterexamples.Result
	At     Place
}

// Place is where a scalar of the manifest stands, from 1, in characters; and how it is written there.
type Place struct {
	Line, Column int
	Text         string
}
