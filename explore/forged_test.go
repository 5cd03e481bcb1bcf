package explore_test

import (
	"encoding/json"
	"math"
	"path/filepath"
	"strings"
	"testing"

	"github.com/gmecheck/gmecheck/algorithms/suzukikasami"
	"github.com/gmecheck/gmecheck/explore"
	"github.com/gmecheck/gmecheck/explore/disk"
	"github.com/gmecheck/gmecheck/explore/internal/store"
	"github.com/gmecheck/gmecheck/explore/internal/tasks"
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/invariants/question"
	"github.com/gmecheck/gmecheck/model"
)

// TestForgedManifest: a manifest with a right checksum that says what no search finds is refused when it is read, or when what it
// says is looked for; none panics.
func TestForgedManifest(t *testing.T) {
	a, c := &suzukikasami.Algorithm, suzukikasami.Algorithm.Config(model.Published)
	for forged, want := range map[string]string{
		`"Found": [{"Property": -1, "Length": 1}]`: "numbers that no search has",
		`"Found": [{"Property": 63, "Length": 1}]`: "numbers that no search has",
		`"Found": [{"Property": 0, "Length": 99}]`: "numbers that no search has",
		`"Found": [{"Property": 0, "Length": 1}]`:  "a violation that was found is not found again",
	} {
		dir := disk.Dir{Path: filepath.Join(t.TempDir(), "checkpoint"), Passing: true}
		check(t, a, c, explore.Options{Workers: 1, MaxDepth: 4, Checkpoint: saved(dir.Path, false)})
		var raw json.RawMessage
		if err := dir.Load("checkpoint", "gmecheck checkpoint 1", &raw); err != nil {
			t.Fatal(err)
		}
		text := strings.Replace(string(raw), `"Found": null`, forged, 1)
		if text == string(raw) {
			t.Fatalf("nothing is forged in\n%s", text)
		}
		if err := dir.Save("checkpoint", "gmecheck checkpoint 1", json.RawMessage(text)); err != nil {
			t.Fatal(err)
		}
		if why := Refused(t, a, c, explore.Options{Workers: 1, Checkpoint: saved(dir.Path, true)}); !strings.Contains(why, "numbers that no search has") {
			t.Errorf("%s, and nothing is judged: %s", forged, why)
		}
		if why := Refused(t, a, c, explore.Options{Workers: 1, Judge: invariants.Panel(a.Properties(c)), Checkpoint: saved(dir.Path, true)}); !strings.Contains(why, want) {
			t.Errorf("%s: %s", forged, why)
		}
	}
}

// TestForgedStore: so is one of a search on files, which speaks of files, too.
func TestForgedStore(t *testing.T) {
	a, c := &suzukikasami.Algorithm, suzuki(2, 1, 1)
	const noSearch, otherKind = "it has numbers that no search has", "it is of a search of another kind"
	for name, test := range map[string]struct {
		forge func(m *store.Manifest)
		want  string
	}{
		"no levels":                {func(m *store.Manifest) { *m = store.Manifest{Of: m.Of, Run: m.Run, Parts: m.Parts} }, otherKind},
		"no parts":                 {func(m *store.Manifest) { m.Parts = 0 }, otherKind},
		"many parts":               {func(m *store.Manifest) { m.Parts = tasks.MaxParts + 1 }, otherKind},
		"a level without nodes":    {func(m *store.Manifest) { m.Nodes = m.Nodes[1:] }, noSearch},
		"a level without files":    {func(m *store.Manifest) { m.Files = m.Files[1:] }, noSearch},
		"less states than none":    {func(m *store.Manifest) { m.Levels[1] = -1 }, noSearch},
		"many states":              {func(m *store.Manifest) { m.Levels[1] = 1<<40 + 1 }, noSearch},
		"nodes of another site":    {func(m *store.Manifest) { m.Nodes[1] = append(m.Nodes[1], 9) }, noSearch},
		"fewer nodes than before":  {func(m *store.Manifest) { m.Nodes[1][0] = m.Nodes[0][0] - 1 }, noSearch},
		"many nodes":               {func(m *store.Manifest) { m.Nodes[len(m.Nodes)-1][0] = math.MaxUint32 + 1 }, noSearch},
		"a file before the level":  {func(m *store.Manifest) { m.Files[1] = 0 }, noSearch},
		"a file of a later level":  {func(m *store.Manifest) { m.Files[1] = len(m.Files) }, noSearch},
		"the file of others":       {func(m *store.Manifest) { m.Files[1] = 2 }, noSearch},
		"a file of no level":       {func(m *store.Manifest) { m.Files[1] = -2 }, noSearch},
		"before its time":          {func(m *store.Manifest) { m.Elapsed = -1 }, noSearch},
		"transitions":              {func(m *store.Manifest) { m.Found.Transitions = -1 }, noSearch},
		"coverage":                 {func(m *store.Manifest) { m.Found.Coverage["exit"] = -1 }, noSearch},
		"no property":              {func(m *store.Manifest) { m.Found.Violated[-1] = 1 }, noSearch},
		"a property of too many":   {func(m *store.Manifest) { m.Found.Violated[question.MaxProperties] = 1 }, noSearch},
		"before the start":         {func(m *store.Manifest) { m.Found.Violated[0] = -1 }, noSearch},
		"after all levels":         {func(m *store.Manifest) { m.Found.Violated[0] = len(m.Levels) + 1 }, noSearch},
		"another node":             {func(m *store.Manifest) { m.Nodes[len(m.Nodes)-1][0]++ }, "it has other nodes than its manifest says"},
		"another state":            {func(m *store.Manifest) { m.Levels[len(m.Levels)-1]++ }, "states, and its tasks have expanded"},
		"another state, in memory": {func(m *store.Manifest) { m.Levels[2]++ }, "level 2 has 3 states, not 4"},
	} {
		on := onFiles(t.TempDir(), 0)
		if strings.HasSuffix(name, "in memory") {
			on = onFiles(on.Dir, 0, memoryFirst(1000))
		}
		check(t, a, c, explore.Options{Workers: 1, MaxDepth: 4, Store: on})
		dir, m := disk.Dir{Path: on.Dir, Passing: true}, store.Manifest{}
		if err := dir.Load(store.ManifestName, store.ManifestTitle, &m); err != nil {
			t.Fatal(err)
		}
		test.forge(&m)
		if err := dir.Save(store.ManifestName, store.ManifestTitle, m); err != nil {
			t.Fatal(err)
		}
		r, err := explore.Check(t.Context(), a.New(c), explore.Options{Workers: 1, Store: on})
		if err == nil {
			err = r.Err
		}
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v; want %s", name, err, test.want)
		}
		err = explore.Do(t.Context(), a.New(c), explore.Options{Store: on}, explore.Task{Kind: explore.Expand, Level: 4})
		if test.want == noSearch && (err == nil || !strings.Contains(err.Error(), test.want)) {
			t.Errorf("%s: a task: %v; want %s", name, err, test.want)
		}
	}
}
