package system

import (
	"fmt"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/permutation"
	"github.com/gmecheck/gmecheck/model/values"
)

// Symmetry is a group of permutations of processes and groups under which a system is taken to be the same, with the
// remembered image of every node under every one of them.
//
// Nothing is believed of a protocol. [Symmetry.Check] compares what can happen at a node with what can happen at its
// images; a search that checks every node of every state that it expands has compared, for each of these states and each
// permutation, all successors of the state's image with the images of its successors. Then the image of a reachable state
// is reachable, in as many steps.
type Symmetry struct {
	sys      *System
	group    []*permutation.Permutation // the identity first
	sites    [][]int                    // site index to site index, by permutation
	origins  [][]int                    // backwards
	products [][]int
	names    renamer
	images   []imageTable

	mu      sync.Mutex // for all below
	batches []map[uint32][]uint32
	views   []map[uint32][]uint32           // by site and view: the view of the image under each permutation
	viewed  []map[uint32]bool               // nodes that are accounted for in views
	events  map[*model.Event][]*model.Event // events that properties of steps hear: the events of the images
}

// renamer renames nodes and batches; it is the generic part of a symmetry.
type renamer interface {
	node(site int, node uint32) []uint32 // one node for each permutation, at the image of the site
	batch(site int, batch uint32) []uint32
}

// Refusal is a permutation that is not taken, and why.
type Refusal struct {
	Renaming *permutation.Permutation
	Why      string
}

// Symmetries lists the permutations that leave the initial state and the configuration as they are, the identity first:
// a group. refused are the others that were tried.
func (s *System) Symmetries() (group []*permutation.Permutation, refused []Refusal) {
	all := permutation.Candidates(s.Config, len(s.Places))
	y := s.NewSymmetry(all)
	starts := s.Starts()
	for g, r := range all {
		why := y.asymmetric(g, r, starts)
		if g > 0 && s.Within != nil {
			why = "the boundary of the search may treat sites differently"
		}
		if why != "" {
			refused = append(refused, Refusal{r, why})
		} else {
			group = append(group, r)
		}
	}
	return group, refused
}

// asymmetric says why permutation g changes the configuration or the initial state; empty if it does not.
func (y *Symmetry) asymmetric(g int, r *permutation.Permutation, starts [][]uint32) string {
	c := y.sys.Config
	for k := range min(c.Processes, len(y.sites[g])) {
		if to := y.sites[g][k]; c.Requests[k] != c.Requests[to] {
			return fmt.Sprintf("P%d and P%d have different request budgets", k+1, to+1)
		} else if len(c.Workload) > 0 && values.Rename(r, c.Workload[k]) != c.Workload[to] {
			return fmt.Sprintf("the workload of P%d does not become that of P%d", k+1, to+1)
		}
	}
	for n, start := range starts {
		image, differs := make([]uint32, len(start)), -1
		for k, node := range start {
			to := y.sites[g][k]
			if image[to] = y.Images(k, node)[g]; image[to] != start[to] && differs < 0 {
				differs = k
			}
		}
		switch {
		case differs < 0 || slices.ContainsFunc(starts, func(other []uint32) bool { return slices.Equal(other, image) }):
		case len(starts) == 1:
			return fmt.Sprintf("initially the variables of %s do not become those of %s", y.place(differs), y.place(y.sites[g][differs]))
		default:
			return fmt.Sprintf("the initial state %s does not become another one", y.sys.StartNames()[n])
		}
	}
	return ""
}

// Without is the largest group that it can find without the permutations refused: allowed are the permutations, sorted,
// that a group may be made of.
func Without(allowed []*permutation.Permutation, refused []Refusal) (left, group []*permutation.Permutation) {
	return permutation.Without(allowed, func(r *permutation.Permutation) bool {
		return slices.ContainsFunc(refused, func(f Refusal) bool { return f.Renaming.Is(r) })
	})
}

// NewSymmetry returns the symmetry of a group, whose first permutation is the identity.
func (s *System) NewSymmetry(group []*permutation.Permutation) *Symmetry {
	y := &Symmetry{
		sys: s, group: group, products: permutation.Products(group), images: make([]imageTable, len(s.Places)), events: map[*model.Event][]*model.Event{},
	}
	y.names = s.space.renamer(group, y.products)
	for _, r := range group {
		to, from := make([]int, len(s.Places)), make([]int, len(s.Places))
		for k := range to {
			to[k] = int(r.Site(model.Site(k+1))) - 1
			from[to[k]] = k
		}
		y.sites, y.origins = append(y.sites, to), append(y.origins, from)
	}
	for range s.Places {
		y.batches = append(y.batches, map[uint32][]uint32{})
		y.views = append(y.views, map[uint32][]uint32{})
		y.viewed = append(y.viewed, map[uint32]bool{})
	}
	return y
}

