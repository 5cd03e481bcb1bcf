package disk

import (
	"encoding/binary"
	"hash/crc32"
	"io"
	"slices"
)

// A file of rows is a header and blocks. A row is a number of 32-bit numbers, its width, the same for all rows. A block
// is its row count, its length and a checksum of both and of its rows, each 32 bits, then the rows. A row is how many
// of its first numbers are those of the row before it in the block (at first: zeros), then the difference of the next
// one, then the rest. Sorted rows take few bytes so.

const (
	magic     = "gmecheck rows 1\n"
	blockSize = 1 << 14 // bytes after which a block is closed
	blockHead = 12
)

// Writer writes rows.
type Writer struct {
	file  *File
	width int
	rows  int
	at    int64
	last  []uint32
	block []byte
	count int
	index Index
}

// Index tells where the blocks of a file stand, and the first row of each.
type Index struct {
	Width  int
	Rows   int
	Blocks []Block
	first  []uint32 // the first rows, one after another
}

// Block is the place of a block in its file.
type Block struct {
	Offset int64
	Bytes  int // with its head
	Rows   int
}

// First is the first row of block k.
func (x *Index) First(k int) []uint32 { return x.first[k*x.Width : (k+1)*x.Width] }

// CreateRows begins a file of rows of a width.
func (d Dir) CreateRows(name string, width int) (*Writer, error) {
	f, err := d.Create(name)
	if err != nil {
		return nil, err
	}
	w := &Writer{file: f, width: width, last: make([]uint32, width), index: Index{Width: width}}
	head := binary.LittleEndian.AppendUint32([]byte(magic), uint32(width))
	w.at = int64(len(head))
	if _, err := f.Write(head); err != nil {
		f.Abort()
		return nil, err
	}
	return w, nil
}

// Append writes a row.
func (w *Writer) Append(row []uint32) error {
	if len(w.block) == 0 {
		w.block = append(w.block, make([]byte, blockHead)...)
		clear(w.last)
		w.index.first = append(w.index.first, row...)
	}
	same := 0
	for same < w.width && row[same] == w.last[same] {
		same++
	}
	w.block = append(w.block, byte(same))
	if same < w.width {
		w.block = binary.AppendVarint(w.block, int64(row[same])-int64(w.last[same]))
		for _, x := range row[same+1:] {
			w.block = binary.AppendUvarint(w.block, uint64(x))
		}
	}
	copy(w.last, row)
	w.count++
	w.rows++
	if len(w.block) >= blockSize {
		return w.flush()
	}
	return nil
}

func (w *Writer) flush() error {
	if w.count == 0 {
		return nil
	}
	binary.LittleEndian.PutUint32(w.block[0:], uint32(w.count))
	binary.LittleEndian.PutUint32(w.block[4:], uint32(len(w.block)-blockHead))
	binary.LittleEndian.PutUint32(w.block[8:], checksum(w.block))
	w.index.Blocks = append(w.index.Blocks, Block{w.at, len(w.block), w.count})
	w.at += int64(len(w.block))
	_, err := w.file.Write(w.block)
	w.block, w.count = w.block[:0], 0
	return err
}

// checksum is that of a block but for the checksum itself.
func checksum(block []byte) uint32 { return Checksum(block[:8], block[blockHead:]) }

// Checksum is the CRC-32 of some bytes, as the program's files have it. Its table is made when it is first needed, not at every start.
func Checksum(parts ...[]byte) uint32 {
	sum, table := uint32(0), crc32.MakeTable(crc32.Castagnoli)
	for _, p := range parts {
		sum = crc32.Update(sum, table, p)
	}
	return sum
}

// Commit ends the file.
func (w *Writer) Commit() (Entry, *Index, error) {
	if err := w.flush(); err != nil {
		w.file.Abort()
		return Entry{}, nil, err
	}
	e, err := w.file.Commit()
	index := w.index // the writer's buffers are not held for it
	index.Rows = w.rows
	return e, &index, err
}

