package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/gmecheck/gmecheck/algorithms"
	"github.com/gmecheck/gmecheck/algorithms/options"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/gate"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/manifest"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/search"
)

var schemas = filepath.Join(root, "docs", "schemas")

// schema compiles a schema of docs/schemas; what it refers to is there, too.
func schema(t *testing.T, name string) *jsonschema.Schema {
	t.Helper()
	c := jsonschema.NewCompiler()
	files, err := filepath.Glob(filepath.Join(schemas, "*.json"))
	if err != nil {
		t.Fatal(err)
	}
	at := ""
	for _, file := range files {
		doc := parsed(t, read(t, file)).(map[string]any)
		id := doc["$id"].(string)
		if filepath.Base(file) != filepath.Base(id) {
			t.Fatalf("%s is %s", file, id)
		}
		if err := c.AddResource(id, doc); err != nil {
			t.Fatal(err)
		}
		if filepath.Base(file) == name+".schema.json" {
			at = id
		}
	}
	s, err := c.Compile(at)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return s
}

func read(t *testing.T, file string) []byte {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func parsed(t *testing.T, data []byte) any {
	t.Helper()
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(data))
	if err != nil {
		t.Fatalf("%v\n%.300s", err, data)
	}
	return doc
}

// answers are command lines that answer in JSON: together they have what answers can have.
var answers = []struct{ schema, line string }{
	{"report", "check srt-gme -n 2 --stats"},
	{"report", "check srt-gme -n 2 -r inf --net fifo --property starved,fair-starvation,bypass --max-states 3000"},
	{"report", "check drs-gme -n 2 --loss 1 --fault-scenario min --property gme,starved,one-holder"},
	{"report", "check gbp -n 2 -m 3 --fixed-priorities 1,2,1 --workload 1:g1,2:g2"},
	{"report", "check raymond -n 3 --symmetry auto --max-depth 6"},
	{"report", "check suzuki-kasami -n 2 -r inf"},
	{"report", "check drs-gme -n 2 --timers ordered --max-states 500"},
	{"report", "check drs-gme -n 2 --reduce invariants --property rs-lemma,deadlock"},
	{"report", "check srt-gme -n 2 --search dfs --stop-at-first --trace-dir ."},
	{"report", "check k-mutex --max-states 200 --invariant len(cs)<3"},
	{"simulation", "simulate drs-gme -n 3 --loss 2 --crash 1 --runs 20"},
	{"load", "load srt-gme -n 3 --entries 200 --runs 2 --precision 1% --most-runs 3"},
	{"load", "load drs-gme -n 2 --variant repaired --entries 200 --runs 2 --rate 0.05 --loss-chance 0.01 --crash-rate 0.01"},
	{"load", "load banerjee-chrysanthis -n 2 --entries 200 --runs 2 --event close=const:1"},
	{"load-sweep", "load raymond k-mutex --sweep n=2,4 --entries 100 --runs 2"},
	{"find", "find srt-gme -n 2 --where len(cs)>=2"},
	{"find", "find srt-gme -n 3 --where len(cs)>=3 --max-states 50"},
	{"conform", "conform " + filepath.Join(root, "docs", "logs", "good.log") + " -n 3"},
	{"conform", "conform " + filepath.Join(root, "docs", "logs", "bad.log") + " suzuki-kasami -n 3"},
	{"conform", "conform " + filepath.Join(root, "docs", "logs", "good.log") + " -n 3 --max-states 2"},
	{"gate", "gate gate.yaml --trace-dir traces"},
	{"claims", "claims srt-gme --property gme,deadlock,aging,messages-captain,starved --max-states 200"},
	{"claims", "claims suzuki-kasami -n 2"},
	{"assumptions", "claims --assumptions raymond -n 2"},
	{"assumptions", "claims --assumptions srt-gme -n 2 --property gme,starved,bypass --max-states 1000"},
	{"compare", "compare raymond k-mutex -n 2 --max-states 500"},
	{"repairs", "repairs srt-gme -n 2 --property gme,bypass --max-states 500"},
	{"repairs", "repairs srt-gme -n 2 --max-states 100"},
	{"sweep", "sweep raymond -n 2 --requests 1"},
	{"sweep", "sweep raymond --over n --up-to 4 --property messages,mutex"},
	{"mean", "mean raymond -n 2 -r inf"},
	{"mean", "mean drs-gme -n 2 --loss 1 --loss-rate 0.1 --crash 1 --crash-rate 0.01 --recovery exp:3 --timer exp:10 --requesters 1 --property gme --max-states 20000"},
	{"mean", "mean suzuki-kasami -n 2 --duplicate 1 --duplicate-rate 0.1 --property deadlock"},
	{"mean", "mean raymond -n 3 --max-states 10"},
	{"views", "views naimi-trehel -n 3 -k 1"},
	{"views", "views raymond -n 2 --crash 1 --loss 1"},
	{"views", "views suzuki-kasami -n 2 --queues 2 --numbers 2"},
	{"views", "views suzuki-kasami -n 3 --max-time 20ms"},
	{"views-every-n", "views raymond --every-n"},
	{"views-every-n", "views banerjee-chrysanthis --every-n"},
	{"views-every-n", "views token-ring --every-n --max-time 20ms"},
	{"list", "list"},
	{"list", "list gbp"},
	{"graph", "graph drs-gme -n 2 --variant repaired --requesters 1 --crash 1 --format json --max-states 5000"},
	{"graph", "graph srt-gme -n 2 --property gme --format json"},
	{"graph", "graph srt-gme -n 2 --property type-match --format json"},
	{"graph", "graph srt-gme -n 2 --around 7 --format json"},
	{"trace", "replay --format json " + filepath.Join(root, "counterexamples", "corpus", "srt-gme", "fair-starvation.trace")},
	{"trace", "replay --format json " + filepath.Join(root, "counterexamples", "corpus", "drs-gme", "remains-no-vain-expiry-times.trace")},
	{"trace", "replay --format json plain.trace"},
}

