//go:build unix

package main

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/gmecheck/gmecheck/explore/conform"
)

var (
	runs  = flag.Int("runs", 1, "how often the service is run under each kind of faults, and its logs compared with the model")
	first = flag.Uint64("seed", 1, "of the first run; each has the one after that of the run before")
)

// serverVariable has the arguments of the process that the test program is to be, instead of running tests.
const serverVariable = "LOCKSERVICE_TEST_SERVE"

func TestMain(m *testing.M) {
	if args := os.Getenv(serverVariable); args != "" {
		if err := serve(strings.Split(args, "\n")); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// service is three processes on loopback. Their sockets belong to the test: a process that dies leaves its address.
type service struct {
	t       *testing.T
	dir     string
	sockets [][2]*os.File
	peers   []string
	clients []string
	faults  faults
	seed    uint64
	mu      sync.Mutex
	running []*exec.Cmd
}

// faults are what goes wrong in a run.
type faults struct {
	protocol
	args  []string // of the processes
	kills int
	each  int // how often each client wants the lock
}

// kinds of faults: processes are killed; messages take their time and overtake each other, too; datagrams are lost, by an algorithm that
// has timers for that.
var kinds = map[string]faults{
	"kills":   {each: 8, kills: 4},
	"latency": {each: 8, kills: 4, args: []string{"--latency", "5ms"}},
	"loss": {
		each:     3,
		protocol: protocol{algorithm: "drs-gme", loss: 1, duplicate: 1},
		args:     []string{"--algorithm", "drs-gme", "--udp", "--loss", "0.05", "--latency", "5ms", "--timer", "T1=100ms", "--timer", "T2=70ms"},
	},
}

func newService(t *testing.T, f faults, seed uint64) *service {
	s := &service{t: t, dir: t.TempDir(), faults: f, seed: seed, running: make([]*exec.Cmd, 3)}
	for range 3 {
		peers, peer := socket(t, slices.Contains(f.args, "--udp"))
		clients, client := socket(t, false)
		s.peers, s.clients = append(s.peers, peer), append(s.clients, client)
		s.sockets = append(s.sockets, [2]*os.File{peers, clients})
	}
	t.Cleanup(func() {
		for k := range s.running {
			s.kill(k)
			for _, f := range s.sockets[k] {
				f.Close()
			}
		}
	})
	for k := range s.running {
		s.begin(k)
	}
	return s
}

// socket is an open socket on loopback, and its address.
func socket(t *testing.T, udp bool) (*os.File, string) {
	var l interface {
		File() (*os.File, error)
		Close() error
	}
	var address net.Addr
	var err error
	if udp {
		var p net.PacketConn
		if p, err = net.ListenPacket("udp", "127.0.0.1:0"); err == nil {
			l, address = p.(*net.UDPConn), p.LocalAddr()
		}
	} else {
		var p net.Listener
		if p, err = net.Listen("tcp", "127.0.0.1:0"); err == nil {
			l, address = p.(*net.TCPListener), p.Addr()
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	f, err := l.File()
	if err != nil {
		t.Fatal(err)
	}
	return f, address.String()
}

func (s *service) log(k int) string { return filepath.Join(s.dir, fmt.Sprint("log", k+1)) }

func (s *service) begin(k int) {
	args := append([]string{
		"--site", fmt.Sprint(k + 1), "--peers", strings.Join(s.peers, ","), "--http", s.clients[k],
		"--dir", filepath.Join(s.dir, fmt.Sprint("state", k+1)), "--log", s.log(k), "--seed", fmt.Sprint(s.seed),
	}, s.faults.args...)
	c := exec.Command(os.Args[0])
	c.Env = append(os.Environ(), serverVariable+"="+strings.Join(args, "\n"), "LISTEN_FDS=2")
	c.ExtraFiles = s.sockets[k][:]
	if testing.Verbose() {
		c.Stderr = os.Stderr
	}
	if err := c.Start(); err != nil {
		s.t.Error(err)
		return
	}
	s.mu.Lock()
	s.running[k] = c
	s.mu.Unlock()
}

// kill ends a process as kill -9 does.
func (s *service) kill(k int) {
	s.mu.Lock()
	c := s.running[k]
	s.running[k] = nil
	s.mu.Unlock()
	if c != nil {
		c.Process.Kill()
		c.Wait()
	}
}

// TestFaults: processes are killed and started again, and messages are late or lost, under a load of clients. Every client gets the lock
// as often as it wants it, nobody meets anybody, the logs have every entry once, and are a run of the model.
func TestFaults(t *testing.T) {
	for name, f := range kinds {
		for k := range uint64(*runs) {
			t.Run(fmt.Sprintf("%s, seed %d", name, *first+k), func(t *testing.T) { newService(t, f, *first+k).under(t) })
		}
	}
}

// under runs the service for some clients.
func (s *service) under(t *testing.T) {
	const perSite = 2
	each := s.faults.each
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute) // the machine may be busy
	defer cancel()
	var inside, entries atomic.Int32
	var all sync.WaitGroup
	for k := range 3 {
		for j := range perSite {
			all.Go(func() {
				// A question that is given up may arrive after the next one has been answered, and make an entry more: none is.
				c := &client{"http://" + s.clients[k], fmt.Sprintf("client %d of %d", j+1, k+1), &http.Client{Timeout: time.Minute}}
				for range each {
					entry, err := c.acquire(ctx)
					if err != nil {
						t.Error(err)
						return
					}
					if n := inside.Add(1); n != 1 {
						t.Errorf("%d clients are inside", n)
					}
					time.Sleep(time.Millisecond)
					inside.Add(-1)
					if err := c.release(ctx, entry); err != nil {
						t.Error(err)
						return
					}
					entries.Add(1)
				}
			})
		}
	}
	for n := range s.faults.kills {
		for want := int32((n + 1) * 3 * perSite * each / (s.faults.kills + 1)); entries.Load() < want && ctx.Err() == nil && !t.Failed(); {
			time.Sleep(time.Millisecond)
		}
		k := (n + int(s.seed)) % 3
		s.kill(k)
		s.begin(k)
	}
	all.Wait()
	if t.Failed() {
		return
	}
	for k := range 3 {
		s.kill(k)
	}
	count := map[string]int{}
	for k := range 3 {
		s.events(k, count)
	}
	if want := 3 * perSite * each; count[ask] != want || count[leave] != want {
		t.Errorf("the logs have %d requests and %d exits, not %d", count[ask], count[leave], want)
	}
	t.Logf("%d events, %d expiries of timers", count["events"], count["timeout"])
	s.conforms(count)
}

// conforms demands that the logs together are a run of the model, of which the events were counted.
func (s *service) conforms(count map[string]int) {
	var all []io.Reader
	for k := range s.peers {
		f, err := os.Open(s.log(k))
		if err != nil {
			s.t.Fatal(err)
		}
		defer f.Close()
		all = append(all, f)
	}
	log, err := conform.Read("logs", io.MultiReader(all...))
	if err != nil {
		s.t.Fatal(err)
	}
	p := s.faults.protocol
	p.processes, p.loss, p.duplicate, p.early = len(s.peers), p.loss*count["events"], p.duplicate*count["events"], count["timeout"]
	sys, err := p.system()
	if err != nil {
		s.t.Fatal(err)
	}
	answer, err := conform.Decide(s.t.Context(), sys, log, conform.Options{})
	if err != nil || !answer.Conforms {
		s.t.Errorf("%v; of the log fit %+v", err, answer)
	}
}

// events counts the events in a log, whose numbers have no gaps.
func (s *service) events(k int, count map[string]int) {
	f, err := os.Open(s.log(k))
	if err != nil {
		s.t.Fatal(err)
	}
	defer f.Close()
	seq := 0
	for lines := bufio.NewScanner(f); lines.Scan(); {
		var x struct {
			Seq  int
			Kind string
			Name string
			Log  string
		}
		if err := json.Unmarshal(lines.Bytes(), &x); err != nil {
			s.t.Fatalf("%s: %v: %s", s.log(k), err, lines.Text())
		}
		if x.Log != "" {
			continue
		}
		if seq++; x.Seq != seq {
			s.t.Fatalf("%s: event %d has the number %d", s.log(k), seq, x.Seq)
		}
		count["events"]++
		switch cmp.Or(x.Name, x.Kind) {
		case ask, "request":
			count[ask]++
		case leave, "exit":
			count[leave]++
		}
		count[x.Kind]++
	}
}
