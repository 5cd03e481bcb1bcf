package run

import (
	"os"
	"path/filepath"
	"testing"
)

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
