package gmecheck_test

import (
	"context"
	"testing"

	"github.com/gmecheck/gmecheck/explore"
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/system"
)

// direct is RicartAgrawala written against the packages below.
type direct struct{ n int }

type directMessage any

type directRequest struct {
	From model.Site
	Seq  int
}

type directReply struct{ From model.Site }

func (p direct) peers(i model.Site) model.Sites       { return model.UpTo[model.Site](p.n).Without(i) }
func (p direct) Start(model.Site) Node                { return Node{} }
func (p direct) MayRequest(_ model.Site, v Node) bool { return !v.Wants }
func (p direct) InCS(_ model.Site, v Node) bool       { return v.In }
func (p direct) Look(_ model.Site, v Node, _ []directMessage) model.View {
	return model.View{Waits: v.Wants && !v.In, InCS: v.In}
}

func (p direct) enter(v *Node, out *model.Outbox[directMessage]) {
	if v.In = v.Missing.Empty(); v.In {
		out.Enter()
	}
}

func (p direct) Request(i model.Site, v *Node, _ model.Demand, out *model.Outbox[directMessage]) {
	v.Wants, v.Our, v.Missing = true, v.High+1, p.peers(i)
	for j := range p.peers(i).All() {
		out.Send(j, directRequest{i, v.Our})
	}
	p.enter(v, out)
}

func (p direct) Exit(i model.Site, v *Node, out *model.Outbox[directMessage]) {
	for j := range v.Deferred.All() {
		out.Send(j, directReply{i})
	}
	*v = Node{High: v.High}
}

func (p direct) Receive(i model.Site, v *Node, m directMessage, out *model.Outbox[directMessage]) {
	switch m := m.(type) {
	case directRequest:
		v.High = max(v.High, m.Seq)
		if v.Wants && (v.Our < m.Seq || v.Our == m.Seq && i < m.From) {
			v.Deferred = v.Deferred.With(m.From)
		} else {
			out.Send(m.From, directReply{i})
		}
	case directReply:
		v.Missing = v.Missing.Without(m.From)
		p.enter(v, out)
	}
}

// benchmarkRequests is the number of requests of each of three processes.
const benchmarkRequests = 3

// BenchmarkModel searches Ricart and Agrawala's algorithm as it is written against package model.
func BenchmarkModel(b *testing.B) {
	c := model.Config{Algorithm: "direct", Processes: 3, Requests: []int{benchmarkRequests, benchmarkRequests, benchmarkRequests}}
	for b.Loop() {
		_, r, err := explore.CheckAll(context.Background(), system.Compose(direct{3}, c), invariants.Panel{invariants.Mutex, invariants.NoDeadlock}, explore.Options{})
		if err != nil || !r.Complete {
			b.Fatal(r, err)
		}
		b.ReportMetric(float64(r.States), "states")
	}
}

// BenchmarkFrontDoor searches the same, written with this package.
func BenchmarkFrontDoor(b *testing.B) {
	for b.Loop() {
		r, err := ricartAgrawala(3, benchmarkRequests).Check()
		if err != nil || !r.Ok() {
			b.Fatal(r, err)
		}
		b.ReportMetric(float64(r.States), "states")
	}
}
