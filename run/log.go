package run

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"reflect"
	"time"

	"github.com/gmecheck/gmecheck/explore/disk"
	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/direct"
)

// eventLog is the log of a site's events; nil: there is none.
type eventLog struct {
	file    file
	size    int64
	lines   bytes.Buffer
	durable bool // lines are on disk when flush returns
	unlock  func()
}

// newLog is the size of a log of which no state knows.
const newLog = -1

// openLog opens and reserves a log of which so many bytes are of events that the state on disk knows. What comes after them did not happen.
// durable: the state is on disk, so that the events that it knows must be there, too.
func openLog(all *files, name, algorithm string, size int64, durable bool, logger *slog.Logger) (*eventLog, error) {
	if name == "" {
		return nil, nil
	}
	f, err := all.open(name, os.O_WRONLY|os.O_CREATE, 0o644)
	if err != nil {
		return nil, err
	}
	unlock, err := disk.Lock(name)
	if errors.Is(err, disk.ErrLocked) {
		err = fmt.Errorf("the log %s is that of another node, which is running: each has a log of its own", name)
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	if durable {
		err = all.dir(filepath.Dir(name)).Sync()
	}
	var info os.FileInfo
	if err == nil {
		info, err = f.Stat()
	}
	if err == nil && size == newLog {
		if size = 0; info.Size() > 0 {
			err = fmt.Errorf("the log %s is not empty, and no state in Options.Dir knows what of: name another file", name)
		}
	}
	if err == nil && info.Size() < size {
		logger.Warn("the log is shorter than it was: events are missing", "log", name, "bytes", info.Size(), "were", size)
		size = info.Size()
	}
	if err == nil {
		err = f.Truncate(size)
	}
	if err != nil {
		f.Close()
		unlock()
		return nil, err
	}
	l := &eventLog{file: f, size: size, durable: durable, unlock: unlock}
	if size == 0 {
		l.line(map[string]any{"log": "gmecheck", "version": 1, "algorithm": algorithm})
	}
	return l, nil
}

// line is an event as docs/schemas/log.schema.json has it.
type line struct {
	Process model.Site     `json:"process"`
	Seq     int            `json:"seq"`
	Kind    string         `json:"kind"`
	Name    string         `json:"name,omitempty"`
	Demand  map[string]any `json:"demand,omitempty"`
	Message *message       `json:"message,omitempty"`
	Choices []string       `json:"choices,omitempty"`
	From    model.Site     `json:"from,omitempty"`
	Fields  map[string]any `json:"fields"`
	Time    string         `json:"time"`
}

type message struct {
	Kind string `json:"kind"`
	Text string `json:"text"`
}

// add notes an event of these choices, after which the site's variables are what they are now.
func (l *eventLog) add(sites direct.Sites, e direct.Event, choices []string, from model.Site, seq int) {
	if l == nil {
		return
	}
	x := line{
		Process: e.Site, Seq: seq, Kind: e.Kind.String(), Name: e.Name, Choices: choices, From: from, Fields: fields(sites.Vars(e.Site)),
		Time: time.Now().UTC().Format(time.RFC3339Nano),
	}
	if d := e.Demand; d != nil {
		x.Demand = demand(d)
	}
	if e.Message != nil {
		x.Message = &message{model.Kind(e.Message), model.Text(e.Message)}
	}
	l.line(x)
}

func (l *eventLog) line(x any) {
	text, err := json.Marshal(x)
	if err != nil {
		panic(fmt.Sprintf("a line of the log: %v", err)) // of plain values only
	}
	l.lines.Write(text)
	l.lines.WriteByte('\n')
}

// demand is what a request asks for.
func demand(d *model.Demand) map[string]any {
	all := map[string]any{}
	for name, x := range map[string]int{"group": int(d.Group), "priority": d.Priority, "duration": d.Duration} {
		if x != 0 {
			all[name] = x
		}
	}
	return all
}

// fields are variables by name: booleans, numbers and texts as they are, everything else as traces show it.
func fields(vars any) map[string]any {
	all := map[string]any{}
	for name, value := range model.Variables(vars) {
		if _, named := value.(fmt.Stringer); !named && plain(reflect.ValueOf(value).Kind()) {
			all[name] = value
		} else {
			all[name] = model.Text(value)
		}
	}
	return all
}

func plain(k reflect.Kind) bool {
	return k >= reflect.Bool && k <= reflect.Uint64 || k == reflect.String
}

// flush writes the lines.
func (l *eventLog) flush() error {
	if l == nil || l.lines.Len() == 0 {
		return nil
	}
	n, err := l.file.WriteAt(l.lines.Bytes(), l.size)
	l.size += int64(n)
	l.lines.Reset()
	if err == nil && l.durable {
		err = l.file.Sync()
	}
	return err
}

func (l *eventLog) close() {
	if l != nil {
		l.file.Close()
		l.unlock()
	}
}
