// Package counterexamples is the runs that prove a verdict: walking a system by hand ([Run]), the trace file
// ([Trace]), replaying it ([Replay]), and showing it as text ([Render]), [JSON], [ITF] or a [Mermaid] diagram.
//
// A trace names its steps by their labels, not by numbers of the search, so that it can be read, mailed, edited by hand
// and replayed against another version of the model.
package counterexamples
