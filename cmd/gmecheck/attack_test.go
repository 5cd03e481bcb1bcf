//go:build linux

package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/gmecheck/gmecheck/algorithms"
	"github.com/gmecheck/gmecheck/algorithms/paper/papertest"
	"github.com/gmecheck/gmecheck/model"
)

// An attack tries what goes wrong in the world: kills, faults of the disk, damaged and hostile files. Each draws what it does from
// a seed, which a failure prints and GMECHECK_ATTACK_SEED repeats; GMECHECK_ATTACK is how long each goes on, such as 10m.

// campaign attacks anew until its time is over, at least a few times.
func campaign(t *testing.T, attack func(t *testing.T, r *rand.Rand)) {
	t.Helper()
	const least = 5
	long, err := time.ParseDuration(cmp.Or(os.Getenv("GMECHECK_ATTACK"), "2s"))
	if err != nil {
		t.Fatal(err)
	}
	seed := rand.Uint64()
	if given := os.Getenv("GMECHECK_ATTACK_SEED"); given != "" {
		if seed, err = strconv.ParseUint(given, 10, 64); err != nil {
			t.Fatal(err)
		}
	}
	for rounds, begin := 0, time.Now(); !t.Failed() && (rounds < least || time.Since(begin) < long); rounds++ {
		t.Run(fmt.Sprint(seed), func(t *testing.T) { attack(t, rand.New(rand.NewPCG(seed, 0))) })
		seed++
	}
	if t.Failed() {
		t.Logf("GMECHECK_ATTACK_SEED=%d repeats it", seed-1)
	}
}

// attacked is what a program has done under attack.
type attacked struct {
	code           int
	stdout, stderr string
}

// attack runs the program in a process of its own.
func attack(t *testing.T, args ...string) attacked {
	t.Helper()
	out := attackFor(t, 0, "gmecheck", args...)
	if out.code < 0 {
		t.Fatalf("%q is killed\n%s", args, out.stderr)
	}
	return out
}

// attackFor runs a program, and kills it after some time; 0: it may go on.
func attackFor(t *testing.T, limit time.Duration, name string, args ...string) attacked {
	t.Helper()
	c := exec.CommandContext(t.Context(), name, args...)
	var stdout, stderr bytes.Buffer
	c.Stdout, c.Stderr = &stdout, &stderr
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	if limit > 0 {
		timer := time.AfterFunc(limit, func() { _ = c.Process.Kill() })
		defer timer.Stop()
	}
	_ = c.Wait() // the exit code is looked at
	out := attacked{code: c.ProcessState.ExitCode(), stdout: stdout.String(), stderr: stderr.String()}
	// Go's runtime dies if it cannot write to the descriptor by which it wakes itself: to the search that is a kill like any other.
	if strings.Contains(out.stderr, "goroutine ") && !strings.Contains(out.stderr, "runtime: netpollBreak write failed") {
		t.Fatalf("%q dies: %v\n%s", args, c.ProcessState, out.stderr)
	}
	return out
}

// targets are models whose search takes some tenths of a second.
var targets = []string{
	"raymond -n 3 -r 3", "suzuki-kasami -n 3 -r 2", "srt-gme -n 3 -m 2", "srt-gme -n 2 -m 2 -r 2 --variant repaired --net fifo", "drs-gme -n 2 -m 2 -r 2 --loss 1",
	"token-ring -n 3 -r 2", "naimi-trehel -n 3 -r 3",
}

// whole is the report of an uninterrupted search, without its times.
var whole = sync.OnceValue(func() func(t *testing.T, line string) string {
	known := map[string]string{}
	return func(t *testing.T, line string) string {
		t.Helper()
		if known[line] == "" {
			known[line] = reportOf(attack(t, append(append([]string{"check"}, strings.Fields(line)...), "--json", "--quiet")...))
		}
		return known[line]
	}
})()

// reportOf is a JSON report without what differs from run to run.
func reportOf(out attacked) string {
	return fmt.Sprint(out.code, regexp.MustCompile(`"(seconds|peak_bytes|bytes_per_state|workers|handler_calls|nodes)": [0-9.e+-]+`).ReplaceAllString(out.stdout, `"$1": 0`))
}

