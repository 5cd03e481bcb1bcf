package diagram

// Diagram is a run.
type Diagram struct {
	Title    string // one sentence; empty: the picture has none
	Lanes    []string
	Steps    []Step // step k at index k-1
	Messages []Message
	Spans    []Span
	Loop     int    // steps before those that repeat for ever; -1: the run ends
	Named    string // what the picture in a page is, for who does not see it
	Wrong    string // what a step is that has a reason to be wrong; empty: that with which the property is violated
}

// Step is one transition.
type Step struct {
	Label string
	Lane  int
	Fault bool   // of the network or of a site, not of the protocol: a loss, a crash, ...
	Tick  bool   // time passes, at all sites
	Wrong string // why the run violates its property with this step; empty: it does not
}

// Fate says what becomes of a message.
type Fate string

// The fates.
const (
	Delivered Fate = "delivered"
	Lost      Fate = "lost"
	Missed    Fate = "missed" // it arrives at a site that is down
	Flying    Fate = "flying" // it is still in flight at the end
)

// Message is a message on its way.
type Message struct {
	Name, Text string // Name is Text up to its fields
	From, To   int    // lanes
	Sent       int    // the step that sends it; of a copy, the step that duplicates it
	Arrives    int    // the step that takes it out of the network; that after the last one if none does
	Fate       Fate
	Copy       bool // the network has made it
}

// Kind says what is so at a site during a span.
type Kind string

// The kinds of spans.
const (
	Inside  Kind = "inside"  // in its critical section
	Waiting Kind = "waiting" // has asked, and is not inside yet
	Holding Kind = "holding" // has a token
	Down    Kind = "down"
	Timer   Kind = "timer" // a timer runs
)

// Span is a time during which something is so at one site: from the state after step From to that before step To.
type Span struct {
	Kind     Kind
	Lane     int
	From, To int
	Text     string // the group, or the timer's name; may be empty
	Color    int    // 1 to [Colors]: equal groups have equal colors
}

// Colors is the number of colors of groups. More groups share them; their names tell them apart.
const Colors = 8

// Spans collects spans step by step. The zero value is ready for the start.
type Spans struct {
	All  []Span
	open []Span
}

// See notes which spans are open at a time. Times must ascend. From and To of what is given do not matter.
func (s *Spans) See(time int, now []Span) {
	var still []Span
	for _, o := range s.open {
		if at := index(now, o); at >= 0 {
			still = append(still, o)
			now = append(now[:at:at], now[at+1:]...)
			continue
		}
		o.To = time
		s.All = append(s.All, o)
	}
	for _, n := range now {
		n.From = time
		still = append(still, n)
	}
	s.open = still
}

func index(all []Span, x Span) int {
	for k, y := range all {
		if y.Kind == x.Kind && y.Lane == x.Lane && y.Text == x.Text && y.Color == x.Color {
			return k
		}
	}
	return -1
}
