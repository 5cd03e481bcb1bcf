package run

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	mathrand "math/rand/v2"
	"net"
	"reflect"
	"sync"
	"time"

	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/direct"
	"github.com/gmecheck/gmecheck/model/system"
)

// ErrStopped is what clients get of a node that ends.
var ErrStopped = errors.New("the node has stopped")

// Node is one site of a model, running. Its methods may be called by any goroutine.
type Node struct {
	o       Options
	sys     *system.System
	sites   direct.Sites
	codec   *codec
	vars    reflect.Type
	message reflect.Type
	random  *mathrand.Rand
	metrics *metrics
	logger  *slog.Logger

	// What follows belongs to the goroutine of loop.
	st      state
	store   *store
	log     *eventLog
	changed bool     // since the last commit
	after   []func() // what the commit releases
	alarms  map[string]*alarm
	clients []*client // that wait, in the order in which they came
	served  *client   // whose request is under way; nil after a restart, until it comes again
	told    int       // how many were told of the entry that is under way, and have heard it
	asked   time.Time
	barred  bool // since the request the site has not been able to ask for a while: if it can again without an entry, it has given it up
	stopped bool // no client is let in any more
	links   map[model.Site]*link
	conns   map[model.Site]*inbound

	addresses []*net.UDPAddr // by site, of UDP
	envelope  int            // how long datagrams are, but for their messages
	todo      chan func()
	ctx       context.Context
	cancel    context.CancelCauseFunc
	all       sync.WaitGroup // goroutines besides loop
	done      chan struct{}  // loop has ended
}

// Start makes a node of a system and runs it until [Node.Stop] or [Node.Close]. It does not wait for the other sites. The error
// says what is wrong with the options, or where they do not go with the model.
func Start(sys *system.System, o Options) (_ *Node, err error) {
	if o.Transport == "" {
		o.Transport = TCP
	}
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	if o.files == nil {
		o.files = systemFiles
	}
	if o.Seed == 0 {
		o.Seed = mathrand.Uint64()
	}
	n := &Node{
		o: o, sys: sys, random: mathrand.New(mathrand.NewPCG(o.Seed, uint64(o.Site))), alarms: map[string]*alarm{},
		links: map[model.Site]*link{}, conns: map[model.Site]*inbound{}, todo: make(chan func(), 256), done: make(chan struct{}),
	}
	n.logger = o.Logger.With("site", int(o.Site))
	n.sites = sys.Direct(n.random)
	if sys.Config.Times != nil && o.Tick > 0 {
		began := time.Now()
		n.sites.Count(sys.Config.Times, func() float64 { return float64(time.Since(began)) / float64(o.Tick) })
	}
	if err := refuse(sys, n.sites, &o); err != nil {
		return nil, err
	}
	if n.codec, err = newCodec(sys, o.Messages); err != nil {
		return nil, err
	}
	n.vars, n.message = n.sites.Types()
	if n.metrics, err = newMetrics(o.Metrics, o.Site); err != nil {
		return nil, err
	}
	n.ctx, n.cancel = context.WithCancelCause(context.Background())
	began := false
	defer func() {
		if !began {
			n.cancel(err)
			n.release()
		}
	}()
	defer func() {
		if r := recover(); r != nil {
			err = n.broken(r)
		}
	}()
	known, err := n.load()
	if err != nil {
		return nil, err
	}
	if !known {
		n.st.Log = newLog
	}
	if n.log, err = openLog(o.files, o.Log, sys.Config.Algorithm, n.st.Log, n.store != nil, n.logger); err != nil {
		return nil, err
	}
	if n.log != nil && n.st.Log == newLog {
		n.st.Log = 0
	}
	if n.store != nil && !known { // from now on the log is that of this state
		if err := n.save(); err != nil {
			return nil, err
		}
	}
	if err := n.connect(); err != nil {
		return nil, err
	}
	began = true
	go n.loop(n.st.Seq > 0)
	return n, nil
}

