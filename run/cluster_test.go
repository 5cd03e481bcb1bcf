package run_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/gmecheck/gmecheck"
	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/system"
	"github.com/gmecheck/gmecheck/run"
)

// patience is how long a test waits for what must happen: the machine may be busy.
const patience = 60 * time.Second

// cluster is the nodes of a system on loopback.
type cluster struct {
	t       *testing.T
	sys     *system.System
	options run.Options // those that all have in common
	change  func(i model.Site, o *run.Options)
	dirs    bool // they keep their states
	peers   []string
	nodes   []*run.Node
	path    string
	logs    []string
	closed  bool // nobody writes the logs any more
}

// start starts a node for every site.
func (c *cluster) start() *cluster {
	c.t.Helper()
	before := runtime.NumGoroutine()
	c.path = c.t.TempDir()
	c.nodes = make([]*run.Node, len(c.sys.Places))
	listeners := make([]net.Listener, len(c.sys.Places))
	packets := make([]net.PacketConn, len(c.sys.Places))
	for k := range c.sys.Places {
		var err error
		if c.options.Transport == run.UDP {
			if packets[k], err = net.ListenPacket("udp", "127.0.0.1:0"); err == nil {
				c.peers = append(c.peers, packets[k].LocalAddr().String())
			}
		} else if listeners[k], err = net.Listen("tcp", "127.0.0.1:0"); err == nil {
			c.peers = append(c.peers, listeners[k].Addr().String())
		}
		if err != nil {
			c.t.Fatal(err)
		}
		c.logs = append(c.logs, filepath.Join(c.path, fmt.Sprintf("log%d", k+1)))
	}
	c.t.Cleanup(func() {
		c.close()
		for deadline := time.Now().Add(patience); runtime.NumGoroutine() > before; time.Sleep(time.Millisecond) {
			if time.Now().After(deadline) {
				stacks := make([]byte, 1<<16)
				c.t.Fatalf("%d goroutines before, %d after:\n%s", before, runtime.NumGoroutine(), stacks[:runtime.Stack(stacks, true)])
			}
		}
	})
	for k := range c.nodes {
		if err := c.begin(model.Site(k+1), listeners[k], packets[k]); err != nil {
			c.t.Fatal(err)
		}
	}
	return c
}

// begin starts one node.
func (c *cluster) begin(i model.Site, l net.Listener, p net.PacketConn) error {
	o := c.options
	o.Site, o.Peers, o.Listener, o.Packets, o.Log = i, slices.Clone(c.peers), l, p, c.logs[i-1]
	if c.dirs {
		o.Dir = filepath.Join(c.path, fmt.Sprint("state", i))
	}
	if testing.Verbose() {
		o.Logger = slog.New(slog.NewTextHandler(os.Stderr, nil))
	}
	if c.change != nil {
		c.change(i, &o)
	}
	n, err := run.Start(c.sys, o)
	c.nodes[i-1] = n
	return err
}

// again starts a node that was closed, on its address.
func (c *cluster) again(i model.Site) error {
	var l net.Listener
	var err error
	for deadline := time.Now().Add(patience); ; time.Sleep(time.Millisecond) {
		if l, err = net.Listen("tcp", c.peers[i-1]); err == nil || time.Now().After(deadline) {
			break
		}
	}
	if err != nil {
		c.t.Fatal(err)
	}
	if !c.dirs {
		c.logs[i-1] += " again"
	}
	return c.begin(i, l, nil)
}

func (c *cluster) close() {
	for _, n := range c.nodes {
		if n != nil {
			n.Close()
		}
	}
	c.closed = true
}

// use lets clients take the lock at every site until each has had it so often, and demands that nobody meets another one whom
// he must not. Nodes may be replaced meanwhile.
func (c *cluster) use(each int, node func(k int) *run.Node, groups []model.Group) {
	c.t.Helper()
	ctx, cancel := context.WithTimeout(c.t.Context(), patience)
	defer cancel()
	var inside [64]atomic.Int32 // by group
	var all sync.WaitGroup
	for k := range c.nodes {
		all.Go(func() {
			for turn := range each {
				w := run.Want{Who: fmt.Sprintf("client %d", k+1)}
				if groups != nil {
					w.Group = groups[(k+turn)%len(groups)]
				}
				var entry uint64
				err := retried(ctx, func() (err error) { entry, err = node(k).Acquire(ctx, w); return err })
				if err != nil {
					c.t.Errorf("client %d, turn %d: %v", k+1, turn, err)
					return
				}
				here := inside[w.Group].Add(1)
				if w.Group == 0 && here > 1 {
					c.t.Errorf("%d are inside", here)
				}
				for g := range inside {
					if g != int(w.Group) && inside[g].Load() > 0 {
						c.t.Errorf("group %d is inside with group %d", g, w.Group)
					}
				}
				inside[w.Group].Add(-1)
				if err := retried(ctx, func() error { return node(k).Release(ctx, entry) }); err != nil {
					c.t.Errorf("client %d, turn %d: %v", k+1, turn, err)
					return
				}
			}
		})
	}
	all.Wait()
}

