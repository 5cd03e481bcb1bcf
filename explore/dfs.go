package explore

import (
	"math/bits"
	"slices"
	"time"

	"gmecheck/model"
)

// depthFirst searches along one path as far as it goes. Traces are paths of the search, not shortest ones.
func (e *search[S]) depthFirst(first state) (*Result, error) {
	type frame struct {
		at    state
		via   pathStep
		moves []successor
		next  int
	}
	w := e.workers[0]
	expansions := make([]*model.Expansion, len(w.nodes))
	result := &Result{Coverage: map[string]int{}, Workers: 1}
	var stack []frame
	limit, paths := "", map[int]path{}
	enter := func(s state, via pathStep) {
		p := e.pack(s)
		if !e.store.add(&p, 0) {
			return
		}
		result.States++
		e.stored.Add(1)
		stack = append(stack, frame{at: s, via: via})
	}
	note := func(violated uint64, last state, step *pathStep) {
		for ; violated != 0; violated &= violated - 1 {
			p := bits.TrailingZeros64(violated)
			if _, known := paths[p]; known {
				continue
			}
			path := path{last: last}
			for _, f := range stack[1:] {
				path.steps = append(path.steps, f.via)
			}
			if step != nil {
				path.steps = append(path.steps, *step)
			}
			paths[p] = path
		}
	}
	enter(first, pathStep{})
	var broken error
	func() {
		defer func() {
			switch r := recover().(type) {
			case nil:
			case noRoom:
				limit = e.reason(haltMemory)
			case *model.Broken:
				out := &Broken{Broken: r}
				for _, f := range stack[1:] {
					out.Trace = append(out.Trace, e.sys.Label(f.via.site, f.via.from[f.via.site], f.via.move.Event))
				}
				broken = out
			default:
				panic(r)
			}
		}()
		for len(stack) > 0 {
			f := &stack[len(stack)-1]
			result.Depth = max(result.Depth, len(stack)-1)
			if f.moves == nil {
				if h := e.halt.Load(); h != haltNone {
					limit = e.reason(h)
					return
				}
				sites := len(w.nodes)
				for k := range w.nodes {
					expansions[k] = w.reader.Expand(k, f.at[k], f.at[sites])
				}
				if w.opinions != nil {
					m := w.opinions.state(w.opinions.viewsOf(expansions))
					e.spoke |= m.spoke
					note(m.violated, f.at, nil)
				}
				f.moves = append(make([]successor, 0, 1), expand(e.sys, w.reader, f.at)...)
				result.Transitions += len(f.moves)
				if len(f.moves) == 0 && w.opinions != nil {
					spoke, violated := e.options.Judge.End(w.opinions.of(w.opinions.viewsOf(expansions)))
					e.spoke |= spoke
					note(violated, f.at, nil)
				}
				for _, t := range f.moves {
					result.Coverage[e.sys.Classes()[t.move.Class]]++
					result.Early = result.Early || t.move.Cost == model.Expiry && t.to[sites] != f.at[sites]
					for k := range t.to[:sites] {
						if uint64(t.to[k]) >= e.layout.fields[k].limit() {
							limit = "node numbers do not fit a depth-first search's states; use --search bfs"
							return
						}
					}
					if t.move.Watched {
						before := slices.Clone(w.opinions.of(w.opinions.viewsOf(expansions)))
						after := make([]*model.Expansion, sites)
						for k := range after {
							after[k] = w.reader.Expand(k, t.to[k], t.to[sites])
						}
						spoke, violated := e.options.Judge.Step(before, t.move.Event, w.opinions.of(w.opinions.viewsOf(after)))
						e.spoke |= spoke
						note(violated, t.to, &pathStep{f.at, t.site, t.move})
					}
				}
				if e.options.StopAtFirst && len(paths) > 0 {
					limit = "stop-at-first"
					return
				}
				if e.options.MaxStates > 0 && result.States > e.options.MaxStates {
					limit = e.reason(haltStates)
					return
				}
			}
			if f.next == len(f.moves) || e.options.MaxDepth > 0 && len(stack) > e.options.MaxDepth {
				if f.next < len(f.moves) {
					limit = "max-depth (depth first)"
				}
				stack = stack[:len(stack)-1]
				continue
			}
			t := f.moves[f.next]
			f.next++
			enter(t.to, pathStep{f.at, t.site, t.move})
		}
	}()
	if broken != nil {
		return nil, broken
	}
	for _, name := range e.sys.Classes() {
		result.Coverage[name] += 0 // possible, though it never changed anything
	}
	e.observe(e)
	for _, class := range e.sys.Classes() {
		result.Coverage[class] += 0 // known from a node, but never possible in a state
	}
	result.Complete, result.Limit, result.Spoke = limit == "", limit, e.spoke&^judged
	for p, path := range paths {
		result.Violations = append(result.Violations, e.violation(p, path))
	}
	slices.SortFunc(result.Violations, func(a, b Violation) int { return a.Property - b.Property })
	result.Elapsed, result.PeakBytes = time.Since(e.start), e.peakBytes()
	result.BytesPerState = float64(result.PeakBytes) / float64(max(1, result.States))
	result.Sizes = e.sys.Sizes()
	return result, nil
}
