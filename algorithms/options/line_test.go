package options

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"github.com/gmecheck/gmecheck/algorithms"
	"github.com/gmecheck/gmecheck/algorithms/paper"
	"github.com/gmecheck/gmecheck/model"
)

// TestRoundTrip draws configurations and has them written and read.
func TestRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := rapid.SampledFrom(algorithms.All()).Draw(t, "algorithm")
		c := draw(t, a)
		text := Line(a, c)
		b, d, err := Parse(algorithms.All(), text)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		if diff := cmp.Diff(c, d, cmpopts.EquateEmpty()); a != b || diff != "" || c.Fingerprint() != d.Fingerprint() {
			t.Fatalf("%s is read as something else: %s", text, diff)
		}
		if again := Line(b, d); again != text {
			t.Fatalf("%s is written as %s", text, again)
		}
		shortest(t, text, c)
	})
}

// shortest checks that no flag can be left out of the line, but for those that are always in it.
func shortest(t *rapid.T, text string, c model.Config) {
	words := strings.Fields(text)
	for k := 1; k < len(words); k += 2 {
		if slices.Contains([]string{"--variant", "-n", "-m"}, words[k]) {
			continue
		}
		shorter := strings.Join(slices.Delete(slices.Clone(words), k, k+2), " ")
		if _, d, err := Parse(algorithms.All(), shorter); err == nil && cmp.Equal(c, d, cmpopts.EquateEmpty()) {
			t.Fatalf("%s is as good as %s", shorter, text)
		}
	}
}

// draw is any configuration of the algorithm that its checks allow.
func draw(t *rapid.T, a *paper.Algorithm) model.Config {
	from := func(r paper.Range, name string) int { return rapid.IntRange(r.Min, r.Max).Draw(t, name) }
	faults := paper.Range{Max: maxFaults}
	variant := rapid.SampledFrom(a.AllVariants()).Draw(t, "variant")
	c := a.Config(variant)
	c.Requests, c.Workload, c.Params = nil, nil, nil
	if variant == model.Published || variant == model.Repaired {
		c.Repairs = nil
		for _, name := range a.RepairNames() {
			if rapid.Bool().Draw(t, name) {
				c.Repairs = append(c.Repairs, name)
			}
		}
	}
	c.Processes, c.Groups = from(a.Processes, "n"), from(a.Groups, "m")
	c.Priorities, c.Tokens = from(a.Priorities, "K"), from(a.Tokens, "k")
	c.Network = rapid.SampledFrom([]model.Network{model.Bag, model.FIFO}).Draw(t, "network")
	c.Loss, c.Duplicate, c.Crash = from(faults, "loss"), from(faults, "duplicate"), from(faults, "crash")
	if len(a.Timers) > 0 {
		c.Timeouts = rapid.SampledFrom([]model.Timeouts{model.Off, model.Patient}).Draw(t, "timeouts")
		if c.Timeouts == model.Patient {
			c.Early = from(faults, "early")
			c.OrderedTimers = len(a.Durations) > 0 && rapid.Bool().Draw(t, "ordered timers")
		}
	}
	for i := range c.Processes {
		c.Requests = append(c.Requests, rapid.SampledFrom([]int{1, 1, 2, 0, maxRequests, model.Unlimited}).Draw(t, "R"))
		every := model.UpTo[model.Group](c.Groups)
		groups := every.Intersect(model.SetOfMask[model.Group](rapid.Uint64().Draw(t, "workload")))
		if groups.Empty() {
			groups = every
		}
		c.Workload = append(c.Workload, groups)
		if i == c.Processes-1 && !slices.ContainsFunc(c.Requests, func(r int) bool { return r != 0 }) {
			c.Requests[i] = 1
		}
	}
	for _, p := range a.Params {
		candidates := append(slices.Clone(p.Values), p.Default(c), "2", ascending(c.Processes), ascending(c.Groups), model.Star(c.Processes))
		value := rapid.SampledFrom(candidates).Draw(t, p.Name)
		if p.Check(c, value) != nil {
			value = p.Default(c)
		}
		if c.Params == nil {
			c.Params = map[string]string{}
		}
		c.Params[p.Name] = value
	}
	if a.Check != nil && a.Check(c) != nil {
		t.Skip("not allowed")
	}
	return c
}

