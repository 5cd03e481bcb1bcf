package kmutex

import (
	"fmt"
	"math"

	"github.com/gmecheck/gmecheck/algorithms/paper"
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/invariants/question"
	"github.com/gmecheck/gmecheck/model"
)

// Loads of section IV at which its times are decided in every order of events: K tokens, the GRC, which asks, too, and NORMAL nodes of other groups.
const (
	oneAsks  = "-n 4 --tokens 2 --requesters 1,4"     // N = [1]
	twoAsk1  = "-n 9 --tokens 2 --requesters 1,5,6"   // N = [2]
	doubling = "-n 9 --tokens 3 --requesters 1,5,8,9" // N = [1 2]
	unasked  = "the GRC does not wait for the requests of all groups, as no line of the code has it wait"
)

// executed is section IV as [experiments] has it, but in every order in which events of the same time can happen.
func executed() []paper.Claim {
	claim := func(source, text string, f Formula, variants []string, loads ...string) paper.Claim {
		return paper.Claim{
			Source: source, Property: "load-time", At: exact(loads), First: exact(loads)[:1], Variants: variants, Reading: unasked,
			Fixed:  []string{"processes", "tokens", "requests", "net"},
			Figure: paper.Figure{Form: paper.Exactly, Formula: f.ticks(text)},
			Text:   "all that ask have left, and the tokens are back at the GRC, in time",
		}
	}
	original := []string{Baseline}
	return []paper.Claim{
		claim("section IV, case 1, Time", "3M + N/S (M+E) + M", Case1[0], proposed, oneAsks, twoAsk1),
		claim("section IV, case 1, Chaudhuri and Edward, Time", "3M + N (M+E) + M", Case1[1], original, oneAsks, twoAsk1),
		claim("section IV, case 2, Time", "4M + G_f", Case2[0], proposed, doubling),
		claim("section IV, case 2, Chaudhuri and Edward, Time", "3M + N_Max (M+E) + M", Case2[1], original, doubling),
		{
			Source: "section III.D, best case", Property: "waiting-time", At: exact([]string{"--requesters 1"}), Variants: every,
			Fixed:  []string{"requests"}, // a lone request; published, the GRC's entries have no end
			Figure: paper.Number(paper.Exactly, 0),
			Text:   "it can enter with zero delay, in time",
		},
	}
}

// exact are loads in which every message takes one or two ticks, and every critical section.
func exact(loads []string) (all []string) {
	for _, load := range loads {
		for _, M := range []int{1, 2} {
			for _, E := range []int{1, 2} {
				all = append(all, fmt.Sprintf("%s --delay %d --cs %d", load, M, E))
			}
		}
	}
	return all
}

// ticks is the formula's time at a configuration's load.
func (f Formula) ticks(text string) paper.Formula {
	return paper.Formula{Text: text, Of: func(c model.Config) int {
		t := f.Time(loadOf(c))
		return int(math.Floor(t.M*float64(c.Times.Delay.Hi) + t.E*float64(c.Times.CS.Hi)))
	}}
}

// loadOf is the load of a configuration.
func loadOf(c model.Config) Load {
	p, l, asking := newProtocol(c), Load{K: c.Tokens}, map[int]int{}
	for i := range model.Site(c.Processes) {
		switch g := p.group(i + 1); {
		case c.Requests[i] == 0:
		case i+1 == theGRC:
			l.Own = true
		default:
			asking[g]++
		}
	}
	for g := range p.m {
		if asking[g] > 0 {
			l.N = append(l.N, asking[g])
		}
	}
	return l
}

// firstAsked is where the request of a process goes first, whose collector may be the process itself.
func (p *protocol) firstAsked(i model.Site) model.Site {
	if i == p.collector(i) {
		return theGRC
	}
	return p.collector(i)
}

// loadTime measures the ticks from the last request to the end of a run in which all that ask do so before a message has arrived.
func (p *protocol) loadTime() invariants.Property {
	return invariants.Property{
		Name: "load-time", Kind: invariants.Cost, Source: "section IV, Time",
		Doc: "ticks from the last request, where all ask before any of their messages has arrived, until nothing more happens: all have left, and the " +
			"tokens are back at the GRC",
		Gauge: &invariants.Gauge{
			Lanes: 1, Again: true,
			Within: func(invariants.Views) uint64 { return 1 },
			Armed: func(vs invariants.Views) uint64 {
				left := 0
				for i, v := range vs {
					site := model.Site(i + 1)
					switch {
					case p.c.Requests[i] == 0 || site == theGRC && v.InCS || v.Waits && of(vs, p.firstAsked(site)).asking.Has(site):
					case !v.Waits:
						left++
					default:
						return 0
					}
				}
				if left == 1 {
					return 1
				}
				return 0
			},
			Last: func(vs invariants.Views) uint64 { // of a run that ends while somebody waits there is no such time
				if vs.Any(func(v *model.View) bool { return v.Waits }) || of(vs, theGRC).inHand < p.k {
					return 0
				}
				return 1
			},
			Weigh: func(e *model.Event, _, _ *model.View) (t question.EdgeWeight) {
				switch e.Kind {
				case model.RequestEvent:
					t.Begins = 1
				case model.TickEvent:
					t.Weights = []int{1}
				}
				return t
			},
		},
	}
}
