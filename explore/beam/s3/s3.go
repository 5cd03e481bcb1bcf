// Package s3 keeps the files of a search in a bucket of Amazon's S3, or of any server that speaks its protocol and knows conditional
// writes (If-Match, If-None-Match).
package s3

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/credentials"

	"github.com/gmecheck/gmecheck/explore/disk"
)

// Bucket is the objects of a bucket whose names begin alike; it is a [disk.Bucket].
type Bucket struct {
	client *minio.Client
	name   string
	prefix string // of the objects' names
	dir    string // of the copies
	owner  bool   // of the directory

	mu sync.Mutex
	// versions are the entity tags of what this process has got or put last, by name.
	versions map[string]string
	lost     bool // somebody else has taken the lock over

	id    string // of this process, in the lock
	beats int
}

// Open opens s3://BUCKET/PREFIX. The server is that of AWS_ENDPOINT_URL, or Amazon's; who asks is what AWS's programs take it from: the environment,
// its file of credentials, or the machine. The copies are in a directory of their own, which Close removes; of [Bucket.Shared] they are where those of that
// bucket are, on the same machine, and otherwise in a directory of this name.
func Open(text string) (*Bucket, error) {
	u, err := url.Parse(text)
	if err != nil {
		return nil, err
	}
	if u.Scheme != "s3" || u.Host == "" {
		return nil, fmt.Errorf("%q is no bucket; allowed is s3://BUCKET/PREFIX", text)
	}
	endpoint, secure := "s3.amazonaws.com", true
	if given := os.Getenv("AWS_ENDPOINT_URL"); given != "" {
		e, err := url.Parse(given)
		if err != nil || e.Host == "" || strings.Trim(e.Path, "/") != "" {
			return nil, fmt.Errorf("AWS_ENDPOINT_URL is %q; allowed is a server such as https://host:port", given)
		}
		endpoint, secure = e.Host, e.Scheme == "https"
	}
	client, err := minio.New(endpoint, &minio.Options{
		Creds:  credentials.NewChainCredentials([]credentials.Provider{&credentials.EnvAWS{}, &credentials.FileAWSCredentials{}, &credentials.IAM{}}),
		Secure: secure, Region: os.Getenv("AWS_REGION"),
	})
	if err != nil {
		return nil, err
	}
	dir := filepath.Join(os.TempDir(), filepath.Base(u.Fragment))
	shared := strings.HasPrefix(u.Fragment, copies)
	if shared {
		err = os.MkdirAll(dir, 0o700)
	} else {
		dir, err = os.MkdirTemp("", copies)
	}
	if err != nil {
		return nil, err
	}
	b := &Bucket{client: client, name: u.Host, prefix: strings.Trim(u.Path, "/"), dir: dir, owner: !shared, id: rand.Text(), versions: map[string]string{}}
	if b.prefix != "" {
		b.prefix += "/"
	}
	return b, nil
}

// copies is how the names of directories of copies begin.
const copies = "gmecheck-s3-"

// Shared is the bucket for processes that work for this one.
func (b *Bucket) Shared() string {
	return fmt.Sprintf("s3://%s/%s#%s", b.name, strings.TrimSuffix(b.prefix, "/"), filepath.Base(b.dir))
}

// Dir is the directory of the copies.
func (b *Bucket) Dir() string { return b.dir }

// Close removes the copies, if they are not those of another process.
func (b *Bucket) Close() error {
	if !b.owner {
		return nil
	}
	return os.RemoveAll(b.dir)
}

// each is the time that a file may take.
const each = time.Hour

func (b *Bucket) key(name string) string { return b.prefix + filepath.Base(name) }

// tries is how often a file is fetched that breaks off, as where a server is restarted.
const tries = 4

// whole fetches until nothing breaks off; requests that are answered with an error are tried again by the client.
func whole(fetch func() error) (err error) {
	for n := range tries {
		if err = fetch(); !errors.Is(err, io.ErrUnexpectedEOF) {
			break
		}
		time.Sleep(time.Duration(n) * 200 * time.Millisecond)
	}
	return err
}

