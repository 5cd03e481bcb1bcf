package cli

import (
	"os"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"

	"github.com/gmecheck/gmecheck/algorithms/options"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/program"
)

var manVerb = program.Verb{
	Use:   "man DIR",
	Short: "Write a manual page for each command",
	Long: "man writes manual pages of section 1 into a directory: one for the program, and one for each command, with all its flags.\n" +
		"man -l DIR/NAME.1 reads one; in a directory man1 of the manual's path, man NAME does.",
	Examples: []string{"man ~/.local/share/man/man1"},
	Args: func(_ *program.Program, _ string, args []string) error {
		if len(args) != 1 {
			return &options.UsageError{Problem: "man needs one directory, for the pages"}
		}
		return nil
	},
	Complete: func(*program.Program, []string) ([]cobra.Completion, cobra.ShellCompDirective) {
		return nil, cobra.ShellCompDirectiveFilterDirs
	},
	Build: func(p *program.Program, cmd *cobra.Command) {
		cmd.RunE = func(cmd *cobra.Command, args []string) error {
			if err := os.MkdirAll(args[0], 0o777); err != nil {
				return options.Usage(err)
			}
			root := cmd.Root()
			root.DisableAutoGenTag = true // the date of the day
			header := &doc.GenManHeader{Section: "1", Source: p.Name + " " + p.Version, Manual: p.Name + " manual"}
			return options.Usage(doc.GenManTree(root, header, args[0]))
		}
	},
}
