package run

import (
	"io"
	"os"

	"github.com/gmecheck/gmecheck/explore/disk"
)

// file is a file of the system, or in tests one of a disk that loses what was not made durable.
type file interface {
	io.Reader
	io.WriterAt
	Stat() (os.FileInfo, error)
	Truncate(size int64) error
	Sync() error
	Close() error
}

// files opens files, and the directories that hold them.
type files struct {
	open func(name string, flags int, mode os.FileMode) (file, error)
	dir  func(path string) disk.Dir
}

// systemFiles are the files of the system.
var systemFiles = &files{
	func(name string, flags int, mode os.FileMode) (file, error) { return os.OpenFile(name, flags, mode) },
	func(path string) disk.Dir { return disk.Dir{Path: path} },
}
