//go:build unix && !aix

package disk

import (
	"errors"
	"os"
	"path/filepath"
	"syscall"

	"golang.org/x/sys/unix"
)

// noFollow: a link that somebody has put in the place of a file to be written is an error.
const noFollow = unix.O_NOFOLLOW

// open opens a file for reading, without waiting for somebody who writes into a pipe.
func open(path string) (*os.File, error) {
	flags := os.O_RDONLY | unix.O_NONBLOCK
	if shared(filepath.Dir(path)) {
		flags |= unix.O_NOFOLLOW
	}
	f, err := os.OpenFile(path, flags, 0)
	if errors.Is(err, unix.ELOOP) {
		return nil, refused(path, "it is a link in a directory where others may write, and is not followed")
	}
	return f, err
}

// shared reports that others than the user may have put files into the directory.
func shared(dir string) bool {
	info, err := os.Stat(dir)
	if err != nil {
		return false
	}
	owner, ok := info.Sys().(*syscall.Stat_t)
	return ok && (info.Mode().Perm()&0o002 != 0 || owner.Uid != 0 && int(owner.Uid) != os.Geteuid())
}
