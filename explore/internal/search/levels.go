package search

import (
	"github.com/gmecheck/gmecheck/explore/internal/packed"
	"github.com/gmecheck/gmecheck/explore/internal/reduction"
	"github.com/gmecheck/gmecheck/explore/internal/session"
	"github.com/gmecheck/gmecheck/explore/internal/trace"
	"github.com/gmecheck/gmecheck/explore/internal/visited"
)

// Traces is what finds traces through the levels.
func (e *Sized[S]) Traces() trace.Finder {
	return &trace.Levels[S]{
		Sys: e.Sys, Layout: &e.Layout, Budget: &e.Memory, Judge: e.Judge, Depth: e.search.Level, Width: e.TraceWidth,
		EachAt: e.eachAt, EachImage: e.eachImage, Share: e.share, Real: e.search.Real,
	}
}

// share lets the workers do something for every shard; each begins by calling begin and ends with done. It is an error, too,
// if states could not be read from disk.
func (e *Sized[S]) share(begin func() (do func(shard int), done func())) error {
	err := e.Share(visited.Shards, begin)
	if err == nil && e.search.Disk != nil {
		err = e.search.Disk.Err()
	}
	if err == nil && e.search.Source != nil {
		err = e.Failure(session.Files)
	}
	return err
}

// eachAt yields the states of a level that are in a shard, with the images of those that represent others. Images that do not
// fit are those of states that have not been expanded, because the search was halted.
func (e *Sized[S]) eachAt(shard, level int, yield func(*S)) {
	if e.Symmetry == nil {
		e.frontier.EachAt(shard, level, yield)
		return
	}
	e.eachImage(shard, level, func(image packed.Vector) {
		if e.Layout.Fits(image) {
			p := e.pack(image)
			yield(&p)
		}
	})
}

// eachImage is eachAt with all images, unpacked.
func (e *Sized[S]) eachImage(shard, level int, yield func(packed.Vector)) {
	e.frontier.EachAt(shard, level, func(s *S) {
		if e.Symmetry == nil {
			yield(e.unpack(s))
			return
		}
		for _, image := range reduction.AllImages(e.Symmetry, e.unpack(s)) {
			yield(image)
		}
	})
}

// Each reads the visited set.
func (e *Sized[S]) Each(yield func(packed.Vector, int) bool) {
	s := make(packed.Vector, len(e.Layout.Fields))
	e.Set.Each(func(p *S, level int) bool {
		for i := range s {
			s[i] = packed.Get(&e.Layout, p, i)
		}
		return yield(s, level)
	})
}

func (e *Sized[S]) eachOfLevel(yield func(packed.Vector)) {
	e.memory.Each(func(s *S) { yield(e.unpack(s)) })
}

// List gives up the visited set and lists all states, level by level: see [frontier.Memory.List].
func (e *Sized[S]) List(levels []uint32) []S { return e.memory.List(levels) }

func (e *Sized[S]) Keep(order bool) { e.memory.Keep(order) }

func (e *Sized[S]) keeps() bool { return e.memory.Keeps() }

func (e *Sized[S]) drain(yield func(packed.Vector, int)) {
	e.memory.Drain(e.search.Levels, func(p *S, level int) { yield(e.unpack(p), level) })
}

func (e *Sized[S]) putAside(fit bool) (bool, error) { return e.frontier.PutAside(e.search.Level, fit) }
