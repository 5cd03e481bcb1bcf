package load

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/gmecheck/gmecheck/algorithms/options"
)

// over is what a sweep changes, and its values.
type over struct {
	swept
	values []float64
	log    bool // they are spread as powers
}

// swept is a flag that a sweep can change: a number of the model, or the mean of an exponential time.
type swept struct {
	name, flag, form string
	whole            bool
	axis             string // what it is, in a picture
}

var sweeps = []swept{
	{"n", "processes", "%v", true, "processes"}, {"m", "groups", "%v", true, "groups"}, {"rate", "rate", "%v", false, "requests of each process per time"},
	{"think", "think", "exp:%v", false, "mean time from an exit to the next request"}, {"latency", "latency", "exp:%v", false, "mean latency"},
	{"cs", "cs", "exp:%v", false, "mean time in the critical section"},
}

// The points of a range: as many if it does not say so, and at most.
const (
	usualPoints = 8
	mostPoints  = 200
)

// parseOver reads "rate=0.01..10x20", "n=2..200" or "n=2,4,8".
func parseOver(text string) (o over, err error) {
	name, values, _ := strings.Cut(text, "=")
	k := slices.IndexFunc(sweeps, func(s swept) bool { return s.name == name })
	if k >= 0 {
		o.swept = sweeps[k]
		low, high, ranged := strings.Cut(values, "..")
		switch high, points, counted := strings.Cut(high, "x"); {
		case !ranged:
			err = o.list(strings.Split(values, ","))
		case counted:
			err = o.spread(low, high, points)
		default:
			err = o.spread(low, high, fmt.Sprint(usualPoints))
		}
	}
	if k < 0 || err != nil {
		return o, &options.UsageError{Flag: "sweep", Given: text, Allowed: "such as rate=0.01..10x20, n=2..200 or n=2,4,8: n, m, rate, or the mean of exponential times: think, latency or cs"}
	}
	o.values = slices.Compact(o.values)
	return o, nil
}

// list takes the values one by one.
func (o *over) list(fields []string) error {
	for _, field := range fields {
		x, err := positive(field)
		if err != nil {
			return err
		}
		if o.whole && x != math.Round(x) {
			return fmt.Errorf("no whole number")
		}
		o.values = append(o.values, x)
	}
	slices.Sort(o.values)
	o.log = o.values[len(o.values)-1]/o.values[0] >= spreadAsPowers
	return nil
}

// spreadAsPowers is how many times the least value the largest is where values are spread as powers.
const spreadAsPowers = 10

func (o *over) spread(low, high, count string) error {
	a, errA := positive(low)
	b, errB := positive(high)
	points, errP := strconv.Atoi(count)
	if errA != nil || errB != nil || errP != nil || b <= a || points < 2 || points > mostPoints {
		return fmt.Errorf("no range")
	}
	o.log = b/a >= spreadAsPowers
	for p := range points {
		part := float64(p) / float64(points-1)
		if o.log {
			o.values = append(o.values, a*math.Pow(b/a, part))
		} else {
			o.values = append(o.values, a+(b-a)*part)
		}
	}
	for k, x := range o.values { // nobody has named those between
		if o.values[k], _ = strconv.ParseFloat(strconv.FormatFloat(x, 'g', 4, 64), 64); o.whole {
			o.values[k] = math.Round(x)
		}
	}
	return nil
}

func positive(text string) (float64, error) {
	x, err := strconv.ParseFloat(text, 64)
	if err == nil && !(x > 0 && x < 1e12) {
		err = fmt.Errorf("not above 0")
	}
	return x, err
}
