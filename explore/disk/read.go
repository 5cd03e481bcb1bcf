package disk

import (
	"fmt"
	"io"
	"io/fs"
	"os"
)

// Open opens a regular file of at most so many bytes for reading: no device, no pipe and nothing that grows without end. In a
// directory where others may write it does not follow a link.
func Open(path string, most int64) (*os.File, error) {
	f, err := open(path)
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	switch {
	case err != nil:
	case !info.Mode().IsRegular():
		err = refused(path, "it is not a regular file")
	case info.Size() > most:
		err = refused(path, "it has %d bytes; allowed are up to %d", info.Size(), most)
	default:
		return f, nil
	}
	f.Close()
	return nil, err
}

// ReadFile reads a file that [Open] opens.
func ReadFile(path string, most int64) ([]byte, error) {
	f, err := Open(path, most)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, most+1))
	if err == nil && int64(len(data)) > most { // it grows, or has no size, as those of /proc
		return nil, refused(path, "it has more than %d bytes, which is all that is allowed", most)
	}
	return data, err
}

// refused is the error of a file that is not read or not replaced.
func refused(path, format string, args ...any) error {
	return &fs.PathError{Op: "open", Path: path, Err: fmt.Errorf(format, args...)}
}
