package proofs

import (
	"fmt"
	"slices"
	"strings"
)

// Properties are the properties of which a report says anything, in the algorithm's order.
func (r *Report) Properties() (all []string) {
	for k := range r.Runs {
		for _, a := range r.Runs[k].Answers {
			if !slices.Contains(all, a.Property) {
				all = append(all, a.Property)
			}
		}
	}
	return all
}

// Variants are those of the report.
func (r *Report) Variants() (all []string) {
	for k := range r.Runs {
		if v := r.Runs[k].Variant; !slices.Contains(all, v) {
			all = append(all, v)
		}
	}
	return all
}

// Cell says in words what is proved of a property of a variant, by which views, and what stands in the way of more.
func (r *Report) Cell(variant, property string) string {
	var proofs, ends, obstacles []string
	verdict := "**holds**"
	for _, entities := range []int{2, 1} {
		var at []int
		var missed []string
		for k := range r.Runs {
			run := &r.Runs[k]
			if run.Variant != variant || run.Entities != entities {
				continue
			}
			a := run.of(property)
			if run.Queues == 0 && run.Ended && a != nil && a.Verdict != Open {
				at = append(at, run.Processes)
				if a.Verdict == Vacuous {
					verdict = "vacuous"
				}
			} else if run.Queues > 0 || len(missed) == 0 {
				missed = append(missed, fmt.Sprintf("%s: %s", where(run), obstacle(run, a)))
			}
		}
		if len(at) == 0 {
			obstacles = append(obstacles, missed...)
			continue
		}
		proofs = append(proofs, fmt.Sprintf("for n = %s by views of %d", span(at), entities))
		ends = append(ends, missed...)
	}
	if len(proofs) == 0 {
		return "not proved; " + strings.Join(obstacles, "; ")
	}
	return verdict + " " + strings.Join(append([]string{strings.Join(proofs, ", ")}, ends...), "; ")
}

func where(run *Run) string {
	text := fmt.Sprintf("views of %d at n = %d", run.Entities, run.Processes)
	if run.Queues > 0 {
		text += fmt.Sprintf(" with caps of %d", run.Queues)
	}
	return text
}

// span is sorted numbers in words: "2..9", or "4, 9, 16".
func span(at []int) string {
	last := len(at) - 1
	if last > 0 && at[last]-at[0] == last {
		return fmt.Sprintf("%d..%d", at[0], at[last])
	}
	return strings.Trim(strings.ReplaceAll(fmt.Sprint(at), " ", ", "), "[]")
}

// obstacle says why a closure proves nothing of a property.
func obstacle(run *Run, a *Answer) string {
	switch {
	case !run.Ended && len(run.Growing) == 0:
		return "more than the work allowed"
	case !run.Ended:
		return growing(run.Growing)
	case a == nil:
		return "it is not asked"
	case a.Verdict != Open && run.Capped:
		return "holds up to them, which is no proof"
	case a.Verdict != Open:
		return a.Verdict
	}
	return a.Why
}

// growing groups what grows: "lists grow in Q; numbers grow in SN, Request.SN".
func growing(all []string) string {
	var kinds []string
	fields := map[string][]string{}
	for _, text := range all {
		kind, field, _ := strings.Cut(text, " in ")
		if fields[kind] == nil {
			kinds = append(kinds, kind)
		}
		if field = "`" + strings.TrimPrefix(field, "messages ") + "`"; !slices.Contains(fields[kind], field) {
			fields[kind] = append(fields[kind], field)
		}
	}
	for k, kind := range kinds {
		kinds[k] = kind + " grow in " + strings.Join(fields[kind], ", ")
	}
	return strings.Join(kinds, ", ")
}

// Row is properties of a variant of which the same is to be said.
type Row struct {
	Variant    string
	Properties []string
	Text       string
}

// Rows are what is to be said of all variants and properties.
func (r *Report) Rows() (all []Row) {
	for _, variant := range r.Variants() {
		from := len(all)
		for _, property := range r.Properties() {
			text := r.Cell(variant, property)
			k := from + slices.IndexFunc(all[from:], func(x Row) bool { return x.Text == text })
			if k < from {
				k, all = len(all), append(all, Row{variant, nil, text})
			}
			all[k].Properties = append(all[k].Properties, property)
		}
	}
	return all
}