// Order is the number of permutations, the identity included.
func (y *Symmetry) Order() int { return len(y.group) }

// To is the index of the site that permutation g makes of a site.
func (y *Symmetry) To(g, site int) int { return y.sites[g][site] }

// From is the index of the site of which permutation g makes a site.
func (y *Symmetry) From(g, site int) int { return y.origins[g][site] }

// Products lists the products of permutations: that at [g][h] is first h, then g.
func (y *Symmetry) Products() [][]int { return y.products }

// Images returns the image of a node under every permutation g; it is a node of site To(g, site).
func (y *Symmetry) Images(site int, node uint32) []uint32 {
	if row := y.images[site].row(node, len(y.group)); row != nil {
		return row
	}
	all := y.names.node(site, node)
	y.mu.Lock()
	defer y.mu.Unlock()
	// What becomes of the images follows from what they are images of.
	row := make([]uint32, len(all))
	for h, image := range all {
		for g := range row {
			row[g] = all[y.products[g][h]]
		}
		y.images[y.sites[h][site]].store(y.sys, image, row)
	}
	return y.images[site].row(node, len(all))
}

// Event returns the image of an event that the properties of steps hear, in a node that has been checked.
func (y *Symmetry) Event(g int, e *model.Event) *model.Event {
	y.mu.Lock()
	defer y.mu.Unlock()
	return y.events[e][g]
}

// Check compares what can happen at a node with what can happen at its images, once. It returns the permutations for
// which they differ. Handlers may panic for an image.
func (y *Symmetry) Check(r *Reader, site int, node, budget uint32) []Refusal {
	x := r.Expand(site, node, budget)
	if x.compared.Load() == y {
		return nil
	}
	images := y.Images(site, node)
	why := make([]string, len(y.group))
	for g, image := range images {
		if g > 0 {
			why[g] = y.differ(g, site, x, r.Expand(y.sites[g][site], image, budget))
		}
	}
	for g, image := range images {
		y.look(r, y.sites[g][site], image, budget, why)
	}
	var refused []Refusal
	for g, text := range why {
		if text != "" {
			refused = append(refused, Refusal{y.group[g], text})
		}
	}
	if refused == nil {
		x.compared.Store(y)
	}
	return refused
}

// differ says how z, which can happen at the image of a site under g, differs from the image of x; empty if it does not.
func (y *Symmetry) differ(g, site int, x, z *Expansion) string {
	counterparts, left := y.counterparts(g, site, x, z)
	for k, n := range counterparts {
		m := &x.Moves[k]
		if n == nil {
			return fmt.Sprintf("%s has no counterpart at %s", m.Event.Label(y.sys.Places, false), y.place(y.sites[g][site]))
		}
		if !y.pair(g, m, n) {
			return fmt.Sprintf("properties do not hear of %s at %s what they hear of its counterpart",
				m.Event.Label(y.sys.Places, false), y.place(site))
		}
	}
	if len(left) > 0 {
		return fmt.Sprintf("%s has no counterpart at %s", left[0].Event.Label(y.sys.Places, false), y.place(site))
	}
	return ""
}

// Counterparts lists, for each move of a node that has been checked, the move of its image under g that it becomes.
func (y *Symmetry) Counterparts(r *Reader, g, site int, node, budget uint32) []*Move {
	x, z := r.Expand(site, node, budget), r.Expand(y.sites[g][site], y.Images(site, node)[g], budget)
	all, _ := y.counterparts(g, site, x, z)
	return all
}

// counterparts lists, for each move of x, the move of z that is its image under g, nil where there is none; and the moves
// of z that are left. Each is the image of one move only.
func (y *Symmetry) counterparts(g, site int, x, z *Expansion) (of, left []*Move) {
	of, left = make([]*Move, len(x.Moves)), make([]*Move, len(z.Moves))
	for k := range z.Moves {
		left[k] = &z.Moves[k]
	}
	left = slices.DeleteFunc(left, func(m *Move) bool { return m.Cost == OneTick })
	for k := range x.Moves {
		if m := &x.Moves[k]; m.Cost == OneTick { // the image of a tick is the same tick, which stands among the moves of the first site
			of[k] = &Move{y.Images(site, m.Next)[g], m.Cost, m.Outcome}
			continue
		}
		if at := slices.IndexFunc(left, func(n *Move) bool { return y.image(g, site, &x.Moves[k], n) }); at >= 0 {
			of[k] = left[at]
			left = slices.Delete(left, at, at+1)
		}
	}
	return of, left
}

