package model

import (
	"slices"
	"strings"
	"testing"
)

// TestNumber: numbers are ordered as ints are, and nothing is known of forgotten ones without a guesser.
func TestNumber(t *testing.T) {
	for a := range 4 {
		for b := range 4 {
			x, y := NumberOf(a), NumberOf(b)
			if x.Is(y) != (a == b) || x.After(y) != (a > b) || x.Max(y) != NumberOf(max(a, b)) || x.Since(y) != a-b || x.Next() != NumberOf(a+1) || x.Int() != a {
				t.Errorf("%v and %v", x, y)
			}
		}
	}
	if Forgotten.Next() != Forgotten || NumberOf(3).Max(Forgotten) != Forgotten || Forgotten.Max(NumberOf(3)) != Forgotten || Forgotten.String() != "?" {
		t.Error("something is known of a forgotten number")
	}
	for name, ask := range map[string]func(){
		"Is": func() { Forgotten.Is(NumberOf(0)) }, "After": func() { NumberOf(0).After(Forgotten) }, "Since": func() { Forgotten.Since(Forgotten) }, "Int": func() { Forgotten.Int() },
	} {
		func() {
			defer func() {
				if r := recover(); r != (Unknown{}) {
					t.Errorf("%s: %v", name, r)
				}
			}()
			ask()
		}()
	}
	if NumberOf(77); !slices.Contains(Constants(), 77) || !slices.IsSorted(Constants()) {
		t.Errorf("numbers that were made are %v", Constants())
	}
	var answers []bool
	g := &Guesser{Guess: func() bool { return len(answers)%2 == 0 }}
	Guessing(g, func() {
		for range 3 {
			answers = append(answers, Forgotten.Is(NumberOf(len(answers))))
		}
	})
	if answers[0] != true || answers[1] != false || answers[2] != true {
		t.Errorf("answers are %v", answers)
	}
	if made := g.Made(); len(made) != 3 || made[2] != 2 || len(g.Made()) != 0 {
		t.Errorf("made were %v", made)
	}
	if Guessing(g, func() { NumberOf(78) }); slices.Contains(Constants(), 78) || !slices.Contains(g.Made(), 78) {
		t.Error("a number that a handler makes which runs alone is taken for a constant")
	}
	for n := range 2 * mostConstants {
		NumberOf(n)
	}
	if len(Constants()) != mostConstants {
		t.Errorf("%d constants are kept", len(Constants()))
	}
}

// TestNoNumber: what is no number, or would be one too many, is refused: the first would be taken for one that is not known.
func TestNoNumber(t *testing.T) {
	for name, make := range map[string]func(){
		"-1": func() { NumberOf(-1) }, "4611686018427387904": func() { NumberOf(MostNumber + 1) }, "another": func() { NumberOf(MostNumber).Next() },
	} {
		func() {
			defer func() {
				if text, _ := recover().(string); !strings.Contains(text, "as a Number, which counts from 0 to") {
					t.Errorf("%s: %q", name, text)
				}
			}()
			make()
		}()
	}
}
