package manifest_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/gmecheck/gmecheck/algorithms"
	"github.com/gmecheck/gmecheck/algorithms/options"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/manifest"
	"github.com/gmecheck/gmecheck/counterexamples"
	"github.com/gmecheck/gmecheck/explore"
)

// limits knows one limit, and of that one value.
var limits = manifest.Vocabulary{
	Algorithms: algorithms.All(),
	Keys:       []string{"max-states"},
	Options: func(given map[string]string) (explore.Options, error) {
		if text, ok := given["max-states"]; ok && text != "7" {
			return explore.Options{}, &options.UsageError{Flag: "max-states", Given: text, Allowed: "7"}
		}
		return explore.Options{MaxStates: 7 * len(given)}, nil
	},
}

func parse(text string) (*manifest.Manifest, error) {
	return manifest.Parse("testdata/gate.yaml", []byte(text), limits)
}

func TestParse(t *testing.T) {
	m, err := parse(`# a manifest
version: 1
checks:
  - name: published
    model:
      algorithm: srt-gme
      processes: 2
      groups: 2
      requests: [2, 1]
      repairs: [give-away]
      workload: "1:g1"
      network: fifo
      loss: 1
    search: {max-states: 7, properties: [gme, one-token, deadlock]}
    expect:
      states: 12 # exact
      transitions: 13
      depth: 4
      idle: [lose]
      properties:
        gme: {verdict: violated, steps: 9}
        one-token: vacuous
  - {"name": "as JSON", "model": {"algorithm": "gbp", "quorums": "tri", "groups": 3, "repairs": []}, "expect": {"complete": false}}
  - name: stored
    replay: gme.trace
    expect: no longer violates gme
`)
	if err != nil {
		t.Fatal(err)
	}
	if len(m.Checks) != 3 {
		t.Fatalf("%d checks", len(m.Checks))
	}
	c := m.Checks[0]
	if got, want := options.Line(c.Algorithm, c.Config), "srt-gme --variant published --repair give-away -n 2 -m 2 -r 2,1 --workload 1:g1 --net fifo --loss 1"; got != want {
		t.Errorf("model is\n%s, want\n%s", got, want)
	}
	x := c.Expect
	if c.Search.MaxStates != 7 || len(c.Panel) != 3 || !x.Complete || x.States.Is != 12 || x.Transitions.Is != 13 || x.Depth.Is != 4 || x.Idle[0] != "lose" {
		t.Errorf("search %+v, expect %+v", c.Search, x)
	}
	if p := x.Properties[0]; p.Verdict.Text != "violated" || p.Steps.Is != 9 || p.At.Line != 21 || p.Steps.At.Column != 41 {
		t.Errorf("gme: %+v", p)
	}
	if p := x.Properties[1]; p.Verdict.Text != "vacuous" || !p.Named || p.Steps != nil {
		t.Errorf("one-token: %+v", p)
	}
	if p := x.Properties[2]; p.Verdict.Text != "holds" || p.Named || p.At.Line != 4 {
		t.Errorf("deadlock: %+v", p)
	}
	if p := m.Checks[1].Expect.Properties[0]; p.Verdict.Text != "inconclusive" || m.Checks[1].Config.Param("quorums") != "tri" {
		t.Errorf("of a search that hits its limit: %+v", p)
	}
	if r := m.Checks[2].Replay; r.Expect != counterexamples.NoLongerViolates || len(r.Trace.Steps) != 4 {
		t.Errorf("replay: %+v", r)
	}
}

// one is a manifest with one check, whose lines begin in line 4.
func one(lines ...string) string {
	return "version: 1\nchecks:\n  - name: a\n    " + strings.Join(lines, "\n    ") + "\n"
}

const srt = "model: {algorithm: srt-gme, processes: 2}"

