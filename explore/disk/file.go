// Package disk keeps what a search writes to files: rows of numbers in blocks with checksums, each file under its name
// only when it is whole and durable.
package disk

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"syscall"
)

// Part ends the name of a file that is being written.
const Part = ".part"

// Dir is a directory of such files.
type Dir struct {
	Path string
	// Passing files need not outlive the program: they are not made durable.
	Passing bool
	// Shared directories are written to by other processes, too, which may write files of the same name at the same time: the last
	// one to be whole counts.
	Shared bool
	// Together makes names durable by the next [Dir.Sync] only: for files of which none counts before something that comes after it.
	Together bool
	// Bucket, if set, has the files; those in the directory are copies, of which one that is there is not fetched again.
	Bucket Bucket
	// Warn, if set, is told that names in this directory cannot be made durable.
	Warn func(error)
	// Fault, if set, is asked what goes wrong with a call of the system, and nil means nothing: for tests of disks that fail.
	// Before a write, or a read, it is told how many bytes.
	Fault func(call Call, bytes int) error
}

// Bucket is where files are that several machines reach without a file system of their own. A file appears whole, or not at all. Paths
// are those of the copies.
type Bucket interface {
	// Get copies a file; the error is [fs.ErrNotExist] if there is none.
	Get(path string) error
	// Put keeps what is at a path as the file of this name. It is durable then. Of a file that is written anew nobody else must have written one since it
	// was got or put last.
	Put(path, name string, anew bool) error
	Remove(name string) error
	Names() ([]string, error)
	// Lock reserves the bucket until unlock is called; it returns [ErrLocked] if somebody else has reserved it.
	Lock() (unlock func(), err error)
}

// Call is one of the system's.
type Call string

// The calls by which files change, and by which a block of rows is read again.
const (
	CreateCall  Call = "create"
	WriteCall   Call = "write"
	SyncCall    Call = "sync"
	RenameCall  Call = "rename"
	SyncDirCall Call = "sync of the directory"
	ReadCall    Call = "read"
)

func (d Dir) fault(call Call, bytes int) error {
	if d.Fault == nil {
		return nil
	}
	return d.Fault(call, bytes)
}

// faulty is a file on a disk that may fail.
type faulty struct {
	w io.Writer
	d Dir
}

func (f faulty) Write(p []byte) (int, error) {
	if err := f.d.fault(WriteCall, len(p)); err != nil {
		return 0, err
	}
	return f.w.Write(p)
}

// Make creates the directory, if there is none, and removes what an interrupted writer left behind of files of these kinds. Who does that must have
// locked the directory, so that nobody is writing.
func (d Dir) Make(kinds ...string) error {
	if err := os.MkdirAll(d.Path, 0o777); err != nil {
		return err
	}
	return d.RemoveAll(func(name string) bool {
		kind, _, part := Kind(name)
		return part && slices.Contains(kinds, kind)
	})
}

// Kind takes a name apart: nodes-000007 is of the kind nodes, and numbered; level-000007.part is part of such a file. The kind is empty where a name
// is none that files are given here.
func Kind(name string) (kind string, numbered, part bool) {
	m := named.FindStringSubmatch(name)
	if m == nil {
		return "", false, false
	}
	return m[1], m[2] != "", m[3] != ""
}

var named = regexp.MustCompile(`^([a-z]+)((?:-[0-9]+)*)((?:\.[0-9a-f]+)?\.part)?$`)

// Names are those of all files in the directory, and in the bucket.
func (d Dir) Names() ([]string, error) {
	all, err := os.ReadDir(d.Path)
	var names []string
	for _, f := range all {
		names = append(names, f.Name())
	}
	if d.Bucket != nil && err == nil {
		var there []string
		there, err = d.Bucket.Names()
		names = append(names, there...)
	}
	return names, err
}

// RemoveAll removes the files whose names are not wanted any more.
func (d Dir) RemoveAll(unwanted func(name string) bool) error {
	names, err := d.Names()
	for _, name := range names {
		if unwanted(name) {
			d.Remove(name)
		}
	}
	return err
}

