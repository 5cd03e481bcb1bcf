package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os"
	"os/signal"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/run"
)

// serve runs one process of the service until it gets a signal.
func serve(args []string) error {
	f := flag.NewFlagSet("serve", flag.ExitOnError)
	site := f.Int("site", 1, "the number of this process, from 1")
	peers := f.String("peers", "", "the addresses of all processes for each other, in the order of their numbers: a:7000,b:7000,c:7000")
	web := f.String("http", "", "the address for clients, and for /metrics")
	dir := f.String("dir", "", "the directory of the state: without it a process that has ended cannot come back")
	events := f.String("log", "", "the file of events")
	authority := f.String("ca", "", "for TLS: the authority's certificate")
	certificate := f.String("cert", "", "for TLS: this site's certificate, for the name site-N")
	key := f.String("key", "", "for TLS: its key")
	algorithm := f.String("algorithm", "", "an algorithm of the literature, such as drs-gme, instead of the lock of this example")
	udp := f.Bool("udp", false, "send messages as datagrams, for an algorithm that may lose any")
	loss := f.Float64("loss", 0, "for tests: the chance that a message is lost; with -algorithm")
	latency := f.Duration("latency", 0, "for tests: messages take up to so long, besides what they take anyway")
	timers := map[string]time.Duration{}
	f.Func("timer", "after how long a timer of the algorithm expires, such as T1=1s; once for each", func(text string) (err error) {
		name, value, _ := strings.Cut(text, "=")
		timers[name], err = time.ParseDuration(value)
		return err
	})
	seed := f.Uint64("seed", 0, "for tests: draws what is lost and how long messages take; 0: another one each time")
	grace := f.Duration("grace", 10*time.Second, "how long to wait for clients when the process is to end")
	f.Parse(args)

	o := run.Options{
		Site: model.Site(*site), Peers: strings.Split(*peers, ","), Dir: *dir, Log: *events, Timers: timers,
		Faults: run.Faults{Loss: *loss, Most: *latency}, Seed: *seed,
		Logger: slog.New(slog.NewTextHandler(os.Stderr, nil)), Metrics: prometheus.DefaultRegisterer,
	}
	p := protocol{algorithm: *algorithm, processes: len(o.Peers)}
	if *udp {
		o.Transport = run.UDP
	}
	if *udp || *loss > 0 {
		p.loss, p.duplicate = 1, 1
	}
	sys, err := p.system()
	if err != nil {
		return err
	}
	if p.algorithm == "" {
		o.Marks = marks
	}
	if *authority != "" {
		if o.TLS, err = run.Mutual(*authority, *certificate, *key); err != nil {
			return err
		}
	}
	if int(o.Site) <= len(o.Peers) && o.Site > 0 {
		if *udp {
			o.Packets, err = listenUDP(o.Peers[o.Site-1], 0)
		} else {
			o.Listener, err = listen(o.Peers[o.Site-1], 0)
		}
		if err != nil {
			return err
		}
	}
	clients, err := listen(*web, 1)
	if err != nil {
		return err
	}
	node, err := run.Start(sys, o)
	if err != nil {
		return err
	}
	var group model.Group
	if sys.Config.Groups > 0 {
		group = model.Group(*site)
	}
	server := &http.Server{Handler: handler(node, group), ReadHeaderTimeout: 10 * time.Second}
	failed := make(chan error, 1)
	go func() { failed <- server.Serve(clients) }()

	signals, end := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer end()
	select {
	case <-signals.Done():
	case err := <-failed:
		node.Close()
		return err
	case <-node.Done():
		server.Close()
		return node.Err()
	}
	ctx, cancel := context.WithTimeout(context.Background(), *grace)
	defer cancel()
	return errors.Join(node.Stop(ctx), server.Shutdown(ctx))
}

// listen takes the socket of this number that was handed over as systemd does it, if there is one; otherwise it makes one.
func listen(address string, number int) (net.Listener, error) {
	if f := handed(address, number); f != nil {
		return net.FileListener(f)
	}
	return net.Listen("tcp", address)
}

func listenUDP(address string, number int) (net.PacketConn, error) {
	if f := handed(address, number); f != nil {
		return net.FilePacketConn(f)
	}
	return net.ListenPacket("udp", address)
}

// handed is the socket of this number; nil if none was handed over.
func handed(address string, number int) *os.File {
	const first = 3
	if all, err := strconv.Atoi(os.Getenv("LISTEN_FDS")); err == nil && number < all {
		return os.NewFile(uintptr(first+number), address)
	}
	return nil
}

// handler is what clients can ask of a node, which asks for a group if its algorithm has any: POST /acquire?who=NAME answers with the number of the entry, when the lock is held,
// and POST /release?entry=NUMBER gives it back. Whoever gets no answer asks again, under the same name.
func handler(node *run.Node, group model.Group) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("POST /acquire", func(w http.ResponseWriter, r *http.Request) {
		entry, err := node.Acquire(r.Context(), run.Want{Who: r.FormValue("who"), Group: group})
		answer(w, entry, err)
	})
	mux.HandleFunc("POST /release", func(w http.ResponseWriter, r *http.Request) {
		entry, err := strconv.ParseUint(r.FormValue("entry"), 10, 64)
		if err != nil {
			http.Error(w, fmt.Sprintf("entry is %q; allowed is a number", r.FormValue("entry")), http.StatusBadRequest)
			return
		}
		answer(w, entry, node.Release(r.Context(), entry))
	})
	mux.Handle("GET /metrics", promhttp.Handler())
	return mux
}

func answer(w http.ResponseWriter, entry uint64, err error) {
	switch {
	case errors.Is(err, run.ErrNotInside):
		http.Error(w, err.Error(), http.StatusConflict)
	case err != nil:
		http.Error(w, err.Error(), http.StatusServiceUnavailable)
	default:
		json.NewEncoder(w).Encode(map[string]uint64{"entry": entry})
	}
}
