package explore

import "github.com/gmecheck/gmecheck/model/system"

// growthLevels is how far back a search looks for what grows.
const growthLevels = 20

// levelSeen notes what has been seen when a level is done.
func (c *common) levelSeen() {
	if c.marks = append(c.marks, c.sys.Mark()); len(c.marks) > growthLevels+1 {
		c.marks = c.marks[1:]
	}
}

// growths is what still had new values when a limit ended the search: in the last levels, but not in the first half of
// them, where everything is new.
func (c *common) growths() []system.Growth {
	levels := min(len(c.marks)-1, c.level/2) / 2 * 2
	if levels < 2 {
		return nil
	}
	last := len(c.marks) - 1
	return c.sys.Growths([]system.Mark{c.marks[last-levels], c.marks[last-levels/2], c.marks[last]}, levels)
}
