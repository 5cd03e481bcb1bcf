package views

// orbits counts the pairs up to the names of processes.
func (e *every) orbits() (n int) {
	seen := make([]row, len(e.beside))
	var queue [][2]int32
	reach := func(a, b int32) bool {
		if seen[a].has(b) {
			return false
		}
		seen[a].add(b)
		seen[b].add(a)
		queue = append(queue, [2]int32{a, b})
		return true
	}
	for a := range int32(len(e.beside)) {
		e.beside[a].each(func(b int32) {
			if reach(a, b) {
				n++
			}
			for ; len(queue) > 0; queue = queue[1:] {
				for g := range e.n - 1 {
					reach(e.image(g, queue[0][0]), e.image(g, queue[0][1]))
				}
			}
		})
	}
	return n
}
