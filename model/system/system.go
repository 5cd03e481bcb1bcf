package system

import (
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"slices"
	"sync/atomic"

	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/direct"
	"github.com/gmecheck/gmecheck/model/permutation"
	"github.com/gmecheck/gmecheck/model/values"
)

// System is a protocol in a configuration as the search sees it: numbers. Site indices run from 0; a node is the
// number, from 1, of one site with its inbox. A global state is one node per site and the number of the budgets left.
//
// A System works out nodes and moves when they are first asked for and remembers them. Any number of goroutines may
// use it, each through a [Reader] of its own.
type System struct {
	Config model.Config
	Places []model.Place

	// Within, of a [model.Bounded] protocol, reports that a state is inside of the boundary; nil: there is none.
	Within func(views []*model.View) bool

	// Anew composes the same system once more, from functions that are made anew, with variables of their own if they have captured any; nil: those of a
	// protocol that was made once cannot be.
	Anew func() *System

	// What follows belongs to one search, which sets it on a system of its own: see [System.Fresh].

	// Watch, set before the first Reader, says what properties of steps make of an event.
	Watch func(*model.Event) Heard
	// Judge, set together with Watch, judges a step by its event and by what the event's site shows before and after it; nil stands for the other sites.
	Judge func(before []*model.View, e *model.Event, after []*model.View) (spoke, violated uint64)
	// Unheard, set before the first Reader, says that nobody hears what events note: handlers that ask are told so, but for some of the
	// second calls.
	Unheard bool
	// Claim, set before the first Reader, hears how many bytes a table is about to take. It may panic; the system is
	// then as it was.
	Claim func(bytes int64)
	// Most, set before the first Reader, is how many there can be of whatever the system numbers: nodes and variables of a
	// site, messages, classes, ...; 0: as many as there are numbers of 32 bits. More end in a [Full].
	Most uint32
	// Journal, set before the first Reader, keeps in which order nodes were worked out, for [System.Replay].
	Journal *Journal

	// Calls, set before the first Reader, is told which handlers and guards run; nil: nobody waits for them. Systems made from this one tell the same.
	Calls *Calls

	// Canonical, set before the first Reader, makes the states to which [Reader.Out] leads canonical.
	Canonical bool

	// Apart, set before the first Reader, has each outcome of a handler that chooses be a move, also where several lead to the same.
	Apart bool

	fresh        func(requests []int) *System
	showing      bool // views show variables and messages
	lone         bool // there is one site, a memory that all processes share: so a node is a state, and nothing is remembered of it that a search asks for but once
	tickets      int  // 1 + the largest ticket of a Ticketed protocol, otherwise 1
	budgets      *budgets
	sites        []*siteTable
	space        interner
	handlerCalls atomic.Int64
	asked        *atomic.Uint32 // of a Questioned protocol
}

// interner is the generic rest of a system, behind the numbers.
type interner interface {
	startCount() int
	startName(k int) string
	startWeight(k int) float64
	start(k, site int) uint32
	expand(site int, node uint32, ticket int, once *Expansion) *Expansion
	put(site int, node, batch uint32) uint32
	known(site int, node, batch uint32) bool
	describe(site int, node uint32) Description
	arriving(site int, node uint32) []model.Message
	timersAt(site int, node uint32) []string
	leavesAt(site int, node uint32) bool
	varsAt(site int, node uint32) any
	view(number uint32) *model.View
	kind(site int, node uint32) uint32
	firstKind() (asked, first uint32)
	showing(site int, node uint32) uint32
	classes() []string
	classOf(name string) int
	writable() error
	content(site int, node uint32) ([]byte, error)
	intern(site int, content []byte) (uint32, error)
	meet() bool
	demandsOf(i model.Site) []model.Demand
	sizes() Sizes
	nodes() []int
	mark() Mark
	growths(marks [3]Mark) []Growth
	handler(e *model.Event, node uint32) model.Source
	direct(random *rand.Rand) direct.Sites
	alone() alone
	renamer(group []*permutation.Permutation, products [][]int) renamer
	hasCanon() bool
	canon(state []uint32) []uint32
}

