// Package canonical lays states beside their canonical forms, see [model.Canonical]: before a search, to find out whether the forms
// are right; after it, to make real runs of runs of forms.
//
// What is compared is a branching bisimulation (R. J. van Glabbeek, W. P. Weijland, "Branching time and abstraction in bisimulation
// semantics", 1996) in which the deliveries of messages that a form leaves out are silent. There are finitely many such messages, and
// no such delivery sends any, so runs do not diverge. Where it relates every state of a system to its form, properties and questions
// are answered by the forms as by the states. It imports packed, session, stategraph, trace, verdicts, the kinds of question, and
// model.
package canonical
