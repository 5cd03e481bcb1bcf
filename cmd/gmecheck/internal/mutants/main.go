// Command mutants runs the checks of gates with mutants of the algorithms switched on. It is the worker of
// algorithms/mutation, which builds it with an overlay that puts the mutants in: jobs come on stdin, answers go to stdout.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"runtime/metrics"
	"sync"
	"sync/atomic"
	"time"

	"github.com/gmecheck/gmecheck/algorithms/mutation/trial"
)

// Beyond these the process ends: a handler that does not return cannot be stopped otherwise.
const (
	maxBytes = 1536 << 20
	patience = 5 * time.Second // after the time that a check may take
)

func main() {
	w := &worker{gates: map[string][]*check{}, out: json.NewEncoder(os.Stdout)}
	go w.watch()
	in := bufio.NewScanner(os.Stdin)
	in.Buffer(nil, 1<<20)
	for in.Scan() {
		var job trial.Job
		err := json.Unmarshal(in.Bytes(), &job)
		if err == nil {
			err = w.run(&job)
		}
		last := trial.Answer{Mutant: job.Mutant, Done: true}
		if err != nil {
			last.Error = err.Error()
		}
		w.say(&last)
	}
}

type worker struct {
	gates map[string][]*check // by manifest or models

	deadline atomic.Int64 // of the check that runs, in Unix nanoseconds; 0: none

	mu      sync.Mutex
	out     *json.Encoder
	current trial.Answer // to be said if the process has to end
}

func (w *worker) say(a *trial.Answer) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if err := w.out.Encode(a); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// watch ends the process when a check takes far longer than it may, or too much memory.
func (w *worker) watch() {
	sample := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	for range time.Tick(50 * time.Millisecond) {
		limit := ""
		if at := w.deadline.Load(); at != 0 && time.Now().UnixNano() > at {
			limit = "a handler does not return"
		}
		if metrics.Read(sample); sample[0].Value.Uint64() > maxBytes {
			limit = "memory"
		}
		if limit != "" {
			w.mu.Lock()
			w.current.Limit = limit
			_ = w.out.Encode(&w.current) // whoever reads sees the end of the process, too
			os.Exit(3)
		}
	}
}

// run runs the checks of a job until one of them kills the mutant.
func (w *worker) run(job *trial.Job) error {
	checks, err := w.checks(job)
	if err != nil {
		return err
	}
	for _, limit := range job.Checks {
		if limit.Check >= len(checks) {
			return fmt.Errorf("no check has number %d", limit.Check)
		}
		if x := checks[limit.Check]; job.List {
			w.say(&trial.Answer{Check: limit.Check, Name: x.name, States: x.states})
			continue
		}
		x := checks[limit.Check]
		if job.Views > 0 {
			a := w.prove(x, job.Mutant, job.Views, limit)
			w.say(&a)
			continue
		}
		if limit.Quick {
			x = x.quick()
		}
		a := w.check(x, job.Mutant, limit)
		if a.Decides() || !limit.Quick {
			w.say(&a)
		}
		if job.Mutant != 0 && a.Decides() {
			return nil
		}
	}
	return nil
}

// checks reads the manifest or the models of a job, when it is the first that names them. A job without checks asks for
// all.
func (w *worker) checks(job *trial.Job) (all []*check, err error) {
	key := fmt.Sprint(job.Gate, job.Lines)
	all, ok := w.gates[key]
	if !ok {
		if job.Gate != "" {
			all, err = ofGate(job.Gate)
		} else {
			all, err = w.ofModels(job.Lines)
		}
		if err != nil {
			return nil, err
		}
		w.gates[key] = all
	}
	if len(job.Checks) == 0 {
		for k := range all {
			job.Checks = append(job.Checks, trial.Limit{Check: k})
		}
	}
	return all, nil
}
