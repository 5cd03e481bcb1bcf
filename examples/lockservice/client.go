package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"os/signal"
	"strings"
	"sync"
	"time"
)

// client is one who takes the lock of a server and gives it back, and asks again until it is answered.
type client struct {
	server string // "http://host:port"
	who    string
	http   *http.Client
}

// acquire takes the lock, and returns the number of the entry.
func (c *client) acquire(ctx context.Context) (uint64, error) {
	return c.post(ctx, "/acquire", url.Values{"who": {c.who}})
}

// release gives it back.
func (c *client) release(ctx context.Context, entry uint64) error {
	_, err := c.post(ctx, "/release", url.Values{"entry": {fmt.Sprint(entry)}})
	return err
}

func (c *client) post(ctx context.Context, path string, values url.Values) (uint64, error) {
	for {
		entry, again, err := c.once(ctx, path, values)
		if !again || ctx.Err() != nil {
			return entry, err
		}
		select {
		case <-time.After(20 * time.Millisecond):
		case <-ctx.Done():
			return 0, ctx.Err()
		}
	}
}

// once asks once; again says that the server did not answer, or cannot now.
func (c *client) once(ctx context.Context, path string, values url.Values) (entry uint64, again bool, err error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, c.server+path+"?"+values.Encode(), nil)
	if err != nil {
		return 0, false, err
	}
	response, err := c.http.Do(r)
	if err != nil {
		return 0, true, err
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	switch {
	case err != nil:
		return 0, true, err
	case response.StatusCode != http.StatusOK:
		return 0, response.StatusCode == http.StatusServiceUnavailable, fmt.Errorf("%s: %s", response.Status, strings.TrimSpace(string(text)))
	}
	var held struct{ Entry uint64 }
	err = json.Unmarshal(text, &held)
	return held.Entry, false, err
}

// useLock lets clients take the lock and give it back for a while, and says how often and how long they have waited.
func useLock(args []string) error {
	f := flag.NewFlagSet("client", flag.ExitOnError)
	servers := f.String("servers", "localhost:8001", "the servers' addresses for clients")
	each := f.Int("clients", 1, "clients at each server")
	hold := f.Duration("hold", time.Millisecond, "how long each holds the lock")
	last := f.Duration("for", 5*time.Second, "how long they go on")
	f.Parse(args)

	ctx, end := signal.NotifyContext(context.Background(), os.Interrupt)
	defer end()
	until := time.Now().Add(*last)
	var all sync.WaitGroup
	var mu sync.Mutex
	var entries int
	var waited, longest time.Duration
	var failed error
	for k, server := range strings.Split(*servers, ",") {
		for j := range *each {
			all.Go(func() {
				c := &client{"http://" + server, fmt.Sprintf("client-%d-%d-%d", os.Getpid(), k+1, j+1), http.DefaultClient}
				for time.Now().Before(until) && ctx.Err() == nil {
					began := time.Now()
					entry, err := c.acquire(ctx)
					wait := time.Since(began)
					if err == nil {
						time.Sleep(*hold)
						err = c.release(ctx, entry)
					}
					mu.Lock()
					entries, waited, longest = entries+1, waited+wait, max(longest, wait)
					if err != nil {
						failed = err
					}
					mu.Unlock()
					if err != nil {
						return
					}
				}
			})
		}
	}
	all.Wait()
	if entries > 0 {
		fmt.Printf("%d entries, %.1f a second; waited %v on average, %v at most\n", entries,
			float64(entries)/last.Seconds(), (waited / time.Duration(entries)).Round(time.Microsecond), longest.Round(time.Microsecond))
	}
	return failed
}
