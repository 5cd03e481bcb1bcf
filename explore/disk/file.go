// Package disk keeps what a search writes to files: rows of numbers in blocks with checksums, each file under its name
// only when it is whole and durable.
package disk

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash"
	"io"
	"os"
	"path/filepath"
)

// Part ends the name of a file that is being written.
const Part = ".part"

// Dir is a directory of such files.
type Dir struct {
	Path string
	// Passing files need not outlive the program: they are not made durable.
	Passing bool
	// Wrap, if set, stands between the files and the disk: for tests of disks that fail.
	Wrap func(io.Writer) io.Writer
}

// Make creates the directory, if there is none, and removes what an interrupted writer left behind.
func (d Dir) Make() error {
	if err := os.MkdirAll(d.Path, 0o777); err != nil {
		return err
	}
	left, err := filepath.Glob(filepath.Join(d.Path, "*"+Part))
	for _, name := range left {
		os.Remove(name)
	}
	return err
}

// Name is the path of a file.
func (d Dir) Name(name string) string { return filepath.Join(d.Path, name) }

// Remove deletes a file.
func (d Dir) Remove(name string) { os.Remove(d.Name(name)) }

// File is a file that is being written.
type File struct {
	dir  Dir
	name string
	f    *os.File
	w    *bufio.Writer
	sum  hash.Hash
	size int64
}

// Entry says what a file must be.
type Entry struct {
	Name   string `json:"name"`
	Bytes  int64  `json:"bytes"`
	SHA256 string `json:"sha256"`
}

// Create begins a file.
func (d Dir) Create(name string) (*File, error) {
	f, err := os.Create(d.Name(name + Part))
	if err != nil {
		return nil, err
	}
	var to io.Writer = f
	if d.Wrap != nil {
		to = d.Wrap(f)
	}
	return &File{dir: d, name: name, f: f, w: bufio.NewWriterSize(to, 1<<16), sum: sha256.New()}, nil
}

// Write appends bytes.
func (f *File) Write(p []byte) (int, error) {
	f.sum.Write(p)
	f.size += int64(len(p))
	return f.w.Write(p)
}

// Commit makes the file durable and gives it its name. After an error there is no such file, or still the old one.
func (f *File) Commit() (Entry, error) {
	err := f.w.Flush()
	if err == nil && !f.dir.Passing {
		err = f.f.Sync()
	}
	if closed := f.f.Close(); err == nil {
		err = closed
	}
	if err == nil {
		err = os.Rename(f.dir.Name(f.name+Part), f.dir.Name(f.name))
	}
	if err != nil {
		f.dir.Remove(f.name + Part)
		return Entry{}, err
	}
	return Entry{f.name, f.size, hex.EncodeToString(f.sum.Sum(nil))}, f.dir.sync()
}

// Abort gives the file up.
func (f *File) Abort() {
	f.f.Close()
	f.dir.Remove(f.name + Part)
}

// sync makes names durable.
func (d Dir) sync() error {
	if d.Passing {
		return nil
	}
	f, err := os.Open(d.Path)
	if err != nil {
		return err
	}
	defer f.Close()
	return f.Sync()
}

// Damaged is the error of a file that is not what it was.
type Damaged struct {
	Path string
	Why  string
}

func (d *Damaged) Error() string { return fmt.Sprintf("%s is damaged: %s", d.Path, d.Why) }

// Verify reads a whole file and reports whether it is what the entry says; read gets its bytes first.
func (d Dir) Verify(e Entry, read func(io.Reader) error) error {
	path := d.Name(e.Name)
	if e.Name != filepath.Base(e.Name) {
		return &Damaged{path, "its name is not one of this directory's"}
	}
	f, err := open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return err
	}
	if info.Size() != e.Bytes {
		return &Damaged{path, fmt.Sprintf("it has %d bytes, not %d", info.Size(), e.Bytes)}
	}
	sum := sha256.New()
	all := io.TeeReader(bufio.NewReaderSize(f, 1<<16), sum)
	if err := read(all); err != nil {
		return err
	}
	if _, err := io.Copy(io.Discard, all); err != nil {
		return err
	}
	if hex.EncodeToString(sum.Sum(nil)) != e.SHA256 {
		return &Damaged{path, "its checksum differs"}
	}
	return nil
}
