package system

import (
	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/permutation"
	"github.com/gmecheck/gmecheck/model/values"
)

// images is the generic part of a [Symmetry]: it renames variables and messages. Of those that are images of each other one
// is renamed, once under every permutation: what becomes of the others follows.
type images[V, M comparable] struct {
	space    *space[V, M]
	group    []*permutation.Permutation
	products [][]int
	messages map[uint32][]uint32
	locals   []map[uint32][]uint32 // by site
}

func (s *space[V, M]) renamer(group []*permutation.Permutation, products [][]int) renamer {
	m := &images[V, M]{space: s, group: group, products: products, messages: map[uint32][]uint32{}}
	for range s.sites {
		m.locals = append(m.locals, map[uint32][]uint32{})
	}
	return m
}

func (m *images[V, M]) node(site int, node uint32) []uint32 {
	s := m.space
	s.mu.Lock()
	defer s.mu.Unlock()
	own, box := s.sites[site].node(node)
	all, locals := make([]uint32, len(m.group)), m.local(site, own.local)
	boxes := m.inboxes(s.sites[site].boxes.at(box))
	for g, r := range m.group {
		to := int(r.Site(model.Site(site+1))) - 1
		image, sp := own, s.sites[to]
		image.local = locals[g]
		s.reserve(to)
		all[g] = sp.number(image, sp.boxes.number(boxes[g]))
	}
	return all
}

func (m *images[V, M]) batch(site int, batch uint32) []uint32 {
	s := m.space
	s.mu.Lock()
	defer s.mu.Unlock()
	all := make([]uint32, len(m.group))
	if s.times != nil && batch == tickBatch { // it is the same at all sites
		for g := range all {
			all[g] = tickBatch
		}
		return all
	}
	boxes := m.inboxes(s.sites[site].batches.at(batch))
	for g, r := range m.group {
		all[g] = s.sites[r.Site(model.Site(site+1))-1].batches.number(boxes[g])
	}
	return all
}

// changed is what is wrong where the first of all permutations, by which every site and group keeps its name, makes another value: a type that is
// [model.Named] does not rename what it says.
func (m *images[V, M]) changed(place string, before, after any) *model.Broken {
	return &model.Broken{
		Algorithm: m.space.config.Algorithm, Method: "Renamed", Place: place,
		Problem: "changes it though every site and group keeps its name: " + Difference(before, after),
	}
}

// local renames the variables of a site; they become variables of its image.
func (m *images[V, M]) local(site int, local uint32) []uint32 {
	if all, ok := m.locals[site][local]; ok {
		return all
	}
	vars, all := m.space.sites[site].locals.at(local), make([]uint32, len(m.group))
	for g, r := range m.group {
		all[g] = m.space.sites[r.Site(model.Site(site+1))-1].locals.number(values.Rename(r, vars))
	}
	if all[0] != local {
		panic(m.changed("the variables of "+m.space.sys.Places[site].Title(), vars, m.space.sites[site].locals.at(all[0])))
	}
	for h, image := range all {
		m.locals[m.group[h].Site(model.Site(site+1))-1][image] = m.moved(all, h)
	}
	return all
}

// moved is, where all are the images of something, those of its image under permutation h.
func (m *images[V, M]) moved(all []uint32, h int) []uint32 {
	if h == 0 {
		return all
	}
	images := make([]uint32, len(all))
	for g := range images {
		images[g] = all[m.products[g][h]]
	}
	return images
}

// inboxes renames the messages and channels of an inbox.
func (m *images[V, M]) inboxes(box inbox) []inbox {
	all := make([]inbox, len(m.group))
	for k := range box.len() {
		e := box.at(k)
		messages := m.message(e.message)
		for g, r := range m.group {
			all[g] = all[g].put(envelope{from: r.Site(e.from), message: messages[g], age: e.age})
		}
	}
	return all
}

func (m *images[V, M]) message(message uint32) []uint32 {
	if all, ok := m.messages[message]; ok {
		return all
	}
	value, all := m.space.messages.at(message), make([]uint32, len(m.group))
	for g, r := range m.group {
		all[g] = m.space.messages.number(values.Rename(r, value))
	}
	if all[0] != message {
		panic(m.changed("a message", value, m.space.messages.at(all[0])))
	}
	for h, image := range all {
		m.messages[image] = m.moved(all, h)
	}
	return all
}
