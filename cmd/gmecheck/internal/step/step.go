// Package step is the verb step: a model walked through by hand in the terminal.
package step

import (
	"os"

	"github.com/spf13/cobra"

	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/flags"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/program"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/search"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/terminal"
)

// Verb is the verb.
var Verb = program.Verb{
	Use:   "step ALGORITHM",
	Short: "Walk through a model in the terminal, step by step",
	Long: "step shows the state and every step that is possible; a number takes one. It fills the terminal, or, with --plain or if\n" +
		"stdin or stdout is no terminal, reads a command from each line of stdin: ? lists them. explore does it in the browser.",
	Examples: []string{
		"step srt-gme -n 2",
		"step srt-gme --property gme",
		"step --trace srt-gme-gme.trace --plain",
	},
	Args:     program.AtMostOneAlgorithm,
	Complete: program.CompleteAlgorithm,
	Build:    build,
}

func build(p *program.Program, cmd *cobra.Command) {
	var lines bool
	configured := flags.Model(p, cmd)
	cmd.Flags().BoolVar(&lines, "plain", false, "read commands line by line, and draw nothing")
	from := search.Begin(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		show := terminal.NewProgress(cmd)
		t, err := from.Trace(p, cmd, args, configured, show.Update)
		show.Clear()
		if err != nil {
			return err
		}
		w, err := newWalker(t)
		if err != nil {
			return err
		}
		in, out := cmd.InOrStdin(), cmd.OutOrStdout()
		stdin, _ := in.(*os.File)
		if lines || stdin == nil || !terminal.IsTerminal(stdin) || !terminal.IsTerminal(out) {
			return plain(cmd.Context(), w, in, out)
		}
		s, err := newScreen()
		if err != nil {
			return plain(cmd.Context(), w, in, out)
		}
		defer s.Fini()
		return (&screen{Screen: s, walker: w}).run(cmd.Context())
	}
}
