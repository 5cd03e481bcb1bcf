package store

import (
	"encoding/binary"
	"encoding/json"

	"github.com/gmecheck/gmecheck/explore/disk"
	"github.com/gmecheck/gmecheck/explore/internal/packed"
)

// Writer writes a file.
type Writer struct {
	Contents
	Now  int // level of the blocks that are written now, in a file of several
	file *disk.File
	at   int64
	runs int
}

// Create begins a file.
func Create(d disk.Dir, run string, kind Kind, level, part int) (*Writer, error) {
	f, err := d.Create(Name(kind, level, part))
	if err != nil {
		return nil, err
	}
	return &Writer{Contents: Contents{Run: run, Kind: kind, Level: level, Part: part}, file: f}, nil
}

// block writes a block.
func (w *Writer) block(b Block, bytes []byte) error {
	b.Level, b.Offset, b.Bytes, b.Sum = w.Now, w.at, len(bytes), disk.Checksum(bytes)
	w.Blocks = append(w.Blocks, b)
	w.at += int64(len(bytes))
	_, err := w.file.Write(bytes)
	return err
}

// Loose writes a block of states that are in no order, as numbers one after another.
func (w *Writer) Loose(target, states int, bytes []byte) error {
	return w.block(Block{Target: target, States: states}, bytes)
}

// Nodes writes the block of new nodes, by site.
func (w *Writer) Nodes(nodes [][]Node) error {
	b := binary.AppendUvarint(nil, uint64(len(nodes)))
	for _, all := range nodes {
		b = binary.AppendUvarint(b, uint64(len(all)))
		for _, n := range all {
			b = append(binary.AppendUvarint(b, uint64(len(n))), n...)
		}
	}
	return w.block(Block{Target: -1}, b)
}

// Run is a run that is being written.
type Run[K packed.State] struct {
	to     *Writer
	target int
	number int
	first  K
	last   K
	zero   K
	count  int
	bytes  []byte
}

// NewRun begins a run of sorted states that belong to a part.
func NewRun[K packed.State](w *Writer, target int) *Run[K] {
	w.runs++
	return &Run[K]{to: w, target: target, number: w.runs}
}

// Append writes states that come after all before.
func (r *Run[K]) Append(states []K) error {
	for k := range states {
		x := &states[k]
		if r.count == 0 {
			r.first, r.last = *x, r.zero
		}
		r.bytes = appendDelta(r.bytes, &r.last, x)
		r.last = *x
		if r.count++; len(r.bytes) >= blockFull {
			if err := r.Close(); err != nil {
				return err
			}
		}
	}
	return nil
}

// Close writes what is left.
func (r *Run[K]) Close() error {
	if r.count == 0 {
		return nil
	}
	var first []uint64
	for w := range len(r.first) {
		first = append(first, r.first[w])
	}
	err := r.to.block(Block{Target: r.target, Run: r.number, First: first, States: r.count}, r.bytes)
	r.bytes, r.count = r.bytes[:0], 0
	return err
}

// Commit makes the file durable and gives it its name.
func (w *Writer) Commit() error {
	contents, err := json.Marshal(w.Contents)
	if err == nil {
		tail := binary.LittleEndian.AppendUint32(nil, uint32(len(contents)))
		tail = binary.LittleEndian.AppendUint32(tail, disk.Checksum(contents))
		_, err = w.file.Write(append(append(contents, tail...), magic...))
	}
	if err != nil {
		w.file.Abort()
		return err
	}
	_, err = w.file.Commit()
	return err
}

// Abort gives the file up.
func (w *Writer) Abort() { w.file.Abort() }
