package mean

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/gmecheck/gmecheck/explore/disk"
)

// ErrAtOnce is the error of an export: a chain with rates has no states that are left at once.
var ErrAtOnce = errors.New("something happens at once in some states, and a chain that other programs read has rates alone: give internal events, or timers, a mean time; under fifo, messages that have waited come at once")

// Export writes the chain in PRISM's explicit form, as files whose names begin with path: states (.sta), rates (.tra), labels (.lab), and
// as rewards how many processes wait and are inside (.waiting.srew, .inside.srew), and how many entries and messages a transition is
// (.entries.trew, .messages.trew). States have the numbers in which they were found; those that runs begin with are labelled init.
func (r *Result) Export(path string) error {
	if r.AtOnce > 0 {
		return ErrAtOnce
	}
	c := r.chain
	lines := c.arrows()
	rewards := func(of func(*step) int) func(*bufio.Writer) {
		return func(w *bufio.Writer) {
			fmt.Fprintln(w, c.count(), len(lines))
			for _, x := range lines {
				fmt.Fprintf(w, "%d %d %.17g\n", x.from, x.to, c.reward(x, of))
			}
		}
	}
	processes := func(of func(*phase) int) func(*bufio.Writer) {
		return func(w *bufio.Writer) {
			fmt.Fprintln(w, c.count(), c.count())
			for s, n := range c.phase {
				fmt.Fprintln(w, s, of(&c.phases[n]))
			}
		}
	}
	for _, file := range []struct {
		name  string
		write func(*bufio.Writer)
	}{
		{".sta", func(w *bufio.Writer) {
			fmt.Fprintln(w, "(state,waiting,inside)")
			for s, n := range c.phase {
				fmt.Fprintf(w, "%d:(%d,%d,%d)\n", s, s, c.phases[n].waits.Len(), c.phases[n].inside.Len())
			}
		}},
		{".tra", func(w *bufio.Writer) {
			fmt.Fprintln(w, c.count(), len(lines))
			for _, x := range lines {
				fmt.Fprintf(w, "%d %d %.17g\n", x.from, x.to, x.p/c.stay[x.from])
			}
		}},
		{".lab", func(w *bufio.Writer) {
			fmt.Fprintln(w, `0="init" 1="deadlock"`)
			for s := range uint32(c.count()) {
				if slices.ContainsFunc(c.start, func(x share) bool { return x.state == s }) {
					fmt.Fprintf(w, "%d: 0\n", s)
				}
				if c.first[s] == c.first[s+1] {
					fmt.Fprintf(w, "%d: 1\n", s)
				}
			}
		}},
		{".waiting.srew", processes(func(p *phase) int { return p.waits.Len() })},
		{".inside.srew", processes(func(p *phase) int { return p.inside.Len() })},
		{".entries.trew", rewards(func(x *step) int { return x.entries })},
		{".messages.trew", rewards(func(x *step) (sum int) {
			for _, n := range x.sends.All() {
				sum += n
			}
			return sum
		})},
	} {
		if err := written(path+file.name, file.write); err != nil {
			return err
		}
	}
	return nil
}

func written(name string, write func(*bufio.Writer)) error {
	return disk.WriteFile(name, func(f io.Writer) error {
		w := bufio.NewWriter(f)
		write(w)
		return w.Flush()
	})
}

// arrow is all transitions from one state to another.
type arrow struct {
	from, to uint32
	p        float64
	edges    []uint32
}

// arrows lists them by their states. Those from a state to itself are none in a chain with rates, but a chain counts what they do: they
// are kept, and make no difference to where runs are.
func (c *chain) arrows() (all []arrow) {
	for s := range uint32(c.count()) {
		begin := len(all)
		for e, end := c.out(s); e < end; e++ {
			at := slices.IndexFunc(all[begin:], func(x arrow) bool { return x.to == c.to[e] })
			if at < 0 {
				at = len(all) - begin
				all = append(all, arrow{from: s, to: c.to[e]})
			}
			x := &all[begin+at]
			x.p, x.edges = x.p+c.p[e], append(x.edges, e)
		}
		slices.SortFunc(all[begin:], func(a, b arrow) int { return int(a.to) - int(b.to) })
	}
	return all
}

// reward is the mean of what the transitions of an arrow count.
func (c *chain) reward(x arrow, of func(*step) int) (sum float64) {
	for _, e := range x.edges {
		sum += c.p[e] / x.p * float64(of(&c.steps[c.step[e]]))
	}
	return sum
}
