package session

import (
	"errors"
	"slices"
	"testing"

	"github.com/gmecheck/gmecheck/model"
)

// TestTry: a mistake of the engine is not told as that of a property.
func TestTry(t *testing.T) {
	broken := &model.Broken{Problem: "panics"}
	if err := Try(func() { panic(broken) }); !errors.Is(err, broken) {
		t.Errorf("%v, want %v", err, broken)
	}
	err := Try(func() { slices.SortFunc([]int{1, 2}, nil) }) // raised in a package that is not the engine's
	if found := new(model.Broken); !errors.As(err, &found) || found.Property != "(unnamed)" || found.Cause == nil {
		t.Errorf("a panic of somebody else's: %v", err)
	}
	defer func() {
		if r := recover(); r != "a mistake" {
			t.Errorf("%v goes on, want a mistake", r)
		}
	}()
	t.Error(Try(func() { panic("a mistake") }))
}
