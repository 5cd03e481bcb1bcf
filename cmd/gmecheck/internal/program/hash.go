package program

import (
	"bytes"
	"crypto/sha256"
	"debug/elf"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
)

// ExecutableHash tells builds of the running program apart: what one has stored is worth something only to the handlers that
// wrote it. The file is read once, as a whole only if the linker has not written an identifier of the build into it.
var ExecutableHash = sync.OnceValues(func() (string, error) {
	name, err := os.Executable()
	if err != nil {
		return "", err
	}
	f, err := os.Open(name)
	if err != nil {
		return "", err
	}
	defer f.Close()
	return hashOf(f)
})

func hashOf(f *os.File) (string, error) {
	h := sha256.New()
	if id := buildID(f); id != "" {
		fmt.Fprint(h, id)
	} else if _, err := io.Copy(h, f); err != nil {
		return "", err
	}
	return hex.EncodeToString(h.Sum(nil)[:16]), nil
}

// buildID is what the go command names an ELF file by, hashes of all that it is made from and of the file itself, or "".
func buildID(f io.ReaderAt) string {
	file, err := elf.NewFile(f)
	if err != nil {
		return ""
	}
	note := file.Section(".note.go.buildid")
	if note == nil {
		return ""
	}
	data, err := note.Data()
	if err != nil || len(data) < 16 {
		return ""
	}
	id := string(bytes.TrimRight(data[16:], "\x00")) // after the lengths of name and text, a type and the name "Go"
	parts := strings.Split(id, "/")
	for _, part := range parts {
		if len(parts) != 4 || len(part) != 20 { // it was given to the linker by hand, and may name many builds
			return ""
		}
	}
	return id
}
