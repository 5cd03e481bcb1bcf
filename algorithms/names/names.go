// Package names finds the name that somebody meant.
package names

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/agnivade/levenshtein"
)

// Nearest returns the allowed name nearest to what was given: one of which it is the beginning, otherwise the first
// that has it within, or the first with the fewest changed letters, which two or a third of the word may be. It is "" if none is near, or what was given
// is itself allowed.
func Nearest(given string, allowed []string) string {
	if given == "" || slices.Contains(allowed, given) {
		return ""
	}
	given = strings.ToLower(given)
	letters := utf8.RuneCountInString(given)
	nearest, within, fewest := "", "", max(2, letters/3)+1
	for _, name := range allowed {
		lower := strings.ToLower(name)
		if letters > 1 && strings.HasPrefix(lower, given) {
			return name
		}
		if letters > 3 && within == "" && strings.Contains(lower, given) {
			within = name
		}
		if d := levenshtein.ComputeDistance(given, lower); d < fewest && d < letters {
			nearest, fewest = name, d
		}
	}
	return cmp.Or(within, nearest)
}

// DidYouMean asks at the end of an error for the nearest of the allowed names: "; did you mean x?"; it is "" if none is near.
func DidYouMean(given string, allowed []string) string {
	near := Nearest(given, allowed)
	if near == "" {
		return ""
	}
	return "; did you mean " + near + "?"
}

// Or joins names as a sentence does: "a, b or c".
func Or(all []string) string {
	if len(all) < 2 {
		return strings.Join(all, "")
	}
	last := len(all) - 1
	return strings.Join(all[:last], ", ") + " or " + all[last]
}
