package measures

import (
	"bufio"
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"

	"github.com/gmecheck/gmecheck/explore/disk"
)

// Distribution is that of a time. The zero Distribution is the constant 0.
type Distribution struct {
	text  string
	shape Shape
	a, b  float64   // see Parse; of a log-normal one the mean and deviation of the logarithm
	trace []float64 // of Trace
	mean  float64
}

// Shape is the kind of a distribution.
type Shape string

// The shapes.
const (
	Constant    Shape = "const"
	Uniform     Shape = "uniform"
	Ticks       Shape = "ticks"
	Exponential Shape = "exp"
	LogNormal   Shape = "lognormal"
	Trace       Shape = "trace"
)

// shapes is how each shape is written.
var shapes = []struct {
	shape   Shape
	numbers int
	form    string
}{
	{Constant, 1, "const:VALUE"}, {Uniform, 2, "uniform:LEAST,MOST"}, {Ticks, 2, "ticks:LEAST,MOST, whole numbers"}, {Exponential, 1, "exp:MEAN"},
	{LogNormal, 2, "lognormal:MEAN,DEVIATION"}, {Trace, 0, "trace:FILE, a file with one time a line"},
}

// Forms are the ways to write a distribution, for help and errors.
func Forms() string {
	var all []string
	for _, s := range shapes {
		all = append(all, s.form)
	}
	return strings.Join(all, ", ")
}

// Parse reads a distribution as the command line takes it. The error says what is wrong, not what is allowed: see [Forms].
func Parse(text string) (Distribution, error) {
	name, rest, _ := strings.Cut(text, ":")
	for _, s := range shapes {
		if string(s.shape) != name {
			continue
		}
		d := Distribution{text: text, shape: s.shape}
		if s.shape == Trace {
			err := d.read(rest)
			return d, err
		}
		var numbers []float64
		for _, field := range strings.Split(rest, ",") {
			x, err := strconv.ParseFloat(field, 64)
			if err != nil || x < 0 || math.IsInf(x, 0) || math.IsNaN(x) {
				return d, fmt.Errorf("%q is not a time", field)
			}
			numbers = append(numbers, x)
		}
		if len(numbers) != s.numbers {
			return d, fmt.Errorf("%d numbers, not %d", len(numbers), s.numbers)
		}
		return d, d.set(numbers)
	}
	return Distribution{}, fmt.Errorf("no distribution is named %q", name)
}

// set takes the numbers of a shape.
func (d *Distribution) set(numbers []float64) error {
	d.a, d.mean = numbers[0], numbers[0]
	switch d.shape {
	case Uniform, Ticks:
		if d.b = numbers[1]; d.b < d.a {
			return fmt.Errorf("the most is less than the least")
		}
		if d.shape == Ticks && (d.a != math.Trunc(d.a) || d.b != math.Trunc(d.b) || d.b > 1e9) {
			return fmt.Errorf("ticks are whole numbers up to a billion")
		}
		d.mean = (d.a + d.b) / 2
	case LogNormal:
		if d.mean == 0 {
			return fmt.Errorf("the mean is 0")
		}
		ratio := numbers[1] / d.mean
		variance := math.Log1p(ratio * ratio)
		d.a, d.b = math.Log(d.mean)-variance/2, math.Sqrt(variance)
	}
	return nil
}

// mostTimes is how many bytes a file of times may have.
const mostTimes = 64 << 20

// read reads the times of a file.
func (d *Distribution) read(file string) error {
	f, err := disk.Open(file, mostTimes)
	if err != nil {
		return err
	}
	defer f.Close()
	sum := 0.0
	lines := bufio.NewScanner(f)
	for at := 1; lines.Scan(); at++ {
		line := strings.TrimSpace(lines.Text())
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		x, err := strconv.ParseFloat(line, 64)
		if err != nil || x < 0 || math.IsInf(x, 0) || math.IsNaN(x) {
			return fmt.Errorf("%s:%d: %q is not a time, which is a number that is not below 0", file, at, line)
		}
		d.trace, sum = append(d.trace, x), sum+x
	}
	if err := lines.Err(); err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	if len(d.trace) == 0 {
		return fmt.Errorf("%s: no time stands in it", file)
	}
	d.mean = sum / float64(len(d.trace))
	return nil
}

// Shape is the distribution's kind.
func (d Distribution) Shape() Shape {
	if d.shape == "" {
		return Constant
	}
	return d.shape
}

// Mean is the mean of the times.
func (d Distribution) Mean() float64 { return d.mean }

// String is the distribution as [Parse] reads it.
func (d Distribution) String() string {
	if d.text == "" {
		return "const:0"
	}
	return d.text
}

// Draw draws a time.
func (d *Distribution) Draw(r *rand.Rand) float64 {
	switch d.shape {
	case Uniform:
		return d.a + (d.b-d.a)*r.Float64()
	case Ticks:
		return d.a + float64(r.IntN(int(d.b-d.a)+1))
	case Exponential:
		return d.a * r.ExpFloat64()
	case LogNormal:
		return math.Exp(d.a + d.b*r.NormFloat64())
	case Trace:
		return d.trace[r.IntN(len(d.trace))]
	}
	return d.a
}

// Must is Parse for texts that are known to be right.
func Must(text string) Distribution {
	d, err := Parse(text)
	if err != nil {
		panic(err)
	}
	return d
}
