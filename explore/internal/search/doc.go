// Package search is the search itself: breadth first by levels with any number of workers, or depth first with one.
//
// Levels are searched one after another: each worker takes states of the level, judges them, and emits their successors in batches
// to the visited set; what is new there is the next level. All states are visited, each in its level; of the paths to them, many
// that differ only in the order of independent steps are skipped ([packed.SleepSet]). A level that does not fit its layout is
// searched again in a larger one, and a level in which a limit is met counts as not searched, so that the answer is the same for
// any number of workers.
//
// It imports packed, session, visited, transitions, verdicts, frontier, external, reduction, trace, the kinds of
// question, and model.
package search
