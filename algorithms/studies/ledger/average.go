package ledger

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/gmecheck/gmecheck/algorithms/paper"
	"github.com/gmecheck/gmecheck/model"
)

// Mean is an average of one model.
type Mean struct {
	Flags string // behind the name of the algorithm, if it is another
	Value float64
	Half  float64 // of the interval of 95 %; 0 where the value is exact
}

// Comparison is how the means of a cell stand beside those of another algorithm, or of a variant, in the same models. A difference is shown
// where the intervals of 95 % have no point in common.
type Comparison struct {
	With      string
	Says      paper.Sense // what the sentence says
	Models    int         // in which both have a mean
	Shown     int         // of them, in which it is as the sentence says
	Otherwise int         // in which it is the other way round; in the others no difference is shown
}

// lay enters the means of one model.
func (c *Comparison) lay(own, other Mean) {
	c.Models++
	switch less, more := own.Value+own.Half < other.Value-other.Half, own.Value-own.Half > other.Value+other.Half; {
	case less && c.Says == paper.Less, more && c.Says == paper.More:
		c.Shown++
	case less, more:
		c.Otherwise++
	}
}

// String is "less than baseline in 1 of 3 models, more in 2".
func (c Comparison) String() string {
	if c.Models == 0 {
		return fmt.Sprintf("%s has no mean beside which it could be laid", c.With)
	}
	other := map[paper.Sense]paper.Sense{paper.Less: paper.More, paper.More: paper.Less}[c.Says]
	text := fmt.Sprintf("%s than %s in %d of %d models", c.Says, c.With, c.Shown, c.Models)
	if c.Otherwise > 0 {
		text += fmt.Sprintf(", %s in %d", other, c.Otherwise)
	}
	if open := c.Models - c.Shown - c.Otherwise; open > 0 {
		text += fmt.Sprintf(", no difference shown in %d", open)
	}
	return text
}

// cell is the cell of an average. Its reason says of which models no number was found. It is not decided where somebody did not want to wait
// for all numbers.
func (x *averages) cell(a *paper.Algorithm, variant string, of *paper.Average, others paper.List) Cell {
	c := Cell{Verdict: NotDecided}
	var without []string
	halted := false
	note := func(flags string, m Mean, err error) {
		if m.Flags = flags; err != nil {
			without = append(without, flags+": "+err.Error())
			halted = halted || errors.As(err, new(haltedError))
		} else {
			c.Means = append(c.Means, m)
		}
	}
	for _, way := range []struct {
		verdict Verdict
		models  []string
		find    func(*paper.Algorithm, string, string, *paper.Average) (Mean, error)
	}{{Exact, of.Exact, x.exact}, {Measured, of.Measured, x.measured}} {
		for _, flags := range way.models {
			m, err := way.find(a, variant, flags, of)
			if note(flags, m, err); err == nil {
				c.Verdict = way.verdict
			}
		}
	}
	if c.Verdict == NotDecided {
		c.Reason = strings.Join(without, "; ")
		return c // there is nothing to lay others beside
	}
	own := c.Means
	for _, name := range of.Beside {
		other, as, unknown := a, strings.TrimPrefix(name, "--variant "), error(nil)
		beside := Comparison{With: as, Says: of.Says}
		if as == name {
			other, unknown = others.Find(name)
			as = model.Published
		}
		for _, flags := range of.Measured {
			m, err := Mean{}, unknown
			if err == nil {
				m, err = x.measured(other, as, flags, of)
			}
			if note(name+" "+flags, m, err); err != nil {
				continue
			}
			if k := slices.IndexFunc(own, func(m Mean) bool { return m.Flags == flags }); k >= 0 {
				beside.lay(own[k], m)
			}
		}
		if of.Says != "" {
			c.Compared = append(c.Compared, beside)
		}
	}
	c.Reason = strings.Join(without, "; ")
	if halted {
		return Cell{Verdict: NotDecided, Reason: c.Reason}
	}
	return c
}
