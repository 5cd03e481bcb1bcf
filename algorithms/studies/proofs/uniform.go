package proofs

import (
	"crypto/sha256"
	"fmt"
	"io/fs"
	"reflect"
	"strings"

	"github.com/gmecheck/gmecheck/algorithms/naimitrehel"
	"github.com/gmecheck/gmecheck/algorithms/paper"
	"github.com/gmecheck/gmecheck/algorithms/raymond"
)

// uniform are the algorithms of which the static check (package uniform) says nothing, with the digests of the sources that it has read: their
// handlers depend on no number of processes, on no order of sites and on no topology. A test runs the check on all algorithms, and compares.
var uniform = []struct {
	name   string
	model  uintptr // that of the package, whatever its variable is changed to later
	source fs.FS
	digest string
}{
	{raymond.Algorithm.Name, reflect.ValueOf(raymond.Algorithm.New).Pointer(), raymond.Source, "c3383e98a74eb9778c5626082f607c24ad5dc00ba6d9f925299e103474127f6d"},
	{naimitrehel.Algorithm.Name, reflect.ValueOf(naimitrehel.Algorithm.New).Pointer(), naimitrehel.Source, "dd64293d81049668908a4d75d3ba0d866e9310bfdfcdc123ce03ddf9d6aa6b14"},
}

// Uniform reports that the static check has read these very handlers, and said nothing of them.
func Uniform(a *paper.Algorithm) bool {
	for _, u := range uniform {
		if u.name == a.Name {
			return reflect.ValueOf(a.New).Pointer() == u.model && Digest(u.source) == u.digest
		}
	}
	return false
}

// Digest is that of a package's source, but for its tests: a handler can stand in any file.
func Digest(source fs.FS) string {
	files, err := fs.Glob(source, "*.go")
	if err != nil {
		panic(err) // no such pattern
	}
	hash := sha256.New()
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		text, err := fs.ReadFile(source, file)
		if err != nil {
			return "" // of no source
		}
		fmt.Fprintf(hash, "%s %d\n%s", file, len(text), text)
	}
	return fmt.Sprintf("%x", hash.Sum(nil))
}
