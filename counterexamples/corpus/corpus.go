// Package corpus is the stored counterexamples: a trace file for every violation of every published algorithm, in a
// smallest configuration that shows it, and one for every repair: what goes wrong without it.
//
// A third kind shows what remains: a violation of the repaired algorithm that its doc.go explains.
//
// A fourth is of variants that an algorithm has besides these.
//
// A fifth shows that a published algorithm violates a property where messages keep their order, too.
//
// Some violations come so late that no search has got there, or where a search has no end: what is stored was found along one run, and is perhaps
// not the shortest.
//
// The files are <algorithm>/<property>.trace, <algorithm>/repair-<name>.trace,
// <algorithm>/remains-<property>-<when>.trace, <algorithm>/<variant>-<property>.trace, <algorithm>/fifo-<property>.trace and <algorithm>/far-<property>.trace. The test replays them, and with
// -update it searches for them anew, where a search gets there.
package corpus

import (
	"embed"
	"fmt"
	"strings"

	"github.com/gmecheck/gmecheck/counterexamples"
)

//go:embed */*.trace
var files embed.FS

// Refuting are the configurations in which the ledgers of docs/ledger found claims refuted, as ladders take them: not what was found there.
// A test writes and compares the file.
//
//go:embed refuting.txt
var Refuting string

// Entry is one stored trace.
type Entry struct {
	Model    string // the algorithm with its flags, as the file has it
	Property string // that is violated
	Repair   string // whose absence violates it; empty for a violation of the published algorithm
	Remains  string // for a violation of the repaired algorithm: when it occurs, "loss"; otherwise empty
	Depth    int    // the search goes no deeper, because there are infinitely many states, or very many; 0: no limit
	Alone    bool   // of the model only the properties that entries name are judged, because there are very many states
	Far      bool   // no search finds it: the trace was found along one run, and is perhaps not a shortest one
	Ordered  bool   // another entry shows the violation with fewer states, or requests, where messages overtake each other
}

// Algorithm is the name of the algorithm.
func (e Entry) Algorithm() string {
	name, _, _ := strings.Cut(e.Model, " ")
	return name
}

// File is the name of the file, with slashes, from the directory of this package.
func (e Entry) File() string {
	if e.Repair != "" {
		return e.Algorithm() + "/repair-" + e.Repair + ".trace"
	}
	if e.Remains != "" {
		return e.Algorithm() + "/remains-" + e.Property + "-" + e.Remains + ".trace"
	}
	if e.Ordered && e.Far {
		return e.Algorithm() + "/far-" + e.Property + ".trace"
	}
	if e.Ordered {
		return e.Algorithm() + "/fifo-" + e.Property + ".trace"
	}
	if v := e.variant(); v != "published" {
		return e.Algorithm() + "/" + v + "-" + e.Property + ".trace"
	}
	return e.Algorithm() + "/" + e.Property + ".trace"
}

// variant is the one that the model names.
func (e Entry) variant() string {
	words := strings.Fields(e.Model)
	for k, word := range words[:len(words)-1] {
		if word == "--variant" {
			return words[k+1]
		}
	}
	return "published"
}

// Of is the stored traces of an algorithm.
func Of(algorithm string) ([]*counterexamples.Trace, error) {
	var all []*counterexamples.Trace
	for _, e := range Entries {
		if e.Algorithm() != algorithm {
			continue
		}
		t, err := e.Trace()
		if err != nil {
			return nil, err
		}
		all = append(all, t)
	}
	return all, nil
}

// Trace is the stored trace.
func (e Entry) Trace() (*counterexamples.Trace, error) {
	data, err := files.ReadFile(e.File())
	if err != nil {
		return nil, fmt.Errorf("the stored counterexamples: %w", err)
	}
	t, err := counterexamples.Parse(e.File(), data)
	if err != nil {
		return nil, err
	}
	t.Long = e.Far
	return t, nil
}

