package run_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/testutil"

	"github.com/gmecheck/gmecheck"
	"github.com/gmecheck/gmecheck/algorithms"
	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/run"
)

// TestLock: clients of three sites take a lock of a model of one's own, and every event stands in the logs.
func TestLock(t *testing.T) {
	c := (&cluster{t: t, sys: composed(t, lending(3)), options: run.Options{Marks: marks}}).start()
	c.use(20, c.same(), nil)
	c.close()
	all := c.lines()
	if asked, left := count(all, "ask"), count(all, "leave"); asked != 60 || left != 60 {
		t.Errorf("%d times asked, %d times left, not 60", asked, left)
	}
	if delivered := count(all, "deliver"); delivered < 3*60-1 || delivered > 3*60 { // the last may still be on its way
		t.Errorf("%d messages were delivered, not 180", delivered)
	}
}

// TestAlgorithms: the algorithms of the literature run as they were checked.
func TestAlgorithms(t *testing.T) {
	for name, groups := range map[string][]model.Group{"suzuki-kasami": nil, "raymond": nil, "srt-gme": {1, 2}} {
		t.Run(name, func(t *testing.T) {
			a, err := algorithms.All().Find(name)
			if err != nil {
				t.Fatal(err)
			}
			config := a.With(model.Repaired, func(c *model.Config) {
				c.Requests = []int{model.Unlimited, model.Unlimited, model.Unlimited}
			})
			c := (&cluster{t: t, sys: a.New(config)}).start()
			c.use(5, c.same(), groups)
		})
	}
}

// TestRestart: nodes that keep their state end at any time, and go on as if they had only been slow.
func TestRestart(t *testing.T) {
	c := (&cluster{t: t, sys: composed(t, lending(3)), options: run.Options{Marks: marks}, dirs: true}).start()
	if c.restarting(40, 20*time.Millisecond, func(model.Site) {}) == 0 {
		t.Error("no node was started again")
	}
}

// TestPower: the power of machines fails at any time, and of what was not made durable anything may be gone: nobody has heard of it.
func TestPower(t *testing.T) {
	failures, lost := 0, 0
	for round := uint64(0); round < 5 && (failures < 5 || lost < 2); round++ { // how much is lost in one is a matter of chance
		c := &cluster{t: t, sys: composed(t, lending(3)), options: run.Options{Marks: marks}, dirs: true}
		var disks []*run.Disk
		for k := range uint64(3) {
			disks = append(disks, run.NewDisk(3*round+k))
		}
		c.change = func(i model.Site, o *run.Options) { disks[i-1].Restore(); disks[i-1].Hold(o) }
		c.start()
		failures += c.restarting(100, 5*time.Millisecond, func(i model.Site) { disks[i-1].Fail() })
		for _, d := range disks {
			lost += d.Lost
		}
	}
	t.Logf("the power has failed %d times, with %d writes and names lost", failures, lost)
	if failures < 5 || lost < 2 {
		t.Error("that is too little to show anything")
	}
}

// restarting lets clients take the lock so often at each of three sites, while nodes end and are started again: it returns how often.
// All of it must stand in the logs, which must be a run.
func (c *cluster) restarting(each int, pause time.Duration, before func(model.Site)) (restarts int) {
	t := c.t
	var mu sync.Mutex
	node := func(k int) *run.Node {
		mu.Lock()
		defer mu.Unlock()
		return c.nodes[k]
	}
	stop, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		for i := model.Site(1); ; i = i%3 + 1 {
			select {
			case <-stop:
				return
			case <-time.After(pause):
			}
			before(i)
			node(int(i) - 1).Close()
			mu.Lock()
			if err := c.again(i); err != nil {
				t.Error(err)
			}
			mu.Unlock()
			restarts++
		}
	}()
	c.use(each, node, nil)
	close(stop)
	<-ended
	c.close()
	all := c.lines()
	if asked, left := count(all, "ask"), count(all, "leave"); asked != 3*each || left != 3*each {
		t.Errorf("%d times asked, %d times left, not %d", asked, left, 3*each)
	}
	c.conforms(c.sys)
	for _, name := range c.logs {
		c.logs = []string{name}
		for k, x := range c.lines() {
			if x["seq"] != float64(k+1) {
				t.Fatalf("%s: event %d has the number %v", filepath.Base(name), k+1, x["seq"])
			}
		}
	}
	return restarts
}

