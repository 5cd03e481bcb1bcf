package explore_test

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"hash/crc32"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/gmecheck/gmecheck/algorithms/srtgme"
	"github.com/gmecheck/gmecheck/explore"
	"github.com/gmecheck/gmecheck/explore/internal/store"
	"github.com/gmecheck/gmecheck/invariants"
)

// FuzzStore goes on with searches on files in which bytes are changed, and whose checksums are right nevertheless: it ends, with a
// report or an error, and does not panic.
func FuzzStore(f *testing.F) {
	a, c := &srtgme.Algorithm, models()[&srtgme.Algorithm]
	base := f.TempDir()
	o := explore.Options{Workers: 1, MaxStates: 60, Judge: invariants.Panel(a.Properties(c)), Store: onFiles(base, 2, memoryFirst(40))}
	if _, err := explore.Check(f.Context(), a.New(c), o); err != nil {
		f.Fatal(err)
	}
	entries, err := os.ReadDir(base)
	if err != nil {
		f.Fatal(err)
	}
	files := map[string][]byte{}
	var names []string
	for _, e := range entries {
		data, err := os.ReadFile(filepath.Join(base, e.Name()))
		if err != nil {
			f.Fatal(err)
		}
		if len(data) > 0 {
			files[e.Name()] = data
			names = append(names, e.Name())
		}
	}
	for k, name := range names {
		tail := len(files[name]) - 20
		f.Add(byte(k), []byte{byte(tail >> 8), byte(tail), '9', 0, 1, 0xff})
	}
	f.Fuzz(func(t *testing.T, which byte, edits []byte) {
		dir := t.TempDir()
		for k, name := range names {
			data := files[name]
			if k == int(which)%len(names) {
				data = slices.Clone(data)
				for ; len(edits) >= 3; edits = edits[3:] {
					data[int(binary.BigEndian.Uint16(edits))%len(data)] = edits[2]
				}
				data = resealed(name, data)
			}
			if err := os.WriteFile(filepath.Join(dir, name), data, 0o666); err != nil {
				t.Fatal(err)
			}
		}
		o := explore.Options{Workers: 2, MaxStates: 5000, Judge: invariants.Panel(a.Properties(c)), Store: onFiles(dir, 0, memoryFirst(5000))}
		_, _ = explore.Check(t.Context(), a.New(c), o)
	})
}

// resealed is a file of a store with the checksums that its bytes have.
func resealed(name string, data []byte) []byte {
	if name == store.ManifestName {
		if at := slices.Index(data, '\n'); at >= 0 {
			body := data[at+1:]
			if len(body) > 0 && body[len(body)-1] == '\n' {
				body = body[:len(body)-1]
			}
			return fmt.Appendf(nil, "%s %x\n%s\n", store.ManifestTitle, sha256.Sum256(body), body)
		}
		return data
	}
	const tail = 16 // length and checksum of the contents, and the magic
	if len(data) < tail {
		return data
	}
	sum := func(b []byte) uint32 { return crc32.Checksum(b, crc32.MakeTable(crc32.Castagnoli)) }
	end := len(data) - tail
	length := int(binary.LittleEndian.Uint32(data[end:]))
	if length > end {
		return data
	}
	contents, before := data[end-length:end], data[:end-length]
	var all store.Contents
	if json.Unmarshal(contents, &all) == nil {
		for k := range all.Blocks {
			if b := &all.Blocks[k]; b.Offset >= 0 && b.Bytes >= 0 && b.Offset <= int64(len(before)) && int64(b.Bytes) <= int64(len(before))-b.Offset {
				b.Sum = sum(before[b.Offset : b.Offset+int64(b.Bytes)])
			}
		}
		contents, _ = json.Marshal(all)
	}
	out := slices.Concat(before, contents)
	out = binary.LittleEndian.AppendUint32(out, uint32(len(contents)))
	out = binary.LittleEndian.AppendUint32(out, sum(contents))
	return append(out, data[len(data)-8:]...)
}
