package system

import (
	"encoding/binary"
	"errors"
	"fmt"
	"reflect"
	"slices"

	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/values"
)

// Writable says why nodes of this system cannot be written as bytes; nil if nothing is known that cannot. What is in an
// interface is known only when it is met.
func (s *System) Writable() error { return s.space.writable() }

// Content is what a node is, as bytes: the same for equal nodes of any two systems of one protocol and configuration, and
// different ones for different nodes.
func (s *System) Content(site int, node uint32) ([]byte, error) { return s.space.content(site, node) }

// Intern returns the node of this content; it numbers it if it is new. Types that stand in interfaces, such as those of
// messages, are known only from the handlers that use them: so the nodes of which a handler makes this one come first.
func (s *System) Intern(site int, content []byte) (node uint32, err error) {
	node, err = s.space.intern(site, content)
	var unknown *values.UnknownType
	for errors.As(err, &unknown) && s.space.meet() {
		node, err = s.space.intern(site, content)
	}
	if err != nil {
		err = fmt.Errorf("a node of %s: %w", s.Places[site].Title(), err)
	}
	return node, err
}

// Class is the number of a class of events.
func (s *System) Class(name string) int { return s.space.classOf(name) }

// contents is what a space needs to write nodes and to read them.
type contents struct {
	codec    *values.Codec
	messages int      // of whose types it knows
	locals   []int    // by site
	texts    []string // of the messages, by number
	read     []place  // nodes that were read
	met      int      // of them: those of which it is known what can happen
}

// place is a node of a site.
type place struct {
	site int
	node uint32
}

func (s *space[V, M]) writable() error {
	for _, t := range []reflect.Type{reflect.TypeFor[V](), reflect.TypeFor[M]()} {
		if why := values.Unwritable(t); why != "" {
			return fmt.Errorf("values of type %s cannot be written", why)
		}
	}
	return nil
}

