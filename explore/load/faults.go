package load

import (
	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/direct"
)

// crash takes a site down. What it was doing stops: its timers, its critical section, its pause between requests.
func (r *run) crash(i model.Site) {
	p := &r.procs[i]
	p.down, p.pending = true, false
	p.gen++
	for _, alarms := range [][]alarm{p.timers, p.inners} {
		for k := range alarms {
			alarms[k].on = false
		}
	}
	r.faults++
	r.down++
	before := r.sites.Vars(i)
	r.happen(direct.Event{Kind: model.CrashEvent, Site: i}, nil)
	r.forget(i, p, r.sites.Vars(i) != before)
	for len(p.held) > 0 && r.broken == nil {
		slot := p.held[0]
		p.held = p.held[1:]
		r.arrive(i, slot)
	}
	if !r.config.Final {
		r.queue.add(happening{at: r.now + r.o.Recovery.Draw(r.random), kind: recovers, site: int32(i)})
	}
}

// forget notes what a crash has left of a request: where variables are lost a process may not wait or be inside any more. What events are marked
// says nothing of crashes; with the variables, these forget the request.
func (r *run) forget(i model.Site, p *process, lost bool) {
	if int(i) > r.n {
		return
	}
	waits, inside := !lost, !lost
	if r.o.Marks.None() {
		waits, inside = r.sites.View(i, nil).Waits, r.sites.InCS(i)
	}
	if p.waits && !waits {
		p.waits, p.asked = false, false
		r.meter.waiting--
	}
	if p.inside && !inside {
		p.inside, p.asked = false, false
		r.meter.inside--
		if r.attending != nil {
			r.attending[i-1] = absent
		}
	}
}

// recover brings a site back. Its timers that run begin anew, and so does the time in the critical section if it is still inside.
func (r *run) recover(i model.Site) {
	p := &r.procs[i]
	p.down = false
	r.down--
	for _, timer := range r.sites.Timers(i) {
		r.set(i, timer)
	}
	inside, gen := p.inside, p.gen
	r.happen(direct.Event{Kind: model.RecoverEvent, Site: i}, nil)
	if inside && p.inside && p.gen == gen && r.o.Marks.None() { // a marked exit comes by itself
		r.queue.add(happening{at: r.now + r.o.CS.Draw(r.random)*float64(r.sites.Stay(i)), kind: leaves, site: int32(i), gen: p.gen})
	}
	r.queue.add(happening{at: r.now + r.random.ExpFloat64()/r.o.Crash, kind: crashes, site: int32(i)})
}
