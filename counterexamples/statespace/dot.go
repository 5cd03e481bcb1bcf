package statespace

import (
	"bufio"
	"fmt"
	"html"
	"io"
	"slices"
	"strings"
)

// DOT writes the graph in the language of Graphviz, with a legend of the marks that it has.
func (g *Graph) DOT(w io.Writer, title string) error {
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, "digraph states {\n  label=%s; labelloc=t; node [shape=box, style=rounded];\n", quote(title))
	for n, s := range g.States {
		fmt.Fprintf(b, "  s%d [label=%s%s];\n", s.Number, quote(g.text(n)), looks(s))
	}
	for _, t := range g.Transitions {
		fmt.Fprintf(b, "  s%d -> s%d [label=%s%s];\n", g.States[t.From].Number, g.States[t.To].Number, quote(t.text()), t.looks())
	}
	fmt.Fprintf(b, "  legend [shape=plain, label=<%s>];\n}\n", g.legend())
	return b.Flush()
}

// text is the label of a state: a line for each site, and one for the messages in flight. Of a protocol of one's own nothing tells states apart but
// variables and messages: so all of them stand there.
func (g *Graph) text(n int) string {
	s := g.States[n]
	lines := []string{strings.TrimSpace(fmt.Sprint(s.Number, " ", s.Start))}
	flight := 0
	for k, site := range s.Sites {
		if site.Own {
			lines = append(lines, site.own(g.Sites[k])...)
			continue
		}
		lines = append(lines, strings.TrimSpace(g.Sites[k]+" "+site.Doing()+strings.Repeat(" T", site.Tokens)))
		flight += len(site.Inbox)
	}
	if flight > 0 {
		lines = append(lines, fmt.Sprintf("in flight: %d", flight))
	}
	if s.Violates != "" {
		lines = append(lines, "violates "+s.Violates)
	}
	if s.Cut > 0 {
		lines = append(lines, fmt.Sprintf("(%d more)", s.Cut))
	}
	return strings.Join(lines, "\n")
}

// own is a site of a protocol of one's own, and what is on its way to it.
func (s Site) own(name string) (lines []string) {
	var all []string
	for _, f := range s.Variables {
		all = append(all, f.Name+": "+f.Value)
	}
	parts := slices.DeleteFunc([]string{name, s.Doing(), strings.Join(all, ", ")}, func(part string) bool { return part == "" })
	lines = append(lines, strings.Join(parts, " "))
	if len(s.Inbox) > 0 {
		lines = append(lines, "in flight to "+name+": "+strings.Join(s.Inbox, "; "))
	}
	return lines
}

// inside reports that somebody is in a critical section.
func (s State) inside() bool {
	for _, site := range s.Sites {
		if site.InCS {
			return true
		}
	}
	return false
}

// The colours of fillings; words or frames say the same.
const (
	grey = "lightgrey"
	rose = "#ffb3b3"
)

// looks are the attributes of a state besides its label.
func looks(s State) string {
	text, styles := "", []string{"rounded"}
	switch {
	case s.Violates != "":
		styles = append(styles, "filled")
		text += fmt.Sprintf(", fillcolor=%q", rose)
	case s.inside():
		styles = append(styles, "filled")
		text += ", fillcolor=" + grey
	}
	if s.Initial {
		styles = append(styles, "bold")
	}
	if s.Cut > 0 {
		styles = append(styles, "dashed")
	}
	if len(styles) > 1 {
		text += fmt.Sprintf(", style=%q", strings.Join(styles, ","))
	}
	if s.Final {
		text += ", peripheries=2"
	}
	switch {
	case s.Asked:
		text += ", color=blue, penwidth=3"
	case s.Stuck:
		text += ", color=red"
	}
	return text
}

// text is the label of a transition: the numbers of the run's steps, what happens, what it violates.
func (t Transition) text() string {
	text := t.Label
	if len(t.Steps) > 0 {
		text = strings.Join(strings.Fields(strings.Trim(fmt.Sprint(t.Steps), "[]")), ", ") + ". " + text
	}
	if t.Violates != "" {
		text += "\nviolates " + t.Violates
	}
	return text
}

func (t Transition) looks() string {
	switch {
	case t.Violates != "":
		return ", color=red, fontcolor=red, penwidth=2"
	case len(t.Steps) > 0:
		return ", color=blue, fontcolor=blue, penwidth=2"
	}
	return ""
}

// legend says what the marks of the graph mean, as a table.
func (g *Graph) legend() string {
	var b strings.Builder
	b.WriteString(`<table border="0" cellborder="1" cellspacing="0">`)
	row := func(is bool, color, fill, mark, means string) {
		if !is {
			return
		}
		if fill != "" {
			fill = fmt.Sprintf(" bgcolor=%q", fill)
		}
		mark = html.EscapeString(mark)
		if color != "" {
			mark = fmt.Sprintf("<font color=%q>%s</font>", color, mark)
		}
		fmt.Fprintf(&b, "\n    <tr><td%s>%s</td><td align=\"left\">%s</td></tr>", fill, mark, html.EscapeString(means))
	}
	states := func(is func(State) bool) bool {
		for _, s := range g.States {
			if is(s) {
				return true
			}
		}
		return false
	}
	steps, violates := false, ""
	for _, t := range g.Transitions {
		steps = steps || len(t.Steps) > 0
		violates += t.Violates
	}
	row(states(func(s State) bool { return s.Initial }), "", "", "bold frame", "an initial state")
	row(states(func(s State) bool { return s.Asked }), "blue", "", "blue frame", "the state that is asked about")
	row(states(State.inside), "", grey, "grey", "somebody is in a critical section")
	row(states(func(s State) bool { return s.Final }), "", "", "double frame", "nothing is possible")
	row(states(func(s State) bool { return s.Stuck }), "red", "", "red frame", "nothing is possible, and somebody waits")
	row(states(func(s State) bool { return s.Violates != "" }), "", rose, "violates", "the state violates the property")
	row(violates != "", "red", "", "red arrow", "the step violates the property")
	row(steps, "blue", "", "1. blue arrow", "a step of the run")
	row(states(func(s State) bool { return s.Cut > 0 }), "", "", "dashed, (1 more)", "steps that are possible there, and not drawn")
	row(states(func(s State) bool { return s.tokens() > 0 }), "", "", "T", "a token at the site")
	b.WriteString("\n  </table>")
	return b.String()
}

func (s State) tokens() (sum int) {
	for _, site := range s.Sites {
		sum += site.Tokens
	}
	return sum
}

// quote writes a text as DOT's quoted strings, in which a backslash begins an escape.
func quote(text string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`, "\r", " ").Replace(text) + `"`
}
