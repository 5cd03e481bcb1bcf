// Package model is what the author of a protocol sees: the interface [Protocol] with the optional ones beside it, the
// [Outbox] of an event, types for variables and messages, and the [Config] of a model.
//
// A protocol is a set of handlers. Each handler reads and writes the variables of one site and appends messages to
// an [Outbox]; it is a pure function of those variables and the event. Package system adds what every paper leaves to
// its reader: the network, the budgets, crashes and timers. What properties judge is here, too: the [View] of a site,
// and the [Event] of a step.
package model
