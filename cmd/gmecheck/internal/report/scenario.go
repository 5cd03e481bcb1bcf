package report

import (
	"fmt"
	"strings"

	"github.com/dustin/go-humanize/english"

	"github.com/gmecheck/gmecheck/studies/assumptions"
)

// Scenarios is the answer of --fault-scenario min: for every violated property the fewest faults that violate it.
type Scenarios struct {
	Properties []scenario `json:"properties"`
}

// scenario is the smallest fault vector that violates a property, and the shortest trace with it.
type scenario struct {
	Name      string   `json:"name"`
	Loss      int      `json:"loss"`
	Duplicate int      `json:"duplicate"`
	Crash     int      `json:"crash"`
	Early     int      `json:"early"`
	Steps     int      `json:"steps"`
	Trace     []string `json:"trace"`
	Complete  bool     `json:"complete"` // every smaller vector was searched to its end
}

func NewScenarios(all []assumptions.Scenario) *Scenarios {
	r := &Scenarios{Properties: []scenario{}}
	for _, s := range all {
		r.Properties = append(r.Properties, scenario{
			s.Finding.Property.Name, s.Faults.Loss, s.Faults.Duplicate, s.Faults.Crash, s.Faults.Early,
			s.Finding.Steps, s.Finding.Trace, s.Complete,
		})
	}
	return r
}

func (s scenario) words() string {
	faults := assumptions.Faults{Loss: s.Loss, Duplicate: s.Duplicate, Crash: s.Crash, Early: s.Early}
	switch {
	case faults.Sum() == 0:
		return "breaks with " + faults.String()
	case s.Complete:
		return "needs " + faults.String()
	default:
		return "breaks with " + faults.String() + ", perhaps with fewer: that was not searched to its end"
	}
}

func (r *Scenarios) text() string {
	var b strings.Builder
	b.WriteString("smallest fault scenarios")
	if len(r.Properties) == 0 {
		b.WriteString(": nothing is violated")
	}
	for _, s := range r.Properties {
		fmt.Fprintf(&b, "\n  %s %s (%s)", s.Name, s.words(), english.Plural(s.Steps, "step", ""))
		for k, step := range s.Trace {
			fmt.Fprintf(&b, "\n%6d  %s", k+1, step)
		}
	}
	return b.String()
}
