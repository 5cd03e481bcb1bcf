package invariants

import "github.com/gmecheck/gmecheck/model"

// EntersFree says that whoever asks while nobody is inside (of the resource that it asks for) need not wait for anybody's exit or
// request: it gets in, or another does. A state without a transition in which it waits violates that, too.
var EntersFree = Property{
	Name: "enters-free", Kind: Liveness,
	Doc:     "while nobody is inside (of the resource), whoever waits gets in, or another does, even if nobody exits and nobody else asks",
	Pending: func(vs Views) uint64 { return vs.Mask(func(v *model.View) bool { return v.Waits && !vs.used(v) }) },
	Goal: func(vs Views) uint64 {
		return vs.Mask(func(v *model.View) bool { return v.InCS || v.Waits && vs.used(v) })
	},
	Along: func(e *model.Event) bool { return e.Kind != model.ExitEvent && e.Kind != model.RequestEvent },
	Vain:  Each("waits, while nobody is inside"),
	Deaf:  true,
}

// used reports that somebody is inside, of a resource for which v asks where there are several.
func (vs Views) used(v *model.View) bool {
	return vs.Any(func(w *model.View) bool {
		return w.InCS && (v.Groups.Empty() || w.Groups.Empty() || !v.Groups.Intersect(w.Groups).Empty())
	})
}
