// Package load runs the handlers of a protocol in simulated time, for its averages: how many messages an entry costs, how long
// a process waits, how many are inside.
//
// A run is a discrete-event simulation ([run]): a queue of what is to happen, by time; messages take a latency, critical
// sections and pauses between requests take their times ([measures.Times]), handlers take none. Nothing is numbered or
// remembered but what is measured, so that there can be any number of sites.
//
// Several runs, each with random numbers of its own, make an estimate ([Run]): what comes before the steady state is
// left out by MSER-5 in each, and the spread between runs gives an interval for every mean. Properties are judged on the way, and the
// first violation of each is told with its trace, as random walks do.
package load
