package run_test

import (
	"io"
	"net"
	"sync"
	"sync/atomic"
	"testing"
)

// breaking is the address of one who hands all connections on to another address, and breaks each after so many bytes. times
// counts them.
func breaking(t *testing.T, to string, after int64, times *atomic.Int32) string {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	var all sync.WaitGroup
	all.Go(func() {
		for {
			in, err := l.Accept()
			if err != nil {
				return
			}
			times.Add(1)
			all.Go(func() {
				defer in.Close()
				out, err := net.Dial("tcp", to)
				if err != nil {
					return
				}
				defer out.Close()
				all.Go(func() {
					io.Copy(in, out)
					in.Close()
				})
				io.CopyN(out, in, after)
			})
		}
	})
	t.Cleanup(func() {
		l.Close()
		all.Wait()
	})
	return l.Addr().String()
}
