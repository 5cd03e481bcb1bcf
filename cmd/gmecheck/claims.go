package main

import (
	"github.com/spf13/cobra"

	"gmecheck/algorithms/options"
)

func newClaims() *cobra.Command {
	var byAssumptions bool
	cmd := &cobra.Command{
		Use:   "claims ALGORITHM --assumptions",
		Short: "Which assumptions on network and sites each of the paper's claims needs",
		Long: "claims --assumptions asks of every property under which of these assumptions it holds: channels keep their order\n" +
			"(fifo), no loss, no duplication, no crash, no premature timeout. It shows the weakest combinations, and a shortest\n" +
			"counterexample where one assumption of them is dropped. A fault that is not excluded has the budget of its flag\n" +
			"(--loss, --duplicate, --crash, --early), but at least one.",
		Example: "  gmecheck claims suzuki-kasami --assumptions -n 2\n" +
			"  gmecheck claims srt-gme --assumptions --variant repaired -n 2 --property gme,one-token --trace-dir traces",
		Args:              oneAlgorithm,
		ValidArgsFunction: completeAlgorithm,
	}
	configured := modelFlags(cmd)
	f := newExplorations(cmd, configured, assumptionsMaxStates)
	cmd.Flags().BoolVar(&byAssumptions, "assumptions", false, "ask which assumptions each property needs")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if !byAssumptions {
			return &options.UsageError{Problem: "claims needs --assumptions"}
		}
		a, err := find(args[0])
		if err != nil {
			return err
		}
		c, err := configured.Config(a)
		if err != nil {
			return err
		}
		return f.assumptions(cmd, a, c)
	}
	return cmd
}
