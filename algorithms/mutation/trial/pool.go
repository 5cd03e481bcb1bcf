package trial

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"sync"
)

// Bench runs jobs in worker processes.
type Bench struct {
	Binary    string
	Root      string // the directory in which workers run
	Processes int
}

// process is one worker.
type process struct {
	cmd       *exec.Cmd
	stdin     io.WriteCloser
	stdout    *bufio.Reader
	complaint bytes.Buffer
}

func (b *Bench) start(ctx context.Context) (*process, error) {
	p := &process{cmd: exec.CommandContext(ctx, b.Binary)}
	p.cmd.Dir, p.cmd.Stderr = b.Root, &p.complaint
	p.cmd.Env = append(os.Environ(), "GOMEMLIMIT=1GiB", "GOMAXPROCS=2")
	var err error
	if p.stdin, err = p.cmd.StdinPipe(); err != nil {
		return nil, err
	}
	stdout, err := p.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	p.stdout = bufio.NewReader(stdout)
	return p, p.cmd.Start()
}

// end waits for the process, which has nothing more to do.
func (p *process) end() {
	_ = p.stdin.Close()
	_ = p.cmd.Wait() // how it ends says nothing that its answers have not said
}

// run runs one job. A process that ends in the middle of it is over: again is false.
func (p *process) run(job *Job) (answers []Answer, again bool, err error) {
	text, err := json.Marshal(job)
	if err != nil {
		return nil, false, err
	}
	if _, err := p.stdin.Write(append(text, '\n')); err != nil {
		return nil, false, err
	}
	for {
		line, err := p.stdout.ReadBytes('\n')
		if err != nil {
			p.end()
			if len(answers) == 0 || answers[len(answers)-1].Limit == "" {
				reason, _, _ := bytes.Cut(p.complaint.Bytes(), []byte("\n"))
				answers = append(answers, Answer{Mutant: job.Mutant, Broken: "the process ends: " + string(reason)})
			}
			return answers, false, nil
		}
		var a Answer
		if err := json.Unmarshal(line, &a); err != nil {
			return nil, false, err
		}
		switch {
		case a.Error != "":
			return nil, false, fmt.Errorf("%s", a.Error)
		case a.Done:
			return answers, true, nil
		}
		answers = append(answers, a)
	}
}

// Run runs jobs, in any order, and tells of each; told is called by one goroutine at a time.
func (b *Bench) Run(ctx context.Context, jobs []*Job, told func(*Job, []Answer)) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	work := make(chan *Job)
	var wg sync.WaitGroup
	var mu sync.Mutex
	for range max(1, b.Processes) {
		wg.Go(func() {
			var p *process
			for job := range work {
				var err error
				if p == nil {
					if p, err = b.start(ctx); err != nil {
						cancel(err)
						continue
					}
				}
				answers, again, err := p.run(job)
				if err != nil {
					cancel(err)
					continue
				}
				if !again {
					p = nil
				}
				if ctx.Err() == nil {
					mu.Lock()
					told(job, answers)
					mu.Unlock()
				}
			}
			if p != nil {
				p.end()
			}
		})
	}
	for _, job := range jobs {
		select {
		case work <- job:
		case <-ctx.Done():
		}
	}
	close(work)
	wg.Wait()
	return context.Cause(ctx)
}

// Baseline runs all checks without a mutant.
func (b *Bench) Baseline(ctx context.Context, job Job) (base []Answer, err error) {
	job.Mutant, job.Checks = 0, nil
	err = b.Run(ctx, []*Job{&job}, func(_ *Job, answers []Answer) { base = answers })
	if err != nil {
		return nil, err
	}
	for _, a := range base {
		if a.Broken != "" {
			return nil, fmt.Errorf("%s: %s", a.Name, a.Broken)
		}
		if s := a.Kills(); s != nil {
			return nil, fmt.Errorf("%s: the algorithm as it is does not pass: %s: expected %s, found %s", a.Name, s.Property, s.Want, s.Got)
		}
	}
	return base, nil
}

// whole is how much longer a check takes that judges everything, traces, numbers and endless runs included, than one that only
// looks for a violation: about so much at the gates of k-mutex and gbp.
const whole = 4

// Plan is the checks in the order of their states, which is the same on every machine, with their limits. If quick, each is
// begun by looking for a violation alone, where that costs less than what would be next.
func Plan(base []Answer, quick bool) []Limit {
	var all []Limit
	cost := map[Limit]int{}
	for _, a := range base {
		l := Limit{Check: a.Check, States: max(100_000, 20*a.States), Seconds: 20 + 30*a.Seconds}
		cost[l] = whole * a.States
		all = append(all, l)
		if l.Quick = true; quick {
			cost[l] = a.States
			all = append(all, l)
		}
	}
	slices.SortStableFunc(all, func(a, b Limit) int { return cmp.Compare(cost[a], cost[b]) })
	return all
}
