// Package mean computes averages of a system's runs exactly: with exponential times the graph of all its states is a Markov chain.
//
// A request comes after a mean time to think, an exit after a mean time in the critical section, a message arrives after a mean
// latency; each runs a clock of its own, and the clock that rings first makes the step. Where several steps are open for another reason
// than a clock, each is equally likely: what a request asks for, what a handler chooses.
//
// Two ideas keep the rest simple. A run is looked at by its steps: a state has probabilities of what comes next and a mean stay. So
// states in which something happens at once have a stay of 0, and need not be eliminated. And every question is one of two systems of
// linear equations over these probabilities, solved component by component: how often is each state visited (forwards), what is to be
// expected from each state on (backwards).
package mean
