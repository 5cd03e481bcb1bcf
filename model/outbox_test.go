package model

import (
	"strings"
	"testing"
)

// TestChoosable: numbers are refused if there are none, or if they cannot be tried one by one, whoever asks, and so is a choice without a name, or with
// one that breaks the line of its label.
func TestChoosable(t *testing.T) {
	ask := func(ask func(*Outbox[int], int, int) int, lo, hi int) (refused string) {
		defer func() {
			if r := recover(); r != nil {
				refused = r.(Mistake).Problem
			}
		}()
		ask(&Outbox[int]{}, lo, hi)
		return ""
	}
	choose := func(o *Outbox[int], lo, hi int) int { return o.Choose("x", lo, hi) }
	elapsed := func(o *Outbox[int], lo, hi int) int { return o.Elapsed("x", lo, hi) }
	if got := ask(func(o *Outbox[int], lo, hi int) int { return o.Choose("", lo, hi) }, 0, 0); !strings.Contains(got, "allowed is a name that is not empty") {
		t.Errorf("Choose without a name: %q", got)
	}
	for name, want := range map[string]string{"a #b": "", "Käse": "", "a\ufffd": "", "a\nb": "without control", "a\x7f": "without control", "a\xff": "in UTF-8"} {
		got := ask(func(o *Outbox[int], lo, hi int) int { return o.Choose(name, lo, hi) }, 0, 1)
		if (got == "") != (want == "") || !strings.Contains(got, want) {
			t.Errorf("Choose(%q): %q", name, got)
		}
	}
	for _, x := range []struct {
		lo, hi int
		want   string
	}{
		{3, 3, ""},
		{0, mostNumbers - 1, ""},
		{2, 1, "there is no such number"},
		{0, mostNumbers, "allowed are at most 65536 numbers"},
		{-1 << 63, 1<<63 - 1, "allowed are at most 65536 numbers"},
	} {
		for name, f := range map[string]func(*Outbox[int], int, int) int{"Choose": choose, "Elapsed": elapsed} {
			if got := ask(f, x.lo, x.hi); (got == "") != (x.want == "") || !strings.Contains(got, x.want) {
				t.Errorf("%s from %d to %d: %q, want %q", name, x.lo, x.hi, got, x.want)
			}
		}
	}
}

// TestSequences: a handler with too many sequences of choices is wrong; not so one that has them because of the answers to what is not known.
func TestSequences(t *testing.T) {
	tried := func(guesses bool) (wrong Mistake, times int) {
		defer func() { wrong, _ = recover().(Mistake) }()
		out := NewOutbox[int]()
		for more := true; more; more = out.Again() {
			times++
			if guesses {
				out.Guess()
			}
			out.Choose("x", 0, mostNumbers-1)
			out.Choose("y", 0, 2)
		}
		return wrong, times
	}
	for _, guesses := range []bool{false, true} {
		wrong, times := tried(guesses)
		if _, unknown := wrong.Cause.(Unknown); unknown != guesses || times != mostTried+2 || !strings.Contains(wrong.Problem, "more than 131072 sequences of choices; x is one of them") {
			t.Errorf("guesses: %v: after %d: %+v", guesses, times, wrong)
		}
	}
}
