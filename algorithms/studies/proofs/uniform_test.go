package proofs_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"maps"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/gmecheck/gmecheck/algorithms"
	"github.com/gmecheck/gmecheck/algorithms/naimitrehel"
	"github.com/gmecheck/gmecheck/algorithms/raymond"
	"github.com/gmecheck/gmecheck/algorithms/studies/proofs"
	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/system"
)

// TestUniform: the algorithms that are said to be uniform are those of which go vet with the analyzer says nothing; and none looks at numbers
// otherwise than by their methods, or drops a changed value.
func TestUniform(t *testing.T) {
	tool := filepath.Join(t.TempDir(), "gmecheck-vet")
	if out, err := exec.Command("go", "build", "-o", tool, "../../../cmd/gmecheck/vet").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	args := []string{"vet", "-vettool", tool, "-json"}
	folder := func(name string) string { return strings.ReplaceAll(strings.TrimSuffix(name, "-extended"), "-", "") }
	for _, a := range algorithms.All() {
		args = append(args, "../../"+folder(a.Name))
	}
	out, err := exec.Command("go", args...).CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	said := map[string]int{} // by folder
	var text []byte
	for line := range bytes.Lines(out) {
		if !bytes.HasPrefix(line, []byte("#")) {
			text = append(text, line...)
		}
	}
	for d := json.NewDecoder(bytes.NewReader(text)); ; {
		var found map[string]map[string][]struct{ Posn, Message string }
		if err := d.Decode(&found); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		for path, by := range found {
			path, _, _ = strings.Cut(path, " ") // with its tests it is another package
			said[path[strings.LastIndex(path, "/")+1:]] += len(by["uniform"])
			for _, x := range append(by["numbers"], by["dropped"]...) {
				t.Errorf("%s: %s: %s", path, x.Posn, x.Message)
			}
		}
	}
	for _, a := range algorithms.All() {
		if n, want := said[folder(a.Name)], proofs.Uniform(a); (n == 0) != want {
			t.Errorf("%s: %d findings of the static check, and it is said to be uniform: %v", a.Name, n, want)
		}
	}
	t.Log(said)
}

// TestDigest: another text has another digest.
func TestDigest(t *testing.T) {
	file := func(name, text string) fstest.MapFS { return fstest.MapFS{name: {Data: []byte(text)}} }
	with := func(more fstest.MapFS) fstest.MapFS {
		all := file("a.go", "package a")
		maps.Copy(all, more)
		return all
	}
	same := proofs.Digest(file("a.go", "package a"))
	for name, other := range map[string]fstest.MapFS{
		"its text": file("a.go", "package b"), "its name": file("b.go", "package a"), "another file": with(file("b.go", "")),
	} {
		if proofs.Digest(other) == same {
			t.Errorf("%s differs, and the digest does not", name)
		}
	}
	if proofs.Digest(with(file("a_test.go", "package a"))) != same {
		t.Error("a test has another digest")
	}
	t.Log(proofs.Digest(raymond.Source), proofs.Digest(naimitrehel.Source))
}

// TestUniformModel: what somebody puts in the place of an algorithm's model is not the one that the static check has read.
func TestUniformModel(t *testing.T) {
	own := raymond.Algorithm.New
	defer func() { raymond.Algorithm.New = own }()
	if !proofs.Uniform(&raymond.Algorithm) {
		t.Error("raymond is not uniform")
	}
	raymond.Algorithm.New = func(c model.Config) *system.System { return own(c) }
	if proofs.Uniform(&raymond.Algorithm) {
		t.Error("another model in its place is taken for raymond's")
	}
}
