package options

import (
	"errors"
	"testing"

	"github.com/gmecheck/gmecheck/algorithms"
)

// FuzzParse: a line that is no model is the user's mistake; one that is a model can be composed, and is written as a line of the same model.
func FuzzParse(f *testing.F) {
	for _, line := range []string{
		"srt-gme", "suzuki-kasami --variant repaired --without a -n 3 -r 2,1,inf", "raymond -n 4 --tree 0,1,1,1 --net fifo", "gbp -m 3 --quorums tri --durations 2",
		"drs-gme -m 2 --workload 1:g1,2:g1+g2 --loss 1 --duplicate 2 --crash 1 --early 1 --timers ordered", "k-mutex --variant baseline --tokens 2",
		"drs-gme --delay 0..1 --cs 1 --timeouts off", "drs-gme-extended --cs 1 --timeouts timed --timer T1=3,T2=inf",
	} {
		f.Add(line)
	}
	list := algorithms.All()
	f.Fuzz(func(t *testing.T, line string) {
		a, c, err := Parse(list, line)
		if err != nil {
			var usage *UsageError
			if !errors.As(err, &usage) {
				t.Fatal(err)
			}
			return
		}
		a.New(c)
		text := Line(a, c)
		b, d, err := Parse(list, text)
		if err != nil || a != b || c.Fingerprint() != d.Fingerprint() || Line(b, d) != text {
			t.Fatalf("%q is written as %q: %v", line, text, err)
		}
	})
}
