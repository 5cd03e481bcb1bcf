package run_test

import (
	"strings"
	"testing"

	"github.com/gmecheck/gmecheck"
	"github.com/gmecheck/gmecheck/run"
)

type text struct{ T string }

// TestTooLong: a message that no line or datagram can carry ends its node, which says which message that is; one that is just short enough comes.
func TestTooLong(t *testing.T) {
	for _, x := range []struct {
		transport run.Transport
		length    int
		want      string
	}{
		{run.TCP, 16<<20 - 512, ""},
		{run.TCP, 16 << 20, "message text: it is 16777"},
		{run.UDP, 60000, ""},
		{run.UDP, 65507 - 100, "message text: it is 65"},
	} {
		p := gmecheck.New[stepping]("texts", 2)
		p.Event("send", gmecheck.Always, func(s *stepping, c gmecheck.Ctx) bool { return c.Self == 1 && s.N == 0 },
			func(s *stepping, c gmecheck.Ctx) { s.N++; c.Send(2, text{strings.Repeat("x", x.length)}) })
		gmecheck.On(p, func(s *stepping, _ gmecheck.Ctx, m text) { s.N = len(m.T) })
		c := (&cluster{t: t, sys: composed(t, p, gmecheck.Faults{Loss: 1, Duplicate: 1}), options: run.Options{Transport: x.transport}}).start()
		if x.want == "" {
			c.until(func(all []map[string]any) bool { return count(all, "deliver") == 1 })
		} else if ends(t, c.nodes[0]); !contains(c.nodes[0].Err(), x.want) {
			t.Error(c.nodes[0].Err())
		}
		c.close()
	}
}
