package ledger

import (
	"math"
	"slices"

	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
)

// asked are the properties that some claim still wants to be judged at a point.
func (b *book) asked(p *point) invariants.Panel {
	if len(b.about(p)) == 0 {
		return nil
	}
	var panel invariants.Panel
	run := b.byLine[p.line]
	usual := math.MaxInt // the number of those that are judged without being named
	if slices.ContainsFunc(p.tracks, func(t *track) bool { return t.claim.Without != "" }) {
		usual = len(b.Algorithm.Properties(p.config))
	}
	for k, property := range b.Algorithm.AllProperties(p.config) {
		if run.Complete() && run.answer(property.Name) != nil || implied(p, property) {
			continue
		}
		if slices.ContainsFunc(p.tracks, func(t *track) bool { return (k < usual || t.claim.Without == "") && b.wants(t, p, property) }) {
			panel = append(panel, property)
		}
	}
	return panel
}

// about are the claims in whose directions a point lies.
func (b *book) about(p *point) []*track {
	if p.tracks == nil {
		p.tracks = []*track{}
		for _, t := range p.lattice.tracks {
			if covers(t.starts, p) || covers(t.dropped, p) {
				p.tracks = append(p.tracks, t)
			}
		}
	}
	return p.tracks
}

// wants reports that a claim wants a property to be judged at a point, unless it is implied.
func (b *book) wants(t *track, p *point, property invariants.Property) bool {
	if t.claim.Without != "" {
		return b.wantsWithout(t, p, property)
	}
	if t.claim.Property != property.Name {
		return false
	}
	if property.Measures() {
		return !p.turnedTo("net") || !t.refutedIn(p, model.FIFO) || !p.widened()[0].judged(property.Name)
	}
	return !t.refutedIn(p, p.config.Network)
}

// covers reports that a point lies in the directions of one of the starts.
func covers(starts []start, p *point) bool {
	return slices.ContainsFunc(starts, func(s start) bool { return s.covers(p) })
}

// implied reports that a property need not be judged at a point because it was where there are more runs, or cannot be
// where there are fewer: whether a process that waits can still be served is about all runs, and without timers other runs end.
func implied(p *point, property invariants.Property) bool {
	if property.Pending != nil {
		return false
	}
	return slices.ContainsFunc(p.widened(), func(wide *point) bool {
		a := wide.run.answer(property.Name)
		return a != nil && !(endsOrGoesOn(property) && p.turnedTo("timeouts") && !wide.turnedTo("timeouts")) && wide.run.Complete() && a.Verdict != invariants.Refuted
	})
}

// judged reports that a property was judged in a complete run.
func (p *point) judged(property string) bool {
	return p.run != nil && p.run.Complete() && p.run.answer(property) != nil
}

// refutedIn reports that a claim is refuted in a network of that order with no more faults than the point has, and not only in
// configurations that contain the point.
func (t *track) refutedIn(p *point, network model.Network) bool {
	found := false
	for _, r := range t.refutations {
		at := r.extent
		if network == model.FIFO && r.Config.Network != model.FIFO || at.faults > p.extent.faults {
			continue
		}
		if network != model.FIFO {
			at.network = network // where there are more runs, a shorter one may refute it
		}
		if p.line != r.Line && p.extent.within(at) {
			return false
		}
		found = true
	}
	return found
}
