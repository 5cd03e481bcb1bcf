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
type asking[V comparable] struct {
	count atomic.Uint32            // how often something was asked for that was new
	known atomic.Pointer[known[V]] // as it was when something new was asked for last
	mu    sync.Mutex               // of whoever asks for something new
	of    *Model[V]                // what there is to ask for
}

// known is what has been asked for.
type known[V comparable] struct {
	number    uint32
	functions []func(V) bool // of the variables of a site
	vars      bool           // the variables themselves
	counts    bool           // how often events with a budget have happened
	inboxes   bool
}

// ask is what a property asks for.
type ask[V comparable] struct {
	of                    func(V) bool
	vars, counts, inboxes bool
}

// mostFunctions is how many functions are told apart. A function that captures variables and is made anew in every call of a
// property is a new one each time; of these there soon are more, and then all of the variables count.
const mostFunctions = 32

func newAsking[V comparable](of *Model[V]) *asking[V] {
	a := &asking[V]{of: of}
	a.known.Store(&known[V]{})
	return a
}

// note notes what is asked, if it is new.
func (a *asking[V]) note(q ask[V]) {
	if a.known.Load().has(q) {
		return
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.known.Load().has(q) {
		return
	}
	k := *a.known.Load()
	k.number++
	k.vars, k.counts, k.inboxes = k.vars || q.vars, k.counts || q.counts, k.inboxes || q.inboxes
	if q.of != nil {
		k.functions = append(k.functions[:len(k.functions):len(k.functions)], q.of)
		k.vars = k.vars || len(k.functions) > mostFunctions
	}
	if k.vars {
		k.functions = nil
	}
	a.known.Store(&k)
	a.count.Store(k.number) // last: whoever sees it sees what it counts
}

// has reports that this has been asked for, or follows from what has.
func (k *known[V]) has(q ask[V]) bool {
	if q.vars && !k.vars || q.counts && !k.counts || q.inboxes && !k.inboxes {
		return false
	}
	if q.of == nil || k.vars {
		return true
	}
	for _, f := range k.functions {
		if same(f, q.of) {
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
func (a *asking[V]) answers(l local[V]) system.Answers {
	k := a.known.Load()
	all := answers{number: k.number}
	if k.counts {
		all.counts = l.used
	}
	for n, f := range k.functions {
		is, panics := try(f, l.vars)
		if again, _ := try(f, l.vars); again != is {
			panic(model.PropertyBroken(model.Unnamed, "a function given to World", model.Mistake{Problem: "does not always answer the same", In: f}))
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
func try[V comparable](f func(V) bool, v V) (is, panics bool) {
	defer func() { panics = recover() != nil }()
	return f(v), false
}
