package report

import (
	"github.com/dustin/go-humanize/english"

	"github.com/gmecheck/gmecheck/invariants"
)

// VerdictText is a verdict, with the length of its trace if it has one.
func VerdictText(f invariants.Finding) string {
	if f.Verdict == invariants.Refuted {
		return string(f.Verdict) + ", " + TraceText(f)
	}
	return string(f.Verdict)
}

// TraceText is how long the trace of a violation is; of a number it is the number that was found, and what is wrong where no run shows it.
func TraceText(f invariants.Finding) string {
	switch {
	case f.Value != nil:
		return "(" + f.Detail + ")"
	case !f.Shown():
		return f.Detail
	}
	text := english.Plural(f.Steps, "step", "")
	if !f.Shortest {
		text += " (perhaps not shortest)"
	}
	return text
}

// ValueText is a number that was found, if it was.
func ValueText(v *invariants.Value) string {
	if v == nil {
		return "not decided"
	}
	return v.String()
}

// StepsOf is the length of the trace of a violation.
func StepsOf(f invariants.Finding) *int {
	if !f.Shown() {
		return nil
	}
	return &f.Steps
}
