package model

import "testing"

// TestPerSiteQuestions: an array is asked of all its values, those in blocks too.
func TestPerSiteQuestions(t *testing.T) {
	a := NewPerSite[int](20).With(2, 7).With(19, 7)
	seven, small := func(x int) bool { return x == 7 }, func(x int) bool { return x < 8 }
	if a.Where(seven) != SetOf[Site](2, 19) || a.Count(seven) != 2 || !a.Any(seven) || a.Every(seven) || !a.Every(small) || a.With(19, 8).Every(small) {
		t.Error(a, a.Where(seven))
	}
	if none := (PerSite[int]{}); none.Any(small) || !none.Every(seven) {
		t.Error("of no values")
	}
}
