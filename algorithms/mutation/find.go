package main

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"

	"github.com/gmecheck/gmecheck/algorithms"
)

// subject is a package with algorithms, and its gate.
type subject struct {
	dir   string   // "algorithms/drsgme"
	names []string // of its algorithms
}

func (s *subject) gate() string { return filepath.Join(s.dir, "gate.yaml") }

func (s *subject) title() string { return strings.Join(s.names, ", ") }

// subjects lists the packages of all algorithms, in their order.
func subjects() []*subject {
	var all []*subject
	for _, a := range algorithms.All() {
		// "github.com/gmecheck/gmecheck/algorithms/drsgme.init.func1"
		function := runtime.FuncForPC(reflect.ValueOf(a.New).Pointer()).Name()
		name, _, _ := strings.Cut(function[strings.LastIndex(function, "/")+1:], ".")
		dir := filepath.Join("algorithms", name)
		if last := len(all) - 1; last >= 0 && all[last].dir == dir {
			all[last].names = append(all[last].names, a.Name)
			continue
		}
		all = append(all, &subject{dir: dir, names: []string{a.Name}})
	}
	return all
}

// chosen lists the packages of the algorithms that are named; of none: all.
func chosen(names []string) ([]*subject, error) {
	all := subjects()
	if len(names) == 0 {
		return all, nil
	}
	var some []*subject
	for _, name := range names {
		at := slices.IndexFunc(all, func(s *subject) bool { return slices.Contains(s.names, name) || filepath.Base(s.dir) == name })
		if at < 0 {
			_, err := algorithms.All().Find(name)
			return nil, err
		}
		if !slices.Contains(some, all[at]) {
			some = append(some, all[at])
		}
	}
	return some, nil
}

// top is the directory of the module in which the command runs.
func top() (string, error) {
	dir, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "algorithms", "mutation")); err == nil {
			return dir, nil
		}
		if filepath.Dir(dir) == dir {
			return "", fmt.Errorf("run it in gmecheck's repository")
		}
		dir = filepath.Dir(dir)
	}
}
