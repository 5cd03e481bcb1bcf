package algorithms_test

import (
	"bufio"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gmecheck/algorithms"
	"gmecheck/model"
)

// TestHandlers finds the handlers of every protocol: the line begins the method.
func TestHandlers(t *testing.T) {
	for _, a := range algorithms.All() {
		for _, variant := range a.AllVariants() {
			sys := a.New(a.Config(variant))
			methods := map[model.EventKind]string{model.RequestEvent: "Request", model.ExitEvent: "Exit", model.DeliverEvent: "Receive"}
			if a.Timers {
				methods[model.TimeoutEvent] = "Expire"
			}
			for kind, method := range methods {
				at := sys.Handler(&model.Event{Kind: kind})
				if !strings.HasPrefix(at.File, "algorithms/") {
					t.Errorf("%s %s: %s is in %q", a.Name, variant, method, at.File)
					continue
				}
				if line := lineOf(t, at); !strings.HasPrefix(line, "func (") || !strings.Contains(line, ") "+method+"(") {
					t.Errorf("%s %s: %s begins in %s:%d, which is %q", a.Name, variant, method, at.File, at.Line, line)
				}
			}
			for _, kind := range []model.EventKind{model.LoseEvent, model.CrashEvent} {
				if at := sys.Handler(&model.Event{Kind: kind}); at != (model.Source{}) {
					t.Errorf("%s: %v has a handler", a.Name, kind)
				}
			}
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
