package load

import (
	"math/bits"
	"slices"

	"github.com/gmecheck/gmecheck/invariants/question"
	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/direct"
	"github.com/gmecheck/gmecheck/model/environment"
	"github.com/gmecheck/gmecheck/model/system"
	"github.com/gmecheck/gmecheck/model/values"
)

// watch follows a run with all that properties may ask about: the views of all sites, given the messages on their way. It judges
// the first events, and keeps the steps if it is to tell of them.
type watch struct {
	sites    direct.Sites
	judge    question.Judge
	judging  bool
	config   model.Config
	views    []*model.View // by site, from 0
	last     []*model.View // before the event that happens
	inboxes  [][]parcel
	violated uint64
	spoke    uint64
	found    []violated

	keeps bool // the steps
	steps []question.Step
	// The state after so many events.
	target int
	shown  []system.Description
	seen   []*model.View

	start   string
	event   *model.Event // that happens
	details bool         // its label must tell channel and position
	stood   environment.Stand
}

// parcel is a letter on its way to a site, by its number.
type parcel struct {
	slot    uint32
	from    model.Site
	message any
}

// violated is a property that a run has violated, and after how many events.
type violated struct {
	property int
	events   int
	step     bool
	time     float64
}

func newWatch(r *run, judge question.Judge, keeps bool) *watch {
	r.sites.Hear(true)
	return &watch{
		sites: r.sites, judge: judge, judging: judge != nil, config: r.config, keeps: keeps, views: make([]*model.View, len(r.procs)-1), inboxes: make([][]parcel, len(r.procs)),
	}
}

func (w *watch) begin(start string) {
	w.start = start
	for k := range w.views {
		w.look(model.Site(k+1), false)
	}
	if w.judging {
		w.note(0, 0, false, w.state)
	}
}

// state judges the state as it is.
func (w *watch) state() (spoke, bad uint64) { return w.judge.State(w.views) }

// note notes what a judgement has violated that had not been violated before.
func (w *watch) note(events int, time float64, step bool, judge func() (spoke, bad uint64)) {
	spoke, bad := judge()
	w.spoke |= spoke
	bad &^= w.violated
	w.violated |= bad
	for ; bad != 0; bad &= bad - 1 {
		w.found = append(w.found, violated{bits.TrailingZeros64(bad), events, step, time})
	}
}

// look sees what a site looks like.
func (w *watch) look(i model.Site, down bool) {
	var inbox []any
	for _, p := range w.inboxes[i] {
		inbox = append(inbox, p.message)
	}
	v := w.sites.View(i, inbox)
	v.InFlight, v.Down = len(inbox) > 0, down
	w.views[i-1] = &v
}

// sent puts a letter into an inbox as the network does: behind the last of its channel, the channels by sender.
func (w *watch) sent(slot uint32, x letter) {
	box := w.inboxes[x.to]
	k := len(box)
	if w.config.Network == model.FIFO {
		k, _ = slices.BinarySearchFunc(box, x.from, func(p parcel, from model.Site) int {
			if p.from <= from {
				return -1
			}
			return 1
		})
	}
	w.inboxes[x.to] = slices.Insert(box, k, parcel{slot, x.from, x.message})
}

// place is where a letter stands.
func (w *watch) place(slot uint32) (model.Site, int) {
	for i := range w.inboxes {
		if k := slices.IndexFunc(w.inboxes[i], func(p parcel) bool { return p.slot == slot }); k >= 0 {
			return model.Site(i), k
		}
	}
	panic("the letter is not on its way")
}

// message is a letter as events have it.
func (w *watch) message(i model.Site, k int) model.Message {
	p := w.inboxes[i][k]
	m := model.Message{Value: p.message}
	if w.config.Network == model.FIFO {
		m.From, m.Position = p.from, 1
		for ; k > 0 && w.inboxes[i][k-1].from == p.from; k-- {
			m.Position++
		}
	}
	return m
}

// taken takes a letter out: it is delivered now.
func (w *watch) taken(slot uint32) {
	i, k := w.place(slot)
	w.event = &model.Event{Kind: model.DeliverEvent, Site: i, Message: w.message(i, k)}
	w.details = w.named(w.event)
	w.inboxes[i] = slices.Delete(w.inboxes[i], k, k+1)
}

// named completes the message of an event for its label, and reports that the label must tell the message's details, too.
func (w *watch) named(e *model.Event) (details bool) {
	if !w.keeps {
		return false
	}
	var all []model.Message
	for _, p := range w.inboxes[e.Site] {
		all = append(all, model.Message{Value: p.message})
	}
	e.Message, details = values.Among(all, e.Message)
	return details
}

