package program

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

// TestExecutableHash checks that builds are told apart: by what the linker wrote into the file, and without that by the file.
func TestExecutableHash(t *testing.T) {
	name, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	self, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	of := func(content []byte) string {
		t.Helper()
		name := filepath.Join(t.TempDir(), "program")
		if err := os.WriteFile(name, content, 0o600); err != nil {
			t.Fatal(err)
		}
		f, err := os.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		h, err := hashOf(f)
		if err != nil {
			t.Fatal(err)
		}
		return h
	}
	if got, err := ExecutableHash(); err != nil || got != of(self) {
		t.Errorf("ExecutableHash() = %q, %v, and %q for a copy", got, err, of(self))
	}
	if of([]byte("one")) == of([]byte("two")) {
		t.Error("two files without an identifier have one hash")
	}
	id := buildID(bytes.NewReader(self))
	if id == "" {
		t.Skip("the linker has written no identifier")
	}
	other := bytes.Replace(self, []byte(id), bytes.Replace([]byte(id), []byte{id[0]}, []byte{id[0] ^ 1}, 1), 1)
	if of(other) == of(self) {
		t.Error("two identifiers have one hash")
	}
	byHand := bytes.ReplaceAll(self, []byte(id), bytes.Replace([]byte(id), []byte("/"), []byte("x"), 1))
	if got := buildID(bytes.NewReader(byHand)); got != "" {
		t.Errorf("%q is taken for an identifier of the go command", got)
	}
}
