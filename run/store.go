package run

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/gmecheck/gmecheck/explore/disk"
)

// store keeps the last of many records of a file on disk. A record is its length, its checksum, and its bytes: the last that is
// whole is the one that counts, so that a process that dies while it writes leaves the one before. A whole record behind one that is
// not is no work of such a process: the file is damaged, and refused.
type store struct {
	files  *files
	dir    disk.Dir
	file   file
	size   int64
	unlock func()
}

const (
	storeName  = "state"
	storeHead  = 8
	storeLarge = 1 << 20 // a file that is larger is begun anew
)

// openStore opens the file of a directory, which it makes and reserves, and returns its last record; nil if there is none.
func openStore(f *files, path string) (_ *store, last []byte, err error) {
	s := &store{files: f, dir: f.dir(path), unlock: func() {}}
	defer func() {
		if err != nil {
			s.close()
		}
	}()
	if err := s.dir.Make(storeName); err != nil {
		return nil, nil, err
	}
	if err := f.dir(filepath.Dir(path)).Sync(); err != nil {
		return nil, nil, err
	}
	if s.unlock, err = disk.Lock(path); err != nil {
		s.unlock = func() {}
		if errors.Is(err, disk.ErrLocked) {
			err = fmt.Errorf("the directory %s is that of another node, which is running: each has a directory of its own", path)
		}
		return nil, nil, err
	}
	if s.file, err = f.open(s.dir.Name(storeName), os.O_RDWR|os.O_CREATE, 0o600); err != nil {
		return nil, nil, err
	}
	all, err := io.ReadAll(s.file)
	if err != nil {
		return nil, nil, err
	}
	last, s.size = lastRecord(all)
	if k := wholeRecord(all[s.size:]); k >= 0 {
		return nil, nil, &disk.Damaged{Path: s.dir.Name(storeName), Why: fmt.Sprintf(
			"there is no whole record at byte %d, and one at byte %d: a process that dies leaves that only at the end", s.size, s.size+int64(k))}
	}
	if err := s.file.Truncate(s.size); err != nil {
		return nil, nil, err
	}
	return s, last, s.dir.Sync()
}

// lastRecord is the last whole record of those that follow each other from the beginning, and where it ends.
func lastRecord(all []byte) (last []byte, end int64) {
	for {
		record := firstRecord(all[end:])
		if record == nil {
			return last, end
		}
		last, end = record, end+storeHead+int64(len(record))
	}
}

// firstRecord is the record at the beginning; nil if there is no whole one.
func firstRecord(b []byte) []byte {
	if len(b) < storeHead {
		return nil
	}
	n := int64(binary.LittleEndian.Uint32(b))
	if n == 0 || n > int64(len(b)-storeHead) { // zeros: the file has grown, and the power failed before the record was in it
		return nil
	}
	record := b[storeHead : storeHead+n]
	if disk.Checksum(record) != binary.LittleEndian.Uint32(b[4:]) {
		return nil
	}
	return record
}

// wholeRecord is where a whole record begins, wherever that is; -1 if there is none. In a part of a record there is none: a length has
// zeros, which JSON has not.
func wholeRecord(b []byte) int {
	for k := range b {
		if firstRecord(b[k:]) != nil {
			return k
		}
	}
	return -1
}

// put writes a record, and returns when it is on disk.
func (s *store) put(record []byte) error {
	b := make([]byte, storeHead, storeHead+len(record))
	binary.LittleEndian.PutUint32(b, uint32(len(record)))
	binary.LittleEndian.PutUint32(b[4:], disk.Checksum(record))
	b = append(b, record...)
	if s.size > storeLarge {
		return s.anew(b)
	}
	if _, err := s.file.WriteAt(b, s.size); err != nil {
		return err
	}
	s.size += int64(len(b))
	return s.file.Sync()
}

// anew puts a file with one record in the place of the file.
func (s *store) anew(b []byte) error {
	f, err := s.dir.Create(storeName)
	if err != nil {
		return err
	}
	if _, err := f.Write(b); err != nil {
		f.Abort()
		return err
	}
	if _, err := f.Commit(); err != nil {
		return err
	}
	s.file.Close()
	s.size = int64(len(b))
	s.file, err = s.files.open(s.dir.Name(storeName), os.O_RDWR, 0)
	return err
}

func (s *store) close() {
	if s.file != nil {
		s.file.Close()
	}
	s.unlock()
}
