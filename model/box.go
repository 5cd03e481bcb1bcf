package model

// box holds a value of any size in two words, and is compared by what is in it: == on interfaces does that. What a box holds is never
// changed. So lists that share their ends need no table of all that there are, which would cost more than to make and compare them.
type box[T comparable] struct {
	_    [0]*T // tells reflection what is in it
	held any   // a T; nil: nothing, in the zero value
}

func boxOf[T comparable](x T) box[T] { return box[T]{held: x} }

// value is what it holds; it must hold something.
func (b box[T]) value() T { return b.held.(T) }