// TestForgetful: a site that comes back without its state is refused by the others, and ends.
func TestForgetful(t *testing.T) {
	c := (&cluster{t: t, sys: composed(t, lending(2)), options: run.Options{Marks: marks}}).start()
	c.use(1, c.same(), nil)
	c.nodes[1].Close()
	if err := c.again(2); err != nil {
		t.Fatal(err)
	}
	ends(t, c.nodes[1])
	if err := c.nodes[1].Err(); !contains(err, "site 2 has come back without its state, and the model does not have that") {
		t.Error(err)
	}
	if c.nodes[0].Err() != nil {
		t.Error("the other one ends, too")
	}
}

// ends waits until a node has ended by itself.
func ends(t *testing.T, n *run.Node) {
	t.Helper()
	select {
	case <-n.Done():
	case <-time.After(patience):
		t.Fatal("it runs on")
	}
}

// TestOlderState: a node does not begin with an older copy of its state, of which the others know better.
func TestOlderState(t *testing.T) {
	for _, most := range []int{1, 2} { // site 2 has sent nothing, or something, since
		p := gmecheck.New[counting]("sending", 2)
		p.Event("send", gmecheck.Always, func(s *counting, c gmecheck.Ctx) bool { return int(c.Self) <= most && s.Last < 3 }, func(s *counting, c gmecheck.Ctx) {
			s.Last++
			c.Send(3-c.Self, number{s.Last})
		})
		gmecheck.On(p, func(*counting, gmecheck.Ctx, number) {})
		sys := composed(t, p)
		for older := range model.Site(2) {
			older++
			c := &cluster{t: t, sys: sys, dirs: true, options: run.Options{Events: map[string]time.Duration{"send": 100 * time.Millisecond}}}
			c.start()
			c.until(func(all []map[string]any) bool { return count(all, "deliver") > 0 })
			c.nodes[older-1].Close()
			state := filepath.Join(c.path, fmt.Sprintf("state%d", older), "state")
			copied, err := os.ReadFile(state)
			if err != nil {
				t.Fatal(err)
			}
			if err := c.again(older); err != nil {
				t.Fatal(err)
			}
			c.until(func(all []map[string]any) bool { return count(all, "deliver") == 3*most })
			time.Sleep(50 * time.Millisecond) // for acknowledgements
			c.nodes[older-1].Close()
			if err := os.WriteFile(state, copied, 0o600); err != nil {
				t.Fatal(err)
			}
			if err := c.again(older); err != nil {
				t.Fatal(err)
			}
			ends(t, c.nodes[older-1])
			if err := c.nodes[older-1].Err(); !contains(err, "is an older copy: site") {
				t.Error(err)
			}
			if err := c.nodes[2-older].Err(); err != nil {
				t.Error(err)
			}
			c.close()
		}
	}
}

// TestOtherState: a node does not begin with the state of another site.
func TestOtherState(t *testing.T) {
	c := (&cluster{t: t, sys: composed(t, lending(2)), options: run.Options{Marks: marks}, dirs: true}).start()
	c.use(1, c.same(), nil)
	c.close()
	c.change = func(_ model.Site, o *run.Options) { o.Dir = filepath.Join(c.path, "state1") }
	if err := c.again(2); !contains(err, "state1: it is of site 1, not 2") {
		t.Error(err)
	}
}

// TestOther: nodes of different models refuse each other.
func TestOther(t *testing.T) {
	other := composed(t, lending(2), gmecheck.FIFO)
	c := (&cluster{t: t, sys: composed(t, lending(2)), options: run.Options{Marks: marks}}).start()
	c.use(1, c.same(), nil)
	c.nodes[1].Close()
	c.sys = other
	if err := c.again(2); err != nil {
		t.Fatal(err)
	}
	ends(t, c.nodes[1])
	if err := c.nodes[1].Err(); !contains(err, "this is lending") {
		t.Error(err)
	}
}

