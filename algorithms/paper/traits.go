package paper

// Traits is what the survey's tables compare of algorithms: how it classes them, by the definitions of its section 3, and
// what their papers say of their costs, in the papers' letters. The empty string: nothing that could be read.
type Traits struct {
	Structure string // the logical configuration in which the nodes are arranged; empty: non-structural
	Dynamic   bool   // nodes keep information about the state of the system
	LowLoad   string // messages for each entry at a low load
	HighLoad  string // messages for each entry at a high load
	Delay     string // synchronization delay, in message times T
}

// Class is the survey's word for whether nodes keep information about the state of the system.
func (t Traits) Class() string {
	if t.Dynamic {
		return "dynamic"
	}
	return "static"
}
