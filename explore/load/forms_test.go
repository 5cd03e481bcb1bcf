package load_test

import (
	"math"
	"testing"

	"github.com/gmecheck/gmecheck/explore/load"
	"github.com/gmecheck/gmecheck/explore/measures"
	"github.com/gmecheck/gmecheck/model"
)

// near demands that an estimate has the value in its interval, widened by a factor so that the test does not fail by chance,
// and that the interval is narrow enough to say something.
func near(t *testing.T, res *load.Result, name string, want float64) {
	t.Helper()
	e, is := res.Estimate(name)
	if !is || math.Abs(e.Mean-want) > 2*e.Half+1e-9 || e.Half > 0.1*want+1e-9 {
		t.Errorf("%s is %.4f ± %.4f, want %.4f", name, e.Mean, e.Half, want)
	}
}

func measure(t *testing.T, name string, n int, change func(c *model.Config, o *load.Options)) *load.Result {
	t.Helper()
	a := find(t, name)
	o := load.Options{Seed: 1, Runs: 10, Entries: 2000, Times: times("exp:1", "exp:1", "exp:10"), Workers: 2}
	a = a.UpTo(n)
	c := a.With(model.Published, func(c *model.Config) {
		c.Processes = n
		change(c, &o)
	})
	return run(t, a, c, o)
}

// TestOne: a process alone never waits in a closed load; in an open one it is a queue with one server, M/M/1 and M/D/1.
func TestOne(t *testing.T) {
	res := measure(t, "suzuki-kasami", 1, func(_ *model.Config, o *load.Options) { o.Times = times("const:1", "exp:2", "exp:6") })
	near(t, res, measures.Throughput, 1.0/8)
	near(t, res, measures.Concurrency, 2.0/8)
	near(t, res, measures.ResponseTime, 2)
	near(t, res, measures.MessagesPerEntry, 0)
	near(t, res, measures.Fairness, 1)
	for cs, waits := range map[string]float64{"exp:1": 0.6 / 0.4, "const:1": 0.6 / 0.8} {
		res := measure(t, "suzuki-kasami", 1, func(_ *model.Config, o *load.Options) {
			o.Times = measures.Times{CS: measures.Must(cs), Rate: 0.6}
			o.Entries = 10_000
		})
		near(t, res, measures.WaitingTime, waits)
		near(t, res, measures.ResponseTime, waits+1)
		near(t, res, measures.Throughput, 0.6)
	}
}

// TestSuzukiKasami: under a heavy load an entry costs n messages, and the token travels one message time from exit to entry. Under a
// light load the token is found where the last one was: an entry costs n messages but for one in n, which costs none.
func TestSuzukiKasami(t *testing.T) {
	const n = 8
	heavy := measure(t, "suzuki-kasami", n, func(_ *model.Config, o *load.Options) { o.Times = times("const:1", "exp:1", "const:0") })
	near(t, heavy, measures.MessagesPerEntry, n)
	near(t, heavy, measures.SyncDelay, 1)
	near(t, heavy, measures.Hops, 1)
	if e, _ := heavy.Estimate(measures.Fairness); e.Mean < 0.999 {
		t.Errorf("the queue of the token is fair, and Jain's index is %v", e.Mean)
	}
	light := measure(t, "suzuki-kasami", n, func(_ *model.Config, o *load.Options) {
		o.Times, o.Entries = times("const:1", "const:1", "exp:1000000"), 800
	})
	near(t, light, measures.MessagesPerEntry, n*(n-1.0)/n)
	near(t, light, measures.WaitingTime, 2*(n-1.0)/n)
}

// TestRaymond: "approximately four messages per critical section entry under heavy demand".
func TestRaymond(t *testing.T) {
	heavy := measure(t, "raymond", 15, func(c *model.Config, o *load.Options) {
		c.Params = map[string]string{"tree": "0,1,1,2,2,3,3,4,4,5,5,6,6,7,7"}
		o.Times = times("const:1", "exp:1", "const:0")
	})
	e, _ := heavy.Estimate(measures.MessagesPerEntry)
	if e.Mean < 3 || e.Mean > 4 {
		t.Errorf("%.3f ± %.3f messages for an entry under heavy demand, and the paper says about 4", e.Mean, e.Half)
	}
	t.Logf("raymond under heavy demand, 15 nodes: %.3f ± %.3f messages", e.Mean, e.Half)
}

// TestNaimiTrehel: under a light load an entry costs H(n-1) = 1 + 1/2 + ... + 1/(n-1) messages on average, the logarithm of the title. With
// two processes that is the one that asks or the other, with none or two messages.
func TestNaimiTrehel(t *testing.T) {
	for _, n := range []int{2, 4, 16} {
		light := measure(t, "naimi-trehel", n, func(_ *model.Config, o *load.Options) {
			o.Times = times("const:1", "const:1", "exp:1000000")
		})
		harmonic := 0.0
		for k := 1; k < n; k++ {
			harmonic += 1 / float64(k)
		}
		near(t, light, measures.MessagesPerEntry, harmonic)
	}
}

// TestLinks: of two processes one asks, 50 after each exit: its request takes 7 to the coordinator, site 3, and the token 2 on its way back.
func TestLinks(t *testing.T) {
	link := func(from, to model.Site) load.Link { return load.Link{From: from, To: to} }
	res := measure(t, "ring-coordinator", 2, func(c *model.Config, o *load.Options) {
		c.Requests, o.Entries = []int{0, model.Unlimited}, 200
		o.Times = times("const:100", "const:1", "const:50")
		o.Links = map[load.Link]measures.Distribution{}
		for _, i := range []model.Site{1, 2, 3} {
			for _, j := range []model.Site{1, 2, 3} {
				o.Links[link(i, j)] = measures.Must(map[bool]string{true: "const:7", false: "const:2"}[i < j])
			}
		}
	})
	near(t, res, measures.WaitingTime, 7+2)
	near(t, res, measures.Throughput, 1.0/(50+7+2+1))
}

// TestSizes: under a heavy load an entry of suzuki-kasami costs n-1 requests of two numbers, and one token of an array of n numbers and of a
// queue of all but the two between which it travels, since each asks. A number takes four bytes, like a length, and a kind one.
func TestSizes(t *testing.T) {
	const n = 8
	res := measure(t, "suzuki-kasami", n, func(_ *model.Config, o *load.Options) { o.Times, o.Sizes = times("const:1", "exp:10", "const:0"), true })
	near(t, res, measures.Part(measures.BytesPerEntry, "Request"), (n-1)*(1+2*4))
	near(t, res, measures.Part(measures.BytesPerEntry, "Token"), 1+4+n*4+4+(n-2)*4)
	near(t, res, measures.BytesPerEntry, (n-1)*(1+2*4)+1+4+n*4+4+(n-2)*4)
	near(t, res, measures.Part(measures.MessageSize, "Request"), 1+2*4)
	near(t, res, measures.Part(measures.MessageSize, "Token"), 1+4+n*4+4+(n-2)*4)
}

// TestBeginning: the tree of naimi-trehel is cheap at the beginning, which response times do not show where requests are rare. In the long run an entry
// costs the (n-1)st harmonic number of messages.
func TestBeginning(t *testing.T) {
	const n = 128
	harmonic := 0.0
	for k := 1; k < n; k++ {
		harmonic += 1 / float64(k)
	}
	res := measure(t, "naimi-trehel", n, func(c *model.Config, o *load.Options) {
		c.Unsearched = true
		o.Times, o.Entries = times("exp:1", "exp:1", "exp:100000"), 20*n
	})
	near(t, res, measures.MessagesPerEntry, harmonic)
}
