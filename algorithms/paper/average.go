package paper

import (
	"fmt"
	"strings"
)

// The sizes at which sizes of messages are measured.
var measuredSizes = []int{4, 8, 16}

// SizeOf is the average size of messages of a kind, whoever asks for whatever.
func SizeOf(kind string) *Average {
	return sizes("("+kind+")", "bytes of a message on average; everybody asks again at once", func(n int) string { return "" })
}

// SizeAlike is the average size of messages where everybody asks for one session.
func SizeAlike() *Average {
	return sizes("", "bytes of a message on average; everybody asks again at once, all for one session", func(n int) string { return " -m 1" })
}

// SizeApart is the same where everybody asks for a session of its own.
func SizeApart() *Average {
	return sizes("", "bytes of a message on average; everybody asks again at once, each for a session of its own", func(n int) string {
		var each []string
		for i := 1; i <= n; i++ {
			each = append(each, fmt.Sprintf("%d:g%d", i, i))
		}
		return fmt.Sprintf(" -m %d --workload %s", n, strings.Join(each, ","))
	})
}

func sizes(kind, load string, flags func(n int) string) *Average {
	a := &Average{Measure: "message-size" + kind, Load: load, CS: 1, Think: 0.001}
	for _, n := range measuredSizes {
		a.Measured = append(a.Measured, fmt.Sprintf("-n %d -r inf%s", n, flags(n)))
	}
	return a
}