// Expansion is all that can happen at a node, and what it looks like.
type Expansion struct {
	Moves []Move
	View  uint32 // number of the view, see [System.View]; 0 if the protocol is a [Questioned] one and nothing is remembered
	Calm  Calm

	compared atomic.Pointer[Symmetry] // that has compared the expansion with its images
}

// Move is one transition, seen from the node where it happens.
type Move struct {
	Next uint32 // the node afterwards, messages to itself included
	Cost Cost
	*Outcome
}

// Outcome is what a transition does, but for the node's own change. Moves of many nodes share it.
type Outcome struct {
	Event *model.Event
	Sends []Delivery // messages to others, at most one delivery per site
	Class uint32     // index into [System.Classes]
	Heard
	Spoke, Violated uint64 // what [System.Judge] says, where it is asked
}

// Heard is what properties of steps make of an event.
type Heard struct {
	Watched bool // some property wants to hear of it
	Between bool // and judges the step by the states before and after it
	Divided bool // some want no more than [System.Judge] does, and are not asked again; if not, all that is Watched is Between
}

// Hearing says of events that a property wants to hear of that nothing is said by them alone.
func Hearing(hears func(*model.Event) bool) func(*model.Event) Heard {
	return func(e *model.Event) Heard {
		h := hears(e)
		return Heard{Watched: h, Between: h}
	}
}

// Delivery is the messages that one move sends to one site.
type Delivery struct {
	Site  int // index
	Batch uint32
}

// Description is a node in words.
type Description struct {
	Place  string
	Vars   any
	Fields []model.Field
	Used   int // requests made; 0 without a budget
	Down   bool
	Inbox  []model.Message
}

// Sizes counts the components that a system has numbered so far.
type Sizes struct{ Locals, Messages, Nodes, Views, HandlerCalls int }

// Fresh returns the same system with numbers of its own, and nobody who watches, as it was composed: what one search makes
// of it is nothing to another. Only Anew, Most and Calls are kept.
func (s *System) Fresh() *System {
	t := s.fresh(nil)
	t.Anew, t.Most, t.Calls, t.showing = s.Anew, s.Most, s.Calls, s.showing
	return t
}

// Showing returns the same system, whose views also show the variables and messages of a site: [model.View.Shown].
func (s *System) Showing() *System {
	t := s.Fresh()
	t.showing = true
	return t
}

// Start returns the initial node of every site; in the first of several initial states.
func (s *System) Start() []uint32 { return s.start(0) }

func (s *System) start(k int) []uint32 {
	nodes := make([]uint32, len(s.Places))
	for site := range nodes {
		nodes[site] = s.space.start(k, site)
	}
	return nodes
}

// Starts returns all initial states: in each the node of every site.
func (s *System) Starts() (all [][]uint32) {
	for k := range s.space.startCount() {
		all = append(all, s.start(k))
	}
	return all
}

// StartWeights say how likely the initial states are beside each other, in the order of Starts, for whoever begins in one of them at random.
func (s *System) StartWeights() []float64 {
	all := make([]float64, s.space.startCount())
	for k := range all {
		all[k] = s.space.startWeight(k)
	}
	return all
}

// StartNames are the names of the initial states, in the order of Starts. If there is only one, its name is empty.
func (s *System) StartNames() []string {
	all := make([]string, s.space.startCount())
	for k := range all {
		if len(all) > 1 {
			all[k] = s.space.startName(k)
		}
	}
	return all
}

// StartName is the name of an initial state, given the node of every site.
func (s *System) StartName(nodes []uint32) string {
	names := s.StartNames()
	if len(names) == 1 {
		return ""
	}
	return names[slices.IndexFunc(s.Starts(), func(start []uint32) bool { return slices.Equal(start, nodes[:len(start)]) })]
}

// StartBudget is the number of the full budgets.
func (s *System) StartBudget() uint32 { return s.budgets.start }

// Budgets is how many combinations of budgets there are; their numbers are below it.
func (s *System) Budgets() int { return s.budgets.count }

