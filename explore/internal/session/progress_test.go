package session

import "testing"

// TestStages: what comes after the search is told by name and amount, and never more of it than there is.
func TestStages(t *testing.T) {
	c := &Session{}
	if p := c.progress(); p != nil {
		t.Errorf("%+v before there is anything to tell", p)
	}
	c.shown.Store(&Progress{Level: 3, Frontier: 5})
	c.Stored.Store(7)
	if p := c.progress(); p.Stage != "" || p.Level != 3 || p.Frontier != 5 || p.States != 7 {
		t.Errorf("%+v while states are searched", p)
	}
	s := c.Enter("questions", 2)
	for done := range 4 {
		if p := c.progress(); p.Stage != "questions" || p.Done != min(done, 2) || p.Of != 2 || p.States != 7 {
			t.Errorf("%+v when %d are done", p, done)
		}
		s.done.Add(1)
	}
}