// save begins a search with checkpoints and ends it by a limit, somewhere.
func save(t *testing.T, r *rand.Rand, line, dir string, more ...string) {
	t.Helper()
	for range 20 {
		args := append(append([]string{"check"}, strings.Fields(line)...), "--json", "--quiet", "--checkpoint", dir, "--checkpoint-every", "1ms", "--max-states", fmt.Sprint(10+r.IntN(2000)))
		if out := attack(t, append(args, more...)...); out.code == 0 {
			t.Fatalf("an incomplete search ends with 0\n%s", out.stdout)
		}
		if _, err := os.Stat(filepath.Join(dir, "checkpoint")); err == nil {
			return
		}
		os.RemoveAll(dir)
	}
	t.Fatal("nothing is saved")
}

// resume goes on with a search. It answers what the whole search does, or refuses.
func resume(t *testing.T, line, dir, what string) (refused bool) {
	t.Helper()
	out := attack(t, append(append([]string{"check"}, strings.Fields(line)...), "--json", "--quiet", "--resume", dir)...)
	if out.code == 64 && strings.Contains(out.stderr, dir) {
		return true
	}
	if got, want := reportOf(out), whole(t, line); got != want {
		t.Errorf("%s: %s\n%s\nwithout it\n%s\n%s", line, what, got, want, out.stderr)
	}
	return false
}

// TestAttackKill kills searches at random moments, and resumes them.
func TestAttackKill(t *testing.T) {
	papertest.Seldom(t, 2)
	campaign(t, func(t *testing.T, r *rand.Rand) {
		line, dir := targets[r.IntN(len(targets))], filepath.Join(t.TempDir(), "saved")
		how, killed := "--checkpoint", 0
		for {
			args := append(append([]string{"check"}, strings.Fields(line)...), "--json", "--quiet", how, dir, "--checkpoint-every", "1ms", "--workers", fmt.Sprint(1+r.IntN(4)))
			if r.IntN(3) == 0 {
				args = append(args, "--spill", t.TempDir(), "--max-memory", "60MiB")
			}
			limit := time.Duration(1+r.IntN(400)) * time.Millisecond
			if killed > 5 {
				limit = 0
			}
			out := attackFor(t, limit, "gmecheck", args...)
			if out.code >= 0 && out.code != 64 && !strings.Contains(out.stdout, `"max-memory`) {
				if got, want := reportOf(out), whole(t, line); got != want {
					t.Errorf("%s, killed %d times\n%s\nnot killed\n%s\n%s", line, killed, got, want, out.stderr)
				}
				return
			}
			killed++
			if _, err := os.Stat(filepath.Join(dir, "checkpoint")); err == nil {
				how = "--resume"
			} else if out.code == 64 {
				t.Fatalf("%q: %s", args, out.stderr)
			}
		}
	})
}

// TestAttackKillStore kills searches on files at random moments, and begins them anew on the same directory.
func TestAttackKillStore(t *testing.T) {
	papertest.Seldom(t, 2)
	campaign(t, func(t *testing.T, r *rand.Rand) {
		line, dir := targets[r.IntN(len(targets))], filepath.Join(t.TempDir(), "store")
		args := slices.Concat([]string{"check"}, strings.Fields(line), []string{"--json", "--quiet", "--store", dir, "--partitions", fmt.Sprint(1 + r.IntN(4))})
		for killed := 0; ; killed++ {
			limit := time.Duration(1+r.IntN(600)) * time.Millisecond
			if killed > 5 {
				limit = 0
			}
			out := attackFor(t, limit, "gmecheck", append(args, "--tasks-from", tasksFrom(r), "--workers", fmt.Sprint(1+r.IntN(3)))...)
			if out.code < 0 {
				continue
			}
			if got, want := reportOf(out), whole(t, line); got != want {
				t.Errorf("%q, killed %d times\n%s\nin memory\n%s\n%s", args, killed, got, want, out.stderr)
			}
			return
		}
	})
}

// tasksFrom draws whether all levels of a search on files are searched in memory, some, or none.
func tasksFrom(r *rand.Rand) string { return []string{"1", "200", "1000000"}[r.IntN(3)] }

