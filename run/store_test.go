package run

import (
	"bytes"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestStore: however a file is cut off, the last record that was whole is the one that counts.
func TestStore(t *testing.T) {
	dir := t.TempDir()
	s, last, err := openStore(systemFiles, dir)
	if err != nil || last != nil {
		t.Fatal(last, err)
	}
	var ends []int64
	for _, record := range []string{"one", "the second", "3"} {
		if err := s.put([]byte(record)); err != nil {
			t.Fatal(err)
		}
		ends = append(ends, s.size)
	}
	if _, _, err := openStore(systemFiles, dir); err == nil {
		t.Error("two work with one directory")
	}
	s.close()
	whole, err := os.ReadFile(filepath.Join(dir, storeName))
	if err != nil {
		t.Fatal(err)
	}
	for cut := range len(whole) + 1 {
		want := []string{"", "one", "the second", "3"}[countUpTo(ends, int64(cut))]
		for _, damage := range []bool{false, true} {
			text := bytes.Clone(whole[:cut])
			if damage && cut < len(whole) {
				text = append(text, bytes.Repeat([]byte{0xff}, 40)...)
			}
			if err := os.WriteFile(filepath.Join(dir, storeName), text, 0o600); err != nil {
				t.Fatal(err)
			}
			s, last, err := openStore(systemFiles, dir)
			if err != nil {
				t.Fatal(err)
			}
			if string(last) != want {
				t.Errorf("cut after %d bytes: %q, not %q", cut, last, want)
			}
			if err := s.put([]byte("next")); err != nil {
				t.Fatal(err)
			}
			s.close()
			if s, last, err = openStore(systemFiles, dir); err != nil || string(last) != "next" {
				t.Errorf("cut after %d bytes, and written on: %q, %v", cut, last, err)
			}
			s.close()
		}
	}
}

func countUpTo(ends []int64, at int64) (n int) {
	for _, end := range ends {
		if end <= at {
			n++
		}
	}
	return n
}

// TestStoreAnew: a file that has grown large is begun anew, and no record is lost.
func TestStoreAnew(t *testing.T) {
	dir := t.TempDir()
	large := bytes.Repeat([]byte("x"), storeLarge/4)
	s, _, err := openStore(systemFiles, dir)
	if err != nil {
		t.Fatal(err)
	}
	for k := range 12 {
		record := fmt.Appendf(bytes.Clone(large), "%d", k)
		if err := s.put(record); err != nil {
			t.Fatal(err)
		}
		if s.size > 2*storeLarge {
			t.Fatalf("%d bytes", s.size)
		}
		s.close()
		var last []byte
		if s, last, err = openStore(systemFiles, dir); err != nil || !bytes.Equal(last, record) {
			t.Fatalf("record %d is not there: %v", k, err)
		}
	}
	s.close()
}

// TestStoreDamaged: a file with a bit that has changed before its last record is refused, whichever it is: what was told to others
// would be forgotten. It stays as it is.
func TestStoreDamaged(t *testing.T) {
	dir := t.TempDir()
	s, _, err := openStore(systemFiles, dir)
	if err != nil {
		t.Fatal(err)
	}
	var ends []int64
	for _, record := range []string{"one", "two", "last"} {
		if err := s.put([]byte(record)); err != nil {
			t.Fatal(err)
		}
		ends = append(ends, s.size)
	}
	s.close()
	path := filepath.Join(dir, storeName)
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for bit := range 8 * len(whole) {
		at := int64(bit / 8)
		text := bytes.Clone(whole)
		text[at] ^= 1 << (bit % 8)
		if err := os.WriteFile(path, text, 0o600); err != nil {
			t.Fatal(err)
		}
		s, last, err := openStore(systemFiles, dir)
		if at >= ends[1] { // as if it had not been written to its end
			if err != nil || string(last) != "two" {
				t.Errorf("bit %d: %q, %v", bit, last, err)
			}
			s.close()
			continue
		}
		begins := append([]int64{0}, ends...)[countUpTo(ends, at)]
		if err == nil || !strings.Contains(err.Error(), fmt.Sprintf("%s is damaged: there is no whole record at byte %d,", path, begins)) {
			t.Errorf("bit %d: %v", bit, err)
		}
		if left, err := os.ReadFile(path); err != nil || !bytes.Equal(left, text) {
			t.Errorf("bit %d: the file has changed; %v", bit, err)
		}
	}
}

// TestOneNode: a directory in which a node runs is refused to another one, by its name.
func TestOneNode(t *testing.T) {
	dir := t.TempDir()
	s, _, err := openStore(systemFiles, dir)
	if err != nil {
		t.Fatal(err)
	}
	defer s.close()
	if _, _, err := openStore(systemFiles, dir); err == nil || !strings.Contains(err.Error(), "the directory "+dir+" is that of another node") {
		t.Error(err)
	}
}

// TestLogCut: what a log has behind the events that the state knows did not happen.
func TestLogCut(t *testing.T) {
	name := filepath.Join(t.TempDir(), "log")
	if err := os.WriteFile(name, []byte("known\nunknown\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	l, err := openLog(systemFiles, name, "lock", int64(len("known\n")), true, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := openLog(systemFiles, name, "lock", 0, true, slog.New(slog.DiscardHandler)); err == nil || !strings.Contains(err.Error(), name+" is that of another node") {
		t.Error(err)
	}
	l.close()
	if text, err := os.ReadFile(name); err != nil || string(text) != "known\n" {
		t.Errorf("%q, %v", text, err)
	}
}

// TestLogKept: a log of which no state on disk knows is not emptied.
func TestLogKept(t *testing.T) {
	name := filepath.Join(t.TempDir(), "log")
	if err := os.WriteFile(name, []byte("of before\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, durable := range []bool{false, true} {
		if _, err := openLog(systemFiles, name, "lock", newLog, durable, slog.New(slog.DiscardHandler)); err == nil || !strings.Contains(err.Error(), name+" is not empty") {
			t.Error(err)
		}
	}
	if text, err := os.ReadFile(name); err != nil || string(text) != "of before\n" {
		t.Errorf("%q, %v", text, err)
	}
}

// TestStoreZeros: where the power has failed while a record was written, zeros may stand in its place: the record before counts.
func TestStoreZeros(t *testing.T) {
	dir := t.TempDir()
	s, _, err := openStore(systemFiles, dir)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.put([]byte("one")); err != nil {
		t.Fatal(err)
	}
	size := s.size
	s.close()
	if err := os.Truncate(filepath.Join(dir, storeName), size+100); err != nil { // the file has grown, and what was written is not there
		t.Fatal(err)
	}
	s, last, err := openStore(systemFiles, dir)
	if err != nil || string(last) != "one" {
		t.Errorf("%q, %v", last, err)
	}
	if s != nil {
		s.close()
	}
}
