// Package run runs the handlers of a protocol on a network: those that were checked, unchanged.
//
// A [Node] is one site, usually one process. It runs handlers on its variables, one event after another, sends their messages to
// the other nodes, and lets clients into the critical section:
//
//	sys, err := Lock(3).System() // or algorithms.Find("raymond"), New(config)
//	node, err := run.Start(sys, run.Options{Site: 2, Peers: []string{"a:7000", "b:7000", "c:7000"}, Dir: "/var/lib/lock"})
//	entry, err := node.Acquire(ctx, run.Want{Who: "client-7"})
//	...
//	err = node.Release(ctx, entry)
//
// # What a model assumes
//
// A model says what can happen to messages and sites; properties were proved of that. [Start] refuses what would allow more:
//
//	[TCP]   nothing is lost or duplicated, and messages between two sites keep their order: fine for every model. Messages are
//	        numbered, acknowledged, and sent again over the next connection.
//	[UDP]   for models in which any message can be lost and duplicated, and overtake others.
//
// With [Options.Dir] everything that others may know of is on disk before they hear of it: variables, messages sent and
// not acknowledged, messages received and not delivered. Where the model has no crash, a process that is killed and started again goes on as
// if nothing had happened: for the protocol it was slow. Where it has crashes, that is a crash and a recovery: of the
// variables it keeps what the model's crash leaves. Without Dir the other sites refuse one that comes back.
//
// The budgets of the model, such as two crashes in a run, bound a search and not the world: beyond them nothing was proved.
//
// # Logs
//
// [Options.Log] writes every event of the site, with the variables after it, as a line of JSON. Those of all sites, one file after another, are what
// the verb conform decides of whether it is a run of the model.
package run
