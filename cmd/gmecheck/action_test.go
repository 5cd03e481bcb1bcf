package main

import (
	"crypto/sha256"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/gmecheck/gmecheck/algorithms/paper/papertest"
)

// echoProgram prints its arguments, one a line, as the gate of the action's script gets them.
const echoProgram = `package main

import (
	"fmt"
	"os"
)

func main() {
	for _, a := range os.Args[1:] {
		fmt.Println(a)
	}
}
`

// TestAction runs the action's script: it builds the program of a module, and hands it all manifests, whatever line they stand in.
func TestAction(t *testing.T) {
	papertest.Seldom(t, 2)
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("the action needs bash")
	}
	dir := t.TempDir()
	source := filepath.Join(dir, "my source")
	for name, text := range map[string]string{"go.mod": "module mine\n\ngo 1.24\n", "lock/main.go": echoProgram} {
		file := filepath.Join(source, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	script, err := filepath.Abs("../../.github/gate.sh")
	if err != nil {
		t.Fatal(err)
	}
	step := func(name, manifests string) (string, error) {
		cmd := exec.Command(bash, script, name)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "SOURCE="+source, "PACKAGE=./lock", "MANIFESTS="+manifests, "REPORTS=my reports", "RUNNER_TEMP="+dir,
			"GITHUB_OUTPUT="+filepath.Join(dir, "output"), "GOFLAGS=-mod=mod")
		out, err := cmd.CombinedOutput()
		return string(out), err
	}
	run := func(manifests string) (string, error) { return step("run", manifests) }
	for manifests, want := range map[string]string{
		".":                                    ".",
		"one.gate.yaml two":                    "one.gate.yaml two",
		"one.gate.yaml\ntwo\n\n  three.yaml\n": "one.gate.yaml two three.yaml",
	} {
		out, err := run(manifests)
		if err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		lines := strings.Split(strings.TrimSpace(out), "\n")
		const before = 9 // gate --github --junit FILE --sarif FILE --trace-dir DIR --
		if got := strings.Join(lines[min(before, len(lines)):], " "); got != want || lines[0] != "gate" || lines[3] != "my reports/junit.xml" {
			t.Errorf("manifests %q: the program gets %q", manifests, lines)
		}
	}
	if out, err := run(" \n"); err == nil || !strings.Contains(out, "names nothing") {
		t.Errorf("no manifests: %v: %s", err, out)
	}
	outputs := func(name string) string {
		if err := os.WriteFile(filepath.Join(dir, "output"), nil, 0o666); err != nil {
			t.Fatal(err)
		}
		if out, err := step(name, "."); err != nil {
			t.Fatalf("%s: %v: %s", name, err, out)
		}
		output, err := os.ReadFile(filepath.Join(dir, "output"))
		if err != nil {
			t.Fatal(err)
		}
		return string(output)
	}
	if got := outputs("run"); !strings.Contains(got, "sarif=my reports/gate.sarif\n") {
		t.Errorf("the outputs are %q", got)
	}
	if got := outputs("caches"); !regexp.MustCompile(`^build=/.+\nmodules=/.+\nversion=go1.+\n$`).MatchString(got) {
		t.Errorf("the caches are %q", got)
	}

	// The digest is that of the files, and of nothing else.
	first := outputs("find")
	if !regexp.MustCompile(`^source=/.*/my source\ndigest=[0-9a-f]{64}\n$`).MatchString(first) {
		t.Errorf("the source is %q", first)
	}
	file := filepath.Join(source, "lock/main.go")
	if err := os.Chtimes(file, time.Time{}, time.Unix(1, 0)); err != nil {
		t.Fatal(err)
	}
	if again := outputs("find"); again != first {
		t.Errorf("the digest depends on a time: %q, %q", first, again)
	}
	if err := os.WriteFile(file, []byte(echoProgram+"\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	if again := outputs("find"); again == first {
		t.Error("the digest does not depend on the files")
	}
}

// TestReleased: the action takes the program of a release, if it is the one that its checksum says, and otherwise builds it. A server stands for
// GitHub's.
func TestReleased(t *testing.T) {
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("the action needs bash")
	}
	if _, err := exec.LookPath("curl"); err != nil {
		t.Skip("the action needs curl")
	}
	script, err := filepath.Abs("../../.github/gate.sh")
	if err != nil {
		t.Fatal(err)
	}
	const program = "#!/bin/sh\necho released \"$@\"\n"
	sum := fmt.Sprintf("%x", sha256.Sum256([]byte(program)))
	files := map[string]string{
		"/v1.2.3/gmecheck_linux_amd64": program, "/v1.2.3/gmecheck_darwin_arm64": program, "/v1.2.3/gmecheck_windows_amd64.exe": program,
		"/v1.2.3/SHA256SUMS":           sum + "  gmecheck_linux_amd64\n" + sum + "  gmecheck_darwin_arm64\n" + sum + "  gmecheck_windows_amd64.exe\n",
		"/v6.6.6/gmecheck_linux_amd64": program + "# and more\n", "/v6.6.6/SHA256SUMS": sum + "  gmecheck_linux_amd64\n",
	}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		text, is := files[r.URL.Path]
		if !is {
			http.NotFound(w, r)
			return
		}
		_, _ = w.Write([]byte(text))
	}))
	defer server.Close()
	step := func(dir, name string, env ...string) (output, said string, err error) {
		file := filepath.Join(dir, "output")
		if err := os.WriteFile(file, nil, 0o666); err != nil {
			t.Fatal(err)
		}
		cmd := exec.Command(bash, script, name)
		cmd.Dir, cmd.Env = dir, append(os.Environ(), append(env, "RUNNER_TEMP="+dir, "GITHUB_OUTPUT="+file)...)
		out, err := cmd.CombinedOutput()
		text, _ := os.ReadFile(file)
		return string(text), string(out), err
	}
	for _, test := range []struct{ tag, os, arch, want string }{
		{"v1.2.3", "Linux", "X64", "gmecheck_linux_amd64"}, {"v1.2.3", "macOS", "ARM64", "gmecheck_darwin_arm64"}, {"v1.2.3", "Windows", "X64", "gmecheck_windows_amd64.exe"},
		{"v1.2.3", "Linux", "ARM64", ""}, {"v1.2.4", "Linux", "X64", ""}, {"main", "Linux", "X64", ""}, {"../v1.2.3", "Linux", "X64", ""}, {"", "Linux", "X64", ""},
	} {
		dir := t.TempDir()
		output, said, err := step(dir, "released", "RELEASES="+server.URL, "TAG="+test.tag, "RUNNER_OS="+test.os, "RUNNER_ARCH="+test.arch)
		want := ""
		if test.want != "" {
			want = "program=" + filepath.Join(dir, test.want) + "\n"
		}
		if err != nil || output != want {
			t.Errorf("%+v: %v, %q: %s", test, err, output, said)
		}
		if test.want == "" {
			continue
		}
		_, said, err = step(dir, "run", "PROGRAM="+filepath.Join(dir, test.want), "MANIFESTS=gate.yaml", "REPORTS=reports", "SOURCE=/nowhere", "PACKAGE=./none")
		if err != nil || !strings.HasPrefix(said, "released gate --github ") || !strings.HasSuffix(said, "-- gate.yaml\n") {
			t.Errorf("%+v: %v: %s", test, err, said)
		}
	}
	if output, said, err := step(t.TempDir(), "released", "RELEASES="+server.URL, "TAG=v6.6.6", "RUNNER_OS=Linux", "RUNNER_ARCH=X64"); err == nil || output != "" || !strings.Contains(said, "another checksum") {
		t.Errorf("a changed program: %v, %q: %s", err, output, said)
	}
}

