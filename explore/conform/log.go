package conform

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/gmecheck/gmecheck/algorithms/names"
)

// Log is what was logged of one run.
type Log struct {
	Name      string // of the file
	Algorithm string // that the header names; empty: none
	Events    []*Event
}

// Event is one line of a log.
type Event struct {
	Line    int    // from 1
	Process string // its number or its name
	Seq     int    // its place among the events of its process, from 1; 0: it stands where its line does
	Kind    string
	Name    string         // of a timer or an internal event; empty: any
	Demand  map[string]any // of a request, as far as it is known
	Message *Message       // nil: any
	Choices []string       // what its handler chose, as labels have it: "z=2"; empty: anything
	From    string         // the sender, its number or its name; empty: any
	Fields  map[string]any // variables of the process after the event, as far as they are known
	Time    time.Time      // informative: it only says which order of events is tried first
}

// Message is what is known of a message.
type Message struct {
	Kind   string // empty: any
	Text   string // of the whole message; empty: any
	Fields map[string]any
}

// Limits of a log: far above what a test run writes.
const (
	MaxBytes  = 1 << 30
	MaxLine   = 1 << 20
	MaxEvents = 1_000_000
)

// enter is the kind of the lines that are no events: the event before it at its process has entered the critical section.
const enter = "enter"

// kinds are those of events, each with the keys that only such events have.
var kinds = map[string][]string{
	"request": {"demand", "choices"}, "exit": {"choices"}, enter: nil, "deliver": {"message", "from", "choices"}, "drop": {"message", "from"},
	"timeout": {"name", "choices"}, "internal": {"name", "choices"}, "crash": nil, "recover": {"choices"},
}

// kindNames are the kinds in the order in which errors list them.
var kindNames = []string{"request", "deliver", "exit", enter, "internal", "timeout", "crash", "recover", "drop"}

// demandKeys are what a request may say that it asks for.
var demandKeys = []string{"group", "priority", "duration", "set"}

// Read reads a log. Errors begin with its name and the line.
func Read(name string, r io.Reader) (*Log, error) {
	l := &Log{Name: name}
	counted := &io.LimitedReader{R: r, N: MaxBytes + 1}
	in := bufio.NewReaderSize(counted, 1<<16)
	var long []byte
	for line := 1; ; line++ {
		long = long[:0]
		part, err := in.ReadSlice('\n')
		for errors.Is(err, bufio.ErrBufferFull) && len(long) <= MaxLine {
			long = append(long, part...)
			part, err = in.ReadSlice('\n')
		}
		text := append(long, part...)
		if len(text) > MaxLine {
			return nil, l.at(line, "the line has more than %d bytes, which is all that is allowed", MaxLine)
		}
		if err != nil && err != io.EOF {
			return nil, l.at(line, "%v", err)
		}
		if counted.N == 0 {
			return nil, l.at(line, "the log has more than %d bytes, which is all that is allowed", MaxBytes)
		}
		if line == 1 {
			text = bytes.TrimPrefix(text, []byte("\ufeff"))
		}
		if text = bytes.TrimSpace(text); len(text) > 0 {
			if problem := l.read(line, text); problem != nil {
				return nil, l.at(line, "%v", problem)
			}
		}
		if err == io.EOF && len(l.Events) == 0 {
			return nil, fmt.Errorf("%s has no events: there is nothing to compare", l.Name)
		} else if err == io.EOF {
			return l, nil
		}
	}
}

// at is an error in a line.
func (l *Log) at(line int, format string, args ...any) error {
	return fmt.Errorf("%s:%d: %s", l.Name, line, fmt.Sprintf(format, args...))
}

// read reads one line that is not empty.
func (l *Log) read(line int, text []byte) error {
	if !utf8.Valid(text) {
		return errors.New("it is not UTF-8")
	}
	o, err := objectOf(text)
	if err != nil {
		return err
	}
	if o.has("log") {
		return l.header(o)
	}
	if len(l.Events) == MaxEvents {
		return fmt.Errorf("more than %d events, which is all that is allowed", MaxEvents)
	}
	e, err := eventOf(o)
	if err != nil {
		return err
	}
	e.Line = line
	l.Events = append(l.Events, e)
	return nil
}

// header reads the first line of a log, or of the part of one process, if it says what the log is about.
func (l *Log) header(o *object) error {
	var log, algorithm string
	var version int
	o.text("log", &log)
	o.number("version", &version)
	o.text("algorithm", &algorithm)
	o.group("config")
	switch err := o.end(); {
	case err != nil:
		return err
	case log != "gmecheck":
		return fmt.Errorf("log is %s; allowed is \"gmecheck\"", quoted(log))
	case version != 1:
		return fmt.Errorf("version is %d; allowed is 1", version)
	case l.Algorithm != "" && algorithm != "" && algorithm != l.Algorithm:
		return fmt.Errorf("algorithm is %s; a header before says %s", quoted(algorithm), quoted(l.Algorithm))
	}
	if algorithm != "" {
		l.Algorithm = algorithm
	}
	return nil
}

// eventOf is the event that an object describes.
func eventOf(o *object) (*Event, error) {
	e := &Event{}
	o.word("process", &e.Process)
	o.number("seq", &e.Seq)
	o.text("kind", &e.Kind)
	o.text("name", &e.Name)
	e.Demand = o.group("demand")
	e.Message = o.message()
	o.texts("choices", &e.Choices)
	o.word("from", &e.From)
	e.Fields = o.group("fields")
	var at string
	o.text("time", &at)
	if err := o.end(); err != nil {
		return nil, err
	}
	own, known := kinds[e.Kind]
	switch {
	case e.Process == "":
		return nil, errors.New("process is missing")
	case e.Kind == "":
		return nil, errors.New("kind is missing")
	case !known:
		return nil, fmt.Errorf("kind is %s; allowed is %s", quoted(e.Kind), names.Or(kindNames))
	case o.has("seq") && e.Seq < 1:
		return nil, fmt.Errorf("seq is %d; allowed is a number from 1", e.Seq)
	}
	for _, key := range []string{"name", "demand", "message", "from", "choices"} {
		if o.has(key) && !slices.Contains(own, key) {
			return nil, fmt.Errorf("%s has a key %s; allowed is that in %s", article(e.Kind), key, names.Or(kindsWith(key)))
		}
	}
	for _, key := range slices.Sorted(maps.Keys(e.Demand)) {
		if !slices.Contains(demandKeys, key) {
			return nil, fmt.Errorf("demand has the key %s; allowed is %s", quoted(key), names.Or(demandKeys))
		}
	}
	if at != "" {
		t, err := time.Parse(time.RFC3339Nano, at)
		if err != nil {
			return nil, fmt.Errorf("time is %s; allowed is a time as in RFC 3339, such as \"2024-05-06T07:08:09.123Z\"", quoted(at))
		}
		e.Time = t
	}
	return e, nil
}

// kindsWith are the kinds of events that have a key.
func kindsWith(key string) (all []string) {
	for _, kind := range kindNames {
		if slices.Contains(kinds[kind], key) {
			all = append(all, kind)
		}
	}
	return all
}

// article is the name of a kind with its article.
func article(kind string) string {
	if strings.ContainsRune("aeiou", rune(kind[0])) {
		return "an event " + strconv.Quote(kind)
	}
	return "a " + strconv.Quote(kind)
}
