package disk_test

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/gmecheck/gmecheck/explore/disk"
)

// TestReadFile: only regular files of a bounded size are read, and no pipe is waited for.
func TestReadFile(t *testing.T) {
	dir := t.TempDir()
	shared := filepath.Join(dir, "shared")
	if err := errors.Join(
		os.WriteFile(filepath.Join(dir, "five"), []byte("12345"), 0o666),
		os.Symlink("five", filepath.Join(dir, "link")),
		os.Mkdir(shared, 0o777), os.Chmod(shared, 0o777),
		os.Symlink(filepath.Join(dir, "five"), filepath.Join(shared, "link")),
	); err != nil {
		t.Skip(err) // a system without links
	}
	pipe(t, filepath.Join(dir, "pipe"))
	for name, want := range map[string]string{
		"five": "", "link": "", "none": "no such file", "shared": "it is not a regular file", "pipe": "it is not a regular file",
		"/dev/zero": "it is not a regular file", "shared/link": "it is a link in a directory where others may write",
	} {
		path := filepath.Join(dir, name)
		if filepath.IsAbs(name) {
			path = name
		}
		data, err := disk.ReadFile(path, 5)
		if want == "" && (err != nil || string(data) != "12345") || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s: %q, %v; want %q", name, data, err, want)
		}
	}
	if _, err := disk.ReadFile(filepath.Join(dir, "five"), 4); err == nil || !strings.Contains(err.Error(), "it has 5 bytes; allowed are up to 4") {
		t.Errorf("of 4 bytes: %v", err)
	}
	if _, err := disk.ReadFile("/proc/self/maps", 10); err == nil || !errors.Is(err, fs.ErrNotExist) && !strings.Contains(err.Error(), "more than 10 bytes") {
		t.Errorf("a file without a size: %v", err)
	}
}

// TestWriteFile: a file is replaced whole or not at all, with its mode; a link is replaced, not followed.
func TestWriteFile(t *testing.T) {
	dir := t.TempDir()
	file, link, victim := filepath.Join(dir, "file"), filepath.Join(dir, "link"), filepath.Join(dir, "victim")
	if err := errors.Join(os.WriteFile(file, []byte("old"), 0o600), os.WriteFile(victim, []byte("old"), 0o600), os.Symlink(victim, link)); err != nil {
		t.Skip(err)
	}
	text := func(w io.Writer) error { _, err := io.WriteString(w, "new"); return err }
	failed := errors.New("failed")
	fails := func(w io.Writer) error { return errors.Join(text(w), failed) }
	is := func(path, want string) {
		t.Helper()
		if data, err := os.ReadFile(path); err != nil || string(data) != want {
			t.Errorf("%s is %q, %v; want %q", filepath.Base(path), data, err, want)
		}
	}
	if err := disk.WriteFile(file, fails); !errors.Is(err, failed) {
		t.Errorf("an error of the writer: %v", err)
	}
	is(file, "old")
	if err := errors.Join(disk.WriteFile(file, text), disk.WriteFile(link, text)); err != nil {
		t.Fatal(err)
	}
	is(file, "new")
	is(link, "new")
	is(victim, "old")
	if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the mode is %v, %v", info.Mode(), err)
	}
	if err := disk.WriteFile(dir, text); err == nil || !strings.Contains(err.Error(), "it is not a regular file") {
		t.Errorf("in the place of a directory: %v", err)
	}
	if _, err := os.Stat("/dev/full"); err == nil {
		if err := disk.WriteFile("/dev/full", text); err == nil || !strings.Contains(err.Error(), "no space") {
			t.Errorf("/dev/full: %v", err)
		}
	}
	if left, _ := filepath.Glob(filepath.Join(dir, "*"+disk.Part)); len(left) > 0 {
		t.Errorf("left behind: %q", left)
	}
}

// TestForeign: a link in a directory of another user is not followed, also by the administrator.
func TestForeign(t *testing.T) {
	dir := t.TempDir()
	file, link := filepath.Join(dir, "file"), filepath.Join(dir, "theirs", "link")
	if err := errors.Join(os.WriteFile(file, []byte("text"), 0o666), os.Mkdir(filepath.Dir(link), 0o755), os.Symlink(file, link)); err != nil {
		t.Skip(err)
	}
	if data, err := disk.ReadFile(link, 9); err != nil || string(data) != "text" {
		t.Errorf("a link of one's own: %q, %v", data, err)
	}
	if err := os.Chown(filepath.Dir(link), 12345, -1); err != nil {
		t.Skip(err)
	}
	if _, err := disk.ReadFile(link, 9); err == nil || !strings.Contains(err.Error(), "it is a link in a directory where others may write") {
		t.Errorf("a link of somebody else: %v", err)
	}
}
