// Package waiting waits for protocols of one's own whose functions may not return: a loop without end, a lock that nobody gives back. It imports packed,
// session, trace, transitions, the kinds of question, and model.
package waiting
