package disk

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"os"
	"slices"
	"testing"
)

// FuzzRows reads files of rows whose checksums are all right, whatever is in them: either they are damaged, or they hold rows,
// which are written and read again.
func FuzzRows(f *testing.F) {
	dir := Dir{Path: f.TempDir(), Passing: true}
	for _, width := range []int{1, 3} {
		w, err := dir.CreateRows("seed", width)
		if err != nil {
			f.Fatal(err)
		}
		for k := range uint32(9) {
			if err := w.Append(slices.Repeat([]uint32{k * k * k << 20, k}, 2)[:width]); err != nil {
				f.Fatal(err)
			}
		}
		if _, _, err := w.Commit(); err != nil {
			f.Fatal(err)
		}
		data, err := os.ReadFile(dir.Name("seed"))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data, byte(width))
	}
	f.Fuzz(func(t *testing.T, data []byte, wide byte) {
		dir, width := Dir{Path: t.TempDir(), Passing: true}, int(wide%8)+1
		data = slices.Clone(data)
		for at := len(magic) + 4; at+blockHead <= len(data); {
			end := at + blockHead + int(binary.LittleEndian.Uint32(data[at+4:]))
			if end > len(data) {
				break
			}
			binary.LittleEndian.PutUint32(data[at+8:], checksum(data[at:end]))
			at = end
		}
		if err := os.WriteFile(dir.Name("rows"), data, 0o666); err != nil {
			t.Fatal(err)
		}
		sum := sha256.Sum256(data)
		var rows []uint32
		keep := func(row []uint32) error {
			rows = append(rows, row...)
			return nil
		}
		index, err := dir.EachRow(Entry{"rows", int64(len(data)), hex.EncodeToString(sum[:])}, width, keep)
		if err != nil {
			return
		}
		if len(rows) != index.Rows*width {
			t.Fatalf("%d numbers in %d rows of %d", len(rows), index.Rows, width)
		}
		first := slices.Clone(rows)
		w, err := dir.CreateRows("again", width)
		for k := 0; err == nil && k < len(first); k += width {
			err = w.Append(first[k : k+width])
		}
		if err != nil {
			t.Fatal(err)
		}
		entry, _, err := w.Commit()
		if err != nil {
			t.Fatal(err)
		}
		rows = rows[:0]
		if _, err := dir.EachRow(entry, width, keep); err != nil || !slices.Equal(rows, first) {
			t.Fatalf("%v is read again as %v, %v", first, rows, err)
		}
	})
}

// FuzzLoad reads manifests with and without the right checksum: without, they are never read.
func FuzzLoad(f *testing.F) {
	type content struct {
		Serial int
		Levels []int
		Files  []Entry
	}
	const title = "a title 1"
	f.Add([]byte(`{"Serial":1,"Levels":[1,2],"Files":[{"name":"a","bytes":3,"sha256":"00"}]}`))
	f.Fuzz(func(t *testing.T, body []byte) {
		dir := Dir{Path: t.TempDir(), Passing: true}
		var x, y content
		if err := os.WriteFile(dir.Name("file"), body, 0o666); err != nil {
			t.Fatal(err)
		}
		if err := dir.Load("file", title, &x); err == nil && !bytes.Contains(body, fmt.Appendf(nil, "%s ", title)) {
			t.Fatal("it is read without a checksum")
		}
		if err := os.WriteFile(dir.Name("file"), fmt.Appendf(nil, "%s %x\n%s\n", title, sha256.Sum256(body), body), 0o666); err != nil {
			t.Fatal(err)
		}
		x = content{}
		if err := dir.Load("file", title, &x); err != nil {
			return
		}
		if err := dir.Save("file", title, x); err != nil {
			t.Fatal(err)
		}
		if err := dir.Load("file", title, &y); err != nil || fmt.Sprint(x) != fmt.Sprint(y) {
			t.Fatalf("%v is read again as %v, %v", x, y, err)
		}
	})
}
