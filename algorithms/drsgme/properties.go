package drsgme

import (
	"fmt"
	"slices"
	"strings"

	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
)

// properties lists what the paper claims; some of it is claimed of runs without faults only.
func properties(c model.Config, extended bool) []invariants.Property {
	all := []invariants.Property{
		invariants.GME.From("section V, Safety"),
		invariants.NoDeadlock.From("section V, Starvation Freedom"),
		starved(), tokenLost(c),
		singleValidToken, singleValidTokenCopies, oneHolder,
		typeMatch, invariants.Spurious.From("section IV"), invariants.Environment,
		invariants.ServedFirst[model.Site]("in token.queue", nil).From("section IV: the front of token.queue"),
		sessionMatch, oneCaptain,
		rsLemma, rsLemmaQuiet, rsEmpty, rsKnown, queueLength,
	}
	if c.Faultless() {
		all = append(all, tokenKept, lemma3, waitsQueued, sessionOver, oldRequests)
		if extended {
			all = append(all, noUnnecessaryBlocking, smoothAdmissionExtended)
		} else {
			all = append(all, concurrentOccupancy, smoothAdmission)
		}
	}
	all = append(all, bounds(c, extended)...)
	for k, r := range rulesOf(c, extended) {
		all = append(all, r.property(k))
	}
	return all
}

// rulesOf lists what the paper says of single steps.
func rulesOf(c model.Config, extended bool) []rule {
	all := slices.Concat(eventRules, soundRules, setRules)
	if extended {
		all = append(all, servedLeave)
	}
	if c.Timeouts != model.Off && !c.Faultless() {
		all = append(slices.Concat(all, timerRules, recoveryRules), genTokenHandled)
	}
	return all
}

func lookOf(v *model.View) look { return v.More.(look) }

func isIn(s state) func(*model.View) bool {
	return func(v *model.View) bool { return lookOf(v).state == s }
}

// starved does not count as service that a process without a request comes to be inside.
func starved() invariants.Property {
	p := invariants.Starved.From("section V, Starvation Freedom")
	p.Goal = func(vs invariants.Views) uint64 {
		return vs.Mask(func(v *model.View) bool { return v.InCS && !v.Groups.Empty() })
	}
	return p
}

// tokenLost is about regeneration. Under faults it has something to say only where no valid token is left: a run in which
// no token was ever lost does not pass for a test of it. Without faults it says of every state that the token is safe.
func tokenLost(c model.Config) invariants.Property {
	present := func(vs invariants.Views) uint64 {
		if vs.Tokens() >= 1 {
			return 1
		}
		return 0
	}
	pending := func(invariants.Views) uint64 { return 1 }
	if !c.Faultless() {
		pending = func(vs invariants.Views) uint64 { return 1 &^ present(vs) }
	}
	return invariants.Property{
		Name: "token-lost", Kind: invariants.Liveness, Source: "section V, Lemma 1",
		Doc:     "from every state, a state with a holder, or with a valid token in flight, can be reached",
		Pending: pending, Goal: present,
		Vain: func(invariants.Views, uint64) string { return "no valid token, and none can come back" },
	}
}

var singleValidToken = invariants.Property{
	Name: "single-valid-token", Kind: invariants.Invariant, Source: "section V, Lemma 1",
	Doc: "holders and valid tokens in flight are at most one; a token is valid if its session is newer than the " +
		"receiver's",
	State:  func(vs invariants.Views) invariants.Opinion { return invariants.That(vs.Tokens() <= 1) },
	Detail: tokens,
}

var singleValidTokenCopies = invariants.Property{
	Name: "single-valid-token-copies", Kind: invariants.Invariant, Source: "section V, Lemma 1",
	Doc: "holders and valid tokens in flight are at most one; tokens of one session to one process count once",
	State: func(vs invariants.Views) invariants.Opinion {
		valid := 0
		for _, v := range vs {
			valid += v.Holds + lookOf(v).copies
		}
		return invariants.That(valid <= 1)
	},
	Detail: tokens,
}

