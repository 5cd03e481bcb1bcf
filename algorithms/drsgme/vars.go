package drsgme

import "github.com/gmecheck/gmecheck/model"

// state is what a process does.
type state uint8

// The six states of section III.
const (
	N  state = iota // not requesting
	R               // requesting
	EC              // executing in CS as captain
	EF              // executing in CS as follower
	HS              // captain, but not in CS
	HI              // holding the token because no request is pending
)

func (s state) String() string { return [...]string{"N", "R", "EC", "EF", "HS", "HI"}[s] }

// holder is holds_valid_token(i) of section V.
func (s state) holder() bool { return s == EC || s == HS || s == HI }

// inCS is in_CS(i) of section V.
func (s state) inCS() bool { return s == EC || s == EF }

// vars are the local variables of P_i.
type vars struct {
	state    state
	req      want               // what the outstanding request or running CS is for, the paper's X; empty without one
	captain  model.Site         // who let us in; 0 is NULL
	SN       model.PerSite[int] // SN[j]: the highest request number heard of j
	RS       model.Sites        // request set: who may hold the token
	follower model.Sites        // let in by us, and not yet complete
	token    token              // while we hold it
	oldToken token              // the copy for regeneration
	TGI      bool               // token regeneration initiated
	T1, T2   bool               // running timers: T1 for a token or request, T2 for a start or complete

	asked   model.PerSite[want] // asked[j]: what SN[j] asked for, until we hold the token (repair remember)
	started model.PerSite[int]  // started[j]: the request for which follower j was let in (repair request-number)
}