func TestMistakes(t *testing.T) {
	for text, want := range map[string]string{
		"":                                           `1:1: the file is empty; allowed is a manifest`,
		"# only a comment\n":                         `1:1: the file is empty`,
		"---\n---\n":                                 `1:1: the file is empty`,
		"version: 1\n---\nversion: 1":                `3:1: a second document`,
		"- a\n":                                      `1:1: the manifest is a list; allowed is a mapping`,
		"a manifest":                                 `1:1: the manifest is text; allowed is a mapping`,
		"version: 1\n":                               `1:1: no checks; a manifest that checks nothing proves nothing`,
		"version: 1\nchecks:\n":                      `2:9: checks is nothing; allowed is a list`,
		"version: 1\nchecks: []\n":                   `2:9: checks is empty; a manifest that checks nothing proves nothing`,
		"version: 1\nchecks: none\n":                 `2:9: checks is text; allowed is a list`,
		"version: 1\nchecks: {a: 1}\n":               `2:9: checks is a mapping; allowed is a list`,
		"version: 2\nchecks: []\n":                   `1:10: version 2; allowed is 1`,
		"version: one\nchecks: []\n":                 `1:10: version is "one"; allowed is a number from 0`,
		"checks: [{name: a, " + srt + "}]":           `1:1: no version; allowed is version: 1`,
		"version: 1\ncheks: []\n":                    `2:1: unknown key of the manifest "cheks"; allowed is version or checks; did you mean checks?`,
		"version: 1\nversion: 1\n":                   `2:1: version for the second time in the manifest; it stands in line 1 already`,
		"version: 1\nchecks: [1, 2":                  `2:9: not YAML: `,
		"version: 1\nchecks:\n\t- name: a":           `3:1: not YAML: `,
		"version: 1\nchecks:\n  - name: 'a\n":        `3:11: not YAML: `,
		"version: 1\nchecks:\n  - a\n":               `3:5: a check is text; allowed is a mapping`,
		"version: 1\nchecks:\n  - " + srt + "":       `3:5: a check without a name`,
		"version: 1\nchecks:\n  - name:\n    " + srt: `3:10: the name of a check is nothing; allowed is text`,
		"version: 1\nchecks:\n  - name: \"\"\n":      `3:11: the name of a check is empty; allowed is text`,
		"version: 1\nchecks:\n  - name: [a]\n":       `3:11: the name of a check is a list; allowed is text`,
		"version: 1\nchecks:\n  - name: \"a\\nb\"\n": `3:11: the name of a check "a\nb"; allowed is text in one line`,
		"version: 1\nchecks:\n  - name: &a b\n":      `3:11: the name of a check is an anchor`,

		one("modl: {algorithm: srt-gme}"):                                                   `4:5: unknown key of a check "modl"; allowed is name, model, invariants, search, replay or expect; did you mean model?`,
		one("expect: {}"):                                                                   `3:5: check "a" has nothing to check; allowed is model or replay`,
		one(srt, "replay: x.trace"):                                                         `5:5: check "a" has both model and replay`,
		one("model: srt-gme"):                                                               `4:12: model is text; allowed is a mapping`,
		one("model: {}"):                                                                    `4:12: model without an algorithm`,
		one("model: {algorithm: srt-gm}"):                                                   `4:24: no algorithm is named "srt-gm"; allowed is suzuki-kasami, srt-gme, `,
		one("model: {algorithm: 7}"):                                                        `4:24: no algorithm is named "7"; allowed is `,
		one("model: {algorithm: gbp, quorum: all}"):                                         `4:29: unknown key of model "quorum"; allowed is algorithm, `,
		one("model: {algorithm: gbp, quorums: al}"):                                         `4:38: quorums al: `,
		one("model:", "  algorithm: srt-gme", "  processes: 99"):                            `6:18: processes 99: out of range for srt-gme; allowed is a number from 2 to 8`,
		one("model:", "  algorithm: srt-gme", "  processes: two"):                           `6:18: processes two: out of range for srt-gme`,
		one("model: {algorithm: srt-gme, network: bagg}"):                                   `4:42: network bagg: no such network; allowed is bag or fifo; did you mean bag?`,
		one("model: {algorithm: srt-gme, variant: repare}"):                                 `did you mean repaired?`,
		one("model: {algorithm: srt-gme, tree: [0, 1]}"):                                    `4:39: tree 0,1: srt-gme has no use for it`,
		one("model: {algorithm: srt-gme, requests: {a: 1}}"):                                `4:43: requests is a mapping; allowed is text`,
		one("model: {algorithm: srt-gme, requests: [[1]]}"):                                 `4:44: an entry of requests is a list; allowed is text`,
		one("model: {algorithm: srt-gme, requests: [1, 1, 1, 1]}"):                          `4:43: requests 1,1,1,1: 4 budgets for 3 processes`,
		one("model: {algorithm: srt-gme, repairs: [give-awy]}"):                             `4:42: repairs give-awy: `,
		one("model: {algorithm: srt-gme, algorithm: gbp}"):                                  `4:33: algorithm for the second time in model; it stands in line 4 already`,
		one(srt, "invariants: []"):                                                          `5:17: invariants is a list; allowed is a mapping`,
		one(srt, "invariants: {}"):                                                          `5:17: invariants is empty; allowed are expressions`,
		one(srt, "invariants: {a b: 'true'}"):                                               `5:18: the name of an invariant "a b"; allowed are letters, digits, - and _, a letter first`,
		one(srt, "invariants: {gme: 'true'}"):                                               `5:18: an invariant "gme"; allowed is a name that no property and no number of the report has`,
		one(srt, "invariants: {states: 'true'}"):                                            `5:18: an invariant "states"; allowed is a name`,
		one(srt, "invariants: {a: [x]}"):                                                    `5:21: a is a list; allowed is text`,
		one(srt, "invariants:", "  a: len(cs) < 2 && P1.stat == 1"):                         `6:28: a: unknown field stat; did you mean state?`,
		one(srt, "invariants: {a: 'len(cs) < 2 && P1.stat == 1'}"):                          `5:40: a: unknown field stat; did you mean state?`,
		one(srt, `invariants: {a: "P1.stat"}`):                                              `5:25: a: unknown field stat; did you mean state?`,
		one(srt, `invariants: {a: "P1.state == \"N\" && P9.waits"}`):                        `5:21: a: column 20 of the expression: unknown name P9; did you mean P1?`,
		one(srt, "invariants: {a: P1.state}"):                                               `5:21: a: expected bool, but got text`,
		one(srt, "invariants: {a: 'true'}", "expect: {properties: {b: holds}}"):             `6:27: srt-gme has in this configuration no property "b"; allowed is gme, `,
		one("replay: gme.trace", "invariants: {a: 'true'}"):                                 `5:5: check "a" has invariants, but nothing is searched to replay a trace`,
		one("replay: stat.trace"):                                                           `4:13: replay stat.trace: property: column 4: unknown field stat`,
		one(srt, "search: {max-state: 7}"):                                                  `5:14: unknown key of search "max-state"; allowed is properties or max-states; did you mean max-states?`,
		one(srt, "search: {max-states: 8}"):                                                 `5:26: max-states 8: allowed is 7`,
		one(srt, "search: {properties: []}"):                                                `5:26: properties is empty`,
		one(srt, "search: {properties: gme}"):                                               `5:26: properties is text; allowed is a list`,
		one(srt, "search: {properties: [gm]}"):                                              `5:27: srt-gme has in this configuration no property "gm"; allowed is gme, `,
		one(srt, "search: {properties: [gme, gme]}"):                                        `5:32: gme for the second time in properties`,
		one(srt, "search: {properties: [gme]}", "expect: {properties: {one-token: holds}}"): `6:27: srt-gme has in this configuration no property "one-token"; allowed is gme`,
		one(srt, "expect: holds"):                                                           `5:13: expect is text; allowed is a mapping`,
		one(srt, "expect: {state: 7}"):                                                      `5:14: unknown key of expect "state"; allowed is complete, states, `,
		one(srt, "expect: {states: -1}"):                                                    `5:22: states is "-1"; allowed is a number from 0`,
		one(srt, "expect: {states: 1_000}"):                                                 `5:22: states is "1_000"; allowed is a number from 0`,
		one(srt, "expect: {states: \"7\"}"):                                                 `5:22: states is "7"; allowed is a number from 0`,
		one(srt, "expect: {states: 99999999999999999999}"):                                  `5:22: states is `,
		one(srt, "expect: {states: ~}"):                                                     `5:22: states is nothing; allowed is a number from 0`,
		one(srt, "expect: {complete: yes}"):                                                 `5:24: complete is yes; allowed is true or false`,
		one(srt, "expect: {idle: [loss]}"):                                                  `5:21: no fault is named "loss"; allowed is lose, duplicate, crash or early expiry; did you mean lose?`,
		one(srt, "expect: {properties: [gme]}"):                                             `5:26: properties is a list; allowed is a mapping`,
		one(srt, "expect: {properties: {gm: holds}}"):                                       `5:27: srt-gme has in this configuration no property "gm"; allowed is gme, `,
		one(srt, "expect: {properties: {gme: hold}}"):                                       `5:32: verdict "hold"; allowed is holds, violated, vacuous or inconclusive; did you mean holds?`,
		one(srt, "expect: {properties: {gme: {}}}"):                                         `5:32: gme expects nothing`,
		one(srt, "expect: {properties: {gme: {verdict: violated, step: 9}}}"):               `5:52: unknown key of gme "step"; allowed is verdict, steps or value; did you mean steps?`,
		one(srt, "expect: {properties: {gme: {steps: 9}}}"):                                 `5:27: gme has steps; allowed is that only with verdict: violated`,
		one(srt, "expect: {properties: {gme: {value: {max: 3}}}}"):                          `5:33: gme has a value, but it is no number; allowed is that only for bounds and costs`,
		one(srt, "expect: {properties: {bypass: {verdict: vacuous, value: {max: 3}}}}"):     `5:27: bypass has a value; allowed is that only with verdict: holds or violated`,
		one(srt, "expect: {properties: {gme: holds, gme: violated}}"):                       `5:39: gme for the second time in properties; it stands in line 5 already`,
		one(srt, "expect: {complete: false, properties: {gme: holds}}"):                     `5:49: gme holds with complete: false; allowed is violated or inconclusive`,
		one(srt) + "  - name: b\n    " + srt + "\n  - name: a\n    " + srt + "\n":           `7:11: a second check with the name "a"; the first stands in line 3`,
		one("replay: none.trace"):                                                           `4:13: replay none.trace: no such file or directory`,
		one("replay: ../testdata"):                                                          `4:13: replay ../testdata: it is not a regular file`,
		one("replay: junk.trace"):                                                           `4:13: replay junk.trace: testdata/junk.trace:1:1: `,
		one("replay: gme.trace", "search: {max-states: 7}"):                                 `5:5: check "a" has search, but nothing is searched to replay a trace`,
		one("replay: gme.trace", "expect: {gme: violated}"):                                 `5:13: expect is a mapping; allowed is text`,
		one("replay: gme.trace", "expect: violated"):                                        `5:13: expect "violated"; allowed is violates PROPERTY, no longer violates PROPERTY or diverges`,
		one("replay: gme.trace", "expect: violates one-token"):                              `5:13: the trace is not of property "one-token"; allowed is gme`,
	} {
		_, err := parse(text)
		var wrong *manifest.Error
		if !errors.As(err, &wrong) {
			t.Errorf("%q: the error is %v", text, err)
			continue
		}
		if !strings.Contains(err.Error(), want) || !strings.HasPrefix(err.Error(), "testdata/gate.yaml:") {
			t.Errorf("%q:\n  %v\nwant\n  %s", text, err, want)
		}
	}
}