// TestStop: a node that stops waits for the client that is inside, and until its messages have come.
func TestStop(t *testing.T) {
	c := (&cluster{t: t, sys: composed(t, lending(2)), options: run.Options{Marks: marks}}).start()
	ctx := t.Context()
	entry, err := c.nodes[1].Acquire(ctx, run.Want{})
	if err != nil {
		t.Fatal(err)
	}
	short, cancel := context.WithTimeout(ctx, 50*time.Millisecond)
	defer cancel()
	stopped := make(chan error)
	go func() { stopped <- c.nodes[1].Stop(ctx) }()
	for {
		if _, err := c.nodes[1].Acquire(ctx, run.Want{}); err == run.ErrStopped {
			break
		}
	}
	select {
	case err := <-stopped:
		t.Fatal("it has stopped while a client was inside:", err)
	case <-short.Done():
	}
	if err := c.nodes[1].Release(ctx, entry); err != nil {
		t.Error(err)
	}
	if err := <-stopped; err != nil {
		t.Error(err)
	}
	if _, err := c.nodes[0].Acquire(ctx, run.Want{}); err != nil {
		t.Error("what it has given back is lost:", err)
	}
	if err := c.nodes[0].Stop(short); err != context.DeadlineExceeded {
		t.Errorf("stopped with a client inside: %v", err)
	}
}

// TestEnds: a node is stopped and closed by several goroutines at a time.
func TestEnds(t *testing.T) {
	for range 30 {
		c := (&cluster{t: t, sys: composed(t, keeping(true)), options: run.Options{Marks: marks}}).start()
		n := c.nodes[0]
		var all sync.WaitGroup
		for range 4 {
			all.Go(func() { n.Stop(t.Context()) })
			all.Go(func() { n.Acquire(t.Context(), run.Want{}) })
		}
		all.Go(n.Close)
		all.Wait()
		if n.Err() != run.ErrStopped {
			t.Error(n.Err())
		}
	}
}

// TestClients: clients of one site take turns; one that goes away while it waits is not let in, and one that asks again under
// its name gets the entry that it has.
func TestClients(t *testing.T) {
	c := (&cluster{t: t, sys: composed(t, lending(2)), options: run.Options{Marks: marks}}).start()
	ctx, n := t.Context(), c.nodes[1]
	first, err := n.Acquire(ctx, run.Want{Who: "first"})
	if err != nil {
		t.Fatal(err)
	}
	if again, err := n.Acquire(ctx, run.Want{Who: "first"}); err != nil || again != first {
		t.Errorf("asked again: entry %d, not %d; %v", again, first, err)
	}
	short, cancel := context.WithTimeout(ctx, 20*time.Millisecond)
	defer cancel()
	if _, err := n.Acquire(short, run.Want{Who: "second"}); err != context.DeadlineExceeded {
		t.Error(err)
	}
	if _, err := c.nodes[0].Acquire(short, run.Want{Who: "third"}); err != context.DeadlineExceeded {
		t.Error(err)
	}
	for range 2 {
		if err := n.Release(ctx, first); err != nil {
			t.Error(err)
		}
	}
	if err := n.Release(ctx, first+1); err != run.ErrNotInside {
		t.Error(err)
	}
	// The third had asked through its site, which enters and leaves again without anybody.
	fourth, err := n.Acquire(ctx, run.Want{Who: "fourth"})
	if err != nil || fourth != first+1 {
		t.Errorf("entry %d, not %d; %v", fourth, first+1, err)
	}
	if err := n.Release(ctx, first); err != nil {
		t.Error(err)
	}
	if again, err := n.Acquire(ctx, run.Want{Who: "fourth"}); err != nil || again != fourth {
		t.Errorf("the entry before was released again, and now entry %d, not %d; %v", again, fourth, err)
	}
}

