// Package views proves safety without searching states: view abstraction, with a message on its way as an entity of a view.
//
// An event of a protocol reads the variables of one site and at most one message, and only appends to inboxes. So what can stand
// together in few places follows from what could before. [Of] closes the set of views of one entity, or of two, under all
// events; what no view in it shows, no reachable state shows, with any number of requests. The closures are larger than what can
// be reached: that a view is in one refutes nothing.
//
// Both networks are covered, any loss, and timers that expire at any time.
package views