// TestAllMistakes: every mistake is told, in the order of the file, and none that only follows from another.
func TestAllMistakes(t *testing.T) {
	_, err := parse(`version: 2
chek: []
checks:
  - name: many
    model: {algorithm: srt-gme, processes: 99, network: bagg, requests: [1, 1, 1, 1]}
    search: {max-state: 7, max-states: 8, properties: [gm]}
    expect:
      states: many
      depth: -1
      idle: [loss, lose]
      properties:
        gm: {verdict: hold, steps: x, value: {max: many}}
        gme: {steps: 9}
  - model: {algorithm: srt-gm}
    expect: {states: 1_0, properties: {gme: fine}}
  - name: misspelt
    modl: {}
  - name: many
    model: {algorithm: srt-gme}
    search: {properties: [gme, gm, gm]}
    expect: {properties: {gme: holds, gm: holds, one-token: holds}}
  - name: stored
    replay: none.trace
    search: {}
  - text
`)
	var all manifest.Errors
	if !errors.As(err, &all) {
		t.Fatalf("the error is %v", err)
	}
	want := []string{
		`1:10: version 2; allowed is 1`, `2:1: unknown key of the manifest`, `5:44: processes 99`, `5:57: network bagg`, `6:14: unknown key of search`,
		`6:40: max-states 8`, `8:15: states is`, `9:14: depth is`, `10:14: no fault`, `12:23: verdict "hold"`, `12:36: steps is`, `12:52: max is "many"`,
		`13:9: gme has steps`, `14:5: a check without a name`, `14:24: no algorithm`, `15:22: states is`, `15:45: verdict "fine"`, `17:5: unknown key of a check`,
		`18:11: a second check`, `20:32: srt-gme has in this configuration no property`, `20:36: srt-gme has`, `23:13: replay none.trace`,
		`24:5: check "stored" has search`, `25:5: a check is text`,
	}
	lines := strings.Split(err.Error(), "\n")
	for k := range max(len(lines), len(want)) {
		if k >= len(lines) || k >= len(want) || !strings.HasPrefix(lines[k], "testdata/gate.yaml:"+want[k]) {
			t.Fatalf("mistake %d is wrong:\n%s\nwant\n%s", k+1, err, strings.Join(want, "\n"))
		}
	}
}