// retried tries again while the node is gone.
func retried(ctx context.Context, f func() error) error {
	for {
		err := f()
		if err == nil || ctx.Err() != nil || err != run.ErrStopped && err != run.ErrCrashed && !errors.Is(err, run.ErrPower) {
			return err
		}
		time.Sleep(time.Millisecond)
	}
}

// same is the nodes of a cluster of which none is replaced.
func (c *cluster) same() func(k int) *run.Node {
	return func(k int) *run.Node { return c.nodes[k] }
}

// lines are the events of all logs; while nodes run, the end of a log may be a part of a line that is being written.
func (c *cluster) lines() (all []map[string]any) {
	c.t.Helper()
	for _, name := range c.logs {
		text, err := os.ReadFile(name)
		if err != nil {
			c.t.Fatal(err)
		}
		if !c.closed {
			text = text[:bytes.LastIndexByte(text, '\n')+1]
		}
		for line := range bytes.Lines(text) {
			var x map[string]any
			if err := json.Unmarshal(line, &x); err != nil {
				c.t.Fatalf("%s: %v: %s", name, err, line)
			}
			if x["log"] == nil {
				all = append(all, x)
			}
		}
	}
	return all
}

// count is how many events there are of a name or kind.
func count(lines []map[string]any, name string) (n int) {
	for _, x := range lines {
		if x["kind"] == name || x["name"] == name {
			n++
		}
	}
	return n
}

// desk is a site of a lock: site 1 gives it to those who ask, in the order in which they do. It asks itself by messages, too.
type desk struct {
	Wants, In bool
	Lent      bool // at site 1
	Queue     gmecheck.List[gmecheck.Site]
}

type (
	want struct{ Of gmecheck.Site }
	have struct{}
	back struct{}
)

// lending is that lock for n sites.
func lending(n int) *gmecheck.Model[desk] {
	p := gmecheck.New[desk]("lending", n)
	p.Event("ask", gmecheck.Always, func(s *desk, _ gmecheck.Ctx) bool { return !s.Wants },
		func(s *desk, c gmecheck.Ctx) { s.Wants = true; c.Send(1, want{c.Self}) }).Optional()
	p.Event("leave", gmecheck.Always, func(s *desk, _ gmecheck.Ctx) bool { return s.In },
		func(s *desk, c gmecheck.Ctx) { s.Wants, s.In = false, false; c.Send(1, back{}) })
	gmecheck.On(p, func(s *desk, _ gmecheck.Ctx, _ have) { s.In = true })
	lend := func(s *desk, c gmecheck.Ctx) {
		if s.Lent = !s.Queue.Empty(); s.Lent {
			c.Send(s.Queue.Front(), have{})
			s.Queue = s.Queue.Rest()
		}
	}
	gmecheck.On(p, func(s *desk, c gmecheck.Ctx, m want) {
		if s.Queue = s.Queue.Add(m.Of); !s.Lent {
			lend(s, c)
		}
	})
	gmecheck.On(p, func(s *desk, c gmecheck.Ctx, _ back) { lend(s, c) })
	p.Always("mutex", func(w gmecheck.World[desk]) bool { return w.Count(func(s desk) bool { return s.In }) <= 1 })
	return p
}

var marks = run.Marks{Request: "ask", Exit: "leave"}

// composed is a model's system.
func composed[V comparable](t *testing.T, p *gmecheck.Model[V], options ...gmecheck.Option) *system.System {
	t.Helper()
	sys, err := p.System(options...)
	if err != nil {
		t.Fatal(err)
	}
	return sys
}

func contains(err error, text string) bool { return err != nil && strings.Contains(err.Error(), text) }
