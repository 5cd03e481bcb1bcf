package store

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"slices"

	"github.com/gmecheck/gmecheck/explore/disk"
	"github.com/gmecheck/gmecheck/explore/internal/packed"
)

// Nodes reads the block of new nodes, by site, of which there are so many.
func (x *File) Nodes(sites int) (nodes [][]Node, err error) {
	k := slices.IndexFunc(x.Blocks, func(b Block) bool { return b.Target < 0 })
	if k < 0 {
		return nil, x.Damaged("it has no nodes")
	}
	b, err := x.Block(&x.Blocks[k], nil)
	if err != nil {
		return nil, err
	}
	size := func() int {
		n, length := binary.Uvarint(b)
		if length <= 0 || n > uint64(len(b)) {
			b, err = nil, x.Damaged("its nodes are cut off")
			return 0
		}
		b = b[length:]
		return int(n)
	}
	for range size() {
		var all []Node
		for range size() {
			n := size()
			if n > len(b) {
				return nil, x.Damaged("its nodes are cut off")
			}
			all, b = append(all, Node(b[:n:n])), b[n:]
		}
		nodes = append(nodes, all)
	}
	if err == nil && len(nodes) != sites {
		err = x.Damaged(fmt.Sprintf("it has nodes of %d sites instead of %d", len(nodes), sites))
	}
	return nodes, err
}

// File is a file that is whole.
type File struct {
	Contents
	path string
	f    *os.File // nil: it is opened for every block
	lent *os.File // of several levels, or nil
}

// Open reads what a file says of itself, and checks that it is the one that is wanted. The error is [fs.ErrNotExist] if
// there is none.
func Open(d disk.Dir, run string, kind Kind, level, part int) (*File, error) {
	name := Name(kind, level, part)
	x := &File{path: d.Name(name)}
	f, err := d.Open(name, math.MaxInt64)
	if err != nil {
		return nil, err
	}
	if err := x.read(f); err != nil {
		f.Close()
		return nil, err
	}
	if x.Run != run || x.Kind != kind || x.Level != level || x.Part != part {
		f.Close()
		return nil, x.Damaged(fmt.Sprintf("it is %q %d of level %d of search %q", x.Kind, x.Part, x.Level, x.Run))
	}
	x.f = f
	return x, nil
}

// Of is what a file of several levels says of one: its nodes, or its states in a part. It is read as long as the file is open.
func (x *File) Of(kind Kind, level, part int) *File {
	y := &File{Contents: Contents{Run: x.Run, Kind: kind, Level: level, Part: part, Known: x.Known}, path: x.path, lent: x.f}
	target := part
	if kind == Nodes {
		target = -1
	}
	for _, b := range x.Blocks {
		if b.Level == level && b.Target == target {
			y.Blocks, y.States = append(y.Blocks, b), y.States+b.States
		}
	}
	return y
}

// Damaged is the error of what the file cannot say.
func (x *File) Damaged(why string) error { return &disk.Damaged{Path: x.path, Why: why} }

func (x *File) read(f *os.File) error {
	info, err := f.Stat()
	if err != nil {
		return err
	}
	tail := make([]byte, tailBytes)
	if _, err := f.ReadAt(tail, info.Size()-int64(len(tail))); err != nil || string(tail[8:]) != magic {
		return x.Damaged("it does not end as such a file does")
	}
	length := int64(binary.LittleEndian.Uint32(tail))
	start := info.Size() - int64(len(tail)) - length
	if start < 0 {
		return x.Damaged("it is too short")
	}
	contents := make([]byte, length)
	if _, err := f.ReadAt(contents, start); err != nil {
		return x.Damaged(err.Error())
	}
	if disk.Checksum(contents) != binary.LittleEndian.Uint32(tail[4:]) {
		return x.Damaged("the checksum of its contents differs")
	}
	if err := json.Unmarshal(contents, &x.Contents); err != nil {
		return x.Damaged(err.Error())
	}
	end := int64(0)
	for k := range x.Blocks {
		b := &x.Blocks[k]
		switch {
		case b.Offset != end || b.Bytes < 0 || int64(b.Bytes) > start-end:
			return x.Damaged("its blocks do not follow one another")
		case b.States < 0 || b.States > b.Bytes: // a state takes a byte at least
			return x.Damaged("a block has fewer bytes than states")
		}
		end += int64(b.Bytes)
	}
	if end != start {
		return x.Damaged("it has bytes that belong to no block")
	}
	return nil
}

// Close closes the file; blocks can still be read.
func (x *File) Close() {
	if x.f != nil {
		x.f.Close()
		x.f = nil
	}
}

// Block reads the bytes of a block, into room if they fit there.
func (x *File) Block(b *Block, room []byte) ([]byte, error) {
	f := x.f
	if f == nil {
		f = x.lent
	}
	if f == nil {
		var err error
		if f, err = disk.Open(x.path, math.MaxInt64); err != nil {
			return nil, err
		}
		defer f.Close()
	}
	if cap(room) < b.Bytes {
		room = make([]byte, b.Bytes)
	}
	room = room[:b.Bytes]
	if _, err := f.ReadAt(room, b.Offset); err != nil {
		if errors.Is(err, io.EOF) {
			return nil, x.Damaged("it ends within a block")
		}
		return nil, err
	}
	if disk.Checksum(room) != b.Sum {
		return nil, x.Damaged("the checksum of a block differs")
	}
	return room, nil
}

// StatesOf decodes a block of a run that has the words of K.
func StatesOf[K packed.State](x *File, b *Block, room []byte, all []K) (states []K, rest []byte, err error) {
	bytes, err := x.Block(b, room)
	if err != nil {
		return nil, room, err
	}
	states, ok := decode(bytes, b.States, all[:0])
	if !ok {
		return nil, bytes, x.Damaged("a block has another number of states")
	}
	return states, bytes, nil
}

// Vectors decodes a block of a run whose states have this format: their numbers one after another.
func (x *File) Vectors(f *Format, b *Block, room []byte, all []uint32) (vectors []uint32, rest []byte, err error) {
	bytes, err := x.Block(b, room)
	if err != nil {
		return nil, room, err
	}
	ok := false
	switch f.Words {
	case 1:
		vectors, ok = unpacked[[1]uint64](f, bytes, b.States, all[:0])
	case 2:
		vectors, ok = unpacked[[2]uint64](f, bytes, b.States, all[:0])
	case 3:
		vectors, ok = unpacked[[3]uint64](f, bytes, b.States, all[:0])
	case 4:
		vectors, ok = unpacked[[4]uint64](f, bytes, b.States, all[:0])
	case 6:
		vectors, ok = unpacked[[6]uint64](f, bytes, b.States, all[:0])
	case 8:
		vectors, ok = unpacked[[8]uint64](f, bytes, b.States, all[:0])
	default:
		vectors, ok = unpacked[[16]uint64](f, bytes, b.States, all[:0])
	}
	if !ok {
		return nil, bytes, x.Damaged("a block has another number of states")
	}
	return vectors, bytes, nil
}

func unpacked[K packed.State](f *Format, b []byte, count int, all []uint32) ([]uint32, bool) {
	var x K
	for range count {
		if b = nextState(b, &x); b == nil {
			return nil, false
		}
		for k := range f.Fields {
			all = append(all, packed.Get(&f.Layout, &x, k))
		}
	}
	return all, len(b) == 0
}
