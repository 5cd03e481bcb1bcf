package gate

import (
	"cmp"
	"errors"
	"io"
	"os"

	"github.com/spf13/cobra"

	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/flags"
	"github.com/gmecheck/gmecheck/explore/disk"
)

// outputs are the flags of gate that write files, and for GitHub.
type outputs struct {
	junit    string
	sarif    string
	traceDir string
	github   bool
}

func (f *outputs) register(cmd *cobra.Command) {
	set := cmd.Flags()
	set.StringVar(&f.junit, "junit", "", "write a JUnit report: a suite for each check, a case for each expectation")
	set.StringVar(&f.sarif, "sarif", "", "write what is not met as SARIF 2.1.0")
	set.StringVar(&f.traceDir, "trace-dir", "", "write a trace file for every unexpected violation into this directory")
	set.BoolVar(&f.github, "github", false, "annotate the expectations that are not met, and append a summary to $GITHUB_STEP_SUMMARY")
	flags.Must(cmd.MarkFlagDirname("trace-dir"))
}

// check refuses, before anything runs, what could not be written afterwards.
func (f *outputs) check() error {
	if err := cmp.Or(flags.Placed("junit", f.junit), flags.Placed("sarif", f.sarif)); err != nil || f.traceDir == "" {
		return err
	}
	return flags.MakeTraceDir(f.traceDir)
}

// write writes what the flags ask for; the commands for GitHub go to w. What cannot be written takes nothing away from the others.
func (f *outputs) write(w io.Writer, version string, report *Report) error {
	repo, failed := repository()
	add := func(err error) { failed = errors.Join(failed, err) }
	if f.traceDir != "" {
		add(report.WriteTraces(f.traceDir))
	}
	if f.junit != "" {
		add(disk.WriteFile(f.junit, report.JUnit))
	}
	if f.sarif != "" {
		add(disk.WriteFile(f.sarif, func(w io.Writer) error { return report.SARIF(w, repo, version) }))
	}
	if f.github {
		report.Annotations(w, repo)
		if summary := os.Getenv("GITHUB_STEP_SUMMARY"); summary != "" {
			add(appendTo(summary, report.Summary))
		}
	}
	return failed
}

// repository is the one that GitHub has checked out, otherwise that around the working directory.
func repository() (Repository, error) {
	if top := os.Getenv("GITHUB_WORKSPACE"); top != "" {
		return Repository{Top: top}, nil
	}
	return FindRepository(".")
}

func appendTo(name string, write func(io.Writer) error) error {
	file, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o666)
	if err != nil {
		return err
	}
	return errors.Join(write(file), file.Close())
}
