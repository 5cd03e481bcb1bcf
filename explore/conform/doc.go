// Package conform decides whether the log of a real run is a run of a model.
//
// A log says of each process which events happened there, in their order; between processes there is no order. [Read] reads
// one, [Decide] looks for an order of all its events in which they are a run of a system, and [Judge] asks properties
// about that run and about other orders of the same events. docs/conform.md describes the format, and what a verdict means.
package conform
