package options

import "testing"

// TestNumber: numbers have letters for thousands, and are whole.
func TestNumber(t *testing.T) {
	for text, want := range map[string]int{"0": 0, "-1": -1, "300": 300, "5K": 5_000, "5k": 5_000, "1.5M": 1_500_000, "2G": 2_000_000_000, "1,000": 1_000, "1_000": 1_000, "1e6": 1_000_000} {
		if got, err := Number(text); err != nil || got != want {
			t.Errorf("%q: %d, %v; want %d", text, got, err, want)
		}
	}
	for _, text := range []string{"", "many", "K", "1.5", "0.0001K", "5KK", "5T", "NaN", "Inf", "2e15", "1 000"} {
		if got, err := Number(text); err == nil {
			t.Errorf("%q is %d", text, got)
		}
	}
}
