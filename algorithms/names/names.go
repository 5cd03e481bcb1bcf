// Package names finds the name that somebody meant.
package names

import (
	"strings"

	"github.com/agnivade/levenshtein"
)

// Nearest returns the allowed name nearest to what was given, or "" if none is near: one of which it is the
// beginning, otherwise the first with the fewest changed letters, of which two or a third of the word may be.
func Nearest(given string, allowed []string) string {
	given = strings.ToLower(given)
	if given == "" {
		return ""
	}
	nearest, fewest := "", max(2, len(given)/3)+1
	for _, name := range allowed {
		lower := strings.ToLower(name)
		if len(given) > 1 && strings.HasPrefix(lower, given) {
			return name
		}
		if d := levenshtein.ComputeDistance(given, lower); d < fewest && d < len(given) {
			nearest, fewest = name, d
		}
	}
	return nearest
}

// Or joins names as a sentence does: "a, b or c".
func Or(all []string) string {
	if len(all) < 2 {
		return strings.Join(all, "")
	}
	last := len(all) - 1
	return strings.Join(all[:last], ", ") + " or " + all[last]
}
