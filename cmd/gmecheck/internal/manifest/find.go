package manifest

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/gmecheck/gmecheck/algorithms/names"
	"github.com/gmecheck/gmecheck/algorithms/options"
	"github.com/gmecheck/gmecheck/explore/disk"
)

// Read reads the manifests that are named, and all that are in the directories that are named. Mistakes in them are [Errors], those
// of all files.
func Read(paths []string, words Vocabulary) ([]*Manifest, error) {
	var all []*Manifest
	var mistakes Errors
	seen := map[string]bool{}
	for _, path := range paths {
		files, err := find(path)
		if err != nil {
			return nil, err
		}
		for _, file := range files {
			if seen[file] {
				continue
			}
			seen[file] = true
			m, err := read(file, words)
			var wrong Errors
			if errors.As(err, &wrong) {
				mistakes = append(mistakes, wrong...)
			} else if err != nil {
				return nil, err
			}
			all = append(all, m)
		}
	}
	if len(mistakes) > 0 {
		return nil, mistakes
	}
	return all, nil
}

func read(file string, words Vocabulary) (*Manifest, error) {
	data, err := disk.ReadFile(file, MaxBytes)
	if err != nil {
		return nil, unreadable(file, err)
	}
	return Parse(file, data, words)
}

// unreadable is the error of a file or directory that cannot be read.
func unreadable(file string, err error) error {
	var failed *fs.PathError
	if errors.As(err, &failed) {
		err = failed.Err
	}
	return &options.UsageError{Problem: fmt.Sprintf("%s: %v", names.Shown(file), err)}
}

// isManifest reports whether a file is taken for a manifest where a directory is named: gate.yaml and NAME.gate.yaml,
// or .yml.
func isManifest(file string) bool {
	name := filepath.Base(file)
	for _, end := range []string{"gate.yaml", "gate.yml"} {
		if name == end || strings.HasSuffix(name, "."+end) {
			return true
		}
	}
	return false
}

// find lists the manifests of a path, in the order of their names.
func find(path string) ([]string, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, unreadable(path, err)
	}
	if !info.IsDir() {
		return []string{filepath.Clean(path)}, nil
	}
	var files []string
	err = filepath.WalkDir(path, func(file string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && file != path && (strings.HasPrefix(d.Name(), ".") || strings.HasPrefix(d.Name(), "_") ||
			d.Name() == "testdata" || d.Name() == "node_modules" || d.Name() == "vendor"):
			return fs.SkipDir
		case !d.IsDir() && isManifest(file):
			files = append(files, filepath.Clean(file))
		}
		return nil
	})
	if err != nil {
		return nil, unreadable(path, err)
	}
	if len(files) == 0 {
		return nil, &options.UsageError{
			Problem: names.Shown(path) + ": no manifest is in this directory, and a gate that checks nothing is not open",
			Allowed: "a file, or a directory with files named gate.yaml or NAME.gate.yaml (or .yml)",
		}
	}
	return files, nil
}
