package external

import (
	"fmt"
	"slices"

	"github.com/gmecheck/gmecheck/explore/disk"
)

// Fits reports whether so many bytes of states may stand in memory.
func (s *Store) Fits(bytes int64) bool { return s.options.Every != 1 && s.Memory.Fits(bytes) }

// pieceShare is what a piece takes of the limit of memory.
const pieceShare = 16

// pieceRows is how many states are sorted at a time.
func (s *Store) pieceRows() int {
	if s.options.Segment > 0 {
		return s.options.Segment
	}
	const number = 4 // bytes: of each column, of the level and of the place in the order
	return int(max(1<<12, s.Memory.Limit/pieceShare/number/int64(s.options.Width+2)))
}

// Sort takes over states that come in no order, each once, as the levels that they are of: as many as memory has room for are
// sorted at a time, and what is sorted is merged.
func (s *Store) Sort(levels int, each func(yield func(level int, row []uint32) error) error) error {
	width, most := s.options.Width+1, s.pieceRows()
	piece := make([]uint32, 0, most*width)
	pieces := make([][]disk.Sorted, levels) // by level
	flush := func() error {
		err := s.writePiece(piece, width, pieces)
		piece = piece[:0]
		return err
	}
	err := each(func(level int, row []uint32) error {
		piece = append(append(piece, uint32(level)), row...)
		if len(piece) < most*width {
			return nil
		}
		return flush()
	})
	if err == nil {
		err = flush()
	}
	for level := range pieces {
		if err == nil {
			err = s.mergePieces(level, pieces[level])
		}
		for _, p := range pieces[level] {
			p.Dir.Remove(p.Entry.Name)
		}
	}
	return err
}

// writePiece sorts rows that begin with their level, and writes those of each level as a file.
func (s *Store) writePiece(rows []uint32, width int, pieces [][]disk.Sorted) error {
	order := make([]int32, len(rows)/width)
	for k := range order {
		order[k] = int32(k)
	}
	row := func(k int32) []uint32 { return rows[int(k)*width : (int(k)+1)*width] }
	slices.SortFunc(order, func(a, b int32) int { return slices.Compare(row(a), row(b)) })
	sorted := func() ([]uint32, error) {
		if len(order) == 0 {
			return nil, nil
		}
		next := row(order[0])
		order = order[1:]
		return next, nil
	}
	return eachLevel(sorted, func(level int, rows disk.Source) error {
		piece, err := s.writeRun(rows)
		if err == nil {
			pieces[level] = append(pieces[level], piece)
		}
		return err
	})
}

// eachLevel divides sorted rows that begin with their level.
func eachLevel(rows disk.Source, do func(level int, rows disk.Source) error) error {
	row, err := rows()
	for err == nil && row != nil {
		level, first := row[0], true
		err = do(int(level), func() ([]uint32, error) {
			if !first {
				if row, err = rows(); err != nil {
					return nil, err
				}
			}
			first = false
			if row == nil || row[0] != level {
				return nil, nil
			}
			return row[1:], nil
		})
	}
	return err
}

// mergePieces makes one level of its pieces.
func (s *Store) mergePieces(level int, pieces []disk.Sorted) error {
	var sources []disk.Source
	for k := range pieces {
		sources = append(sources, pieces[k].Source())
	}
	merged, err := s.writeLevel(level, disk.Merge(sources...))
	if err != nil {
		return fmt.Errorf("level %d: %w", level, err)
	}
	s.levels = append(s.levels, merged)
	return nil
}
