//go:build unix && !aix

package disk_test

import (
	"testing"

	"golang.org/x/sys/unix"
)

// pipe makes a named pipe into which nobody writes.
func pipe(t *testing.T, path string) {
	t.Helper()
	if err := unix.Mkfifo(path, 0o666); err != nil {
		t.Fatal(err)
	}
}