// Budget is what combination b has left.
func (s *System) Budget(b uint32) Budget { return s.budgets.left[b] }

// HasCanon reports that the protocol has canonical forms of its states: it is a [model.Canonical] one. There are none where views show
// variables and messages.
func (s *System) HasCanon() bool { return s.space.hasCanon() && !s.showing }

// HidesCanon reports that the protocol has canonical forms, and [System.HasCanon] is false because views show variables and messages.
func (s *System) HidesCanon() bool { return s.space.hasCanon() && s.showing }

// Own reports that the protocol is one of one's own, whose sites nobody asks for anything: what it is to wait or to be inside is not known.
func (s *System) Own() bool { return s.asked != nil }

// Questioned reports that the protocol is a [Questioned] one, whose properties see kinds of sites.
func (s *System) Questioned() bool { return s.asked != nil && !s.showing }

// Divides reports that what a site shows is all that properties see of it, and that steps lead wherever the site comes: so that [System.Judge] can
// be asked.
func (s *System) Divides() bool { return s.asked == nil && !s.lone && s.Within == nil }

// Lone reports that the only site is a memory that all processes share: a node is a state, of which nothing is remembered but its number.
func (s *System) Lone() bool { return s.lone }

// Pay returns the budgets after a move of cost c in a state that is so calm; false if the move is not possible.
func (s *System) Pay(b uint32, c Cost, calm Calm) (uint32, bool) {
	switch {
	case c == Free, c.Due(calm):
		return b, true
	case c >= WhenQuiet && c < Expiry:
		return b, false
	}
	after := s.budgets.pays[min(c, Expiry)][b]
	if after < 0 && c == OneTicket && s.budgets.open {
		panic(&Full{"tickets", mostTickets})
	}
	return uint32(after), after >= 0
}

// View returns a view by its number.
func (s *System) View(number uint32) *model.View { return s.space.view(number) }

// Classes lists the classes of events seen so far, by their number.
func (s *System) Classes() []string { return s.space.classes() }

// Sizes counts what has been numbered so far.
func (s *System) Sizes() Sizes { return s.space.sizes() }

// Describe tells what a node is.
func (s *System) Describe(site int, node uint32) Description { return s.space.describe(site, node) }

// Timers are those that run at a node, whether they can expire there or not.
func (s *System) Timers(site int, node uint32) []string { return s.space.timersAt(site, node) }

// Inside reports that a site is in its critical section, as what properties see of it says, or because an internal event by which it leaves it is
// possible at its node.
func (s *System) Inside(site int, node uint32, v *model.View) bool {
	return v.InCS || s.space.leavesAt(site, node)
}

// Vars is the variables at a node.
func (s *System) Vars(site int, node uint32) any { return s.space.varsAt(site, node) }

// Label is the event as traces write it; node is where it happens, in which the label is unambiguous.
func (s *System) Label(site int, node uint32, e *model.Event) string {
	if e.Message.Value == nil {
		return e.Label(s.Places, false)
	}
	which, details := *e, false
	which.Message, details = values.Among(s.space.arriving(site, node), e.Message)
	return which.Label(s.Places, details)
}

// siteTable is the remembered moves and nodes of one site. Readers use it without a lock.
type siteTable struct {
	rows  atomic.Pointer[directory]
	nodes *nodeTable
}

// rows is a stretch of the expansions of a site's nodes; nil where not worked out yet.
type rows [rowsSize]atomic.Pointer[Expansion]

const (
	rowsBits = 10
	rowsSize = 1 << rowsBits
)

// directory is the rows of a site.
type directory []*rows

// at is a node's expansion; nil if it is not worked out yet, or the directory is older.
func (d directory) at(row uint32) *Expansion {
	if int(row>>rowsBits) >= len(d) {
		return nil
	}
	return d[row>>rowsBits][row%rowsSize].Load()
}

