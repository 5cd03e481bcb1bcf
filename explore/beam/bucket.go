package beam

import (
	"path/filepath"
	"sync"

	"github.com/gmecheck/gmecheck/explore"
	"github.com/gmecheck/gmecheck/explore/beam/s3"
)

// buckets are those that this process has opened, by their URLs: what one task has copied, the next one need not.
var buckets sync.Map

// bucket opens a bucket, once.
func bucket(url string) (dir string, b explore.Bucket, err error) {
	known, is := buckets.Load(url)
	if !is {
		opened, err := s3.Open(url)
		if err != nil {
			return "", nil, err
		}
		if known, is = buckets.LoadOrStore(url, opened); is {
			opened.Close()
		}
	}
	x := known.(*s3.Bucket)
	return x.Dir(), x, nil
}

// forWorkers is a directory or bucket as the workers are told of it.
func forWorkers(store string) (string, error) {
	if b, is := buckets.Load(store); is {
		return b.(*s3.Bucket).Shared(), nil
	}
	return filepath.Abs(store)
}

// closeBuckets removes the copies.
func closeBuckets() {
	buckets.Range(func(_, b any) bool {
		b.(*s3.Bucket).Close()
		return true
	})
}
