package algorithms_test

import (
	"bufio"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/gmecheck/gmecheck/algorithms"
	"github.com/gmecheck/gmecheck/counterexamples"
	"github.com/gmecheck/gmecheck/model"
)

// TestHandlers finds the handlers of every protocol: the line begins the method.
func TestHandlers(t *testing.T) {
	for _, a := range algorithms.All() {
		for _, variant := range a.AllVariants() {
			sys := a.New(a.Config(variant))
			methods := map[model.EventKind]string{model.RequestEvent: "Request", model.ExitEvent: "Exit", model.DeliverEvent: "Receive"}
			if len(a.Timers) > 0 {
				methods[model.TimeoutEvent] = "Expire"
			}
			for kind, method := range methods {
				at := sys.Handler(&model.Event{Kind: kind}, 0)
				if !strings.HasPrefix(at.File, "algorithms/") {
					t.Errorf("%s %s: %s is in %q", a.Name, variant, method, at.File)
					continue
				}
				if line := lineOf(t, at); !strings.HasPrefix(line, "func (") || !strings.Contains(line, ") "+method+"(") {
					t.Errorf("%s %s: %s begins in %s:%d, which is %q", a.Name, variant, method, at.File, at.Line, line)
				}
			}
			for _, kind := range []model.EventKind{model.LoseEvent, model.CrashEvent} {
				if at := sys.Handler(&model.Event{Kind: kind}, 0); at != (model.Source{}) {
					t.Errorf("%s: %v has a handler", a.Name, kind)
				}
			}
		}
	}
}

// TestHandlerOfMessage finds the functions for single kinds of messages in the steps of a trace.
func TestHandlerOfMessage(t *testing.T) {
	a, err := algorithms.All().Find("srt-gme")
	if err != nil {
		t.Fatal(err)
	}
	sys := a.New(a.With(model.Published, func(c *model.Config) { c.Processes, c.Groups = 2, 2 }))
	path, err := counterexamples.Walk(sys, &counterexamples.Trace{Steps: []string{
		"request(2, g1)", "deliver(request(2, 1, g1, 1) -> 1)", "deliver(token(<>, NULL, 0) -> 2)", "exit(2)",
	}})
	if err != nil {
		t.Fatal(err)
	}
	for k, want := range []string{") Request(", ") request(", ") token(", ") Exit("} {
		e := path.Choices[k].Event
		at := sys.Handler(e, path.States[k].Nodes[e.Site-1])
		if line := lineOf(t, at); !strings.HasPrefix(line, "func (") || !strings.Contains(line, want) {
			t.Errorf("step %d happens in %s:%d, which is %q, want %q", k+1, at.File, at.Line, line, want)
		}
	}
}

func lineOf(t *testing.T, at model.Source) string {
	f, err := os.Open(filepath.Join("..", at.File))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	scanner := bufio.NewScanner(f)
	for range at.Line {
		scanner.Scan()
	}
	return scanner.Text()
}