func (t *siteTable) store(row uint32, x *Expansion) {
	dir := t.rows.Load()
	if need := int(row>>rowsBits) + 1; dir == nil || len(*dir) < need {
		var longer directory
		if dir != nil {
			longer = append(longer, *dir...)
		}
		for len(longer) < need {
			longer = append(longer, new(rows))
		}
		dir = &longer
		t.rows.Store(dir)
	}
	(*dir)[row>>rowsBits][row%rowsSize].Store(x)
}

// Reader is one goroutine's access to a system.
type Reader struct {
	sys   *System
	dirs  []directory
	nodes []nodeReader

	lastPuts []lastPuts // by site; nil before the first put
	forms    []form     // nil before the first canonical form
	once     Expansion
	here     []*Expansion // of the state at which Possible looked last
}

// claim tells that a table is about to take so many bytes.
func (s *System) claim(bytes int64) {
	if s.Claim != nil {
		s.Claim(bytes)
	}
}

// NewReader returns a reader for the calling goroutine.
func (s *System) NewReader() *Reader {
	sites := len(s.Places)
	if sites > model.MaxSites {
		panic(&Full{"sites", model.MaxSites})
	}
	return &Reader{sys: s, dirs: make([]directory, sites), nodes: make([]nodeReader, sites)}
}

// Ticketed reports that requests draw tickets.
func (s *System) Ticketed() bool { return s.tickets > 1 }

// Row numbers what the expansion of a site's node depends on: the node, and the tickets drawn of a Ticketed protocol.
func (s *System) Row(node, budget uint32) uint32 {
	if s.tickets == 1 {
		return node
	}
	return node*uint32(s.tickets) + uint32(s.budgets.left[budget].Tickets)
}

// Expand returns what can happen at a node, given the budgets left (which matter to Ticketed protocols only), and
// remembers it.
func (r *Reader) Expand(site int, node, budget uint32) *Expansion {
	return r.expand(site, node, budget, nil)
}

// ExpandOnce is Expand for who asks but once: nothing is remembered that was not, but for a lone site whose
// moves properties judge, and the result is overwritten by the next call.
func (r *Reader) ExpandOnce(site int, node, budget uint32) *Expansion {
	return r.expand(site, node, budget, &r.once)
}

// Views are what properties see of a state: the node of every site, then the budgets.
func (r *Reader) Views(s []uint32) []*model.View {
	views := make([]*model.View, len(s)-1)
	for k := range views {
		views[k] = r.sys.View(r.Expand(k, s[k], s[len(s)-1]).View)
	}
	return views
}

func (r *Reader) expand(site int, node, budget uint32, once *Expansion) *Expansion {
	row := r.sys.Row(node, budget)
	if x := r.dirs[site].at(row); x != nil {
		return x
	}
	if dir := r.sys.sites[site].rows.Load(); dir != nil && len(*dir) > len(r.dirs[site]) { // somebody else was faster
		r.dirs[site] = *dir
		if x := r.dirs[site].at(row); x != nil {
			return x
		}
	}
	ticket := 0
	if r.sys.tickets > 1 {
		ticket = r.sys.budgets.left[budget].Tickets + 1
	}
	return r.sys.space.expand(site, node, ticket, once)
}

// Demands lists what process i may ask for.
func (s *System) Demands(i model.Site) []model.Demand { return s.space.demandsOf(i) }

// Nodes is how many nodes of each site have been numbered so far.
func (s *System) Nodes() []int { return s.space.nodes() }

// Hash is a number for what the node is, the same in every run whatever numbers its parts have got.
func (d Description) Hash() uint64 {
	h := fnv.New64a()
	fmt.Fprintln(h, d.Place, d.Used, d.Down)
	for _, f := range d.Fields {
		fmt.Fprintln(h, f.Name, f.Value)
	}
	for _, m := range d.Inbox {
		if fmt.Fprintln(h, model.Text(m.Value), m.From, m.Position); m.Age > 0 {
			fmt.Fprintln(h, m.Age)
		}
	}
	return h.Sum64()
}

// Handler is where the handler of an event begins that happens at a node of its site, see [model.Handler]; 0: the node is not known.
func (s *System) Handler(e *model.Event, node uint32) model.Source { return s.space.handler(e, node) }