// damage changes one file of a directory, which may be made to be that of another which fill makes; it says how.
func damage(t *testing.T, r *rand.Rand, dir string, fill func(other string)) (what string) {
	t.Helper()
	all, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	all = slices.DeleteFunc(all, func(e os.DirEntry) bool { return e.Name() == "lock" })
	one := func() string { return filepath.Join(dir, all[r.IntN(len(all))].Name()) }
	file := one()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	switch kind := r.IntN(7); {
	case kind == 0 && len(data) > 0:
		at := r.IntN(len(data))
		data[at] ^= 1 << r.IntN(8)
		what = fmt.Sprintf("bit of byte %d of %s", at, file)
	case kind == 1:
		data = data[:r.IntN(len(data)+1)]
		what = fmt.Sprintf("%s cut to %d bytes", file, len(data))
	case kind == 2:
		data = append(data, byte(r.IntN(256)))
		what = file + " with one byte more"
	case kind == 3:
		other := one()
		if data, err = os.ReadFile(other); err != nil {
			t.Fatal(err)
		}
		what = file + " is " + other
	case kind == 4:
		other := filepath.Join(t.TempDir(), "other")
		fill(other)
		if data, err = os.ReadFile(filepath.Join(other, filepath.Base(file))); err != nil {
			data = nil
		}
		what = file + " of another search"
	case kind == 5:
		if err := os.Remove(file); err != nil {
			t.Fatal(err)
		}
		return file + " is gone"
	default:
		data = nil
		what = file + " empty"
	}
	if err := os.WriteFile(file, data, 0o666); err != nil {
		t.Fatal(err)
	}
	return what
}

// TestAttackDamage damages the files of a checkpoint, or mixes those of two. A search is refused, or is what it would have been.
func TestAttackDamage(t *testing.T) {
	refused := 0
	campaign(t, func(t *testing.T, r *rand.Rand) {
		line, dir := targets[r.IntN(len(targets))], filepath.Join(t.TempDir(), "saved")
		save(t, r, line, dir)
		what := damage(t, r, dir, func(other string) { save(t, r, line, other, "--workers", "1") })
		if resume(t, line, dir, what) {
			refused++
		}
	})
	if refused == 0 {
		t.Error("nothing that was damaged was noticed")
	}
}

// TestAttackFaults lets calls of the system fail while a search is saved, or made on files; what is left is resumed, or was never saved.
func TestAttackFaults(t *testing.T) {
	strace, err := exec.LookPath("strace")
	if err != nil {
		t.Skip(err)
	}
	if out := attackFor(t, 0, strace, "-f", "-qq", "-o", "/dev/null", "-e", "trace=fsync", "true"); out.code != 0 {
		t.Skip(out.stderr) // a container where nothing is traced
	}
	failed := 0
	campaign(t, func(t *testing.T, r *rand.Rand) {
		line, dir := targets[r.IntN(2)], filepath.Join(t.TempDir(), "saved")
		call := []string{"fsync", "renameat", "write", "openat", "close"}[r.IntN(5)]
		fault := []string{"EIO", "ENOSPC", "EMFILE", "EDQUOT", "EROFS"}[r.IntN(5)]
		inject := fmt.Sprintf("inject=%s:error=%s:when=%d", call, fault, 1+r.IntN(60))
		if r.IntN(2) == 0 {
			inject += "+" // this one and all later ones
		}
		args := append([]string{"-f", "-qq", "-o", "/dev/null", "-e", "trace=" + call, "-e", inject, "gmecheck", "check"}, strings.Fields(line)...)
		stored := r.IntN(2) == 0
		if args = append(args, "--json", "--quiet", "--workers", "1"); stored {
			args = append(args, "--store", dir, "--partitions", "2", "--tasks-from", tasksFrom(r))
		} else {
			args = append(args, "--checkpoint", dir, "--checkpoint-every", "1ms")
		}
		if err := os.Mkdir(dir, 0o777); err != nil {
			t.Fatal(err)
		}
		out := attackFor(t, 30*time.Second, strace, args...)
		if out.code < 0 {
			t.Fatalf("%s: it does not end\n%s", inject, out.stderr)
		}
		if complete := strings.Contains(out.stdout, `"complete": true`); complete {
			if got := reportOf(out); got != whole(t, line) {
				t.Errorf("%s, %s: %s", line, inject, got)
			}
		} else if failed++; out.code == 0 {
			t.Errorf("%s, %s: exit code 0\n%s", line, inject, out.stdout)
		}
		if stored {
			if again := attack(t, append(append([]string{"check"}, strings.Fields(line)...), "--json", "--quiet", "--store", dir)...); reportOf(again) != whole(t, line) {
				t.Errorf("%s, %s: the store is lost\n%s\n%s", line, inject, again.stdout, again.stderr)
			}
		} else if _, err := os.Stat(filepath.Join(dir, "checkpoint")); err == nil && resume(t, line, dir, inject) {
			t.Errorf("%s: what was saved before %s is lost\n%s", line, inject, out.stderr)
		}
	})
	t.Logf("%d searches were ended by it", failed)
}

