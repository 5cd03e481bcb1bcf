package gbp

import (
	"fmt"

	"github.com/gmecheck/gmecheck/algorithms/paper"
	"github.com/gmecheck/gmecheck/model"
)

// publishedAlone and repairedAlone are for what is decided at other sizes as published, where nobody enters at small ones, than with all repairs; and for
// what a fault or another choice of quorums breaks, of which little is left as published.
var (
	publishedAlone = []string{model.Published}
	repairedAlone  = repairedOnly
)

// squares are the numbers of groups that fill a grid.
var squares = []int{1, 4, 9}

// coteries lays the quorum systems beside definition 2.1: the grid where it is the paper's, with sqrt(m) rows and columns. A quorum that several groups
// have is one element of the coterie.
func coteries(string) (m paper.Measurement) {
	lay := func(system string, groups int) {
		m.Loads++
		wrong := ""
		S := quorums(system, groups)
		for k, Sk := range S {
			for l, Sl := range S {
				switch {
				case Sk.Empty():
					wrong = fmt.Sprintf("S_%d is empty", k+1)
				case Sk.Intersect(Sl).Empty():
					wrong = fmt.Sprintf("S_%d and S_%d do not meet", k+1, l+1)
				case Sk != Sl && Sk.Union(Sl) == Sl:
					wrong = fmt.Sprintf("S_%d = %v is part of S_%d = %v", k+1, Sk, l+1, Sl)
				default:
					continue
				}
				break
			}
		}
		if wrong == "" {
			return
		}
		if m.Differ++; m.Differ == 1 {
			m.Example = fmt.Sprintf("%s of %d groups: %s", system, groups, wrong)
		}
	}
	lay(tri, 3)
	for groups := 1; groups <= maxGroups; groups++ {
		lay(all, groups)
	}
	for _, groups := range squares {
		lay(grid, groups)
	}
	if m.Differ == 0 {
		m.Example = fmt.Sprintf("grid of %d groups: as defined", squares[len(squares)-1])
	}
	return m
}

// quorumSize lays the quorums of the grid beside the paper's sqrt(m).
func quorumSize(string) (m paper.Measurement) {
	for _, groups := range squares {
		m.Loads++
		for _, S := range quorums(grid, groups) {
			if S.Len()*S.Len() == groups {
				continue
			}
			if m.Differ++; m.Differ == 1 {
				m.Example = fmt.Sprintf("%d groups: a quorum of %d", groups, S.Len())
			}
			break // its row and its column: the others have as many
		}
	}
	return m
}