func ascending(n int) string {
	var fields []string
	for k := range n {
		fields = append(fields, strconv.Itoa(k+1))
	}
	return strings.Join(fields, ",")
}

func TestLine(t *testing.T) {
	for given, want := range map[string]string{
		"srt-gme": "srt-gme --variant published -n 3 -m 2",
		"srt-gme --without give-away --net=fifo --loss 0":            "srt-gme --variant repaired --without give-away -n 3 -m 2 --net fifo",
		"srt-gme --repair answer-old,give-away -m 1":                 "srt-gme --variant published --repair give-away,answer-old -n 3 -m 1",
		"srt-gme -r 2,2,2 --workload 2:g2+g1,1:g1":                   "srt-gme --variant published -n 3 -m 2 -r 2 --workload 1:g1",
		"srt-gme --requesters 3,1 --workload 1:g2,3:g1":              "srt-gme --variant published -n 3 -m 2 -r 1,0,1 --workload 1:g2,3:g1",
		"raymond -n 4 --tree 0,1,2,3":                                "raymond --variant published -n 4",
		"raymond -n 4 --tree 0,1,1,01 -r inf":                        "raymond --variant published -n 4 -r inf --tree 0,1,1,1",
		"drs-gme --timeouts patient --early 1":                       "drs-gme --variant published -n 3 -m 2 --early 1",
		"drs-gme --timeouts off":                                     "drs-gme --variant published -n 3 -m 2 --timeouts off",
		"drs-gme --timers free --early 1":                            "drs-gme --variant published -n 3 -m 2 --early 1",
		"drs-gme --timers ordered":                                   "drs-gme --variant published -n 3 -m 2 --timers ordered",
		"drs-gme-extended -m 3 --set-size 2":                         "drs-gme-extended --variant published -n 3 -m 3 --set-size 2",
		"k-mutex --variant baseline --tokens 2":                      "k-mutex --variant baseline -n 4 --tokens 2",
		"gbp -m 3 --quorums tri --durations 2":                       "gbp --variant published -n 2 -m 3 --quorums tri --durations 2",
		"ring-coordinator -n 2 -r 2,1 --crash 1 --duplicate 1":       "ring-coordinator --variant published -n 2 -r 2,1 --duplicate 1 --crash 1",
		"naimi-trehel --processes 2 --variant repaired --requests=2": "naimi-trehel --variant repaired -n 2 -r 2",
	} {
		a, c, err := Parse(algorithms.All(), given)
		if err != nil {
			t.Errorf("%s: %v", given, err)
		} else if got := Line(a, c); got != want {
			t.Errorf("%s is written as\n%s, want\n%s", given, got, want)
		}
	}
}

func TestDefaults(t *testing.T) {
	for _, a := range algorithms.All() {
		for _, variant := range a.AllVariants() {
			_, c, err := Parse(algorithms.All(), a.Name+" --variant "+variant)
			if diff := cmp.Diff(a.Config(variant), c, cmpopts.EquateEmpty()); err != nil || diff != "" {
				t.Errorf("%s %s: %v\n%s", a.Name, variant, err, diff)
			}
		}
	}
}

// TestTimesRoundTrip reads lines with times, writes them, and reads them again.
func TestTimesRoundTrip(t *testing.T) {
	for line, delay := range map[string]string{
		"drs-gme --delay 0..2 --cs 1..inf": "0..2", "drs-gme -n 3 --timeouts timed": "1", "raymond -r inf --cs 2": "1",
		"drs-gme --timeouts off --delay 1": "1", "drs-gme --timer T1=5,T2=inf --delay 2..inf": "2..inf",
	} {
		a, c, err := Parse(algorithms.All(), line)
		if err != nil || c.Times == nil || c.Times.Delay.String() != delay || len(a.Timers) > 0 && c.Timeouts == model.Patient {
			t.Errorf("%s: %+v, %v", line, c, err)
			continue
		}
		text := Line(a, c)
		if _, d, err := Parse(algorithms.All(), text); err != nil || !cmp.Equal(c, d, cmpopts.EquateEmpty()) || c.Fingerprint() != d.Fingerprint() {
			t.Errorf("%s is written as %s and read as something else: %v", line, text, err)
		}
	}
}
