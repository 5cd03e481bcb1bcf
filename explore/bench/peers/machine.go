package main

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"time"

	"github.com/dustin/go-humanize"
)

// machine is where a table was measured, and with which versions.
type machine struct {
	hardware string
	versions []string
}

// describe asks the system. What it does not say is left out.
func describe(ctx context.Context, fetch bool) machine {
	m := machine{hardware: fmt.Sprintf("%d cores", runtime.NumCPU())}
	if name := field("/proc/cpuinfo", "model name"); name != "" {
		m.hardware += " of " + name
	}
	if kib, err := strconv.ParseUint(strings.TrimSuffix(field("/proc/meminfo", "MemTotal"), " kB"), 10, 64); err == nil {
		m.hardware += ", " + humanize.IBytes(kib<<10)
	}
	m.hardware += ", " + runtime.GOOS + "/" + runtime.GOARCH
	m.versions = []string{runtime.Version()}
	classPath, _ := tlcClassPath(ctx, fetch) // without it there is no row that it could be about
	for _, tool := range []struct {
		name    string
		command []string
		version *regexp.Regexp
	}{
		{"SPIN", []string{"spin", "-V"}, regexp.MustCompile(`Version ([\d.]+)`)},
		{"Rumur", []string{"rumur", "--version"}, regexp.MustCompile(`version v?(\S+)`)},
		{"gcc", []string{"gcc", "--version"}, regexp.MustCompile(`gcc .* ([\d.]+)`)},
		{"TLC", []string{"java", "-cp", classPath, "tlc2.TLC", "-h"}, regexp.MustCompile(`(?:TLC2? |- )Version ([\d.]+)`)},
	} {
		output, _ := exec.CommandContext(ctx, tool.command[0], tool.command[1:]...).CombinedOutput() // some fail and answer all the same
		if found := tool.version.FindSubmatch(output); found != nil {
			m.versions = append(m.versions, fmt.Sprintf("%s %s", tool.name, found[1]))
		}
	}
	if lock, err := models.ReadFile("models/stateright/Cargo.lock"); err == nil && fetch {
		if found := regexp.MustCompile(`name = "stateright"\nversion = "(.*)"`).FindSubmatch(lock); found != nil {
			m.versions = append(m.versions, fmt.Sprintf("Stateright %s", found[1]))
		}
	}
	return m
}

// field is the value behind the first "name: value" of a file of the system.
func field(file, name string) string {
	f, err := os.Open(file)
	if err != nil {
		return ""
	}
	defer f.Close()
	for lines := bufio.NewScanner(f); lines.Scan(); {
		if key, value, ok := strings.Cut(lines.Text(), ":"); ok && strings.TrimSpace(key) == name {
			return strings.TrimSpace(value)
		}
	}
	return ""
}

// busy is the time that all cores together have worked since the machine started; 0 where the system does not say.
func busy() time.Duration {
	const tick = time.Second / 100
	f, err := os.Open("/proc/stat")
	if err != nil {
		return 0
	}
	defer f.Close()
	// cpu user nice system idle iowait irq softirq steal ...
	var user, nice, system, idle, wait, irq, soft, steal time.Duration
	if _, err := fmt.Fscanf(f, "cpu %d %d %d %d %d %d %d %d", &user, &nice, &system, &idle, &wait, &irq, &soft, &steal); err != nil {
		return 0
	}
	return (user + nice + system + irq + soft + steal) * tick
}
