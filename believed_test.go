package gmecheck_test

import (
	"fmt"
	"testing"

	"github.com/gmecheck/gmecheck"
	"github.com/gmecheck/gmecheck/model"
)

// The protocols here are violated. What views are told of them is not so, or not always.

type believed struct {
	Numbers [9]gmecheck.Number
	Queue   gmecheck.List[gmecheck.Site]
	Rank    rank
	Steps   int
	In      bool
}

// rank is renamed wrongly.
type rank struct {
	N   gmecheck.Number
	Hot bool
}

func (r rank) Renamed(model.Names) any { return rank{N: r.N} }

func (s believed) falling() bool {
	for k := 1; k < len(s.Numbers); k++ {
		if !s.Numbers[k-1].After(s.Numbers[k]) {
			return false
		}
	}
	return true
}

// order is a text, of which fmt lets no panic through.
type order struct{ s *believed }

func (o order) String() string { return fmt.Sprint("falling ", o.s.falling()) }

func recovering(f func() bool) (is bool) {
	defer func() { _ = recover() }()
	return f()
}

// believing is a family of sites that make steps, and of which the first may enter, and others if ready says so.
func believing(step func(s *believed, c gmecheck.Ctx), ready func(s *believed) bool) gmecheck.Models {
	return gmecheck.Family(func(n int) *gmecheck.Model[believed] {
		p := gmecheck.New[believed]("believed", n)
		p.Event("step", 1, nil, step)
		p.Event("enter", gmecheck.Always, func(s *believed, c gmecheck.Ctx) bool { return c.Self == 1 || ready(s) }, func(s *believed, _ gmecheck.Ctx) { s.In = true })
		p.NeverTwo("one", func(s believed) bool { return s.In })
		return p
	})
}

func falls(s *believed, _ gmecheck.Ctx) {
	for k := range s.Numbers {
		for range len(s.Numbers) - k {
			s.Numbers[k] = s.Numbers[k].Next()
		}
	}
}

// walked is a family of sites that make 20 steps, more than a rehearsal sees; of the last one ask is what the property says.
func walked(ask func() bool) gmecheck.Models {
	return gmecheck.Family(func(n int) *gmecheck.Model[believed] {
		p := gmecheck.New[believed]("walked", n)
		p.Event("step", gmecheck.Always, func(s *believed, _ gmecheck.Ctx) bool { return s.Steps < 20 }, func(s *believed, _ gmecheck.Ctx) { s.Steps++ })
		p.NeverTwo("one", func(s believed) bool { return s.Steps == 20 && ask() })
		return p
	})
}

// kept has a property that knows a variable which the first steps write.
func kept() gmecheck.Models {
	return gmecheck.Family(func(n int) *gmecheck.Model[believed] {
		p, limit := gmecheck.New[believed]("kept", n), 100
		p.Init(func(s *believed, c gmecheck.Ctx) { limit = 1 })
		p.Event("step", 1, nil, func(s *believed, _ gmecheck.Ctx) { s.Steps++ })
		p.NeverTwo("one", func(s believed) bool { return s.Steps >= limit })
		return p
	})
}

func init() {
	calls := 0
	for name, family := range map[string]gmecheck.Models{
		"guard":    believing(falls, func(s *believed) bool { return recovering(s.falling) }),
		"text":     believing(falls, func(s *believed) bool { return fmt.Sprint(order{s}) == "falling true" }),
		"queue":    believing(func(s *believed, c gmecheck.Ctx) { s.Queue = s.Queue.Add(c.Self) }, func(s *believed) bool { return recovering(func() bool { return s.Queue.Len() == 1 }) }),
		"renamed":  believing(func(s *believed, _ gmecheck.Ctx) { s.Rank.Hot = true }, func(s *believed) bool { return s.Rank.Hot }),
		"seldom":   walked(func() bool { calls++; return calls%2 == 0 }),
		"thrown":   walked(func() bool { panic("out of paint") }),
		"for ever": walked(func() bool { select {} }),
		"kept":     kept(),
	} {
		programs["believed "+name] = func() { gmecheck.Main(family) }
	}
}

// TestBelieved: none of them is proved, whatever their functions recover from, rename, keep, or answer at different times.
func TestBelieved(t *testing.T) {
	for _, x := range []struct {
		program, args string
		code          int
		says          string
	}{
		{"guard", "views -n 2 --quiet", 20, "makes a text of a number, or asks what it is"},
		{"text", "views -n 2 --quiet", 20, "makes a text of a number, or asks what it is"},
		{"queue", "views -n 2 --quiet", 20, "one       not proved"},
		{"renamed", "views -n 2 --quiet", 20, "one       not proved"},
		{"renamed", "check -n 2 --symmetry auto --quiet", 64, "Renamed of the variables of P1 changes it though every site and group keeps its name: Rank = rank(0, true) becomes Rank = rank(0, false)"},
		{"seldom", "views -n 2 --quiet", 64, "property one does not always answer the same"},
		{"thrown", "views -n 2 --quiet", 20, "one is not proved: property one panics: out of paint, at believed_test.go:"},
		{"for ever", "views -n 2 --max-time 1s --quiet", 64, "walked: property one has not returned for 5s"},
		{"for ever", "check -n 2 --max-time 1s --quiet", 64, "walked: a function of a property has not returned for 5s"},
		{"kept", "views -n 2 --quiet", 20, "one       not proved"},
		{"kept", "check -n 2 --quiet", 12, "one is violated: it is true of two sites in the last state"},
	} {
		t.Run(x.program+" "+x.args[:5], func(t *testing.T) {
			t.Parallel()
			ends(t, "believed "+x.program, x.args, x.code, x.says)
		})
	}
}