// Entries are the stored traces, by algorithm; of each the violations first, then the repairs.
var Entries = []Entry{
	{Model: "srt-gme --variant published -n 2 -m 1", Property: "one-token"},
	{Model: "srt-gme --variant published -n 2 -m 1", Property: "type-match"},
	{Model: "srt-gme --variant published -n 2 -m 1", Property: "deadlock"},
	{Model: "srt-gme --variant published -n 2 -m 1", Property: "rs-lemma"},
	{Model: "srt-gme --variant published -n 2 -m 1", Property: "rs-lemma-w"},
	{Model: "srt-gme --variant published -n 2 -m 1", Property: "co-captain"},
	{Model: "srt-gme --variant published -n 2 -m 1", Property: "sync-2T"},
	{Model: "srt-gme --variant published -n 2 -m 1", Property: "starved"},
	{Model: "srt-gme --variant published -n 2 -m 1", Property: "fair-starvation"},
	{Model: "srt-gme --variant published -n 2 -m 1", Property: "co-global"},
	{Model: "srt-gme --variant published -n 2 -m 1", Property: "state-HS"},
	{Model: "srt-gme --variant published -n 2 -m 1", Property: "current-type"},
	{Model: "srt-gme --variant published -n 2 -m 2", Property: "gme"},
	{Model: "srt-gme --variant published -n 2 -m 2", Property: "ghost-R"},
	{Model: "srt-gme --variant published -n 2 -m 2 -r 2", Property: "state-N"},
	{Model: "srt-gme --variant published -n 2 -m 2 -r 2", Property: "rs-size"},
	{Model: "srt-gme --variant published -n 3 -m 1", Property: "spurious"},
	{Model: "srt-gme --variant published -n 3 -m 1", Property: "aging"},
	{Model: "srt-gme --variant published -n 3 -m 1", Property: "switches"},
	{Model: "srt-gme --variant published -n 3 -m 1", Property: "switches-queued"},
	{Model: "srt-gme --variant published -n 3 -m 1", Property: "start-match"},
	{Model: "srt-gme --variant published -n 3 -m 1", Property: "token-stays"},
	{Model: "srt-gme --variant published -n 3 -m 1", Property: "captain"},
	{Model: "srt-gme --variant published -n 3 -m 1", Property: "followers"},
	{Model: "srt-gme --variant published -n 3 -m 1", Property: "messages"},
	{Model: "srt-gme --variant published -n 3 -m 1", Property: "messages-captain"},
	{Model: "srt-gme --variant published -n 3 -m 1", Property: "messages-follower"},
	{Model: "srt-gme --variant published -n 3 -m 2", Property: "queue-dup"},
	{Model: "srt-gme --variant published -n 3 -m 2", Property: "token-kept"},
	{Model: "srt-gme --variant published -n 3 -m 2", Property: "entry-level"},
	{Model: "srt-gme --variant published -n 3 -m 2 -r 2,1,1", Property: "fcfs-join"},
	{Model: "srt-gme --variant published -n 3 -m 2 -r 2,1,1", Property: "sync-delay"},
	{Model: "srt-gme --variant published -n 3 -m 2 -r 2,1,1", Property: "token-size"},
	{Model: "srt-gme --variant published -n 3 -m 4 -r 1,2,2 --workload 1:g1,2:g1+g2,3:g3+g4", Property: "queue-length", Alone: true},
	{Model: "srt-gme --variant published -n 3 -m 2 --priorities 2 -r 2,1,1", Property: "prio-raw"},
	{Model: "srt-gme --variant repaired --without give-away -n 2 -m 2", Property: "gme", Repair: "give-away"},
	{Model: "srt-gme --variant repaired --without type-from-idle -n 2 -m 2", Property: "type-match", Repair: "type-from-idle"},
	{Model: "srt-gme --variant repaired --without three-cases -n 2 -m 2", Property: "deadlock", Repair: "three-cases"},
	{Model: "srt-gme --variant repaired --without state-by-queue -n 2 -m 2", Property: "ghost-R", Repair: "state-by-queue"},
	{Model: "srt-gme --variant repaired --without remember -n 2 -m 2", Property: "deadlock", Repair: "remember"},
	{Model: "srt-gme --variant repaired --without numbered-token -n 3 -m 1", Property: "spurious", Repair: "numbered-token"},
	{Model: "srt-gme --variant repaired --without early-complete -n 3 -m 2 -r 2,1,1", Property: "deadlock", Repair: "early-complete"},
	{Model: "srt-gme --variant repaired --without answer-old -n 3 -m 1 -r 1,2,1", Property: "rs-lemma-w", Repair: "answer-old"},

	{Model: "srt-gme --variant published -n 4 -m 1 --net fifo", Property: "run-starts", Alone: true},
	{Model: "srt-gme --variant published -n 4 -m 1 --net fifo", Property: "run-completes", Alone: true},
	{Model: "drs-gme --variant published -n 4 -m 1 --net fifo", Property: "run-starts", Alone: true},
	{Model: "drs-gme --variant published -n 4 -m 1 --net fifo", Property: "run-completes", Alone: true},
	{Model: "srt-gme --variant published -n 3 -m 2 --priorities 2 -r 2,1,1 --net fifo", Property: "prio-raw", Alone: true, Ordered: true},
	{Model: "srt-gme --variant published -n 3 -m 2 --priorities 2 -r 2,1,1 --net fifo", Property: "fcfs-join", Alone: true, Ordered: true},
	{Model: "drs-gme --variant published -n 2 -m 1", Property: "token-kept"},
	{Model: "drs-gme --variant published -n 2 -m 1", Property: "lemma-3"},
	{Model: "drs-gme --variant published -n 2 -m 1", Property: "concurrent-occupancy"},
	{Model: "drs-gme --variant published -n 2 -m 1", Property: "rs-lemma"},
	{Model: "drs-gme --variant published -n 2 -m 1", Property: "rs-lemma-quiet"},
	{Model: "drs-gme --variant published -n 2 -m 1", Property: "starved"},
	{Model: "drs-gme --variant published -n 2 -m 1", Property: "token-lost"},
	{Model: "drs-gme --variant published -n 2 -m 1", Property: "fair-starvation"},
	{Model: "drs-gme --variant published -n 2 -m 1", Property: "messages"},
	{Model: "drs-gme --variant published -n 2 -m 1", Property: "messages-unaccounted"},
	{Model: "drs-gme --variant published -n 2 -m 1 -r 2,1", Property: "smooth-admission"},
	{Model: "drs-gme --variant published -n 2 -m 1 -r 2", Property: "single-valid-token"},
	{Model: "drs-gme --variant published -n 2 -m 1 -r 2", Property: "single-valid-token-copies"},
	{Model: "drs-gme --variant published -n 2 -m 1 -r 2", Property: "one-holder"},
	{Model: "drs-gme --variant published -n 2 -m 1 -r 2", Property: "type-match"},
	{Model: "drs-gme --variant published -n 2 -m 2 -r 2", Property: "spurious"},
	{Model: "drs-gme --variant published -n 2 -m 2 -r 2", Property: "sync-delay"},
	{Model: "drs-gme --variant published -n 2 -m 2 -r 2,3", Property: "gme"},
	{Model: "drs-gme --variant published -n 2 -m 1 -r 1,2 --loss 1", Property: "queue-length"},
	{Model: "drs-gme --variant published -n 2 -m 2 -r 4", Property: "token-size", Alone: true},
	{Model: "drs-gme --variant published -n 2 -m 1", Property: "rs-known"},
	{Model: "drs-gme --variant published -n 2 -m 1", Property: "waits-queued"},
	{Model: "drs-gme --variant published -n 2 -m 1", Property: "session-number"},
	{Model: "drs-gme --variant published -n 2 -m 1", Property: "run-tokens"},
	{Model: "drs-gme --variant published -n 2 -m 1", Property: "rs-passed"},
	{Model: "drs-gme --variant published -n 2 -m 1 -r 2,1", Property: "rs-empty"},
	{Model: "drs-gme --variant published -n 2 -m 1 -r 1,2", Property: "session-match"},
	{Model: "drs-gme --variant published -n 2 -m 1 -r 1,2", Property: "session-over"},
	{Model: "drs-gme --variant published -n 2 -m 1 -r 1,2", Property: "passes-on"},
	{Model: "drs-gme --variant published -n 2 -m 2 -r 2", Property: "old-requests"},
	{Model: "drs-gme --variant published -n 2 -m 2 -r 2", Property: "queue-served"},
	{Model: "drs-gme --variant published -n 2 -m 2 -r 2", Property: "token-held"},
	{Model: "drs-gme --variant published -n 2 -m 2 -r 2", Property: "rs-heard"},
	{Model: "drs-gme --variant published -n 2 -m 2 -r 2,3", Property: "one-captain"},
	{Model: "drs-gme --variant published -n 2 -m 2 -r 2,3", Property: "rs-emptied"},
	{Model: "drs-gme --variant published -n 2 -m 1 --loss 1", Property: "T2-runs"},
	{Model: "drs-gme --variant published -n 2 -m 1 --loss 1", Property: "gen-token-answered"},
	{Model: "drs-gme --variant published -n 2 -m 1 --loss 1", Property: "regeneration-if"},
	{Model: "drs-gme --variant published -n 2 -m 1 --loss 1", Property: "regeneration-strict"},
	{Model: "drs-gme --variant published -n 2 -m 1 -r 1,2 --loss 1", Property: "lost-complete-cost"},
	{Model: "drs-gme --variant published -n 2 -m 1 --early 1", Property: "late-complete-cost"},
	{Model: "drs-gme --variant published -n 2 -m 1 -r 1,2 --net fifo --loss 1", Property: "accepted-from"},
	{Model: "drs-gme --variant published -n 3 -m 1 -r 2,2,1 --net fifo", Property: "switches", Alone: true},
	{Model: "drs-gme --variant published -n 3 -m 2 --net fifo", Property: "fcfs", Alone: true, Ordered: true},
	{Model: "drs-gme --variant repaired --without new-session -n 2 -m 2", Property: "token-kept", Repair: "new-session"},
	{Model: "drs-gme --variant repaired --without add-requester -n 2 -m 2", Property: "rs-lemma-quiet", Repair: "add-requester"},
	{Model: "drs-gme --variant repaired --without remember -n 2 -m 2", Property: "waits-queued", Repair: "remember"},
	{Model: "drs-gme --variant repaired --without token-sn -n 3 -m 1", Property: "spurious", Repair: "token-sn"},
	{Model: "drs-gme --variant repaired --without request-number -n 2 -m 2 -r 2", Property: "concurrent-occupancy", Repair: "request-number"},
	{Model: "drs-gme --variant repaired --without answer-unheard -n 3 -m 1 -r 1,2,1", Property: "rs-lemma-quiet", Repair: "answer-unheard"},
	{Model: "drs-gme --variant repaired --without treat-as-request -n 2 -m 2 --loss 1", Property: "gme", Repair: "treat-as-request"},
	{Model: "drs-gme --variant repaired --without receipt -n 2 -m 2 --loss 1", Property: "spurious", Repair: "receipt"},
	{Model: "drs-gme --variant repaired --without guard-followers -n 3 -m 2 -r 2,1,1 --workload 1:g2,2:g1,3:g1 --loss 1", Property: "starved", Repair: "guard-followers"},
	{Model: "drs-gme --variant repaired --without keep-asking -n 2 -m 2 -r 1,2 --loss 2", Property: "starved", Repair: "keep-asking"},
	{Model: "drs-gme --variant repaired --without follower-listens -n 3 -m 2 --workload 1:g2,2:g1,3:g2 --early 1", Property: "rs-lemma-quiet", Repair: "follower-listens"},

	{Model: "drs-gme-extended --variant published -n 2 -m 1", Property: "token-kept"},
	{Model: "drs-gme-extended --variant published -n 2 -m 1", Property: "lemma-3"},
	{Model: "drs-gme-extended --variant published -n 2 -m 1", Property: "no-unnecessary-blocking"},
	{Model: "drs-gme-extended --variant published -n 2 -m 1", Property: "rs-lemma"},
	{Model: "drs-gme-extended --variant published -n 2 -m 1", Property: "rs-lemma-quiet"},
	{Model: "drs-gme-extended --variant published -n 2 -m 1", Property: "starved"},
	{Model: "drs-gme-extended --variant published -n 2 -m 1", Property: "token-lost"},
	{Model: "drs-gme-extended --variant published -n 2 -m 1", Property: "fair-starvation"},
	{Model: "drs-gme-extended --variant published -n 2 -m 1", Property: "messages"},
	{Model: "drs-gme-extended --variant published -n 2 -m 1", Property: "messages-unaccounted"},
	{Model: "drs-gme-extended --variant published -n 2 -m 1 -r 2,1", Property: "smooth-admission"},
	{Model: "drs-gme-extended --variant published -n 2 -m 1 -r 2", Property: "single-valid-token"},
	{Model: "drs-gme-extended --variant published -n 2 -m 1 -r 2", Property: "single-valid-token-copies"},
	{Model: "drs-gme-extended --variant published -n 2 -m 1 -r 2", Property: "one-holder"},
	{Model: "drs-gme-extended --variant published -n 2 -m 1 -r 2", Property: "type-match"},
	{Model: "drs-gme-extended --variant published -n 2 -m 2 -r 2", Property: "spurious"},
	{Model: "drs-gme-extended --variant published -n 2 -m 2 -r 2", Property: "sync-delay"},
	{Model: "drs-gme-extended --variant published -n 2 -m 2 -r 2,3", Property: "gme"},
	{Model: "drs-gme-extended --variant published -n 2 -m 1", Property: "rs-known"},
	{Model: "drs-gme-extended --variant published -n 2 -m 1", Property: "waits-queued"},
	{Model: "drs-gme-extended --variant published -n 2 -m 1", Property: "session-number"},
	{Model: "drs-gme-extended --variant published -n 2 -m 1", Property: "run-tokens"},
	{Model: "drs-gme-extended --variant published -n 2 -m 1", Property: "rs-passed"},
	{Model: "drs-gme-extended --variant published -n 2 -m 1 -r 2,1", Property: "rs-empty"},
	{Model: "drs-gme-extended --variant published -n 2 -m 1 -r 1,2", Property: "session-match"},
	{Model: "drs-gme-extended --variant published -n 2 -m 1 -r 1,2", Property: "session-over"},
	{Model: "drs-gme-extended --variant published -n 2 -m 1 -r 1,2", Property: "passes-on"},
	{Model: "drs-gme-extended --variant published -n 2 -m 2 -r 2", Property: "old-requests"},
	{Model: "drs-gme-extended --variant published -n 2 -m 2 -r 2", Property: "queue-served"},
	{Model: "drs-gme-extended --variant published -n 2 -m 2 -r 2", Property: "token-held"},
	{Model: "drs-gme-extended --variant published -n 2 -m 2 -r 2", Property: "rs-heard"},
	{Model: "drs-gme-extended --variant published -n 2 -m 2 -r 2,3", Property: "one-captain"},
	{Model: "drs-gme-extended --variant published -n 2 -m 2 -r 2,3", Property: "rs-emptied"},
	{Model: "drs-gme-extended --variant published -n 2 -m 1 --loss 1", Property: "T2-runs"},
	{Model: "drs-gme-extended --variant published -n 2 -m 1 --loss 1", Property: "gen-token-answered"},
	{Model: "drs-gme-extended --variant published -n 2 -m 1 --loss 1", Property: "regeneration-if"},
	{Model: "drs-gme-extended --variant published -n 2 -m 1 --loss 1", Property: "regeneration-strict"},
	{Model: "drs-gme-extended --variant published -n 2 -m 1 -r 1,2 --loss 1", Property: "lost-complete-cost"},
	{Model: "drs-gme-extended --variant published -n 2 -m 1 --early 1", Property: "late-complete-cost"},
	{Model: "drs-gme-extended --variant published -n 2 -m 1 -r 1,2 --net fifo --loss 1", Property: "accepted-from"},
	{Model: "drs-gme-extended --variant published -n 2 -m 3", Property: "queue-length"},
	{Model: "drs-gme-extended --variant published -n 3 -m 1 -r 2,2,1 --net fifo", Property: "switches", Alone: true},
	{Model: "drs-gme-extended --variant published -n 3 -m 1 -r 2,2,1 --net fifo", Property: "queue-length", Alone: true, Ordered: true},
	{Model: "drs-gme-extended --variant published -n 3 -m 1 -r 2,2,1 --net fifo", Property: "token-held", Alone: true, Ordered: true},
	{Model: "drs-gme-extended --variant repaired --without new-session -n 2 -m 2", Property: "token-kept", Repair: "new-session"},
	{Model: "drs-gme-extended --variant repaired --without add-requester -n 2 -m 2", Property: "rs-lemma-quiet", Repair: "add-requester"},
	{Model: "drs-gme-extended --variant repaired --without remember -n 2 -m 2", Property: "waits-queued", Repair: "remember"},
	{Model: "drs-gme-extended --variant repaired --without token-sn -n 3 -m 1", Property: "spurious", Repair: "token-sn"},
	{Model: "drs-gme-extended --variant repaired --without request-number -n 2 -m 2 -r 2", Property: "no-unnecessary-blocking", Repair: "request-number"},
	{Model: "drs-gme-extended --variant repaired --without answer-unheard -n 3 -m 1 -r 1,2,1", Property: "rs-lemma-quiet", Repair: "answer-unheard"},
	{Model: "drs-gme-extended --variant repaired --without treat-as-request -n 2 -m 2 --loss 1", Property: "gme", Repair: "treat-as-request"},
	{Model: "drs-gme-extended --variant repaired --without receipt -n 2 -m 2 --loss 1", Property: "spurious", Repair: "receipt"},
	{Model: "drs-gme-extended --variant repaired --without guard-followers -n 3 -m 2 -r 2,1,1 --workload 1:g2,2:g1,3:g1 --loss 1", Property: "starved", Repair: "guard-followers"},
	{Model: "drs-gme-extended --variant repaired --without keep-asking -n 2 -m 2 -r 1,2 --loss 2", Property: "starved", Repair: "keep-asking"},
	{Model: "drs-gme-extended --variant repaired --without follower-listens -n 3 -m 2 --workload 1:g2,2:g1,3:g2 --early 1", Property: "rs-lemma-quiet", Repair: "follower-listens"},

	{Model: "k-mutex --variant published -n 4 -r 1,1,0,0", Property: "deadlock"},
	{Model: "k-mutex --variant published -n 4 -r 1,1,0,0", Property: "starved"},
	{Model: "k-mutex --variant published -n 4 -r 1,1,0,0", Property: "fair-starvation"},
	{Model: "k-mutex --variant published -n 4 -r 2,1,0,0", Property: "queue-length"},
	{Model: "k-mutex --variant published -n 4 --tokens 2 -r 1,0,1,1", Property: "k-safety"},
	{Model: "k-mutex --variant published -n 4 --tokens 2 -r 1,0,1,1", Property: "max-concurrency"},
	{Model: "k-mutex --variant published -n 4 -r 1,1,0,0", Property: "no-idle-token"},
	{Model: "k-mutex --variant published -n 4 -r 1,1,0,0", Property: "utilisation"},
	{Model: "k-mutex --variant published -n 4 -r 1,1,0,0", Property: "dequeued"},
	{Model: "k-mutex --variant published -n 4 -r 1,1,0,0", Property: "dequeued-at-exit"},
	{Model: "k-mutex --variant published -n 4 --tokens 2 -r 1,0,1,1", Property: "token-inside"},
	{Model: "k-mutex --variant published -n 4 --tokens 2 -r 1,0,1,1", Property: "takes-all"},
	{Model: "k-mutex --variant published -n 4 --tokens 2 -r 1,0,1,1", Property: "asks-once"},
	{Model: "k-mutex --variant published -n 4 --tokens 2 -r 1,0,1,1", Property: "one-queue"},
	{Model: "k-mutex --variant published -n 4", Property: "divides-all"},
	{Model: "k-mutex --variant published -n 4", Property: "case-3A"},
	{Model: "k-mutex --variant published -n 4", Property: "all-messages"},
	{Model: "k-mutex --variant published -n 4", Property: "all-between"},
	{Model: "k-mutex --variant published -n 4", Property: "all-requests"},
	{Model: "k-mutex --variant published -n 4 --tokens 2 -r 0,0,0,1", Property: "lone-messages"},
	{Model: "k-mutex --variant published -n 4 --tokens 2 -r 0,0,0,1", Property: "lone-entry-messages"},
	{Model: "k-mutex --variant published -n 4 -r 0,inf,inf,0", Property: "bypass"},
	{Model: "k-mutex --variant published -n 4 -r 0,inf,inf,0", Property: "bypass-registered"},
	{Model: "k-mutex --variant published -n 4 -r 0,inf,inf,0", Property: "bypass-queued"},
	{Model: "k-mutex --variant baseline -n 4 -r 0,inf,inf,0", Property: "bypass"},
	{Model: "k-mutex --variant published -n 4 -r 0,inf,inf,0", Property: "grq-served"},
	{Model: "k-mutex --variant repaired --without token-back-first -n 4", Property: "deadlock", Repair: "token-back-first"},
	{Model: "k-mutex --variant repaired --without in-turn -n 4 --tokens 2 -r 2", Property: "k-safety", Repair: "in-turn"},
	{Model: "k-mutex --variant repaired --without ask-once -n 4 --tokens 2 -r 2", Property: "queue-length", Repair: "ask-once"},
	{Model: "k-mutex --variant repaired --without one-answer -n 4 --tokens 3 -r 0,0,2,2", Property: "queue-length", Repair: "one-answer"},
	{Model: "k-mutex --variant repaired --without after-own-group -n 4 -r inf", Property: "fair-starvation", Repair: "after-own-group"},
	{Model: "k-mutex --variant repaired --without forward-both -n 4 --tokens 2 -r inf", Property: "fair-starvation", Repair: "forward-both"},

	{Model: "gbp --variant published -n 1 -m 1", Property: "deadlock"},
	{Model: "gbp --variant published -n 1 -m 1", Property: "starved"},
	{Model: "gbp --variant published -n 1 -m 1", Property: "max-concurrency"},
	{Model: "gbp --variant published -n 1 -m 1", Property: "fair-starvation"},
	{Model: "gbp --variant published -n 1 -m 1", Property: "progress"},
	{Model: "gbp --variant published -n 3 -m 3 --workload 1:g1,2:g2,3:g3 --net fifo --fixed-priorities 3,2,1", Property: "stage-serves"},
	{Model: "gbp --variant published -n 3 -m 3 --workload 1:g1,2:g2,3:g3 --net fifo --fixed-priorities 3,2,1", Property: "entry-messages-unyielding"},
	{Model: "gbp --variant published -n 3 -m 3 --workload 1:g1,2:g2,3:g3 --net fifo --fixed-priorities 3,2,1", Property: "entry-messages-yields"},
	{Model: "gbp --variant published -n 3 -m 3 --priorities 3 --workload 1:g1,2:g2,3:g3 --net fifo", Property: "own-request", Depth: 23},
	{Model: "gbp --variant published -n 4 -m 3 --workload 1:g1,2:g2,3:g3,4:g1 --net fifo --fixed-priorities 3,2,1", Property: "no-preemption", Depth: 26},
	{Model: "gbp --variant published -n 4 -m 3 --workload 1:g1,2:g2,3:g3,4:g1 --net fifo --fixed-priorities 3,2,1", Property: "admission-strict", Depth: 26},
	{Model: "gbp --variant published -n 4 -m 3 --workload 1:g1,2:g2,3:g3,4:g1 --net fifo --fixed-priorities 3,2,1", Property: "inside-locked", Depth: 26},
	{Model: "gbp --variant published -n 3 -m 3 -r 2,1,1 --workload 1:g1,2:g2,3:g3 --net fifo --durations 2 --fixed-priorities 3,2,1", Property: "session-time", Depth: 37, Alone: true},
	{Model: "gbp --variant published -n 3 -m 3 -r 2,1,1 --workload 1:g1,2:g2,3:g3 --net fifo --durations 2 --fixed-priorities 3,2,1", Property: "active-time", Depth: 37, Alone: true},
	{Model: "gbp --variant published -n 4 -m 3 --workload 1:g1,2:g2,3:g3,4:g1 --net fifo --durations 2 --fixed-priorities 3,2,1", Property: "session-covers", Depth: 37, Alone: true},
	{Model: "gbp --variant published -n 2 -m 3 --workload 1:g1,2:g2 --fixed-priorities 1,2,1", Property: "permission"},
	{Model: "gbp --variant published -n 3 -m 3 --workload 1:g1,2:g2,3:g3 --fixed-priorities 3,2,1", Property: "priority-registered", Depth: 35},
	{Model: "gbp --variant published -n 3 -m 3 --workload 1:g1,2:g2,3:g3 --fixed-priorities 3,2,1", Property: "session-serves", Depth: 35},
	{Model: "gbp --variant published -n 3 -m 3 --workload 1:g1,2:g2,3:g3 --fixed-priorities 3,2,1", Property: "group-exclusion", Depth: 35},
	{Model: "gbp --variant published -n 3 -m 3 --workload 1:g1,2:g2,3:g3 --fixed-priorities 3,2,1", Property: "session-ends", Depth: 35},
	{Model: "gbp --variant published -n 3 -m 3 --workload 1:g1,2:g2,3:g3 --fixed-priorities 3,2,1", Property: "locks-granted", Depth: 35},
	{Model: "gbp --variant published -n 3 -m 3 -r 2,1,1 --workload 1:g1,2:g2,3:g3 --fixed-priorities 3,2,1", Property: "gme", Depth: 39},
	{Model: "gbp --variant published -n 4 -m 4 --workload 1:g1,2:g2,3:g3,4:g4 --net fifo --quorums grid --fixed-priorities 3,1,2,4", Property: "group-exclusion", Alone: true, Ordered: true},
	{Model: "gbp --variant published -n 4 -m 4 --workload 1:g1,2:g2,3:g3,4:g4 --net fifo --quorums grid --fixed-priorities 3,1,2,4", Property: "priority-registered", Alone: true, Ordered: true},
	{Model: "gbp --variant published -n 5 -m 4 --workload 1:g1,2:g2,3:g3,4:g4,5:g1 --net fifo --quorums grid --fixed-priorities 3,1,2,4", Property: "gme", Depth: 45, Alone: true, Ordered: true},
	{Model: "gbp --variant published -n 4 -m 3 --workload 1:g1,2:g2,3:g3,4:g1 --net fifo --fixed-priorities 3,2,1", Property: "all-using", Depth: 26},
	{Model: "gbp --variant published -n 5 -m 4 --priorities 4 --workload 1:g1,2:g2,3:g3,4:g4,5:g1 --net fifo", Property: "last-reply", Far: true},
	{Model: "gbp --variant published -n 5 -m 4 --priorities 4 --workload 1:g1,2:g2,3:g3,4:g4,5:g1 --net fifo", Property: "process-messages", Far: true},
	{Model: "gbp --variant published -n 5 -m 4 --priorities 4 -r 1,1,1,1,2 --workload 1:g1,2:g2,3:g3,4:g4,5:g1 --net fifo", Property: "known", Far: true},
	{Model: "gbp --variant published -n 5 -m 4 --priorities 4 -r 1,1,1,1,2 --workload 1:g1,2:g2,3:g3,4:g4,5:g1", Property: "temporary", Far: true},
	{Model: "gbp --variant published -n 5 -m 4 --priorities 4 --workload 1:g1,2:g2,3:g3,4:g4,5:g2 --net fifo", Property: "gme", Far: true, Ordered: true},
	{Model: "gbp --variant repaired --without own-lock -n 1 -m 1", Property: "deadlock", Repair: "own-lock"},
	{Model: "gbp --variant repaired --without ties -n 2 -m 2", Property: "deadlock", Repair: "ties"},
	{Model: "gbp --variant repaired --without own-release -n 2 -m 1", Property: "deadlock", Repair: "own-release"},
	{Model: "gbp --variant repaired --without stage-over -n 2 -m 1", Property: "session-serves", Repair: "stage-over"},
	{Model: "gbp --variant repaired --without waiting-processes -n 1 -m 1 -r 2", Property: "deadlock", Repair: "waiting-processes"},
	{Model: "gbp --variant repaired --without new-own-lock -n 2 -m 1", Property: "deadlock", Repair: "new-own-lock"},
	{Model: "gbp --variant repaired --without new-time -n 2 -m 1 --durations 2", Property: "session-covers", Repair: "new-time"},
	{Model: "gbp --variant repaired --without held-only -n 2 -m 2", Property: "permission", Repair: "held-only"},
	{Model: "gbp --variant repaired --without early-call -n 2 -m 2", Property: "deadlock", Repair: "early-call"},
	{Model: "gbp --variant repaired --without turns -n 2 -m 2 -r inf --workload 1:g1,2:g2 --net fifo", Property: "fair-starvation", Repair: "turns"},

	{Model: "ring-coordinator --variant published -n 2", Property: "ts-order"},

	{Model: "banerjee-chrysanthis --variant published -n 2", Property: "deadlock"},
	{Model: "banerjee-chrysanthis --variant published -n 2", Property: "starved"},
	{Model: "banerjee-chrysanthis --variant published -n 2", Property: "fair-starvation"},
	{Model: "banerjee-chrysanthis --variant published -n 2", Property: "enters-free"},
	{Model: "banerjee-chrysanthis --variant published -n 2", Property: "knows-arbiter"},
	{Model: "banerjee-chrysanthis --variant published -n 2", Property: "request-kept"},
	{Model: "banerjee-chrysanthis --variant published -n 2", Property: "dropped-early"},
	{Model: "banerjee-chrysanthis --variant published -n 2 -r 2", Property: "run-messages"},
	{Model: "banerjee-chrysanthis --variant published -n 2 -r 2", Property: "run-messages-unserved"},
	{Model: "banerjee-chrysanthis --variant published -n 3 -r 2,2,1 --net fifo", Property: "run-messages-unserved", Alone: true, Ordered: true},
	{Model: "banerjee-chrysanthis --variant repaired --without forward-always -n 2 -r 2", Property: "deadlock", Repair: "forward-always"},
	{Model: "banerjee-chrysanthis --variant repaired --without newest-arbiter -n 2 -r 2", Property: "starved", Repair: "newest-arbiter"},
	{Model: "banerjee-chrysanthis --variant repaired --without await-election -n 2", Property: "run-messages", Repair: "await-election"},

	{Model: "fapp --variant published -n 2", Property: "priority-order"},
	{Model: "fapp --variant published -n 3", Property: "priority-order-registered", Depth: 7},
	{Model: "fapp --variant published -n 3", Property: "bounded-lists", Depth: 7},
	{Model: "fapp --variant published -n 3 -r 0,1,1 --net fifo", Property: "run-messages"},
	{Model: "fapp --variant published -n 3 -r 0,1,1 --net fifo", Property: "enters-with-token"},
	{Model: "fapp --variant published -n 4 --net fifo --tree 0,1,1,2 --fixed-priorities 1,1,1,1", Property: "fcfs-equals", Far: true},
	{Model: "fapp --variant repaired --without replace-always -n 3", Property: "bounded-lists", Repair: "replace-always"},
	{Model: "fapp --variant repaired --without no-echo -n 2 -r 1,2", Property: "run-messages", Repair: "no-echo"},
	{Model: "fapp --variant repaired --without stop-by-others -n 4 --net fifo", Property: "deadlock", Repair: "stop-by-others"},

	{Model: "token-ring --variant published -n 3 -m 2", Property: "deadlock"},
	{Model: "token-ring --variant published -n 3 -m 2", Property: "starved"},
	{Model: "token-ring --variant published -n 3 -m 2", Property: "fair-starvation"},
	{Model: "token-ring --variant published -n 3 -m 2", Property: "enters-free"},
	{Model: "token-ring --variant published -n 5 -m 1 --net fifo", Property: "deadlock", Alone: true, Ordered: true},
	{Model: "token-ring --variant repaired --without keep-number -n 3 -m 2", Property: "deadlock", Repair: "keep-number"},

	{Model: "dynamic-priority-ring --variant published -n 2 -m 1", Property: "priority-order-initial"},

	// What remains violated with all repairs.
	{Model: "drs-gme --variant repaired -n 3 -m 2", Property: "rs-lemma", Remains: "faultless"},
	{Model: "drs-gme --variant repaired -n 3 -m 2 --loss 1", Property: "rs-lemma-quiet", Remains: "loss"},
	{Model: "drs-gme --variant repaired -n 3 -m 2 --crash 1", Property: "rs-lemma-quiet", Remains: "crash"},
	{Model: "drs-gme --variant repaired -n 2 -m 2 --loss 1", Property: "single-valid-token", Remains: "loss"},
	{Model: "drs-gme --variant repaired -n 2 -m 2 --crash 1", Property: "single-valid-token", Remains: "crash"},
	{Model: "drs-gme --variant repaired -n 2 -m 2 --early 1", Property: "single-valid-token", Remains: "early"},
	{Model: "drs-gme --variant repaired -n 2 -m 2 --duplicate 1", Property: "single-valid-token", Remains: "duplicate"},
	{Model: "drs-gme --variant repaired -n 2 -m 2 -r 2 --loss 1", Property: "fair-starvation", Remains: "loss"},
	{Model: "drs-gme-extended --variant repaired -n 3 -m 2", Property: "switches", Remains: "faultless"},
	{Model: "srt-gme --variant repaired -n 3 -m 2", Property: "rs-lemma", Remains: "faultless"},
	{Model: "gbp --variant repaired -n 2 -m 2 --priorities 2 -r inf --workload 1:g1,2:g2 --net fifo", Property: "fair-starvation", Remains: "levels"},
	{Model: "gbp --variant repaired -n 2 -m 2 --priorities 2 -r inf --workload 1:g1,2:g2 --net fifo", Property: "bounded-delay", Remains: "levels"},
	{Model: "gbp --variant repaired -n 2 -m 2 --priorities 2 -r inf --workload 1:g1,2:g2 --net fifo", Property: "entry-messages", Remains: "levels"},
	{Model: "gbp --variant repaired -n 2 -m 2 -r inf --workload 1:g1,2:g2 --net fifo", Property: "bypass", Remains: "endless"},
	{Model: "gbp --variant repaired -n 2 -m 2 -r inf --workload 1:g1,2:g2 --net fifo", Property: "bypass-sessions", Remains: "endless"},
	{Model: "gbp --variant fair -n 2 -m 2 -r inf --workload 1:g1,2:g2 --net fifo", Property: "bypass-sessions"},
	{Model: "gbp --variant repaired -n 2 -m 2", Property: "entry-messages-yields", Remains: "yields"},
	{Model: "gbp --variant fair -n 2 -m 3 --quorums tri", Property: "concurrent-entering"},
	{Model: "gbp --variant fair -n 2 -m 2", Property: "entry-messages-unyielding"},
	{Model: "gbp --variant fair -n 2 -m 2", Property: "entry-messages-yields"},
	{Model: "gbp --variant published -n 2 -m 2 --priorities 2", Property: "calls-holder"},
	{Model: "gbp --variant published -n 2 -m 2 --priorities 2", Property: "gives-its-own"},
	{Model: "gbp --variant repaired -n 2 -m 2 --priorities 2", Property: "priority-registered", Remains: "priorities"},
	{Model: "gbp --variant repaired -n 2 -m 1", Property: "concurrent-entering", Remains: "latecomer"},
	{Model: "gbp --variant repaired -n 2 -m 1", Property: "admission-strict", Remains: "latecomer"},
	{Model: "gbp --variant repaired -n 2 -m 2", Property: "entry-messages-unyielding", Remains: "called"},
	{Model: "gbp --variant repaired -n 3 -m 3 --workload 1:g1,2:g2,3:g3 --net fifo --fixed-priorities 3,2,1", Property: "calls-holder", Remains: "ranks"},
	{Model: "gbp --variant repaired -n 2 -m 2 -r inf --workload 1:g1,2:g2 --net fifo --fixed-priorities 1,2", Property: "fair-starvation", Remains: "priorities"},
	{Model: "drs-gme --variant repaired -n 3 -m 2", Property: "fcfs", Remains: "faultless"},
	{Model: "drs-gme --variant repaired -n 4 -m 1 --net fifo", Property: "messages", Remains: "faultless", Alone: true},
	{Model: "drs-gme --variant strict -n 4 -m 1 --net fifo", Property: "messages", Alone: true},
	{Model: "drs-gme-extended --variant repaired -n 4 -m 1 --net fifo", Property: "messages", Remains: "faultless", Alone: true},
	{Model: "drs-gme-extended --variant published -n 2 -m 2 -r 3 --net fifo", Property: "fcfs", Alone: true},
	{Model: "drs-gme-extended --variant published -n 2 -m 1 -r 0,1 --net fifo", Property: "max-concurrency"},
	{Model: "drs-gme --variant published -n 2 -m 1 -r 0,1 --net fifo", Property: "max-concurrency"},
	{Model: "srt-gme --variant published -n 3 -m 2 --workload 1:g1,2:g2,3:g2 --net fifo", Property: "max-concurrency"},
	{Model: "drs-gme-extended --variant repaired -n 4 -m 2 --workload 1:g1,2:g2,3:g1,4:g2 --net fifo", Property: "fcfs", Remains: "faultless", Alone: true},
	{Model: "drs-gme --variant published -n 3 -m 2 -r 2,2,1 --workload 1:g1,2:g2,3:g2 --net fifo --loss 1", Property: "bypass", Alone: true},
	{Model: "drs-gme --variant published -n 3 -m 2 -r 2,2,1 --workload 1:g1,2:g2,3:g2 --net fifo --loss 1", Property: "bypass-registered", Alone: true},
	{Model: "drs-gme --variant published -n 3 -m 2 -r 2,2,1 --workload 1:g1,2:g2,3:g2 --net fifo --loss 1", Property: "bypass-sessions", Alone: true},
	{Model: "drs-gme --variant published -n 4 -m 1 -r 1,1,1,2 --net fifo --timeouts off", Property: "queue-length", Ordered: true, Depth: 16, Alone: true},
	{Model: "drs-gme --variant published -n 3 -m 2 -r 1,2,2 --workload 1:g1,3:g2 --net fifo", Property: "fcfs-session", Alone: true},
	{Model: "drs-gme-extended --variant published -n 3 -m 2 -r 1,2,2 --workload 1:g1,3:g2 --net fifo", Property: "fcfs-session", Alone: true},
	{Model: "drs-gme --variant repaired -n 3 -m 1 --net fifo --loss 1", Property: "regeneration-after", Remains: "loss", Alone: true},
	{Model: "drs-gme --variant repaired -n 3 -m 1 --net fifo --crash 1", Property: "regeneration-after", Remains: "crash", Alone: true},
	{Model: "drs-gme --variant published -n 3 -m 2 -r 1,2,3 --net fifo", Property: "queue-served", Alone: true, Ordered: true},
	{Model: "srt-gme --variant repaired -n 3 -m 2 --priorities 2 --net fifo", Property: "new-last", Remains: "faultless", Alone: true},
	{Model: "drs-gme-extended --variant repaired -n 2 -m 3", Property: "queue-length", Remains: "faultless", Alone: true},
	{Model: "drs-gme-extended --variant repaired -n 3 -m 2 -r 2,2,1 --net fifo", Property: "switches", Remains: "fifo", Alone: true},
	{Model: "drs-gme --variant repaired -n 3 -m 1 -r 2,2,1 --net fifo --loss 1", Property: "regeneration-since", Remains: "loss", Alone: true},
	{Model: "drs-gme --variant strict -n 3 -m 1 -r 2,1,1 --net fifo --crash 1", Property: "regeneration-since", Alone: true},
	{Model: "drs-gme --variant repaired -n 3 -m 2 -r 2,1,1 --net fifo", Property: "next-asked", Remains: "fifo", Alone: true},
	{Model: "drs-gme --variant strict -n 3 -m 2 -r 2,1,1 --net fifo", Property: "next-asked", Alone: true},
	{Model: "srt-gme --variant published -n 3 -m 2 -r 2,2,1 --net fifo", Property: "token-size", Alone: true, Ordered: true},
	{Model: "gbp --variant fair -n 3 -m 3 --priorities 2 --net fifo", Property: "calls-holder", Alone: true, Ordered: true},
	{Model: "srt-gme --variant published -n 3 -m 1 -r 1,1,2 --net fifo", Property: "sync-delay-follower", Alone: true},
	{Model: "k-mutex --variant published -n 9 --tokens 2 -r 0,0,0,1,1,1,0,0,0", Property: "distributes", Alone: true},
	{Model: "k-mutex --variant baseline -n 9 --tokens 2 -r 0,0,0,2,2,1,0,0,0", Property: "distributes", Alone: true},
	{Model: "drs-gme --variant repaired -n 3 -m 2 --timeouts timed --delay 0..1 --cs 0..1 --timer T2=inf", Property: "no-vain-expiry", Remains: "times", Depth: 22, Alone: true},
	{Model: "drs-gme --variant strict -n 3 -m 2 --timeouts timed --delay 0..1 --cs 0..1 --timer T2=inf", Property: "no-vain-expiry", Depth: 22, Alone: true},
	{Model: "srt-gme --variant repaired -n 3 -m 1", Property: "messages", Remains: "faultless"},
	{Model: "srt-gme --variant repaired -n 4 -m 1 --net fifo", Property: "messages", Remains: "fifo", Alone: true},
	{Model: "srt-gme --variant repaired -n 3 -m 2", Property: "switches", Remains: "faultless"},
	{Model: "srt-gme --variant repaired -n 3 -m 2 --priorities 3 -r 2,1,1 --workload 1:g1,2:g1,3:g2 --net fifo", Property: "switches-queued", Remains: "levels", Alone: true},
	{Model: "srt-gme --variant repaired -n 3 -m 2", Property: "entry-level", Remains: "faultless"},
	{Model: "srt-gme --variant repaired -n 3 -m 2", Property: "aging", Remains: "faultless"},
	{Model: "srt-gme --variant repaired -n 2 -m 2 -r 2", Property: "rs-size", Remains: "faultless"},
	{Model: "srt-gme --variant repaired -n 3 -m 3 --priorities 2 -r 2,1,1 --workload 1:g1,2:g2,3:g3", Property: "prio-raw", Remains: "faultless"},
	{Model: "srt-gme --variant repaired -n 4 -m 2 --workload 1:g2,2:g2,3:g1,4:g1 --net fifo", Property: "fcfs-join", Remains: "faultless"},
	{Model: "k-mutex --variant repaired -n 4", Property: "all-messages", Remains: "everybody"},
	{Model: "k-mutex --variant repaired -n 4 --tokens 2 -r 0,0,0,1", Property: "lone-messages", Remains: "share"},
	{Model: "k-mutex --variant repaired -n 4 --tokens 2 -r 0,0,1,1", Property: "utilisation", Remains: "share"},
	{Model: "k-mutex --variant repaired -n 4", Property: "one-queue", Remains: "grc"},
	{Model: "k-mutex --variant repaired -n 4 --tokens 2 -r inf", Property: "bypass-registered", Remains: "under-way"},
	{Model: "gbp --variant repaired -n 2 -m 2", Property: "messages", Remains: "yields"},
	{Model: "fapp --variant repaired -n 3 -r 2 --net fifo --fixed-priorities 1,1,1", Property: "fcfs-equals", Remains: "stale"},
	{Model: "fapp --variant repaired -n 4 --net fifo --tree 0,1,1,2 --fixed-priorities 1,1,1,1", Property: "fcfs-equals", Remains: "replaced"},

	// What the gates know, and no other entry shows: of variants that algorithms have besides, and of what remains.
	{Model: "drs-gme --variant published -n 3 -m 2", Property: "fcfs"},
	{Model: "gbp --variant fair -n 2 -m 2", Property: "messages"},
	{Model: "gbp --variant fair -n 2 -m 2 --priorities 2", Property: "priority-registered"},
	{Model: "gbp --variant fair -n 2 -m 2 --priorities 2 -r 2,1", Property: "calls-holder", Alone: true},
	{Model: "k-mutex --variant baseline -n 4 --tokens 2", Property: "forwards-at-once"},
	{Model: "k-mutex --variant baseline -n 4 --tokens 2 -r 2", Property: "k-safety"},
	{Model: "k-mutex --variant baseline -n 4 --tokens 2 -r 2", Property: "max-concurrency"},
	{Model: "k-mutex --variant baseline -n 4 --tokens 2 -r 2", Property: "queue-length"},
	{Model: "k-mutex --variant baseline -n 9 --tokens 3 -r 0,0,0,1,1,0,1,1,0", Property: "equal-shares"},
	{Model: "k-mutex --variant baseline -n 4 --tokens 2 -r 2", Property: "token-inside"},
	{Model: "k-mutex --variant baseline -n 9 --tokens 4 -r 0,1,1,1,1,0,1,0,0", Property: "case-2B"},
	{Model: "k-mutex --variant baseline -n 9 --tokens 4 -r 0,1,1,1,1,0,1,0,0", Property: "case-3B"},
	{Model: "k-mutex --variant bundled -n 4 --tokens 2", Property: "held-inside"},
	{Model: "k-mutex --variant bundled -n 4 --tokens 2", Property: "utilisation"},
	{Model: "k-mutex --variant bundled -n 4 --tokens 2 -r inf", Property: "bypass-registered"},
	{Model: "k-mutex --variant bundled -n 4 -r inf", Property: "bypass"},
	{Model: "k-mutex --variant bundled -n 9 --tokens 3 -r 0,1,0,1,1,1,0,0,0", Property: "shorter-queues", Alone: true},
	{Model: "k-mutex --variant repaired -n 4 -r inf", Property: "bypass", Remains: "endless"},
}
