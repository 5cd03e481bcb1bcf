package main

import (
	"os"
	"os/exec"
	"syscall"
)

// isolate puts a process and what it will start into a group of their own. When its time is over all are interrupted, not
// killed: SPIN's shared memory would stay behind.
func isolate(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGINT) }
}

// peak is the largest resident set, in bytes, of a process that has ended, or of one that it waited for. A process inherits
// the mark of the one that started it, which is this one: not above that, it is not known, and 0.
func peak(ended *os.ProcessState) int64 {
	const kibi = 1 << 10
	var own syscall.Rusage
	usage, ok := ended.SysUsage().(*syscall.Rusage)
	if !ok || syscall.Getrusage(syscall.RUSAGE_SELF, &own) != nil || usage.Maxrss <= own.Maxrss {
		return 0
	}
	return usage.Maxrss * kibi
}
