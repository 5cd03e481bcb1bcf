package model

import (
	"strings"
	"testing"
)

// TestIntervals reads intervals as they are written, and refuses others.
func TestIntervals(t *testing.T) {
	for text, want := range map[string]Interval{"2": {2, 2}, "0..2": {0, 2}, "1..inf": {1, Unlimited}, "0": {}, "200..200": {200, 200}} {
		if got, err := ParseInterval(text); err != nil || got != want {
			t.Errorf("%q is %v, %v; want %v", text, got, err, want)
		} else if again, err := ParseInterval(got.String()); err != nil || again != want {
			t.Errorf("%v is written %q and read as %v, %v", want, got.String(), again, err)
		}
	}
	for _, text := range []string{"", "..", "2..1", "-1", "1..", "inf", "01", "1..201", "1 ..2", "1..2..3"} {
		if got, err := ParseInterval(text); err == nil {
			t.Errorf("%q is read as %v", text, got)
		}
	}
}

// TestTimesChecked refuses configurations whose times make no sense.
func TestTimesChecked(t *testing.T) {
	good := Config{Processes: 2, Requests: []int{Unlimited, 1}, Timeouts: ByClock, Times: &Times{Delay: Interval{0, 2}, CS: Interval{1, 1}, Timers: map[string]int{"T": 3}}}
	if err := good.Complete().Check(); err != nil {
		t.Fatal(err)
	}
	if plain := (Config{Processes: 2}); plain.Fingerprint() == (Config{Processes: 2, Times: &Times{}}).Fingerprint() {
		t.Error("times are no part of the fingerprint")
	}
	for want, change := range map[string]func(c *Config){
		"Times.Delay":          func(c *Config) { c.Times.Delay = Interval{3, 2} },
		"Times.CS":             func(c *Config) { c.Times.CS = Interval{-1, 2} },
		"gives T the value 0":  func(c *Config) { c.Times.Timers["T"] = 0 },
		"a lower bound":        func(c *Config) { c.Times.CS.Lo = 0 },
		"patient":              func(c *Config) { c.Timeouts = Patient },
		"Times.Timers has":     func(c *Config) { c.Timeouts = Off },
		"early expiries":       func(c *Config) { c.Early = 1 },
		"and Times is nil":     func(c *Config) { c.Times = nil },
		"Timeouts is \"soon\"": func(c *Config) { c.Timeouts = "soon" },
	} {
		c := good.Complete().Clone()
		change(&c)
		if err := c.Check(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v: want an error that says %q", err, want)
		}
	}
}
