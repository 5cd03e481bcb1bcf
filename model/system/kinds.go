package system

import (
	"sync/atomic"

	"github.com/gmecheck/gmecheck/model"
)

// Questioned is a protocol whose properties are shown all of a site, but see no more of it than they ask for. Sites of which
// they have had the same answers are of one kind to them: a combination of kinds is judged once. A property is a pure function:
// where it has had the same answers it asks the same next, and says the same in the end. Its author's guards it calls twice each, and compares
// what they say.
type Questioned[V comparable] interface {
	// Asked counts how often something has been asked for that had not been asked for before: what was said of kinds until then
	// says nothing of those from then on.
	Asked() *atomic.Uint32
	// Answers are those to all that has been asked so far of a site with these variables. Those before and after something new
	// has been asked for are never equal.
	Answers(v V) Answers
	// Settled reports that variables are values whatever they are: their types have been looked into, but for that of this interface's V.
	Settled() bool
	// Declared are the classes of events that the author has written, whether or not they are ever possible.
	Declared() []string
}

// Answers of a site to what properties have asked for.
type Answers struct {
	All     any  // a value; without what Vars says
	Vars    bool // they are different for any two variables, but for the counts of a [Counted] protocol
	Counts  bool // they depend on the counts of a [Counted] protocol
	Inboxes bool // inboxes have been asked for, too
}

// shown is a node of a questioned protocol as properties are shown it.
type shown struct{ site, node uint32 }

// kind is what the properties of a questioned protocol see of a node.
type kind struct {
	answers    uint32 // their number
	site, vars uint32 // where the answers tell the variables, from 1, and which they are
	box        uint32 // of the inbox, if it has been asked for
	down, busy bool   // busy: messages are on their way
}

// answered is the number of the answers of a site with certain variables; they hold as long as nothing new is asked.
type answered struct {
	asked, number         uint32
	vars, counts, inboxes bool
}

// ofSelf is the kinds of the nodes of a self, by whether messages are on their way to them, as long as nobody asks for inboxes; 0: not
// known.
type ofSelf struct {
	asked uint32
	kinds [2]uint32
}

// Asked counts how often properties of a [Questioned] protocol have asked for something new.
func (s *System) Asked() uint32 { return s.asked.Load() }

// Kind is the kind of a node, as properties see it that have asked for no more than [System.Asked] counts. It is no less than
// what [System.FirstKind] returns.
func (s *System) Kind(site int, node uint32) uint32 { return s.space.kind(site, node) }

// FirstKind is what [System.Asked] counts, and the least kind since then: lower ones no longer say what properties see.
func (s *System) FirstKind() (asked, first uint32) { return s.space.firstKind() }

// Show is the number of the view of a node of a [Questioned] protocol.
func (s *System) Show(site int, node uint32) uint32 { return s.space.showing(site, node) }

func (s *space[V, M]) showing(site int, node uint32) uint32 {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.show(site, node)
}

// show is the number of the view of a node, which is worked out if somebody asks for it.
func (s *space[V, M]) show(site int, node uint32) uint32 {
	if s.sys.lone {
		return node
	}
	number := reach(&s.sites[site].shown, node)
	if *number == 0 {
		*number = s.sys.next(len(s.shown)-1, "views")
		s.shown = append(s.shown, shown{uint32(site), node})
	}
	return *number
}

// shownView is the view of this number.
func (s *space[V, M]) shownView(number uint32) *model.View {
	if s.sys.lone {
		return s.shownNode(shown{0, number})
	}
	if s.shownViews[number] == nil {
		s.shownViews[number] = s.shownNode(s.shown[number])
	}
	return s.shownViews[number]
}

// shownNode is the view of a node.
func (s *space[V, M]) shownNode(x shown) *model.View {
	sp := s.sites[x.site]
	own, box := sp.node(x.node)
	inbox := make([]M, 0, sp.boxes.at(box).len())
	for k := range sp.boxes.at(box).len() {
		inbox = append(inbox, s.messages.at(sp.boxes.at(box).at(k).message))
	}
	v := s.protocol.Look(model.Site(x.site+1), sp.locals.at(own.local), inbox)
	v.InFlight, v.Down = len(inbox) > 0, own.down
	if s.sys.showing {
		v.Shown = model.Shown{Vars: sp.locals.at(own.local), Inbox: model.ListOf(s.messagesOf(sp.boxes.at(box))...)}
	}
	return &v
}

func (s *space[V, M]) firstKind() (asked, first uint32) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.generation(), s.firstOfKinds
}

// generation is what properties have asked for so far; the kinds that follow are of it.
func (s *space[V, M]) generation() uint32 {
	if asked := s.sys.asked.Load(); asked != s.generationAsked {
		s.generationAsked, s.firstOfKinds = asked, uint32(s.kinds.count()+1)
	}
	return s.generationAsked
}

func (s *space[V, M]) kind(site int, node uint32) uint32 {
	s.mu.Lock()
	defer s.mu.Unlock()
	sp := s.sites[site]
	number, box := sp.nodes.parts(node)
	for int(number) >= len(sp.kinds) {
		sp.kinds = append(sp.kinds, make([]ofSelf, len(sp.kinds)+64)...)
	}
	known, busy := &sp.kinds[number], 0
	if sp.boxes.at(box) != "" {
		busy = 1
	}
	if asked := s.generation(); known.asked != asked {
		*known = ofSelf{asked: asked}
	}
	if n := known.kinds[busy]; n != 0 {
		return n
	}
	own := sp.selves.ref(number)
	a := s.answersOf(sp, own.local)
	k := kind{answers: a.number, down: own.down, busy: busy != 0}
	if a.vars {
		k.site, k.vars = uint32(site+1), s.uncounted(sp, own.local)
	}
	if a.inboxes {
		k.box = box
		return s.kinds.number(k)
	}
	known.kinds[busy] = s.kinds.number(k)
	return known.kinds[busy]
}

// answersOf are the answers of a site with these variables: mostly they are the same for all counts.
func (s *space[V, M]) answersOf(sp *siteSpace[V], local uint32) answered {
	a := s.answersTo(sp, s.uncounted(sp, local))
	if a.counts {
		a = s.answersTo(sp, local)
	}
	return a
}

// uncounted is the number of variables without their counts, if they have any.
func (s *space[V, M]) uncounted(sp *siteSpace[V], local uint32) uint32 {
	if s.counted == nil {
		return local
	}
	return sp.locals.splits[local].uncounted
}

func (s *space[V, M]) answersTo(sp *siteSpace[V], local uint32) answered {
	asked := s.sys.asked.Load()
	answer := func() answered {
		var x Answers
		s.caller.looking(func() { x = s.questioned.Answers(sp.locals.at(local)) })
		return answered{asked, s.answers.number(x.All), x.Vars, x.Counts, x.Inboxes}
	}
	if s.sys.lone {
		return answer()
	}
	for int(local) >= len(sp.answered) {
		sp.answered = append(sp.answered, make([]answered, len(sp.answered)+64)...)
	}
	a := &sp.answered[local]
	if a.number == 0 || a.asked != asked {
		*a = answer()
	}
	return *a
}
