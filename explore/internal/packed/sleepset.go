package packed

// SleepSet is the sites, by index, whose free moves need not be made in a state, because the states that they lead to are
// found on other ways. These are sleep sets (P. Godefroid, "Using Partial Orders to Improve Automatic Verification
// Methods", CAV 1990), in the form that suits a search by levels: all states are visited, each in its level, and all
// transitions are counted, but of the ways that differ only in the order of independent moves nearly all but one are
// spared.
//
// Free moves a of site i and b of site j commute if a sends nothing to j: b takes the same message, if any, from the
// same variables before and after a; a does so before and after b, whose messages, if they go to i, only come on top;
// and what both send to a third site comes over different channels, or into a bag. So where i leads from s to y by a,
// everything that j can do in y it could do in s. If j's site is below i's, it sleeps in y.
//
// That loses no state. Let x be in level k, and let b, of the site with the largest index of all those that lead to x
// from level k-1, do so from y. If b's site slept in y, then y was found by an a as above, from s in level k-2. So b
// leads from s to some t, in level k-1 at most, and a from t to x, so t is in that level. But a's site has a larger index
// than b's. One way to y is enough for this, whichever is found first.
type SleepSet uint16

// SitesBelow is the sites of smaller index than k, as far as there are bits: others never sleep.
func SitesBelow(k int) SleepSet { return 1<<k - 1 }

// Has reports whether the site with this index sleeps.
func (a SleepSet) Has(site int) bool { return a>>site&1 != 0 }
