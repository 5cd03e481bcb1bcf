package measures

import (
	"errors"
	"strings"
)

// ErrBoundary is the error of a system with a boundary, which runs do not keep to.
var ErrBoundary = errors.New("what happens outside of the protocol's boundary is not known")

// ErrMemory is the error of a memory that processes share: who of them requests and leaves is not known.
var ErrMemory = errors.New("which process of a shared memory requests and leaves is not known, for it is one site; allowed is to mark the entry alone")

// Apart reports that it matters which process does what.
func (m Marks) Apart() bool { return m.Request != "" || m.Exit != "" }

// Marks are the names of internal events that are a process's request, entry and exit, for protocols that have nothing but
// internal events; their times are Think and CS if they have none of their own. Without a request an entry has not been waited for; without
// an entry, which may be a part of a delivery, it is not known when a process is inside: then only exits are; without an exit an entry is over
// at once.
type Marks struct{ Request, Entry, Exit string }

// None reports that nothing is marked.
func (m Marks) None() bool { return m == Marks{} }

// Inside reports that it is known when a process is inside.
func (m Marks) Inside() bool { return m.None() || m.Entry != "" }

// Of says which of them an internal event is, by its name without parameters.
func (m Marks) Of(event string) (request, entry, exit bool) {
	name, _, _ := strings.Cut(event, "(")
	return name == m.Request, name == m.Entry, name == m.Exit
}

// Asks reports that a process asks by an internal event: its request, or its entry if no request is marked.
func (m Marks) Asks(event string) bool {
	request, entry, exit := m.Of(event)
	switch {
	case m.Request != "":
		return request
	case m.Entry != "":
		return entry
	}
	return exit
}

// Any reports that an internal event is one of them.
func (m Marks) Any(event string) bool {
	request, entry, exit := m.Of(event)
	return request || entry || exit
}