// TestAttackTwiceStore lets two searches work in one directory: the second is refused, and takes nothing from the first.
func TestAttackTwiceStore(t *testing.T) {
	line := "suzuki-kasami -n 3 -r 2"
	args := append(append([]string{"check"}, strings.Fields(line)...), "--json", "--quiet", "--tasks-from", "1", "--store", filepath.Join(t.TempDir(), "store"))
	first := exec.CommandContext(t.Context(), "gmecheck", append(args, "--workers", "1")...)
	var report bytes.Buffer
	first.Stdout = &report
	if err := first.Start(); err != nil {
		t.Fatal(err)
	}
	for range 500 {
		if _, err := os.Stat(filepath.Join(args[len(args)-1], "manifest")); err == nil {
			break
		}
		time.Sleep(2 * time.Millisecond)
	}
	if out := attack(t, args...); out.code != 64 || !strings.Contains(out.stderr, "another search works with it") {
		t.Errorf("exit code %d\n%s", out.code, out.stderr)
	}
	_ = first.Wait() // the exit code is compared
	if got := reportOf(attacked{code: first.ProcessState.ExitCode(), stdout: report.String()}); got != whole(t, line) {
		t.Errorf("%s\nalone\n%s", got, whole(t, line))
	}
}

// TestAttackTwice lets two searches save in one directory: the second is refused, and takes nothing from the first.
func TestAttackTwice(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "saved")
	line := "suzuki-kasami -n 3 -r 3 --property mutex"
	first := exec.CommandContext(t.Context(), "gmecheck", append(append([]string{"check"}, strings.Fields(line)...), "--quiet", "--checkpoint", dir, "--checkpoint-every", "20ms", "--workers", "1")...)
	if err := first.Start(); err != nil {
		t.Fatal(err)
	}
	for range 500 {
		if _, err := os.Stat(filepath.Join(dir, "checkpoint")); err == nil {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	for _, how := range []string{"--checkpoint", "--resume"} {
		out := attack(t, append(append([]string{"check"}, strings.Fields(line)...), "--quiet", how, dir)...)
		if out.code != 64 || !strings.Contains(out.stderr, "another search works with it") {
			t.Errorf("%s: exit code %d\n%s", how, out.code, out.stderr)
		}
	}
	_ = first.Process.Kill()
	_ = first.Wait()
	if resume(t, line, dir, "killed beside another") {
		t.Error("the checkpoint is lost")
	}
}

// begun begins a search on files, and ends it by a limit, somewhere.
func begun(t *testing.T, r *rand.Rand, line, dir string) {
	t.Helper()
	out := attack(t, append(append([]string{"check"}, strings.Fields(line)...), "--json", "--quiet", "--store", dir, "--tasks-from", tasksFrom(r), "--partitions", fmt.Sprint(1+r.IntN(7)), "--max-states", fmt.Sprint(20+r.IntN(300)))...)
	if out.code == 0 {
		t.Fatalf("an incomplete search ends with 0\n%s", out.stdout)
	}
}

// TestAttackDamageStore damages a file of a search on files, or takes it away. The search is refused, or is what it would have been.
func TestAttackDamageStore(t *testing.T) {
	papertest.Seldom(t, 2)
	refused := 0
	campaign(t, func(t *testing.T, r *rand.Rand) {
		line, dir := targets[r.IntN(len(targets))], filepath.Join(t.TempDir(), "store")
		begun(t, r, line, dir)
		what := damage(t, r, dir, func(other string) { begun(t, r, line, other) })
		out := attack(t, append(append([]string{"check"}, strings.Fields(line)...), "--json", "--quiet", "--store", dir)...)
		if out.code == 64 || out.code != 0 && strings.Contains(out.stdout, `"complete": false`) {
			if refused++; !strings.Contains(out.stderr, dir) {
				t.Errorf("%s, %s: nothing is said of the directory: %s", line, what, out.stderr)
			}
		} else if got, want := reportOf(out), whole(t, line); got != want {
			t.Errorf("%s, %s: exit code %d\n%s\nwithout it\n%s\n%s", line, what, out.code, got, want, out.stderr)
		}
	})
	if refused == 0 {
		t.Error("nothing that was damaged was noticed")
	}
}

// TestAttackFullDisk searches on a small disk that becomes full, and goes on where there is room again.
func TestAttackFullDisk(t *testing.T) {
	campaign(t, func(t *testing.T, r *rand.Rand) {
		line, dir := targets[r.IntN(len(targets))], filepath.Join(t.TempDir(), "disk")
		room := func(bytes int, flags uintptr) error {
			return syscall.Mount("tmpfs", dir, "tmpfs", flags, fmt.Sprintf("size=%d", bytes))
		}
		if err := os.Mkdir(dir, 0o777); err != nil {
			t.Fatal(err)
		}
		if err := room((1+r.IntN(60))<<12, 0); err != nil {
			t.Skip("nothing may be mounted here: ", err)
		}
		t.Cleanup(func() {
			if err := syscall.Unmount(dir, syscall.MNT_DETACH); err != nil {
				t.Error(err)
			}
		})
		how := [][]string{
			{"--checkpoint", filepath.Join(dir, "saved"), "--checkpoint-every", "1ms"}, {"--store", filepath.Join(dir, "store"), "--partitions", "2", "--tasks-from", tasksFrom(r)},
			{"--spill", dir, "--max-memory", "50MiB"},
		}[r.IntN(3)]
		args := slices.Concat([]string{"check"}, strings.Fields(line), []string{"--json", "--quiet", "--workers", fmt.Sprint(1 + r.IntN(3))})
		out := attack(t, append(args, how...)...)
		if complete := strings.Contains(out.stdout, `"complete": true`); !complete && out.code == 0 {
			t.Errorf("%q: exit code 0\n%s", how, out.stdout)
		} else if complete && !strings.Contains(out.stdout, `"max-memory`) && reportOf(out) != whole(t, line) { // there is memory for some answers only
			t.Errorf("%q: %s\nwith room\n%s", how, reportOf(out), whole(t, line))
		} else if !complete && !strings.Contains(out.stdout+out.stderr, "no space left") && how[0] != "--spill" {
			t.Errorf("%q: exit code %d, and no word of the disk\n%s\n%s", how, out.code, out.stdout, out.stderr)
		}
		const remount = 32
		if err := room(1<<26, remount); err != nil {
			t.Fatal(err)
		}
		switch _, err := os.Stat(filepath.Join(dir, "saved", "checkpoint")); {
		case err == nil:
			if resume(t, line, filepath.Join(dir, "saved"), "a full disk") {
				t.Error("what was saved before is lost")
			}
		case how[0] == "--store":
			if again := attack(t, append(args, how...)...); reportOf(again) != whole(t, line) {
				t.Errorf("%q: what was stored before the disk was full is lost\n%s\n%s", how, again.stdout, again.stderr)
			}
		}
	})
}

// TestAttackInput reads traces and manifests in which something is changed at random: any answer is fine but a panic, or none.
func TestAttackInput(t *testing.T) {
	var files []string
	for _, pattern := range []string{"../../counterexamples/corpus/*/*.trace", "../../algorithms/*/gate.yaml"} {
		found, err := filepath.Glob(pattern)
		if err != nil || len(found) == 0 {
			t.Fatal(pattern, err)
		}
		files = append(files, found...)
	}
	words := []string{"::error::x\n", "\x1b[31m", "-1", "99999999999999999999", "inf", "&a [*a, *a]", "{", "\x00", "\xff", "steps\n", "loop 0\n", "start x\n", "--processes", "<<: *x", "\u2028"}
	campaign(t, func(t *testing.T, r *rand.Rand) {
		file := files[r.IntN(len(files))]
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for range 1 + r.IntN(3) {
			at, to := r.IntN(len(data)+1), r.IntN(len(data)+1)
			at, to = min(at, to), max(at, to)
			switch r.IntN(4) {
			case 0:
				data = slices.Concat(data[:at], data[to:])
			case 1:
				data = slices.Insert(slices.Clone(data), at, []byte(words[r.IntN(len(words))])...)
			case 2:
				data = slices.Concat(data[:to], data[at:])
			case 3:
				if at < len(data) {
					data[at] = byte(r.IntN(256))
				}
			}
		}
		name := filepath.Join(t.TempDir(), filepath.Base(file))
		if err := os.WriteFile(name, data, 0o666); err != nil {
			t.Fatal(err)
		}
		args := []string{"replay", name}
		if strings.HasSuffix(name, ".yaml") {
			args = []string{"gate", "--github", name}
		}
		out := attackFor(t, 2*time.Second, "gmecheck", args...) // a manifest that is right as well takes its time
		if out.code == 2 || out.code == 70 {
			t.Errorf("%s: exit code %d\n%s\n%s", file, out.code, out.stderr, data)
		}
		for line := range strings.Lines(out.stdout) {
			if strings.HasPrefix(line, "::") && !strings.HasPrefix(line, "::error file=") && !strings.HasPrefix(line, "::warning file=") {
				t.Errorf("%s: a command of its own: %q", file, line)
			}
		}
	})
}

// measure runs the program of its second argument and writes the bytes of memory that it held at most, as the system counts them, to
// the file of its first. It is a process of its own, because a process inherits the mark of the one that started it: beside a test
// that has held more than the program, the program's own is not seen.
func measure() {
	c := exec.Command(os.Args[2], os.Args[3:]...)
	c.Stdout, c.Stderr = os.Stdout, os.Stderr
	_ = c.Run() // the exit code is passed on
	if use, ok := c.ProcessState.SysUsage().(*syscall.Rusage); ok {
		if err := os.WriteFile(os.Args[1], strconv.AppendInt(nil, use.Maxrss<<10, 10), 0o666); err != nil {
			panic(err)
		}
	}
	os.Exit(c.ProcessState.ExitCode())
}

func init() { programs["measure"] = measure }

// TestAttackMemory: no mode of search holds more memory than it is allowed, its report included, and each ends with a report.
func TestAttackMemory(t *testing.T) {
	papertest.Seldom(t, 2)
	const mebibytes = 80
	for _, args := range []string{
		"check drs-gme -n 3 -m 2 -r 2 --loss 1 --workers 1",
		"check drs-gme -n 3 -m 2 -r 2 --loss 1 --workers 3",
		"check srt-gme -n 3 -r 3 -m 2 --symmetry auto --workers 2",
		"check suzuki-kasami -n 3 -r inf --search dfs",
		"check suzuki-kasami -n 3 -r 3,3,2 --workers 2 --spill " + t.TempDir(),
		"simulate drs-gme -n 8 -m 8 -r 100 --loss 9 --workers 2",
	} {
		held := filepath.Join(t.TempDir(), "held")
		run := append([]string{held, "gmecheck"}, strings.Fields(args)...)
		out := attackFor(t, 0, "measure", append(run, "--max-memory", fmt.Sprint(mebibytes, "MiB"), "--quiet")...)
		text, err := os.ReadFile(held)
		if err != nil {
			t.Fatal(err)
		}
		peak, err := strconv.ParseInt(string(text), 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		if peak > mebibytes<<20 {
			t.Errorf("%s: %d bytes; allowed are %d", args, peak, mebibytes<<20)
		}
		if !strings.Contains(out.stdout, "\nverdict: ") {
			t.Errorf("%s: exit code %d without a report\n%s%s", args, out.code, out.stdout, out.stderr)
		}
		if spilled := strings.Contains(args, "--spill"); !spilled && !strings.Contains(out.stdout, fmt.Sprintf("max-memory %d MiB", mebibytes)) {
			t.Errorf("%s: the limit was not met, so nothing is tested\n%s", args, out.stdout)
		}
	}
}

// TestAttackReports: report files replace links and do not follow them; one that cannot be written is an internal error, as stdout
// is, and takes nothing away from the others.
func TestAttackReports(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	manifest := "version: 1\nchecks:\n  - name: overlap\n    model: {algorithm: srt-gme, processes: 2}\n    expect: {properties: {gme: holds, deadlock: holds}}\n"
	if err := errors.Join(
		os.WriteFile("gate.yaml", []byte(manifest), 0o666),
		os.WriteFile("victim", []byte("precious"), 0o666),
		os.Symlink("victim", "out.xml"), os.Mkdir("traces", 0o777), os.Symlink("../victim", "traces/overlap-gme.trace"),
		os.Symlink("/dev/full", "out.sarif"), os.Mkdir("blocked", 0o777), os.MkdirAll("blocked/overlap-gme.trace/x", 0o777),
	); err != nil {
		t.Fatal(err)
	}
	if out := attack(t, "gate", "--junit", "out.xml", "--sarif", "out.sarif", "--trace-dir", "traces"); out.code != 30 {
		t.Errorf("exit code %d\n%s%s", out.code, out.stdout, out.stderr)
	}
	for name, want := range map[string]string{"victim": "precious", "out.xml": "<testsuite", "out.sarif": "sarif", "traces/overlap-gme.trace": "property gme\n"} {
		if data, err := os.ReadFile(name); err != nil || !strings.Contains(string(data), want) {
			t.Errorf("%s: %v\n%s", name, err, data)
		}
	}
	out := attack(t, "gate", "--junit", "new.xml", "--sarif", "/dev/full", "--trace-dir", "blocked")
	if full := attack(t, "gate", "--junit", "/dev/full"); out.code != 70 || full.code != 70 {
		t.Errorf("exit codes %d and %d; want 70\n%s", out.code, full.code, out.stderr)
	}
	if data, err := os.ReadFile("new.xml"); err != nil || !strings.Contains(out.stdout, "overlap") {
		t.Errorf("a file that failed takes away others: %v\n%s\n%s", err, data, out.stdout)
	}
	out = attack(t, "check", "srt-gme", "-n", "2", "--quiet", "--trace-dir", "check")
	if out.code != 12 {
		t.Errorf("exit code %d", out.code)
	}
	all, err := os.ReadDir("check")
	if err != nil || len(all) < 2 {
		t.Fatal(all, err)
	}
	if err := errors.Join(os.RemoveAll("check"), os.MkdirAll(filepath.Join("check", all[0].Name(), "x"), 0o777)); err != nil {
		t.Fatal(err)
	}
	out = attack(t, "check", "srt-gme", "-n", "2", "--quiet", "--trace-dir", "check")
	if again, err := os.ReadDir("check"); err != nil || len(again) != len(all) || out.code != 70 || !strings.Contains(out.stdout, "\nverdict: ") {
		t.Errorf("%d of %d files, exit code %d, %v\n%s", len(again), len(all), out.code, err, out.stderr)
	}
}

// TestAttackReads: whatever cannot be read as a trace or a manifest is refused at once, as usage.
func TestAttackReads(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	if err := errors.Join(os.Symlink("/dev/zero", "zero"), syscall.Mkfifo("pipe", 0o666), os.Mkdir("dir", 0o777)); err != nil {
		t.Fatal(err)
	}
	for _, file := range []string{"zero", "pipe", "/dev/zero", "dir", "none"} {
		for _, args := range [][]string{{"replay", file}, {"gate", file}, {"step", "--plain", "--trace", file}, {"explore", "--trace", file}} {
			if args[0] == "gate" && file == "dir" {
				continue // a directory without manifests: also 64, by another way
			}
			if out := attack(t, args...); out.code != 64 {
				t.Errorf("%q: exit code %d\n%s", args, out.code, out.stderr)
			}
		}
	}
	for _, name := range []string{"zero", "pipe"} {
		if err := errors.Join(os.RemoveAll("saved"), os.Mkdir("saved", 0o777), os.Rename(name, "saved/checkpoint")); err != nil {
			t.Fatal(err)
		}
		if out := attack(t, "check", "raymond", "-n", "2", "--quiet", "--resume", "saved"); out.code != 64 {
			t.Errorf("a checkpoint that is a %s: exit code %d\n%s", name, out.code, out.stderr)
		}
	}
}

// container makes a control group with so much memory; the test is skipped where that is not allowed.
func container(t *testing.T, bytes int) (enter string) {
	t.Helper()
	for dir, limit := range map[string]string{"/sys/fs/cgroup/memory": "memory.limit_in_bytes", "/sys/fs/cgroup": "memory.max"} {
		dir = filepath.Join(dir, fmt.Sprintf("gmecheck-attack-%d", os.Getpid()))
		if err := os.Mkdir(dir, 0o777); err != nil {
			continue
		}
		t.Cleanup(func() { _ = syscall.Rmdir(dir) })
		file, err := os.OpenFile(filepath.Join(dir, limit), os.O_WRONLY, 0)
		if err != nil {
			continue
		}
		_, err = fmt.Fprint(file, bytes)
		if closed := file.Close(); err == nil && closed == nil {
			return filepath.Join(dir, "cgroup.procs")
		}
	}
	t.Skip("no control groups of memory may be made here")
	return ""
}

// TestAttackContainer: in a container with little memory a search ends with its report, and is not killed.
func TestAttackContainer(t *testing.T) {
	sizes := []int{40}
	if os.Getenv("GMECHECK_ATTACK") != "" {
		sizes = append(sizes, 60, 100, 150)
	}
	for _, mebibytes := range sizes {
		t.Run(fmt.Sprint(mebibytes), func(t *testing.T) {
			enter := container(t, mebibytes<<20)
			for _, args := range []string{
				"check drs-gme -n 3 -m 2 -r 2 --loss 1", "check suzuki-kasami -n 3 -r inf --search dfs", "simulate drs-gme -n 8 -m 8 -r 100 --loss 9",
				"check srt-gme -n 3 -m 2 -r 3 --symmetry auto",
			} {
				out := attackFor(t, time.Minute, "sh", "-c", "echo $$ > "+enter+" && exec gmecheck "+args+" --quiet")
				if !strings.Contains(out.stdout, "\nverdict: ") || !strings.Contains(out.stdout, "max-memory") {
					t.Errorf("%s: exit code %d\n%s%s", args, out.code, out.stdout, out.stderr)
				}
			}
		})
	}
}

// TestAttackDeterminism: the answer about a property does not depend on the workers, on where the states are, on whether the search
// was interrupted, or on what else is asked.
func TestAttackDeterminism(t *testing.T) {
	type finding struct {
		Name, Verdict, Detail string
		Steps                 int
		Trace                 []string
		Loop                  *int
	}
	type answer struct {
		Search struct {
			Complete                   bool
			States, Transitions, Depth int
			Levels                     []int
		}
		Properties []finding
	}
	read := func(t *testing.T, line string, args ...string) (a answer) {
		t.Helper()
		out := attack(t, slices.Concat([]string{"check"}, strings.Fields(line), []string{"--json", "--quiet"}, args)...)
		if err := json.Unmarshal([]byte(out.stdout), &a); err != nil {
			t.Fatalf("%s %q: exit code %d: %v\n%s", line, args, out.code, err, out.stderr)
		}
		return a
	}
	campaign(t, func(t *testing.T, r *rand.Rand) {
		all := algorithms.All()
		a := all[r.IntN(len(all))]
		line := a.Name + " --variant " + []string{model.Published, model.Repaired}[r.IntN(2)]
		if a.Processes.Min <= 2 && r.IntN(3) > 0 {
			line += " -n 2"
		}
		want := read(t, line, "--workers", "1", "--max-states", "50000")
		if !want.Search.Complete {
			return // too large for an attack that is to be short
		}
		var names []string
		for _, f := range want.Properties {
			names = append(names, f.Name)
		}
		r.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
		names = names[:1+r.IntN(len(names))]
		args := []string{"--workers", fmt.Sprint(1 + r.IntN(6)), "--property", strings.Join(names, ",")}
		if r.IntN(2) == 0 {
			dir := filepath.Join(t.TempDir(), "saved")
			read(t, line, append(args, "--checkpoint", dir, "--checkpoint-every", "1ms", "--max-states", fmt.Sprint(1+r.IntN(want.Search.States)))...)
			if _, err := os.Stat(filepath.Join(dir, "checkpoint")); err == nil {
				args = append(args, "--resume", dir)
			}
		}
		got := read(t, line, args...)
		if !reflect.DeepEqual(got.Search, want.Search) {
			t.Errorf("%s %q: %+v; all at once %+v", line, args, got.Search, want.Search)
		}
		for _, f := range got.Properties {
			k := slices.IndexFunc(want.Properties, func(g finding) bool { return g.Name == f.Name })
			if k < 0 || !reflect.DeepEqual(f, want.Properties[k]) {
				t.Errorf("%s %q: %+v; all at once %+v", line, args, f, want.Properties)
			}
		}
	})
}
