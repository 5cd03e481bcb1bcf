package flags

import (
	"strings"
	"testing"

	"github.com/gmecheck/gmecheck/explore/disk"
)

// TestFileName: names of files are of the characters that all systems have, are short enough, and differ where long ones do.
func TestFileName(t *testing.T) {
	long := strings.Repeat("x", 400)
	for property, want := range map[string]string{
		"max-concurrency": "max-concurrency", "a/b c": "a_b_c", "len(cs) < 2": "len_cs____2", long: "",
	} {
		if got := fileName(property); len(property) < disk.LongestName && got != want || len(got) > disk.LongestName+9 {
			t.Errorf("%q: %q, want %q", property, got, want)
		}
	}
	if fileName(long+"1") == fileName(long+"2") {
		t.Error("two long names have one file")
	}
}
