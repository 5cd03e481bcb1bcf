package load

// happening is something that is to happen.
type happening struct {
	at   float64
	seq  uint64 // of two at the same time the first noted comes first
	kind kind
	site int32
	arg  uint32 // a letter, or a timer or an internal event of the site, by number
	gen  uint32 // that of the process, the timer or the event when it was noted: if that has another now, nothing happens
}

// kind is what happens.
type kind uint8

const (
	thought  kind = iota // a process has thought, and asks
	arrives              // a request comes from outside
	leaves               // a critical section ends
	delivers             // a letter has come
	expires              // a timer
	occurs               // an internal event
	crashes
	recovers
)

func (a *happening) before(b *happening) bool { return a.at < b.at || a.at == b.at && a.seq < b.seq }

// queue is a heap of four children for each, which is flatter than one of two: happenings move less.
type queue struct {
	all []happening
	seq uint64
}

// add notes what is to happen.
func (q *queue) add(h happening) {
	q.seq++
	h.seq = q.seq
	k := len(q.all)
	q.all = append(q.all, h)
	for k > 0 {
		up := (k - 1) / 4
		if !h.before(&q.all[up]) {
			break
		}
		q.all[k] = q.all[up]
		k = up
	}
	q.all[k] = h
}

// next takes out what happens next; there must be something.
func (q *queue) next() happening {
	first, last := q.all[0], q.all[len(q.all)-1]
	q.all = q.all[:len(q.all)-1]
	size, k := len(q.all), 0
	if size == 0 {
		return first
	}
	for {
		child := 4*k + 1
		if child >= size {
			break
		}
		least := child
		for c := child + 1; c < min(child+4, size); c++ {
			if q.all[c].before(&q.all[least]) {
				least = c
			}
		}
		if !q.all[least].before(&last) {
			break
		}
		q.all[k] = q.all[least]
		k = least
	}
	q.all[k] = last
	return first
}

func (q *queue) empty() bool { return len(q.all) == 0 }
