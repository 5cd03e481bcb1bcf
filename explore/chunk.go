package explore

// chunk is states of a level, found one after another, each with its sites that sleep.
type chunk[S packed] struct {
	states []S
	asleep []asleep
}

// chunkSize is how many states a chunk has room for.
const chunkSize = 4096

func newChunk[S packed]() chunk[S] {
	return chunk[S]{make([]S, 0, chunkSize), make([]asleep, 0, chunkSize)}
}

func (x *chunk[S]) size() int { return len(x.states) }

func (x *chunk[S]) add(s *S, a asleep) {
	x.states, x.asleep = append(x.states, *s), append(x.asleep, a)
}

// take empties the chunk and returns its room.
func (x *chunk[S]) take() chunk[S] {
	room := chunk[S]{x.states[:0], x.asleep[:0]}
	*x = chunk[S]{}
	return room
}

func statesIn[S packed](chunks []chunk[S]) (n int) {
	for _, x := range chunks {
		n += x.size()
	}
	return n
}