// TestRewrite keeps line ends, characters of several bytes and what stands behind a scalar.
func TestRewrite(t *testing.T) {
	text := "version: 1\r\nchecks:\r\n  - name: été\r\n    model: {algorithm: srt-gme}\r\n    expect: {states: 12, properties: {\"gme\": {verdict: violated, steps: 9}}} # é\r\n"
	m, err := parse(text)
	if err != nil {
		t.Fatal(err)
	}
	x := m.Checks[0].Expect
	edits := []manifest.Edit{
		{At: x.States.At, Text: "3456"}, {At: x.Properties[0].Verdict.At, Text: "holds"}, {At: x.Properties[0].Steps.At, Remove: true},
	}
	got, changes, err := manifest.Rewrite("gate.yaml", []byte(text), edits)
	want := strings.NewReplacer("12", "3456", "violated, steps: 9", "holds").Replace(text)
	if err != nil || string(got) != want || len(changes) != 1 || changes[0].Line != 5 {
		t.Errorf("%v, %v\n%q, want\n%q", err, changes, got, want)
	}
	// A place at which something else stands by now is not touched.
	var wrong *manifest.Error
	if _, _, err := manifest.Rewrite("gate.yaml", []byte(want), edits); !errors.As(err, &wrong) || wrong.Line != 5 {
		t.Errorf("rewritten twice: %v", err)
	}
	if _, _, err := manifest.Rewrite("gate.yaml", nil, edits); !errors.As(err, &wrong) {
		t.Errorf("an empty file is rewritten: %v", err)
	}
}

