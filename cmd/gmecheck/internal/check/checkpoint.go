package check

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/gmecheck/gmecheck/algorithms/options"
	"github.com/gmecheck/gmecheck/algorithms/paper"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/flags"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/program"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/search"
	"github.com/gmecheck/gmecheck/explore"
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
)

// survivalFlags are the flags of searches that take longer than the machine may run.
type survivalFlags struct {
	checkpoint string
	every      time.Duration
	resume     string
	spill      string
}

func (f *survivalFlags) add(cmd *cobra.Command) {
	set := cmd.Flags()
	set.StringVar(&f.checkpoint, "checkpoint", "", "save the search in this `directory` at intervals, and when a limit or a signal ends it")
	set.DurationVar(&f.every, "checkpoint-every", 5*time.Minute, "save before a level if the last checkpoint is, or would become, older than this `time`")
	set.StringVar(&f.resume, "resume", "", "continue the search saved in this `directory`, and continue to save it there")
	set.StringVar(&f.spill, "spill", "", "continue on disk, in this `directory`, when --max-memory is used up")
	for _, name := range []string{"checkpoint", "resume", "spill"} {
		flags.Must(cmd.MarkFlagDirname(name))
	}
	flags.Complete(cmd, "checkpoint-every")
}

// configure checks the flags and completes the options of the search.
func (f *survivalFlags) configure(o *explore.Options, p *program.Program, a *paper.Algorithm, c model.Config, panel invariants.Panel) error {
	flag, dir := "checkpoint", f.checkpoint
	if f.resume != "" {
		flag, dir = "resume", f.resume
	}
	switch {
	case f.every <= 0:
		return &options.UsageError{Flag: "checkpoint-every", Given: f.every.String(), Allowed: "a time such as 30s or 5m"}
	case o.Symmetry && f.spill != "":
		return &options.UsageError{Flag: "spill", Given: f.spill, Problem: "a search reduced by symmetry is not spilled", Allowed: "--symmetry off"}
	case o.Symmetry && dir != "":
		return &options.UsageError{Flag: flag, Given: dir, Problem: "a search reduced by symmetry is not saved", Allowed: "--symmetry off"}
	case f.spill != "" && o.MaxMemory == explore.NoLimit:
		return &options.UsageError{Flag: "spill", Given: f.spill, Problem: "it is for what --max-memory has no room for, which is no limit"}
	case f.spill != "" && o.Mode != explore.BFS:
		return &options.UsageError{Flag: "spill", Given: f.spill, Problem: "only a search breadth first can be spilled", Allowed: "--search bfs"}
	}
	if f.spill != "" {
		o.Spill = &explore.Spill{Dir: f.spill}
	}
	switch {
	case dir == "":
		return nil
	case f.resume != "" && f.checkpoint != "" && filepath.Clean(f.resume) != filepath.Clean(f.checkpoint):
		return &options.UsageError{
			Flag: "checkpoint", Given: f.checkpoint, Problem: "a resumed search is saved where it was", Allowed: f.resume + ", or nothing",
		}
	case o.Mode != explore.BFS:
		return &options.UsageError{Flag: flag, Given: dir, Problem: "only a search breadth first can be saved", Allowed: "--search bfs"}
	}
	build, err := programText(p)
	if err != nil {
		return err
	}
	o.Checkpoint = &explore.Checkpoint{Dir: dir, Every: f.every, Resume: f.resume != "", Of: []explore.Trait{
		{Name: "model", Value: options.Line(a, c)},
		{Name: "fingerprint", Value: c.Fingerprint()},
		{Name: "list of properties", Value: strings.Join(search.PropertyNames(panel), ",")},
		{Name: "program", Value: build},
	}}
	return nil
}

// programText identifies the program exactly: a checkpoint is worth something only to the handlers that wrote it.
func programText(p *program.Program) (string, error) {
	path, err := os.Executable()
	if err != nil {
		return "", err
	}
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	sum := sha256.New()
	if _, err := io.Copy(sum, f); err != nil {
		return "", err
	}
	return fmt.Sprintf("%s %s (%x)", p.Name, p.Version, sum.Sum(nil)[:6]), nil
}

// explain makes a directory that cannot be used the user's mistake.
func (f *survivalFlags) explain(err error) error {
	var refused *explore.CheckpointError
	var spill *explore.SpillError
	switch {
	case errors.As(err, &refused) && refused.Resume:
		return &options.UsageError{Flag: "resume", Given: refused.Dir, Problem: refused.Err.Error()}
	case errors.As(err, &refused):
		return &options.UsageError{Flag: "checkpoint", Given: refused.Dir, Problem: refused.Err.Error()}
	case errors.As(err, &spill):
		return &options.UsageError{Flag: "spill", Given: spill.Dir, Problem: spill.Err.Error()}
	}
	return err
}

// tell says on stderr what became of files.
func (f *survivalFlags) tell(w io.Writer, p *program.Program, quiet bool, o explore.Options, r *explore.Result) {
	if r.Err != nil {
		fmt.Fprintf(w, "%s: %v\n", p.Name, r.Err)
	} else if r.Saved && !quiet {
		fmt.Fprintf(w, "%s: saved; --resume %s goes on with it\n", p.Name, o.Checkpoint.Dir)
	}
}
