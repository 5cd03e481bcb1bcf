package invariants

import "github.com/gmecheck/gmecheck/model"

// Decision is the note that a protocol leaves in the step that picks the one to be served next, by [model.Outbox.Note]. T
// is what the rule has to know of a candidate: its site, or the site with its time stamp or its priority.
type Decision[T comparable] struct {
	Chosen T
	Among  model.List[T] // all that are queued, the chosen one included, as the queue stood
}

// Arrival is the note that a protocol leaves in the step that puts somebody into a queue that is kept in order of arrival.
type Arrival[T comparable] struct {
	Joins T
	Queue model.List[T] // afterwards
}

// ServedFirst says of every [Decision] that nobody in the queue comes before the chosen one; rule is the order in words:
// "by time stamp". before reports whether a is to be served before b; it may ask the views of the step, so that it rests
// on what the environment has demanded and not on what the protocol has made of it. Nil: in the order of the queue.
//
// A step with but one candidate decides nothing. So the property is vacuous where nobody ever competes.
func ServedFirst[T comparable](rule string, before func(s Step, a, b T) bool) Property {
	return Property{
		Name: "served-first", Kind: Stepwise,
		Doc:   "the one picked to be served next is the first " + rule + " among those queued",
		Hears: Noting[Decision[T]],
		Step: EachNote(func(s Step, d Decision[T]) Opinion {
			chosen := d.Among.Index(func(x T) bool { return x == d.Chosen })
			if chosen < 0 {
				return Violated
			}
			earlier := chosen
			if before != nil {
				earlier = d.Among.Where(func(x T) bool { return before(s, x, d.Chosen) }).Len()
			}
			return If(d.Among.Len() > 1, earlier == 0)
		}),
	}
}

// JoinsLast says of every [Arrival] that the one that joins stands behind all that were queued before. With it,
// [ServedFirst] in the order of the queue is first come, first served.
func JoinsLast[T comparable]() Property {
	return Property{
		Name: "joins-last", Kind: Stepwise,
		Doc:   "the one that joins a queue stands behind all that are in it",
		Hears: Noting[Arrival[T]],
		Step: EachNote(func(_ Step, a Arrival[T]) Opinion {
			last := a.Queue.Len() - 1
			if last < 0 || a.Queue.At(last) != a.Joins {
				return Violated
			}
			return If(last > 0, true)
		}),
	}
}
