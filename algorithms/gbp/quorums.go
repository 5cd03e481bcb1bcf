package gbp

import (
	"math"

	"github.com/gmecheck/gmecheck/model"
)

// The quorum systems: S_k contains G_k, and, but for own, any two quorums meet.
const (
	all  = "all"  // S_k is all groups
	tri  = "tri"  // three groups, each with the next one
	grid = "grid" // Maekawa's: the row and the column of G_k
	own  = "own"  // S_k is G_k alone: no coterie, to see what that is good for
)

// maxGroups is m at most.
const maxGroups = 9

// quorums lists S_1 to S_m.
//
// The grid has ceil(sqrt(m)) columns; the groups fill it row by row, and the last row may stay short. Any two quorums
// meet all the same: of two groups in different rows, the upper one has a full row, which crosses the other's column.
func quorums(system string, m int) []model.Groups {
	S := make([]model.Groups, m)
	columns := int(math.Ceil(math.Sqrt(float64(m))))
	for k := range m {
		for l := range m {
			var member bool
			switch system {
			case all:
				member = true
			case tri:
				member = l == k || l == (k+1)%m
			case own:
				member = l == k
			case grid:
				member = l/columns == k/columns || l%columns == k%columns
			}
			if member {
				S[k] = S[k].With(model.Group(l + 1))
			}
		}
	}
	return S
}
