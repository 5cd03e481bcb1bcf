// Package predicate reads what somebody asks of a state: an expression over the variables of the sites and the messages on
// their way, in the language of github.com/expr-lang/expr.
//
//	P1.state == "HI" && inflight("request") > 2
//	len(cs) >= 2
//	any(sites, .waits && .tokens > 0)
//
// A site has its variables by their names, and what every site has: waits, inside, down, tokens, groups, name, inbox (a list of
// messages with kind, text and from). A variable of the paper hides what has its name. cs and waiting are the names of
// the sites that are in their critical sections, or wait; inflight(kind) is the number of messages of a kind on their
// way, inflight() that of all. A value of a type with a name for each of its values is that name; sets, lists and arrays
// are lists; groups are "g1", "g2".
package predicate