// Get copies a file; the error is [fs.ErrNotExist] if there is none.
func (b *Bucket) Get(path string) error { return whole(func() error { return b.get(path) }) }

func (b *Bucket) get(path string) error {
	ctx, cancel := context.WithTimeout(context.Background(), each)
	defer cancel()
	object, err := b.client.GetObject(ctx, b.name, b.key(path), minio.GetObjectOptions{})
	if err != nil {
		return b.told(path, err)
	}
	defer object.Close()
	info, err := object.Stat()
	if err != nil {
		return b.told(path, err)
	}
	part := path + "." + rand.Text()[:8] + disk.Part
	err = os.MkdirAll(b.dir, 0o700) // the process whose copies these are may have ended
	var f *os.File
	if err == nil {
		f, err = os.Create(part)
	}
	if err != nil {
		return fmt.Errorf("%v", err) // of the copy: that it is not there does not say that the file is not
	}
	defer os.Remove(part)
	if _, err = f.ReadFrom(object); err == nil {
		err = f.Close()
	} else {
		f.Close()
	}
	if err == nil {
		err = os.Rename(part, path)
	}
	if err != nil {
		return b.told(path, err)
	}
	b.note(path, info.ETag)
	return nil
}

// Put keeps what is at a path as the file of this name, if it is written anew only if nobody else has put one since this process has got or put it
// last.
func (b *Bucket) Put(path, name string, anew bool) error {
	ctx, cancel := context.WithTimeout(context.Background(), each)
	defer cancel()
	return b.put(name, anew, func(o minio.PutObjectOptions) (minio.UploadInfo, error) {
		return b.client.FPutObject(ctx, b.name, b.key(name), path, o)
	}, func(there []byte) bool {
		mine, err := os.ReadFile(path)
		return err == nil && bytes.Equal(there, mine)
	})
}

// put puts an object, and notes its version. If another one is there, it may be of this process, which has not got the answer: mine recognizes it.
func (b *Bucket) put(name string, anew bool, put func(minio.PutObjectOptions) (minio.UploadInfo, error), mine func(there []byte) bool) error {
	done, err := put(b.options(name, anew))
	version := done.ETag
	if err = b.told(name, err); anew && errors.Is(err, errAnother) {
		if there, now, failed := b.text(name); failed == nil && mine(there) {
			version, err = now, nil
		}
	}
	if err == nil {
		b.note(name, version)
	}
	return err
}

// text is a small object, and its entity tag.
func (b *Bucket) text(name string) (text []byte, tag string, err error) {
	err = whole(func() error { text, tag, err = b.read(name); return err })
	return text, tag, err
}

func (b *Bucket) read(name string) ([]byte, string, error) {
	ctx, cancel := context.WithTimeout(context.Background(), each)
	defer cancel()
	object, err := b.client.GetObject(ctx, b.name, b.key(name), minio.GetObjectOptions{})
	if err != nil {
		return nil, "", b.told(name, err)
	}
	defer object.Close()
	text, err := io.ReadAll(object)
	if err != nil {
		return nil, "", b.told(name, err)
	}
	info, err := object.Stat()
	return text, info.ETag, b.told(name, err)
}

func (b *Bucket) note(path, version string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.versions[filepath.Base(path)] = version
}

