//go:build unix

package cli

import (
	"os/signal"
	"syscall"
)

// ignoreFileSize makes a write beyond the limit of a file's size (ulimit -f) an error like that of a full disk.
func ignoreFileSize() { signal.Ignore(syscall.SIGXFSZ) }
