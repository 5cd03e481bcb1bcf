package diagram

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// Text is the diagram in characters, a line for each step: in the lane of the step a circle, through the lanes between a message
// that arrives, behind the lanes the step's label and what it sends. A line is cut at width.
func (d *Diagram) Text(width int) []string {
	lane := 6
	for _, name := range d.Lanes {
		lane = max(lane, utf8.RuneCountInString(name)+2)
	}
	for _, m := range d.Messages {
		lane = max(lane, utf8.RuneCountInString(m.Name)+3)
	}
	if most := max(6, (width-30)/max(1, len(d.Lanes))); lane > most {
		lane = most
	}
	t := &textual{Diagram: d, lane: lane, digits: len(fmt.Sprint(len(d.Steps)))}
	head := strings.Repeat(" ", t.digits+1)
	for _, name := range d.Lanes {
		head += fit(name, lane)
	}
	lines := []string{strings.TrimRight(head, " ")}
	for time := range len(d.Steps) + 1 {
		if d.Loop >= 0 && time == d.Loop+1 {
			lines = append(lines, strings.Repeat(" ", t.digits+1)+"-- what follows repeats for ever --")
		}
		lines = append(lines, t.row(time)...)
	}
	for k, line := range lines {
		lines[k] = strings.TrimRight(cut(line, width), " ")
	}
	return lines
}

// textual is a diagram being written.
type textual struct {
	*Diagram
	lane, digits int // widths
}

// row is the lines of a step; of the start, those of what is so from the beginning on.
func (t *textual) row(time int) []string {
	cells := make([]rune, t.lane*len(t.Lanes))
	for k := range cells {
		cells[k] = ' '
	}
	for lane := range t.Lanes {
		cells[lane*t.lane] = t.sign(lane, time)
		if text := t.begins(lane, time); text != "" {
			copy(cells[lane*t.lane+1:(lane+1)*t.lane], []rune(text))
		}
	}
	if time == 0 {
		return []string{strings.Repeat(" ", t.digits+1) + string(cells)}
	}
	s := t.Steps[time-1]
	for _, m := range t.Messages {
		if m.Arrives == time && m.Fate != Flying && m.From != m.To {
			t.wire(cells, m)
		}
	}
	switch {
	case s.Tick:
		for k := range cells[:(len(t.Lanes)-1)*t.lane+1] {
			if cells[k] == ' ' {
				cells[k] = '┄'
			}
		}
	case s.Fault:
		cells[s.Lane*t.lane] = '○'
	default:
		cells[s.Lane*t.lane] = '●'
	}
	var sent []string
	for _, m := range t.Messages {
		if m.Sent == time && !m.Copy {
			sent = append(sent, m.Name+" to "+t.Lanes[m.To])
		}
	}
	text := s.Label
	if len(sent) > 0 {
		text += "  sends " + strings.Join(sent, ", ")
	}
	lines := []string{fmt.Sprintf("%*d ", t.digits, time) + string(cells) + text}
	if s.Wrong != "" {
		lines = append(lines, strings.Repeat(" ", t.digits+1+len(cells))+"! "+s.Wrong)
	}
	return lines
}

// sign is how a lane looks after a step.
func (t *textual) sign(lane, time int) rune {
	sign := '│'
	for _, s := range t.Spans {
		if s.Lane != lane || time < s.From || time >= s.To {
			continue
		}
		switch s.Kind {
		case Down:
			return '╳'
		case Inside:
			sign = '█'
		case Waiting:
			sign = '┊'
		}
	}
	return sign
}

// begins is what stands beside a lane where somebody enters, or begins to wait.
func (t *textual) begins(lane, time int) string {
	for _, s := range t.Spans {
		if s.Lane != lane || s.From != time {
			continue
		}
		switch s.Kind {
		case Inside:
			return s.Text
		case Waiting:
			return s.Text + "?"
		}
	}
	return ""
}

// wire draws a message from its sender's lane to the one where it arrives, with its name on it.
func (t *textual) wire(cells []rune, m Message) {
	from, to, line := m.From*t.lane, m.To*t.lane, '─'
	if m.Fate == Lost {
		line = '╌'
	}
	low, high := min(from, to)+1, max(from, to)
	for k := low; k < high; k++ {
		cells[k] = line
	}
	name := []rune(fit(m.Name, min(high-low-2, utf8.RuneCountInString(m.Name))))
	at := low + (high-low-len(name))/2
	copy(cells[at:], name)
	head := '>'
	switch {
	case m.Fate == Lost:
		head = 'x'
	case m.Fate == Missed:
		head = '|'
	case to < from:
		head = '<'
	}
	if to < from {
		cells[low] = head
	} else {
		cells[high-1] = head
	}
}

// fit cuts or fills a text to a width.
func fit(text string, width int) string {
	text = cut(text, max(0, width))
	return text + strings.Repeat(" ", max(0, width-utf8.RuneCountInString(text)))
}

// cut shortens a text to a width.
func cut(text string, width int) string {
	r := []rune(text)
	if len(r) <= width {
		return text
	}
	if width < 2 {
		return string(r[:width])
	}
	return string(r[:width-1]) + "…"
}
