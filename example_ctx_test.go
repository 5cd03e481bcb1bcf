package gmecheck_test

import (
	"fmt"

	"github.com/gmecheck/gmecheck"
)

// A token goes round a ring.
func ExampleCtx() {
	p := gmecheck.New[owner]("ring", 3)
	p.Init(func(s *owner, c gmecheck.Ctx) { s.Has = c.Self == 1 })
	p.Event("pass", 1, func(s *owner, c gmecheck.Ctx) bool { return s.Has }, func(s *owner, c gmecheck.Ctx) {
		s.Has = false
		c.Send(c.Next(), token{})
	})
	gmecheck.On(p, func(s *owner, c gmecheck.Ctx, m token) { s.Has = c.From == c.Prev() })
	p.AtEnd("back-at-1", func(w gmecheck.World[owner]) bool { return w.At(1).Has })
	report, _ := p.Check()
	fmt.Print(report)
	// Output:
	// ring -n 3: 7 states, 6 transitions, depth 6
	//   back-at-1 holds
}

type note struct{ Sites gmecheck.Sites }

// noted is what site 3 of 4 keeps of what its Ctx says.
func noted(what func(c gmecheck.Ctx) gmecheck.Sites) (found gmecheck.Sites) {
	p := gmecheck.New[note]("noted", 4)
	p.Init(func(s *note, c gmecheck.Ctx) { s.Sites = what(c) })
	p.Always("noted", func(w gmecheck.World[note]) bool { found = w.At(3).Sites; return true })
	p.Check()
	return found
}

func ExampleCtx_All() {
	fmt.Println(noted(func(c gmecheck.Ctx) gmecheck.Sites { return c.All() })) // at site 3 of 4
	// Output:
	// {1, 2, 3, 4}
}

func ExampleCtx_Peers() {
	fmt.Println(noted(func(c gmecheck.Ctx) gmecheck.Sites { return c.Peers() })) // at site 3 of 4
	// Output:
	// {1, 2, 4}
}

func ExampleCtx_Next() {
	fmt.Println(noted(func(c gmecheck.Ctx) gmecheck.Sites { return gmecheck.SetOf(c.Next()) })) // at site 3 of 4
	// Output:
	// {4}
}

func ExampleCtx_Prev() {
	fmt.Println(noted(func(c gmecheck.Ctx) gmecheck.Sites { return gmecheck.SetOf(c.Prev()) })) // at site 3 of 4
	// Output:
	// {2}
}

func ExampleCtx_Size() {
	fmt.Println(noted(func(c gmecheck.Ctx) gmecheck.Sites { return gmecheck.SetOf(gmecheck.Site(c.Size())) })) // at site 3 of 4
	// Output:
	// {4}
}

// A message to a site that is not there ends the search with an error.
func ExampleCtx_Send() {
	p := gmecheck.New[owner]("send", 2)
	p.Event("give", 1, nil, func(s *owner, c gmecheck.Ctx) { c.Send(c.Self+1, token{}) })
	gmecheck.On(p, func(s *owner, c gmecheck.Ctx, m token) { s.Has = true })
	_, err := p.Check()
	fmt.Println(firstLine(err))
	// Output:
	// send: the handler of give(2) sends token() to site 3, which is not there: sites are 1 to 2
}

func ExampleCtx_Cast() {
	p := gmecheck.New[owner]("cast", 4)
	p.Event("ask", 1, func(s *owner, c gmecheck.Ctx) bool { return c.Self == 1 }, func(s *owner, c gmecheck.Ctx) { c.Cast(c.Peers(), ask{}) })
	gmecheck.On(p, func(s *owner, c gmecheck.Ctx, m ask) {})
	p.Measure("in-flight", func(w gmecheck.World[owner]) int { return len(w.InFlight()) })
	r, _ := p.Check()
	fmt.Println(r.Verdict("in-flight").Value)
	// Output:
	// 0..3
}

func ExampleCtx_Choose() {
	p := gmecheck.New[count1]("dice", 1)
	p.Event("throw", 1, nil, func(s *count1, c gmecheck.Ctx) { s.N = c.Choose("eyes", 1, 6) })
	p.Never("six", func(w gmecheck.World[count1]) bool { return w.At(1).N == 6 })
	r, _ := p.Check()
	fmt.Println(r.States, r.Verdict("six").Steps)
	// Output:
	// 7 [throw(1) eyes=6]
}

func ExampleCtx_Maybe() {
	p := gmecheck.New[light]("coin", 1)
	p.Event("throw", 1, nil, func(s *light, c gmecheck.Ctx) { s.On = c.Maybe("heads") })
	p.Sometimes("heads", func(w gmecheck.World[light]) bool { return w.At(1).On })
	r, _ := p.Check()
	fmt.Println(r.Verdict("heads").Steps)
	// Output:
	// [throw(1) heads=1]
}

// Three sites, one of which has the token: three initial states.
func ExampleCtx_ChooseForAll() {
	p := gmecheck.New[owner]("token", 3)
	p.Init(func(s *owner, c gmecheck.Ctx) { s.Has = c.Self == gmecheck.Site(c.ChooseForAll("owner", 1, 3)) })
	p.Never("third", func(w gmecheck.World[owner]) bool { return w.At(3).Has })
	r, _ := p.Check()
	fmt.Println(r.States, r.Verdict("third").Start)
	// Output:
	// 3 owner=3
}

func ExampleSite() {
	var nobody gmecheck.Site
	fmt.Println(nobody, gmecheck.Site(3))
	// Output:
	// 0 3
}

func ExampleSites() {
	s := gmecheck.SetOf(2).With(5)
	fmt.Println(s, s.Has(5), s.Without(2), s.Len(), s.Least(), s.Empty())
	for i := range s.All() {
		fmt.Println("site", i)
	}
	// Output:
	// {2, 5} true {5} 2 2 false
	// site 2
	// site 5
}

func ExampleSetOf() {
	fmt.Println(gmecheck.SetOf(3, 1) == gmecheck.SetOf(1, 3))
	// Output:
	// true
}

func ExampleList() {
	var queue gmecheck.List[gmecheck.Site]
	queue = queue.Add(3).Add(1)
	fmt.Println(queue, queue.Len(), queue.Front(), queue.Rest(), queue.Has(1), queue.Empty())
	for k, i := range queue.All() {
		fmt.Println(k, i)
	}
	// Output:
	// <3, 1> 2 3 <1> true false
	// 0 3
	// 1 1
}

func ExampleListOf() {
	fmt.Println(gmecheck.ListOf("a", "b") == gmecheck.ListOf("a").Add("b"))
	// Output:
	// true
}

func ExampleNumber() {
	var mine gmecheck.Number
	heard := mine.Next().Next()
	fmt.Println(mine, heard, heard.After(mine), heard.Is(mine.Next()), mine.Max(heard))
	// Output:
	// 0 2 true false 2
}

func ExampleNumberOf() {
	fmt.Println(gmecheck.NumberOf(6).Next())
	// Output:
	// 7
}

func ExamplePerSite() {
	clock := gmecheck.NewPerSite[int](3)
	clock = clock.With(2, 7)
	fmt.Println(clock, clock.At(2), clock.At(3))
	for i, time := range clock.All() {
		fmt.Println(i, time)
	}
	// Output:
	// [0, 7, 0] 7 0
	// 1 0
	// 2 7
	// 3 0
}

func ExampleNewPerSite() {
	fmt.Println(gmecheck.NewPerSite[bool](2))
	// Output:
	// [false, false]
}
