package step

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/exit"
)

const help = `a number takes that step; a text that only one step contains takes it; an empty line repeats the list
b back, f forward, r restart, v all variables, d diagram, p properties, w FILE write a trace, q quit, ? this help
`

// plain reads commands line by line, for scripts and screen readers.
func plain(ctx context.Context, w *walker, in io.Reader, out io.Writer) error {
	fmt.Fprintf(out, "%s\n%s", w.line, help)
	show(w, out)
	lines := bufio.NewScanner(in)
	read, asked := make(chan bool, 1), make(chan struct{})
	defer close(asked)
	go func() { // which waits for a line that may never come
		for range asked {
			read <- lines.Scan()
		}
	}()
	for {
		fmt.Fprint(out, "> ")
		asked <- struct{}{}
		select {
		case <-ctx.Done():
			fmt.Fprintln(out)
			return exit.Err(exit.Inconclusive)
		case more := <-read:
			if !more {
				fmt.Fprintln(out)
				return lines.Err()
			}
		}
		command, argument, _ := strings.Cut(strings.TrimSpace(lines.Text()), " ")
		switch command {
		case "q", "quit":
			return nil
		case "":
			list(w, out, "")
		case "?", "help":
			fmt.Fprint(out, help)
		case "b":
			moved(w, out, w.back(), "this is the start")
		case "f":
			moved(w, out, w.forward(), "nothing was taken back")
		case "r":
			for w.back() {
			}
			show(w, out)
		case "v":
			write(out, w.state(true))
		case "d":
			write(out, w.diagram(100))
		case "p":
			violated, rest := w.verdicts()
			write(out, append(violated, rest...))
		case "w":
			file := strings.TrimSpace(argument)
			if file == "" {
				fmt.Fprintln(out, "w needs the name of a file")
			} else if err := w.write(file); err != nil {
				fmt.Fprintln(out, err)
			} else {
				fmt.Fprintln(out, "wrote "+file)
			}
		default:
			choose(w, out, strings.TrimSpace(lines.Text()))
		}
	}
}

// choose takes the step that a text names: by its number, or by a part of its label.
func choose(w *walker, out io.Writer, text string) {
	matching := w.matching(text)
	if n, err := strconv.Atoi(text); err == nil {
		matching = nil
		if n >= 1 && n <= len(w.enabled) {
			matching = []int{n - 1}
		}
	}
	for _, k := range matching {
		if w.enabled[k].Label == text {
			matching = []int{k}
			break
		}
	}
	switch len(matching) {
	case 0:
		fmt.Fprintf(out, "no possible step is %q\n", text)
	case 1:
		if err := w.take(w.enabled[matching[0]].Label); err != nil {
			fmt.Fprintln(out, err)
			return
		}
		show(w, out)
	default:
		list(w, out, text)
	}
}

func moved(w *walker, out io.Writer, ok bool, problem string) {
	if !ok {
		fmt.Fprintln(out, problem)
		return
	}
	show(w, out)
}

// show tells what the last step has done, what is violated, and what is possible.
func show(w *walker, out io.Writer) {
	if last := len(w.steps); last > 0 {
		fmt.Fprintf(out, "\nstep %d: %s\n", last, w.steps[last-1])
		write(out, w.state(false))
	} else {
		fmt.Fprintln(out, "\nthe start")
	}
	violated, _ := w.verdicts()
	for _, v := range violated {
		fmt.Fprintf(out, "! %s\n", v)
	}
	list(w, out, "")
}

func list(w *walker, out io.Writer, filter string) {
	if len(w.enabled) == 0 {
		fmt.Fprintln(out, w.nothing())
	}
	for _, k := range w.matching(filter) {
		fmt.Fprintf(out, "%3d  %s\n", k+1, w.enabled[k].Label)
	}
	if w.outside != "" {
		fmt.Fprintf(out, "     %s\n", w.outside)
	}
}

func write(out io.Writer, lines []string) {
	for _, line := range lines {
		fmt.Fprintln(out, line)
	}
}
