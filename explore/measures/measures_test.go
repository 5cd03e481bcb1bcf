package measures_test

import (
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/gmecheck/gmecheck/explore/measures"
)

// TestDraw: what is drawn has the mean that the distribution says, and the deviation that its text says.
func TestDraw(t *testing.T) {
	file := filepath.Join(t.TempDir(), "times")
	if err := os.WriteFile(file, []byte("# measured\n1\n2\n\n6\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]struct{ mean, deviation float64 }{
		"const:2":         {2, 0},
		"uniform:0.5,1.5": {1, 1 / math.Sqrt(12)},
		"exp:3":           {3, 3},
		"lognormal:2,1":   {2, 1},
		"lognormal:1,0":   {1, 0},
		"trace:" + file:   {3, math.Sqrt(14.0 / 3)},
		"uniform:1,1":     {1, 0},
		"exp:0":           {0, 0},
	} {
		d, err := measures.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		if d.String() != text {
			t.Errorf("%s is written %s", text, d)
		}
		const draws = 200_000
		random, sum, squares := rand.New(rand.NewPCG(1, 2)), 0.0, 0.0
		for range draws {
			x := d.Draw(random)
			sum, squares = sum+x, squares+x*x
		}
		mean := sum / draws
		deviation := math.Sqrt(max(0, squares/draws-mean*mean))
		if near := 5 * want.deviation / math.Sqrt(draws); math.Abs(mean-want.mean) > near+1e-9 || math.Abs(d.Mean()-want.mean) > 1e-9 {
			t.Errorf("%s: mean %v drawn, %v said, want %v", text, mean, d.Mean(), want.mean)
		}
		if math.Abs(deviation-want.deviation) > 0.03*want.deviation+1e-6 {
			t.Errorf("%s: deviation %v, want %v", text, deviation, want.deviation)
		}
	}
}

// TestParse: what is no distribution is refused.
func TestParse(t *testing.T) {
	file := filepath.Join(t.TempDir(), "times")
	if err := os.WriteFile(file, []byte("# measured\n1\n-2\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{
		"": "no distribution", "normal:1": `named "normal"`, "const": "not a time", "const:-1": "not a time", "exp:1,2": "2 numbers",
		"uniform:1": "1 numbers", "uniform:2,1": "less than the least", "lognormal:0,1": "mean is 0", "exp:NaN": "not a time", "const:Inf": "not a time",
		"trace:nowhere": "nowhere", "trace:" + file: `times:3: "-2" is not a time`,
	} {
		if _, err := measures.Parse(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}

// TestAll: every measure says what it is, and no name stands twice.
func TestAll(t *testing.T) {
	seen := map[string]bool{}
	for _, m := range measures.All() {
		if m.Name == "" || m.Unit == "" || m.Doc == "" || seen[m.Name] {
			t.Errorf("%+v is not complete, or there twice", m)
		}
		seen[m.Name] = true
	}
}
