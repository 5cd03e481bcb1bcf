package kmutex

import "github.com/gmecheck/gmecheck/model"

// Bundled is the variant in which a share of tokens is one message, as section IV counts it. The code of the appendix
// counts a token for each message. All else is repaired. A collector then has tokens in hand more often, and enters its
// own number in the LRQ only if it has none: nothing removes it there otherwise, and the queue would exceed the group.
const Bundled = "bundled"

func (p *protocol) bundled() bool { return p.c.Variant == Bundled }

// dealRequests is "pushes their N requested groups nodes in S token queues" (section IV): the token that came last, and
// as many of the others in hand as there are requests in front of the first MARKER, share these requests.
func (n node) dealRequests() {
	requests, inHand := n.takeRequests(), n.tokens.Slice()
	s := min(max(requests.Len(), 1), len(inHand))
	n.tokens = model.ListOf(inHand[:len(inHand)-s]...)
	for x, list := range n.deal(requests, s) {
		n.pass(token{list, inHand[len(inHand)-1-x]})
	}
}

// idle takes away the tokens that an LRC has in hand, to be returned with another one. They have no queues: a token that is
// sent to several LRCs is all that each of them gets.
func (n node) idle() (more int) {
	if n.p.bundled() {
		more = n.tokens.Len()
		n.tokens = model.List[queue]{}
	}
	return more // all but bundled: each token travels alone
}
