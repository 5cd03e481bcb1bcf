package run

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"time"

	"github.com/gmecheck/gmecheck/model"
)

// A connection carries messages one way, from the site that has made it, and acknowledgements the other way, each a line of JSON:
//
//	{"gmecheck": 1, "model": ..., "from": 2, "to": 1, "run": "..."}    hello
//	{"run": "...", "last": 16}                                        welcome: the number of the last message that has come
//	{"seq": 17, "message": {...}}                                     a message
//	{"ack": 17}                                                       all messages up to this one are on disk

const (
	version = 1
	// longest is the longest line: what claims to be longer is no message.
	longest = 16 << 20
	// helloTime is how long the other side may take to say who it is.
	helloTime = 5 * time.Second
)

type hello struct {
	Version int        `json:"gmecheck"`
	Model   string     `json:"model"`
	From    model.Site `json:"from"`
	To      model.Site `json:"to"`
	Run     string     `json:"run"`
	// Acknowledged is up to which of its messages the other side has said that they are on its disk.
	Acknowledged uint64 `json:"acknowledged,omitempty"`
}

type welcome struct {
	Run   string `json:"run"`
	Last  uint64 `json:"last"`
	Error string `json:"error,omitempty"` // why the connection is refused
	// Final: it will always be.
	Final bool `json:"final,omitempty"`
}

type ack struct {
	Ack uint64 `json:"ack"`
}

// wire reads and writes lines. One goroutine may read and another write.
type wire struct {
	conn  net.Conn
	lines *bufio.Scanner
	out   *bufio.Writer
}

func newWire(conn net.Conn) *wire {
	w := &wire{conn: conn, lines: bufio.NewScanner(conn), out: bufio.NewWriter(conn)}
	w.lines.Buffer(make([]byte, 4096), longest)
	return w
}

func (w *wire) read(x any) error {
	if !w.lines.Scan() {
		if err := w.lines.Err(); err != nil {
			return err
		}
		return io.EOF
	}
	if err := json.Unmarshal(w.lines.Bytes(), x); err != nil {
		return fmt.Errorf("what is no line of this protocol: %w", err)
	}
	return nil
}

// write writes a line; flush sends what was written.
func (w *wire) write(x any) error {
	text, err := json.Marshal(x)
	if err != nil {
		return err
	}
	if _, err := w.out.Write(text); err != nil {
		return err
	}
	return w.out.WriteByte('\n')
}

func (w *wire) send(x any) error {
	if err := w.write(x); err != nil {
		return err
	}
	return w.out.Flush()
}
