package system

import (
	"math/bits"
	"unsafe"
)

// pages is a list by number, from 1, that grows without moving what is in it: each page has twice the places of the one before. Place 0 is
// unused.
type pages[T any] struct {
	pages [][]T
	last  uint32 // number
}

// firstPage is how many places the first page has; it is a power of two.
const firstPage = 1 << 4

func newPages[T any]() pages[T] { return pages[T]{pages: [][]T{make([]T, firstPage)}} }

func (p *pages[T]) count() int { return int(p.last) }

func (p *pages[T]) at(number uint32) T { return *p.ref(number) }

// ref points to an element for as long as there is the list.
func (p *pages[T]) ref(number uint32) *T {
	k := uint(number) + firstPage
	page := bits.Len(k) - bits.Len(uint(firstPage))
	return &p.pages[page][k-firstPage<<page]
}

// add appends an element.
func (p *pages[T]) add(x T) {
	if p.last++; p.count() == p.room() {
		p.grow()
	}
	*p.ref(p.last) = x
}

// room is how many places there are.
func (p *pages[T]) room() int { return firstPage<<len(p.pages) - firstPage }

func (p *pages[T]) grow() { p.pages = append(p.pages, make([]T, firstPage<<len(p.pages))) }

// reserve claims the memory of the next page if the last is nearly full.
func (p *pages[T]) reserve(sys *System) {
	var x T
	size := firstPage << len(p.pages) * int(unsafe.Sizeof(x))
	if 8*p.count() < 7*p.room() || size < claimedFrom {
		return
	}
	sys.claim(int64(size))
	p.grow()
}