// load takes the state from the disk, or begins; known: there was one.
func (n *Node) load() (known bool, err error) {
	i := n.o.Site
	n.sites.Begin(n.o.Start)
	n.st = state{Run: rand.Text(), Out: map[model.Site]*outgoing{}, In: map[model.Site]*incoming{}}
	for k := range n.sys.Places {
		if j := model.Site(k + 1); j != i {
			n.st.Out[j], n.st.In[j] = &outgoing{}, &incoming{}
		}
	}
	if n.o.Dir == "" {
		return false, nil
	}
	var last []byte
	if n.store, last, err = openStore(n.o.files, n.o.Dir); err != nil || last == nil {
		return false, err
	}
	wrong := func(err error) error { return fmt.Errorf("the state in %s: %w", n.o.Dir, err) }
	var kept struct {
		Model string     `json:"model"`
		Site  model.Site `json:"site"`
		state
	}
	kept.state = n.st
	if err := json.Unmarshal(last, &kept); err != nil {
		return false, wrong(err)
	}
	if kept.Model != n.identity() {
		return false, wrong(fmt.Errorf("it is of another model or configuration"))
	}
	if kept.Site != i {
		return false, wrong(fmt.Errorf("it is of site %d, not %d", kept.Site, i))
	}
	n.st = kept.state
	vars, err := n.codec.decode(n.vars, n.st.Vars)
	if err != nil {
		return false, wrong(err)
	}
	n.sites.SetVars(i, vars)
	if n.st.Inner {
		n.told = 1 // perhaps
	}
	for _, p := range n.st.Inbox {
		if p.value, err = n.codec.decode(n.message, p.Message); err != nil {
			return false, wrong(err)
		}
	}
	if n.st.Seq == 0 {
		return true, nil // nothing has happened
	}
	return true, n.refuseRestart()
}

// refuseRestart: a site that comes back has crashed, where the model has crashes; where it has none, it was only slow.
func (n *Node) refuseRestart() error {
	switch c := n.sys.Config; {
	case c.Crash == 0:
	case !crashes(c, n.o.Site):
		return fmt.Errorf("%s: site %d comes back with the state in %s, and in the model it does not crash", c.Algorithm, n.o.Site, n.o.Dir)
	case c.Final:
		return fmt.Errorf("%s: site %d comes back with the state in %s, and in the model nobody recovers", c.Algorithm, n.o.Site, n.o.Dir)
	}
	return nil
}

// identity is what the nodes of one system have in common.
func (n *Node) identity() string {
	return fmt.Sprintf("%s %s %d of %d", n.sys.Config.Algorithm, n.sys.Config.Fingerprint(), n.o.Start, len(n.sys.Places))
}

// loop runs the site: what comes happens, and what has happened is committed before anybody hears of it.
func (n *Node) loop(restarted bool) {
	defer n.end()
	defer func() {
		if r := recover(); r != nil {
			n.fail(n.broken(r))
		}
	}()
	n.begin(restarted)
	for n.err() == nil {
		busy := n.work()
		n.commit()
		if busy {
			continue
		}
		select {
		case f := <-n.todo:
			f()
		case <-n.ctx.Done():
		}
	}
}

// broken is a panic of the protocol that is going on, where no handler is at work: of a guard, for instance.
func (n *Node) broken(cause any) error {
	if b, known := cause.(*model.Broken); known {
		return b
	}
	b := &model.Broken{Algorithm: n.sys.Config.Algorithm, Method: "a method", Place: n.sys.Places[n.o.Site-1].Title()}
	return b.Panics(cause)
}

// begin sets what runs in the first state, or in the one of a restart.
func (n *Node) begin(restarted bool) {
	n.changed = true
	i := n.o.Site
	switch {
	case restarted && n.sys.Config.Crash > 0:
		if !n.st.Down {
			n.st.Down = true
			n.happen(direct.Event{Kind: model.CrashEvent, Site: i}, nil)
		}
		n.recover()
	default:
		n.ring(n.sites.Timers(i), nil)
		n.arm()
		n.note(false, ErrWithdrawn)
		n.scheduleCrash()
	}
}

