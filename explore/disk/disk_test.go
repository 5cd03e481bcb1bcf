package disk_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
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

func write(t rapid.TB, dir disk.Dir, name string, width int, rows [][]uint32) disk.Sorted {
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
	if err != nil || again.Rows != n || !slices.Equal(again.Blocks, index.Blocks) {
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

// TestManySources merges more sources than two, and demands that what goes wrong with one of them is told.
func TestManySources(t *testing.T) {
	of := func(first, step uint32, wrong error) disk.Source {
		next := first
		return func() ([]uint32, error) {
			if next > 60 {
				return nil, wrong
			}
			next += step
			return []uint32{next - step}, nil
		}
	}
	all := func(sources ...disk.Source) (rows []uint32, err error) {
		merged := disk.Merge(sources...)
		for {
			row, err := merged()
			if err != nil || row == nil {
				return rows, err
			}
			rows = append(rows, row[0])
		}
	}
	rows, err := all(of(3, 5, nil), of(2, 5, nil), of(4, 5, nil), of(0, 5, nil), of(1, 5, nil), of(7, 3, nil))
	if err != nil || len(rows) != 61 || !slices.IsSorted(rows) {
		t.Errorf("%v, %v", rows, err)
	}
	failed := errors.New("failed")
	if rows, err := all(of(0, 2, nil), of(1, 2, failed)); !errors.Is(err, failed) {
		t.Errorf("%v, %v", rows, err)
	}
}

// TestSwapped puts files in the place of others: each is whole, but not what it was.
func TestSwapped(t *testing.T) {
	dir := disk.Dir{Path: t.TempDir()}
	none := func([]uint32) error { return nil }
	old := write(t, dir, "rows", 2, [][]uint32{{1, 2}, {1, 3}}).Entry
	if x, err := dir.EachRow(old, 2, none); err != nil || x.Rows != 2 {
		t.Errorf("%+v, %v", x, err)
	}
	if _, err := dir.EachRow(old, 1, none); err == nil {
		t.Error("rows of another width are read")
	}
	outside := old
	outside.Name = filepath.Join("..", filepath.Base(dir.Path), old.Name)
	if _, err := dir.EachRow(outside, 2, none); err == nil {
		t.Error("a file of another directory is read")
	}
	if now := write(t, dir, "rows", 2, [][]uint32{{1, 2}, {1, 4}}).Entry; now.Bytes != old.Bytes {
		t.Fatalf("%d bytes, not %d", now.Bytes, old.Bytes)
	}
	if _, err := dir.EachRow(old, 2, none); err == nil {
		t.Error("other rows are read")
	}
}

// TestManifest: a manifest whose content has changed is not read, and a search that does not tell one of its traits is another one.
func TestManifest(t *testing.T) {
	dir := disk.Dir{Path: t.TempDir()}
	if err := dir.Save("file", "title", []int{1, 2}); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(dir.Name("file"))
	if err == nil {
		err = os.WriteFile(dir.Name("file"), bytes.Replace(text, []byte(" 2"), []byte(" 3"), 1), 0o666)
	}
	if err != nil {
		t.Fatal(err)
	}
	var x []int
	var damaged *disk.Damaged
	if err := dir.Load("file", "title", &x); !errors.As(err, &damaged) {
		t.Errorf("%v is read: %v", x, err)
	}
	a, b := disk.Trait{Name: "a", Value: "1"}, disk.Trait{Name: "b", Value: "2"}
	if disk.Compare([]disk.Trait{a, b}, []disk.Trait{b}) == nil || disk.Compare([]disk.Trait{a}, []disk.Trait{b, a}) != nil {
		t.Error("a trait that is not told makes no difference, or one more does")
	}
}

// TestCalls: a file is durable before it has its name, and the name is made so, too, but for files that need not outlive the program, and for names
// that are made durable together.
func TestCalls(t *testing.T) {
	for _, test := range []struct {
		dir  disk.Dir
		want []disk.Call
	}{
		{disk.Dir{}, []disk.Call{disk.CreateCall, disk.WriteCall, disk.SyncCall, disk.RenameCall, disk.SyncDirCall}},
		{disk.Dir{Together: true}, []disk.Call{disk.CreateCall, disk.WriteCall, disk.SyncCall, disk.RenameCall}},
		{disk.Dir{Passing: true}, []disk.Call{disk.CreateCall, disk.WriteCall, disk.RenameCall}},
	} {
		var got []disk.Call
		dir := test.dir
		dir.Path, dir.Fault = t.TempDir(), func(call disk.Call, _ int) error { got = append(got, call); return nil }
		f, err := dir.Create("file")
		if err == nil {
			_, err = f.Write([]byte("text"))
		}
		if err == nil {
			_, err = f.Commit()
		}
		if err != nil || !slices.Equal(got, test.want) {
			t.Errorf("%+v: %q, %v; want %q", test.dir, got, err, test.want)
		}
	}
}

// TestBlockRows: a block that has not as many rows as its file's index says is damaged.
func TestBlockRows(t *testing.T) {
	dir := disk.Dir{Path: t.TempDir()}
	index := write(t, dir, "rows", 2, [][]uint32{{1, 2}, {1, 3}}).Index
	for rows, whole := range map[int]bool{1: false, 2: true, 3: false} {
		index.Blocks[0].Rows = rows
		got, err := dir.ReadBlock("rows", index, 0, nil)
		var damaged *disk.Damaged
		if whole && (err != nil || !slices.Equal(got, []uint32{1, 2, 1, 3})) || !whole && !errors.As(err, &damaged) {
			t.Errorf("%d rows: %v, %v", rows, got, err)
		}
	}
}

// TestKind: what the name of a file says.
func TestKind(t *testing.T) {
	for name, want := range map[string]string{
		"nodes-000007": "nodes true false", "level-000007.part": "level true true", "runs-1-22.0a9.part": "runs true true",
		"manifest": "manifest false false", "manifest.part": "manifest false true", "Notes": " false false", "notes.txt": " false false",
	} {
		kind, numbered, part := disk.Kind(name)
		if got := fmt.Sprint(kind, " ", numbered, " ", part); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
}

// removing is a bucket that notes what is removed.
type removing struct {
	disk.Bucket
	names []string
}

func (b *removing) Remove(name string) error { b.names = append(b.names, name); return nil }

// TestRemove: who removes a file removes it from the bucket, which never had what is being written.
func TestRemove(t *testing.T) {
	b := &removing{}
	dir := disk.Dir{Path: t.TempDir(), Bucket: b}
	for _, name := range []string{"file", "file.part"} {
		if err := os.WriteFile(dir.Name(name), nil, 0o666); err != nil {
			t.Fatal(err)
		}
		dir.Remove(name)
		if _, err := os.Stat(dir.Name(name)); err == nil {
			t.Errorf("%s is still there", name)
		}
	}
	if !slices.Equal(b.names, []string{"file"}) {
		t.Errorf("removed from the bucket: %q", b.names)
	}
}
