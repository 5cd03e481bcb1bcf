//go:build unix

package cli

import (
	"os"
	"syscall"
)

// ignored makes a write beyond the limit of a file's size (ulimit -f) an error like that of a full disk.
var ignored = []os.Signal{syscall.SIGXFSZ}
