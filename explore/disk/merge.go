package disk

import "slices"

// Source yields rows, nil after the last. A row is valid until the next one is asked for.
type Source func() (row []uint32, err error)

// Merge yields the rows of sorted sources in order, equal rows once.
func Merge(sources ...Source) Source {
	m := &merger{}
	started := false
	var last []uint32
	return func() ([]uint32, error) {
		if !started {
			started = true
			for _, s := range sources {
				if err := m.push(s); err != nil {
					return nil, err
				}
			}
		}
		for len(m.heap) > 0 {
			top := m.heap[0]
			fresh := last == nil || !slices.Equal(top.row, last)
			if fresh {
				last = append(last[:0], top.row...)
			}
			if err := m.pop(); err != nil {
				return nil, err
			}
			if fresh {
				return last, nil
			}
		}
		return nil, nil
	}
}

// merger is a heap of sources by their next rows.
type merger struct{ heap []head }

type head struct {
	row []uint32
	of  Source
}

func (m *merger) push(s Source) error {
	row, err := s()
	if err != nil || row == nil {
		return err
	}
	m.heap = append(m.heap, head{row, s})
	for k := len(m.heap) - 1; k > 0; {
		up := (k - 1) / 2
		if slices.Compare(m.heap[up].row, m.heap[k].row) <= 0 {
			break
		}
		m.heap[up], m.heap[k] = m.heap[k], m.heap[up]
		k = up
	}
	return nil
}

// pop moves the first source on to its next row.
func (m *merger) pop() error {
	row, err := m.heap[0].of()
	if err != nil {
		return err
	}
	if m.heap[0].row = row; row == nil {
		last := len(m.heap) - 1
		m.heap[0] = m.heap[last]
		m.heap = m.heap[:last]
	}
	for k := 0; ; {
		least := k
		for child := 2*k + 1; child <= 2*k+2 && child < len(m.heap); child++ {
			if slices.Compare(m.heap[child].row, m.heap[least].row) < 0 {
				least = child
			}
		}
		if least == k {
			return nil
		}
		m.heap[k], m.heap[least] = m.heap[least], m.heap[k]
		k = least
	}
}

// Sorted is a file of sorted rows, all different.
type Sorted struct {
	Dir   Dir
	Entry Entry
	Index *Index
}

// Rows is how many rows it has.
func (f *Sorted) Rows() int { return f.Index.Rows }

// Source yields the rows in order.
func (f *Sorted) Source() Source {
	var rows []uint32
	at, block := 0, 0
	return func() ([]uint32, error) {
		if at == len(rows) {
			if block == len(f.Index.Blocks) {
				return nil, nil
			}
			var err error
			if rows, err = f.Block(block, rows); err != nil {
				return nil, err
			}
			at, block = 0, block+1
		}
		at += f.Index.Width
		return rows[at-f.Index.Width : at : at], nil
	}
}

// Block reads the rows of one block, into rows if they fit there.
func (f *Sorted) Block(k int, rows []uint32) ([]uint32, error) {
	return f.Dir.ReadBlock(f.Entry.Name, f.Index, k, rows)
}

// Mark calls found for every row of a sorted batch that is in the file. It reads only blocks in which one could be.
func (f *Sorted) Mark(batch []uint32, found func(k int)) error {
	width, blocks := f.Index.Width, len(f.Index.Blocks)
	row := func(k int) []uint32 { return batch[k*width : (k+1)*width] }
	var rows []uint32
	for k, n, block := 0, len(batch)/width, 0; k < n; {
		// The last block that begins at or before the row.
		low, high := block, blocks
		for low < high {
			if mid := (low + high) / 2; slices.Compare(f.Index.First(mid), row(k)) <= 0 {
				low = mid + 1
			} else {
				high = mid
			}
		}
		if block = low - 1; block < 0 {
			block = 0
			k++
			continue
		}
		var err error
		if rows, err = f.Block(block, rows); err != nil {
			return err
		}
		for at := 0; k < n && at < len(rows); {
			switch c := slices.Compare(rows[at:at+width], row(k)); {
			case c < 0:
				at += width
			case c == 0:
				found(k)
				k++
			default:
				k++
			}
		}
		// What is left of the batch lies behind this block.
		for block++; k < n && (block == blocks || slices.Compare(row(k), f.Index.First(block)) < 0); {
			k++
		}
	}
	return nil
}
