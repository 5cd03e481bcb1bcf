// Package raymond is the tree algorithm of K. Raymond, "A Tree-Based Algorithm for Distributed Mutual Exclusion", ACM
// Transactions on Computer Systems 7(1), 1989. Names are the paper's: HOLDER, ASKED, REQUEST_Q (Q), PRIVILEGE (Token).
//
// The nodes are a tree without a root, and each knows its neighbours only: the one in whose direction the token is, and
// a queue of those that want it. A node that wants the token, for itself or for a neighbour, asks in that direction,
// once; the token comes along the same edges, and turns them round.
//
// The tree is a parameter, --tree: the parent of each node, 0 for the node that holds the token at the start. USING is
// the phase cs. Every event ends with ASSIGN_PRIVILEGE and MAKE_REQUEST, in this order. Both messages name their
// sender.
//
// Nothing had to be repaired, on either network: what is published and what is repaired coincide.
package raymond
