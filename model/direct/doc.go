// Package direct runs the handlers of a protocol on the variables of its sites, one event after another: nothing is numbered,
// compared or remembered, so that there can be any number of sites, events and values.
//
// It knows neither time nor a network. Who uses it decides what happens next, hears what that has done, and carries the
// messages: a simulation, for instance. Handlers are called once; that they are pure is what a search finds out.
package direct
