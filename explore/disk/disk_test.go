package disk_test

import (
	"os"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/gmecheck/gmecheck/explore/disk"
)

// drawRows draws sorted rows, all different, of small and of large numbers.
func drawRows(t *rapid.T, name string, width int) [][]uint32 {
	number := rapid.OneOf(rapid.Uint32Range(0, 5), rapid.Uint32())
	rows := rapid.SliceOfN(rapid.SliceOfN(number, width, width), 0, 40).Draw(t, name)
	slices.SortFunc(rows, slices.Compare[[]uint32])
	return slices.CompactFunc(rows, slices.Equal[[]uint32])
}

func write(t *rapid.T, dir disk.Dir, name string, width int, rows [][]uint32) disk.Sorted {
	w, err := dir.CreateRows(name, width)
	for _, row := range rows {
		if err == nil {
			err = w.Append(row)
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	entry, index, err := w.Commit()
	if err != nil {
		t.Fatal(err)
	}
	return disk.Sorted{Dir: dir, Entry: entry, Index: index}
}

func read(t *rapid.T, next disk.Source) (rows [][]uint32) {
	for {
		row, err := next()
		if err != nil {
			t.Fatal(err)
		}
		if row == nil {
			return rows
		}
		rows = append(rows, slices.Clone(row))
	}
}

// TestRows compares files with slices: what was written, merged, found in both.
func TestRows(t *testing.T) {
	dir := disk.Dir{Path: t.TempDir()}
	rapid.Check(t, func(t *rapid.T) {
		width := rapid.IntRange(1, 4).Draw(t, "width")
		a, b := drawRows(t, "a", width), drawRows(t, "b", width)
		fa, fb := write(t, dir, "a", width, a), write(t, dir, "b", width, b)
		if got := read(t, fa.Source()); !slices.EqualFunc(got, a, slices.Equal[[]uint32]) {
			t.Fatalf("%v, written were %v", got, a)
		}
		both := slices.Concat(a, b)
		slices.SortFunc(both, slices.Compare[[]uint32])
		both = slices.CompactFunc(both, slices.Equal[[]uint32])
		if got := read(t, disk.Merge(fa.Source(), fb.Source())); !slices.EqualFunc(got, both, slices.Equal[[]uint32]) {
			t.Fatalf("%v, merged is %v", got, both)
		}
		found := make([]bool, len(b))
		if err := fa.Mark(slices.Concat(b...), func(k int) { found[k] = true }); err != nil {
			t.Fatal(err)
		}
		for k, row := range b {
			if _, is := slices.BinarySearchFunc(a, row, slices.Compare[[]uint32]); is != found[k] {
				t.Fatalf("%v found in %v: %v", row, a, found[k])
			}
		}
	})
}

// TestManyBlocks looks for every third number in files of several blocks.
func TestManyBlocks(t *testing.T) {
	dir := disk.Dir{Path: t.TempDir()}
	w, err := dir.CreateRows("many", 2)
	if err != nil {
		t.Fatal(err)
	}
	const n = 100_000
	for k := range uint32(n) {
		if err := w.Append([]uint32{k / 1000, 2 * k}); err != nil {
			t.Fatal(err)
		}
	}
	entry, index, err := w.Commit()
	if err != nil {
		t.Fatal(err)
	}
	if len(index.Blocks) < 10 || index.Rows != n {
		t.Fatalf("%d blocks, %d rows", len(index.Blocks), index.Rows)
	}
	f := disk.Sorted{Dir: dir, Entry: entry, Index: index}
	var batch []uint32
	for k := uint32(0); k < 2*n; k += 3 {
		batch = append(batch, k/2000, k)
	}
	found := 0
	err = f.Mark(batch, func(k int) {
		if found++; batch[2*k+1]%2 != 0 {
			t.Errorf("found %d", batch[2*k+1])
		}
	})
	if want := (2*n + 5) / 6; err != nil || found != want {
		t.Errorf("found %d, want %d: %v", found, want, err)
	}
	again, err := dir.EachRow(entry, 2, func([]uint32) error { return nil })
	if err != nil || !slices.Equal(again.Blocks, index.Blocks) {
		t.Errorf("read again: %v, %v", again, err)
	}
}

// TestDamage changes every byte of a file, one at a time.
func TestDamage(t *testing.T) {
	dir := disk.Dir{Path: t.TempDir()}
	w, err := dir.CreateRows("rows", 3)
	if err != nil {
		t.Fatal(err)
	}
	for k := range uint32(30) {
		if err := w.Append([]uint32{k / 10, 5, k * k}); err != nil {
			t.Fatal(err)
		}
	}
	entry, index, err := w.Commit()
	if err != nil {
		t.Fatal(err)
	}
	good, err := os.ReadFile(dir.Name("rows"))
	if err != nil {
		t.Fatal(err)
	}
	for k := range good {
		bad := slices.Clone(good)
		bad[k] ^= 1 << (k % 8)
		if err := os.WriteFile(dir.Name("rows"), bad, 0o666); err != nil {
			t.Fatal(err)
		}
		if _, err := dir.EachRow(entry, 3, func([]uint32) error { return nil }); err == nil {
			t.Errorf("byte %d changed: no error", k)
		}
		if block := index.Blocks[0]; int64(k) >= block.Offset {
			if _, err := dir.ReadBlock("rows", index, 0, nil); err == nil {
				t.Errorf("byte %d changed: no error of its block", k)
			}
		}
	}
}