// TestGivenUp: a question that is given up does not take the entry from whom was told of it, of the same name.
func TestGivenUp(t *testing.T) {
	c := (&cluster{t: t, sys: composed(t, lending(2)), options: run.Options{Marks: marks}, dirs: true}).start()
	ctx := t.Context()
	entry, err := c.nodes[1].Acquire(ctx, run.Want{Who: "first"})
	if err != nil {
		t.Fatal(err)
	}
	given, cancel := context.WithCancel(ctx)
	cancel()
	giveUp := func() {
		t.Helper()
		for gaveUp := 0; gaveUp < 5; {
			again, err := c.nodes[1].Acquire(given, run.Want{Who: "first"})
			if err == context.Canceled {
				gaveUp++
			} else if err != nil || again != entry {
				t.Fatalf("entry %d, not %d; %v", again, entry, err)
			}
		}
		if again, err := c.nodes[1].Acquire(ctx, run.Want{Who: "first"}); err != nil || again != entry {
			t.Fatalf("entry %d, not %d; %v", again, entry, err)
		}
	}
	giveUp()
	c.nodes[1].Close()
	if err := c.again(2); err != nil {
		t.Fatal(err)
	}
	giveUp()
	if err := c.nodes[1].Release(ctx, entry); err != nil {
		t.Error(err)
	}
	// Of an entry that nobody has heard of the site leaves.
	other, err := c.nodes[0].Acquire(ctx, run.Want{})
	if err != nil {
		t.Fatal(err)
	}
	for range 5 {
		if _, err := c.nodes[1].Acquire(given, run.Want{Who: "first"}); err != context.Canceled {
			t.Error(err)
		}
	}
	if err := c.nodes[0].Release(ctx, other); err != nil {
		t.Error(err)
	}
	if _, err := c.nodes[0].Acquire(ctx, run.Want{}); err != nil {
		t.Error(err)
	}
}

// TestAskedAgain: a client that asks again while its first question waits takes its place.
func TestAskedAgain(t *testing.T) {
	c := (&cluster{t: t, sys: composed(t, lending(2)), options: run.Options{Marks: marks}}).start()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	n := c.nodes[0]
	first, err := n.Acquire(ctx, run.Want{Who: "first"})
	if err != nil {
		t.Fatal(err)
	}
	answers := make(chan error, 2)
	for range 2 {
		go func() {
			_, err := n.Acquire(ctx, run.Want{Who: "second"})
			answers <- err
		}()
	}
	if err := <-answers; !contains(err, "second has asked again") {
		t.Error(err)
	}
	if err := n.Release(ctx, first); err != nil {
		t.Error(err)
	}
	if err := <-answers; err != nil {
		t.Error(err)
	}
}

// TestRefusedClients: clients that ask for what their site cannot have do not keep those behind them waiting.
func TestRefusedClients(t *testing.T) {
	c := (&cluster{t: t, sys: published(t, "suzuki-kasami")}).start()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	n := c.nodes[0]
	entry, err := n.Acquire(ctx, run.Want{})
	if err != nil {
		t.Fatal(err)
	}
	answers := make(chan error, 4)
	for _, g := range []model.Group{7, 7, 7, 0} {
		go func() {
			_, err := n.Acquire(ctx, run.Want{Group: g})
			answers <- err
		}()
		time.Sleep(100 * time.Millisecond) // they come in this order
	}
	if err := n.Release(ctx, entry); err != nil {
		t.Fatal(err)
	}
	refused := 0
	for range 4 {
		if err := <-answers; err != nil {
			refused++
		}
	}
	if refused != 3 || ctx.Err() != nil {
		t.Errorf("%d of 3 are refused; behind them: %v", refused, ctx.Err())
	}
}

