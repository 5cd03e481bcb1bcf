package disk

import (
	"bufio"
	"crypto/rand"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// WriteFile writes a file aside and renames it, so that nobody sees it half written, and an error leaves what was there. A link
// of that name is replaced, not followed. What is in /dev, such as /dev/stdout, is written to.
func WriteFile(path string, write func(io.Writer) error) error {
	f, err := create(path)
	if err != nil {
		return unplaced(path, err)
	}
	b := bufio.NewWriter(f)
	err = write(b)
	if err == nil {
		err = b.Flush()
	}
	if closed := f.Close(); err == nil {
		err = closed
	}
	if f.Name() == path {
		return err
	}
	if err == nil {
		err = unplaced(path, os.Rename(f.Name(), path))
	}
	if err != nil {
		os.Remove(f.Name())
	}
	return err
}

// unplaced is the error of a file by its own name, not by that under which it is written.
func unplaced(path string, err error) error {
	var opened *fs.PathError
	var renamed *os.LinkError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &opened):
		err = opened.Err
	case errors.As(err, &renamed):
		err = renamed.Err
	}
	return fmt.Errorf("%s cannot be written: %w", path, err)
}

// LongestName is how many bytes of a name [Distinct] keeps: file systems have 255 for all of it.
const LongestName = 150

// Distinct is a name for a file where not all that it is made from can stand in it: the beginning of what can, and a number that tells it from others.
func Distinct(name, from string) string {
	return fmt.Sprintf("%s-%08x", strings.ToValidUTF8(name[:min(len(name), LongestName)], ""), crc32.ChecksumIEEE([]byte(from)))
}

// WriteBytes is WriteFile of what is there already.
func WriteBytes(path string, data []byte) error {
	return WriteFile(path, func(w io.Writer) error {
		_, err := w.Write(data)
		return err
	})
}

// create opens a new file beside that of the path, or what it names in /dev.
func create(path string) (*os.File, error) {
	if full, err := filepath.Abs(path); err == nil && strings.HasPrefix(full, "/dev/") {
		return os.OpenFile(path, os.O_WRONLY|os.O_APPEND, 0)
	}
	mode := os.FileMode(0o666)
	switch old, err := os.Lstat(path); {
	case err != nil || old.Mode()&os.ModeSymlink != 0:
	case old.Mode().IsRegular():
		mode = old.Mode().Perm()
	default:
		return nil, refused(path, "it is not a regular file")
	}
	return os.OpenFile(path+"."+rand.Text()[:8]+Part, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
}
