package gate

import (
	"errors"
	"os"
	"path/filepath"
	"strings"

	"github.com/gmecheck/gmecheck/counterexamples"
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
)

// Repository is the directory from which others name files.
type Repository struct{ Top string }

// FindRepository is the repository around a directory: the nearest one above it with .git in it, otherwise itself.
func FindRepository(dir string) (Repository, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return Repository{}, err
	}
	for top := dir; ; {
		if _, err := os.Stat(filepath.Join(top, ".git")); err == nil {
			return Repository{top}, nil
		}
		above := filepath.Dir(top)
		if above == top {
			return Repository{dir}, nil
		}
		top = above
	}
}

// location is a line of a file in the repository.
type location struct {
	file string // with slashes, from the top; absolute if it is outside
	line int
}

// manifest is where the manifest says what is not met.
func (r Repository) manifest(x *Result, row *Row) location {
	return location{r.file(x.Check.File), row.At.Line}
}

// file is a path as the repository has it.
func (r Repository) file(path string) string {
	file, err := filepath.Abs(path)
	if err != nil {
		file = path
	}
	if inside, ok := r.inside(file); ok {
		file = inside
	}
	return filepath.ToSlash(file)
}

// source is a place in a protocol's source; false if that file is not in the repository.
func (r Repository) source(s model.Source) (location, bool) {
	if s.Line == 0 {
		return location{}, false
	}
	for _, path := range []string{filepath.FromSlash(s.Path), filepath.Join(r.Top, filepath.FromSlash(s.File))} {
		if !filepath.IsAbs(path) {
			continue // written without the places of this machine
		}
		if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() {
			continue
		}
		if file, ok := r.inside(path); ok {
			return location{filepath.ToSlash(file), s.Line}, true
		}
	}
	return location{}, false
}

// inside is the path from the top; false if it is not below it.
func (r Repository) inside(path string) (string, bool) {
	file, err := filepath.Rel(r.Top, path)
	return file, err == nil && file != ".." && !strings.HasPrefix(file, ".."+string(filepath.Separator))
}

// blame is the place that an annotation points at: the handler in which the violation happens if it is in the
// repository, otherwise the manifest's line.
func (r Repository) blame(x *Result, row *Row) location {
	if row.Finding == nil || row.Finding.Verdict != invariants.Refuted {
		return r.manifest(x, row)
	}
	steps := x.steps(row)
	for k := len(steps) - 1; k >= 0; k-- {
		if steps[k].at.Line == 0 {
			continue // a fault: what the last handler before it did matters
		}
		if at, ok := r.source(steps[k].at); ok {
			return at
		}
		break
	}
	return r.manifest(x, row)
}

// step is one step of a run, with its handler.
type step struct {
	label string
	at    model.Source
}

// steps are those of the run that the row has to show, nil if there is none.
func (x *Result) steps(row *Row) []step {
	if !row.Traced() {
		return nil
	}
	sys := x.Check.Algorithm.New(x.Check.Config)
	path, err := counterexamples.Walk(sys, x.Trace(row))
	var diverged *counterexamples.Divergence
	if err != nil && !errors.As(err, &diverged) {
		return nil
	}
	var all []step
	for k, label := range row.Finding.Trace {
		s := step{label: label}
		if k < len(path.Choices) {
			e := path.Choices[k].Event
			s.at = sys.Handler(e, path.States[k].Nodes[e.Site-1])
		}
		all = append(all, s)
	}
	return all
}