// without notes an event of the network: a letter is lost, dropped or comes twice.
func (w *watch) without(r *run, kind model.EventKind, slot uint32) {
	before := slices.Clone(w.views)
	i, k := w.place(slot)
	if box := w.inboxes[i]; kind != model.DropEvent { // of equal ones that stand together the first
		for k > 0 && box[k-1].from == box[k].from && box[k-1].message == box[k].message {
			k--
		}
	}
	e := &model.Event{Kind: kind, Site: i, Message: w.message(i, k)}
	w.keep(e, w.named(e))
	if kind != model.DuplicateEvent { // the copy is put in by who sends it
		w.inboxes[i] = slices.DeleteFunc(w.inboxes[i], func(p parcel) bool { return p.slot == slot })
	}
	w.look(i, w.views[i-1].Down)
	w.judged(r, before, e)
}

// keep keeps a step; details says that its label tells channel and position.
func (w *watch) keep(e *model.Event, details bool) {
	if w.keeps {
		w.steps = append(w.steps, question.Step{Event: e, Label: e.Label(w.sites.Places(), details)})
	}
}

// before begins an event of a site.
func (w *watch) before(e direct.Event, l *letter) {
	w.last = append(w.last[:0], w.views...)
	w.stood = environment.Of(w.views[e.Site-1])
	if l == nil {
		w.event = &model.Event{Kind: e.Kind, Site: e.Site, Name: e.Name}
		if e.Demand != nil {
			d := *e.Demand
			w.event.Demand = &d
		}
	}
}

// after ends it: the views are those of the state afterwards.
func (w *watch) after(r *run, e direct.Event, f *direct.Effect) {
	x := w.event
	x.Entries, x.Notes, x.Choices = f.Entries, slices.Clone(f.Notes), slices.Clone(f.Choices)
	for _, s := range f.Sends {
		x.Sends = append(x.Sends, model.Send{To: s.To, Value: s.Message, Account: w.sites.Account(s.Message, s.To)})
	}
	w.keep(x, w.details)
	w.details = false
	for _, s := range f.Sends { // in flight in the state after it, before they have a number
		w.sent(unsent, letter{message: s.Message, from: e.Site, to: s.To})
	}
	w.look(e.Site, r.procs[e.Site].down)
	for _, s := range f.Sends {
		w.look(s.To, w.views[s.To-1].Down)
	}
	v := w.views[e.Site-1]
	if int(e.Site) <= r.n {
		stands := environment.Of(v)
		x.Spurious = x.Entries > 0 && !(w.sites.Places()[e.Site-1].Process && environment.Asked(w.stood, x))
		x.Unfaithful = environment.Unfaithful(x, w.stood, stands, w.sites.InCS(e.Site), w.config.Priorities > 0)
	}
	w.judged(r, w.last, x)
	for _, s := range f.Sends {
		w.inboxes[s.To] = slices.DeleteFunc(w.inboxes[s.To], func(p parcel) bool { return p.slot == unsent })
	}
}

// unsent is the number of a letter that has none yet.
const unsent = ^uint32(0)

// judged judges a step and the state that it leads to. Only the first events of a run are judged; then nobody watches it, unless
// to tell of it.
func (w *watch) judged(r *run, before []*model.View, e *model.Event) {
	if w.judging {
		if w.judge.Hears(e) {
			w.note(r.events, r.now, true, func() (uint64, uint64) { return w.judge.Step(before, e, w.views) })
		}
		w.note(r.events, r.now, false, w.state)
		w.judging = r.events < r.o.Judged
	}
	switch {
	case w.keeps && r.events == w.target:
		w.shown, w.seen = w.final(r), slices.Clone(w.views)
	case !w.keeps && !w.judging:
		r.watch = nil
		w.sites.Hear(false)
	}
}

// final is the state as a violation shows it.
func (w *watch) final(r *run) (all []system.Description) {
	for k, place := range w.sites.Places() {
		i := model.Site(k + 1)
		vars := w.sites.Vars(i)
		d := system.Description{Place: place.Name, Vars: vars, Fields: model.Fields(vars), Down: r.procs[i].down}
		for at := range w.inboxes[i] {
			d.Inbox = append(d.Inbox, w.message(i, at))
		}
		all = append(all, d)
	}
	return all
}
