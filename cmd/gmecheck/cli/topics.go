package cli

import (
	"fmt"
	"strings"

	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/exit"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/program"
)

// topic is a subject of several commands that help explains. Its text says PROGRAM, CODES and ORDER for the name of the program,
// the table of exit codes, and the order in which they decide.
type topic struct{ name, short, text string }

var topicList = []topic{
	{"exit-codes", "What the exit codes mean", exitCodesText},
	{"properties", "What is judged, and what the verdicts mean", propertiesText},
	{"faults", "Networks, faults and timers", faultsText},
	{"limits", "Searches that are large, or end early", limitsText},
	{"traces", "Trace files, and what opens them", tracesText},
	{"predicates", "The expressions of --where and --invariant", predicatesText},
}

func topicNames() (names []string) {
	for _, topic := range topicList {
		names = append(names, topic.name)
	}
	return names
}

// explain is the text of a topic.
func (t topic) explain(p *program.Program) string {
	var codes strings.Builder
	for _, m := range exit.Meanings {
		fmt.Fprintf(&codes, "  %2d  %s\n", m.Code, m.Text)
	}
	sites, inside, examples := predicates(p.Own())
	return strings.NewReplacer("PROGRAM", p.Name, "CODES\n", codes.String(), "ORDER", exit.Order(), "SITES", sites, "INSIDE", inside, "EXAMPLES", examples).Replace(strings.TrimSpace(t.text))
}

// predicates are the lines about what a paper's processes do, and about the sites of a protocol of one's own.
func predicates(own bool) (sites, inside, examples string) {
	if own {
		return `  P1.In                          a variable of a site
  .down .name                    whether the site is down, its name
`, "", `  P1.In && P2.In
  inflight("ask") > 2
  count(sites, .In) >= 2
`
	}
	return `  P1.state                       a variable of a site, by the paper's name
  .waits .inside .down           what the site is doing
  .tokens .groups .name          the tokens that it holds, the groups that it attends or asks for, its name
`, `  cs, waiting                    the names of the sites that are in their critical sections, that wait
`, `  len(cs) >= 2
  P1.state == "HI" && inflight("request") > 2
  any(sites, .waits && .tokens > 0)
`
}

const exitCodesText = `
The exit code says what was found:

CODES

With several, the first in the order ORDER decides. A limit never hides a violation.
`

const propertiesText = `
Each algorithm has properties with names; PROGRAM list ALGORITHM says what each of them says, and where the paper claims it.
--property A,B judges only these. Some are about single states and steps (invariant, step), some about ends (deadlock), some about
what can still happen (liveness: starved, fair-starvation), and some come to a number (bound, cost), which the paper may limit.

Verdicts:

  holds         the search was complete, and nothing violates the property at this size
  violated      the trace shows how; it is a shortest one, unless the report says that it is not;
                a run without end is a short one
  vacuous       no state or step ever gave the property anything to judge: no proof; within the
                boundary of a protocol of one's own also: what it promises happens nowhere inside
  inconclusive  a limit or an interrupt ended the search before it could decide

An incomplete search says to which depth a property is not violated. What holds at -n 2 says nothing of three processes.
`

const faultsText = `
Without flags, messages may overtake each other, and nothing fails. A fault is possible at every state as long as its budget lasts.

  --net fifo               messages from one site to another keep their order
  --loss L, --duplicate D  the network may lose L messages and duplicate D
  --crash C                sites crash C times
  --timeouts off, patient  timers never expire, or only when no delivery, recovery or exit is possible
  --early E                a budget of expiries that come before that
  --delay 1..2, --cs 1     messages and critical sections take so many ticks, and timers expire by the clock (--timeouts timed, --timer T1=5)
  --timers ordered         patient timers expire in the order of the paper's durations
  --fault-scenario min     the fewest faults, within the budgets, that a violation needs

A patient timer waits for what is possible without changing anything, too, although that is no step: a run may end while it still runs.
A fault that has a budget and never happens shows nothing: the exit code is 15.
`

const limitsText = `
--max-states, --max-depth, --max-time and --max-memory end a search. What is not decided then is inconclusive, and the exit code is 20 if
nothing is violated. The report says to which depth every state was judged, and which variables and inboxes still grew. Ctrl-C does
the same; a second one ends the program at once. Numbers of states may be written as 500K, 2M or 1G.

--max-memory is four fifths of the machine's memory if it is not given. --spill DIR goes on on disk when it is used up; what is asked about
the graph of all states then stays inconclusive. --checkpoint DIR saves a search when it ends early, and every five minutes;
--resume DIR goes on with it. --symmetry auto searches one of the states that differ only in the names of processes and groups.
Where numbers grow with every request, -r inf has an end for some algorithms all the same: see --canonical.
`

const tracesText = `
PROGRAM check ALGORITHM --trace-dir DIR writes each violation into a file: text, with the model, the property, and one step a line.

  request(2, g1)        process 2 asks for group 1
  deliver(m -> i)       message m arrives at site i
  exit(i)               process i leaves its critical section
  timeout(i, T1)        timer T1 of site i expires
  lose(m -> i)          the network loses message m
  duplicate(m -> i)     the network delivers it once more
  crash(i), recover(i)  site i goes down, and comes back
  drop(m -> i)          message m arrives at a site that is down

What opens a file:

  replay FILE                takes the steps again, and says whether they still violate the property
  replay --format html FILE  one page with a diagram; also json, itf and mermaid
  explore --trace FILE       the same run in the browser, to go on from there
  step --trace FILE          the same in the terminal
`

const predicatesText = `
PROGRAM find ALGORITHM --where EXPR looks for the shortest way to a state of which an expression is true; check --invariant EXPR judges one in
every state. Expressions are those of expr (expr-lang.org): && || not == < in + and so on.

  P1, P2, ...                    the sites, by the names that traces show
SITES  .inbox                         messages on their way to it: .kind, .text and .from of each
                                 (.from is 0 in a bag, unless the message says who has sent it)
  sites                          all sites
INSIDE  inflight(), inflight("token")  how many messages are on their way, of these kinds

Examples:

EXAMPLES
A name that is not there is an error with its column and the nearest name.
`
