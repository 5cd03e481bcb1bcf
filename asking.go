package gmecheck

import (
	"sync"
	"sync/atomic"
	"unsafe"

	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/system"
)

// asking is what the properties of a model have asked for of its sites so far. Most ask for little, such as the number of sites
// inside: then few kinds of sites are different to them, and few combinations of kinds have to be judged.
type asking struct {
	count atomic.Uint32         // how often something was asked for that was new
	known atomic.Pointer[known] // as it was when something new was asked for last
	mu    sync.Mutex            // of whoever asks for something new
	of    *core                 // what there is to ask for
}

// known is what has been asked for.
type known struct {
	number    uint32
	functions []function // of the variables of a site
	vars      bool       // the variables themselves
	counts    bool       // how often events with a budget have happened
	inboxes   bool
}

// ask is what a property asks for besides functions.
type ask struct{ vars, counts, inboxes bool }

// function is one that a property asks of the variables of sites.
type function struct {
	of any // the author's; while it is here no other can take its place
	is func(vars any) bool
}

// mostFunctions is how many functions are told apart. A function that captures variables and is made anew in every call of a
// property is a new one each time; of these there soon are more, and then all of the variables count.
const mostFunctions = 32

func newAsking(of *core) *asking {
	a := &asking{of: of}
	a.known.Store(&known{})
	return a
}

// note notes what is asked, if it is new.
func (a *asking) note(q ask) {
	if a.known.Load().has(q) {
		return
	}
	a.add(func(k *known) (anew bool) {
		anew = !k.has(q)
		k.vars, k.counts, k.inboxes = k.vars || q.vars, k.counts || q.counts, k.inboxes || q.inboxes
		return anew
	})
}

// noteFunction notes that a function is asked, if it is new.
func noteFunction[V comparable](a *asking, f func(V) bool) {
	if knows(a.known.Load(), f) {
		return
	}
	a.add(func(k *known) bool {
		if knows(k, f) {
			return false
		}
		k.functions = append(k.functions[:len(k.functions):len(k.functions)], function{f, func(vars any) bool { return f(as[V](vars)) }})
		k.vars = len(k.functions) > mostFunctions
		return true
	})
}

// add makes known what is new, unless somebody else has meanwhile.
func (a *asking) add(change func(k *known) (anew bool)) {
	a.mu.Lock()
	defer a.mu.Unlock()
	k := *a.known.Load()
	if !change(&k) {
		return
	}
	if k.number++; k.vars {
		k.functions = nil
	}
	a.known.Store(&k)
	a.count.Store(k.number) // last: whoever sees it sees what it counts
}

// has reports that this has been asked for.
func (k *known) has(q ask) bool {
	return (k.vars || !q.vars) && (k.counts || !q.counts) && (k.inboxes || !q.inboxes)
}

// knows reports that a function has been asked, or that what it says follows from what has been.
func knows[V comparable](k *known, f func(V) bool) bool {
	if k.vars {
		return true
	}
	for _, g := range k.functions {
		if g, is := g.of.(func(V) bool); is && same(f, g) {
			return true
		}
	}
	return false
}

// same reports that two functions are one: the same code, with the same captured variables. Those that are remembered stay where
// they are, so that no other can take their place.
func same[V comparable](f, g func(V) bool) bool {
	return *(*unsafe.Pointer)(unsafe.Pointer(&f)) == *(*unsafe.Pointer)(unsafe.Pointer(&g))
}

// answers are those to all that has been asked.
type answers struct {
	number      uint32 // of what had been asked
	true, panic uint32 // of the functions, by bit
	counts      string
}

// answers of a site.
func (a *asking) answers(l local) system.Answers {
	k := a.known.Load()
	all := answers{number: k.number}
	if k.counts {
		all.counts = l.used
	}
	for n, f := range k.functions {
		is, panics := try(f.is, l.vars)
		if again, _ := try(f.is, l.vars); again != is {
			panic(model.PropertyBroken(model.Unnamed, "a function given to World", model.Mistake{Problem: "does not always answer the same", In: f.of}))
		}
		if is {
			all.true |= 1 << n
		}
		if panics {
			all.panic |= 1 << n
		}
	}
	return system.Answers{All: all, Vars: k.vars, Counts: k.counts, Inboxes: k.inboxes}
}

// try asks a function of the variables of a site of which nobody may have asked it yet: that it panics there means nothing until
// somebody does.
func try(f func(vars any) bool, vars any) (is, panics bool) {
	defer func() { panics = recover() != nil }()
	return f(vars), false
}