// Lock reserves the directory, or the bucket, until unlock is called or, of a directory, the process ends, however it ends. It returns
// [ErrLocked] if somebody else has reserved it.
func (d Dir) Lock() (unlock func(), err error) {
	if d.Bucket != nil {
		return d.Bucket.Lock()
	}
	return Lock(d.Path)
}

// Open opens a file that is whole.
func (d Dir) Open(name string, most int64) (*os.File, error) {
	f, err := Open(d.Name(name), most)
	if d.Bucket == nil || !errors.Is(err, fs.ErrNotExist) {
		return f, err
	}
	if err := d.Bucket.Get(d.Name(name)); err != nil {
		return nil, err
	}
	return Open(d.Name(name), most)
}

// Name is the path of a file.
func (d Dir) Name(name string) string { return filepath.Join(d.Path, name) }

// Remove deletes a file.
func (d Dir) Remove(name string) {
	os.Remove(d.Name(name))
	if d.Bucket != nil && filepath.Ext(name) != Part {
		d.Bucket.Remove(name) // what stays is not wanted, as where a file cannot be removed
	}
}

// File is a file that is being written.
type File struct {
	dir  Dir
	name string
	part string // the name until it is whole
	anew bool   // there may be an older one that says something else
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
	if err := d.fault(CreateCall, 0); err != nil {
		return nil, err
	}
	part := name + Part
	if d.Shared {
		part = fmt.Sprintf("%s.%x%s", name, rand.Uint64(), Part)
	}
	f, err := os.OpenFile(d.Name(part), os.O_WRONLY|os.O_CREATE|os.O_TRUNC|noFollow, 0o666)
	if err != nil {
		return nil, err
	}
	return &File{dir: d, name: name, part: part, f: f, w: bufio.NewWriterSize(faulty{f, d}, 1<<16), sum: sha256.New()}, nil
}

// Write appends bytes.
func (f *File) Write(p []byte) (int, error) {
	f.sum.Write(p)
	f.size += int64(len(p))
	return f.w.Write(p)
}

// Unsure is the error of a file that has its name, but whether the name survives a crash of the system is not known. So neither
// it nor what it replaces is to be relied on, or removed.
type Unsure struct{ Err error }

func (u *Unsure) Error() string { return u.Err.Error() }

// Unwrap gives the reason.
func (u *Unsure) Unwrap() error { return u.Err }

// Commit makes the file durable and gives it its name. After an error there is no such file, or still the old one; after one
// that is [Unsure], either.
func (f *File) Commit() (Entry, error) {
	err := f.w.Flush()
	if err == nil && !f.dir.Passing {
		if err = f.dir.fault(SyncCall, 0); err == nil {
			err = f.f.Sync()
		}
	}
	if closed := f.f.Close(); err == nil {
		err = closed
	}
	if err == nil {
		err = f.dir.fault(RenameCall, 0)
	}
	if err == nil && f.dir.Bucket != nil { // before there is a copy of this name, which says that it is in the bucket
		err = f.dir.Bucket.Put(f.dir.Name(f.part), f.name, f.anew)
	}
	if err == nil {
		err = os.Rename(f.dir.Name(f.part), f.dir.Name(f.name))
	}
	if err != nil {
		f.dir.Remove(f.part)
		return Entry{}, err
	}
	e := Entry{f.name, f.size, hex.EncodeToString(f.sum.Sum(nil))}
	if f.dir.Together {
		return e, nil
	}
	if err := f.dir.Sync(); err != nil {
		return e, &Unsure{err}
	}
	return e, nil
}

// Abort gives the file up.
func (f *File) Abort() {
	f.f.Close()
	f.dir.Remove(f.part)
}

// Sync makes names durable. A file system that cannot do that for directories is warned of.
func (d Dir) Sync() error {
	if d.Passing {
		return nil
	}
	err := d.fault(SyncDirCall, 0)
	if err == nil {
		err = syncDir(d.Path)
	}
	if errors.Is(err, syscall.EINVAL) || errors.Is(err, errors.ErrUnsupported) {
		if d.Warn != nil {
			d.Warn(fmt.Errorf("%s: its file system does not make names durable: %w", d.Path, err))
		}
		return nil
	}
	return err
}

func syncDir(path string) error {
	f, err := os.Open(path)
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
