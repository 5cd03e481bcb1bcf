package main

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
)

// SPIN's searches. All are safety searches without partial order reduction, which removes nothing from this model and
// costs time, with a hash table of 2^24 slots, SPIN's default.
//
// Two cores: SPIN's parallel search replaces states by hashes of 64 bits unless it is told otherwise (-DNO_TDH), and might
// lose some; both are measured, for the exact one is slower.

func spinDepthFirst() tool {
	return spin(tool{name: "SPIN, depth first", workers: 1, parse: parseSpin}, "hidden", nil, nil)
}

func spinBreadthFirst() tool {
	return spin(tool{name: "SPIN, breadth first", workers: 1, parse: parseSpin}, "", []string{"-DBFS"}, nil)
}

func spinParallel(cores int) tool {
	return spin(tool{name: "SPIN, parallel", workers: cores, parse: parseSpin},
		"", []string{"-DBFS_PAR", "-DNO_TDH"}, []string{fmt.Sprint("-u", cores)})
}

func spinHashCompact(cores int) tool {
	return spin(tool{name: "SPIN, parallel, hash-compact", workers: cores, parse: parseSpinHashCompact},
		"", []string{"-DBFS_PAR"}, []string{fmt.Sprint("-u", cores)})
}

// spin completes a tool: scratch is the storage class of scratch variables, compiled and started are more flags.
func spin(t tool, scratch string, compiled, started []string) tool {
	t.reference = true
	t.build = func(ctx context.Context, dir string, c config) ([]string, error) {
		if err := installed("spin", "gcc"); err != nil {
			return nil, err
		}
		if err := copyModel(dir, "suzuki_kasami.pml", ""); err != nil {
			return nil, err
		}
		size := []string{"-a", fmt.Sprint("-DN=", len(c.requests)), "-DSCRATCH=" + scratch}
		for i := range c.requests {
			size = append(size, fmt.Sprintf("-DB%d=%d", i, c.requests[i])) // SPIN's arrays begin with 0
		}
		if err := compile(ctx, dir, "spin", append(size, "suzuki_kasami.pml")...); err != nil {
			return nil, err
		}
		flags := slices.Concat([]string{"-O2", "-DSAFETY", "-DNOREDUCE", "-DMEMLIM=4000"}, compiled, []string{"-o", "pan", "pan.c"})
		if err := compile(ctx, dir, "gcc", flags...); err != nil {
			return nil, err
		}
		return append([]string{"./pan", "-E", "-n", "-m10000", "-w24"}, started...), nil
	}
	return t
}

// What SPIN prints. Its exit code is 0 after a violated assertion and after an exhausted limit, too.
var (
	spinExact       = regexp.MustCompile(`(?m)^Full statespace search for:$`)
	spinHashed      = regexp.MustCompile(`(?m)^Hash-Compact 4 search for:$`)
	spinAsserts     = regexp.MustCompile(`(?m)^\tassertion violations\s+\+$`)
	spinErrors      = regexp.MustCompile(`(?m)^State-vector \d+ byte, depth reached \d+, errors: (\d+)$`)
	spinStates      = regexp.MustCompile(`(?m)^ *(\d+) states, stored$`)
	spinTransitions = regexp.MustCompile(`(?m)^ *(\d+) transitions \(= stored\+matched\)$`)
	spinCut         = regexp.MustCompile(`(?mi)^.*(not completed|too small|out of|stop \(|abort|memlim|interrupted|truncated|warning|violated).*$`)
)

func parseSpin(output string) (count, error)            { return parsePan(output, spinExact) }
func parseSpinHashCompact(output string) (count, error) { return parsePan(output, spinHashed) }

// parsePan reads the report of a verifier that must be of the given mode. SPIN counts one transition more than there
// are: the arrival at the initial state.
func parsePan(output string, mode *regexp.Regexp) (count, error) {
	if cut := spinCut.FindString(output); cut != "" {
		return count{}, fmt.Errorf("the search is not complete: %s", cut)
	}
	failures := spinErrors.FindStringSubmatch(output)
	states, transitions := spinStates.FindStringSubmatch(output), spinTransitions.FindStringSubmatch(output)
	switch {
	case !mode.MatchString(output):
		return count{}, fmt.Errorf("no line %q", mode)
	case !spinAsserts.MatchString(output):
		return count{}, errors.New("assertions were not checked")
	case failures == nil || states == nil || transitions == nil:
		return count{}, errors.New("the report is not whole")
	case failures[1] != "0":
		return count{}, fmt.Errorf("%s errors", failures[1])
	}
	found, err := counted(states[1], transitions[1])
	if found.states == 0 {
		return count{}, errors.New("nothing was searched")
	}
	found.transitions--
	return found, err
}
