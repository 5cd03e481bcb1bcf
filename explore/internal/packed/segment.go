package packed

// Segment is a stretch of a frontier: states of a level in the order in which they were found, each with its sleep set.
type Segment[S State] struct {
	States []S
	Asleep []SleepSet
}

// SegmentSize is how many states a segment has room for.
const SegmentSize = 4096

// NewSegment returns an empty segment.
func NewSegment[S State]() Segment[S] {
	return Segment[S]{make([]S, 0, SegmentSize), make([]SleepSet, 0, SegmentSize)}
}

// Size is how many states the segment has.
func (x *Segment[S]) Size() int { return len(x.States) }

// Add appends a state with its sleep set.
func (x *Segment[S]) Add(s *S, a SleepSet) {
	x.States, x.Asleep = append(x.States, *s), append(x.Asleep, a)
}

// Take empties the segment and returns its room.
func (x *Segment[S]) Take() Segment[S] {
	room := Segment[S]{x.States[:0], x.Asleep[:0]}
	*x = Segment[S]{}
	return room
}

// StatesIn is how many states the segments have.
func StatesIn[S State](segments []Segment[S]) (n int) {
	for _, x := range segments {
		n += x.Size()
	}
	return n
}