// image reports that n has the result, the cost and the class of the image of m.
func (y *Symmetry) image(g, site int, m, n *Move) bool {
	if n.Cost != m.Cost || n.Class != m.Class || len(n.Sends) != len(m.Sends) || n.Next != y.Images(site, m.Next)[g] {
		return false
	}
	for _, d := range m.Sends {
		want := Delivery{Site: y.sites[g][d.Site], Batch: y.batch(d.Site, d.Batch)[g]}
		if !slices.Contains(n.Sends, want) {
			return false
		}
	}
	return true
}

// pair remembers that n is the image of m; false if the properties of steps hear only one of them, or another event was
// the image of m's before.
func (y *Symmetry) pair(g int, m, n *Move) bool {
	if !m.Watched && !n.Watched {
		return true
	}
	y.mu.Lock()
	defer y.mu.Unlock()
	all := y.events[m.Event]
	if all == nil {
		all = make([]*model.Event, len(y.group))
		all[0] = m.Event
		y.events[m.Event] = all
	}
	if all[g] == nil {
		all[g] = n.Event
	}
	return m.Watched == n.Watched && all[g] == n.Event
}

func (y *Symmetry) batch(site int, batch uint32) []uint32 {
	y.mu.Lock()
	defer y.mu.Unlock()
	all, ok := y.batches[site][batch]
	if !ok {
		all = y.names.batch(site, batch)
		y.batches[site][batch] = all
	}
	return all
}

// look checks that equal views of a site have equal images, so that properties can be judged once for all nodes that look
// the same. Where they have not, it says so in why, by permutation.
func (y *Symmetry) look(r *Reader, site int, node, budget uint32, why []string) {
	y.mu.Lock()
	seen := y.viewed[site][node]
	y.mu.Unlock()
	if seen {
		return
	}
	views := make([]uint32, len(y.group))
	for h, image := range y.Images(site, node) {
		views[h] = r.Expand(y.sites[h][site], image, budget).View
	}
	y.mu.Lock()
	defer y.mu.Unlock()
	known, ok := y.views[site][views[0]]
	if !ok {
		known = views
		y.views[site][views[0]] = views
	}
	for h := range views {
		if known[h] != views[h] && why[h] == "" {
			why[h] = fmt.Sprintf("what properties see of %s does not follow from what they see of %s",
				y.place(y.sites[h][site]), y.place(site))
		}
	}
	if slices.Equal(known, views) {
		y.viewed[site][node] = true
	}
}

func (y *Symmetry) place(site int) string {
	if p := y.sys.Places[site]; !p.Process {
		return p.Name
	}
	return "P" + y.sys.Places[site].Name
}

// imageTable is the images of a site's nodes, in stretches of nodes. Readers use it without a lock.
type imageTable struct{ stretches atomic.Pointer[[][]uint32] }

const (
	imageBits    = 8
	imageStretch = 1 << imageBits
)

// row returns the images of a node, nil if they are not known yet. The first, which is the node itself, is stored last.
func (t *imageTable) row(node uint32, order int) []uint32 {
	all := t.stretches.Load()
	if all == nil || int(node>>imageBits) >= len(*all) {
		return nil
	}
	at := int(node%imageStretch) * order
	row := (*all)[node>>imageBits][at : at+order : at+order]
	if atomic.LoadUint32(&row[0]) == 0 {
		return nil
	}
	return row
}

// store is called with the symmetry's lock held.
func (t *imageTable) store(sys *System, node uint32, images []uint32) []uint32 {
	if row := t.row(node, len(images)); row != nil {
		return row // somebody else was faster
	}
	var all [][]uint32
	if known := t.stretches.Load(); known != nil {
		all = *known
	}
	for int(node>>imageBits) >= len(all) {
		sys.claim(4 * imageStretch * int64(len(images)))
		all = append(slices.Clip(all), make([]uint32, imageStretch*len(images)))
		t.stretches.Store(&all)
	}
	at := int(node%imageStretch) * len(images)
	row := all[node>>imageBits][at : at+len(images) : at+len(images)]
	copy(row[1:], images[1:])
	atomic.StoreUint32(&row[0], images[0])
	return row
}
