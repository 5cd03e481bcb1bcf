package cli

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/program"
)

// versionVerb is the verb.
var versionVerb = program.Verb{
	Use:      "version",
	Short:    "Show the version",
	Examples: []string{"version"},
	Args:     program.NoArguments,
	Build: func(p *program.Program, cmd *cobra.Command) {
		cmd.RunE = func(cmd *cobra.Command, _ []string) error {
			_, err := fmt.Fprintln(cmd.OutOrStdout(), p.VersionLine())
			return err
		}
	},
}
