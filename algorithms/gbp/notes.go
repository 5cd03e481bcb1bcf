package gbp

import "github.com/gmecheck/gmecheck/model"

// What the handlers note for the rules of figures 5 and 6, beside each [invariants.Decision] on whom a lock is granted.
type (
	// stage: G_k becomes Active, with the priority that it has chosen.
	stage struct {
		k      model.Group
		priori int
	}
	// session: G_k enters CS for the processes in LP, for the time gtpo, of which so much has elapsed.
	session struct {
		k            model.Group
		LP           model.List[linked]
		gtpo, tpouse int
	}
	// latecomer: P_i asks a group in CS for the time tpodur.
	latecomer struct {
		Pi                   model.Site
		tpodur, gtpo, tpouse int
	}
	// prolonged: G_k counts its session's time anew, for such a latecomer.
	prolonged struct {
		k       model.Group
		tpodur  int
		was, is group
	}
	// departed: a process that has been let in until due has left.
	departed struct{ due, gtpo, before, tpouse int }
	// asked: G_l asks for a lock for which those in LG have asked already.
	asked struct {
		lock
		LG model.List[lock]
	}
	// called: a lock is called back from a group in this state, which has it or not.
	called struct {
		state state
		had   bool
	}
)
