// Package naimitrehel is the path reversal algorithm of M. Naimi, M. Trehel and A. Arnold, "A log(N) Distributed Mutual
// Exclusion Algorithm Based on Path Reversal", Journal of Parallel and Distributed Computing 34(1), 1996. Names are the
// paper's: father, next.
//
// The fathers are a tree whose root is the last that asked. A request travels along the fathers to the root, and
// everybody on the way makes the requester its father. The root remembers the requester as its next; so the nexts are a
// distributed queue, along which the token goes.
//
// The fathers at the start are a parameter, --tree: the father of each node, 0 for the root, which has the token. Both
// messages name their sender.
//
// Nothing had to be repaired, on either network: what is published and what is repaired coincide.
package naimitrehel
