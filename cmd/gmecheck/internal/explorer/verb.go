package explorer

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/gmecheck/gmecheck/algorithms/options"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/flags"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/program"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/search"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/terminal"
	"github.com/gmecheck/gmecheck/counterexamples"
)

// Verb is the verb.
var Verb = program.Verb{
	Use:   "explore ALGORITHM",
	Short: "Walk through a model in the browser, step by step",
	Long: "explore starts a server on this machine and prints the address of its page. The page shows the state, every step that is\n" +
		"possible, the run as a diagram, and what the properties say; it looks for shortest ways from the state that it shows.\n" +
		"Only who knows the address can use it, from this machine. Ctrl-C ends it.",
	Examples: []string{
		"explore srt-gme -n 2 --open",
		"explore srt-gme --property gme",
		"explore --trace srt-gme-gme.trace",
	},
	Args:     program.AtMostOneAlgorithm,
	Complete: program.CompleteAlgorithm,
	Build:    build,
}

func build(p *program.Program, cmd *cobra.Command) {
	var port, maxStates int
	var open bool
	configured := flags.Model(p, cmd)
	cmd.Flags().BoolVar(&open, "open", false, "open the page in the browser")
	cmd.Flags().IntVar(&port, "port", 0, "listen on this port; 0: on a free one")
	from := search.Begin(cmd)
	options.NumberVar(cmd.Flags(), &maxStates, "max-states", 2_000_000, "give up a search from a state, and the map, after so many states")
	flags.Complete(cmd, "port")
	flags.Complete(cmd, "max-states")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		switch {
		case port < 0 || port > 65535:
			return &options.UsageError{Flag: "port", Given: strconv.Itoa(port), Allowed: "0 to 65,535"}
		case maxStates < 1:
			return &options.UsageError{Flag: "max-states", Given: strconv.Itoa(maxStates), Allowed: "1 or more"}
		}
		show := terminal.NewProgress(cmd)
		t, err := from.Trace(p, cmd, args, configured, show.Update)
		show.Clear()
		if err != nil {
			return err
		}
		l, err := net.Listen("tcp", net.JoinHostPort("127.0.0.1", strconv.Itoa(port)))
		if err != nil {
			return &options.UsageError{Flag: "port", Given: strconv.Itoa(port), Problem: err.Error()}
		}
		lab := newLab(p, t.Algorithm, t.Config, maxStates)
		if err := lab.begin(lab.variants[0], t); err != nil {
			return err
		}
		s := newServer(lab, l.Addr().String())
		address := s.address() + fragment(t.Trace)
		fmt.Fprintf(cmd.OutOrStdout(), "%s\n", address)
		fmt.Fprintf(cmd.ErrOrStderr(), "%s %s; Ctrl-C ends it\n", p.Name, options.Line(t.Algorithm, t.Config))
		if open {
			if err := browse(address); err != nil {
				fmt.Fprintf(cmd.ErrOrStderr(), "%s: the browser does not open: %v\n", p.Name, err)
			}
		}
		return serve(cmd.Context(), l, s)
	}
}

// fragment is the run as the page's address has it: after an @ the initial state, if there are several, and the steps.
func fragment(t *counterexamples.Trace) string {
	var parts []string
	if t.Start != "" {
		parts = append(parts, "@"+url.PathEscape(t.Start))
	}
	for _, label := range t.Steps {
		parts = append(parts, url.PathEscape(label))
	}
	if len(parts) == 0 {
		return ""
	}
	return "#" + strings.Join(parts, "/")
}

// serve answers until the context ends.
func serve(ctx context.Context, l net.Listener, s *server) error {
	h := &http.Server{Handler: s, ReadHeaderTimeout: 10 * time.Second, BaseContext: func(net.Listener) context.Context { return ctx }}
	ended := context.AfterFunc(ctx, func() { _ = h.Close() })
	defer ended()
	if err := h.Serve(l); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}
