package counterexamples

import (
	"slices"
	"sort"

	"github.com/gmecheck/gmecheck/algorithms/names"
)

// nearestFirst sorts names by their distance to what was given; equally near ones keep their order.
func nearestFirst(given string, names []string) []string {
	distances := make(map[string]int, len(names))
	for _, name := range names {
		distances[name] = distance(given, name)
	}
	out := slices.Clone(names)
	sort.SliceStable(out, func(a, b int) bool { return distances[out[a]] < distances[out[b]] })
	return out
}

// allowed lists names for an error, with the nearest one if one is near.
func allowed(given string, all []string) string {
	if len(all) == 0 {
		return "none is allowed"
	}
	return "allowed is " + names.Or(all) + names.DidYouMean(given, all)
}

// compared is how much of a text counts for its distance: enough for any label.
const compared = 256

// distance is the number of bytes to insert, delete or replace.
func distance(a, b string) int {
	a, b = a[:min(len(a), compared)], b[:min(len(b), compared)]
	row := make([]int, len(b)+1)
	for k := range row {
		row[k] = k
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := diagonal
			if a[i] != b[j] {
				cost++
			}
			diagonal = row[j+1]
			row[j+1] = min(cost, row[j]+1, diagonal+1)
		}
	}
	return row[len(b)]
}