// TestActionSteps: the steps of action.yml refer to outputs that a step before them prints, and to steps that the script has.
func TestActionSteps(t *testing.T) {
	text, err := os.ReadFile("../../action.yml")
	if err != nil {
		t.Fatal(err)
	}
	script, err := os.ReadFile("../../.github/gate.sh")
	if err != nil {
		t.Fatal(err)
	}
	outputs, steps, _ := strings.Cut(string(text), "\nruns:")
	uses := regexp.MustCompile(`steps\.(\w+)\.outputs\.(\w+)`)
	known := map[string]bool{}
	for _, step := range strings.Split(steps, "\n    - ") {
		for _, use := range uses.FindAllStringSubmatch(step, -1) {
			if !known[use[1]] || !strings.Contains(string(script), `"`+use[2]+"=") {
				t.Errorf("no step before has %s:\n%s", use[0], step)
			}
		}
		if id := regexp.MustCompile(`\bid: (\w+)`).FindStringSubmatch(step); id != nil {
			known[id[1]] = true
		}
		if run := regexp.MustCompile(`gate\.sh (\w+)`).FindStringSubmatch(step); run != nil && !strings.Contains(string(script), "\n"+run[1]+")\n") {
			t.Errorf("the script has no step %s", run[1])
		}
	}
	for _, use := range uses.FindAllStringSubmatch(outputs, -1) {
		if !known[use[1]] || !strings.Contains(string(script), `"`+use[2]+"=") {
			t.Errorf("no step has %s", use[0])
		}
	}
	if len(known) != 4 {
		t.Errorf("%d steps have names: %v", len(known), known)
	}
}
