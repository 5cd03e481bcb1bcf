package main

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/run"
)

var measure = flag.Bool("measure", false, "run the service for a while, and write the tables of docs/run.md")

// measured is what a run has measured.
type measured struct {
	entries  int
	elapsed  time.Duration
	waited   time.Duration // of all entries together
	messages int
}

// under runs three nodes with a client each, who thinks and stays inside for times of these means; the first is exponential.
func under(t *testing.T, most, think, cs time.Duration, faults run.Faults, durable bool) (m measured) {
	sys, err := Lock(3).System()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	var peers []string
	var listeners []net.Listener
	for range 3 {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		listeners, peers = append(listeners, l), append(peers, l.Addr().String())
	}
	var nodes []*run.Node
	for k := range 3 {
		o := run.Options{
			Site: model.Site(k + 1), Peers: peers, Listener: listeners[k], Marks: marks, Faults: faults, Log: filepath.Join(dir, fmt.Sprint("log", k)),
		}
		if durable {
			o.Dir = filepath.Join(dir, fmt.Sprint("state", k))
		}
		n, err := run.Start(sys, o)
		if err != nil {
			t.Fatal(err)
		}
		nodes = append(nodes, n)
	}
	ctx, cancel := context.WithTimeout(t.Context(), most)
	defer cancel()
	began := time.Now()
	var mu sync.Mutex
	var all sync.WaitGroup
	for _, n := range nodes {
		all.Go(func() {
			for ctx.Err() == nil {
				time.Sleep(time.Duration(rand.ExpFloat64() * float64(think)))
				asked := time.Now()
				entry, err := n.Acquire(ctx, run.Want{})
				waited := time.Since(asked)
				if err != nil {
					return
				}
				time.Sleep(cs)
				if n.Release(t.Context(), entry) == nil {
					mu.Lock()
					m.entries, m.waited = m.entries+1, m.waited+waited
					mu.Unlock()
				}
			}
		})
	}
	all.Wait()
	m.elapsed = time.Since(began)
	for k, n := range nodes {
		n.Close()
		text, err := os.ReadFile(filepath.Join(dir, fmt.Sprint("log", k)))
		if err != nil {
			t.Fatal(err)
		}
		m.messages += bytes.Count(text, []byte(`"kind":"deliver"`))
	}
	return m
}

// predicted is a measure in the output of a verb of the command.
func predicted(t *testing.T, args string) func(measure string) string {
	out, err := exec.CommandContext(t.Context(), "go", append([]string{"run", "../../cmd/gmecheck"}, strings.Fields(args)...)...).Output()
	if err != nil {
		t.Fatal(args, err)
	}
	return func(measure string) string {
		m := regexp.MustCompile(`(?m)^` + measure + ` +(\S+)`).FindSubmatch(out)
		if m == nil {
			t.Fatalf("%s: there is no %s in\n%s", args, measure, out)
		}
		return string(m[1])
	}
}

// TestMeasure writes what runs measure beside what load and mean say.
func TestMeasure(t *testing.T) {
	if !*measure {
		t.Skip("measures only with -measure")
	}
	const unit, last = 20 * time.Millisecond, 20 * time.Second
	m := under(t, last, 2*unit, unit, run.Faults{Least: unit / 2, Most: 3 * unit / 2}, false)
	load := predicted(t, "load naimi-trehel -n 3 --latency uniform:0.5,1.5 --cs const:1 --think exp:2 --quiet")
	mean := predicted(t, "mean naimi-trehel -n 3 -r inf --latency exp:1 --cs exp:1 --think exp:2 --quiet")
	var b strings.Builder
	fmt.Fprintf(&b, "| measure | run | load | mean |\n| --- | --- | --- | --- |\n")
	units := func(d time.Duration) float64 { return d.Seconds() / unit.Seconds() }
	for _, row := range []struct {
		name string
		run  float64
	}{
		{"throughput", float64(m.entries) / units(m.elapsed)},
		{"waiting-time", units(m.waited) / float64(m.entries)},
		{"messages-per-entry", float64(m.messages) / float64(m.entries)},
	} {
		fmt.Fprintf(&b, "| %s | %.3g | %s | %s |\n", row.name, row.run, load(row.name), mean(row.name))
	}
	fmt.Fprintf(&b, "\n%d entries were measured. Without latencies, pauses and critical sections, on the machine that wrote this:\n\n", m.entries)
	fmt.Fprintf(&b, "| state | entries a second | mean wait |\n| --- | --- | --- |\n")
	for _, x := range []struct {
		name    string
		durable bool
	}{{"in memory", false}, {"on disk", true}} {
		m := under(t, 5*time.Second, 0, 0, run.Faults{}, x.durable)
		fmt.Fprintf(&b, "| %s | %.0f | %v |\n", x.name, float64(m.entries)/m.elapsed.Seconds(), (m.waited / time.Duration(m.entries)).Round(10*time.Microsecond))
	}
	const page = "../../docs/run.md"
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	block := regexp.MustCompile(`(?s)(<!-- measured -->\n).*(<!-- end -->)`)
	if !block.Match(text) {
		t.Fatal(page + " has no place for the tables")
	}
	if err := os.WriteFile(page, block.ReplaceAll(text, []byte("${1}"+b.String()+"${2}")), 0o666); err != nil {
		t.Fatal(err)
	}
}