// mixed is a manifest with checks that are met, not met, and left open, and a trace.
const mixed = `version: 1
checks:
  - name: not met
    model: {algorithm: srt-gme, processes: 2}
    expect: {states: 3, properties: {bypass: {value: {max: 77}}, messages: violated}}
  - name: open
    model: {algorithm: raymond, processes: 3}
    search: {max-states: 20}
  - name: stored
    replay: %s
`

// TestAnswers: every answer in JSON is valid by the schema that it names, and would not be with a key more or less; every verb that
// answers in JSON is asked.
func TestAnswers(t *testing.T) {
	dir, err := filepath.Abs(root)
	if err != nil {
		t.Fatal(err)
	}
	at := map[string]*jsonschema.Schema{}
	for _, x := range answers {
		at[x.schema] = schema(t, x.schema)
	}
	t.Chdir(t.TempDir())
	stored := filepath.Join(dir, "counterexamples", "corpus", "srt-gme", "gme.trace")
	if err := os.WriteFile("gate.yaml", fmt.Appendf(nil, mixed, stored), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile("plain.trace", []byte("# gmecheck trace 1\nmodel raymond -n 2\nsteps\nrequest(1)\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	asked := map[string]bool{}
	for _, x := range answers {
		verb, _, _ := strings.Cut(x.line, " ")
		asked[verb] = true
		t.Run(x.line, func(t *testing.T) {
			args := strings.Fields(strings.Replace(x.line, root+string(filepath.Separator), dir+string(filepath.Separator), 1))
			c, _, err := gmecheck().Command().Find(args)
			if err != nil {
				t.Fatal(err)
			}
			for _, flag := range []string{"json", "quiet"} {
				if c.Flags().Lookup(flag) != nil {
					args = append(args, "--"+flag)
				}
			}
			var stdout, stderr bytes.Buffer
			gmecheck().Run(t.Context(), args, &stdout, &stderr)
			doc, ok := parsed(t, stdout.Bytes()).(map[string]any)
			if !ok || doc["schema"] != "gmecheck/"+x.schema {
				t.Fatalf("the answer is %.100s\n%s", &stdout, &stderr)
			}
			if err := at[x.schema].Validate(doc); err != nil {
				t.Fatal(err)
			}
			doc["more"] = 1
			if at[x.schema].Validate(doc) == nil {
				t.Error("a key that nobody knows is valid")
			}
			delete(doc, "more")
			for _, key := range slices.Sorted(maps.Keys(doc)) {
				value := doc[key]
				delete(doc, key)
				if at[x.schema].Validate(doc) == nil && key != "stats" && key != "fault_scenario" && key != "limit" && key != "start" && key != "open" && key != "misfit" && key != "loop" && key != "budget" && key != "not_judged" && key != "states_conjecture" && !(key == "property" && x.schema == "trace") {
					t.Errorf("valid without %s", key)
				}
				doc[key] = value
			}
		})
	}
	for _, c := range gmecheck().Command().Commands() {
		format := c.Flags().Lookup("format")
		if (c.Flags().Lookup("json") != nil || format != nil && strings.Contains(format.Usage, "json")) && !asked[c.Name()] {
			t.Errorf("no answer of %s is compared with a schema", c.Name())
		}
	}
}

// TestManifestSchema: editors complete gate.yaml by what gate reads: the same keys, names and words. -update writes them.
func TestManifestSchema(t *testing.T) {
	file := filepath.Join(schemas, "manifest.schema.json")
	old := read(t, file)
	var doc map[string]any
	if err := json.Unmarshal(old, &doc); err != nil {
		t.Fatal(err)
	}
	if doc["$id"] != gate.Schema {
		t.Errorf("its address is %s; gate init writes %s", doc["$id"], gate.Schema)
	}
	known := doc["definitions"].(map[string]any)
	var variants, repairs, properties []string
	keys, expected := map[string]any{}, map[string]any{}
	before := known["model"].(map[string]any)["properties"].(map[string]any)
	for _, key := range manifest.ModelKeys(algorithms.All()) {
		if keys[key] = before[key]; keys[key] == nil {
			keys[key] = maps.Clone(before["workload"].(map[string]any)) // a word, or a list of them
		}
		if enum := keys[key].(map[string]any)["enum"]; enum != nil {
			keys[key].(map[string]any)["enum"] = options.Values(nil, nil, cmp.Or(map[string]string{"network": "net"}[key], key))
		}
	}
	for _, a := range algorithms.All() {
		variants, repairs = append(variants, a.AllVariants()...), append(repairs, a.RepairNames()...)
		for _, variant := range a.AllVariants() {
			for _, p := range a.AllProperties(a.Config(variant)) {
				properties = append(properties, p.Name)
				expected[p.Name] = map[string]any{"$ref": "#/definitions/property"}
			}
		}
		for _, p := range a.Params {
			keys[p.Name].(map[string]any)["description"] = p.Doc + ": " + p.Allowed
		}
	}
	for name, all := range map[string][]string{"algorithms": algorithms.All().Names(), "variants": variants, "repairs": repairs, "properties": properties} {
		slices.Sort(all)
		known[name] = map[string]any{"enum": slices.Compact(all)}
	}
	known["model"].(map[string]any)["properties"] = keys
	known["expected"].(map[string]any)["properties"] = expected
	var now bytes.Buffer
	e := json.NewEncoder(&now)
	e.SetEscapeHTML(false)
	e.SetIndent("", " ")
	if err := e.Encode(doc); err != nil {
		t.Fatal(err)
	}
	if *update {
		if err := os.WriteFile(file, now.Bytes(), 0o666); err != nil {
			t.Fatal(err)
		}
	} else if !bytes.Equal(old, now.Bytes()) {
		t.Errorf("%s is out of date: go test ./cmd/gmecheck -run TestManifestSchema -update writes it", file)
	}
	searched := doc["properties"].(map[string]any)["checks"].(map[string]any)["items"].(map[string]any)["anyOf"].([]any)[0].(map[string]any)["properties"].(map[string]any)
	limits := slices.Sorted(maps.Keys(searched["search"].(map[string]any)["properties"].(map[string]any)))
	if want := slices.Sorted(slices.Values(append(slices.Clone(search.LimitKeys), "properties"))); !slices.Equal(limits, want) {
		t.Errorf("the keys of search are %v, want %v", limits, want)
	}
}

// TestMutantsAreValid: the reasons and records beside the algorithms are valid by their schema, and would not be without a reason.
func TestMutantsAreValid(t *testing.T) {
	s := schema(t, "mutants")
	files, err := filepath.Glob(filepath.Join(root, "algorithms", "*", "mutants.yaml"))
	if err != nil || len(files) == 0 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	for _, file := range files {
		data, err := yaml.YAMLToJSON(read(t, file))
		if err != nil {
			t.Fatal(err)
		}
		doc := parsed(t, data).(map[string]any)
		if err := s.Validate(doc); err != nil {
			t.Errorf("%s: %v", file, err)
		}
		doc["survives"] = map[string]any{"start-b04a997d": ""}
		if s.Validate(doc) == nil {
			t.Errorf("%s: valid without a reason", file)
		}
	}
}

// TestManifestsAreValid: what gate reads is valid by the schema, and most of what it refuses is not.
func TestManifestsAreValid(t *testing.T) {
	s := schema(t, "manifest")
	valid := func(text []byte) error {
		t.Helper()
		data, err := yaml.YAMLToJSON(text)
		if err != nil {
			t.Fatal(err)
		}
		return s.Validate(parsed(t, data))
	}
	for _, pattern := range []string{"algorithms/*/gate.yaml", ".ci/formats/gate.yaml", "cmd/gmecheck/testdata/*.yaml"} {
		files, err := filepath.Glob(filepath.Join(root, pattern))
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			if err := valid(read(t, file)); err != nil {
				t.Errorf("%s: %v", file, err)
			}
		}
	}
	const head = "version: 1\nchecks:\n  - name: a\n    "
	for text, ok := range map[string]bool{
		head + "model: {algorithm: drs-gme, timeouts: timed, delay: 1..2, timer: [T1=5]}":                                                             true,
		head + "model: {algorithm: drs-gme, timeouts: time}":                                                                                          false,
		head + "model: {algorithm: mine, own: 3}\n    invariants: {few: len(cs) < 2}\n    expect: {properties: {few: {verdict: violated, steps: 3}}}": true,
		head + "replay: a.trace\n    expect: no longer violates gme":                                                                                  true,
		head + "model: {algorithm: raymond, requests: [1, 2]}":                                                                                        true,
		"version: 2\nchecks: []":                                                  false,
		"version: 1\ncheks: []":                                                   false,
		"version: 1\nchecks: []":                                                  false,
		head + "modl: {}":                                                         false,
		head + "model: {}":                                                        false,
		head + "model: {algorithm: raymond}\n    replay: x":                       false,
		head + "model: {algorithm: raymond, network: bagg}":                       false,
		head + "model: {algorithm: raymond}\n    expect: {stats: 1}":              false,
		head + "model: {algorithm: raymond}\n    expect: {states: -1}":            false,
		head + "model: {algorithm: raymond}\n    expect: {idle: [loss]}":          false,
		head + "model: {algorithm: raymond}\n    search: {max-state: 7}":          false,
		head + "model: {algorithm: raymond}\n    invariants: {a b: x}":            false,
		head + "replay: a.trace\n    expect: holds":                               false,
		head + "model: {algorithm: raymond}\n    expect: {properties: {a: hold}}": false,
		head + "model: {algorithm: raymond}\n    expect: {properties: {a: {}}}":   false,
	} {
		if err := valid([]byte(text)); (err == nil) != ok {
			t.Errorf("%s\nis valid: %v, want %v", text, err == nil, ok)
		}
	}
}