func (b *Bucket) options(path string, anew bool) (o minio.PutObjectOptions) {
	if !anew {
		return o
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.lost {
		o.SetMatchETag("lost") // there is none of this tag
	} else if version := b.versions[filepath.Base(path)]; version != "" {
		o.SetMatchETag(version)
	} else {
		o.SetMatchETagExcept("*")
	}
	return o
}

// told is an error in the words of files; nil stays nil.
func (b *Bucket) told(name string, err error) error {
	if err == nil {
		return nil
	}
	r := minio.ToErrorResponse(err)
	switch {
	case r.Code == minio.NoSuchKey || r.StatusCode == http.StatusNotFound && r.Code != minio.NoSuchBucket:
		err = fs.ErrNotExist
	case r.StatusCode == http.StatusPreconditionFailed || r.StatusCode == http.StatusConflict:
		err = errAnother
	}
	return fmt.Errorf("s3://%s/%s: %w", b.name, b.key(name), err)
}

var errAnother = errors.New("another process has written it")

// Remove deletes an object.
func (b *Bucket) Remove(name string) error {
	ctx, cancel := context.WithTimeout(context.Background(), each)
	defer cancel()
	if err := b.client.RemoveObject(ctx, b.name, b.key(name), minio.RemoveObjectOptions{}); err != nil {
		return b.told(name, err)
	}
	return nil
}

// Names lists the objects but for the one that reserves the bucket.
func (b *Bucket) Names() (all []string, err error) {
	ctx, cancel := context.WithTimeout(context.Background(), each)
	defer cancel()
	for o := range b.client.ListObjects(ctx, b.name, minio.ListObjectsOptions{Prefix: b.prefix}) {
		if o.Err != nil {
			return nil, b.told("", o.Err)
		}
		if name := path.Base(o.Key); name != lockName && !strings.HasSuffix(o.Key, "/") {
			all = append(all, name)
		}
	}
	return all, nil
}

// lockName is the object that says who searches here. A process that does writes it anew every [Beat]; one that finds it waits, and takes it over if
// nobody has written it for three beats.
const lockName = "lock"

// Beat is how often a process says that it is still there.
var Beat = 15 * time.Second

// Lock reserves the bucket until unlock is called. What a process that was killed has left does not count, which takes three beats to find out. It
// returns [disk.ErrLocked] if somebody else is there.
func (b *Bucket) Lock() (unlock func(), err error) {
	defer func() {
		if errors.Is(err, errAnother) {
			err = disk.ErrLocked
		}
		if err != nil {
			b.Close()
		}
	}()
	found, err := b.lockedAs()
	if err == nil && found != "" {
		time.Sleep(3 * Beat)
		var now string
		if now, err = b.lockedAs(); err == nil && now != found && now != "" {
			err = disk.ErrLocked
		}
		found = now
	}
	if err != nil {
		return nil, err
	}
	b.note(lockName, found)
	if err := b.beat(); err != nil {
		return nil, err
	}
	end, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		for {
			select {
			case <-end:
				return
			case <-time.After(Beat):
				if err := b.beat(); errors.Is(err, errAnother) {
					b.mu.Lock()
					b.lost = true // the next manifest is refused, with which the search ends
					b.mu.Unlock()
					return
				}
			}
		}
	}()
	return func() {
		close(end)
		<-ended
		if text, _, err := b.text(lockName); err == nil && b.locked(text) {
			b.Remove(lockName)
		}
		b.Close()
	}, nil
}

// lockedAs is the entity tag of the lock; empty if there is none.
func (b *Bucket) lockedAs() (string, error) {
	ctx, cancel := context.WithTimeout(context.Background(), each)
	defer cancel()
	found, err := b.client.StatObject(ctx, b.name, b.key(lockName), minio.StatObjectOptions{})
	if err != nil {
		if err = b.told(lockName, err); errors.Is(err, fs.ErrNotExist) {
			err = nil
		}
	}
	return found.ETag, err
}

// beat writes the lock.
func (b *Bucket) beat() error {
	ctx, cancel := context.WithTimeout(context.Background(), Beat)
	defer cancel()
	b.beats++
	text := fmt.Appendf(nil, "%s %d", b.id, b.beats)
	return b.put(lockName, true, func(o minio.PutObjectOptions) (minio.UploadInfo, error) {
		return b.client.PutObject(ctx, b.name, b.key(lockName), bytes.NewReader(text), int64(len(text)), o)
	}, b.locked)
}

// locked reports that a lock is of this process.
func (b *Bucket) locked(text []byte) bool { return bytes.HasPrefix(text, []byte(b.id)) }