var oneHolder = invariants.Property{
	Name: "one-holder", Kind: invariants.Invariant, Source: "section V, Lemma 1",
	Doc: "at most one process is in state EC, HS or HI",
	State: func(vs invariants.Views) invariants.Opinion {
		holders := vs.Count(func(v *model.View) bool { return v.Holds > 0 })
		return invariants.If(holders > 0, holders == 1)
	},
	Detail: tokens,
}

var tokenKept = invariants.Property{
	Name: "token-kept", Kind: invariants.Invariant, Source: "section V",
	Doc:    "without faults there is a holder, or a valid token in flight",
	State:  func(vs invariants.Views) invariants.Opinion { return invariants.That(vs.Tokens() >= 1) },
	Detail: tokens,
}

// typeMatch is invariant (2). It lacks a word on a follower whose captain holds no token any more.
var typeMatch = invariants.Property{
	Name: "type-match", Kind: invariants.Invariant, Source: "section V, invariant (2)",
	Doc: "a captain and its followers attend the session of its token, and ask for no other group any more",
	State: func(vs invariants.Views) invariants.Opinion {
		judged := false
		for _, v := range vs {
			if !v.InCS || v.Groups.Empty() {
				continue
			}
			captain := lookOf(v)
			if captain.state == EF {
				if captain.captain == 0 {
					continue
				}
				captain = lookOf(vs[captain.captain-1])
				if captain.state != EC && captain.state != HS {
					continue
				}
			}
			if judged = true; v.Groups != model.SetOf(captain.typ) {
				return invariants.Violated
			}
		}
		return invariants.If(judged, true)
	},
	Detail: func(vs invariants.Views) string {
		return each(vs, func(v *model.View) string {
			switch x := lookOf(v); {
			case x.state == EC:
				return fmt.Sprintf("is captain of a session of %s, asked for %s", x.typ, want(v.Groups))
			case x.state == EF:
				return fmt.Sprintf("is a follower of P%d, asked for %s", x.captain, want(v.Groups))
			case x.state == HS:
				return fmt.Sprintf("is captain of a session of %s", x.typ)
			}
			return ""
		})
	},
}

var rsLemma = invariants.Property{
	Name: "rs-lemma", Kind: invariants.Invariant, Source: "section V, Lemma 2",
	Doc:    "of any two processes, one is in the request set of the other",
	State:  func(vs invariants.Views) invariants.Opinion { return invariants.If(len(vs) > 1, requestSets(vs)) },
	Detail: sets,
}

var rsLemmaQuiet = invariants.Property{
	Name: "rs-lemma-quiet", Kind: invariants.Invariant, Source: "section V, Lemma 2",
	Doc: "where no request, token or gen_token is in flight: of any two processes, one is in the request set of the other",
	State: func(vs invariants.Views) invariants.Opinion {
		asking := vs.Any(func(v *model.View) bool { return lookOf(v).inbox.has(requests | valid | invalid | genTokens) })
		return invariants.If(len(vs) > 1 && !asking, requestSets(vs))
	},
	Detail: sets,
}

func requestSets(vs invariants.Views) bool {
	for i := range vs {
		for j := range vs[:i] {
			if !lookOf(vs[i]).RS.Has(model.Site(j+1)) && !lookOf(vs[j]).RS.Has(model.Site(i+1)) {
				return false
			}
		}
	}
	return true
}

// lemma3 is judged where no message is in flight: deliveries end, and at their end all requests have arrived.
var lemma3 = invariants.Property{
	Name: "lemma-3", Kind: invariants.Invariant, Source: "section V, Lemma 3",
	Doc: "when nothing is in flight, some holder of the token has heard of the request of every process that waits",
	State: func(vs invariants.Views) invariants.Opinion {
		return whoeverWaits(vs, func(i model.Site, v *model.View) bool {
			return vs.Any(func(h *model.View) bool { return h.Holds > 0 && lookOf(h).heard.At(i) >= lookOf(v).sn })
		})
	},
	Detail: waitingAndHolding,
}

