package options

import (
	"errors"
	"math"
	"strconv"
	"strings"
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