// commit makes what has happened durable and then lets the others hear of it.
func (n *Node) commit() {
	if n.err() != nil || !n.changed && len(n.after) == 0 {
		return
	}
	began := time.Now()
	if n.changed {
		if err := n.log.flush(); err != nil {
			n.fail(err)
			return
		}
		if n.log != nil {
			n.st.Log = n.log.size
		}
		if n.store != nil {
			if err := n.save(); err != nil {
				n.fail(err)
				return
			}
		}
		n.changed = false
	}
	n.metrics.committed(time.Since(began))
	release := n.after
	n.after = nil
	for _, f := range release {
		f()
	}
}

// save writes the state.
func (n *Node) save() (err error) {
	if n.st.Vars, err = n.codec.encode(n.vars, n.sites.Vars(n.o.Site)); err != nil {
		return err
	}
	record, err := json.Marshal(struct {
		Model string     `json:"model"`
		Site  model.Site `json:"site"`
		*state
	}{n.identity(), n.o.Site, &n.st})
	if err != nil {
		return err
	}
	return n.store.put(record)
}

// post has a function run by loop; false if it has ended.
func (n *Node) post(f func()) bool {
	select {
	case n.todo <- f:
		return true
	case <-n.ctx.Done():
		return false
	}
}

// fail ends the node with an error.
func (n *Node) fail(err error) {
	if n.ctx.Err() == nil {
		n.logger.Error("the node ends", "error", err)
	}
	n.cancel(err)
}

func (n *Node) err() error { return context.Cause(n.ctx) }

// end tells clients that there is nothing more, and waits for all goroutines.
func (n *Node) end() {
	for _, x := range append(n.clients, n.served) {
		if x != nil {
			x.answer(0, n.err())
		}
	}
	for _, a := range n.alarms {
		a.stop()
	}
	n.release()
	n.logger.Info("the node has ended")
	close(n.done)
}

// release gives back what the node has taken.
func (n *Node) release() {
	if n.o.Listener != nil {
		n.o.Listener.Close()
	}
	if n.o.Packets != nil {
		n.o.Packets.Close()
	}
	n.all.Wait()
	n.log.close()
	if n.store != nil {
		n.store.close()
	}
	n.metrics.remove()
}

// Done is closed when the node has ended.
func (n *Node) Done() <-chan struct{} { return n.done }

// Err is why the node has ended; nil while it runs, [ErrStopped] if it was stopped or closed. A [*model.Broken] tells of the handler or
// guard that has panicked.
func (n *Node) Err() error { return n.err() }

// Close ends the node at once, as if its process were killed: what was told to anybody is on disk, if there is a directory.
func (n *Node) Close() {
	n.cancel(ErrStopped)
	<-n.done
}

// Stop lets no client in any more, waits until the one that is inside has left and all messages have been acknowledged, and ends
// the node. If the context ends before that, so does the node, and the error says why.
//
// A site that has stopped answers nothing: what others want from it waits for its return.
func (n *Node) Stop(ctx context.Context) error {
	idle := false
	if n.post(func() {
		n.stopped = true
		for _, x := range n.clients {
			x.answer(0, ErrStopped)
		}
		n.clients = nil
	}) {
		idle = n.becomesIdle(ctx)
	}
	n.Close()
	if idle {
		return nil
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	if err := n.err(); !errors.Is(err, ErrStopped) {
		return err
	}
	return nil
}

// becomesIdle waits until the site has nothing to do for anybody; false if the context or the node ends before that.
func (n *Node) becomesIdle(ctx context.Context) bool {
	for ctx.Err() == nil {
		calm := make(chan bool, 1)
		if !n.post(func() {
			quiet := !n.st.Asked && !n.st.Inner
			for _, out := range n.st.Out {
				quiet = quiet && len(out.Queue) == 0
			}
			n.after = append(n.after, func() { calm <- quiet })
		}) {
			return false
		}
		select {
		case quiet := <-calm:
			if quiet {
				return true
			}
		case <-ctx.Done():
			return false
		case <-n.ctx.Done():
			return false
		}
		select {
		case <-time.After(10 * time.Millisecond):
		case <-ctx.Done():
		case <-n.ctx.Done():
			return false
		}
	}
	return false
}