// TestMetrics: what Prometheus sees.
func TestMetrics(t *testing.T) {
	registries := []*prometheus.Registry{prometheus.NewRegistry(), prometheus.NewRegistry()}
	c := (&cluster{t: t, sys: composed(t, lending(2)), options: run.Options{Marks: marks}, change: func(i model.Site, o *run.Options) {
		o.Metrics = registries[i-1]
	}}).start()
	c.use(3, c.same(), nil)
	all, err := registries[1].Gather()
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]float64{}
	for _, family := range all {
		for _, m := range family.Metric {
			name := family.GetName()
			for _, l := range m.Label {
				if l.GetName() != "site" {
					name += " " + l.GetValue()
				}
			}
			switch {
			case m.Counter != nil:
				got[name] = m.Counter.GetValue()
			case m.Histogram != nil:
				got[name] = float64(m.Histogram.GetSampleCount())
			}
		}
	}
	for name, want := range map[string]float64{
		"gmecheck_entries_total": 3, "gmecheck_waiting_seconds": 3, "gmecheck_events_total ask": 3, "gmecheck_events_total leave": 3,
		"gmecheck_messages_sent_total want": 3, "gmecheck_messages_received_total have": 3, "gmecheck_connections_total 1": 1,
	} {
		if got[name] != want {
			t.Errorf("%s is %v, not %v: %v", name, got[name], want, got)
		}
	}
	if problems, err := testutil.GatherAndLint(registries[1]); err != nil || len(problems) > 0 {
		t.Error(problems, err)
	}
	c.close()
	if left, err := registries[1].Gather(); err != nil || len(left) > 0 {
		t.Errorf("%d metrics are left; %v", len(left), err)
	}
}

// counting is a model in which site 1 sends numbers to site 2, which notes whether each is the one after the one before.
type counting struct {
	Last  int
	Wrong bool
}

type number struct{ N int }

func numbers(most int) *gmecheck.Model[counting] {
	p := gmecheck.New[counting]("numbers", 2)
	p.Event("send", gmecheck.Always, func(s *counting, c gmecheck.Ctx) bool { return c.Self == 1 && s.Last < most },
		func(s *counting, c gmecheck.Ctx) { s.Last++; c.Send(2, number{s.Last}) })
	gmecheck.On(p, func(s *counting, _ gmecheck.Ctx, m number) { s.Wrong, s.Last = s.Wrong || m.N != s.Last+1, m.N })
	return p
}

// TestOrder: over connections that break all the time every message comes once, and in order.
func TestOrder(t *testing.T) {
	const most = 200
	c := &cluster{t: t, sys: composed(t, numbers(most), gmecheck.FIFO)}
	var broken atomic.Int32
	c.change = func(i model.Site, o *run.Options) {
		if i == 1 {
			o.Peers[1] = breaking(t, c.peers[1], 1000, &broken)
		}
	}
	c.start()
	for deadline := time.Now().Add(patience); count(c.lines(), "deliver") < most && time.Now().Before(deadline); {
		time.Sleep(50 * time.Millisecond)
	}
	c.close()
	all := c.lines()
	last := all[len(all)-1]["fields"]
	if got := fmt.Sprint(last); got != fmt.Sprintf("map[Last:%d Wrong:false]", most) || count(all, "deliver") != most || broken.Load() < 10 {
		t.Errorf("%d messages came, %d connections were broken; at the end %v", count(all, "deliver"), broken.Load(), got)
	}
}

// TestTwice: with a chance of 1 every message arrives twice.
func TestTwice(t *testing.T) {
	const most = 20
	c := (&cluster{t: t, sys: composed(t, numbers(most), gmecheck.Faults{Duplicate: 1}), options: run.Options{Faults: run.Faults{Duplicate: 1}, Seed: 1}}).start()
	c.until(func(all []map[string]any) bool { return count(all, "send") == most && count(all, "deliver") >= 2*most })
	c.close()
	if got := count(c.lines(), "deliver"); got != 2*most {
		t.Errorf("%d messages have arrived %d times", most, got)
	}
}

// murmur is a message of a site to itself.
type murmur struct{}

