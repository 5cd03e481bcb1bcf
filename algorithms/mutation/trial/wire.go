package trial

// Job is what a worker is told, one to a line: to run checks with a mutant switched on, one after another, until one of
// them kills it.
type Job struct {
	Mutant int      // its number in package mutant; 0: the algorithm as it is, and all checks
	Gate   string   // a manifest
	Lines  []string // or models, as gmecheck check takes them; expected is what is found without a mutant
	Checks []Limit
	List   bool // run nothing, only tell what checks there are and how many states they are expected to have
	Views  int  // of models: close their views with so much work, too, and compare what they prove; 0: do not
}

// Limit is one of the checks, by its number, and how far it goes.
type Limit struct {
	Check   int
	Quick   bool    // judge only what needs no whole graph, and end with the first violation
	States  int     // 0: no limit
	Seconds float64 // 0: no limit
}

// Answer is what a worker says, one to a line: of each check, and at last that all is done.
type Answer struct {
	Mutant int
	Done   bool   `json:",omitempty"`
	Error  string `json:",omitempty"` // nothing could be run

	Check      int
	Name       string
	Counts     string // states, transitions, depth, and how often everything happens
	States     int
	Seconds    float64
	Limit      string // why the search is not complete although it should be
	Broken     string // a panic
	Properties []Says

	// With Views.
	Violates      bool // something that shows in few places
	Asked, Proved int  // answers of views, and how many of them are proofs
	Transitions   int
}

// Says is what one property says.
type Says struct {
	Property, Want, Got string
	Kills               bool
	Detail              string   `json:",omitempty"`
	Trace               []string `json:",omitempty"` // if it kills
}

// Decides reports that the mutant is dead.
func (a *Answer) Decides() bool { return a.Kills() != nil || a.Limit != "" || a.Broken != "" }

// Kills is the first property that kills, or nil.
func (a *Answer) Kills() *Says {
	for k := range a.Properties {
		if a.Properties[k].Kills {
			return &a.Properties[k]
		}
	}
	return nil
}