// catchUp learns the types of all values met since it was last called.
func (s *space[V, M]) catchUp() error {
	c := &s.contents
	if c.codec == nil {
		c.codec, c.locals, c.messages = values.NewCodec(), make([]int, len(s.sites)), 1
		for k := range s.starts {
			for i := range s.starts[k].Vars {
				if err := c.codec.Learn(reflect.ValueOf(&s.starts[k].Vars[i]).Elem()); err != nil {
					return err
				}
			}
		}
	}
	if s.openMessages {
		for ; c.messages <= s.messages.count(); c.messages++ {
			if err := c.codec.Learn(reflect.ValueOf(s.messages.ref(uint32(c.messages))).Elem()); err != nil {
				return err
			}
		}
	}
	if s.openVars {
		for k, sp := range s.sites {
			for c.locals[k] = max(1, c.locals[k]); c.locals[k] <= sp.locals.count(); c.locals[k]++ {
				vars := sp.locals.at(uint32(c.locals[k]))
				if err := c.codec.Learn(reflect.ValueOf(&vars).Elem()); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// meet works out what can happen at the next of the nodes that were read; false if there is none.
func (s *space[V, M]) meet() bool {
	c := &s.contents
	s.mu.Lock()
	none := c.met == len(c.read)
	s.mu.Unlock()
	if none {
		return false
	}
	x := c.read[c.met]
	c.met++
	for ticket := range s.sys.tickets {
		if s.sys.tickets > 1 {
			ticket++
		}
		s.attempt(x, ticket)
	}
	return true
}

// attempt works out what can happen at a node. What is wrong with the protocol there a search finds, too, if it comes there.
func (s *space[V, M]) attempt(x place, ticket int) {
	defer func() {
		switch r := recover().(type) {
		case nil, *model.Broken:
		default:
			panic(r)
		}
	}()
	s.expand(x.site, x.node, ticket, &Expansion{})
}

func (s *space[V, M]) content(site int, node uint32) ([]byte, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.catchUp(); err != nil {
		return nil, err
	}
	sp := s.sites[site]
	own, number := sp.node(node)
	vars := sp.locals.at(own.local)
	b := s.contents.codec.Append(nil, reflect.ValueOf(&vars).Elem())
	b = binary.AppendUvarint(b, uint64(own.used))
	down := byte(0)
	if own.down {
		down = 1
	}
	b = append(b, down)
	if s.times != nil {
		b = values.AppendText(b, string(s.clocks.at(own.clock)))
	}
	box := sp.boxes.at(number)
	var messages []string
	for k := range box.len() {
		e := box.at(k)
		text, err := s.text(e.message)
		if err != nil {
			return nil, err
		}
		front := []byte{byte(e.from)}
		if s.times != nil {
			front = append(front, e.age)
		}
		messages = append(messages, string(values.AppendText(front, text)))
	}
	if s.config.Network != model.FIFO {
		slices.Sort(messages) // numbers of messages mean nothing elsewhere
	}
	b = binary.AppendUvarint(b, uint64(len(messages)))
	for _, m := range messages {
		b = append(b, m...)
	}
	var again V
	r := values.Reader{Rest: b}
	if err := s.contents.codec.Set(&r, reflect.ValueOf(&again).Elem()); err != nil || again != vars {
		return nil, fmt.Errorf("variables %s cannot be written and read again", model.Text(vars))
	}
	return b, nil
}

// text is a message as bytes.
func (s *space[V, M]) text(message uint32) (string, error) {
	for int(message) >= len(s.contents.texts) {
		s.contents.texts = append(s.contents.texts, "")
	}
	if known := s.contents.texts[message]; known != "" {
		return known, nil
	}
	m := s.messages.ref(message)
	b := s.contents.codec.Append([]byte{0}, reflect.ValueOf(m).Elem()) // which is never empty
	var again M
	if err := s.contents.codec.Set(&values.Reader{Rest: b[1:]}, reflect.ValueOf(&again).Elem()); err != nil || again != *m {
		return "", fmt.Errorf("message %s cannot be written and read again", model.Text(*m))
	}
	s.contents.texts[message] = string(b)
	return string(b), nil
}

func (s *space[V, M]) intern(site int, content []byte) (uint32, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.catchUp(); err != nil {
		return 0, err
	}
	r := values.Reader{Rest: content}
	var vars V
	if err := s.contents.codec.Set(&r, reflect.ValueOf(&vars).Elem()); err != nil {
		return 0, err
	}
	own := self{used: int32(r.Uvarint())}
	down := r.Uvarint()
	own.down = down == 1
	var clock clocks
	if s.times != nil {
		clock = clocks(r.Text())
	}
	var box inbox
	for range r.Size() {
		from, age := r.Uvarint(), uint64(0)
		if s.times != nil {
			age = r.Uvarint()
		}
		inside := values.Reader{Rest: []byte(r.Text())}
		inside.Uvarint()
		var m M
		if err := s.contents.codec.Set(&inside, reflect.ValueOf(&m).Elem()); err != nil {
			return 0, err
		}
		if from > uint64(len(s.sites)) || age > uint64(model.MostTicks) || len(inside.Rest) > 0 {
			return 0, values.ErrNoValue
		}
		box = box.put(envelope{model.Site(from), s.messages.number(m), uint8(age)})
	}
	if r.Bad || len(r.Rest) > 0 || down > 1 {
		return 0, values.ErrNoValue
	}
	sp := s.sites[site]
	if own.local = sp.locals.number(vars); s.times != nil {
		g, broken := s.guardsOf(model.Site(site+1), own.local)
		if broken != nil || len(clock) != firstTimer+len(g.clocks) {
			return 0, values.ErrNoValue
		}
		own.clock = s.clocks.number(clock)
	}
	node := sp.number(own, sp.boxes.number(box))
	s.contents.read = append(s.contents.read, place{site, node})
	return node, nil
}

func (s *space[V, M]) classOf(name string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return int(s.classNumbers.number(name)) - 1
}
