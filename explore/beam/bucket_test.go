package beam_test

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/gmecheck/gmecheck/explore/beam/s3"
	"github.com/gmecheck/gmecheck/explore/disk"
)

// bucketURL is a place of its own in a bucket of a server, which .ci/bucket starts.
func bucketURL(t *testing.T) string {
	name := os.Getenv("GMECHECK_BUCKET")
	if name == "" {
		t.Skip("GMECHECK_BUCKET names no bucket; .ci/bucket does")
	}
	return fmt.Sprintf("s3://%s/%x", name, rand.Uint64())
}

const bucketModel = "check suzuki-kasami -n 3 -r 3,2,2 --property mutex,deadlock"

// TestBucket demands the report of a search in memory from one in a bucket, by this process, by Prism's workers, and where it is killed again and
// again.
func TestBucket(t *testing.T) {
	url := bucketURL(t)
	want, _, code := run(t, bucketModel)
	for how, flags := range map[string]string{
		"local":   "--engine local --partitions 3 --tasks-from 1",
		"process": "--engine-from 3000 --environment_type PROCESS --partitions 2",
	} {
		if got, errs, gotCode := run(t, bucketModel+" --store "+url+how+" "+flags); got != want || gotCode != code {
			t.Errorf("%s: exit code %d; got\n%s\nwant\n%s\n%s", how, gotCode, got, want, errs)
		}
	}
	killed := 0
	for patience := 400 * time.Millisecond; ; patience += 400 * time.Millisecond {
		cmd := exec.CommandContext(t.Context(), os.Args[0], strings.Fields(bucketModel+" --store "+url+"killed --engine local --tasks-from 1")...)
		cmd.Env = append(os.Environ(), "GMECHECK_BEAM=1")
		var out bytes.Buffer
		cmd.Stdout = &out
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		timer := time.AfterFunc(patience, func() { cmd.Process.Kill() })
		if cmd.Wait(); timer.Stop() {
			if got := out.String(); got != want {
				t.Errorf("killed %d times; got\n%s\nwant\n%s", killed, got, want)
			}
			break
		}
		killed++
	}
	if t.Logf("killed %d times", killed); killed == 0 {
		t.Error("it was not killed")
	}
}

// TestBucketOfTwo: while one search is in a bucket, no other is.
func TestBucketOfTwo(t *testing.T) {
	url := bucketURL(t)
	one, err := s3.Open(url)
	if err != nil {
		t.Fatal(err)
	}
	s3.Beat = beat
	unlock, err := one.Lock()
	if err != nil {
		t.Fatal(err)
	}
	if out, errs, code := run(t, bucketModel+" --engine local --store "+url); code != 64 || !strings.Contains(errs, "--store "+url+": "+disk.ErrLocked.Error()) {
		t.Errorf("exit code %d\n%s%s", code, out, errs)
	}
	unlock()
	if _, err := os.Stat(one.Dir()); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the copies are still there: %v", err)
	}
	if _, errs, code := run(t, bucketModel+" --engine local --store "+url); code != 0 {
		t.Errorf("exit code %d\n%s", code, errs)
	}
}

// TestTakenOver: a process that has slept while another one took its place does not let a third one in when it ends.
func TestTakenOver(t *testing.T) {
	url := bucketURL(t)
	lock := func() (func(), error) {
		b, err := s3.Open(url)
		if err != nil {
			t.Fatal(err)
		}
		return b.Lock()
	}
	s3.Beat = time.Hour // the first one sleeps
	one, err := lock()
	if err != nil {
		t.Fatal(err)
	}
	time.Sleep(100 * time.Millisecond)
	s3.Beat = beat
	two, err := lock()
	if err != nil {
		t.Fatal(err)
	}
	one()
	if three, err := lock(); !errors.Is(err, disk.ErrLocked) {
		t.Error(err)
		three()
	}
	two()
	if three, err := lock(); err != nil {
		t.Error(err)
	} else {
		three()
	}
}

// TestObjects: files come back as they were put; one that is written anew is refused to who has not read it.
func TestObjects(t *testing.T) {
	url := bucketURL(t)
	open := func() *s3.Bucket {
		b, err := s3.Open(url)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { b.Close() })
		return b
	}
	one, other := open(), open()
	file := func(b *s3.Bucket) string { return filepath.Join(b.Dir(), "manifest") }
	write := func(b *s3.Bucket, text string) {
		if err := os.WriteFile(file(b), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := one.Get(file(one)); !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
	write(one, "first")
	write(other, "second")
	if err := one.Put(file(one), "manifest", true); err != nil {
		t.Fatal(err)
	}
	if err := other.Put(file(other), "manifest", true); err == nil || !strings.Contains(err.Error(), "another process has written it") {
		t.Error(err)
	}
	if err := other.Get(file(other)); err != nil {
		t.Fatal(err)
	}
	if text, err := os.ReadFile(file(other)); string(text) != "first" {
		t.Errorf("%q, %v", text, err)
	}
	write(other, "third")
	if err := other.Put(file(other), "manifest", true); err != nil {
		t.Error(err)
	}
	if err := one.Put(file(one), "manifest", true); err == nil {
		t.Error("a file was overwritten that another process has written since")
	}
	if names, err := one.Names(); err != nil || !slices.Equal(names, []string{"manifest"}) {
		t.Error(names, err)
	}
	if err := one.Remove("manifest"); err != nil {
		t.Error(err)
	}
	if names, err := one.Names(); err != nil || len(names) > 0 {
		t.Error(names, err)
	}
}

// TestNoBucket gives places that are none.
func TestNoBucket(t *testing.T) {
	for url, says := range map[string]string{
		"gs://states":  "allowed is s3://BUCKET/PREFIX",
		"s3:///states": "allowed is s3://BUCKET/PREFIX",
	} {
		if _, errs, code := run(t, bucketModel+" --store "+url); code != 64 || !strings.Contains(errs, says) {
			t.Errorf("%s: exit code %d, %s", url, code, errs)
		}
	}
}
