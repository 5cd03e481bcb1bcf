package main

import (
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
)

// judged are the properties that gmecheck judges here; the models of the peers state the same two.
var judged = []string{"mutex", "one-token"}

// gmecheck searches breadth first, whatever the number of workers.
func gmecheck(workers int) tool {
	return tool{
		name: "gmecheck", workers: workers, parse: parseGmecheck,
		build: func(ctx context.Context, dir string, c config) ([]string, error) {
			binary := filepath.Join(dir, "gmecheck")
			if err := compile(ctx, "", "go", "build", "-o", binary, "github.com/gmecheck/gmecheck/cmd/gmecheck"); err != nil {
				return nil, err
			}
			return append(append([]string{binary, "check"}, c.arguments()...), "--property", strings.Join(judged, ","),
				"--workers", fmt.Sprint(workers), "--json", "--quiet"), nil
		},
	}
}

func parseGmecheck(output string) (count, error) {
	var report struct {
		Search struct {
			Complete            bool
			Limit               string
			States, Transitions int
		}
		Properties []struct{ Name, Verdict string }
		Verdict    string
	}
	if err := json.Unmarshal([]byte(output), &report); err != nil {
		return count{}, fmt.Errorf("no report: %w", err)
	}
	var holds []string
	for _, p := range report.Properties {
		if p.Verdict == "holds" {
			holds = append(holds, p.Name)
		}
	}
	switch {
	case !report.Search.Complete:
		return count{}, fmt.Errorf("the search is not complete: %s", report.Search.Limit)
	case report.Verdict != "holds" || !slices.Equal(holds, judged):
		return count{}, fmt.Errorf("verdict %s: of %v only %v hold", report.Verdict, judged, holds)
	}
	return count{report.Search.States, report.Search.Transitions}, nil
}
