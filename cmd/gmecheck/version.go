package main

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"

	"github.com/gmecheck/gmecheck/algorithms/options"
)

// version is set by the linker in releases.
var version = ""

// versionText is the release, or the commit, or "devel".
func versionText() string {
	if version != "" {
		return version
	}
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" && info.Main.Version != "(devel)" {
		return info.Main.Version
	}
	return "devel"
}

// versionLine says what was built, with what and for what.
func versionLine() string {
	return fmt.Sprintf("gmecheck %s %s %s/%s", versionText(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
}

func newVersion() *cobra.Command {
	return &cobra.Command{
		Use:     "version",
		Short:   "Show the version",
		Example: "  gmecheck version",
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) > 0 {
				return &options.UsageError{Problem: fmt.Sprintf("version takes no argument, not %q", args[0])}
			}
			return nil
		},
		RunE: func(c *cobra.Command, _ []string) error {
			_, err := fmt.Fprintln(c.OutOrStdout(), versionLine())
			return err
		},
	}
}