// Abort gives the file up.
func (w *Writer) Abort() { w.file.Abort() }

// EachRow verifies a whole file of rows and yields each; yield may stop it with an error. The rows are the file's only
// if EachRow returns nil. It returns the file's index.
func (d Dir) EachRow(e Entry, width int, yield func(row []uint32) error) (*Index, error) {
	x := &Index{Width: width}
	path := d.Name(e.Name)
	err := d.Verify(e, func(r io.Reader) error {
		head := make([]byte, len(magic)+4)
		if _, err := io.ReadFull(r, head); err != nil {
			return &Damaged{path, err.Error()}
		}
		if string(head[:len(magic)]) != magic || binary.LittleEndian.Uint32(head[len(magic):]) != uint32(width) {
			return &Damaged{path, "it does not begin as a file of such rows does"}
		}
		at := int64(len(head))
		var block []byte
		var rows []uint32
		for at < e.Bytes {
			block = slices.Grow(block[:0], blockHead)[:blockHead]
			if _, err := io.ReadFull(r, block); err != nil {
				return &Damaged{path, err.Error()}
			}
			length := int64(binary.LittleEndian.Uint32(block[4:]))
			if at+blockHead+length > e.Bytes {
				return &Damaged{path, "a block is longer than the file"}
			}
			block = slices.Grow(block, int(length))[:blockHead+length]
			if _, err := io.ReadFull(r, block[blockHead:]); err != nil {
				return &Damaged{path, err.Error()}
			}
			var why string
			if rows, why = decode(block, width, rows[:0]); why != "" {
				return &Damaged{path, why}
			}
			x.Blocks = append(x.Blocks, Block{at, len(block), len(rows) / width})
			x.first = append(x.first, rows[:width]...)
			x.Rows += len(rows) / width
			at += int64(len(block))
			for k := 0; k < len(rows); k += width {
				if err := yield(rows[k : k+width : k+width]); err != nil {
					return err
				}
			}
		}
		return nil
	})
	return x, err
}

// decode appends the rows of a block, or says what is wrong with it.
func decode(block []byte, width int, rows []uint32) (all []uint32, why string) {
	if checksum(block) != binary.LittleEndian.Uint32(block[8:]) {
		return nil, "the checksum of a block differs"
	}
	count := int(binary.LittleEndian.Uint32(block))
	last := make([]uint32, width)
	in := block[blockHead:]
	for range count {
		if len(in) == 0 || int(in[0]) > width {
			return nil, "a block holds no rows"
		}
		same := int(in[0])
		in = in[1:]
		for k := same; k < width; k++ {
			var x int64
			n := 0
			if k == same {
				x, n = binary.Varint(in)
				x += int64(last[k])
			} else {
				var u uint64
				u, n = binary.Uvarint(in)
				x = int64(u)
			}
			if n <= 0 || x < 0 || x > 1<<32-1 {
				return nil, "a block holds a number out of range"
			}
			in = in[n:]
			last[k] = uint32(x)
		}
		rows = append(rows, last...)
	}
	if count == 0 || len(in) > 0 {
		return nil, "a block is longer than its rows"
	}
	return rows, ""
}

// ReadBlock reads block k of a file.
func (d Dir) ReadBlock(name string, x *Index, k int, rows []uint32) ([]uint32, error) {
	if err := d.fault(ReadCall, x.Blocks[k].Bytes); err != nil {
		return nil, err
	}
	f, err := open(d.Name(name))
	if err != nil {
		return nil, err
	}
	defer f.Close()
	b := x.Blocks[k]
	block := make([]byte, b.Bytes)
	if _, err := f.ReadAt(block, b.Offset); err != nil {
		return nil, err
	}
	rows, why := decode(block, x.Width, rows[:0])
	if why == "" && len(rows) != b.Rows*x.Width {
		why = "a block has another number of rows"
	}
	if why != "" {
		return nil, &Damaged{d.Name(name), why}
	}
	return rows, nil
}
