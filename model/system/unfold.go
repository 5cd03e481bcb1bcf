package system

import (
	"reflect"
	"slices"

	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/values"
)

// deepest is how many elements of open lists a handler is shown, in all that takes part in an event.
const deepest = 3

// Unfold makes lists of sites unknown but for what handlers ask: see [model.Open]. What happens is then what can happen with lists of
// any length, and more. Handlers must not compare lists as a whole.
func (a *Alone) Unfold() { a.space.unfold() }

func (s *space[V, M]) unfold() { s.unfolds = true }

// unfolding is what happens at a site: by itself, or with a message. It is asked once more for each thing that can be in an open list, as
// often as the answer lies in one.
func (s *space[V, M]) unfolding(site int, l Local, message *uint32) (all []Happens) {
	if !s.unfolds {
		return s.alike(site, l, message)
	}
	broken := s.opened(site, func() { all = s.alike(site, l, message) })
	if broken == nil {
		return all
	}
	all = nil
	owner, n := model.Site(site+1), len(s.sites)
	vars := s.sites[site].locals.at(l.Vars)
	at, depth, known := shallowest(&vars)
	if message != nil {
		m := s.messages.at(*message)
		k, d, more := shallowest(&m)
		if known += more; k >= 0 && (at < 0 || d < depth) {
			if known >= deepest {
				panic(broken)
			}
			for _, m := range alternatives(m, k, owner, n) {
				number := s.messages.number(m)
				all = append(all, s.unfolding(site, l, &number)...)
			}
			return all
		}
	}
	if at < 0 || known >= deepest {
		panic(broken)
	}
	for _, v := range alternatives(vars, at, owner, n) {
		all = append(all, s.unfolding(site, Local{s.sites[site].locals.number(v), l.Down}, message)...)
	}
	return all
}

// opened runs f, and returns what a handler was told that asked for what is not known; nil if none did. Who recovers from that has asked all the same.
func (s *space[V, M]) opened(site int, f func()) (broken *model.Broken) {
	defer func() {
		if r := recover(); r != nil {
			b, is := r.(*model.Broken)
			if _, open := cause(b).(model.Open); !is || !open {
				panic(r)
			}
			broken = b
		}
	}()
	if model.Unfolding(f) {
		broken = s.mistaken(model.Site(site+1), "a handler", "recovers from a panic: it asks for a part of a list that is not known")
		broken.Cause = model.Open{}
	}
	return broken
}

func cause(b *model.Broken) any {
	if b == nil {
		return nil
	}
	return b.Cause
}

// eachList calls f with all lists of sites in a value, which f may change.
func eachList(v reflect.Value, f func(*model.List[model.Site])) {
	if l, is := v.Addr().Interface().(*model.List[model.Site]); is {
		f(l)
		return
	}
	switch v.Kind() {
	case reflect.Struct:
		if values.IsBox(v.Type()) { // a list of other things: not the lists in them
			return
		}
		for k := range v.NumField() {
			eachList(values.Open(v.Field(k)), f)
		}
	case reflect.Array:
		for k := range v.Len() {
			eachList(v.Index(k), f)
		}
	case reflect.Interface:
		if !v.IsNil() {
			inside := values.Copy(v.Elem())
			eachList(inside, f)
			v.Set(inside)
		}
	}
}

// Folded is a value of a site, or of a message to it, as [Alone.Unfold] keeps it.
func Folded(x any, owner model.Site) any { return folded(x, owner) }

// folded is a value of which no more of its lists of sites is known than has to be.
func folded[T any](x T, owner model.Site) T {
	eachList(reflect.ValueOf(&x).Elem(), func(l *model.List[model.Site]) { *l = model.Folded(*l, owner) })
	return x
}

// shallowest is the place of the open list in a value of which the fewest elements are known, and how many; -1 if there is none. Known is how many
// are in all open lists together.
func shallowest[T any](x *T) (at, depth, known int) {
	k := 0
	at = -1
	eachList(reflect.ValueOf(x).Elem(), func(l *model.List[model.Site]) {
		d := l.Depth()
		if known += max(0, d); d >= 0 && (at < 0 || d < depth) {
			at, depth = k, d
		}
		k++
	})
	return at, depth, known
}

// alternatives are a value with one more element of its list known, in all ways.
func alternatives[T any](x T, at int, owner model.Site, n int) (all []T) {
	var lists []model.List[model.Site]
	collect := func(l *model.List[model.Site]) { lists = append(lists, *l) }
	y := x
	eachList(reflect.ValueOf(&y).Elem(), collect)
	for _, l := range model.Unfolded(lists[at], owner, n) {
		y, k := x, 0
		eachList(reflect.ValueOf(&y).Elem(), func(to *model.List[model.Site]) {
			if k == at {
				*to = l
			}
			k++
		})
		all = append(all, y)
	}
	return slices.Clip(all)
}