// TestByteOrderMark: some editors write one.
func TestByteOrderMark(t *testing.T) {
	text := "version: 1\nchecks:\n  - {name: a, model: {algorithm: gbp}, expect: {complete: false}}\n"
	for _, mark := range []string{"", "\ufeff"} {
		if m, err := parse(mark + text); err != nil || len(m.Checks) != 1 {
			t.Errorf("%q: %v", mark, err)
		}
	}
}

func TestTooLarge(t *testing.T) {
	for _, text := range []string{
		strings.Repeat("#", manifest.MaxBytes+1), strings.Repeat("[", manifest.MaxBytes), strings.Repeat("{a: ", manifest.MaxBytes/4),
		strings.Repeat("- ", manifest.MaxBytes/2), strings.Repeat("? ", manifest.MaxBytes/2),
	} {
		if _, err := parse(text); err == nil {
			t.Errorf("%s... is a manifest", text[:8])
		}
	}
}

// TestValue reads the values of bounds.
func TestValue(t *testing.T) {
	if v, err := manifest.ReadValue("{min: 0, max: unbounded}"); err != nil || v.Min.Text != "0" || v.Max.Text != "unbounded" {
		t.Errorf("%v, %v", v, err)
	}
	for text, want := range map[string]string{
		"{max: many}":      `1:7: max is "many"; allowed is a number from 0, or unbounded`,
		"{min: unbounded}": `1:7: min is "unbounded"; allowed is a number from 0`,
		"{}":               "1:1: value is empty; allowed is min, max or both",
		"3":                "1:1: value is a number; allowed is a mapping",
		"{most: 3}":        `1:2: unknown key of value "most"; allowed is min or max`,
	} {
		if _, err := manifest.ReadValue(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
}

func TestRead(t *testing.T) {
	dir := t.TempDir()
	for _, file := range []string{"gate.yaml", "b.gate.yml", "c/gate.yml", "other.yaml", ".hidden/gate.yaml", "testdata/gate.yaml", "d/investigate.yaml"} {
		name := filepath.Join(dir, file)
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(one(srt)), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	all, err := manifest.Read([]string{dir, filepath.Join(dir, "gate.yaml")}, limits)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, m := range all {
		name, _ := filepath.Rel(dir, m.File)
		got = append(got, filepath.ToSlash(name))
	}
	if want := "b.gate.yml c/gate.yml gate.yaml"; strings.Join(got, " ") != want {
		t.Errorf("found %v, want %s", got, want)
	}
	for _, file := range []string{"gate.yaml", "c/gate.yml"} {
		if err := os.WriteFile(filepath.Join(dir, file), []byte("version: 1\n"), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	var mistakes manifest.Errors
	if _, err := manifest.Read([]string{dir}, limits); !errors.As(err, &mistakes) || len(mistakes) != 2 || mistakes[0].File == mistakes[1].File {
		t.Errorf("of two wrong files: %v", err)
	}
	for _, path := range []string{filepath.Join(dir, "d"), filepath.Join(dir, "none"), filepath.Join(dir, "none.yaml")} {
		var usage *options.UsageError
		if _, err := manifest.Read([]string{path}, limits); !errors.As(err, &usage) {
			t.Errorf("%s: %v", path, err)
		}
	}
}

func FuzzParse(f *testing.F) {
	seeds, err := filepath.Glob(filepath.Join("..", "..", "..", "..", "algorithms", "*", "gate.yaml"))
	if err != nil {
		f.Fatal(err)
	}
	for _, seed := range seeds {
		data, err := os.ReadFile(seed)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	f.Add([]byte(one(srt, "expect: {properties: {gme: {verdict: violated, steps: 4}}}")))
	f.Add([]byte(one("replay: gme.trace", "expect: diverges")))
	f.Add([]byte(one(srt, "invariants: {few: 'len(cs) < 2 && P1.state != \"N\"'}", "search: {properties: [gme]}")))
	f.Fuzz(func(t *testing.T, data []byte) {
		start := time.Now()
		m, err := manifest.Parse("testdata/gate.yaml", data, limits)
		if took := time.Since(start); took > 5*time.Second {
			t.Fatalf("%d bytes took %v", len(data), took)
		}
		var wrong *manifest.Error
		switch {
		case err != nil && !errors.As(err, &wrong):
			t.Fatalf("an error without a place: %v", err)
		case err != nil && (wrong.Line < 1 || wrong.Column < 1):
			t.Fatalf("no place: %v", err)
		case err != nil && strings.ContainsAny(wrong.Error(), "\n\r\x1b"):
			t.Fatalf("not in one line: %q", err)
		case err == nil && len(m.Checks) == 0:
			t.Fatal("a manifest that checks nothing")
		}
	})
}

// TestEndsOfLines: places are the same whatever lines end in.
func TestEndsOfLines(t *testing.T) {
	const text = "version: 1 # the first\n# a comment\nchecks:\n  # another\n  - name: last # here\n    model: {algorithm: srt-gme}\n"
	for ends, text := range map[string]string{"LF": text, "CRLF": strings.ReplaceAll(text, "\n", "\r\n")} {
		m, err := parse(text)
		if err != nil {
			t.Fatal(ends, err)
		}
		if at := m.Checks[0].At; at.Line != 5 {
			t.Errorf("%s: the name stands at %v", ends, at)
		}
		if _, err = parse(strings.Replace(text, "srt-gme", "srt-gm", 1)); err == nil || !strings.Contains(err.Error(), "gate.yaml:6:") {
			t.Errorf("%s: %v", ends, err)
		}
	}
}
