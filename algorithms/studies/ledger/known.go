package ledger

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/gmecheck/gmecheck/algorithms/options"
	"github.com/gmecheck/gmecheck/algorithms/paper"
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
)

// replayKnown shows the known refutations of claims again, and enters those that still are.
func (b *book) replayKnown() {
	for _, k := range b.options.Known {
		name, flags, _ := strings.Cut(k.Line, " ")
		if name != b.Algorithm.Name {
			continue
		}
		c, err := options.Read(b.Algorithm, flags)
		if err != nil || !b.allowed(flags, c) {
			continue
		}
		shown, replayed := false, map[string]bool{} // by what the figure says
		for _, t := range b.allTracks() {
			if t.claim.Property != k.Property || !b.isColumn(t.column, c) || !coversRun(b.Algorithm, t.claim, c, k.Loop >= 0) {
				continue
			}
			says := t.claim.Figure.String()
			if _, asked := replayed[says]; !asked {
				replayed[says] = b.options.Replay != nil && b.options.Replay(b.Algorithm, c, k, t.claim.Figure)
			}
			if replayed[says] {
				shown = true
				t.refutations = append(t.refutations, Refutation{
					Line: options.Line(b.Algorithm, c), Config: c, Property: k.Property, Steps: len(k.Trace), Start: k.Start, Trace: k.Trace, Endless: k.Loop >= 0, Loop: max(k.Loop, 0), Known: true, Long: k.Long, extent: extentOf(c), claimed: claimedAt(b.Algorithm, c, k.Property),
				})
			}
		}
		if shown {
			b.Ledger.Known++
		}
	}
}

// claimedAt is the number that a property claims in a configuration; nil if none.
func claimedAt(a *paper.Algorithm, c model.Config, property string) *invariants.Claimed {
	for _, p := range a.AllProperties(c) {
		if p.Name == property {
			return p.Claimed
		}
	}
	return nil
}

// share lets the rows of properties, those from a place on, know what refutes a claim by the same property, and, if they have nothing to say by
// themselves, where the claim begins: claims name configurations in which properties by themselves do not begin. It is about runs without faults and
// without times, as these rows are.
func (b *book) share(properties int) {
	for _, tracks := range b.tracks[properties:] {
		for _, t := range tracks {
			if len(t.starts) == 0 || !t.claim.Figure.None() {
				continue
			}
			usual, sights := t.starts[0].config, b.sights(t)
			silent := len(sights) > 0 && !spoken(sights)
			for _, claims := range b.tracks[:properties] {
				o := claims[t.column]
				if o.claim.Property != t.claim.Property {
					continue
				}
				for _, r := range o.refutations {
					if o.claim.Figure.None() && asUsual(r.Config, usual) && usual.Faultless() && !t.refuted(r.Line) {
						t.refutations = append(t.refutations, r)
					}
				}
				for _, s := range o.starts {
					if s.first = false; silent && asUsual(s.config, usual) {
						t.starts = append(t.starts, s)
					}
				}
			}
		}
	}
}

// asUsual reports that a configuration has neither faults nor times, and the timeouts of the usual one: what violates a property there
// violates it without more to go wrong.
func asUsual(c, usual model.Config) bool {
	return c.Faultless() && c.Times == nil && c.Timeouts == usual.Timeouts
}

func (t *track) refuted(line string) bool {
	return slices.ContainsFunc(t.refutations, func(r Refutation) bool { return r.Line == line })
}

// allowed reports that a configuration has the command line's flags.
func (b *book) allowed(flags string, c model.Config) bool {
	with, err := options.Read(b.Algorithm, flags+" "+b.given.String())
	return err == nil && with.Fingerprint() == c.Fingerprint()
}