// waitsQueued is what parts 1 and 2 of the proof of starvation freedom come to.
var waitsQueued = invariants.Property{
	Name: "waits-queued", Kind: invariants.Invariant, Source: "section V, parts 1 and 2 of the proof of starvation freedom",
	Doc: "when nothing is in flight, every waiting process is in a holder's queue",
	State: func(vs invariants.Views) invariants.Opinion {
		var queued model.Sites
		for _, v := range vs {
			queued = queued.Union(lookOf(v).queued)
		}
		return whoeverWaits(vs, func(i model.Site, _ *model.View) bool { return queued.Has(i) })
	},
	Detail: waitingAndHolding,
}

func waitingAndHolding(vs invariants.Views) string {
	return each(vs, func(v *model.View) string {
		switch {
		case v.Waits:
			return "waits"
		case v.Holds > 0:
			return fmt.Sprintf("holds the token with %s queued", lookOf(v).queued)
		}
		return ""
	}) + ", and nothing is in flight"
}

// rsEmpty is what the proof of Lemma 3 takes for granted.
var rsEmpty = invariants.Property{
	Name: "rs-empty", Kind: invariants.Invariant, Source: "section V, proof of Lemma 3",
	Doc:    "the request set of a process that holds the token is empty",
	BySite: true,
	State: func(vs invariants.Views) invariants.Opinion {
		opinion := invariants.Silent
		for _, v := range vs {
			if v.Holds > 0 {
				opinion = max(opinion, invariants.That(lookOf(v).RS.Empty()))
			}
		}
		return opinion
	},
	Detail: sets,
}

// rsKnown is why the proof of Lemma 2 may delete entries.
var rsKnown = invariants.Property{
	Name: "rs-known", Kind: invariants.Stepwise, Source: "section V, proof of Lemma 2",
	Doc:   "at the time that a process receives the token and empties its request set, it is in the request set of all others",
	Hears: func(e *model.Event) bool { return invariants.Delivering[token](e) && e.Entries > 0 },
	Step: func(s invariants.Step) invariants.Opinion {
		for k, v := range s.Before {
			if i := s.Event.Site; model.Site(k+1) != i && !lookOf(v).RS.Has(i) {
				return invariants.Violated
			}
		}
		return invariants.Fine
	},
}

var queueLength = invariants.Property{
	Name: "queue-length", Kind: invariants.Invariant, Source: "section VI, forum switch complexity",
	Doc:    "token.queue, of a valid token that is held or on its way, has at most min(n, m) entries",
	BySite: true,
	State: func(vs invariants.Views) invariants.Opinion {
		tokens := vs.Count(func(v *model.View) bool { return v.Holds+v.Coming > 0 })
		long := vs.Any(func(v *model.View) bool { return lookOf(v).long })
		return invariants.If(tokens > 0, !long)
	},
	Detail: func(vs invariants.Views) string {
		return each(vs, func(v *model.View) string {
			if lookOf(v).long {
				return "has, or gets, a token whose queue has more than min(n, m) entries"
			}
			return ""
		})
	},
}

func tokens(vs invariants.Views) string {
	return each(vs, func(v *model.View) string {
		var parts []string
		if v.Holds > 0 {
			parts = append(parts, "is "+lookOf(v).state.String())
		}
		if v.Coming > 0 {
			parts = append(parts, fmt.Sprintf("has %d valid tokens on the way", v.Coming))
		}
		return strings.Join(parts, " and ")
	})
}

func sets(vs invariants.Views) string {
	return each(vs, func(v *model.View) string { return "has RS = " + lookOf(v).RS.String() })
}

func wishes(vs invariants.Views) string {
	return each(vs, func(v *model.View) string {
		switch {
		case v.Groups.Empty():
			return ""
		case v.InCS:
			return "attends " + want(v.Groups).String()
		}
		return "waits for " + want(v.Groups).String()
	}) + ", and nothing is in flight"
}

// each says of every process what say says of it, if anything.
func each(vs invariants.Views, say func(*model.View) string) string {
	var all []string
	for i, v := range vs {
		if text := say(v); text != "" {
			all = append(all, fmt.Sprintf("P%d %s", i+1, text))
		}
	}
	return strings.Join(all, ", ")
}
