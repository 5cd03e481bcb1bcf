package gate

import (
	"bytes"
	"fmt"
	"path/filepath"

	"github.com/gmecheck/gmecheck/algorithms/options"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/manifest"
	"github.com/gmecheck/gmecheck/explore/disk"
)

// Rewritten is a manifest file with the expectations that were rewritten.
type Rewritten struct {
	File    string
	Changes []manifest.Change
}

// Update rewrites in the manifests what they say and was not found so, and returns what changed, and the report as it
// is with the new expectations. What a manifest does not say is not added, and what a limit kept from being decided
// stays as it is: either may leave an expectation that is not met. With an error come the files that were rewritten before it.
func (r *Report) Update(all []*manifest.Manifest, words manifest.Vocabulary) ([]Rewritten, *Report, error) {
	var files []Rewritten
	after := &Report{Program: r.Program, Start: r.Start}
	from := 0
	for _, m := range all {
		results := r.Results[from : from+len(m.Checks)]
		from += len(m.Checks)
		changes, now, err := rewrite(m.File, results, words)
		if err != nil {
			return files, nil, err
		}
		if len(changes) > 0 {
			files = append(files, Rewritten{m.File, changes})
		}
		for k, x := range results {
			again := *x
			again.Check, again.Rows = now.Checks[k], nil
			if x.ran {
				again.judge()
			} else {
				again.Rows = x.Rows
			}
			after.Results = append(after.Results, &again)
		}
	}
	return files, after, nil
}

// rewrite rewrites one file. The new text is read before it is written, so that a manifest never becomes unreadable.
func rewrite(file string, results []*Result, words manifest.Vocabulary) ([]manifest.Change, *manifest.Manifest, error) {
	var edits []manifest.Edit
	for _, x := range results {
		for _, row := range x.Rows {
			edits = append(edits, row.Edits...)
		}
	}
	old, err := disk.ReadFile(file, manifest.MaxBytes)
	if err != nil {
		return nil, nil, options.Usage(err)
	}
	text, changes, err := manifest.Rewrite(file, old, edits)
	if err != nil {
		return nil, nil, options.Usage(err)
	}
	now, err := manifest.Parse(file, text, words)
	if err != nil {
		return nil, nil, options.Usage(fmt.Errorf("the rewritten manifest would be wrong: %w", err))
	}
	if !bytes.Equal(old, text) {
		if file, err = filepath.EvalSymlinks(file); err == nil { // a link stays one
			err = disk.WriteBytes(file, text)
		}
		if err != nil {
			return nil, nil, err
		}
	}
	return changes, now, nil
}
