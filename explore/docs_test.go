package explore

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/dustin/go-humanize"

	"github.com/gmecheck/gmecheck/explore/internal/search"
	"github.com/gmecheck/gmecheck/explore/internal/trace"
)

// TestDocs compares the numbers that the documents give with those of the code.
func TestDocs(t *testing.T) {
	for file, text := range map[string]string{
		"../CONTRIBUTING.md": fmt.Sprintf("exact up to %s states in a level", humanize.Comma(trace.MaxWidth)),
		"../CHANGELOG.md":    fmt.Sprintf("a breadth-first search can mark is %s:", humanize.Comma(search.MaxLevel)),
	} {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(data), text) {
			t.Errorf("%s does not say %q", file, text)
		}
	}
}