// TestEndless: what never ends, messages of a site to itself or events that are always possible, keeps neither clients nor the disk waiting.
func TestEndless(t *testing.T) {
	for _, messages := range []bool{false, true} {
		p := gmecheck.New[keeper]("endless", 1)
		p.Event("ask", gmecheck.Always, func(s *keeper, _ gmecheck.Ctx) bool { return !s.In }, func(s *keeper, _ gmecheck.Ctx) { s.In = true }).Optional()
		p.Event("leave", gmecheck.Always, func(s *keeper, _ gmecheck.Ctx) bool { return s.In }, func(s *keeper, _ gmecheck.Ctx) { s.In = false })
		gmecheck.On(p, func(_ *keeper, c gmecheck.Ctx, m murmur) { c.Send(1, m) })
		if messages {
			p.Event("begin", 1, nil, func(_ *keeper, c gmecheck.Ctx) { c.Send(1, murmur{}) })
		} else {
			for k := range 30 {
				p.Event(fmt.Sprint("idle", k), gmecheck.Always, nil, func(*keeper, gmecheck.Ctx) {})
			}
		}
		c := (&cluster{t: t, sys: composed(t, p), options: run.Options{Marks: marks}}).start()
		if messages {
			if err := c.nodes[0].Do(t.Context(), "begin"); err != nil {
				t.Fatal(err)
			}
		}
		c.until(func(all []map[string]any) bool { return len(all) > 100 })
		c.use(3, c.same(), nil)
		if n := c.nodes[0]; n.Err() != nil || n.Stop(t.Context()) != nil {
			t.Error(n.Err())
		}
		c.close()
	}
}

// TestOrderOfDelays: under fifo no message overtakes another of its sender, however long each takes.
func TestOrderOfDelays(t *testing.T) {
	const most = 50
	c := (&cluster{t: t, sys: composed(t, numbers(most), gmecheck.FIFO), options: run.Options{Faults: run.Faults{Most: 5 * time.Millisecond}, Seed: 1}}).start()
	c.until(func(all []map[string]any) bool { return count(all, "deliver") == most })
	c.close()
	all := c.lines()
	if got := fmt.Sprint(all[len(all)-1]["fields"]); got != fmt.Sprintf("map[Last:%d Wrong:false]", most) {
		t.Error(got)
	}
}

// TestWrongAddress: a node that takes one site for another ends.
func TestWrongAddress(t *testing.T) {
	c := &cluster{t: t, sys: composed(t, lending(3)), options: run.Options{Marks: marks}}
	c.change = func(i model.Site, o *run.Options) {
		if i == 1 {
			o.Peers[1], o.Peers[2] = o.Peers[2], o.Peers[1]
		}
	}
	c.start()
	ends(t, c.nodes[0])
	if err := c.nodes[0].Err(); !contains(err, "this is site") {
		t.Error(err)
	}
}

// TestStrangeDatagrams: datagrams of another system, to another site, or of a site that is not there are dropped.
func TestStrangeDatagrams(t *testing.T) {
	c := (&cluster{t: t, sys: composed(t, alternating(1000), gmecheck.Faults{Loss: 1, Duplicate: 1}), options: run.Options{
		Transport: run.UDP, Events: map[string]time.Duration{"again": time.Hour}, // nobody else sends anything
	}}).start()
	p, err := net.Dial("udp", c.peers[1])
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	identity := fmt.Sprintf("alternating %s 0 of 2", c.sys.Config.Fingerprint())
	message := map[string]any{"from": 1, "kind": "bit", "secret": false, "message": map[string]any{"type": "run_test.bit", "value": map[string]any{"B": true}}}
	send := func(of string, from, to int) {
		text, err := json.Marshal(map[string]any{"model": of, "from": from, "to": to, "message": message})
		if err == nil {
			_, err = p.Write(text)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	send("another", 1, 2)
	send(identity, 1, 1)
	send(identity, 0, 2)
	send(identity, 3, 2)
	send(identity, 1, 2)
	came := func(all []map[string]any) (n int) {
		for _, x := range all {
			if x["kind"] == "deliver" && x["process"] == 2.0 { // site 1 gets the answer
				n++
			}
		}
		return n
	}
	c.until(func(all []map[string]any) bool { return came(all) > 0 })
	c.close()
	if n := came(c.lines()); n != 1 {
		t.Errorf("%d messages were delivered", n)
	}
}