// Covers reports that a claim speaks of a configuration, whatever its size: what violates its property there refutes it. A
// claim with a number of its own is judged by that: of a violation that goes on for ever, which has no largest value, it speaks unless
// its number is the least. One that restricts who asks for what speaks of no more than where it begins.
func Covers(a *paper.Algorithm, claim paper.Claim, c model.Config, endless bool) bool {
	return (claim.Figure.None() || endless) && coversRun(a, claim, c, endless)
}

// coversRun reports that a claim speaks of a run in a configuration, as [Covers] does. Where its number is about every single value, a finite
// run can show another.
func coversRun(a *paper.Algorithm, claim paper.Claim, c model.Config, endless bool) bool {
	if !claim.Figure.None() && (claim.Figure.Form == paper.AtBest || !endless && claim.Figure.Each(c) == nil) {
		return false
	}
	if claim.Property == "" || !claim.Speaks(c.Variant) {
		return false
	}
	at := claim.At
	if at == nil {
		at = []string{""}
	}
	return slices.ContainsFunc(slices.Concat(claim.First, at), func(flags string) bool {
		w, err := parseWords(a, flags)
		if err != nil {
			return false
		}
		from, err := options.Read(a, "--variant "+c.Variant+" "+flags)
		if err != nil {
			return false
		}
		if w["requesters"] != "" || w["workload"] != "" || strings.Contains(w["requests"], ",") {
			from.Repairs = c.Repairs
			return w["processes"] != "" && from.Fingerprint() == c.Fingerprint() // otherwise the ladder begins with fewer
		}
		for _, fault := range []struct{ in, covered int }{{c.Loss, from.Loss}, {c.Duplicate, from.Duplicate}, {c.Crash, from.Crash}, {c.Early, from.Early}} {
			if fault.in > 0 && fault.covered == 0 {
				return false
			}
		}
		if from.OrderedTimers && !c.OrderedTimers || from.Network == model.FIFO && c.Network != model.FIFO || from.Timeouts == model.Off && c.Timeouts != model.Off {
			return false
		}
		if !reflect.DeepEqual(c.Times, from.Times) {
			return false
		}
		if c.Timeouts == model.Off && from.Timeouts != model.Off && aboutAllRuns(a.AllProperties(c), claim.Property) {
			return false // without timers other runs end
		}
		for _, flag := range []string{"processes", "groups", "priorities", "tokens"} { // a number is about no less than its sentence names
			n, err := strconv.Atoi(w[flag])
			if has, failed := strconv.Atoi(size(c, flag)); err == nil && failed == nil && has < n && !claim.Figure.None() && !endless {
				return false
			}
		}
		for _, flag := range claim.Still(a) {
			value := w[flag]
			for _, d := range a.Directions() {
				if d.Flag == flag && value == "" {
					value = d.Steps[0]
				}
			}
			if value != size(c, flag) {
				return false
			}
		}
		for _, p := range a.Params {
			if (w[p.Name] != "" || c.Param(p.Name) != p.Default(bare(a, c))) && w[p.Name] != c.Param(p.Name) {
				return false
			}
		}
		return true
	})
}

// aboutAllRuns reports that a property is about how runs end or go on, so that fewer runs may refute it where more do not.
func aboutAllRuns(all []invariants.Property, name string) bool {
	return slices.ContainsFunc(all, func(p invariants.Property) bool { return p.Name == name && endsOrGoesOn(p) })
}

// endsOrGoesOn reports that a property is about ends, or about the graph of all states.
func endsOrGoesOn(p invariants.Property) bool { return p.OnGraph() || p.End != nil }

// size is what a flag of a direction gives.
func size(c model.Config, flag string) string {
	switch flag {
	case "requests":
		return model.RequestsText(c.Requests)
	case "net":
		return string(c.Network)
	}
	return fmt.Sprint(map[string]int{"processes": c.Processes, "groups": c.Groups, "priorities": c.Priorities, "tokens": c.Tokens}[flag])
}

// bare is a configuration without its parameters.
func bare(a *paper.Algorithm, c model.Config) model.Config {
	c = a.Complete(c)
	c.Params = nil
	return c
}
