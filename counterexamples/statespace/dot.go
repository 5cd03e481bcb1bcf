package statespace

import (
	"bufio"
	"fmt"
	"io"
	"strings"
)

// DOT writes the graph in the language of Graphviz. A bold frame is an initial state, a double one an end, filled
// ones have somebody in a critical section; an end in which somebody waits is red. T is a token at the site.
func (g *Graph) DOT(w io.Writer, title string) error {
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, "digraph states {\n  label=%s; labelloc=t; node [shape=box, style=rounded];\n", quote(title))
	for n, s := range g.States {
		fmt.Fprintf(b, "  s%d [label=%s%s];\n", n, quote(g.text(n)), looks(s))
	}
	for _, t := range g.Transitions {
		fmt.Fprintf(b, "  s%d -> s%d [label=%s];\n", t.From, t.To, quote(t.Label))
	}
	fmt.Fprintln(b, "}")
	return b.Flush()
}

// text is the label of a state: a line for each site, and one for the messages in flight.
func (g *Graph) text(n int) string {
	lines := []string{strings.TrimSpace(fmt.Sprint(n, " ", g.States[n].Start))}
	flight := 0
	for k, s := range g.States[n].Sites {
		lines = append(lines, g.Sites[k]+" "+s.Doing()+strings.Repeat(" T", s.Tokens))
		flight += len(s.Inbox)
	}
	if flight > 0 {
		lines = append(lines, fmt.Sprintf("in flight: %d", flight))
	}
	return strings.Join(lines, "\n")
}

// looks are the attributes of a state besides its label.
func looks(s State) string {
	text, styles := "", []string{"rounded"}
	for _, site := range s.Sites {
		if site.InCS {
			styles = append(styles, "filled")
			text += ", fillcolor=lightgrey"
			break
		}
	}
	if s.Level == 0 {
		styles = append(styles, "bold")
	}
	if len(styles) > 1 {
		text += fmt.Sprintf(", style=%q", strings.Join(styles, ","))
	}
	if s.Final {
		text += ", peripheries=2"
	}
	if s.Stuck {
		text += ", color=red"
	}
	return text
}

// quote writes a text as DOT's quoted strings, in which a backslash begins an escape.
func quote(text string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`, "\r", " ").Replace(text) + `"`
}
