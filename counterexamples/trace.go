package counterexamples

import (
	"bytes"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Trace is a run, as a file keeps it.
type Trace struct {
	Model       string // algorithm and flags, as the command line takes them
	Property    string // that the run violates; empty: none that is known
	Fingerprint string // of the model's configuration: 16 hexadecimal digits; empty if the file has none
	Start       string // the name of the initial state; empty if there is only one
	Steps       []string
	Endless     bool // the run goes on for ever: its last step returns to the state after Loop steps, or to one with its canonical form
	Loop        int  // 0 for a run that ends
	Long        bool // whether a shorter run violates the property is not known; a file does not say so
}

// Limits of a trace file: far above what anybody can read, far below what hurts.
const (
	MaxTraceBytes = 16 << 20
	MaxTraceLine  = 1 << 16
	MaxTraceSteps = 1_000_000
)

// Invariant begins the name of a property that is an expression: "invariant: len(cs) < 2".
const Invariant = "invariant: "

// header is the first line of a trace file.
const header = "# gmecheck trace 1"

var keywords = []string{"model", "fingerprint", "property", "start", "loop", "steps"}

// Parse reads a trace file. The name is for the errors, which begin with it, line and column.
func Parse(name string, data []byte) (*Trace, error) {
	p := &parser{name: name, lines: map[string]int{}, trace: &Trace{}}
	if len(data) > MaxTraceBytes {
		return nil, p.bad(0, "the file has %d bytes; allowed are up to %d", len(data), MaxTraceBytes)
	}
	data = bytes.TrimPrefix(data, []byte("\ufeff"))
	for line := range strings.Lines(string(data)) {
		p.line++
		if err := p.read(strings.TrimSuffix(strings.TrimSuffix(line, "\n"), "\r")); err != nil {
			return nil, err
		}
	}
	p.line++
	if err := p.end(); err != nil {
		return nil, err
	}
	return p.trace, nil
}

// parser is a trace file being read.
type parser struct {
	name  string
	line  int            // from 1
	lines map[string]int // where a keyword stood
	trace *Trace
}

// bad is an error at a byte of the line, from 0.
func (p *parser) bad(column int, format string, args ...any) error {
	return fmt.Errorf("%s:%d:%d: %s", p.name, max(1, p.line), column+1, fmt.Sprintf(format, args...))
}

const blank = " \t"

func (p *parser) read(line string) error {
	if len(line) > MaxTraceLine {
		return p.bad(MaxTraceLine, "the line has %d bytes; allowed are up to %d", len(line), MaxTraceLine)
	}
	if at := unprintable(line); at >= 0 {
		return p.bad(at, "%q is neither text nor a tab; allowed is UTF-8 without control characters", line[at:at+1])
	}
	if p.line == 1 {
		return p.header(strings.TrimRight(line, blank))
	}
	text := strings.TrimRight(line[:comment(line)], blank)
	column := len(text) - len(strings.TrimLeft(text, blank))
	text = text[column:]
	switch _, inSteps := p.lines["steps"]; {
	case text == "":
		return nil
	case inSteps:
		if len(p.trace.Steps) == MaxTraceSteps {
			return p.bad(column, "more than %d steps, which is all that is allowed", MaxTraceSteps)
		}
		p.trace.Steps = append(p.trace.Steps, unquoted(text))
		return nil
	default:
		return p.keyword(text, column)
	}
}

func (p *parser) header(line string) error {
	version, ours := strings.CutPrefix(line, "# gmecheck trace ")
	switch {
	case line == header:
		return nil
	case ours:
		return p.bad(len(line)-len(version), "version %q of the trace file; allowed is 1", clip(version))
	default:
		return p.bad(0, "the first line is %q; allowed is %q", clip(line), header)
	}
}

// keyword reads a line before the steps.
func (p *parser) keyword(text string, column int) error {
	word, value := text, ""
	if at := strings.IndexAny(text, blank); at >= 0 {
		word, value = text[:at], strings.TrimLeft(text[at:], blank)
	}
	at := column + len(text) - len(value) // of the value
	if line, again := p.lines[word]; again {
		return p.bad(column, "%q for the second time; it stands in line %d already", word, line)
	}
	p.lines[word] = p.line
	switch word {
	case "model":
		p.trace.Model = value
		return p.need(value != "", at, "model without a text; allowed is an algorithm with its flags")
	case "property":
		p.trace.Property = value
		return p.need(value != "" && (strings.HasPrefix(value, Invariant) || !strings.ContainsAny(value, blank)), at,
			"property %q; allowed is the name of one property, or %q with an expression", clip(value), Invariant)
	case "fingerprint":
		p.trace.Fingerprint = value
		return p.need(fingerprint.MatchString(value), at, "fingerprint %q; allowed are 16 digits of 0-9a-f", clip(value))
	case "start":
		p.trace.Start = unquoted(value)
		return p.need(value != "", at, "start without a text; allowed is the name of an initial state")
	case "loop":
		k, err := strconv.Atoi(value)
		p.trace.Endless, p.trace.Loop = true, k
		return p.need(err == nil && k >= 0 && k < MaxTraceSteps && value == strconv.Itoa(k), at,
			"loop %q; allowed is the number of steps before it, from 0", clip(value))
	case "steps":
		return p.need(value == "", at, "%q behind steps; allowed is one step in each line below", clip(value))
	default:
		delete(p.lines, word)
		return p.bad(column, "unknown word %q before the steps; %s", clip(word), allowed(word, keywords))
	}
}

var fingerprint = regexp.MustCompile(`^[0-9a-f]{16}$`)

func (p *parser) need(good bool, column int, format string, args ...any) error {
	if good {
		return nil
	}
	return p.bad(column, format, args...)
}

// end judges the file as a whole.
func (p *parser) end() error {
	if p.line == 1 {
		return p.bad(0, "the file is empty; allowed is a trace, whose first line is %q", header)
	}
	for _, word := range []string{"model", "steps"} {
		if p.lines[word] == 0 {
			return p.bad(0, "no line %q before the end; a trace needs model and steps", word)
		}
	}
	if at := p.lines["loop"]; at > 0 && p.trace.Property == "" {
		p.line = at
		return p.bad(0, "loop without a property; a run without end is the counterexample of one")
	}
	if n := len(p.trace.Steps); p.trace.Endless && p.trace.Loop >= n {
		p.line = p.lines["loop"]
		return p.bad(0, "loop %d of %d steps; allowed is less than the number of steps", p.trace.Loop, n)
	}
	return nil
}

// comment is where a line's comment begins: at a # that is its first byte or follows a blank.
func comment(line string) int {
	for k := range len(line) {
		if line[k] == '#' && (k == 0 || strings.IndexByte(blank, line[k-1]) >= 0) {
			return k
		}
	}
	return len(line)
}

// unprintable is the first byte that is no text; -1 if there is none.
func unprintable(line string) int {
	for k, r := range line {
		if _, size := utf8.DecodeRuneInString(line[k:]); r == utf8.RuneError && size == 1 || r < ' ' && r != '\t' || r == 0x7f {
			return k
		}
	}
	return -1
}

// quoted is a label or the name of an initial state as a trace file has it: as it is, or as a Go string in double quotes where it would not be read
// back. A protocol of one's own can put anything into it.
func quoted(text string) string {
	if text != "" && text == strings.Trim(text, blank) && comment(text) == len(text) && unprintable(text) < 0 && unquoted(text) == text {
		return text
	}
	return Quote(text)
}

// Quote is a text as a Go string in double quotes that can stand in a line of a trace file, of which the comment is looked for first.
func Quote(text string) string { return strings.ReplaceAll(strconv.Quote(text), " #", ` \x23`) }

// unquoted is the text that quoted has written. What only begins with a quotation mark is no such string, and stays.
func unquoted(text string) string {
	if !strings.HasPrefix(text, `"`) {
		return text
	}
	if inner, err := strconv.Unquote(text); err == nil {
		return inner
	}
	return text
}

// clip shortens what an error quotes.
func clip(text string) string {
	if len(text) <= 60 {
		return text
	}
	return strings.ToValidUTF8(text[:60], "") + "..."
}

// Where is the line and the column of the value of a keyword in a trace file that [Parse] has read, both from 1.
func Where(data []byte, keyword string) (line, column int) {
	for text := range strings.Lines(string(data)) {
		line++
		rest, found := strings.CutPrefix(strings.TrimLeft(text, blank), keyword)
		if value := strings.TrimLeft(rest, blank); found && line > 1 && value != rest {
			return line, len(text) - len(value) + 1
		}
	}
	return 1, 1
}

// Format writes the trace file.
func (t *Trace) Format() []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "%s\nmodel %s\n", header, t.Model)
	if t.Fingerprint != "" {
		fmt.Fprintf(&b, "fingerprint %s\n", t.Fingerprint)
	}
	if t.Property != "" {
		fmt.Fprintf(&b, "property %s\n", t.Property)
	}
	if t.Start != "" {
		fmt.Fprintf(&b, "start %s\n", quoted(t.Start))
	}
	if t.Endless {
		fmt.Fprintf(&b, "loop %d\n", t.Loop)
	}
	b.WriteString("steps\n")
	for _, step := range t.Steps {
		b.WriteString(quoted(step) + "\n")
	}
	return b.Bytes()
}
