//go:build unix && !aix

package disk

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// Lock reserves a directory until unlock is called or the process ends, however it ends. It returns ErrLocked if
// somebody else has reserved it.
func Lock(dir string) (unlock func(), err error) {
	f, err := os.Open(dir)
	if err != nil {
		return nil, err
	}
	switch err := unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB); {
	case errors.Is(err, unix.EWOULDBLOCK):
		f.Close()
		return nil, ErrLocked
	case err != nil: // a file system without locks
		f.Close()
		return func() {}, nil
	}
	return func() { f.Close() }, nil
}
