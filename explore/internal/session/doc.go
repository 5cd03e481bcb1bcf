// Package session is what the parts of one run share: the system, the settings, the limit of memory, the reason to stop, and how
// far the run is. Whatever takes long looks at [Session.Halted] now and then, and whoever meets a limit calls [Session.Halt]: the
// first reason stays until the run proceeds.
//
// It imports membudget, the kinds of question, and model.
package session
