package permutation

import (
	"fmt"
	"os"
	"strings"
	"testing"
)

// TestDocs compares the number of permutations that the documents give with that of the code.
func TestDocs(t *testing.T) {
	data, err := os.ReadFile("../../docs/symmetry.md")
	if err != nil {
		t.Fatal(err)
	}
	if text := fmt.Sprintf("at most %d of\nthem;", maxOrder); !strings.Contains(string(data), text) {
		t.Errorf("docs/symmetry.md does not say %q", text)
	}
}
