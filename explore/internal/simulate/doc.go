// Package simulate walks at random through a system's states. Walk k is the same for every number of walks and workers.
//
// It imports packed, membudget, session, verdicts, trace, the kinds of question, and model.
package simulate
