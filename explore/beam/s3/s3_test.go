package s3

import (
	"bytes"
	"crypto/md5"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/credentials"
)

// server is one of objects by their paths, for one client at a time.
type server struct {
	objects map[string][]byte
	drop    bool // the answer to the next that puts an object, when that is done
	cut     int  // answers with an object of which only the first half comes
}

func tag(text []byte) string { return fmt.Sprintf(`"%x"`, md5.Sum(text)) }

func (s *server) RoundTrip(r *http.Request) (*http.Response, error) {
	there, is := s.objects[r.URL.Path]
	code, match := http.StatusOK, r.Header.Get("If-Match")
	switch {
	case r.Method == http.MethodPut && (match != "" && match != tag(there) || is && r.Header.Get("If-None-Match") == "*"):
		code, there = http.StatusPreconditionFailed, nil
	case r.Method == http.MethodPut:
		text, err := io.ReadAll(r.Body)
		if s.objects[r.URL.Path] = text; err != nil || s.drop {
			s.drop = false
			return nil, io.ErrUnexpectedEOF
		}
		there = text
	case r.Method == http.MethodDelete:
		delete(s.objects, r.URL.Path)
		code = http.StatusNoContent
	case !is:
		code = http.StatusNotFound
	}
	header := http.Header{"Etag": {tag(there)}, "Last-Modified": {"Mon, 02 Jan 2006 15:04:05 GMT"}, "Content-Length": {fmt.Sprint(len(there))}}
	var body io.Reader = bytes.NewReader(there)
	if r.Method == http.MethodGet && code == http.StatusOK && s.cut > 0 {
		s.cut--
		body = io.MultiReader(bytes.NewReader(there[:len(there)/2]), iotest.ErrReader(io.ErrUnexpectedEOF))
	}
	return &http.Response{StatusCode: code, Header: header, ContentLength: int64(len(there)), Body: io.NopCloser(body), Request: r}, nil
}

func (s *server) bucket(t *testing.T, id string) *Bucket {
	client, err := minio.New("localhost", &minio.Options{Creds: credentials.NewStatic("", "", "", credentials.SignatureAnonymous), Region: "here", Transport: s})
	if err != nil {
		t.Fatal(err)
	}
	return &Bucket{client: client, name: "bucket", dir: t.TempDir(), id: id, versions: map[string]string{}}
}

// TestLostAnswer: what a process has put, and has not been told of, is its own; nobody else's is.
func TestLostAnswer(t *testing.T) {
	s := &server{objects: map[string][]byte{}}
	one, other := s.bucket(t, "one"), s.bucket(t, "other")
	put := func(b *Bucket, text string) error {
		file := filepath.Join(b.dir, "manifest")
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return b.Put(file, "manifest", true)
	}
	for _, text := range []string{"first", "second"} {
		s.drop = true
		if err := put(one, text); err != nil || s.drop {
			t.Errorf("%s: %v", text, err)
		}
	}
	if err := put(one, "third"); err != nil {
		t.Error(err)
	}
	if err := put(other, "fourth"); err == nil || !strings.Contains(err.Error(), errAnother.Error()) {
		t.Error(err)
	}
	for range 2 {
		s.drop = true
		if err := one.beat(); err != nil || s.drop {
			t.Error(err)
		}
	}
	if err := other.beat(); err == nil || !strings.Contains(err.Error(), errAnother.Error()) {
		t.Error(err)
	}
}

// TestCutOff: a file that breaks off is fetched again, a few times.
func TestCutOff(t *testing.T) {
	s := &server{objects: map[string][]byte{}}
	b := s.bucket(t, "one")
	file := filepath.Join(b.dir, "states")
	if err := os.WriteFile(file, []byte("many states"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := b.Put(file, "states", false); err != nil {
		t.Fatal(err)
	}
	for _, s.cut = range []int{0, 1, tries - 1} {
		os.Remove(file)
		if err := b.Get(file); err != nil {
			t.Error(err)
		}
		if got, err := os.ReadFile(file); err != nil || string(got) != "many states" {
			t.Errorf("%q, %v", got, err)
		}
		s.cut = tries - 1
		if got, _, err := b.text("states"); err != nil || string(got) != "many states" {
			t.Errorf("%q, %v", got, err)
		}
	}
	os.Remove(file)
	s.cut = tries
	if err := b.Get(file); !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Error(err)
	}
	if _, err := os.Stat(file); err == nil {
		t.Error("half a file is there")
	}
}

// TestForeignLock: a process that ends removes no lock but its own.
func TestForeignLock(t *testing.T) {
	s := &server{objects: map[string][]byte{}}
	for _, taken := range []bool{false, true} {
		unlock, err := s.bucket(t, "one").Lock()
		if err != nil {
			t.Fatal(err)
		}
		if taken {
			s.objects["/bucket/lock"] = []byte("other 1")
		}
		unlock()
		if text, is := s.objects["/bucket/lock"]; is != taken {
			t.Errorf("taken over: %t; the lock is %q", taken, text)
		}
	}
}
