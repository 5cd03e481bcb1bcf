package options

import (
	"errors"
	"math"
	"strconv"
	"strings"

	"github.com/spf13/pflag"
)

// thousands are the letters behind a number.
var thousands = map[string]float64{"K": 1e3, "k": 1e3, "M": 1e6, "G": 1e9}

// Number reads a whole number, which may be written as 500K, 1.5M or 2,000,000.
func Number(text string) (int, error) {
	number, times := strings.NewReplacer(",", "", "_", "").Replace(text), 1.0
	for letter, t := range thousands {
		if rest, is := strings.CutSuffix(number, letter); is {
			number, times = rest, t
			break
		}
	}
	n, err := strconv.ParseFloat(number, 64)
	if n *= times; err != nil || n != math.Trunc(n) || math.Abs(n) > 1e15 {
		return 0, errors.New("no whole number up to 1e15")
	}
	return int(n), nil
}

// number is a flag with a number that may be large.
type number int

func (n *number) String() string { return strconv.Itoa(int(*n)) }
func (n *number) Type() string   { return "number" }

func (n *number) Set(text string) error {
	x, err := Number(text)
	if err == nil {
		*n = number(x)
	}
	return err
}

// NumberVar registers a flag with a number, such as one of states, that is written as [Number] reads it.
func NumberVar(set *pflag.FlagSet, to *int, name string, value int, usage string) {
	*to = value
	set.Var((*number)(to), name, usage)
}
